"""From a forecast to its document: every sentence made, every number in its final form."""

from collections import Counter
from collections.abc import Callable, Iterable

from normcheck import __version__
from normcheck.event import Player
from normcheck.field import RoundCount, StrongRound
from normcheck.forecast.ahead import Ahead
from normcheck.forecast.margins import Margins
from normcheck.forecast.next_game import Option
from normcheck.forecast.outlook import IMPOSSIBLE, POSSIBLE, SAFE, Forecast, Outlook
from normcheck.forecast.robin import Remaining
from normcheck.forecast.settings import settings
from normcheck.forecast.trial import OPEN, SURE
from normcheck.report.forecast_model import (
    SCHEMA,
    AheadOut,
    ForecastOut,
    LineOut,
    LiveOut,
    MarginRowOut,
    MarginsOut,
    OpponentOut,
    OptionOut,
    OutlookOut,
    RemainingOut,
)
from normcheck.report.forecast_words import RESULTS, names, needs, questions, reason, say
from normcheck.verdict import Pending

PLACES = 4  # of a probability

Live = Callable[[Player, str], LiveOut | None]  # the live rating of a player beside a title


def forecast_out(forecast: Forecast, player: Player | None, whole: bool, live: Live) -> ForecastOut:
    """The document about everybody or one player; with `whole` also what is not possible any more."""
    asked = [p for p in forecast.pending() if player is None or p.player.no == player.no]
    found = [(pending, forecast.outlook(pending)) for pending in asked]
    shown = [(p, o) for p, o in found if whole or o.state != IMPOSSIBLE]
    name, model = forecast.event.name, settings().draw_model
    return ForecastOut(
        schema=SCHEMA,
        made_by=f"normcheck {__version__}",
        event=name.value if name else forecast.event.file,
        file=forecast.event.file,
        edition=forecast.edition.title,
        round=forecast.round,
        rounds=forecast.event.rounds,
        heading=_heading(forecast),
        draw_model=model.source,
        margins=_margins(forecast),
        notes=list(_notes([o for _, o in shown])),
        summary=_summary([o for _, o in found], len(found) - len(shown)),
        players=[_outlook(forecast, pending, outlook, live) for pending, outlook in shown],
    )


def _heading(forecast: Forecast) -> str:
    key = "begin" if not forecast.round else "done" if forecast.round == forecast.event.rounds else "after"
    return say("headings", key, round=forecast.round, rounds=forecast.event.rounds)


def _summary(found: list[Outlook], hidden: int) -> str:
    counts = Counter(o.state for o in found)
    told = say("summary", "counts", safe=counts[SAFE], possible=counts[POSSIBLE], impossible=counts[IMPOSSIBLE])
    return f"{told} {say('summary', 'hidden')}" if hidden else told


