//! What a wanderer carries: few things, each of which changes where it can go, what it knows, or what it meets.
//!
//! What they do on the way is in `sim::possession`.

use super::Season;
use serde::{Deserialize, Serialize};

/// Things that a wanderer can carry at a time.
pub const PACK_SLOTS: usize = 4;
/// Things that are for sale before any waystone is home; each waystone brought home adds one.
const FOR_SALE_AT_FIRST: usize = 6;

/// A thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Thing {
    /// Food for two days.
    Food,
    /// Climbs one peak.
    Rope,
    /// A region as its people know it; read at once.
    Map,
    /// Shows more, and is seen.
    Lantern,
    /// Calls guards, and help from a near settlement.
    Horn,
    /// Leads away what keeps watch, once.
    Decoy,
    /// Snow on high ground costs no time.
    Snowshoes,
    /// Towers do not see its wearer, and others only near by.
    Cloak,
    /// Crosses water near a shore.
    BoatSkin,
    /// Bridges one cell of water for everybody.
    BridgeKit,
}

/// What is the same for all things of a sort.
#[derive(Clone, Copy, Debug)]
pub struct ThingRow {
    /// Its name.
    pub name: &'static str,
    /// Its price in coin.
    pub price: u32,
    /// What it does, in a few words.
    pub words: &'static str,
    /// What is done with it besides carrying it, and what comes of that, if anything is.
    pub deed: Option<(&'static str, &'static str)>,
}

const fn row(name: &'static str, price: u32, words: &'static str) -> ThingRow {
    ThingRow { name, price, words, deed: None }
}

impl ThingRow {
    const fn used(self, deed: &'static str, words: &'static str) -> ThingRow {
        ThingRow { deed: Some((deed, words)), ..self }
    }
}

const ROWS: [ThingRow; 10] = [
    row("food", 1, "eaten last, lasts two days"),
    row("rope", 2, "step onto one peak; wade safely"),
    row("map", 3, "shows a day's walk around here"),
    row("lantern", 2, "see farther, and be seen"),
    row("horn", 3, "calls guards, and help in a fight")
        .used("blow the horn", "guards come; with help near, raiders run"),
    row("decoy", 2, "leads away who keeps watch, once")
        .used("lay the decoy", "foes that see it stay there half a day"),
    row("snowshoes", 2, "no snow slows you"),
    row("cloak", 3, "towers do not see you, others less"),
    row("boat skin", 4, "cross water near a shore"),
    row("bridge kit", 4, "bridges one cell of water"),
];

impl Thing {
    /// All of them, in the order in which they become known.
    pub const ALL: [Thing; 10] = [
        Thing::Food,
        Thing::Rope,
        Thing::Map,
        Thing::Lantern,
        Thing::Horn,
        Thing::Decoy,
        Thing::Snowshoes,
        Thing::Cloak,
        Thing::BoatSkin,
        Thing::BridgeKit,
    ];

    /// What is the same for all things of its sort.
    pub const fn row(self) -> &'static ThingRow {
        &ROWS[self as usize]
    }

    /// The things that are for sale once so many waystones are home.
    pub fn for_sale(stones: usize) -> &'static [Thing] {
        &Thing::ALL[..(FOR_SALE_AT_FIRST + stones).min(Thing::ALL.len())]
    }
}

/// The things carried, at most [`PACK_SLOTS`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pack(Vec<Thing>);

impl Pack {
    /// All of them.
    pub fn things(&self) -> &[Thing] {
        &self.0
    }

    /// Whether one more can be carried.
    pub fn has_room(&self) -> bool {
        self.0.len() < PACK_SLOTS
    }

    /// Whether it holds a thing.
    pub fn holds(&self, thing: Thing) -> bool {
        self.0.contains(&thing)
    }

    /// Adds a thing; false if there is no room.
    pub fn add(&mut self, thing: Thing) -> bool {
        let has_room = self.has_room();
        if has_room {
            self.0.push(thing);
        }
        has_room
    }

    /// Takes a thing out; false if it holds none.
    pub fn take(&mut self, thing: Thing) -> bool {
        let at = self.0.iter().position(|held| *held == thing);
        at.map(|at| self.0.remove(at)).is_some()
    }

    /// Whether it is within its limit (for untrusted input).
    pub fn is_sound(&self) -> bool {
        self.0.len() <= PACK_SLOTS
    }
}

/// What a wanderer carries that changes at which prices and times it walks, whatever the cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outfit {
    /// No snow slows it.
    pub snowshoes: bool,
    /// No tower sees it.
    pub cloak: bool,
}

impl Outfit {
    /// The season whose ground it walks on: with snowshoes winter is an autumn.
    pub const fn season(self, season: Season) -> Season {
        match season {
            Season::Winter if self.snowshoes => Season::Autumn,
            other => other,
        }
    }
}
