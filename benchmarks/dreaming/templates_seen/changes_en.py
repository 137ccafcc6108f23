"""What differs by one value, is said twice, is contradicted or changes, in English."""

from ..shapes import Change, Decoy, Fact

DECOYS = (
    Decoy("number", "{user} wants meeting minutes as {x}-word summaries", ("150", "200", "250", "300", "90")),
    Decoy(
        "identifier",
        "Job {x} of {service} was moved to the spare worker",
        ("retry_1", "retry_2", "retry_3", "retry_12"),
    ),
    Decoy("build", "Build {x} of {service} passed the smoke tests on {weekday}", ("8112", "8113", "8121", "8211")),
    Decoy("colour", "{user} marks open points in {x} on the {weekday} board", ("purple", "cyan", "orange", "grey")),
    Decoy("name", "{x} from the {team} team signs the budget of {user}", ("the auditor", "the planner", "the clerk")),
    Decoy("weekday", "The {service} backup is copied to {city} every {x}", ("Monday", "Tuesday", "Thursday", "Sunday")),
    Decoy("city", "Parcels for {user} go through the depot in {x}", ("Leeds", "Lille", "Turin", "Graz")),
    Decoy("negation", "{service} {x} the shared cache in {city}", ("uses", "does not use")),
    Decoy("unit", "The limit of {service} is {tens} {x} per upload", ("KB", "MB", "GB")),
    Decoy("order", "The smoke test of {service} runs {x} the schema change", ("before", "after")),
    Decoy("comparative", "{user} finds the new office in {city} {x} than the old one", ("louder", "quieter")),
    Decoy("antonym", "The valve of line {teens} in {city} was found {x}", ("open", "closed")),
    Decoy("time", "The stand-up of the {team} team in room {tens} begins at {x}", ("09:15", "09:45", "10:15")),
    Decoy("version", "{product} was pinned to {x} for {user}", ("2.4.1", "2.4.2", "2.14.1", "3.4.1")),
)
DUPLICATES = (
    "{user} {adv}[keeps|kept] the spare badge in drawer {few} of the {city} office",
    "[The|] certificate of {service} [runs|ran] out in {tens} days",
    "[The|A] quote of {thousands} euros for {product} {adv}[includes|included] delivery to {city}",
    "{user} {adv}[asked|asks] to be called {few} minutes before [the|a] courier [arrives|arrived]",
    "Room {hundreds} in {city} {adv}[has|had] no working projector",
    "[The|] form for {product} [wants|wanted] the postcode in field {teens}",
    "{service} {adv}[logs|logged] {thousands} warnings [an|per] hour [since|after] the update",
    "{user} is allergic to the nuts in {dish} from canteen {few}",
    "[The|] {team} team {adv}[moved|moves] the retrospective to {weekday} at {hour}",
    "[A|The] parcel of {few} kilos for {user} {adv}[waits|waited] at the front desk",
    "[The|] translation of chapter {teens} [is|was] with the proofreader in {city}",
    "{user} {adv}[parks|parked] on level {few} when coming to {city}",
)
CONTRADICTIONS = (
    Change("{user} eats no meat at work lunches in {city}", "{user} eats meat again and orders the steak in {city}"),
    Change(
        "{service} is hosted in the {city} data centre", "{service} left the {city} data centre and runs in {city2}"
    ),
    Change("The {team} team owns the release of {product}", "Ownership of {product} releases left the {team} team"),
    Change("{user} is on leave until {weekday} the {teens}th", "{user} came back early, no leave on the {teens}th"),
    Change(
        "Invoices over {thousands} euros need two signatures", "One signature is enough, also over {thousands} euros"
    ),
    Change(
        "The lift in {city} takes {hundreds} kilos", "The lift in {city} was found to take less than {hundreds} kilos"
    ),
    Change(
        "{product} ships with a printed manual of {tens} pages",
        "{product} ships without any manual; the {tens} pages went",
    ),
    Change("{user} answers mail only before {hour}", "{user} now answers mail all day, {hour} plays no part"),
    Change("Tests of {service} take {tens} minutes", "Tests of {service} are done long before {tens} minutes"),
    Change(
        "The supplier for {dish} delivers on {weekday} at {hour}", "No supplier for {dish} comes on {weekday} at {hour}"
    ),
    Change("{user} leads the {team} team with {few} reports", "{user} gave up the {team} team and its {few} reports"),
    Change("Room {hundreds} is free for interviews on {weekday}", "Room {hundreds} is booked for good on {weekday}"),
)
FACTS = (
    Fact("{service} owner", "{service} is owned by the {x} desk", ("billing", "search", "mobile", "platform")),
    Fact("{service} region", "{service} runs in region {x}", ("eu-west", "eu-north", "us-east", "ap-south")),
    Fact("{user} phone", "{user} can be reached at extension {x}", ("4110", "4127", "4283", "4390")),
    Fact("{product} price", "{product} costs {x} euros a seat", ("19", "24", "29", "35")),
    Fact("{user} title", "{user} works as {x}", ("analyst", "senior analyst", "team lead", "head of analysis")),
    Fact("{service} timeout", "{service} gives up after {x} seconds", ("5", "8", "15", "40")),
    Fact("{city} office hours", "The {city} office opens at {x}", ("07:30", "08:00", "08:30", "09:00")),
    Fact("{team} channel", "The {team} team is asked in channel {x}", ("north", "harbour", "lantern", "meadow")),
    Fact("{product} release", "The current release of {product} is {x}", ("4.1", "4.2", "5.0", "5.1")),
    Fact("{user} seat", "{user} sits at desk {x}", ("A12", "B07", "C31", "D18")),
    Fact("{service} replicas", "{service} keeps {x} replicas", ("2", "3", "5", "7")),
    Fact("{city} courier", "Parcels to {city} go with the {x} courier", ("yellow", "red", "night", "bicycle")),
)
