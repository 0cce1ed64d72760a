//! The possessed unit: the player's action under way, and its food.
//!
//! The unit itself is like any other, with [`super::Behaviour::Possessed`] on its stack. What actions do and what ends them
//! is in `sim::possession`.

use super::{Choice, DAY, Thing, UnitId};
use crate::grid::{Cell, Dir8};
use serde::{Deserialize, Serialize};

/// Ticks for which full food lasts: six days.
pub const FOOD_MAX: u32 = 6 * DAY as u32;
/// Units that were met and are remembered, at most.
pub const MET_MAX: usize = 64;

/// An action of the possessed unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Action {
    /// A step to a neighbouring cell; towards a foe it is a strike.
    Step(Dir8),
    /// Waits for a moment.
    Wait,
    /// Looks around farther than usual, and gathers food where it grows.
    Search,
    /// Sleeps a night.
    Rest,
    /// Travels to a cell, until something happens.
    Travel(Cell),
    /// Explores towards a cell at the frontier, until all is seen there or something happens.
    Explore(Cell),
    /// Ends the action under way.
    Halt,
    /// Chooses what to do about what waits on the way.
    Choose(Choice),
    /// Buys a thing in the settlement here.
    Buy(Thing),
    /// Leaves a thing that is carried.
    Drop(Thing),
    /// Takes the parcel that is offered in the settlement here.
    TakeParcel,
    /// Uses a thing that is carried: lays a decoy, or blows a horn.
    Use(Thing),
}

/// Why an action has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ActionEnd {
    /// It was done.
    Done,
    /// The player ended it.
    Halted,
    /// A foe is in sight.
    Foe(UnitId),
    /// A traveller of another people is in sight.
    Stranger(UnitId),
    /// A new wound.
    Hurt,
    /// Food runs low, or has run out.
    Hungry,
    /// It is time to sleep.
    Tired,
    /// The ground or a unit is in the way.
    Blocked,
    /// No path is known.
    NoPath,
    /// A settlement, a camp or a site is seen for the first time.
    Place(Cell),
    /// A waystone is in sight or reached.
    Waystone(u8),
    /// A settlement of home is entered.
    Home,
    /// Signs of something that waits on the way.
    Sign,
    /// What waits is at hand.
    Met,
    /// A grave, or a parcel delivered.
    Found,
}

/// The possession of a unit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Possession {
    /// The unit.
    pub unit: UnitId,
    /// Tick when it began.
    pub since: u64,
    /// The action under way; without one, time stands still.
    pub action: Option<Action>,
    /// Tick at which a stationary action ends.
    pub until: u64,
    /// Why the last action ended.
    pub cause: Option<ActionEnd>,
    /// Ticks for which food is left, at most [`FOOD_MAX`].
    pub food: u32,
    /// Ticks without any food since the last wound from that.
    pub starved: u32,
    /// Cells seen that the people did not know, since it began.
    pub discovered: u32,
    /// The same when the present action began.
    pub discovered_before: u32,
    /// Units that were met, and when each was last in sight.
    pub met: Vec<(UnitId, u64)>,
    /// State that was reported last.
    pub reported: ReportedState,
}

/// The possessed unit's state as last reported, so that each change is reported once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ReportedState {
    /// Wounds.
    pub wounds: u8,
    /// Band of hunger (see [`Possession::hunger`]).
    pub hunger: u8,
    /// Tiredness: 0, 1 when it is time to sleep, 2 when walking is over for the day.
    pub weariness: u8,
    /// Whether it is in a settlement of home.
    pub home: bool,
}

impl Possession {
    /// Begins possession of a unit with `food` ticks of food.
    pub fn new(unit: UnitId, tick: u64, food: u32) -> Possession {
        Possession {
            unit,
            since: tick,
            action: None,
            until: tick,
            cause: None,
            food,
            starved: 0,
            discovered: 0,
            discovered_before: 0,
            met: Vec::new(),
            reported: ReportedState::default(),
        }
    }

    /// Band of hunger: 0, 1 with half of it left, 2 with a day's, 3 with none.
    pub fn hunger(&self) -> u8 {
        match self.food {
            0 => 3,
            food if u64::from(food) <= DAY => 2,
            food if food <= FOOD_MAX / 2 => 1,
            _ => 0,
        }
    }
}
