//! Objectives of the player's people: an arc of three chapters, made of trips and conditions of this land.
//!
//! `sim::arc` chooses, measures and pays them.

use super::TownIx;
use crate::grid::Cell;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Aims of a chapter, at most.
pub const AIMS_MAX: usize = 3;
/// Cells of the stretch that would help an aim most, at most.
pub const STRETCH_MAX: usize = 24;
/// Cells of the player's works that are remembered, at most.
pub const WORKS_MAX: usize = 16_384;

/// A chapter of the arc. They follow each other in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Chapter {
    /// The first hamlets are joined.
    Trails,
    /// A kept road joins settlements, and feeds them through a winter.
    Roads,
    /// The land's farthest settlements are near each other, and at peace.
    Realm,
}

impl Chapter {
    /// All of them, in order.
    pub const ALL: [Chapter; 3] = [Chapter::Trails, Chapter::Roads, Chapter::Realm];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        ["Trails", "Roads", "Realm"][self as usize]
    }

    /// What reaching it pays, in coin.
    pub const fn coin(self) -> u32 {
        [40, 120, 400][self as usize]
    }
}

/// What an aim measures, and in which unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum AimKind {
    /// The walking time between two settlements, in milli-steps: the less the better.
    Near {
        /// From here.
        from: TownIx,
        /// To there.
        to: TownIx,
    },
    /// Settlements near one kept road of the player's, by their number.
    Joined,
    /// Days of a winter in which none of the joined settlements hungered.
    Fed,
    /// Days in a row of peace along the trip of the same chapter.
    Peace,
}

/// The stretch of a trip, or the place, whose improvement helps an aim most.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Stretch {
    /// Its cells; at most [`STRETCH_MAX`].
    pub cells: Vec<Cell>,
    /// Of a trip: what roads and bridges there would save. Of a settlement: how far the road is. In milli-steps.
    pub time: u32,
}

/// A part of a chapter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Aim {
    /// What.
    pub kind: AimKind,
    /// Value when last measured; `None` until then.
    pub value: Option<u32>,
    /// Value to reach, in the same unit.
    pub target: u32,
    /// Of a trip: the time that the player's works save on it, in milli-steps.
    pub saved: u32,
    /// What would help most.
    pub stretch: Stretch,
    /// The path request that will measure it next.
    pub request: Option<u64>,
}

impl Aim {
    /// An aim that is not measured yet.
    pub fn new(kind: AimKind, target: u32) -> Aim {
        Aim { kind, value: None, target, saved: 0, stretch: Stretch::default(), request: None }
    }

    /// The part of a trip's target that the player's works must save, in milli-steps: what feet alone make is no
    /// achievement of the player's.
    pub fn saved_target(&self) -> u32 {
        if matches!(self.kind, AimKind::Near { .. }) { self.target / 10 } else { 0 }
    }

    /// Whether it is reached.
    pub fn is_met(&self) -> bool {
        self.is_far_enough() && self.saved >= self.saved_target()
    }

    /// Whether only what the player's works save is too little.
    pub fn lacks_works(&self) -> bool {
        self.is_far_enough() && !self.is_met()
    }

    fn is_far_enough(&self) -> bool {
        self.value.is_some_and(|value| match self.kind {
            AimKind::Near { .. } => value <= self.target,
            AimKind::Joined | AimKind::Fed | AimKind::Peace => value >= self.target,
        })
    }
}

/// What goes wrong in the land, as long as it can be turned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Warning {
    /// A settlement cannot live on what it has.
    Hunger {
        /// Which.
        town: TownIx,
        /// Days for which it has hungered.
        days: u32,
    },
    /// Fear lies on settlements.
    Fear {
        /// The first of them.
        town: TownIx,
        /// How many.
        count: u32,
    },
    /// No coin is left to keep works with.
    Debt,
}

/// The arc: chapters reached, the aims of the present one, and the works that count for them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Objectives {
    /// Aims of the present chapter; none while they are not chosen, or when the land is won.
    pub aims: Vec<Aim>,
    /// Ticks at which chapters were reached, in their order.
    pub reached: Vec<u64>,
    /// What goes wrong, if something does.
    pub warning: Option<Warning>,
    /// Cells of bridges and roads that the player had built, by row-major index.
    works: BTreeSet<u32>,
}

impl Objectives {
    /// The present chapter; `None` when the land is won.
    pub fn chapter(&self) -> Option<Chapter> {
        Chapter::ALL.get(self.reached.len()).copied()
    }

    /// Whether the last chapter is reached.
    pub fn is_won(&self) -> bool {
        self.chapter().is_none()
    }

    /// The trips of the present chapter that still ask for works.
    pub fn open_trips(&self) -> impl Iterator<Item = &Aim> {
        self.aims.iter().filter(|aim| matches!(aim.kind, AimKind::Near { .. }) && !aim.is_met())
    }

    /// The chapter that a work on these cells brings nearer, and the trip of it that it would help most.
    pub fn step(&self, cells: &[Cell]) -> Option<(Chapter, &Aim)> {
        let helps = |aim: &&Aim| aim.stretch.cells.iter().any(|cell| cells.contains(cell));
        self.chapter().zip(self.open_trips().find(helps))
    }

    /// Notes that the player had something built on a cell, by its row-major index.
    pub fn add_work(&mut self, cell: u32) {
        if self.works.len() < WORKS_MAX {
            self.works.insert(cell);
        }
    }

    /// Cells of the player's works, by row-major index.
    pub fn works(&self) -> &BTreeSet<u32> {
        &self.works
    }

    /// Forgets works that no longer stand.
    pub fn retain_works(&mut self, stands: impl FnMut(&u32) -> bool) {
        self.works.retain(stands);
    }
}
