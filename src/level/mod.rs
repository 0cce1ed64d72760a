//! Levels: hand-made lands as text. Pure: text goes in, data comes out, and nothing touches a file.
//!
//! A level is a TOML file that reads like a picture:
//!
//! ```toml
//! name = "The ford"
//! about = "Water is slow to cross. A ford is worth a walk."
//! seed = 7                     # names and chances; 1 if it is left out
//! fog = true                   # false: the people has seen everything; true if it is left out
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
//! people = "yours"             # or "neighbours", "strangers", "raiders", "beasts"; settlements have one, too
//! orders = ["go 4 2", "rest"]  # as the player would give them; without any, it lives as its kind does
//!
//! [[feared]]
//! at = [3, 1]                  # the people fears this place and its surroundings
//! steps = 4                    # as much as walking so many steps more
//!
//! [[goal]]
//! unit = "Ada"
//! at = [4, 2]
//! within = 400                 # ticks
//! ```
//! [`Ground::ALL`] lists the glyphs of a map. The `'''` keep `"` (grass) from ending it.
//!
//! What does not live here: worlds. `sim` makes a game of a level; a level only says what somebody drew.

pub mod benchmark;
mod ground;
mod order;
mod parse;
mod place;

pub use ground::Ground;
pub use order::{Aim, Order};
pub use place::LevelError;

use crate::grid::{Cell, Layer, Size};

/// Smallest and largest side of a level, in cells.
pub const SIDE_MIN: u16 = 4;
/// See [`SIDE_MIN`].
pub const SIDE_MAX: u16 = 4096;
/// Longest text of a level, in bytes.
pub const TEXT_MAX: usize = 32 << 20;
/// Goods that a level can speak of.
pub const GOODS: [&str; 6] = ["grain", "timber", "stone", "ore", "salt", "fish"];
/// Kinds of settlements.
pub const TOWN_KINDS: [&str; 6] = ["ruin", "inn", "hamlet", "village", "town", "city"];
/// Kinds of units.
#[rustfmt::skip]
pub const UNIT_KINDS: [&str; 12] = [
    "porter", "scout", "settler", "cart", "messenger", "guard", "spy", "worker", "builder", "raider", "wolf", "deer",
];
/// Whose a settlement or a unit can be; the first if nothing is said.
pub const PEOPLES: [&str; 5] = ["yours", "neighbours", "strangers", "raiders", "beasts"];

/// A hand-made land.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// Its name.
    pub name: String,
    /// What it teaches, in two sentences.
    pub about: String,
    /// Seed of names and chances.
    pub seed: u64,
    /// Whether the land begins unseen.
    pub fog: bool,
    /// What each cell is made of.
    pub map: Layer<Ground>,
    /// Digit of each cell's height, if heights were drawn.
    pub heights: Option<Layer<u8>>,
    /// Resource sites.
    pub sites: Vec<Site>,
    /// Settlements.
    pub towns: Vec<Town>,
    /// Units.
    pub units: Vec<Unit>,
    /// Places that the people fears.
    pub feared: Vec<Feared>,
    /// What a run of it should come to.
    pub goals: Vec<Goal>,
    /// The text it was read from, for the record of a game.
    pub text: String,
}

/// A resource site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// Where.
    pub cell: Cell,
    /// One of [`GOODS`].
    pub good: &'static str,
}

/// A settlement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Town {
    /// Its name, if it was given one.
    pub name: Option<String>,
    /// One of [`TOWN_KINDS`].
    pub kind: &'static str,
    /// One of [`PEOPLES`].
    pub people: &'static str,
    /// Where.
    pub cell: Cell,
}

/// Somebody who walks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Its name, if it was given one.
    pub name: Option<String>,
    /// One of [`UNIT_KINDS`].
    pub kind: &'static str,
    /// One of [`PEOPLES`].
    pub people: &'static str,
    /// Where.
    pub cell: Cell,
    /// What it is told.
    pub orders: Vec<Order>,
}

/// A place where something terrible happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feared {
    /// Where.
    pub cell: Cell,
    /// How many steps more somebody would walk to be spared one there.
    pub steps: u8,
}

/// A wish that tests hold the level against.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    /// Name of the unit.
    pub unit: String,
    /// Where it should stand.
    pub cell: Cell,
    /// After how many ticks at most.
    pub within: u64,
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
