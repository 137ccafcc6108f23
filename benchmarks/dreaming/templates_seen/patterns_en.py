"""What is noticed again and again, in English."""

from ..shapes import Pattern

PATTERNS = (
    Pattern(
        "[The|] weekly briefing for {user} [works|worked] best {adv}with {hundreds}-word abstracts",
        (
            "For {user} the briefing works best when abstracts keep to {hundreds} words",
            "{user}: weekly briefing, abstracts of {hundreds} words work best again this week",
        ),
        ("Read rate of the briefing rose {pct}% since abstracts got shorter", "{user} said shorter abstracts help"),
    ),
    Pattern(
        "{user} {adv}[asks|asked] for invoices [as a|as] single PDF before {hour} on {weekday}",
        (
            "Before {hour} on {weekday} {user} asks for all invoices in a single PDF file",
            "Invoices for {user}: single PDF, sent {weekday} before {hour}, as asked",
        ),
        ("Approval of invoices came {few} days earlier than last quarter", "{user} approved the single PDF at once"),
    ),
    Pattern(
        "[The|A] staging deploy of {service} {adv}[needs|needed] a warm cache of {few} minutes",
        (
            "{service}: give the staging deploy {few} minutes until its cache is warm",
            "Staging deploy of {service} went fine after the cache got {few} minutes to warm",
        ),
        (
            "Error rate after staging deploys fell by {pct}% with the warm-up",
            "Nobody reverted {service} since the warm-up",
        ),
    ),
    Pattern(
        "{user} {adv}[prefers|preferred] [the|] morning train to {city} over any flight under {tens} minutes",
        (
            "To {city} {user} prefers the morning train, even over a flight of under {tens} minutes",
            "{user} took the morning train to {city} and not the flight of under {tens} minutes",
        ),
        ("The train to {city} saved {pct}% of the travel budget", "{user} worked the whole way on the train"),
    ),
    Pattern(
        "Reviewers {adv}[find|found] pull requests over {hundreds} lines [hard|too hard] to read in {service}",
        (
            "Pull requests of {service} over {hundreds} lines are hard for reviewers to read",
            "In {service} reviewers gave up to read pull requests over {hundreds} lines",
        ),
        ("Review time dropped {pct}% for the small ones", "Two reviewers thanked for splitting the change"),
    ),
    Pattern(
        "{user} {adv}[skips|skipped] lunch when meetings [run|ran] past {hour}",
        (
            "When meetings run past {hour}, {user} skips lunch altogether",
            "{user}: meetings past {hour}, so lunch was skipped",
        ),
        (
            "Afternoon answers of {user} got {pct}% shorter on such days",
            "{user} asked to have a snack put in the calendar",
        ),
    ),
    Pattern(
        "[The|] nightly export to {city} {adv}[fails|failed] whenever more than {thousands} rows [are|were] queued",
        (
            "With more than {thousands} rows queued the nightly export to {city} fails",
            "Nightly export to {city}: fails as more than {thousands} rows wait queued",
        ),
        ("Splitting the queue cut failures by {pct}%", "The partner in {city} only saw half a file"),
    ),
    Pattern(
        "Customers of {product} {adv}[ask|asked] [about|for] the refund form within {few} days of delivery",
        (
            "Within {few} days of delivery customers of {product} ask where the refund form is",
            "The refund form is what customers of {product} ask about {few} days after delivery",
        ),
        ("Tickets fell {pct}% once the form was linked", "Support wants the form in the parcel"),
    ),
    Pattern(
        "{user} {adv}[wants|wanted] charts in {colour} [with|and] at most {few} series",
        (
            "Charts for {user}: {colour}, at most {few} series in each",
            "At most {few} series and {colour} is how {user} wants charts",
        ),
        ("The chart page was opened {tens} times, twice as often as before", "{user} printed the chart for the board"),
    ),
    Pattern(
        "[A|The] reminder {tens} minutes before the dose {adv}[helps|helped] {user} [keep|to keep] the schedule",
        (
            "{user} keeps the schedule of the dose when a reminder comes {tens} minutes before",
            "Reminder {tens} minutes before the dose: it helps, {user} kept the schedule",
        ),
        ("Missed doses went down by {pct}%", "{user} turned off the second alarm"),
    ),
    Pattern(
        "[The|] {team} team {adv}[answers|answered] fastest in the {colour} channel after {hour}",
        (
            "After {hour} the {team} team answers fastest if asked in the {colour} channel",
            "Fastest answers of the {team} team: {colour} channel, after {hour}",
        ),
        ("Waiting time there was {few} minutes on average", "Mail to the {team} team lay unread for a day"),
    ),
    Pattern(
        "{user} {adv}[cooks|cooked] {dish} [with|using] {tens} grams less salt than the recipe",
        (
            "Salt in the {dish}: {user} cooks with {tens} grams less than the recipe",
            "{user} uses {tens} grams less salt when cooking {dish} by the recipe",
        ),
        ("Blood pressure came down by {few} points", "The guests noticed nothing about the salt"),
    ),
)
