//! What goes wrong in the player's land, slowly enough to be turned: hunger, then fear, then debt.

use crate::sim::arc::conditions;
use crate::world::{Belief, EventLink, PeopleIx, TownIx, Warning, World, days_in};

/// Fear is told when it lies on one in so many settlements, and on two at least.
const FEARED_SHARE: usize = 3;
/// See [`FEARED_SHARE`].
const FEARED_MIN: usize = 2;

/// The worst that goes wrong at present.
pub(super) fn warning(world: &World) -> Option<Warning> {
    let markets = conditions::own_markets(world);
    hunger(world, &markets).or_else(|| fear(world, &markets)).or_else(|| debt(world))
}

fn hunger(world: &World, markets: &[TownIx]) -> Option<Warning> {
    let hungry = markets.iter().copied().filter(|id| conditions::is_hungry(world.town(*id)));
    let worst = hungry.max_by_key(|id| (world.town(*id).hungry_days, std::cmp::Reverse(*id)))?;
    // A day on which there is enough does not end a hunger of which residents have died.
    let dying = world.events.link(EventLink::Hunger(worst)).and_then(|event| world.events.get(event));
    let days = dying.map_or(0, |event| days_in(world.tick - event.tick));
    Some(Warning::Hunger { town: worst, days: days.max(world.town(worst).hungry_days.into()) })
}

fn fear(world: &World, markets: &[TownIx]) -> Option<Warning> {
    let belief = &world.people(PeopleIx::PLAYER).belief;
    let is_feared = |id: &TownIx| Belief::fear_of(belief.word(world.town(*id).cell)) > 0;
    let feared: Vec<TownIx> = markets.iter().copied().filter(is_feared).collect();
    let is_many = feared.len() >= FEARED_MIN && feared.len() * FEARED_SHARE >= markets.len();
    feared.first().filter(|_| is_many).map(|town| Warning::Fear { town: *town, count: feared.len() as u32 })
}

fn debt(world: &World) -> Option<Warning> {
    let has_works = !world.objectives.works().is_empty();
    let is_poor = world.people(PeopleIx::PLAYER).coin == 0 && !world.free_build;
    (has_works && is_poor).then_some(Warning::Debt)
}
