"""Open facts as questions: what is unknown, who can answer it, and what turns on it."""

from typing import Any

from normcheck import event as ev
from normcheck.late_titles import late
from normcheck.possible import RULE
from normcheck.report.model import QuestionOut
from normcheck.verdict import Audit, Decision, Turn
from normcheck.wording import has, say


def question(audit: Audit, decision: Decision, turn: Turn) -> QuestionOut:
    """An open fact that decides, with what each answer gives."""
    own = has("verdict", "questions", turn.key, "text")
    word = "rule" if turn.key.startswith(RULE) and not own else turn.key
    who = say("verdict", "who", say("verdict", "questions", word, "who"))
    yes, no = say("verdict", "turns", "yes"), say("verdict", "turns", "no")
    turns = [say("verdict", "turns", "base", decision=yes if turn.base else no)]
    for key, norm in (option for option in turn.options if option[1] != turn.base):
        name, _, detail = key.partition(" ")
        known = has("verdict", "options", name) and not has("verdict", "options", key)
        option = say("verdict", "options", name, detail=detail) if known else key
        option = say("verdict", "options", key) if has("verdict", "options", key) else option
        turns.append(say("verdict", "turns", "pattern", option=option, decision=yes if norm else no))
    text = say("verdict", "questions", word, "text", **_question_values(audit, decision, turn.key))
    return QuestionOut(key=turn.key, text=text, who=who, turns="; ".join(turns))


def _question_values(audit: Audit, decision: Decision, key: str) -> dict[str, Any]:
    event, player = audit.event, decision.player
    met = dict.fromkeys(g.opponent for g in player.games if g.opponent in event.players)
    wanted = {"fid": ev.FID, "federation": ev.NO_FEDERATION}.get(key)
    people = [player] if player.federation == wanted else []
    people += [event.players[n] for n in met if event.players[n].federation == wanted]
    doubtful = ev.SHORT_WIN + ev.SHORT_DRAW + ev.SHORT_LOSS if key == "short_game" else "F?+"
    rounds = [
        r for r, g in enumerate(player.games, 1) if g.result in doubtful and (key == "short_game" or not g.opponent)
    ]
    differ = [(n, event.doubts[n, "title"]) for n in met if (n, "title") in event.doubts]
    if key == "sex_differs":
        differ = [(player.no, event.doubts[player.no, "sex"])]
    if key == "contradiction":
        rounds = list(audit.field.contradicted[player.no])
    if key == "totals":
        rounds = sorted({round_ for results in audit.field.by_totals[player.no] for round_ in results})
    days = [f"{event.players[one.no].name} ({event.confirmed[one.no].day})" for one in late(event, player)]
    clause = audit.edition.clause(key.removeprefix(RULE) if key.startswith(RULE) else "large_swiss")
    return {
        "article": clause.article,
        "heading": clause.heading,
        "edition": audit.edition.title,
        "names": ", ".join(p.name for p in people),
        "rounds": ", ".join(map(str, rounds)),
        "counts": _limiting(audit),
        "confirmed": "; ".join(days),
        "doubts": "; ".join(_doubt(event.players[n].name, doubt) for n, doubt in differ),
    }


def _limiting(audit: Audit) -> str:
    """The round with the fewest players who count for the Swiss exemption, by both ways to count."""
    held = audit.field.large_swiss
    if held.limiting is None:
        return ""
    lenient = min(r.players for r in held.lenient)
    values = {"round": held.limiting.round, "players": held.limiting.players, "lenient": lenient}
    return say("verdict", "questions", "limiting", **values)


def _doubt(name: str, doubt: ev.Doubt) -> str:
    """What the file and the rating list say of one player."""
    file, listed = (say("verdict", "doubts", v) if has("verdict", "doubts", v) else v for v in doubt[:2])
    return say("verdict", "doubts", "text", name=name, file=file, listed=listed or say("verdict", "doubts", "none"),
               list=doubt.label)  # fmt: skip
