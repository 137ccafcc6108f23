"""The closed lists by which English statements are compared: light words, framing verbs, values, opposites.

They are classes of words as a grammar or a dictionary gives them, and not counted in anybody's texts. All are kept as
`stem_of` leaves them.
"""

import re


def words_in(lines: str) -> list[str]:
    """Return the words of a list, between which there are blanks."""
    return lines.split()


def groups_in(lines: str) -> list[list[str]]:
    """Return the words of a list of groups, between which there are commas; the first stands for its group."""
    return [group.split() for group in lines.split(",")]


def pairs_in(lines: str) -> list[tuple[str, str]]:
    """Return pairs that are written as `one/other`."""
    return [(one, other) for one, _, other in (pair.partition("/") for pair in lines.split())]


_FORMS = """
arise arose arisen, become became, bend bent, bind bound, bite bit bitten, bleed bled, blow blew blown, breed bred
, burst bursts, deal dealt, dig dug, dream dreamt, feed fed, fight fought, forbid forbade forbidden, forgive forgave
forgiven, grind ground, hang hung, hide hid hidden, kneel knelt, lean leant, leap leapt, learn learnt, lie lay lain
, light lit, overtake overtook overtaken, overcome overcame, prove proved proven, rewrite rewrote rewritten, shine shone
, shoot shot, shrink shrank shrunk, slide slid, smell smelt, spell spelt, spill spilt, spin spun, split splits, spoil
spoilt, spring sprang sprung, strike struck, string strung, strive strove, swear swore sworn, sweep swept, swing swung
, undertake undertook undertaken, undo undid undone, uphold upheld, withdraw withdrew withdrawn, withhold withheld
, understand understood, weave wove woven, weep wept, wind wound, bear bore borne, beat beaten, bid bade, cling clung
, creep crept, flee fled, fling flung, foresee foresaw foreseen, mistake mistook mistaken, redo redid redone, rebuild
rebuilt, resell resold, retell retold, sew sewn, sow sown, thrust thrusts, tread trod trodden, unwind unwound
, wring wrung
, begin began begun, break broke broken, bring brought, build built, buy bought, cache caches, catch caught
, choose chose chosen, come came coming, do did done does doing, draw drew drawn, drink drank drunk, drive drove driven
, eat ate eaten, fall fell fallen, feel felt, find found, fly flew flown, forget forgot forgotten, freeze froze frozen
, get got gotten, give gave given, go went gone goes going, grow grew grown, have has had having, hear heard, hold held
, hide hid hidden, keep kept, know knew known, lay laid, lead led, leave left, lend lent, lose lost, make made
, mean meant, meet met, pay paid, ride rode ridden, ring rang rung, rise rose risen, run ran, say said, see saw seen
, seek sought, sell sold, send sent, shake shook shaken, show shown, sing sang sung, sink sank sunk, sit sat
, sleep slept, speak spoke spoken, spend spent, stand stood, steal stole stolen, stick stuck, swim swam swum
, take took taken, teach taught, tear tore torn, tell told, think thought, throw threw thrown, wake woke woken
, wear wore worn, win won, write wrote written, child children, person people, man men, woman women, foot feet
, analysis analyses, index indices, evening, morning, during, string, spring, ceiling, nothing, something, anything
, everything, hundred, news, lens, gas, bus
"""
_FIRST_FORM = {form: forms[0] for forms in groups_in(_FORMS) for form in forms}
_DOUBLED = re.compile(r"([bdfgmnprt])\1$")
_SILENT = re.compile(r"(?:^|[^aeiou])[aeiou][^aeiouwxy]$|[vcz]$|[rnl]s$|[aeiou]{2}s$|dg$|u$|qu[aeiou][^aeiouwxy]$")
"""What is left of a verb of one syllable that is written with an `e` at its end."""
_VOWELS = re.compile("[aeiouy]+")


def stem_of(word: str) -> str:
    """Return an English word in lower case without the endings of number, person and tense.

    Words that mean different things keep apart (`plan`, `plane`), if need be at the cost of a form that is not met.

    >>> [stem_of(word) for word in ("skips", "skipped", "copies", "copied", "moved", "used", "passes", "scheduled")]
    ['skip', 'skip', 'copy', 'copy', 'move', 'use', 'pass', 'schedul']
    """
    if word in _FIRST_FORM:
        return _FIRST_FORM[word]
    if len(word) > 4 and word.endswith(("ies", "ied")):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-2] if word.endswith(("sses", "shes", "ches", "xes", "zzes")) else word[:-1]
    for ending in ("ing", "ed"):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= 2 and not word.endswith("eed"):
            if (len(rest) > 2 and _VOWELS.search(rest)) or rest[0] in "aeiou":
                word = _without_ending(rest)
            break
    return word[:-1] if len(word) > 5 and word.endswith("e") else word


