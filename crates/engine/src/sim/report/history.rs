//! The record of past days and years: keyframes of what was known, and figures at each year's end.

use crate::sim::Game;
use crate::world::{AnnalEvent, DAY, Figures, PeopleIx, Tier, World, YEAR_DAYS, YEARS_MAX};

impl Game {
    /// The current figures of the player's people.
    pub fn figures(&self) -> Figures {
        let world = &self.world;
        let people = &world.peoples[PeopleIx::PLAYER];
        let own = people.standing().filter(|(id, _)| world.town(*id).people == PeopleIx::PLAYER);
        Figures {
            tick: world.tick,
            units: world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER).count() as u32,
            settlements: own.count() as u32,
            roads: [Tier::Path, Tier::Dirt, Tier::Paved, Tier::Highway]
                .map(|tier| people.belief.cells_of(tier)),
            deliveries: world.tally.deliveries,
            trips: world.tally.trips,
            trip_time: world.tally.trip_time,
            founded: world.tally.founded,
            ruined: world.tally.ruined,
            coin: people.coin,
            chapters_reached: world.objectives.reached.len() as u32,
            came: world.tally.came,
        }
    }
}

/// Records a keyframe if one is due.
pub(super) fn record_keyframe(game: &mut Game) {
    game.derived.record_keyframe(&mut game.world);
}

/// Records the figures at the end of a year.
pub(super) fn record_year(game: &mut Game) {
    if !game.world.tick.is_multiple_of(YEAR_DAYS * DAY) {
        return;
    }
    let figures = game.figures();
    game.world.years.push(figures);
    let surplus = game.world.years.len().saturating_sub(YEARS_MAX);
    game.world.years.drain(..surplus);
    update_best_years(&mut game.world);
}

/// Compares each settlement's past year with its best.
fn update_best_years(world: &mut World) {
    for id in world.towns.indices() {
        let town = &mut world.towns[id];
        let (people, came) = (town.people, std::mem::take(&mut town.came));
        if came > 0 {
            world.record_event(people, id, AnnalEvent::BestYear(came));
        }
    }
}
