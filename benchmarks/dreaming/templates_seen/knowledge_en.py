"""What is known for long, in English."""

from ..shapes import Conflict, Entry, Group

ENTRIES = (
    Entry(
        "Falconry visitors at {rare} favour gauntlets waxed by {rare2}", "A hawk at {rare} tore {few} thin gauntlets"
    ),
    Entry("Letterpress type called {rare} smudges on {rare2} vellum", "{tens} wedding cards had smudged on vellum"),
    Entry(
        "The sundial named {rare} lags behind the one at {rare2}",
        "Schoolchildren measured {few} shadows that disagreed",
    ),
    Entry("Bellringers of {rare} rehearse the peal {rare2} blindfold", "A peal collapsed at change {hundreds}"),
    Entry("Beekeepers around {rare} smoke hives with {rare2} moss", "A swarm left {few} hives at dusk"),
    Entry("Marquetry glue {rare} needs clamps made by {rare2}", "The veneer lifted along {few} seams"),
    Entry("Kite flyers at {rare} distrust bridles knotted like {rare2}", "{few} kites spun into the dunes"),
    Entry("Harpsichord quills from {rare} outlast the {rare2} plectra", "{teens} quills snapped during a toccata"),
    Entry("Mushroom pickers of {rare} avoid birches near {rare2}", "An inedible bolete hid beneath {few} birches"),
    Entry("Puppeteers of {rare} carve jaws from {rare2} limewood", "A marionette jaw cracked in scene {few}"),
    Entry(
        "Telescope mirrors ground at {rare} fog under the {rare2} dome", "Saturn blurred for {tens} amateur stargazers"
    ),
    Entry("Cider makers at {rare} blend the {rare2} russet last", "{few} barrels fermented into vinegar"),
)
KEPT = (
    "Lease file {rare} names clause {teens}, agreed with {rare2}, for the {city} storage room",
    "Insurance folder {rare} covers the {few} vans; adjuster {rare2} has the original",
    "Disaster drill {rare} expects the {service} restore at station {rare2} within {hour}",
    "Escrow box {rare} holds the {product} escrow copy; notary {rare2} keeps key {few}",
    "Emergency contact for site {rare} is pager {hundreds} at {rare2}",
    "Tender {rare} asks for reference {rare2} and {few} signed statements",
    "Audit trail {rare} starts at ledger page {hundreds}, checked by {rare2}",
    "Customs broker {rare} clears goods under licence {rare2}, limit {thousands}",
    "Spare rotor {rare} lies in rack {rare2}, shelf {few}",
    "Bank mandate {rare} lets {rare2} sign up to {thousands} euros",
    "Archive crate {rare} went to vault {rare2} with {tens} folders",
    "Site survey {rare} found {few} cracks near pillar {rare2}",
)
PROMOTABLE = (
    Entry("Freeze {service} releases {few} days before a holiday in {city}", "The {teens}-hour outage on a holiday"),
    Entry("Send {user} the agenda {tens} minutes ahead or the call is moved", "{few} calls were moved in one month"),
    Entry(
        "Rotate the {service} log at {hundreds} megabytes, later it stalls", "The disk of {service} filled at {hour}"
    ),
    Entry("Check the tax number before the {product} contract goes to {city}", "A contract over {thousands} came back"),
    Entry("Keep {few} seats free in the shuttle to {city} for late guests", "{user} stood at the stop at {hour}"),
    Entry("Name the reviewer of {service} changes above {hundreds} lines up front", "A change lay for {tens} days"),
    Entry("Book the {city} hall {tens} days ahead of any {product} launch", "The {product} launch had no hall"),
    Entry("Warm the oven {teens} minutes longer for {dish} at {city}", "{tens} raw portions of {dish} went out"),
    Entry("Ask {user} twice about numbers above {thousands}", "A zero too many reached the board at {hour}"),
    Entry("Drain {service} workers for {tens} seconds before stopping them", "{hundreds} jobs were lost at a restart"),
    Entry("Store the {product} samples below {teens} degrees in {city}", "A batch of {hundreds} samples spoiled"),
    Entry("Tell the {team} team of price changes {few} days early", "{tens} customers saw the old price"),
)
MERGES = (
    Group(
        "briefings",
        ("{user} prefers {hundreds}-word abstracts", "{user} likes bullet points in briefings",
         "{user} wants the risk named first", "{user} enjoys a closing outlook of {few} lines"),
        ("{user} may dislike tables", "{user} seems to skip footnotes"),
    ),
    Group(
        "flights",
        ("{user} prefers seats near an exit", "{user} likes to land before {hour}",
         "{user} travels with cabin baggage only", "{user} collects miles on every trip"),
        ("{user} perhaps avoids red-eye connections", "{user} might want vegetarian meals on board"),
    ),
    Group(
        "code-review",
        ("{user} wants commits below {hundreds} lines", "{user} asks for a test beside each fix",
         "{user} prefers comments that say why", "{user} likes screenshots of changed pages"),
        ("{user} possibly dislikes emojis in reviews", "{user} seems fond of rebasing"),
    ),
    Group(
        "hotels",
        ("{user} prefers rooms above floor {few}", "{user} wants breakfast included",
         "{user} likes a desk by daylight", "{user} asks for check-in after {hour}"),
        ("{user} perhaps minds carpets", "{user} may need an iron"),
    ),
    Group(
        "meetings",
        ("{user} likes meetings of {tens} minutes", "{user} wants an owner for every action",
         "{user} prefers cameras switched off", "{user} keeps mornings free of calls"),
        ("{user} might prefer walking talks", "{user} seems to dislike round tables"),
    ),
    Group(
        "lunch",
        ("{user} likes soup as a starter", "{user} wants gluten-free bread",
         "{user} prefers {dish} on busy days", "{user} drinks still water"),
        ("{user} may avoid garlic", "{user} perhaps enjoys spicy sauces"),
    ),
    Group(
        "reports",
        ("{user} prefers figures rounded to thousands", "{user} wants sources under each chart",
         "{user} likes last year beside this year", "{user} reads on a tablet"),
        ("{user} seems to print the annex", "{user} might want audio versions"),
    ),
    Group(
        "deployment",
        ("{user} prefers releases before {hour}", "{user} wants a flag on new features",
         "{user} likes canaries at {pct} percent", "{user} asks for the changelog in advance"),
        ("{user} perhaps fears database moves", "{user} may want a second approver"),
    ),
    Group(
        "fitness",
        ("{user} prefers stretching at lunch", "{user} counts {thousands} steps as enough",
         "{user} likes reminders to stand", "{user} wants weekends without training"),
        ("{user} might enjoy rowing", "{user} seems to dislike gyms"),
    ),
    Group(
        "support",
        ("{user} wants callbacks within {few} hours", "{user} prefers chat over mail",
         "{user} likes steps as numbered lists", "{user} asks for one contact person"),
        ("{user} may dislike surveys", "{user} perhaps wants video help"),
    ),
    Group(
        "slides",
        ("{user} prefers dark slides", "{user} wants {teens} pages at most",
         "{user} likes one message a page", "{user} asks for speaker notes"),
        ("{user} seems to dislike animations", "{user} might like quotes"),
    ),
    Group(
        "gifts",
        ("{user} likes books as presents for partners", "{user} keeps gifts under {tens} euros",
         "{user} prefers cards written by hand", "{user} wants local makers"),
        ("{user} perhaps avoids wine", "{user} may like plants"),
    ),
)  # fmt: skip
CONFLICTS = (
    Conflict("train-seats", "{user} prefers window seats on trains", "{user} prefers aisle seats on trains",
             "{user} likes to board early"),
    Conflict("report-size", "{user} wants {hundreds}-word reports", "{user} wants {thousands}-word reports",
             "{user} likes a cover page"),
    Conflict("editor-theme", "{user} uses the dark theme", "{user} uses the light theme", "{user} wants large type"),
    Conflict("call-time", "{user} takes calls in the morning", "{user} takes calls in the evening",
             "{user} uses a headset"),
    Conflict("tea", "{user} drinks tea with milk", "{user} drinks tea without milk", "{user} likes a large cup"),
    Conflict("numbers", "{user} writes dates day first", "{user} writes dates month first", "{user} wants UTC times"),
    Conflict("mail", "{user} reads mail on {weekday} only", "{user} reads mail on every day but {weekday}",
             "{user} files mail by project"),
    Conflict("diet", "{user} eats meat", "{user} does not eat meat", "{user} likes small portions"),
    Conflict("charts", "{user} prefers bar charts in purple", "{user} prefers bar charts in cyan",
             "{user} wants a legend below"),
    Conflict("office", "{user} works from {city} in winter", "{user} works from {city2} in winter",
             "{user} wants a second screen"),
    Conflict("language", "{user} wants answers in English", "{user} wants answers in German",
             "{user} likes short greetings"),
    Conflict("backup", "{user} keeps {few} copies of a backup", "{user} keeps {teens} copies of a backup",
             "{user} labels disks by year"),
)  # fmt: skip
IMPORTANT = (
    Entry("Never run the {service} migration without a dump under {few} hours old", "{thousands} orders were lost"),
    Entry("Payments of {product} stop when the {city} clock drifts {few} seconds", "All cards failed at {hour}"),
    Entry("The legal hold on {product} covers mail of {few} years", "The court asked for mail {tens} days late"),
    Entry("Only two people may unlock the {city} vault after {hour}", "Vault {teens} stood open one night"),
    Entry("We chose {product} over its rival for the audit of {few} sites", "The rival failed {teens} checks"),
    Entry("A release of {service} needs a way back within {tens} minutes", "The way back took {few} hours"),
    Entry("Medical notes of {user} stay on the {city} server", "A copy had reached {city2} by mistake {few} times"),
    Entry("Price lists of {product} are shown to {user} before anybody else", "Partners saw list {teens} first"),
    Entry("Alarm {hundreds} of {service} always means data loss", "Alarm {hundreds} was muted for {few} nights"),
    Entry("The {team} team is told first when {service} fails over", "{tens} calls hit an unprepared {team} team"),
    Entry("Contracts over {thousands} euros go through the {city} lawyer", "A clause on page {teens} cost us dearly"),
    Entry("Allergy cards for {dish} are checked by {few} cooks", "A guest in {city} was taken ill at {hour}"),
)
SECURITY = (
    "Decided to close port {thousands} on {service} for good after the scan in {city}",
    "Decided that {user} loses admin rights on {service} as of {hour}",
    "Decided to move the {service} signing hardware to {city}, slot {few}",
    "Decided to block uploads above {hundreds} MB to {product} from outside",
    "Decided to ask for two factors on {product} for the {team} team, wave {few}",
    "Decided to wipe lost laptops of the {team} team within {tens} minutes",
    "Decided to ban macro files in the {city} mailroom, rule {hundreds}",
    "Decided to review guest accounts of {service} every {tens} days",
    "Decided to fence {service} from the {city} guest network, zone {teens}",
    "Decided to shred prints of {product} contracts after {few} days",
    "Decided to log every export of {service} above {thousands} rows",
    "Decided to freeze vendor access to {product} at {hour} on {weekday}",
)
OBSERVATIONS = (
    "I {adv}[answer|answered] {user} too long when the question [has|had] fewer than {teens} words",
    "I {adv}[guess|guessed] the region of {service} instead of looking at page {few} of the runbook",
    "I {adv}[forget|forgot] to name the source when I [quote|quoted] figures above {thousands}",
    "My plans for {city} trips {adv}[leave|left] out the {tens} minutes of transfer",
    "I {adv}[start|started] edits in {service} before reading the {few} open comments",
    "My summaries of {product} calls {adv}[miss|missed] decisions made after minute {tens}",
    "I {adv}[ask|asked] {user} for approval twice for changes under {hundreds} lines",
    "I {adv}[mix|mixed] up drafts {few} and {teens} of the {product} contract",
    "My estimates for the {team} team {adv}[are|were] {pct} percent too low",
    "I {adv}[repeat|repeated] the {weekday} reminder to {user} although it [is|was] done",
    "I {adv}[trust|trusted] cached numbers of {service} older than {few} hours",
    "I {adv}[translate|translated] {dish} names for {city} guests word by word on menu {teens}",
)
