//! Units that the player adds or removes, and undoing the player's last act.

use super::derived::Watcher;
use super::{CommandOutcome, Game, counted, founding};
use crate::grid::Cell;
use crate::world::{
    AMOUNT_MAX, Change, Changed, Kind, Rejection, Requester, Subject, Unit, UnitId, add_capped,
};

/// The player may add units while the land has fewer units than this.
pub const SPAWNED_MAX: usize = 2000;

impl Game {
    /// Adds a unit with its kind's livelihood to the player's people.
    pub(super) fn spawn(&mut self, kind: Kind, cell: Cell) -> Result<CommandOutcome, Rejection> {
        if !self.world.size().contains(cell) {
            return Err(Rejection::OffTheLand(cell));
        }
        let is_free = self.derived.holder(cell).is_none() && self.world.has_room();
        if kind.ground_time(self.world.land.surface[cell]).is_none() || !is_free {
            return Err(Rejection::NoRoom(cell));
        }
        if self.world.units.len() >= SPAWNED_MAX {
            return Err(Rejection::TooMany(SPAWNED_MAX));
        }
        let coin = kind.row().coin;
        self.pay(coin)?;
        let home = self.world.markets_of(0).filter(|id| self.world.town(*id).people == 0);
        let home = home.min_by_key(|id| (self.world.town(*id).cell.octile(cell), *id));
        let base = founding::livelihood(&self.world, kind, cell, home);
        let id = founding::place_unit(&mut self.world, 0, kind, cell, base);
        self.derived.hold(cell, id);
        self.update_watcher(Watcher::Unit(id));
        let paid = if self.world.free_build { 0 } else { coin };
        self.world.journal.add(None, vec![Change { what: Changed::Spawned(id), paid }]);
        let name = self.world.unit(id).map_or_else(String::new, |unit| unit.name.clone());
        let words = format!("{name}, {}, sets out {}", kind.row().name, self.whereabouts(cell));
        Ok(self.announce_act(cell, words))
    }

    /// Removes the units of the player's people on these cells.
    pub(super) fn remove(&mut self, cells: &[Cell]) -> Result<CommandOutcome, Rejection> {
        let cells = self.matching_cells(cells, |_, _| true)?;
        let sorted: std::collections::BTreeSet<Cell> = cells.into_iter().collect();
        let here = self.world.units.iter().filter(|unit| unit.people == 0 && sorted.contains(&unit.cell));
        let removed: Vec<Unit> = here.take(SPAWNED_MAX).cloned().collect();
        let Some(first) = removed.first() else { return Err(Rejection::NoUnitThere) };
        let cell = first.cell;
        let (who, verb) = match removed.len() {
            1 => (first.name.clone(), "leaves"),
            many => (counted(many, "unit"), "leave"),
        };
        let mut changes = Vec::new();
        for unit in removed {
            self.remove_unit(unit.id);
            self.expect_trader(&unit, false);
            changes.push(Change { what: Changed::Removed(Box::new(unit)), paid: 0 });
        }
        self.world.journal.add(None, changes);
        let words = format!("{who} {verb} the land {}", self.whereabouts(cell));
        Ok(self.announce_act(cell, words))
    }

    fn announce_act(&mut self, cell: Cell, words: String) -> CommandOutcome {
        self.queue_event_about(Subject::You, 7, cell, words.clone());
        self.reset_counter(words.clone());
        self.derived.counter.is_known = true;
        CommandOutcome { text: words }
    }

