"""What differs by one value, is said twice, is contradicted or changes, in English; not looked at while tuning."""

from ..shapes import Change, Decoy, Fact

DECOYS = (
    Decoy("number", "Samples of batch {hundreds} rest {x} minutes in the cooler", ("12", "15", "18", "21", "120")),
    Decoy("identifier", "Forklift {x} got a new battery in {city}", ("unit-A7", "unit-A8", "unit-B7")),
    Decoy("build", "Firmware {x} of the {product} scanner was signed by {user}", ("r5501", "r5502", "r5511", "r5051")),
    Decoy("colour", "Crates with {x} tape go to dock {few} of {city}", ("green", "white", "black", "yellow")),
    Decoy("name", "For the {city} branch {x} holds key number {teens}", ("the janitor", "the porter", "the buyer")),
    Decoy("weekday", "{user} swims {few} lengths each {x}", ("Wednesday", "Friday", "Saturday", "Sunday")),
    Decoy("city", "The trial of {product} with {tens} shops started in {x}", ("Porto", "Malmo", "Ghent", "Split")),
    Decoy("negation", "{user} {x} to be copied on offers above {thousands} euros", ("likes", "does not like")),
    Decoy("unit", "The probe in tank {few} of {city} reports in {x}", ("seconds", "minutes", "hours")),
    Decoy("order", "{user} takes the tablet of {tens} mg {x} dinner", ("before", "after")),
    Decoy("comparative", "Paper of {teens} mills was {x} this year than last year", ("cheaper", "dearer")),
    Decoy("antonym", "The side gate of yard {few} in {city} stays {x} at night", ("locked", "unlocked")),
    Decoy("time", "The night train for the {team} crew leaves {city} at {x}", ("21:05", "21:35", "22:05")),
    Decoy("version", "The tariff table {x} applies to orders of {user}", ("T-2024", "T-2025", "T-2026")),
)
DUPLICATES = (
    "{user} {adv}[wears|wore] size {tens} safety shoes from the {city} store",
    "[The|] freezer {teens} in {city} {adv}[hums|hummed] at night",
    "[The|A] grant of {thousands} pounds {adv}[covers|covered] travel to {city}",
    "{user} {adv}[prefers|preferred] the aisle bed in ward {few}",
    "Gate {tens} at {city} [closes|closed] {few} minutes early",
    "[The|] teacher of {user} {adv}[wants|wanted] essays of {hundreds} words by {weekday}",
    "{service} {adv}[drops|dropped] {few} packets [in|of] every {thousands}",
    "[The|] bakery near {city} {adv}[sells|sold] {dish} until {hour}",
    "[The|] {team} crew {adv}[lost|loses] {few} crates on the {weekday} tour",
    "[The|A] reading of {hundreds} lux in aisle {teens} {adv}[was|is] too dim",
    "{user} {adv}[rents|rented] {few} bicycles for the visit to {city}",
    "Choir practice of {user} {adv}[starts|started] at {hour} in hall {few}",
)
CONTRADICTIONS = (
    Change(
        "{user} rents the flat in {city} for {hundreds} a month",
        "{user} bought the flat in {city}, so no rent of {hundreds}",
    ),
    Change("The museum in {city} lends {tens} pieces to {user}", "The museum in {city} withdrew all {tens} pieces"),
    Change(
        "The {team} crew sorts returns of {product}",
        "Returns of {product} are sorted elsewhere, not by the {team} crew",
    ),
    Change(
        "{user} speaks at the fair in {city} on day {few}", "{user} called off the talk at the {city} fair on day {few}"
    ),
    Change(
        "Loans above {thousands} pounds need a guarantor", "A guarantor is waived for loans above {thousands} pounds"
    ),
    Change("The crane in {city} lifts {few} tonnes", "The crane in {city} failed its check at {few} tonnes"),
    Change("{product} comes in boxes of {teens}", "{product} is loose goods by now, boxes of {teens} ended"),
    Change("{user} trains for the race over {few} miles", "{user} stopped training, the {few} miles are off"),
    Change("The ferry to {city} sails at {hour}", "The {hour} ferry to {city} has been cancelled for good"),
    Change("{user} takes sugar in {few} cups a day", "{user} drinks all {few} cups without sugar"),
    Change(
        "Night shifts of the {team} crew end at {hour}",
        "The {team} crew has no night shifts ending at {hour} any longer",
    ),
    Change("{user} teaches course {hundreds} in spring", "Course {hundreds} went from {user} to a colleague"),
)
FACTS = (
    Fact("{product} packaging", "{product} is packed in {x}", ("foil", "paper", "tin", "glass")),
    Fact("{service} shard count", "{service} is cut into {x} shards", ("6", "9", "14", "20")),
    Fact("{user} ward", "{user} lies in ward {x}", ("3B", "4A", "5C", "6D")),
    Fact("{city} tax rate", "The local rate in {city} is {x} percent", ("6", "9", "13", "17")),
    Fact("{team} shift lead", "The {team} crew is led by the {x} lead", ("early", "late", "night", "weekend")),
    Fact("{user} course", "{user} attends the {x} course", ("beginner", "middle", "upper", "master")),
    Fact("{product} warranty", "{product} has a warranty of {x} months", ("12", "24", "36", "60")),
    Fact("{city} gate", "Trucks enter {city} by gate {x}", ("N1", "N2", "S4", "W3")),
    Fact("{service} codec", "{service} compresses with the {x} codec", ("amber", "basalt", "cobalt", "delta")),
    Fact("{user} shoe size", "{user} takes shoes of size {x}", ("38", "39", "41", "43")),
    Fact("{city} humidity", "The store in {city} is kept at {x} percent humidity", ("40", "45", "50", "55")),
    Fact("{team} van", "The {team} crew drives the {x} van", ("silver", "blue", "tall", "electric")),
)