def _without_ending(rest: str) -> str:
    if _DOUBLED.search(rest) and len(rest) > 3:
        return rest[:-1]
    return rest + "e" if len(_VOWELS.findall(rest)) == 1 and _SILENT.search(rest) else rest


def _stems(lines: str) -> frozenset[str]:
    return frozenset(stem_of(word) for word in words_in(lines))


LIGHT = _stems(
    """
    a an the this that these those it its itself ones user users
    am is are be been being do does done has have having
    and but yet so as of at by for with about into through to in on onto upon within toward towards via
    because although though which there
    again still really also very quite rather even indeed clearly certainly definitely truly actually too
    essentially obviously evidently plainly surely moreover please ok okay thanks oh hey
    """
)
"""What may be there or not and changes nothing: articles, present forms of auxiliaries, prepositions, light adverbs."""

PREPOSITIONS = _stems("of at by for with about into through to in on onto within toward towards via as")
"""The light words that tell which part the next word plays."""
TELLING = _stems("by for with about through via within to into onto")
"""Prepositions of which another one before the same word says something else."""

GENERIC = _stems(
    """
    say tell give get take make go come send put show see look seem think know work write file thing way part new all
    any each every both most much other kind sort set done good best well altogether fine ever anyway
    stay remain become turn happen occur note notice tend prove place note own same such back along together around
    whole entire entirely complete completely full fully exactly simply directly straight per once already during
    soon bound case time always
    """
)
"""What one of two free wordings may have, and the other may have something else for, without another meaning."""

AGAINST = _stems("dislike hate avoid detest loathe")
"""Verbs that frame the contrary of a statement."""
FRAMES: dict[str, str] = {
    **dict.fromkeys(
        AGAINST
        | _stems(
            """
            prefer like love enjoy want wish ask request demand favour favor desire expect appreciate choose insist
            """
        ),
        "wish",
    ),
    **dict.fromkeys(_stems("need require"), "need"),
    **dict.fromkeys(_stems("use utilise utilize employ keep stick maintain retain"), "use"),
}
"""Verbs that frame a statement: those of one frame say the same, and a statement may do without."""

SYNONYMS = {
    stem_of(word): stem_of(group[0])
    for group in groups_in(
        """
        include contain comprise, begin start commence, finish end, large big, quick fast, reply answer respond
        , help assist, mail email, purchase buy, repair fix mend, since after, before prior, over above exceed
        , under below beneath, until till, shift move, phone telephone, colour color, centre center, grey gray
        , programme program, error fault mistake, minute min mins, hour hr hrs, second sec secs, percent pct, shop store
        , lack miss, pick select, stop halt, small little, increase climb, try attempt, check verify inspect, build
        construct
        , erase delete, omit skip, copy duplicate, delay postpone, wrong incorrect, glad happy, ill sick
        , child kid, task job, picture image photo, document doc, message msg, customer client, trip journey
        , immediately instantly, roughly approximately around, receive obtain, arrive reach, gather collect, hire rent
        , allow permit, forbid prohibit, drag pull, ship deliver, rubbish garbage trash, holiday vacation, car
        automobile
        , flat apartment, elevator lift, lorry truck, film movie, password passcode, url link, folder directory
        , bill invoice, salary wage, employee staff worker, guest visitor, reader subscriber, candidate applicant
        , nap sleep, ice freeze, reject refuse, hard difficult, easy simple, exact precise, main chief, rare uncommon
        , tired exhausted, strange odd, shut close, broken damaged, jam stick, tag label, forward relay
        , restart reboot, evaluate assess, explain clarify, mention cite, suggest propose, recommend advise
        , cancel abort, resume continue, late overdue
        """
    )
    for word in group
}
"""Words for words: each with the one that stands for both."""


def _standing_for(word: str) -> str:
    stem = stem_of(word)
    return SYNONYMS.get(stem, stem)


NEGATIONS = frozenset(
    words_in(
        """
        not no never none nobody nothing nowhere neither nor without unless except hardly barely scarcely seldom rarely
        """
    )
)

