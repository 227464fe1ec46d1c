"""Every clause of an edition by its key, in the order of the articles; the shapes are beside."""

from normcheck.clauses.event_shapes import (
    Arbiters,
    Control,
    Days,
    EightGames,
    Exemption,
    Formats,
    HoursADay,
    RateOfPlay,
    ShortEvents,
    TitlesBeforeStart,
)
from normcheck.clauses.shapes import (
    Cap,
    Certainty,
    Clause,
    DoubleRoundRobin,
    LargeSwiss,
    Maximum,
    MaximumShare,
    Minimum,
    MinimumShare,
    OlympiadNorm,
    Raised,
    Rating,
    RatingTitles,
    RequiredTitles,
    Score,
    Strict,
    StrongSwiss,
    Text,
    TitleCode,
    Unrated,
    UnratedShare,
)

__all__ = [
    "Certainty",
    "Clause",
    "Clauses",
    "Control",
    "Exemption",
    "LargeSwiss",
    "RateOfPlay",
    "Rating",
    "Strict",
    "Text",
    "TitleCode",
]


class Clauses(Strict):
    """Every clause the program knows, in the order of the articles."""

    titles_awarded: Clause
    for_life: Clause
    titles_before_start: TitlesBeforeStart
    title_date: Clause
    fair_play: Clause
    direct_minimum: RatingTitles | None = None
    laws_of_chess: Clause
    equal_conditions: Clause
    registration: Days
    hours_a_day: HoursADay
    rounds_a_day: Maximum
    rate_of_play: RateOfPlay
    one_round_a_day: Days
    same_clock: Clause
    long_event: Days
    chief_arbiter: Arbiters
    playing_arbiters: Clause
    olympiad_norm: OlympiadNorm | None = None
    rating_titles: RatingTitles | None = None
    games: Minimum
    short_events: ShortEvents
    eight_games: EightGames
    overscore: Clause
    all_rounds: Clause
    ignored_tail: Clause
    ignored_wins: Clause
    member_federations: Clause
    unrated_without_score: Clause
    unplayed_games: Clause
    last_round_forfeit: Clause
    changed_events: Clause
    formats: Formats
    foreign_federations: Minimum
    national_final: Exemption
    national_team: Exemption
    zonal: Exemption
    large_swiss: LargeSwiss
    normal_foreigner: Clause
    own_federation: MaximumShare
    one_federation: MaximumShare
    title_holders: MinimumShare
    required_titles: RequiredTitles
    double_round_robin: DoubleRoundRobin
    rating_list: Clause
    floor: Clause
    one_raised: Raised
    unrated: Unrated
    unrated_share: UnratedShare | None = None
    average_rounding: Clause
    performance: Clause
    average: Clause
    score: Score
    expectancy: Clause
    award_games: Minimum
    several_titles: Clause
    peak_rating: Clause
    peak_unpublished: Clause
    edition_of_event: Clause
    old_norms: Clause
    qualifying_event: StrongSwiss | None = None
    long_norms: Cap
    certificate: Clause

    def exemptions(self) -> tuple[tuple[str, Exemption], ...]:
        """The clauses that lift the federation limits for a kind of event, by their keys."""
        return tuple((key, getattr(self, key)) for key in ("national_final", "national_team", "zonal"))
