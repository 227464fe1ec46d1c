"""Reports built by hand, with invented people, to see and to test the pages without a real event."""

import json
from dataclasses import replace

from normcheck.report.pages import (
    Blank,
    Certificate,
    CertificateRow,
    Chart,
    ChartPoint,
    Field,
    Pages,
    PlayerReport,
    Proof,
    ProofRow,
    Question,
    RoundRow,
)

# name, federation, rating, title, score
OPPONENTS = (
    ("Aldersen, Mikkel", "DEN", 2404, "IM", "1"),
    ("Brandstätter-Oberhuber, Maximilian", "AUT", 2388, "FM", "1"),
    ("Őrsi, Győző", "HUN", 2471, "IM", "½"),
    ("Řezníček, Jiří", "CZE", 2532, "GM", "1"),
    ("Şahinoğlu, Işıl", "TUR", 2419, "WGM", "1"),
    ("Fekete, Gábor", "HUN", 2142, "", "1"),
    ("Țurcanu, Ștefan", "ROU", 2504, "GM", "½"),
    ("Đorđević, Miloš", "SRB", 2518, "GM", "0"),
    ("Ivanov, Petar", "BUL", 2556, "GM", "1"),
    ("Łukasiewicz, Żaneta", "POL", 2377, "WGM", "1"),
    ("Müller, Jürgen", "GER", 2296, "FM", "1"),
    ("Ågren, Björn", "SWE", 2461, "IM", "½"),
    ("Þórsson, Æsir", "ISL", 2488, "IM", "½"),
)
LONG_OPPONENT = "Vanderbruggen-Konstantinopoulou van der Straeten, Maximiliane Wilhelmina Alexandra"
LONG_EVENT = (
    "International Memorial Open Chess Championship of the United Municipalities of the Upper and Lower "
    "Danube Valley and the Surrounding Mountain Districts 2026, Group A (invited masters and qualifiers)"
)
FINDINGS = (
    ProofRow("1.4.1", "Number of games", "At least 9 games in the event.", "9", "9", "met"),
    ProofRow(
        "1.4.2", "Games that count", "Only games played over the board against an opponent.", "–", "9 of 9", "met"
    ),
    ProofRow(
        "1.4.3",
        "Federations",
        "Opponents from at least two federations other than the player’s.",
        "2",
        "8",
        "met",
        evidence=("AUT round 2", "BUL round 9", "CZE round 4", "DEN round 1", "HUN rounds 3 and 6", "ROU round 7"),
    ),
    ProofRow(
        "1.4.4",
        "Own and one federation",
        "At most 3/5 of the opponents from the player’s federation, at most 2/3 from any one.",
        "at most 5 and 6",
        "0 and 2",
        "met",
    ),
    ProofRow(
        "1.4.5a", "Title holders", "At least half of the opponents hold a title other than CM and WCM.", "5", "8", "met"
    ),
    ProofRow(
        "1.4.5b",
        "Required titles",
        "At least one third of the opponents, and 3 of them, are GM.",
        "3",
        "4",
        "met",
        evidence=("round 4 Řezníček", "round 7 Țurcanu", "round 8 Đorđević", "round 9 Ivanov"),
    ),
    ProofRow("1.4.6a", "Rated opponents", "At most one fifth of the opponents are unrated.", "at most 2", "0", "met"),
    ProofRow(
        "1.4.6c",
        "Raised rating",
        "The lowest opponent is raised to the floor of the title.",
        "2200",
        "round 6: 2142 → 2200",
        "met",
    ),
    ProofRow(
        "1.4.7", "Average", "The average of the opponents is at least the minimum of the title.", "2380", "2443", "met"
    ),
    ProofRow(
        "1.4.8",
        "Performance",
        "The performance of the games is at least that of the title.",
        "2600",
        "2619",
        "met",
        note="Without the raise it would be 2613.",
        certainty="read in two sources",
    ),
    ProofRow(
        "1.4.3d",
        "Large Swiss",
        "Twenty rated foreigners from three federations, ten of them titled, in every round.",
        "20, 3, 10",
        "–",
        "not applicable",
    ),
)
CONDITIONS = (
    ProofRow("1.1.1", "Rate of play", "At least two hours for sixty moves.", "120 min", "120 min", "met"),
    ProofRow("1.1.2", "Rounds a day", "At most two rounds on a day.", "2", "1", "met"),
    ProofRow("1.1.9", "Arbiter", "An international arbiter is present.", "1", "not in the file", "unknown"),
)
SIGN_SCORE = {"1": 2, "½": 1, "0": 0}


