"""What differs by one value, is said twice, is contradicted or changes, in English."""

from ..shapes import Change, Decoy, Fact

DECOYS = (
    Decoy("number", "{user} has {x} sessions of physiotherapy left on the prescription", ("6", "8", "10", "12", "16")),
    Decoy(
        "identifier",
        "Pallet {x} went on the truck to {city} at {hour}",
        ("PL-0071", "PL-0072", "PL-0171", "PL-0710"),
    ),
    Decoy("name", "{x} plays second violin whenever {user} is away", ("Marek", "Marta", "Marian", "Milan")),
    Decoy("negation", "The till in {city} {x} the loyalty card of {product}", ("accepts", "does not accept")),
    Decoy("order", "Blood is taken from {user} {x} breakfast on {weekday}", ("before", "after")),
    Decoy("comparative", "The hens in barn {teens} lay {x} eggs than last year", ("more", "fewer")),
    Decoy("unit", "The drops for {user} were set to {few} {x} at night", ("mg", "g", "ml", "micrograms")),
    Decoy("date", "The school play of class {few} was set for June {x}", ("12th", "13th", "21st", "22nd")),
    Decoy(
        "role",
        "In the appeal over {thousands} euros {user} speaks for the {x}",
        ("plaintiff", "defendant", "insurer"),
    ),
    Decoy("direction", "At {hour} the {city} ferry casts off from the {x} pier", ("eastern", "western", "northern")),
    Decoy("antonym", "Gate {teens} of the stadium in {city} stays {x} during matches", ("locked", "unlocked")),
    Decoy("currency", "The deposit for flat {hundreds} in {city} is {tens} {x}", ("euros", "francs", "dollars")),
    Decoy("version", "Patch {x} of {product} was handed to the players on {weekday}", ("1.0.7", "1.0.17", "1.1.7")),
    Decoy("quantity", "{x} nurses on ward {few} took the refresher course in {month}", ("All", "Not all", "No")),
)
DUPLICATES = (
    "{user} [left|has left] the cello [at|in] the repair shop, ticket {build}",
    "[The|Our] vet {adv}[comes|is coming|will come] to barn {few} on {weekday} at {hour}",
    "[A|One] wheelchair [is|was] {adv}missing [from|on] ward {teens} in {city}",
    "[The|] fire drill at the {city} school [starts|begins|will start] at {hour}",
    "{user} {adv}[owes|owed] the club {tens} euros for [the|] shirts",
    "Container {build} {adv}[sits|sat|is sitting] in customs at {city}",
    "[The|] boiler of flat {hundreds} {adv}[drips|dripped|is dripping] into [the|a] {colour} bucket",
    "{user} {adv}[knows|knew] [the|] score of act {few} by heart",
    "[The|Our] sample of {product} {adv}[weighs|weighed] {hundreds} grams without [the|its] lid",
    "Locker {hundreds} [is|was|stays] reserved for {user} [until|till] {month}",
    "[The|] hearing about the {city} plot [is|was] {adv}[held|to be held] in hall {teens}",
    "[The|] choir {adv}[rents|rented|hires] the chapel for {hundreds} euros [a|per] month",
    "[The|] apples in row {teens} [ripen|ripened|are ripening] {few} days late [this year|]",
    "[Server|The server] {code} {adv}[needs|needed|requires] [a new|another] fan",
)
CONTRADICTIONS = (
    Change("{user} keeps goal for the {city} football club", "{user} does not keep goal for {city} any longer"),
    Change("Barn {teens} houses {tens} goats", "Barn {teens} has no goats, all {tens} were sold"),
    Change(
        "The registry in {city} takes filings of up to {hundreds} pages by fax",
        "Fax filings are refused by the registry in {city}, whether {hundreds} pages or one",
    ),
    Change("{user} had the tetanus shot on {month} {teens}", "{user} never got a tetanus shot, not on {month} {teens}"),
    Change(
        "The arena server of {product} carries {hundreds} players at once",
        "The arena server of {product} collapses long before {hundreds} players",
    ),
    Change("School bus {few} stops at the {city} pool at {hour}", "School bus {few} drives past the {city} pool"),
    Change("{user} teaches cello on {weekday} at {hour}", "{user} quit teaching; {weekday} {hour} is open now"),
    Change("The freight lift at dock {teens} works", "The freight lift at dock {teens} is out of order"),
    Change("Nobody keeps pets in flat {hundreds} of {user}", "A dog lives in flat {hundreds} with {user}"),
    Change("The {city} shop is open on {weekday} until {hour}", "On {weekday} the {city} shop stays closed all day"),
    Change("{service} needs a licence for {thousands} euros", "{service} is free; {thousands} euros were refunded"),
    Change("{user} may lift {tens} kilos after the surgery", "{user} must not lift anything near {tens} kilos yet"),
)
FACTS = (
    Fact("{user} belt", "{user} holds the {x} belt in judo", ("yellow", "orange", "green", "brown")),
    Fact("{user} bed", "{user} lies in bed {x} of the clinic", ("3B", "5A", "7C", "9D")),
    Fact("{city} toll", "The toll on the {city} bridge is {x} euros", ("4", "6", "7", "11")),
    Fact("{product} publisher", "{product} is published by {x}", ("Oxbow", "Tallgrass", "Redfern", "Nightjar")),
    Fact("{user} instrument", "{user} plays the {x} in the orchestra", ("viola", "oboe", "bassoon", "harp")),
    Fact("{service} storage", "{service} writes to the {x} bucket", ("cedar", "maple", "willow", "larch")),
    Fact("{city} warden", "The allotments in {city} are looked after by {x}", ("Ines", "Jonas", "Petra", "Ruben")),
    Fact("{team} sponsor", "The {team} team is paid for by the {x} fund", ("harvest", "bridge", "school", "sport")),
    Fact("{product} rating", "{product} is rated from age {x}", ("3", "7", "12", "16")),
    Fact("{user} dose", "{user} takes {x} drops of iron a day", ("10", "15", "20", "25")),
    Fact("{service} schedule", "{service} wakes up every {x} minutes", ("6", "12", "18", "45")),
    Fact("{city} tram", "The nursery in {city} is reached by tram {x}", ("2", "9", "14", "21")),
)