PHRASES: tuple[tuple[str, re.Pattern[str], str], ...] = tuple(
    (hint, re.compile(pattern, re.IGNORECASE), put)
    for hint, pattern, put in (
        ("than", r"\b(?:no|not) (?:more|later|longer|greater|higher) than\b", " at_most "),
        ("most", r"\bat (?:the )?most\b", " at_most "),
        ("up to", r"\bup to\b(?= \d)", " at_most "),
        ("than", r"\b(?:no|not) (?:less|fewer|earlier|lower) than\b", " at_least "),
        ("least", r"\bat (?:the )?least\b", " at_least "),
        ("than", r"\b(?:more|greater|higher|larger|longer) than\b(?= \d)", " over "),
        ("than", r"\b(?:less|fewer|lower|smaller|shorter) than\b(?= \d)", " under "),
        ("no ", r"\bno (?:longer|more)\b", " not "),
        ("instead", r"\binstead of\b", " instead "),
        ("than", r"\brather than\b", " instead "),
        ("not", r"\b(?:and|but) not\b|, not\b", " instead "),
        ("not", r"\bnot (?:only|just)\b", " "),
        ("once", r"\bonce (?:more|again)\b", " "),
        ("as ", r"\bas (?:usual|always|before|ever|expected|well)\b", " "),
        ("an hour", r"\ban hour\b", " per hour "),
        ("as soon", r"\bas soon as\b", " when "),
        ("once ", r"(?:^|(?<=[,;]\s)|(?<=\w\s))once (?=(?:the|it|he|she|they|we|you|there|a|an|this|that) )", "when "),
        (" like", r"\bwould like\b", " want "),
        ("once", r"\bonce (?=an? |per |every |each |daily|weekly|monthly)", " 1 "),
        ("one ", r"(?<!no )(?<!the )(?<!this )(?<!that )\bone\b(?= [a-z])", " 1 "),
        (" but", r"\b(?:every|each|any|all)\b( \w+)? but\b", r"every\1 except"),
        ("e-mail", r"\be-mail", "mail"),
    )
)
"""Phrases that mean something else than their words: what each holds in small letters, and what is read for it."""

RELATIONS = _stems("before since until over under than from against between instead at_most at_least")
"""Words that place what follows: what they stand with belongs to what is said."""
PARTICLES = _stems("off up down out")
"""Words that tell what a verb means, beside it or behind its object."""

NUMBER_WORDS = {
    word: str(number)
    for number, words in enumerate(
        groups_in(
            """
            zero,, two twice, three thrice, four, five, six, seven, eight, nine, ten, eleven, twelve dozen, thirteen
            , fourteen, fifteen, sixteen, seventeen, eighteen, nineteen, twenty
            """
        )
    )
    for word in words
} | {
    word: str(30 + 10 * at)
    for at, word in enumerate(words_in("thirty forty fifty sixty seventy eighty ninety hundred"))
}

CLASSES = {
    stem_of(word): f"{name}:{group[0]}"
    for name, members in (
        (
            "weekday",
            "monday mon, tuesday tue tues, wednesday, thursday thu thurs, friday fri, saturday, sunday, weekend",
        ),
        ("month", "january, february, march, april, june, july, august, september, october, november, december"),
        (
            "colour",
            """
            red, orange, yellow, green, blue, purple, violet, cyan, magenta, pink, brown, black, white, grey, teal
            , beige, turquoise, amber, indigo, crimson, scarlet, navy, maroon, olive, lilac, gold, silver
            """,
        ),
        (
            "person",
            """
            i me mine myself, we us ours ourselves, you yours yourself yourselves, he him himself
            , she hers herself, they them theirs themselves
            """,
        ),
        ("owner", "my, our, your, his, her, their"),
        ("daytime", "morning, noon, afternoon, evening, night, midnight, dawn, dusk"),
        ("day", "today, tomorrow, yesterday"),
        ("often", "hourly, daily, weekly, fortnightly, monthly, quarterly, yearly annually, nightly"),
    )
    for group in groups_in(members)
    for word in group
}
"""Words that are values, each with its class and which of it it is."""

OPPOSITE_RELATIONS = frozenset(
    (stem_of(one), stem_of(other))
    for one, other in pairs_in("before/since over/under at_most/at_least at_most/over at_least/under")
)
"""Relations of which only one can hold with the same thing."""
TIMES = _stems("before since until from")
"""Those of which only one can hold with the same point of time."""

OPPOSITES = tuple(
    (_standing_for(one), _standing_for(other))
    for one, other in pairs_in(
        """
        up/down in/out on/off open/close open/shut begin/stop begin/finish enable/disable allow/forbid allow/deny
        allow/block accept/reject accept/decline approve/deny increase/decrease raise/lower rise/fall grow/shrink
        more/less more/fewer most/least long/short longer/shorter large/small larger/smaller high/low higher/lower
        faster/slower quick/slow quicker/slower loud/quiet louder/quieter early/late earlier/later first/last hot/cold
        warm/cold warmer/colder light/dark full/empty left/right top/bottom front/back inside/outside window/aisle
        public/private internal/external true/false pass/fail success/failure sell/purchase add/remove push/pull
        online/offline all/none manual/automatic manually/automatically input/output min/max minimum/maximum old/new
        better/worse best/worst easy/hard cheap/expensive cheaper/dearer strong/weak wet/dry safe/unsafe present/absent
        include/exclude show/hide lock/unlock import/export upload/download ascending/descending horizontal/vertical
        north/south east/west tea/coffee
        """
    )
)
"""Pairs of which one text cannot have the one, another the other, and both say the same."""