def _halves(value):
    return f"{value // 2 or ''}{'½' if value % 2 else ''}" or "0"


def _opponent(index):
    name, federation, rating, title, score = OPPONENTS[index % len(OPPONENTS)]
    return (
        (name if index < len(OPPONENTS) else f"{name} {index + 1}"),
        federation,
        rating + index // len(OPPONENTS),
        title,
        score,
    )


def certificate_rows(rounds, ignored=(), long_names=False):
    rows = []
    for index in range(rounds):
        name, federation, rating, title, score = _opponent(index)
        if long_names and index % 5 == 0:
            name = f"{LONG_OPPONENT} {index + 1}"
        left_out = index + 1 in ignored
        rows.append(
            CertificateRow(
                round=index + 1,
                opponent=name,
                fide_id=str(14012345 + 97 * index),
                federation=federation,
                rating=str(rating),
                used_rating="2200" if index == 5 else "",
                title=title,
                score=score,
                counted=not left_out,
                note="1.4.1e" if left_out else "",
            )
        )
    return tuple(rows)


def certificate(rounds=9, ignored=(), long_names=False, title="GM"):
    rows = certificate_rows(rounds, ignored, long_names)
    counted = [row for row in rows if row.counted]
    games = len(counted)
    ratings = sum(int(row.used_rating or row.rating) for row in counted)
    score = sum(SIGN_SCORE[row.score] for row in counted)
    return Certificate(
        title=title,
        titles=("GM", "IM", "WGM", "WIM"),
        family_name=Field(
            "Lindqvist-Ørsted" if not long_names else "Papadopoulou-Konstantinidou Rodríguez y Hernández"
        ),
        first_name=Field("Signe" if not long_names else "Maria Magdalena Evangelia Guadalupe Francisca"),
        fide_id=Field("1712345"),
        federation=Field("NOR"),
        event=Field(
            LONG_EVENT if long_names else "24th International Open of the City of Neustadt an der Weinstraße 2026"
        ),
        event_code="401234",
        start=Field("01 May 2026"),
        close=Field("09 May 2026"),
        chief_arbiter=Field("IA Schmidt, Karl-Heinz (4612345)"),
        number_of_games=str(games) if games == rounds else f"{games} (of {rounds} rounds)",
        rate_of_play=Field("90 min for 40 moves, then 30 min, with 30 s per move from move 1"),
        federations="8",
        not_own_federation=str(games),
        rated=str(games),
        host_federation=Field("1"),
        titled="8",
        title_counts=(("GM", "4"), ("IM", "2"), ("WGM", "1"), ("WIM", "0"), ("FM", "1"), ("WFM", "0")),
        exemption_article="1.4.3d",
        exemption_applied=False,
        exemption_federations="",
        exemption_rated="",
        exemption_titled="",
        remarks=("1.4.6c: round 6 raised from 2142 to 2200", "Meets 1.5.6a", "One round a day")
        if games == rounds
        else (
            "1.4.6c: round 6 raised from 2142 to 2200",
            "1.4.1e: rounds after the title result left out",
            "The rate of play and the presence of an arbiter (1.1.9) are to be confirmed by the chief arbiter",
        ),
        adjusted_article="1.4.6c",
        average_article="1.4.6",
        rows=rows,
        total_games=str(games),
        total_ratings=str(ratings),
        total_score=_halves(score),
        average=str(round(ratings / games)),
        score_required=_halves(score - 1),
        score_achieved=_halves(score),
        exceeding="½",
        confirming_federation=Field("GER"),
        unrated_value="1400",
        unrated_article="1.4.6d",
        blanks=(),
    )


