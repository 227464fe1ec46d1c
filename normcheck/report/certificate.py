"""Form IT1 filled from a norm: every count of the form, the remarks, and what must be completed by hand."""

from typing import Any

from normcheck import event as ev
from normcheck.event import Day, Event, Player
from normcheck.finding import MET, NORM, NOT_MET
from normcheck.findings import flags
from normcheck.report.model import RoundOut
from normcheck.report.pages import Blank, Certificate, CertificateRow, Field
from normcheck.report.reasons import is_credit_settled, is_flagged, limits_unmet, open_rounds
from normcheck.report.rounds import rounds_out
from normcheck.report.totals import Totals
from normcheck.verdict import Audit, Decision
from normcheck.wording import phrase, points, say

TITLE_ORDER = ("GM", "IM", "WGM", "WIM", "FM", "WFM")


def long_date(day: Day) -> str:
    """A date that cannot be misread: 01 May 2026, May 2026 or 2026."""
    months = phrase("pages", "months").split()
    parts = [f"{day.day:02d}"] if day.day else []
    parts += [months[day.month - 1]] if day.month else []
    return " ".join([*parts, str(day.year)])


class _Blanks:
    """Numbers the fields that are missing, in the order of the form."""

    def __init__(self) -> None:
        self.found: list[Blank] = []

    def field(self, key: str, text: str, is_missing: bool | None = None, **values: object) -> Field:
        missing = not text if is_missing is None else is_missing
        return Field(text, self.number(key, **values) if missing else 0)

    def number(self, key: str, **values: object) -> int:
        number = len(self.found) + 1
        self.found.append(Blank(number, say("pages", "labels", key), say("pages", "blanks", key, **values)))
        return number


def names(event: Event, player: Player) -> tuple[str, str]:
    """Family and first name; the first is empty when the file does not separate them."""
    if player.no in event.names:
        return event.names[player.no]
    family, comma, first = player.name.partition(",")
    return (family.strip(), first.strip()) if comma else (player.name, "")


def _date(blanks: _Blanks, key: str, fact: ev.Fact[Day] | None) -> Field:
    return blanks.field(key, long_date(fact.value) if fact else "", not (fact and fact.value.exact))


def _arbiter(blanks: _Blanks, event: Event) -> Field:
    name = event.chief_arbiter.value if event.chief_arbiter else ""
    title = event.chief_arbiter_title.value if event.chief_arbiter_title else ""
    number = event.chief_arbiter_id.value if event.chief_arbiter_id else ""
    if title and title not in name.split():
        name = f"{title} {name}"
    if number and number not in name:
        name = f"{name} ({number})"
    if not name.strip():
        return blanks.field("chief_arbiter", "")
    return blanks.field("chief_arbiter_id", name, not any(c.isdigit() for c in name))


def certificate(audit: Audit, decision: Decision) -> Certificate | None:
    """The certificate of a norm, None for every other decision."""
    if decision.decision != NORM:
        return None
    blanks = _Blanks()
    values = {
        **_head(audit, decision.player, blanks),
        **_counts(audit, decision, blanks),
        **_exemption(audit, decision),
        **_table(audit, decision, blanks),
        **_result(audit, decision, blanks),
    }
    return Certificate(title=decision.title, titles=tuple(audit.law.titles), blanks=tuple(blanks.found), **values)


def _head(audit: Audit, player: Player, blanks: _Blanks) -> dict[str, Any]:
    event = audit.event
    family, first = names(event, player)
    return {
        "family_name": blanks.field("family_name", family),
        "first_name": blanks.field("first_name", first),
        "fide_id": blanks.field("fide_id", player.fide_id),
        "federation": blanks.field("federation", player.federation),
        "event": blanks.field("event", event.name.value if event.name else ""),
        "event_code": event.event_code.value if event.event_code else "",
        "start": _date(blanks, "start", event.start),
        "close": _date(blanks, "close", event.end),
        "chief_arbiter": _arbiter(blanks, event),
        "rate_of_play": blanks.field("rate_of_play", event.rate_of_play.value if event.rate_of_play else ""),
    }


def _counts(audit: Audit, decision: Decision, blanks: _Blanks) -> dict[str, Any]:
    """The counts of the form: about the opponents in the counted games, FID being no federation."""
    games, own = decision.base.shown.choice.mix.games, decision.base.who.own
    host = audit.event.federation.value if audit.event.federation else ""
    from_host = str(sum(g.federation == host for g in games)) if host else ""
    return {
        "number_of_games": _number_of_games(audit, len(games)),
        "federations": str(len({g.federation for g in games} - {""})),
        "not_own_federation": str(sum(not g.federation or g.federation != own for g in games)),
        "rated": str(sum(g.rated for g in games)),
        "host_federation": blanks.field("host_federation", from_host),
        "titled": str(sum(g.title in audit.law.holders for g in games)),
        "title_counts": tuple((t, str(sum(g.title == t for g in games))) for t in TITLE_ORDER),
    }


def _table(audit: Audit, decision: Decision, blanks: _Blanks) -> dict[str, Any]:
    figures, edition = decision.base.shown.choice.mix, audit.edition
    return {
        "remarks": tuple(remarks(audit, decision)),
        "adjusted_article": edition.article("one_raised"),
        "average_article": edition.article("one_raised"),
        "rows": tuple(_row(audit, decision, r, blanks) for r in rounds_out(audit, decision.base)),
        "total_games": str(len(figures.games)),
        "total_ratings": str(figures.total),
        "total_score": points(figures.halves),
        "unrated_value": str(audit.law.unrated),
        "unrated_article": edition.article("unrated"),
    }


