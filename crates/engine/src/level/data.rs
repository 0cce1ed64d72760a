//! What a level holds.

use super::glyphs::Glyph;
use super::goal::{LevelGoal, SolutionStep};
use super::order::LevelOrder;
use crate::grid::{Cell, Layer, Size};

/// A hand-made land.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// Its name.
    pub name: String,
    /// What to do in it, in at most three sentences.
    pub about: String,
    /// What it teaches, in a sentence; may be empty.
    pub learnt: String,
    /// What is asked before it begins; empty if nothing is.
    pub ask: String,
    /// The answers to that, of which the player chooses one.
    pub answers: Vec<LevelAnswer>,
    /// Seed of names and random events.
    pub seed: u64,
    /// Whether the land begins unseen.
    pub fog: bool,
    /// Whether the player may edit the land and add units in this level.
    pub tools: bool,
    /// The only brushes of the player, of [`BRUSHES`](super::BRUSHES); empty if all tools may be used.
    pub brushes: Vec<&'static str>,
    /// The player's coin at the start.
    pub coin: u32,
    /// Measure of its result: one of [`MEASURES`](super::MEASURES).
    pub measure: &'static str,
    /// A good result, in that measure.
    pub par: Option<u32>,
    /// Surface of each cell.
    pub map: Layer<Glyph>,
    /// Digit of each cell's height, if heights were drawn.
    pub heights: Option<Layer<u8>>,
    /// Digit of each cell's road, if roads were drawn: none, path, dirt road, paved road or highway.
    pub roads: Option<Layer<u8>>,
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

/// An answer to what a level asks: it is right if the player's units step on its cell before those of the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelAnswer {
    /// The answer.
    pub words: String,
    /// Where the way leads that it speaks of.
    pub cell: Cell,
}

/// A resource site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelSite {
    /// Where.
    pub cell: Cell,
    /// One of [`GOODS`](super::GOODS).
    pub good: &'static str,
}

/// A settlement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelTown {
    /// Its name, if it was given one.
    pub name: Option<String>,
    /// One of [`TOWN_KINDS`](super::TOWN_KINDS).
    pub kind: &'static str,
    /// One of [`PEOPLES`](super::PEOPLES).
    pub people: &'static str,
    /// Where.
    pub cell: Cell,
}

/// A unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelUnit {
    /// Its name, if it was given one.
    pub name: Option<String>,
    /// One of [`UNIT_KINDS`](super::UNIT_KINDS).
    pub kind: &'static str,
    /// One of [`PEOPLES`](super::PEOPLES).
    pub people: &'static str,
    /// Where.
    pub cell: Cell,
    /// What it carries: one of [`GOODS`](super::GOODS).
    pub cargo: Option<&'static str>,
    /// Its orders.
    pub orders: Vec<LevelOrder>,
}

/// A tower.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tower {
    /// Where.
    pub cell: Cell,
    /// One of [`PEOPLES`](super::PEOPLES).
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
    /// Columns and rows.
    pub fn size(&self) -> Size {
        self.map.size()
    }
}
