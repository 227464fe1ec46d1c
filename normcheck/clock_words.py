"""The words of a rate of play in the languages of tournament files, as tokens of one letter each.

``N`` number, ``C`` hours:minutes, ``H M S`` units, ``V`` moves, ``P`` per, ``E`` the end or the whole game,
``I`` increment, ``F`` from, ``A`` after, ``O`` first, ``X`` without, ``J`` a player, ``&`` a new part, ``/`` and ``*``.
"Per player" says nothing.
And the words of rapid and blitz.
"""

import re
import unicodedata
from typing import NamedTuple

_WORDS = {
    "H": "h hr hrs hour hours std stunde stunden ora ore hora horas heure heures uur uren godz godzina godziny godzin"
    " hod hodina hodiny hodin timme timmar timer sat sata sati ura saat oras ч час часа часов",
    "M": "m mn min mins minute minutes minuten minuto minutos minuti minut minuta minuty minuter minutter minuut"
    " perc dakika dk minuuttia мин минут минуты минута",
    "S": "s sec secs second seconds sek sekunde sekunden seg segs segundo segundos seconde secondes"
    " secondo secondi seconden secunda secunde sekund sekundy sekunda sekunder sekundi masodperc mp saniye sn sekuntia"
    " сек секунд секунды секунда",
    "V": "move moves mv mvs mov movs zug zuge zugen zuege zuegen coup coups jugada jugadas movimiento"
    " movimientos mossa mosse lance lances jogada jogadas mutare mutari zet zetten ruch ruchu ruchy ruchow"
    " posuniecie posuniecia posuniec tah tahu tahy tahov drag draget trekk trek traek potez poteza poteze potezu"
    " lepes lepesre lepesenkent hamle siirto siirtoa siirrolta ход хода ходов",
    "P": "per pro je each every por par cada chaque ogni pe fiecare pr za svaki elke kazdy kazde na каждый на",
    "E": "end ko sd g game rest rests remaining remainder finish sudden death knockout quickplay all whole"
    " entire partie rest restliche restlichen ganze gesamte ende alle fin final finale partida resto"
    " tutta toda reste toute partita fine fim partij einde partia partii konca koniec konce finalul partidei"
    " partiet kraja partiju jatszma vege парт партию партии конца",
    "I": "increment increments inc incr inkrement incremento incrementos bonus addition ajout"
    " zuschlag fischer cumulative kumulativ acrescimo acrescimos adicionais increment pridavek dodatek tillagg"
    " tillegg tillaeg dodatak lisays lisaaikaa добавлением добавка",
    "F": "from starting beginning start ab beginnend desde partir depuis des dal dalla dall vanaf od fran fra"
    " incepand dela",
    "A": "after at nach tras despues apres dopo efter etter dupa apos nakon po после",
    "O": "first ersten erste erster primera primeras primer primeros premier premiere premiers premieres"
    " prima prime primo primi primeiro primeiros primele eerste pierwszego pierwszych prvniho prvnich forste forsta"
    " prvog prvih первых первого",
    "X": "no without ohne sin sans senza sem fara zonder bez utan uten без",
    "&": "and und et y e with mit con avec plus then followed dann danach gefolgt puis luego mas poi"
    " piu anschliessend si com cu met i oraz och og mais mai urmate gevolgd и с",
    "J": "player players spieler jugador jugadores joueur joueurs giocatore giocatori jucator jogador jogadores"
    " speler zawodnika zawodnik hrac hrace spelare spiller igrac igracu",
    "*": "x",
    "": "the a an of for by to in on until till der die das den dem fur im bis zum zur von is le la les"
    " de du el los las del au aux pour en un une una uno il lo gli di che time control rate play"
    " bedenkzeit cadence tempo ritmo juego gioco reflexion riflessione standard classical klassisch"
    " extra additional added add zusatzlich zusatzliche zusatzlichen al um uma do da os as ate para pentru pana"
    " voor van door het do az klassiskt",
}
_LETTER = {word: letter for letter, words in _WORDS.items() for word in words.split()}
_QUOTES = str.maketrans(
    {**dict.fromkeys("’‘′´`ʹ", "'"), **dict.fromkeys("″“”„ʺ", '"'), "×": "x"}
    | dict(zip("łøđıŁØĐ", "lodilod", strict=True))
)
_TOKEN = re.compile(
    r"(?P<odd>\d+[.,]\d+)|(?P<clock>\d+:\d\d(?!\d))"
    r"|(?P<number>\d+)(?:(?:st|nd|rd|th|er|ere|re|eme|e|o|a)\b|\.)?|(?P<word>[^\W\d_]+)\.?|(?P<mark>''|['\"+;,&/])|(?P<skip>[\s().:°\[\]]+)|(?P<other>.)",
    re.DOTALL,
)
_ELISION = re.compile(r"\b[dl]'(?=[a-z])|(?<=\bate )o\b")  # 30 secondes d'increment, ate o fim
_MOST_TOKENS = 80
_MARKS = {"''": "S", '"': "S", "'": "M", "/": "/"}


