"""What is noticed again and again, in English; not looked at while tuning."""

from ..shapes import Pattern

PATTERNS = (
    Pattern(
        "Tickets from {city} {adv}[get|got] solved sooner [if|when] the log excerpt has under {tens} lines",
        (
            "A log excerpt of under {tens} lines gets tickets from {city} solved sooner",
            "Sooner solved: tickets from {city} whose log excerpt stays under {tens} lines",
        ),
        ("Median time to solve sank by {pct}%", "The second-line crew praised the short excerpts"),
    ),
    Pattern(
        "{user} {adv}[reads|read] translated contracts only [if|when] both columns [fit|fitted] {few} pages",
        (
            "Both columns on {few} pages: only then {user} reads translated contracts",
            "Translated contracts that fit {few} pages in both columns are the ones {user} reads",
        ),
        ("{tens} of the longer contracts came back unread", "{user} signed the short contract the same evening"),
    ),
    Pattern(
        "[The|] sensor in hall {few} of {city} {adv}[drifts|drifted] after {hour} [hours|hrs] local time",
        (
            "After {hour} hours local time the hall {few} sensor in {city} drifts",
            "{city}, hall {few}: drifting sensor, always after {hour} hours local time",
        ),
        ("Recalibration moved the reading by {pct}%", "The night porter had switched the heating"),
    ),
    Pattern(
        "{user} {adv}[runs|ran] better [on|after] a breakfast of {dish} and {hundreds} ml [of|] water",
        (
            "Breakfast of {dish} with {hundreds} ml water and {user} runs better",
            "{user} runs better when breakfast was {dish}, water {hundreds} ml",
        ),
        ("Pace improved by {few} seconds a kilometre", "No cramps were mentioned in the running diary"),
    ),
    Pattern(
        "[The|] {team} crew {adv}[loads|loaded] pallets [in|within] {tens} minutes when labels [face|faced] outward",
        (
            "With labels facing outward pallets are loaded in {tens} minutes by the {team} crew",
            "{team} crew: pallets loaded in {tens} minutes, labels face outward",
        ),
        ("Overtime in the yard shrank by {pct}%", "The foreman stuck a photo of it beside the gate"),
    ),
    Pattern(
        "Index rebuilds of {service} {adv}[block|blocked] writers [once|after] {thousands} segments [exist|existed]",
        (
            "Once {thousands} segments exist, writers of {service} are blocked by index rebuilds",
            "Writers blocked: index rebuilds of {service} at {thousands} segments",
        ),
        ("Merging segments beforehand won {pct}% of throughput", "The on-call log names the rebuild as cause"),
    ),
    Pattern(
        "{user} {adv}[learns|learnt] vocabulary [faster|quicker] in sets of {teens} cards [at|around] {hour}",
        (
            "Sets of {teens} cards at {hour}: {user} learns vocabulary faster",
            "At {hour} {user} learns vocabulary faster, {teens} cards in sets",
        ),
        ("Retention in the test was {pct}%", "{user} wants the same cards for the second language"),
    ),
    Pattern(
        "Guests of {product} {adv}[cancel|cancelled] when [the|] confirmation takes over {few} hours",
        (
            "If the confirmation takes over {few} hours, guests of {product} cancel",
            "Guests cancel {product} bookings whose confirmation takes over {few} hours",
        ),
        ("Cancellations dropped {pct}% with instant confirmation", "A guest wrote that silence felt like a no"),
    ),
    Pattern(
        "{user} {adv}[signs|signed] off mock-ups [faster|quicker] on {colour} paper in size A{few}",
        (
            "Mock-ups on {colour} paper, size A{few}: {user} signs off faster",
            "{user} signs mock-ups off faster in size A{few} on {colour} paper",
        ),
        ("Sign-off took {tens} hours less", "{user} pinned two of the mock-ups above the desk"),
    ),
    Pattern(
        "[The|A] {weekday} handover {adv}[misses|missed] cases opened after {hour} in {city}",
        (
            "Cases opened after {hour} in {city} are missed by the {weekday} handover",
            "{weekday} handover: cases from {city} opened after {hour} missed",
        ),
        ("{few} cases waited a whole weekend", "The lead in {city} now rings before leaving"),
    ),
    Pattern(
        "{user} {adv}[sleeps|slept] worse after screens [past|beyond] {hour} and {few} coffees",
        (
            "After {few} coffees and screens past {hour} {user} sleeps worse",
            "Screens past {hour}, {few} coffees: {user} slept worse",
        ),
        ("The watch counted {pct}% less deep rest", "{user} put the tablet into the kitchen"),
    ),
    Pattern(
        "Quotes for {product} {adv}[close|closed] when [the|] discount is named in line {few} and stays at {pct2}%",
        (
            "Naming the discount in line {few} at {pct2}% closes quotes for {product}",
            "{product} quotes close: discount named in line {few}, {pct2}%",
        ),
        ("The closing rate climbed by {tens} per mille", "The sales desk copied the layout"),
    ),
)
