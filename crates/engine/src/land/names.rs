//! Names of people and places.

use super::{FeatureKind, SimRng};

const FIRST: [&str; 40] = [
    "Ada", "Bram", "Cora", "Dale", "Edda", "Finn", "Gwen", "Hale", "Ida", "Joss", "Kit", "Lena", "Mark",
    "Nell", "Odo", "Pia", "Quin", "Rafe", "Sib", "Tam", "Una", "Vik", "Wren", "Yan", "Zoe", "Alder", "Bryn",
    "Cleo", "Dov", "Esk", "Fern", "Goss", "Hob", "Ines", "Jory", "Kell", "Lark", "Moss", "Nan", "Orla",
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
    let drawn = std::iter::repeat_with(draw).take(20).find(|name| !taken(name));
    drawn.unwrap_or_else(|| numbered(&first, taken))
}

/// A person's name, numbered when it was given before.
pub fn people_name(rng: &mut SimRng, taken: impl Fn(&str) -> bool) -> String {
    let first = rng.pick(&FIRST).copied().unwrap_or("Ada");
    numbered(first, taken)
}

/// A name for a settlement: wayside places are named after what travellers find there.
pub fn place_name(rng: &mut SimRng, wayside: bool, taken: impl Fn(&str) -> bool) -> String {
    for _ in 0..20 {
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
    numbered("Newplace", taken)
}

fn numbered(name: &str, taken: impl Fn(&str) -> bool) -> String {
    if !taken(name) {
        return name.to_owned();
    }
    let suffixes = ["II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"];
    let named = suffixes.iter().map(|suffix| format!("{name} {suffix}")).find(|name| !taken(name));
    let many = || (11..u32::MAX).map(|n| format!("{name} {n}")).find(|name| !taken(name));
    named.or_else(many).unwrap_or_default()
}
