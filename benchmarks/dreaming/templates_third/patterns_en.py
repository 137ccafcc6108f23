"""What is noticed again and again, in English."""

from ..shapes import Pattern

PATTERNS = (
    Pattern(
        "[The|] night shift on ward {few} {adv}[runs|ran|has run] out of saline before {hour}",
        (
            "Saline on ward {few} runs out before {hour} during the night shift",
            "Ward {few}, night shift: out of saline before {hour}",
        ),
        ("Saline deliveries were raised by {pct}% for those nights", "The head nurse counted the bags twice"),
    ),
    Pattern(
        "{user} {adv}[opens|opened] [the|] greenhouse vents [if|when|whenever] it [is|gets|was] warmer than {tens} "
        "degrees",
        (
            "Warmer than {tens} degrees: {user} opens the vents of the greenhouse",
            "{user} has the greenhouse vents open once it is warmer than {tens} degrees",
        ),
        ("Wilted seedlings went down by {pct}%", "A neighbour copied the habit from {user}"),
    ),
    Pattern(
        "[|noticed that] shoppers in {city} {adv}[leave|left|walk out of] [the|] checkout queue [after|once past] "
        "{few} minutes",
        (
            "In {city} it takes {few} minutes until shoppers leave the checkout queue",
            "Checkout queue, {city}: after {few} minutes the shoppers leave",
        ),
        ("A second till brought {pct}% of them back", "The cashier in {city} asked for a stool"),
    ),
    Pattern(
        "[Parents|The parents] of class {few} {adv}[answer|answered|reply to|replied to] [a|the] text message within "
        "{tens} minutes",
        (
            "Within {tens} minutes the parents of class {few} answer a text message",
            "Text message to the parents of class {few}: answered in under {tens} minutes",
        ),
        ("Only {pct}% of the paper slips ever came back", "A father called the letters old-fashioned"),
    ),
    Pattern(
        "{user} {adv}[wants|wanted|would like] [a|the] chronology of {few} pages in front of [each|every] court bundle",
        (
            "In front of every court bundle goes a chronology of {few} pages, {user} wants it so",
            "Court bundles for {user}: a chronology of {few} pages in front of each",
        ),
        ("Hearings were {tens} minutes shorter with it", "The judge thanked {user} for the overview"),
    ),
    Pattern(
        "[Trucks|The trucks] [to|for|bound for] {city} {adv}[lose|lost] {tens} minutes [at|on] the weighbridge on "
        "{weekday}",
        (
            "On {weekday} trucks to {city} lose {tens} minutes at the weighbridge",
            "Weighbridge on {weekday}: {tens} minutes lost by the trucks to {city}",
        ),
        ("A slot system took {pct}% off the wait", "One driver brought a book along"),
    ),
    Pattern(
        "[Players|The players|Our players] {adv}[quit|give up on|gave up on] level {teens} after {few} failed jumps",
        (
            "After {few} failed jumps the players quit level {teens}",
            "Level {teens}: it is after {few} failed jumps that players quit",
        ),
        ("A wider ledge kept {pct}% more of them", "A streamer swore at that jump for an hour"),
    ),
    Pattern(
        "{user} {adv}[practises|practised|plays] [scales|the scales|her scales] best with [a|the] metronome at {tens} "
        "beats [a|per] minute",
        (
            "With the metronome at {tens} beats a minute {user} practises scales best",
            "Scales: {user} does them best when the metronome is set to {tens} beats per minute",
        ),
        ("Wrong notes fell by {pct}%", "The teacher of {user} heard the difference"),
    ),
    Pattern(
        "[The|Our] washing machine {adv}[trips|tripped|blows|blew] the fuse [when|if|whenever] [it is|it was|] loaded "
        "with more than {few} kilos after {hour}",
        (
            "Loaded with more than {few} kilos after {hour}, the washing machine trips the fuse",
            "After {hour} the fuse trips if the washing machine gets loaded with more than {few} kilos",
        ),
        ("The electrician measured {teens} amperes", "Grandmother keeps a torch beside the drum"),
    ),
    Pattern(
        "{user} {adv}[needs|needed|takes|took] [a|one] rest day after [runs|a run|any run] of more than {teens} "
        "kilometres",
        (
            "After running more than {teens} kilometres {user} needs a rest day",
            "{user}: more than {teens} kilometres run, so a rest day is needed",
        ),
        ("Resting pulse dropped by {few} beats", "The coach wrote the pause into the plan"),
    ),
    Pattern(
        "[The|] integration tests of {service} {adv}[time|timed] out [when|if|as soon as] {few} or more [of them|] "
        "[run|ran|are run] in parallel",
        (
            "With {few} or more run in parallel the integration tests of {service} time out",
            "{service}: time out of integration tests when {few} or more are in parallel",
        ),
        ("Running them one by one cut retries by {pct}%", "The build agent was swapping the whole time"),
    ),
    Pattern(
        "[Guests|The guests] {adv}[send|sent] [back the {dish}|the {dish} back] [when|if|whenever] it [takes|took] "
        "[over|more than|longer than] {tens} minutes",
        (
            "If it takes over {tens} minutes, guests send the {dish} back",
            "Over {tens} minutes for the {dish} and guests send it back",
        ),
        ("Refunds made up {pct}% of that evening", "The chef wants the {dish} off the card"),
    ),
    Pattern(
        "[Borrowers|The borrowers|Readers] [of|at] the {city} branch {adv}[return|returned|bring back|brought back] "
        "books on time [if|when] texted {few} days ahead",
        (
            "Texted {few} days ahead, borrowers of the {city} branch return their books on time",
            "{city} branch: books return on time when borrowers are texted {few} days ahead",
        ),
        ("Late fees came down by {pct}%", "A retired teacher praised the reminder"),
    ),
    Pattern(
        "[Toddlers|The toddlers|Children] in group {few} {adv}[nap|napped|sleep|slept] longest after [a|the|their] "
        "walk of {tens} minutes",
        (
            "After a walk of {tens} minutes the toddlers in group {few} nap longest",
            "Group {few}: toddlers nap the longest once they had their walk of {tens} minutes",
        ),
        ("Naps lasted {pct}% longer than in the week before", "The carer finished a whole coffee"),
    ),
    Pattern(
        "[The|Our|That] {colour} printer {adv}[jams|jammed|gets stuck|got stuck] [with|on] paper [heavier than|over] "
        "{hundreds} grams",
        (
            "Paper heavier than {hundreds} grams jams in the {colour} printer",
            "{colour} printer: jams as soon as the paper is heavier than {hundreds} grams",
        ),
        ("The rollers were cleaned {few} times for nothing", "A technician pulled out the crumpled sheet"),
    ),
    Pattern(
        "[Candidates|The candidates|Applicants] for the {team} team {adv}[drop|dropped] out [if|when|whenever] "
        "[an|the|our] answer [takes|took] more than {teens} days",
        (
            "If the answer takes more than {teens} days, candidates for the {team} team drop out",
            "{team} team: candidates drop out after waiting more than {teens} days for an answer",
        ),
        ("Acceptance rose {pct}% with faster replies", "A candidate had signed elsewhere meanwhile"),
    ),
    Pattern(
        "[The|Our] heat pump in {city} {adv}[ices|iced|freezes|froze] up [below|under] minus {teens} degrees",
        (
            "Below minus {teens} degrees the heat pump in {city} ices up",
            "{city}: the heat pump ices up when it is below minus {teens} degrees",
        ),
        ("Heating cost {pct}% more in that week", "The tenants wore coats indoors"),
    ),
    Pattern(
        "[The|] cat of {user} {adv}[refuses|refused|rejects|rejected] [the|its|a] tablet unless [it is|it was|] "
        "crushed into {dish}",
        (
            "Unless crushed into {dish}, the tablet is refused by the cat of {user}",
            "{user}: cat refuses the tablet unless somebody crushed it into {dish}",
        ),
        ("The cat gained {hundreds} grams since", "The vet laughed about the recipe"),
    ),
    Pattern(
        "[The|Our] month-end close {adv}[slips|slipped|is late|was late] by {few} days [when|if|whenever] freight "
        "[from|out of] {city} [is|was|gets] booked late",
        (
            "When freight from {city} is booked late, the month-end close slips by {few} days",
            "Freight from {city} booked late again, month-end close slipped by {few} days",
        ),
        ("Interest on it came to {hundreds} euros", "The controller blames the shared inbox"),
    ),
    Pattern(
        "[Readers|The readers|Subscribers] of {product} {adv}[click|clicked] most on mails [sent|that go out|going out]"
        " [on|] {weekday} at {hour}",
        (
            "Mails sent {weekday} at {hour} are the ones readers of {product} click on most",
            "{product}: most clicks of readers come for mails sent at {hour} on {weekday}",
        ),
        ("Unsubscribing fell to {few} a week", "The copywriter wants to keep that slot"),
    ),
    Pattern(
        "[Concrete|The concrete|Fresh concrete] in {city} {adv}[needs|needed|takes|took] {tens} hours to [set|harden] "
        "[when|if] it [rains|rained]",
        (
            "If it rains, concrete in {city} needs {tens} hours to set",
            "{city}, rain: {tens} hours needed for the concrete to set",
        ),
        ("The schedule gained {few} spare days", "The foreman covers it with foil now"),
    ),
    Pattern(
        "[Visitors|The visitors|Our visitors] {adv}[miss|missed|overlook|overlooked] room {hundreds} "
        "[while|when|whenever] the {colour} sign [is|was] [off|switched off]",
        (
            "While the {colour} sign is switched off, visitors miss room {hundreds}",
            "Room {hundreds}: missed by visitors when its {colour} sign is off",
        ),
        ("Head count in there fell by {pct}%", "A guard now points people the way"),
    ),
    Pattern(
        "{user} {adv}[feels|felt|has|had] no pain in [the|her] knee [with|at] a saddle height of {tens} centimetres",
        (
            "At a saddle height of {tens} centimetres {user} feels no pain in the knee",
            "No pain in the knee of {user} with the saddle at {tens} centimetres height",
        ),
        ("Weekly distance went up by {pct}%", "The physiotherapist marked the seat post"),
    ),
    Pattern(
        "[Callers|The callers|People] on line {teens} {adv}[hang|hung] up [once|when|as soon as] [the|] hold music "
        "[plays|played|has played] for {few} minutes",
        (
            "Once the hold music plays for {few} minutes, callers on line {teens} hang up",
            "Line {teens}: callers hang up after {few} minutes of hold music",
        ),
        ("Lost calls make up {pct}% of the morning", "An old lady hummed along"),
    ),
)
