"""The sentences of the forecast: what is needed, and why something is open or not possible."""

from collections.abc import Iterator, Sequence

from normcheck import event as ev
from normcheck.checks import CHECKS, FEDERATION_CLAUSES, is_waived, unmet
from normcheck.forecast.ahead import Ahead
from normcheck.forecast.next_game import Option
from normcheck.forecast.outlook import IMPOSSIBLE, SAFE, Forecast, Outlook
from normcheck.forecast.robin import Remaining
from normcheck.forecast.trial import OPEN, SURE
from normcheck.mix import mix
from normcheck.report.questions import question
from normcheck.verdict import Decision
from normcheck.wording import points
from normcheck.wording import say as said

RESULTS = {ev.WIN: "win", ev.DRAW: "draw", ev.LOSS: "loss"}
AT_MOST = (*FEDERATION_CLAUSES[1:], "unrated_share")
IN_HALVES = ("score",)


def say(*keys: str, **values: object) -> str:
    """A phrase of ``forecast.toml``."""
    return said("forecast", *keys, **values)


def needs(forecast: Forecast, outlook: Outlook, since: int | None) -> str:
    """What is needed, in one or two sentences."""
    if outlook.state == IMPOSSIBLE:
        return say("needs", "impossible", round=since) if since else say("needs", "impossible_never")
    if outlook.state == SAFE:
        return say("needs", _safe_key(outlook))
    if outlook.by_absence:
        return say("needs", "by_absence")
    if outlook.absence_hurts:
        return say("needs", "absence_many" if outlook.remaining and len(outlook.remaining.opponents) > 1 else "absence")
    parts = [_next(outlook, forecast), "" if outlook.options else _rest(outlook.remaining), _ahead(outlook, forecast)]
    return " ".join(_sentence(part) for part in parts if part) or say("needs", "open")


def _safe_key(outlook: Outlook) -> str:
    if outlook.remaining is None and outlook.stopping is None:
        return "made"
    return {None: "safe", True: "safe_stopping", False: "safe_playing"}[outlook.stopping]


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _next(outlook: Outlook, forecast: Forecast) -> str:
    """The next game alone."""
    options = outlook.options
    if not options:
        return ""
    if outlook.opponent:
        return say("needs", "then").join(_paired(option) for option in options)
    told = say("needs", "then").join(_unpaired(option) for option in options)
    return say("needs", "several_if" if options[0].doubt else "several", options=told)


def _paired(option: Option) -> str:
    return say("needs", "paired_if" if option.doubt else "paired", result=_result(option))


def _result(option: Option) -> str:
    return say("results", RESULTS[option.result])


def _unpaired(option: Option) -> str:
    return say("needs", "against", result=_result(option), who=_who(option))


def _who(option: Option) -> str:
    """Whom the opponent must be: "one with the title GM rated at least 2484, not of GER"."""
    if not (option.titles or option.rating or option.not_federations):
        return say("needs", "anybody")
    titles = say("needs", "or").join(option.titles)
    federation = ""
    if option.new_federation:
        federation = say("needs", "new_federation")
    elif option.not_federations:
        federation = say("needs", "not_federations", federations=say("needs", "and").join(option.not_federations))
    return say(
        "needs",
        "one",
        title=say("needs", "titled", titles=titles) if titles else say("needs", "untitled"),
        rating=say("needs", "rating", rating=option.rating) if option.rating else "",
        federation=federation,
    )


def _rest(left: Remaining | None) -> str:
    """A round robin to its end."""
    if left is None:
        return ""
    wanted = SURE if left.possible(SURE) is not None else OPEN
    enough, possible, games = left.enough(wanted), left.possible(wanted), len(left.opponents)
    if enough is None:
        return say("needs", "remaining_unsure", possible=points(possible or 0), games=games)
    values = {"points": points(enough), "games": games, "possible": points(possible or 0)}
    if wanted == OPEN:
        return say("needs", "remaining_if", **values)
    if not left.exact:
        return say("needs", "remaining_most", **values)
    return say("needs", "remaining" if enough == possible else "remaining_some", **values)


