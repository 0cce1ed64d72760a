//! What a unit wants next: the behaviour on top of its stack looks at the world and answers with a [`Wish`].
//!
//! A wish is a proposal; `sim` carries it out or not. What a mind may know is its own body, its people's belief
//! and its people's settlements. Nothing here changes anything.

mod behaviours;
mod orders;
mod raiding;

pub use behaviours::{decide, is_border, is_bound_for};
pub use orders::behaviour_for;

use crate::grid::Cell;
use crate::world::{Behaviour, Target};

/// Walking time after which a traveller looks out for a bed, in milli-steps: 0.7 of a day.
pub const TIRED: u32 = crate::world::DAY_TIME / 10 * 7;
/// Walking time after which a traveller lies down where he is: a day.
pub const SPENT: u32 = crate::world::DAY_TIME;
/// If no more than this is left of the way, a tired traveller walks on, in milli-steps: 0.2 of a day.
pub const NEARLY_THERE: u32 = crate::world::DAY_TIME / 6;
/// How far from his way a tired traveller turns aside for a camp, in steps.
pub const ASIDE: u16 = 3;
/// How long a night is, in ticks.
pub const NIGHT: u64 = 60;
/// Ticks that a unit walks on instinct, at most, while its path is being planned.
pub const INSTINCT: u64 = 20;

/// What a unit wants to do next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// Nothing this tick.
    Keep,
    /// A new behaviour on top of this one.
    Push(Behaviour),
    /// This behaviour in another state.
    Become(Behaviour),
    /// This behaviour is done.
    Done,
    /// This behaviour cannot be done.
    Fail(&'static str),
    /// A path.
    Ask(Target),
    /// The next step of the path.
    Walk,
    /// A step in a straight line towards a cell, for want of a path.
    Grope(Cell),
    /// To sell, buy and choose the next journey, here in a settlement.
    Deal,
    /// To turn aside for a bed near by, if one is worth the way.
    TurnIn,
    /// To lie down here for the night.
    LieDown,
    /// To work on the road here.
    Work,
    /// To found a hamlet here.
    Found,
    /// To choose a place to lie in wait.
    Lurk,
    /// To eat what was taken.
    Eat,
}
