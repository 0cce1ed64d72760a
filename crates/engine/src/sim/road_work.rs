//! Building an ordered road, cell by cell, each paid for when it is done.

use super::Game;
use crate::plan;
use crate::world::{Behaviour, Tier};

impl Game {
    /// A tick of work on the cell on which a builder stands.
    pub(super) fn build_road(&mut self, index: usize) {
        let unit = &self.world.units[index];
        let (cell, people, kind) = (unit.cell, unit.people, unit.kind);
        let needed = plan::road_work_ticks(&self.world, people, kind, cell).unwrap_or(0);
        let Some(Behaviour::Build { worked, next, .. }) = self.world.units[index].stack.last_mut() else {
            return;
        };
        *worked += 1;
        if u32::from(*worked) < needed {
            return;
        }
        (*worked, *next) = (0, *next + 1);
        if self.pay(plan::ROAD_COIN).is_err() {
            return self.fail_behaviour(index, "has no coin left to build with");
        }
        self.build_tier(cell, Tier::Dirt);
    }
}