class Token(NamedTuple):
    """One letter, and for ``N`` a number, for ``C`` (hours:minutes) the minutes."""

    letter: str
    value: int = 0


def plain(text: str) -> str:
    """Give the text in small letters without accents and with typewriter quotes."""
    letters = unicodedata.normalize("NFKD", text.translate(_QUOTES).casefold())
    return "".join(c for c in letters if not unicodedata.combining(c))


def tokens(text: str) -> list[Token] | None:
    """Cut a text into tokens, without words that say nothing; None if a word is not known."""
    found: list[Token] = []
    for match in _TOKEN.finditer(_ELISION.sub("", plain(text))):
        token = _token(match.lastgroup or "", match[match.lastgroup or 0])
        if token is None:
            return None
        starting_with = bool(found) and found[-1].letter == "F" and token.letter in "&A"
        if token.letter == "J":
            while found and found[-1].letter in "/P":
                found.pop()
        elif token.letter and not starting_with:
            found.append(token)
    return found if len(found) <= _MOST_TOKENS else None


def _token(kind: str, text: str) -> Token | None:
    """Make one token; its letter is "" if it says nothing; None if it is not known."""
    if kind == "number" and len(text) <= 4:
        return Token("N", int(text))
    if kind == "clock" and len(text) == 4 and int(text[2:]) < 60:
        return Token("C", int(text[0]) * 60 + int(text[2:]))
    if kind == "word":
        if text == "one":
            return Token("N", 1)
        return Token(_LETTER[text]) if text in _LETTER else None
    if kind == "mark":
        return Token(_MARKS.get(text, "&"))
    return Token("") if kind == "skip" else None


_FAST = re.compile(
    r"\b(?:rapid|rapid(?:play|chess|schach|e|es|o|os|a|as)|schnell(?:schach|partien)?|semilampo|lampo|eclair"
    r"|relampago|blitz(?:schach|chess)?|bullet)\b"
)
_SLOW = re.compile(
    r"\b(?:standard|classic|classical|klassisch\w*|clasic[oa]s?|classiques?|lentes?)\b"
    r"|\b(?:tie ?-?breaks?|play ?-?offs?|armageddon|stichk|spareggi|desempat|departag|barrage|dogryw|таи ?-?бреик)"
    r"|(?<!\d)(?:[7-9]\d|1\d\d|2[0-4]\d)(?!\d)|(?<!\d)[12] ?h"  # more minutes, or hours, than fast chess has
)


def is_fast(text: str) -> bool:
    """Say whether the wording itself is rapid or blitz, and not also standard, of a tie-break or of a long game."""
    words = plain(text)
    return bool(_FAST.search(words)) and not _SLOW.search(words)
