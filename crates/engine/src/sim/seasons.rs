//! Seasons: the ground becomes harder or easier to walk, all peoples know it, and fear of places fades.

use super::Game;
use crate::plan::PriceTables;
use crate::world::{DAY, Season, Subject};

impl Game {
    /// Changes prices at the beginning of a season; fades fear every day.
    pub(super) fn update_season(&mut self) {
        let tick = self.world.tick;
        if tick.is_multiple_of(DAY) {
            self.world.peoples.iter_mut().for_each(|people| people.belief.decay_fear());
        }
        if !Season::begins_at(tick) {
            return;
        }
        let season = Season::effective_at(tick);
        self.derived.tables = PriceTables::for_season(season);
        self.world.peoples.iter_mut().for_each(|people| people.belief.mark_all_dirty());
        let own_towns = self.world.living_towns().filter(|id| self.world.town(*id).people == 0);
        let town = own_towns.max_by_key(|id| self.world.town(*id).residents);
        if let Some(cell) = town.map(|id| self.world.town(id).cell) {
            self.queue_event_about(Subject::Settlements, 7, cell, season.news().to_owned());
        }
    }
}
