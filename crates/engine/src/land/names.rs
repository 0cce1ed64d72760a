//! Names of people and places.

use super::{FeatureKind, SimRng};

/// First names by people, the player's first: no two peoples share one.
const FIRST: [&[&str]; PEOPLES] = [
    &[
        "Ada", "Bram", "Cora", "Dale", "Edda", "Finn", "Gwen", "Hale", "Ida", "Joss", "Kit", "Lena", "Mark",
        "Nell", "Odo", "Pia", "Quin", "Rafe", "Sib", "Tam", "Una", "Vik", "Wren", "Yan", "Zoe", "Alder",
        "Bryn", "Cleo", "Dov", "Esk", "Fern", "Goss", "Hob", "Ines", "Jory", "Kell", "Lark", "Moss", "Nan",
        "Orla",
    ],
    &[
        "Arn", "Birgit", "Carr", "Dagny", "Eirik", "Frida", "Gorm", "Hedda", "Ivar", "Jorun", "Ketil", "Liv",
        "Magni", "Njal", "Oddny", "Rolf", "Signe", "Torvi", "Ulf", "Ylva",
    ],
    &[
        "Aroha", "Benno", "Caro", "Dario", "Elio", "Fina", "Gaio", "Hero", "Iolo", "Juno", "Leto", "Mira",
        "Nico", "Oria", "Paolo", "Rosa", "Silvio", "Tea", "Ugo", "Vita",
    ],
    &[
        "Skar", "Vok", "Brak", "Crow", "Drusk", "Ferret", "Gash", "Hask", "Irk", "Jackdaw", "Krell", "Lurch",
        "Mag", "Nettle", "Ruk", "Shrike", "Thorn", "Varg", "Wasp", "Zarn",
    ],
    &[
        "Abe", "Bess", "Cal", "Dot", "Eli", "Flo", "Gus", "Hettie", "Ike", "Jem", "Lottie", "Mose", "Nora",
        "Opal", "Perry", "Ruth", "Saul", "Tess", "Velma", "Walt",
    ],
    &[
        "Anwen", "Bedwyr", "Cerys", "Dilys", "Emrys", "Ffion", "Gwil", "Huw", "Ifan", "Llew", "Mabli",
        "Nest", "Olwen", "Pryce", "Rhys", "Sian", "Tegan", "Urien", "Wyn", "Ynyr",
    ],
    &[
        "Alis", "Bodo", "Clara", "Dirk", "Elsa", "Falk", "Greta", "Hanno", "Imke", "Jost", "Klara", "Lutz",
        "Meta", "Nils", "Otto", "Peer", "Rika", "Sven", "Thea", "Uwe",
    ],
    &[
        "Amis", "Blaise", "Colin", "Denise", "Eloi", "Fleur", "Gaspar", "Heloise", "Isaut", "Jules",
        "Louise", "Marcel", "Noel", "Odile", "Piers", "Remy", "Simone", "Thibo", "Ursel", "Yves",
    ],
];
/// Peoples that have names of their own.
const PEOPLES: usize = 8;
/// What a person is called after when others of the name live: `Ada of the Ford`, or `Ada of the Red Ford`.
const EPITHET_PLACES: [&str; 24] = [
    "Ford", "Hill", "Mill", "Moor", "Brook", "Wood", "Gate", "Well", "Fen", "Crag", "Dale", "Heath",
    "Bridge", "Pass", "Marsh", "Cairn", "Lane", "Shore", "Barn", "Hollow", "Ridge", "Spring", "Thicket",
    "Weir",
];
const EPITHET_COLOURS: [&str; 12] =
    ["Red", "White", "Black", "Grey", "Green", "Long", "High", "Low", "Old", "New", "Cold", "Broad"];
/// What a place is called when others of the name stand: `Nether Ashby`.
const BEFORE_PLACES: [&str; 10] =
    ["Upper", "Nether", "Great", "Little", "Old", "New", "East", "West", "Far", "Long"];
/// What bands of raiders are called after.
const BEASTS: [&str; 12] = [
    "Crows", "Foxes", "Wolves", "Adders", "Kites", "Stoats", "Ravens", "Badgers", "Magpies", "Shrikes",
    "Boars", "Hounds",
];
const HEADS: [&str; 36] = [
    "Ash", "Ox", "Mill", "Wend", "Salt", "Stan", "Hol", "Thorn", "Bram", "Cold", "Dun", "Elm", "Far", "Gil",
    "Hart", "Ing", "Kel", "Lin", "Mar", "Nor", "Oak", "Pen", "Quarr", "Red", "Sel", "Tarn", "Up", "Wal",
    "Whit", "Yar", "Birk", "Crag", "Fen", "Glen", "Hay", "Rook",
];
const TAILS: [&str; 22] = [
    "by", "ley", "ton", "wick", "ford", "ham", "low", "stead", "worth", "dale", "mere", "combe", "field",
    "hurst", "den", "gate", "cot", "bury", "well", "shaw", "thorpe", "moor",
];
const WAYSIDE: [&str; 12] = [
    "Rest", "Halt", "Cross", "Hearth", "Lantern", "Bench", "Gate", "Turn", "Stile", "Kettle", "Elbow",
    "Shelter",
];