def chart(rounds, ignored=()):
    points = []
    for index in range(rounds):
        _, _, rating, _, score = _opponent(index)
        counted = index + 1 not in ignored
        points.append(
            ChartPoint(
                round=index + 1,
                x=40 + (index + 0.5) * 490 / rounds,
                y=150 - (rating - 2100) * 0.22,
                rating=rating,
                result=score,
                counted=counted,
                performance_y=150 - (500 + 40 * ((index * 7) % 3)) * 0.22 if counted else None,
            )
        )
    return Chart(
        width=540,
        height=170,
        points=tuple(points),
        ticks=tuple((150 - n * 22, str(2100 + 100 * n)) for n in range(7)),
        required_y=40,
        required_label="GM 2600",
        performance_label="performance so far",
        left=40,
        right=530,
        top=10,
        bottom=150,
    )


def proof(rounds=9, ignored=(), decision="norm", long_names=False, title="GM"):
    rows = certificate_rows(rounds, ignored, long_names)
    return Proof(
        headline={
            "norm": f"{title} norm",
            "no norm": f"No {title} norm",
            "needs review": f"{title} norm: needs review",
        }[decision],
        decision=decision,
        summary="7 points from 9 games against an average of 2443 give a performance of 2619; half a point less would "
        "have been enough. Every article of the edition is met.",
        player="Lindqvist-Ørsted, Signe"
        if not long_names
        else "Papadopoulou-Konstantinidou Rodríguez y Hernández, Maria Magdalena Evangelia Guadalupe Francisca",
        player_facts=(
            ("FIDE ID", "1712345"),
            ("Federation", "NOR"),
            ("Title", "IM"),
            ("Rating", "2478"),
            ("Start number", "14"),
        ),
        event=LONG_EVENT if long_names else "24th International Open of the City of Neustadt an der Weinstraße 2026",
        event_facts=(
            ("Dates", "01 May 2026 to 09 May 2026"),
            ("System", "Swiss, FIDE Dutch"),
            ("Rounds", str(rounds)),
            ("Players", "112"),
            ("Host federation", "GER"),
        ),
        figures=(
            ("Games", "9"),
            ("Score", "7"),
            ("Average", "2443"),
            ("Performance", "2619"),
            ("Required", "6½"),
            ("Credit", "9 games"),
        ),
        questions=(),
        blanks=(),
        doubts=(),
        findings=FINDINGS,
        rounds=tuple(
            RoundRow(
                round=row.round,
                opponent=row.opponent,
                title=row.title,
                federation=row.federation,
                rating=row.rating,
                used_rating=row.used_rating,
                score=row.score,
                status="counted" if row.counted else "ignored",
                reason="" if row.counted else "after the title result, the norm stands without it",
                article="" if row.counted else "1.4.1e",
                source=f"line {20 + row.round}",
            )
            for row in rows
        ),
        chart=chart(rounds, ignored),
        margins=("One more draw lost would still be enough.", "Two GM fewer would not be enough."),
        alternatives=("All 9 games without round 6: average 2474, performance 2631.",) if ignored else (),
        implied="The same games are also an IM norm (1.5.2).",
        conditions=CONDITIONS,
        warnings=("Line 41: the points of start number 20 are 4½, the games give 4.",),
        sources=("neustadt.trf, read as TRF16, 112 players", "answers.toml: chief arbiter, rate of play"),
        edition="FIDE Title Regulations (B.01), in force from 1 January 2024",
        edition_source="handbook.fide.com/chapter/B012024",
        edition_reason="chosen by the start of the event, 01 May 2026",
        made_by="normcheck 0.1.0",
    )


def _report(name, pages, title="Lindqvist-Ørsted, Signe: GM norm"):
    return PlayerReport(
        file_name=name,
        document_title=title,
        footer_player="Lindqvist-Ørsted, Signe (1712345)",
        footer_event=pages[0].proof.event,
        pages=pages,
        verdict_json=json.dumps(
            {"schema": "normcheck-verdict-1", "player": "Lindqvist-Ørsted, Signe"}, ensure_ascii=False
        ),
    )


