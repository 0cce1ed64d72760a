//! What a unit wants next: the behaviour on top of its stack looks at the world and answers with a [`Wish`].
//!
//! A wish is a proposal; `sim` carries it out or not. What a mind may know is its own body, its people's belief
//! and its people's settlements. Nothing here changes anything.

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
    /// A step onto a cell beside this one, for no other reason than instinct.
    Roam(Cell),
    /// To choose a place to lie in wait.
    Lurk,
    /// To eat what was taken.
    Eat,
    /// To deliver the news that it brings.
    Deliver,
    /// This behaviour with something else in mind; the way goes on.
    Note(Behaviour),
    /// To walk over these cells, of which the first is where it stands: a way that it has found by itself.
    Take(Vec<Cell>),
    /// This behaviour is done, and it says so.
    Report(String),
    /// To work here on a load of what the site yields.
    Gather,
    /// To lay down here what it carries.
    Store,
}

/// Where a mark is, as far as the unit's people sees it, else where it was seen last; and whether it is seen.
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

/// Whether somebody is where others can see him, and not inside.
fn is_outdoors(places: Places, unit: &Unit) -> bool {
    !places.haven_at(unit.cell)
}