def _notes(shown: list[Outlook]) -> Iterable[str]:
    model = settings().draw_model
    if any(o.chance not in (None, 0, 1) for o in shown):
        yield say("notes", "model", model=model.name, percent=100 * model.draws // model.of)
    if any(o.ahead for o in shown):
        yield say("notes", "next")
    if any(o.state == POSSIBLE and o.decision for o in shown):
        yield say("notes", "open")
    yield say("notes", "check")


def _outlook(forecast: Forecast, pending: Pending, outlook: Outlook, live: Live) -> OutlookOut:
    player = outlook.player
    since = forecast.since(pending) if outlook.state == IMPOSSIBLE else None
    return OutlookOut(
        no=player.no,
        name=player.name,
        title=outlook.title,
        state=outlook.state,
        options=[_option(forecast, option) for option in outlook.options],
        reason=reason(forecast, outlook),
        probability=None if outlook.chance is None else round(outlook.chance, PLACES),
        held=player.title,
        federation=player.federation,
        rating=player.rating or None,
        needs=needs(forecast, outlook, since),
        opponent=_opponent(outlook.opponent),
        ahead=_ahead(outlook.ahead),
        remaining=_remaining(outlook.remaining),
        impossible_since=since,
        stands_without_playing=outlook.stopping,
        live=live(player, outlook.title),
    )


def _option(forecast: Forecast, option: Option) -> OptionOut:
    return OptionOut(
        result=RESULTS[option.result],
        min_rating=option.rating or None,
        titles=list(option.titles),
        not_federations=list(option.not_federations),
        new_federation_needed=option.new_federation,
        depends_on=questions(forecast, option.doubt) if option.doubt else [],
    )


def _opponent(player: Player | None) -> OpponentOut | None:
    if player is None:
        return None
    facts = {"title": player.title, "federation": player.federation, "rating": player.rating or None}
    return OpponentOut(no=player.no, name=player.name, **facts)


def _ahead(found: Ahead | None) -> AheadOut | None:
    if found is None:
        return None
    return AheadOut(
        rounds=found.rounds,
        scores=[LineOut(points=line.halves / 2, average=line.average or None) for line in found.lines],
        title_holders=found.holders,
        required_titles=found.required,
        federations=found.federations,
    )


def _remaining(left: Remaining | None) -> RemainingOut | None:
    if left is None:
        return None
    wanted = SURE if left.possible(SURE) is not None else OPEN
    enough, possible = left.enough(wanted), left.possible(wanted)
    return RemainingOut(games=len(left.opponents), enough=_points(enough), possible=_points(possible), exact=left.exact)


def _points(halves: int | None) -> float | None:
    return None if halves is None else halves / 2


def _margins(forecast: Forecast) -> MarginsOut | None:
    found = forecast.margins
    if found is None:
        return None
    return MarginsOut(
        exemption_holds=found.exemption if forecast.audit.field.host else None,
        large_swiss_holds=found.strong,
        rounds=_margin_rows(found),
        ends_exemption=[p.no for p in found.ends_exemption],
        ends_large_swiss=[p.no for p in found.ends_strong],
        sentences=[*_exemption_words(forecast, found), *_strong_words(forecast, found)],
    )


def _margin_rows(found: Margins) -> list[MarginRowOut]:
    exempt: dict[int, RoundCount] = {r.round: r for r in found.rounds}
    strong: dict[int, StrongRound] = {r.round: r for r in found.strong_rounds}
    rows = []
    for number in sorted(exempt.keys() | strong.keys()):
        one, other = exempt.get(number), strong.get(number)
        rows.append(
            MarginRowOut(
                round=number,
                players=one.players if one else None,
                federations=one.federations if one else None,
                titled=one.titled if one else None,
                rated=other.rated if other else None,
                average=other.total // other.rated if other and other.rated else None,
            )
        )
    return rows


def _exemption_words(forecast: Forecast, found: Margins) -> Iterable[str]:
    rule = forecast.audit.law.edition.clauses.large_swiss
    host = forecast.audit.field.host
    state = say("margins", ("holds" if found.exemption else "fails") if host else "host_unknown")
    yield say("margins", "exemption", article=rule.article, state=state)
    if found.rounds:
        yield say(
            "margins",
            "lowest",
            players=min(r.players for r in found.rounds),
            federations=min(r.federations for r in found.rounds),
            titled=min(r.titled for r in found.rounds),
            least_players=rule.players,
            least_federations=rule.federations,
            least_titled=rule.titled,
        )
    if found.exemption and found.next_round:
        yield _critical(found.ends_exemption, found.next_round)


def _strong_words(forecast: Forecast, found: Margins) -> Iterable[str]:
    rule = forecast.audit.law.edition.clauses.qualifying_event
    rounds = [r for r in found.strong_rounds if r.rated]
    if rule is None or not rounds:
        return
    yield say("margins", "strong", article=rule.article, state=say("margins", "holds" if found.strong else "fails"))
    rated, average = min(r.rated for r in rounds), min(r.total // r.rated for r in rounds)
    words = {"least": rule.players, "least_average": rule.average}
    yield say("margins", "strong_lowest", rated=rated, average=average, **words)
    if found.strong and found.next_round:
        yield _critical(found.ends_strong, found.next_round)


def _critical(players: tuple[Player, ...], round_: int) -> str:
    if not players:
        return say("margins", "uncritical", round=round_)
    return say("margins", "critical", round=round_, names=names(players))
