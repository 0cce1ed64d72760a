//! A wanderer's journey: what it carries, what waits on its way, and what it has chosen.
//!
//! Where something waits, and with what odds it is passed, is in `sim::possession`.

use super::amounts::push_bounded;
use super::{Pack, TownIx};
use crate::grid::Cell;
use serde::{Deserialize, Serialize};

/// Choices of a life that are remembered.
pub const CHOICES_KEPT: usize = 3;
/// Cells of a trail that are remembered.
pub const TRAIL_MAX: usize = 48;
/// Graves of a land.
pub const GRAVES_MAX: usize = 100;

/// What can wait on a wanderer's way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Encounter {
    /// A pack that follows its trail.
    Wolves,
    /// Robbers in cover.
    Robbers,
    /// A keeper of tolls where there is one way through.
    TollKeeper,
    /// A family without food.
    Family,
    /// A ford in flood.
    Ford,
}

impl Encounter {
    /// All of them.
    pub const ALL: [Encounter; 5] =
        [Encounter::Wolves, Encounter::Robbers, Encounter::TollKeeper, Encounter::Family, Encounter::Ford];

    /// Wounds from a choice that goes wrong: two from those who mean to kill.
    pub const fn wounds(self) -> u8 {
        if matches!(self, Encounter::Wolves | Encounter::Robbers) { 2 } else { 1 }
    }
}

/// What a wanderer can do about what waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Choice {
    /// Fights, or wades.
    Face,
    /// Hides until it is over, or waits.
    Hide,
    /// Gives what is asked.
    Give,
    /// Goes round; only while it is still ahead.
    GoRound,
}

impl Choice {
    /// All of them.
    pub const ALL: [Choice; 4] = [Choice::Face, Choice::Hide, Choice::Give, Choice::GoRound];
}

/// How near something is that waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Nearness {
    /// Its signs are seen.
    Ahead,
    /// The same, and the wanderer goes round it.
    Shunned,
    /// It is at hand: the wanderer has to choose.
    AtHand,
}

/// Something that waits on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Waiting {
    /// What.
    pub what: Encounter,
    /// Where; wolves, where they were first heard.
    pub cell: Cell,
    /// Steps of the wanderer when its signs were seen.
    pub since: u32,
    /// How near.
    pub nearness: Nearness,
}

/// A choice that was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Chosen {
    /// When.
    pub tick: u64,
    /// What waited.
    pub what: Encounter,
    /// What was chosen.
    pub choice: Choice,
    /// With what odds, in percent.
    pub odds: u32,
    /// Whether it went well.
    pub went_well: bool,
}

/// Something to be carried from one settlement to another for coin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Parcel {
    /// From here.
    pub from: TownIx,
    /// To here.
    pub to: TownIx,
    /// Coin on delivery.
    pub coin: u32,
}

/// What a dead wanderer has left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Grave {
    /// Where.
    pub cell: Cell,
    /// Whose.
    pub name: String,
    /// What lies there.
    pub pack: Pack,
}

/// The journey of the present wanderer.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Journey {
    /// What it carries.
    pub pack: Pack,
    /// What it carries for others.
    pub parcel: Option<Parcel>,
    /// What waits on its way.
    pub waiting: Option<Waiting>,
    /// Steps at which something waits again.
    pub next_at: u32,
    /// The latest choices, at most [`CHOICES_KEPT`].
    pub chosen: Vec<Chosen>,
    /// The latest cells, at most [`TRAIL_MAX`].
    pub trail: Vec<Cell>,
}

impl Journey {
    /// Whether the wanderer has to choose before it can do anything else.
    pub fn has_to_choose(&self) -> bool {
        self.waiting.is_some_and(|waiting| waiting.nearness == Nearness::AtHand)
    }

    /// Remembers a choice.
    pub fn note_choice(&mut self, chosen: Chosen) {
        push_bounded(&mut self.chosen, chosen, CHOICES_KEPT);
    }

    /// Remembers a cell of the trail.
    pub fn note_cell(&mut self, cell: Cell) {
        push_bounded(&mut self.trail, cell, TRAIL_MAX);
    }

    /// Whether it is within its limits (for untrusted input).
    pub fn is_sound(&self, now: u64) -> bool {
        let chosen = |chosen: &Chosen| chosen.tick <= now && chosen.odds <= 100;
        let few = |steps: u32| steps <= super::AMOUNT_MAX;
        self.pack.is_sound()
            && self.chosen.len() <= CHOICES_KEPT
            && self.chosen.iter().all(chosen)
            && self.trail.len() <= TRAIL_MAX
            && few(self.next_at)
            && self.waiting.is_none_or(|waiting| few(waiting.since))
            && self.parcel.is_none_or(|parcel| few(parcel.coin))
    }

    /// The cells that it names.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.trail.iter().copied().chain(self.waiting.map(|waiting| waiting.cell))
    }
}