def norm():
    """Nine rounds, everything known."""
    return _report("IT1_GM_1712345", (Pages("GM", certificate(), proof()),))


def thirteen_rounds():
    """Thirteen rounds of which the last two are ignored."""
    ignored = (12, 13)
    return _report("IT1_GM_13", (Pages("GM", certificate(13, ignored), proof(13, ignored)),))


def nineteen_rounds():
    """Nineteen rounds with names and an event title of extreme length."""
    pages = Pages("GM", certificate(19, (18, 19), long_names=True), proof(19, (18, 19), long_names=True))
    return _report("IT1_GM_19", (pages,))


def needs_review():
    """No certificate; the proof is headed by its questions."""
    questions = (
        Question(
            "Was the bye of round 6 allocated by the pairing?",
            "the chief arbiter",
            "With yes the eight games are a norm (1.4.1c), with no they are not.",
        ),
        Question(
            "Which federation stands behind FID for round 3?",
            "the player or the federation",
            "BLR would be the fourth from one federation.",
        ),
    )
    base = proof(decision="needs review")
    unsure = replace(FINDINGS[0], outcome="unknown", found="8 or 9")
    wrong = replace(FINDINGS[5], outcome="not met", found="2")
    waived = replace(FINDINGS[2], outcome="waived", note="Waived by 1.4.3c.")
    findings = (unsure, FINDINGS[1], waived, *FINDINGS[3:5], wrong, *FINDINGS[6:])
    page = Pages("GM", None, replace(base, questions=questions, findings=findings, implied=""))
    return _report("review", (page,), "Lindqvist-Ørsted, Signe: GM norm needs review")


def hostile_names():
    """A name that is HTML, and an event that is one as well."""
    name = "<b>&Bobby</b> <img src=file:///etc/passwd>"
    page = norm().pages[0]
    rows = (replace(page.certificate.rows[0], opponent=name), *page.certificate.rows[1:])
    changed = replace(page.certificate, family_name=Field(name), rows=rows)
    report = _report(
        "hostile",
        (Pages("GM", changed, replace(page.proof, player=name, event="Open <style>*{display:none}</style>")),),
    )
    return replace(report, footer_player=name, document_title=name)


def with_blanks():
    """Facts that no file held: marked boxes on the form, explained on the proof."""
    blanks = (
        Blank(1, "FIDE ID of the player", "Enter the number from ratings.fide.com."),
        Blank(2, "Chief arbiter", "Name and FIDE ID, or give chief_arbiter in the answers file."),
        Blank(3, "Rate of play", "In words, as announced by the organiser; the file is silent."),
        Blank(4, "Players from the host federation", "The host federation is unknown."),
        Blank(5, "Confirming federation", "The federation that registered the event."),
        Blank(6, "FIDE ID, round 2", "Brandstätter-Oberhuber, Maximilian."),
    )
    full = certificate()
    rows = (full.rows[0], replace(full.rows[1], fide_id="", blank=6), *full.rows[2:])
    form = replace(
        full,
        fide_id=Field(blank=1),
        chief_arbiter=Field("Schmidt, Karl-Heinz", 2),
        rate_of_play=Field(blank=3),
        host_federation=Field(blank=4),
        confirming_federation=Field(blank=5),
        rows=rows,
        blanks=blanks,
        exemption_applied=True,
        exemption_federations="14",
        exemption_rated="31",
        exemption_titled="17",
    )
    return _report("blanks", (Pages("GM", form, replace(proof(), blanks=blanks)),))


def two_titles():
    """Two certificates: one in each line of titles."""
    pages = (
        Pages("IM", certificate(title="IM"), proof(title="IM")),
        Pages("WGM", certificate(title="WGM"), proof(title="WGM")),
    )
    return _report("IT1_IM_WGM", pages)


ALL = (norm, thirteen_rounds, nineteen_rounds, needs_review, hostile_names, with_blanks, two_titles)