def _ahead(outlook: Outlook, forecast: Forecast) -> str:
    """Several rounds with opponents not known yet."""
    found = outlook.ahead
    if found is None:
        return ""
    told = [
        say("needs", "line" if line.average else "line_any", points=points(line.halves), average=line.average)
        for line in found.lines
    ]
    is_any = bool(found.lines) and found.lines[0] == (0, 0)
    lines = say("needs", "or").join(told)
    first = say("needs", "ahead_any" if is_any else "ahead", lines=lines, rounds=found.rounds) if told else ""
    still = say("needs", "and").join(_still(found, outlook, forecast))
    return " ".join(part for part in (first, say("needs", "still", what=still) if still else "") if part)


def _still(found: Ahead, outlook: Outlook, forecast: Forecast) -> Iterator[str]:
    required = forecast.audit.law.titles[outlook.title].required
    order = forecast.audit.law.edition.clauses.title_holders.titles
    titles = "/".join(title for title in order if title in required)
    if found.holders:
        yield _plural("holders", found.holders)
    if found.required:
        yield _plural(
            "required" if found.holders >= found.required else "required_alone", found.required, titles=titles
        )
    if found.federations:
        yield _plural("federations", found.federations)


def _plural(key: str, count: int, **values: object) -> str:
    return say("needs", f"{key}_one" if count == 1 else f"{key}_many", count=count, **values)


def reason(forecast: Forecast, outlook: Outlook) -> str:
    """Why it is not possible, or what it rests on; empty where nothing is to be explained."""
    decision = outlook.decision
    if outlook.state == IMPOSSIBLE:
        return _why_not(forecast, decision) if decision else ""
    if outlook.absence_hurts or outlook.by_absence:
        article = forecast.audit.edition.clause("eight_games").article
        return say("reasons", "absence" if outlook.absence_hurts else "by_absence", article=article)
    if outlook.state == SAFE or decision is None:
        return ""
    return say("reasons", "question", text=" ".join(questions(forecast, decision)))


def questions(forecast: Forecast, decision: Decision) -> list[str]:
    """The open facts a decision turns on; without one it is the score of unrated opponents in a round robin."""
    asked = [question(forecast.audit, decision, turn).text for turn in decision.turns]
    return asked or list(_unrated(forecast, decision))


def _unrated(forecast: Forecast, decision: Decision) -> Iterator[str]:
    met = {g.opponent for g in decision.player.games} & forecast.trial.open_unrated
    if met:
        names = say("needs", "and").join(f"{no} {forecast.event.players[no].name}" for no in sorted(met))
        clause = forecast.audit.edition.clause("unrated_without_score")
        yield say("reasons", "unrated", names=names, article=clause.article)


def _why_not(forecast: Forecast, decision: Decision) -> str:
    refusals = forecast.audit.refusals
    if refusals:
        return say("reasons", "refused", clauses=_joined(_bare(forecast, f.clause) for f in refusals))
    return say("reasons", "best", clauses=_joined(_clauses(forecast, decision)))


def _joined(parts: Iterator[str]) -> str:
    return say("needs", "and").join(parts)


def _clauses(forecast: Forecast, decision: Decision) -> Iterator[str]:
    """The clauses not met by all games together in the best case, with what was found and what is needed."""
    base = decision.base
    figures, who = mix(base.count.games, base.who), base.who
    failing = [key for key in unmet(figures, who) if not is_waived(key, figures, who)] if figures.games else ["games"]
    if failing != ["score"]:
        failing = [key for key in failing if key != "score"]
    for key in failing:
        clause, measured = forecast.edition.clause(key), CHECKS[key](figures, who)
        needed, found = (points(n) if key in IN_HALVES else str(n) for n in (measured.needed, measured.found))
        word = "clause_most" if key in AT_MOST else "clause"
        yield say("reasons", word, heading=clause.heading, article=clause.article, needed=needed, found=found)
    for key in base.extra if not failing else ():
        yield _bare(forecast, key)
    if not failing and not base.extra:
        yield _bare(forecast, "performance")


def _bare(forecast: Forecast, key: str) -> str:
    clause = forecast.edition.clause(key)
    return say("reasons", "clause_bare", heading=clause.heading, article=clause.article)


def names(players: Sequence[ev.Player]) -> str:
    """Players by start number and name."""
    return say("needs", "and").join(f"{p.no} {p.name}" for p in players)
