"""From a plan to its document: every sentence made, every number in its final form."""

from collections.abc import Iterable

from normcheck import __version__
from normcheck.forecast.plan import Cancellation, Exchange, OpenField, Plan, Repair, Row
from normcheck.report.forecast_plan_model import (
    SCHEMA,
    CancellationOut,
    MeasureOut,
    OpenOut,
    PlanOut,
    PlanRowOut,
    RepairOut,
)
from normcheck.report.forecast_words import AT_MOST, names
from normcheck.report.forecast_words import say as said

# The clauses on the opponents; what the player must bring himself is the score.
SHOWN = (
    "games",
    "title_holders",
    "required_titles",
    "foreign_federations",
    "own_federation",
    "one_federation",
    "average",
    "double_round_robin",
)


def say(*keys: str, **values: object) -> str:
    """A phrase of the plan."""
    return said("plan", *keys, **values)


def plan_out(plan: Plan) -> PlanOut:
    """The document of a closed event."""
    edition, event = plan.audit.edition, plan.event
    players = len(event.players)
    system = event.system.value if event.system else ""
    needed = plan.audit.law.minimum_games
    possible = [row for row in plan.rows if row.is_possible]
    sentences = [] if plan.games >= needed else [say("few", needed=needed, games=plan.games)]
    if not possible:
        sentences += [say("none"), *_exchange(plan.exchange)]
    return PlanOut(
        schema=SCHEMA,
        made_by=f"normcheck {__version__}",
        file=event.file,
        edition=edition.title,
        heading=say("games", players=players, games=plan.games, system=system, edition=edition.title),
        sentences=sentences,
        rows=[_row(plan, row) for row in plan.rows],
        cancellations=[_cancellation(plan, one) for one in plan.cancellations] if possible else [],
    )


def _exchange(one: Exchange | None) -> list[str]:
    if one is None:
        return [say("no_exchange")]
    who = say("ladder", one.title or "none")
    return [say("exchange", who=who, no=one.player.no, name=one.player.name, count=one.gained)]


def _row(plan: Plan, row: Row) -> PlanRowOut:
    player, figures = row.player, row.mix
    return PlanRowOut(
        no=player.no,
        name=player.name,
        held=player.title,
        federation=player.federation,
        rating=player.rating or None,
        title=row.title,
        possible=row.is_possible,
        score=None if row.required is None else row.required / 2,
        games=len(figures.games),
        average=figures.average,
        conditions=[_measure(plan, row, key) for key in SHOWN if key in row.measures],
        failing=[_failing(plan, row, key) for key in row.failing],
    )


def _measure(plan: Plan, row: Row, key: str) -> MeasureOut:
    clause, measured = plan.audit.edition.clause(key), row.measures[key]
    spare = measured.needed - measured.found if key in AT_MOST else measured.found - measured.needed
    return MeasureOut(
        clause=key,
        article=clause.article,
        heading=clause.heading,
        needed=measured.needed,
        found=measured.found,
        spare=spare,
        met=measured.met,
    )


def _failing(plan: Plan, row: Row, key: str) -> str:
    clause = plan.audit.edition.clause(key)
    if key not in row.measures:
        return said("reasons", "clause_bare", heading=clause.heading, article=clause.article)
    needed, found = row.measures[key].needed, row.measures[key].found
    word = "clause_most" if key in AT_MOST else "clause"
    return said("reasons", word, heading=clause.heading, article=clause.article, needed=needed, found=found)


def _cancellation(plan: Plan, one: Cancellation) -> CancellationOut:
    player = one.player
    told = say("players_lost", no=player.no, name=player.name, games=one.games, lost=_lost(plan, one))
    repair = _repair(one.repair, len(one.lost)) if one.repair else None
    if one.lost:
        told = f"{told} {repair.text if repair else say('no_repair')}"
    return CancellationOut(
        no=player.no,
        name=player.name,
        games=one.games,
        lost=[f"{no} {title}" for no, title in one.lost],
        scores_left={f"{no} {title}": halves / 2 for (no, title), halves in one.left.items()},
        repair=repair,
        text=told,
    )


def _lost(plan: Plan, one: Cancellation) -> str:
    possible = [row.key for row in plan.rows if row.is_possible and row.player.no != one.player.no]
    if not one.lost:
        return say("kept_all")
    if len(one.lost) == len(possible):
        return say("lost_all", count=len(possible))
    told = said("needs", "and").join(f"{no} {title}" for no, title in one.lost)
    return say("lost_some", count=len(one.lost), of=len(possible), names=told)


def _repair(repair: Repair, lost: int) -> RepairOut:
    federations = said("needs", "and").join(repair.not_federations)
    federation = say("new_federation") if repair.new_federation else ""
    if repair.not_federations and not repair.new_federation:
        federation = say("not_federations", federations=federations)
    title = say("ladder", repair.title or "none")
    key = "who" if repair.rating > 1 else "who_unrated"
    who = say(key, title=title, federation=federation, rating=repair.rating)
    text = say("repair_all" if repair.all_kept else "repair_some", who=who, kept=repair.kept, of=lost)
    return RepairOut(
        title=repair.title,
        not_federations=list(repair.not_federations),
        new_federation_needed=repair.new_federation,
        min_rating=repair.rating if repair.rating > 1 else None,
        kept=repair.kept,
        keeps_all=repair.all_kept,
        text=text,
    )


def open_out(found: OpenField) -> OpenOut:
    """The document of a start list."""
    audit = found.audit
    return OpenOut(
        schema=SCHEMA,
        made_by=f"normcheck {__version__}",
        file=audit.event.file,
        edition=audit.edition.title,
        exemption_holds=found.holds if audit.field.host else None,
        players=found.players,
        federations=found.federations,
        titled=found.titled,
        ends_exemption=[p.no for p in found.ends],
        large_swiss_holds=found.is_strong,
        rated=found.rated,
        average=found.average,
        titles=dict(found.titles),
        title_holders=found.holders,
        sentences=[*_exemption(found), *_strong(found), *_promise(found)],
    )


def _exemption(found: OpenField) -> Iterable[str]:
    rule, host = found.audit.law.edition.clauses.large_swiss, found.audit.field.host
    state = say(("exempt_holds" if found.holds else "exempt_fails") if host else "exempt_host")
    yield say("exempt", article=rule.article, state=state)
    if not host:
        return
    yield say(
        "exempt_row",
        players=found.players,
        federations=found.federations,
        titled=found.titled,
        least_players=rule.players,
        least_federations=rule.federations,
        least_titled=rule.titled,
    )
    if found.holds:
        yield say("ends", names=names(found.ends)) if found.ends else say("no_ends")


def _strong(found: OpenField) -> Iterable[str]:
    rule = found.audit.law.edition.clauses.qualifying_event
    if rule is None:
        return
    state = say("exempt_holds" if found.is_strong else "exempt_fails")
    yield say("strong", article=rule.article, state=state)
    values = {"rated": found.rated, "average": found.average, "least": rule.players, "least_average": rule.average}
    yield say("strong_row", **values)


def _promise(found: OpenField) -> Iterable[str]:
    law = found.audit.law
    told = said("needs", "and").join(f"{count} {title}" for title, count in found.titles.most_common())
    yield say("promise", holders=found.holders, players=len(found.audit.event.players), titles=told or "–")
    for title, asked in law.titles.items():
        order = [t for t in law.edition.clauses.title_holders.titles if t in asked.required]
        count = sum(found.titles[t] for t in order)
        yield say("required", count=count, title=title, titles="/".join(order))