def _result(audit: Audit, decision: Decision, blanks: _Blanks) -> dict[str, Any]:
    figures = decision.base.shown.choice.mix
    required = figures.required_halves or 0
    host = audit.event.federation.value if audit.event.federation else ""
    return {
        "average": str(figures.average),
        "score_required": points(required),
        "score_achieved": points(figures.halves),
        "exceeding": points(figures.halves - required),
        "confirming_federation": blanks.field("confirming_federation", host),
    }


def _number_of_games(audit: Audit, games: int) -> str:
    rounds = audit.event.rounds
    return str(games) if games == rounds else say("pages", "certificate", "games_of_rounds", games=games, rounds=rounds)


def _exemption_used(decision: Decision) -> str:
    """The exemption without which the chosen games would break a federation limit; "" where they keep the limits."""
    by = decision.base.who.reading.waived_by
    return by if by and limits_unmet(decision, decision.base.shown.choice.mix) else ""


def _exemption(audit: Audit, decision: Decision) -> dict[str, Any]:
    """The block of the Swiss exemption, filled only if it is used."""
    used = _exemption_used(decision) == "large_swiss"
    held = audit.field.large_swiss if used else None
    limiting = held.limiting if held else None
    return {
        "exemption_article": audit.edition.article("large_swiss"),
        "exemption_applied": used,
        "exemption_federations": str(min(r.federations for r in held.strict)) if held and limiting else "",
        "exemption_rated": str(limiting.players) if limiting else "",
        "exemption_titled": str(min(r.titled for r in held.strict)) if held and limiting else "",
    }


def _row(audit: Audit, decision: Decision, row: RoundOut, blanks: _Blanks) -> CertificateRow:
    counted = row.status == "counted"
    differs = counted and row.used_rating is not None and (row.raised or row.rating is None)
    return CertificateRow(
        round=row.round,
        opponent=row.opponent or row.reason,
        fide_id=row.fide_id,
        federation=row.federation,
        rating="" if not row.opponent else str(row.rating) if row.rating else say("pages", "certificate", "unrated"),
        used_rating=str(row.used_rating) if differs else "",
        title=row.title if row.title in audit.law.holders else "",
        score=row.result,
        counted=counted,
        note=row.article,
        blank=blanks.number("opponent_id", round=row.round) if counted and not row.fide_id else 0,
    )


def remarks(audit: Audit, decision: Decision) -> list[str]:
    """The special remarks: what was applied, what was left out, what is still to confirm."""
    found = [*_choice_remarks(audit, decision), *_application_remarks(audit, decision)]
    if doubt := Totals(audit.event).remark(decision.player):
        found.append(doubt)
    if decision.base.count.open_rounds:
        found.append(say("pages", "certificate", "unfinished", **open_rounds(decision)))
    items = [
        f"{audit.edition.article(c.clause)} {audit.edition.clause(c.clause).heading}"
        for c in audit.conditions
        if c.outcome not in (MET, NOT_MET)
    ]
    if items:
        found.append(say("pages", "certificate", "to_confirm", items=", ".join(items)))
    return found


def _choice_remarks(audit: Audit, decision: Decision) -> list[str]:
    shown, edition = decision.base.shown, audit.edition
    figures, choice = shown.choice.mix, shown.choice
    found = []
    if shown.carried_by:
        values = {"article": edition.article(shown.carried_by), "counted": edition.clauses.eight_games.counts_as}
        found.append(say("pages", "certificate", shown.carried_by, **values))
    for other in decision.base.others:
        if other.carried_by and other.carried_by != shown.carried_by:
            found.append(say("pages", "certificate", "both", article=edition.article(other.carried_by)))
    if figures.raised:
        first = figures.games[figures.raised[0]]
        rating = str(first.value) if first.rated else say("pages", "certificate", "unrated")
        rounds = ", ".join(str(figures.games[i].round) for i in figures.raised)
        floor = decision.base.who.title.floor
        article = edition.article("one_raised")
        found.append(say("pages", "certificate", "raised", article=article, rounds=rounds, rating=rating, floor=floor))
    for key, clause, rounds_ in (("tail", "ignored_tail", choice.tail), ("wins", "ignored_wins", choice.dropped)):
        if rounds_:
            word = key if len(rounds_) > 1 else f"{key}_one"
            listed = ", ".join(map(str, rounds_))
            found.append(say("pages", "certificate", word, article=edition.article(clause), rounds=listed))
    return found


def _application_remarks(audit: Audit, decision: Decision) -> list[str]:
    edition, shown = audit.edition, decision.base.shown
    found, waived = [], _exemption_used(decision)
    if waived:
        found.append(say("pages", "certificate", "exemption", article=edition.article(waived)))
    if shown.choice.credited != len(shown.choice.mix.games):
        word = "credit" if is_credit_settled(audit, shown) else "unsettled"
        clause = "long_norms" if len(shown.choice.mix.games) > audit.law.cap else "overscore"
        clause = shown.carried_by if shown.carried_by and word == "credit" else clause
        values = {"credited": shown.choice.credited, "article": edition.article(clause)}
        found.append(say("pages", "certificate", word, **values))
    if is_flagged(audit, shown):
        found.append(say("verdict", "result", "flagged_score", games=len(shown.choice.mix.games)))
    state = flags(audit, decision)
    if state["large_swiss"]:
        found.append(say("pages", "certificate", "large_swiss", article=edition.article("qualifying_event")))
    if state["one_round_a_day"]:
        found.append(say("pages", "certificate", "one_round_a_day", article=edition.article("one_round_a_day")))
    return found
