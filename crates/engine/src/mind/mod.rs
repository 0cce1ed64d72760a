//! What a unit wants next: the behaviour on top of its stack reads the world and returns a [`Wish`].
//!
//! A wish is a proposal; `sim` carries it out or rejects it. A mind may use only its own body, its people's belief and
//! its people's settlements. Nothing here changes anything.

mod beasts;
mod behaviours;
mod fighting;
mod fleeing;
mod grouping;
mod observing;
mod orders;
mod raiding;
mod surroundings;
mod working;

pub use beasts::HUNGRY;
pub use behaviours::{STAY_RADIUS, decide, is_border, is_bound_for};
pub use fighting::{ALERT, LEASH};
pub use fleeing::{AVOID_ROOM, SHUN_LIMIT};
pub use grouping::TOGETHER;
pub use observing::LEARNING;
pub use orders::behaviour_for;
pub use raiding::SATED;

use crate::grid::Cell;
use crate::world::{Behaviour, Mark, Places, Target, Unit};

/// Walking time after which a traveller looks for a bed, in milli-steps: 0.7 of a day.
pub const TIRED: u32 = crate::world::DAY_TIME / 10 * 7;
/// Walking time after which a traveller lies down where it is, in milli-steps: a day.
pub const SPENT: u32 = crate::world::DAY_TIME;
/// A tired traveller walks on if no more than this is left of its path, in milli-steps: a sixth of a day.
pub const NEARLY_THERE: u32 = crate::world::DAY_TIME / 6;
/// How far a tired traveller leaves its path for a bed, in steps.
pub const ASIDE: u16 = 3;
/// Length of a night, in ticks.
pub const NIGHT: u64 = 60;
/// Ticks for which a unit walks without a path, at most, while its path is being planned.
pub const INSTINCT: u64 = 20;

/// What a unit wants to do next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// Do nothing this tick.
    Keep,
    /// Push a new behaviour on top of this one.
    Push(Behaviour),
    /// Replace this behaviour, dropping the path.
    Become(Behaviour),
    /// End this behaviour: it has succeeded.
    Done,
    /// End this behaviour: it has failed, for this reason.
    Fail(&'static str),
    /// Request a path to this target.
    Ask(Target),
    /// Take the next step of the path.
    Walk,
    /// Step in a straight line towards a cell while there is no path.
    Grope(Cell),
    /// Sell, buy and choose the next trip, at the settlement here.
    Deal,
    /// Turn aside for a nearby bed, if one is worth the detour.
    TurnIn,
    /// Lie down here for the night.
    LieDown,
    /// Work on the road here.
    Work,
    /// Found a hamlet here.
    Found,
    /// Step onto this neighbouring cell, without a path.
    Roam(Cell),
    /// Choose a place for an ambush.
    Lurk,
    /// Eat the loot.
    Eat,
    /// Deliver the news that the unit carries.
    Deliver,
    /// Replace this behaviour by an updated one, keeping the path.
    Note(Behaviour),
    /// Follow this path, which the unit found by itself. Its first cell is the unit's own.
    Take(Vec<Cell>),
    /// End this behaviour and report this result.
    Report(String),
    /// Work here for a load of what the site yields.
    Gather,
    /// Unload the cargo here.
    Store,
}

/// Where a mark is, if the unit's people sees it, otherwise where it was last seen; and whether it is seen.
fn sighted(places: Places, unit: &Unit, mark: Mark, last: Cell) -> (Cell, bool) {
    let at = match mark {
        Mark::Place(cell) => Some(cell),
        Mark::Unit(id) => {
            let other = places.world.unit(id).map(|other| other.cell);
            other.filter(|cell| places.sees(unit.people, *cell))
        }
    };
    (at.unwrap_or(last), at.is_some())
}

/// Whether a unit is outside, where others can see it.
fn is_outdoors(places: Places, unit: &Unit) -> bool {
    !places.haven_at(unit.cell)
}
