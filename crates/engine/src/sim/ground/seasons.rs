//! Seasons: the ground becomes harder or easier to walk, all peoples know it, and fear of places fades.

use crate::grid::Cell;
use crate::plan::PriceTables;
use crate::sim::{Game, events};
use crate::world::{DAY, PeopleIx, Season, SettlementEvent, World};
use std::collections::BTreeSet;

/// Changes prices at the beginning of a season; fades fear every day.
pub(super) fn update_season(game: &mut Game) {
    let tick = game.world.tick;
    if tick.is_multiple_of(DAY) {
        game.world.peoples.iter_mut().for_each(|people| people.belief.decay_fear());
        forget_fears(&mut game.world);
    }
    if !Season::begins_at(tick) {
        return;
    }
    let (before, season) = (game.derived.tables.season(), Season::effective_at(tick));
    game.derived.tables = PriceTables::for_season(season);
    game.world.peoples.iter_mut().for_each(|people| people.belief.mark_season(before, season));
    let own_towns = game.world.living_towns().filter(|id| game.world.town(*id).people == PeopleIx::PLAYER);
    let town = own_towns.max_by_key(|id| game.world.town(*id).residents);
    if let Some(cell) = town.map(|id| game.world.town(id).cell) {
        events::tell(game, cell, SettlementEvent::SeasonBegan(season));
    }
}

/// Forgets what began the fear of places that are feared no more.
fn forget_fears(world: &mut World) {
    for index in world.peoples.indices().collect::<Vec<_>>() {
        if world.events.fears(index).next().is_none() {
            continue;
        }
        let feared: BTreeSet<Cell> =
            world.people(index).belief.feared_places().map(|(cell, _)| cell).collect();
        world.events.retain_fears(index, |cell| feared.contains(&cell));
    }
}
