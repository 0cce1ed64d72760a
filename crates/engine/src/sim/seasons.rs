//! Seasons: the ground becomes harder or easier to walk, all peoples know it, and fear of places fades.

use super::Game;
use crate::plan::Tables;
use crate::world::{DAY, Season, Subject};

impl Game {
    /// Changes prices at the beginning of a season; fades fear every day.
    pub(super) fn turn_seasons(&mut self) {
        let tick = self.world.tick;
        if tick.is_multiple_of(DAY) {
            self.world.peoples.iter_mut().for_each(|people| people.belief.calm());
        }
        if !Season::begins_at(tick) {
            return;
        }
        let season = Season::felt_at(tick);
        self.derived.tables = Tables::of_season(season);
        self.world.peoples.iter_mut().for_each(|people| people.belief.touch_all());
        let own_towns = self.world.living_towns().filter(|id| self.world.town(*id).people == 0);
        let town = own_towns.max_by_key(|id| self.world.town(*id).residents);
        if let Some(cell) = town.map(|id| self.world.town(id).cell) {
            self.note_about(Subject::Settlements, 7, cell, season.news().to_owned());
        }
    }
}