/// Names that are drawn before one is put together otherwise.
const DRAWS: usize = 20;

const RIVERS: [&str; 8] = ["bourne", "water", "beck", "brook", "flow", "rill", "wash", "burn"];
const PEAKS: [&str; 7] = ["Horn", "Tor", "Fell", "Pike", "Crown", "Head", "Tooth"];
const PASSES: [&str; 5] = ["Pass", "Gap", "Saddle", "Notch", "Door"];

/// A name for a river, a peak or a pass.
pub(super) fn feature_name(rng: &mut SimRng, kind: FeatureKind, taken: impl Fn(&str) -> bool) -> String {
    let (tails, joint): (&[&str], &str) = match kind {
        FeatureKind::River => (&RIVERS, ""),
        FeatureKind::Peak => (&PEAKS, " "),
        FeatureKind::Pass => (&PASSES, " "),
    };
    let mut draw = || {
        let head = rng.pick(&HEADS).copied().unwrap_or("Ash");
        format!("{head}{joint}{}", rng.pick(tails).copied().unwrap_or_default())
    };
    let first = draw();
    let drawn = std::iter::repeat_with(draw).take(DRAWS).find(|name| !taken(name));
    drawn.unwrap_or_else(|| distinct_place(&first, taken))
}

/// A person's name in a people, by that people's index; with an epithet when it was given before.
pub fn people_name(rng: &mut SimRng, people: usize, taken: impl Fn(&str) -> bool) -> String {
    let first = rng.pick(FIRST[people % PEOPLES]).copied().unwrap_or("Ada");
    if !taken(first) {
        return first.to_owned();
    }
    let mut epithet = |is_long: bool| {
        let colour = rng.pick(&EPITHET_COLOURS).filter(|_| is_long).map(|colour| format!("{colour} "));
        let place = rng.pick(&EPITHET_PLACES).copied().unwrap_or("Ford");
        format!("{first} of the {}{place}", colour.unwrap_or_default())
    };
    let drawn = (0..DRAWS).map(|draw| epithet(draw >= DRAWS / 2)).find(|name| !taken(name));
    drawn.unwrap_or_else(|| numbered(&epithet(true), taken))
}

/// A name for a band of raiders, with the article.
pub fn band_name(rng: &mut SimRng, taken: impl Fn(&str) -> bool) -> String {
    let mut draw = || {
        let head = rng.pick(&HEADS).copied().unwrap_or("Fen");
        format!("the {head} {}", rng.pick(&BEASTS).copied().unwrap_or("Foxes"))
    };
    let first = draw();
    let drawn = std::iter::once(first.clone()).chain(std::iter::repeat_with(draw).take(DRAWS));
    drawn.into_iter().find(|name| !taken(name)).unwrap_or_else(|| numbered(&first, taken))
}

/// A name for a settlement: wayside places are named after what travellers find there.
pub fn place_name(rng: &mut SimRng, wayside: bool, taken: impl Fn(&str) -> bool) -> String {
    for _ in 0..DRAWS {
        let head = rng.pick(&HEADS).copied().unwrap_or("Ash");
        let name = if wayside {
            format!("{head} {}", rng.pick(&WAYSIDE).copied().unwrap_or("Rest"))
        } else {
            format!("{head}{}", rng.pick(&TAILS).copied().unwrap_or("by"))
        };
        if !taken(&name) {
            return name;
        }
    }
    distinct_place("Newplace", taken)
}

/// A place's name, with a word before it when it was given before.
fn distinct_place(name: &str, taken: impl Fn(&str) -> bool) -> String {
    let before = || BEFORE_PLACES.iter().map(|word| format!("{word} {name}"));
    let named = std::iter::once(name.to_owned()).chain(before()).find(|name| !taken(name));
    named.unwrap_or_else(|| numbered(name, taken))
}

/// A name with a number, when a land has more bearers than there are names.
fn numbered(name: &str, taken: impl Fn(&str) -> bool) -> String {
    (2..u32::MAX).map(|n| format!("{name} {n}")).find(|name| !taken(name)).unwrap_or_default()
}
