//! Levels: hand-made lands as text. Pure: text goes in, data comes out, and nothing touches a file.
//!
//! A level is a TOML file that reads like a picture:
//!
//! ```toml
//! name = "The ford"
//! about = "Water is slow to cross. A ford is worth a walk."
//! seed = 7                     # names and chances; 1 if it is left out
//! fog = true                   # false: the people has seen everything; true if it is left out
//! tools = true                 # false: the player cannot edit the land or add units in this level
//! par = 300                    # what a good result is; a level without one has no score
//! measure = "ticks"            # until all goals are met; or "steps", "wounds", "robberies", or "deliveries"
//! map = '''
//! ..=..
//! ..=..
//! ..,..
//! '''
//! heights = '''
//! 11011
//! 11011
//! 11011
//! '''                          # may be left out; one digit is 20 height units above the sea
//!
//! [[site]]
//! good = "grain"
//! at = [0, 0]                  # column and row, both from 0
//!
//! [[town]]
//! name = "Westby"              # may be left out
//! kind = "hamlet"
//! at = [0, 0]
//!
//! [[unit]]
//! name = "Ada"                 # may be left out
//! kind = "porter"
//! at = [0, 0]
//! people = "yours"             # or "neighbours", "strangers", "raiders", "beasts"; settlements and towers have one, too
//! cargo = "salt"               # what it carries; may be left out
//! orders = ["go 4 2", "rest"]  # as the player would give them; without any, it lives as its kind does
//!
//! [[tower]]                    # watches for ever, and strangers feel seen
//! at = [2, 0]
//! people = "strangers"
//!
//! [[feared]]
//! at = [3, 1]                  # your people fears this place and its surroundings
//! steps = 4                    # costs as much as so many more steps, 1 to 255
//!
//! [[goal]]                     # all goals have to be met; losing one loses the level
//! kind = "reach"               # the default
//! unit = "Ada"                 # any unit of yours on this map if it is left out
//! at = [4, 2]
//! within = 400                 # ticks from the beginning
//! unseen = true                # no stranger has seen it; false if it is left out
//! fed = true                   # its food has not run out; false if it is left out
//!
//! [[solution]]                 # how it can be done: tests do it, and so does `wayworn levels --solve`
//! at = 0                       # the tick; 0 if it is left out
//! unit = "Ada"
//! orders = ["go 4 2"]
//!
//! [[solution]]
//! at = 20
//! edit = "bridge 2 0, 2 1"     # a brush and cells
//! ```
//! The other kinds of goals:
//!
//! | kind | fields | met when |
//! |---|---|---|
//! | `see` | `at` or `unit`, `within` | your people has seen the place, or sees the unit |
//! | `survive` | `unit`, `until` | the unit is alive at that tick |
//! | `hold` | `at`, `to` (another corner, may be left out), `until` | no foe has stood there before that tick |
//! | `deliver` | `loads`, `within` | so many loads are sold |
//! | `bring` | `unit`, `at`, `within` | it stands there with its first cargo, not robbed on the way |
//! | `home` | `unit`, `at`, `within`, `watch` (ticks; 1), `unseen` | it has watched the place and is in a settlement again |
//!
//! [`Glyph::ALL`] lists the glyphs of a map. The `'''` keep `"` (grass) from ending it.
//!
//! What does not live here: worlds. `sim` makes a game of a level; a level is only what was drawn.

mod glyphs;
mod goal;
mod order;
mod parse;
mod parse_goal;
mod place;

pub use glyphs::Glyph;
pub use goal::{BRUSHES, LevelDemand, LevelGoal, MEASURES, SolutionAct, SolutionStep};
pub use order::{LevelOrder, OrderOf, OrderSubject, UnitOrPlaceOf};
pub use parse::{THINGS_MAX, TOKENS_MAX};
pub use place::LevelError;

use crate::grid::{Cell, Layer, Size};

/// Smallest and largest side of a level, in cells.
pub const SIDE_MIN: u16 = 4;
/// See [`SIDE_MIN`].
pub use crate::grid::SIDE_MAX;
/// Longest text of a level, in bytes.
pub const TEXT_MAX: usize = 32 << 20;
/// Goods that a level can name.
pub const GOODS: [&str; 6] = ["grain", "timber", "stone", "ore", "salt", "fish"];
/// Kinds of settlements.
pub const TOWN_KINDS: [&str; 6] = ["ruin", "inn", "hamlet", "village", "town", "city"];
/// Kinds of units.
#[rustfmt::skip]
pub const UNIT_KINDS: [&str; 12] = [
    "porter", "scout", "settler", "cart", "messenger", "guard", "spy", "worker", "builder", "raider", "wolf", "deer",
];
/// Owners of settlements and units; the first is the default.
pub const PEOPLES: [&str; 5] = ["yours", "neighbours", "strangers", "raiders", "beasts"];

/// A hand-made land.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// Its name.
    pub name: String,
    /// What it teaches, in two sentences.
    pub about: String,
    /// Seed of names and random events.
    pub seed: u64,
    /// Whether the land begins unseen.
    pub fog: bool,
    /// Whether the player may edit the land and add units in this level.
    pub tools: bool,
    /// Measure of its result: one of [`MEASURES`].
    pub measure: &'static str,
    /// A good result, in that measure.
    pub par: Option<u32>,
    /// Surface of each cell.
    pub map: Layer<Glyph>,
    /// Digit of each cell's height, if heights were drawn.
    pub heights: Option<Layer<u8>>,
    /// Resource sites.
    pub sites: Vec<LevelSite>,
    /// Settlements.
    pub towns: Vec<LevelTown>,
    /// Units.
    pub units: Vec<LevelUnit>,
    /// Towers.
    pub towers: Vec<Tower>,
    /// Places that the people fears.
    pub feared: Vec<Feared>,
    /// Goals.
    pub goals: Vec<LevelGoal>,
    /// A solution, if the file has one.
    pub solution: Vec<SolutionStep>,
    /// The text it was read from, for the record of a game.
    pub text: String,
}

/// A resource site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelSite {
    /// Where.
    pub cell: Cell,
    /// One of [`GOODS`].
    pub good: &'static str,
}

/// A settlement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelTown {
    /// Its name, if it was given one.
    pub name: Option<String>,
    /// One of [`TOWN_KINDS`].
    pub kind: &'static str,
    /// One of [`PEOPLES`].
    pub people: &'static str,
    /// Where.
    pub cell: Cell,
}

/// A unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelUnit {
    /// Its name, if it was given one.
    pub name: Option<String>,
    /// One of [`UNIT_KINDS`].
    pub kind: &'static str,
    /// One of [`PEOPLES`].
    pub people: &'static str,
    /// Where.
    pub cell: Cell,
    /// What it carries: one of [`GOODS`].
    pub cargo: Option<&'static str>,
    /// Its orders.
    pub orders: Vec<LevelOrder>,
}

/// A tower.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tower {
    /// Where.
    pub cell: Cell,
    /// One of [`PEOPLES`].
    pub people: &'static str,
}

/// A feared place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feared {
    /// Where.
    pub cell: Cell,
    /// Detour in steps that a unit accepts to avoid a step there, from 1.
    pub steps: u8,
}

impl Level {
    /// Reads a level.
    ///
    /// # Errors
    /// The first thing that is wrong, with its line and column and what would be right.
    pub fn parse(text: &str) -> Result<Level, LevelError> {
        parse::parse(text)
    }

    /// Columns and rows.
    pub fn size(&self) -> Size {
        self.map.size()
    }
}
