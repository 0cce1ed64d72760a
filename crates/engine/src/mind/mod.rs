//! What a unit wants next: the behaviour on top of its stack reads the world and returns an [`Intent`].
//!
//! An intent is a proposal; `sim` carries it out or rejects it. A mind may use only its own body, its people's belief and
//! its people's settlements. Nothing here changes anything.

mod approach;
mod behaviour;
mod flight;
mod scent;
mod stack;
mod surroundings;
mod targets;

pub use approach::{ALERT_STEPS, LEASH_STEPS};
pub use behaviour::{
    AVOID_STEPS, DISPERSE_STEPS, HUNGRY_AFTER_TICKS, LEARNING_TICKS, LOAD_WORK_TICKS, Outlook, Phrase, Rules,
    SATED_TICKS, STAY_RADIUS_STEPS, Sentence, StackLayer, Strikes, TOGETHER_STEPS, behaviour_for,
    is_bound_for, is_frontier,
};
pub use stack::decide;

use crate::grid::Cell;
use crate::world::{Behaviour, BehaviourResult, FailureReason, Target, Travel, TripPurpose};

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
    /// Move, or ask for a path.
    Move(Move),
    /// Do something in a settlement or a camp.
    Do(Deed),
    /// Choose a place for an ambush.
    Ambush,
    /// Eat the loot.
    EatLoot,
    /// Deliver the news that the unit carries.
    DeliverNews,
    /// Work on the road here.
    BuildRoad,
    /// Replace this behaviour by an updated one, keeping the path.
    Update(Behaviour),
    /// End this behaviour and report this result.
    Report(BehaviourResult),
    /// Work here for a load of what the site yields.
    Gather,
    /// Unload the cargo here.
    Unload,
}

/// How a unit wants to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Move {
    /// Request a path to this target.
    Request(Target),
    /// Follow this path, which the unit found by itself. Its first cell is the unit's own.
    Follow(Vec<Cell>),
    /// Take the next step of the path.
    Walk,
    /// Step in a straight line towards a cell while there is no path.
    Toward(Cell),
    /// Step onto this neighbouring cell, without a path.
    To(Cell),
}

/// What a unit does in a settlement or a camp.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Sell, buy and choose the next trip, at the settlement here.
    Trade,
    /// Turn aside for a nearby bed, if one is worth the detour.
    SeekBed,
    /// Lie down here for the night.
    LieDown,
    /// Found a hamlet here.
    FoundTown,
    /// Give up what a trip that has failed was for.
    GiveUp(TripPurpose),
}

impl Intent {
    /// Walk to a cell, for the behaviour on top.
    fn travel_to(goal: Cell) -> Intent {
        Intent::Push(Behaviour::Travel(Travel { goal, purpose: TripPurpose::Other }))
    }
}
