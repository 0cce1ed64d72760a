//! Seasons: the ground becomes harder or easier to walk, all peoples know it, and fear of places fades.

use crate::plan::PriceTables;
use crate::sim::{Game, chronicle};
use crate::world::{DAY, PeopleIx, Season, Subject};

/// Changes prices at the beginning of a season; fades fear every day.
pub(in crate::sim) fn update_season(game: &mut Game) {
    let tick = game.world.tick;
    if tick.is_multiple_of(DAY) {
        game.world.peoples.iter_mut().for_each(|people| people.belief.decay_fear());
    }
    if !Season::begins_at(tick) {
        return;
    }
    let season = Season::effective_at(tick);
    game.derived.tables = PriceTables::for_season(season);
    game.world.peoples.iter_mut().for_each(|people| people.belief.mark_all_dirty());
    let own_towns = game.world.living_towns().filter(|id| game.world.town(*id).people == PeopleIx::PLAYER);
    let town = own_towns.max_by_key(|id| game.world.town(*id).residents);
    if let Some(cell) = town.map(|id| game.world.town(id).cell) {
        chronicle::queue_event_about(game, Subject::Settlements, 7, cell, season.news().to_owned());
    }
}