    /// Undoes the last act as far as its changes still stand, and refunds what they cost.
    pub(super) fn undo(&mut self) -> Result<CommandOutcome, Rejection> {
        let act = self.world.journal.pop().ok_or(Rejection::NothingToUndo)?;
        let before = self.remaining_paths();
        let changes_before = act.changes.len();
        let mut undone = Vec::new();
        let (mut cells, mut painted) = (Vec::new(), Vec::new());
        for change in act.changes.into_iter().rev() {
            if !self.undo_change(&change.what) {
                continue;
            }
            add_capped(&mut self.world.peoples[0].coin, change.paid, AMOUNT_MAX);
            match change.what {
                Changed::Ground { cell, .. } => cells.push(cell),
                Changed::Paint { cell, .. } => painted.push(cell),
                Changed::Spawned(_) | Changed::Removed(_) | Changed::Ordered(_) => {}
            }
            undone.push(change);
        }
        self.update_after_edit(&undone.iter().filter_map(reversed).collect::<Vec<_>>());
        let words = match changes_before - undone.len() {
            0 => "The last act is undone".to_owned(),
            rest if rest == changes_before => "Nothing of the last act still stands".to_owned(),
            1 => "The last act is undone, but for 1 change that no longer stands or is in use".to_owned(),
            rest => {
                format!("The last act is undone, but for {rest} changes that no longer stand or are in use")
            }
        };
        self.reset_counter(words.clone());
        let mut known = self.known_changes(&cells, false);
        known.extend(painted);
        self.replan_affected(&known, crate::world::LIGHT_RADIUS, true, before);
        Ok(CommandOutcome { text: words })
    }

    /// Undoes one change; false if it no longer stands.
    fn undo_change(&mut self, what: &Changed) -> bool {
        match what {
            Changed::Ground { cell, before, after } => {
                let stands = self.world.land.surface[*cell] == *after && self.is_unoccupied(*cell);
                if stands {
                    self.place_ground(*cell, *before);
                }
                stands
            }
            Changed::Paint { cell, before, after } => {
                let stands = self.world.peoples[0].belief.paint(*cell) == *after;
                if stands {
                    self.paint_cell(*cell, *before);
                }
                stands
            }
            Changed::Spawned(id) => {
                let unit = self.world.unit(*id).filter(|unit| unit.people == 0).cloned();
                if let Some(unit) = &unit {
                    self.remove_unit(*id);
                    self.expect_trader(unit, false);
                }
                unit.is_some()
            }
            Changed::Removed(unit) => self.restore_unit(unit),
            // Edits of orders are undone separately (`order_undo`).
            Changed::Ordered(_) => false,
        }
    }

    /// Restores a removed unit where and as it was; false if there is no room any more.
    fn restore_unit(&mut self, unit: &Unit) -> bool {
        let surface = &self.world.land.surface;
        let room = |cell: Cell| {
            self.derived.holder(cell).is_none() && unit.kind.ground_time(surface[cell]).is_some()
        };
        let Err(place) = self.world.units.binary_search_by_key(&unit.id, |other| other.id) else {
            return false;
        };
        if !room(unit.cell) || !unit.next.is_none_or(room) || self.world.units.len() >= SPAWNED_MAX {
            return false;
        }
        let mut unit = unit.clone();
        // A request that was served in the meantime found no unit to report to.
        unit.request = unit.request.filter(|id| self.is_request_open(unit.id, *id));
        self.derived.place(&unit);
        // Like every unit, it is notified of changes along its path.
        self.derived.path_watches.watch(&unit, self.world.size());
        let id = unit.id;
        self.expect_trader(&unit, true);
        self.world.units.insert(place, unit);
        self.update_watcher(Watcher::Unit(id));
        true
    }

    /// Whether a unit's path request is still waiting or running.
    fn is_request_open(&self, asker: UnitId, id: u64) -> bool {
        let plans = &self.world.plans;
        let live = plans.live.iter().map(|live| &live.request);
        plans.waiting.iter().chain(live).any(|r| r.id == id && r.requester == Requester::Unit(asker))
    }
}

/// The reverse of a change of the ground.
fn reversed(change: &Change) -> Option<Change> {
    let Changed::Ground { cell, before, after } = change.what else { return None };
    let reversed = crate::world::Patch { surface: after, ..before };
    let what = Changed::Ground { cell, before: reversed, after: before.surface };
    Some(Change { what, paid: 0 })
}
