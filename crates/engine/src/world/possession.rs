//! The one unit that the player lives: what he has it do, what it carries to eat, and what has happened to it.
//!
//! The unit itself is like any other, with [`super::Behaviour::Lived`] on its stack. What deeds do and what ends them
//! is in `sim::lived` and `sim::heed`.

use super::{ChronicleEntry, DAY, UnitId};
use crate::grid::{Cell, Dir8};
use serde::{Deserialize, Serialize};

/// Ticks for which food lasts that was taken along: six days.
pub const FOOD_MAX: u32 = 6 * DAY as u32;
/// Lines about a life that are kept.
pub const TOLD_MAX: usize = 60;
/// Others who were met and are not yet forgotten, at most.
pub const MET_MAX: usize = 64;

/// What the player has the one do whom he lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Deed {
    /// A step to a neighbouring cell; towards a foe it is a strike.
    Step(Dir8),
    /// Stands for a moment.
    Wait,
    /// Looks about as far as the eye goes, and for something to eat where it grows.
    Look,
    /// Sleeps a night.
    Rest,
    /// Walks to a cell, until something happens.
    Travel(Cell),
    /// Walks towards a cell at the border of the known, until all is seen there or something happens.
    Explore(Cell),
    /// Ends what is under way.
    Halt,
}

/// Why a deed has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Cause {
    /// It was done.
    Done,
    /// The player wanted so.
    Halted,
    /// Somebody who fights is in sight.
    Foe(UnitId),
    /// A traveller of another people is in sight.
    Stranger(UnitId),
    /// A wound more.
    Hurt,
    /// Food runs low, or has run out.
    Hungry,
    /// It is time to sleep.
    Tired,
    /// The ground or somebody bars the way.
    Barred,
    /// No way is known.
    NoWay,
    /// A settlement, a camp or a site was never seen before.
    Place(Cell),
    /// A waystone is in sight or reached.
    Waystone(u8),
    /// A settlement of home is entered.
    Home,
}

/// A life that the player lives.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Life {
    /// Whose.
    pub unit: UnitId,
    /// Tick when the player stepped in.
    pub since: u64,
    /// What is under way; with nothing under way, time stands still.
    pub deed: Option<Deed>,
    /// Tick until which a deed takes that is done standing.
    pub until: u64,
    /// Why the last deed has ended.
    pub cause: Option<Cause>,
    /// Ticks for which food is left, at most [`FOOD_MAX`].
    pub food: u32,
    /// Ticks without any food since the last wound from that.
    pub starved: u32,
    /// Cells seen that the people did not know, since the player stepped in.
    pub drawn: u32,
    /// The same when the present deed began.
    pub drawn_before: u32,
    /// Who was met, and when he was last in sight.
    pub met: Vec<(UnitId, u64)>,
    /// What was noticed so far: wounds, how low on food (0 to 3), how tired (0 to 2), whether in a settlement of home.
    pub noticed: Noticed,
    /// What has happened, oldest first.
    pub told: Vec<ChronicleEntry>,
}

/// What somebody has noticed of himself, so that each change is told once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Noticed {
    /// Wounds.
    pub wounds: u8,
    /// How low on food, in bands (see [`Life::hunger`]).
    pub hunger: u8,
    /// How tired: 0, 1 when it is time for a bed, 2 when walking is over for the day.
    pub weariness: u8,
    /// Whether he is in a settlement of home.
    pub home: bool,
}

impl Life {
    /// A life that the player steps into.
    pub fn new(unit: UnitId, tick: u64, food: u32) -> Life {
        Life {
            unit,
            since: tick,
            deed: None,
            until: tick,
            cause: None,
            food,
            starved: 0,
            drawn: 0,
            drawn_before: 0,
            met: Vec::new(),
            noticed: Noticed::default(),
            told: Vec::new(),
        }
    }

    /// How low on food: 0, 1 with half of it left, 2 with a day's, 3 with none.
    pub fn hunger(&self) -> u8 {
        match self.food {
            0 => 3,
            food if u64::from(food) <= DAY => 2,
            food if food <= FOOD_MAX / 2 => 1,
            _ => 0,
        }
    }

    /// Adds a line about what has happened.
    pub fn tell(&mut self, line: ChronicleEntry) {
        self.told.push(line);
        let surplus = self.told.len().saturating_sub(TOLD_MAX);
        self.told.drain(..surplus);
    }
}
