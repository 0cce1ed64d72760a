//! What a unit wants next: the behaviour on top of its stack reads the world and returns a [`Intent`].
//!
//! An intent is a proposal; `sim` carries it out or rejects it. A mind may use only its own body, its people's belief and
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

pub use beasts::HUNGRY_AFTER_TICKS;
pub use behaviours::{STAY_RADIUS_STEPS, decide, is_bound_for, is_frontier};
pub use fighting::{ALERT_STEPS, LEASH_STEPS};
pub use fleeing::{AVOID_STEPS, DISPERSE_STEPS};
pub use grouping::TOGETHER_STEPS;
pub use observing::LEARNING_TICKS;
pub use orders::behaviour_for;
pub use raiding::SATED_TICKS;

use crate::grid::Cell;
use crate::world::{Behaviour, BehaviourResult, FailureReason, Places, Target, Unit, UnitOrPlace};

/// Walking time after which a traveller looks for a bed, in milli-steps: 0.7 of a day.
pub const TIRED_AFTER_TIME: u32 = crate::world::DAY_TIME / 10 * 7;
/// Walking time after which a traveller lies down where it is, in milli-steps: a day.
pub const SPENT_AFTER_TIME: u32 = crate::world::DAY_TIME;
/// A tired traveller walks on if no more than this is left of its path, in milli-steps: a sixth of a day.
pub const NEARLY_THERE_TIME: u32 = crate::world::DAY_TIME / 6;
/// How far a tired traveller leaves its path for a bed, in steps.
pub const BED_DETOUR_STEPS: u16 = 3;
/// Length of a night, in ticks.
pub const NIGHT_TICKS: u64 = 60;
/// Ticks for which a unit walks without a path, at most, while its path is being planned.
pub const STEP_TOWARD_MAX_TICKS: u64 = 20;

/// What a unit wants to do next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Intent {
    /// Do nothing this tick.
    Wait,
    /// Push a new behaviour on top of this one.
    Push(Behaviour),
    /// Replace this behaviour, dropping the path.
    Replace(Behaviour),
    /// End this behaviour: it has succeeded.
    Done,
    /// End this behaviour: it has failed, for this reason.
    Fail(FailureReason),
    /// Request a path to this target.
    RequestPath(Target),
    /// Take the next step of the path.
    Walk,
    /// Step in a straight line towards a cell while there is no path.
    StepToward(Cell),
    /// Sell, buy and choose the next trip, at the settlement here.
    Trade,
    /// Turn aside for a nearby bed, if one is worth the detour.
    SeekBed,
    /// Lie down here for the night.
    LieDown,
    /// Work on the road here.
    BuildRoad,
    /// Found a hamlet here.
    FoundTown,
    /// Step onto this neighbouring cell, without a path.
    StepTo(Cell),
    /// Choose a place for an ambush.
    Ambush,
    /// Eat the loot.
    Eat,
    /// Deliver the news that the unit carries.
    DeliverNews,
    /// Replace this behaviour by an updated one, keeping the path.
    Update(Behaviour),
    /// Follow this path, which the unit found by itself. Its first cell is the unit's own.
    FollowPath(Vec<Cell>),
    /// End this behaviour and report this result.
    Report(BehaviourResult),
    /// Work here for a load of what the site yields.
    Gather,
    /// Unload the cargo here.
    Unload,
}

/// Where a mark is, if the unit's people sees it, otherwise where it was last seen; and whether it is seen.
fn last_known_position(places: Places, unit: &Unit, mark: UnitOrPlace, last: Cell) -> (Cell, bool) {
    let at = match mark {
        UnitOrPlace::Place(cell) => Some(cell),
        UnitOrPlace::Unit(id) => {
            let other = places.world.unit(id).map(|other| other.cell);
            other.filter(|cell| places.sees(unit.people, *cell))
        }
    };
    (at.unwrap_or(last), at.is_some())
}

/// Whether a unit is outside, where others can see it.
fn is_outdoors(places: Places, unit: &Unit) -> bool {
    !places.is_inside(unit.cell)
}
