//! The counter: which units replan after the player's last act, and what that costs them. Only for show.

use crate::grid::Cell;
use crate::world::{CommandOutcome, Path, UnitId};
use std::collections::BTreeMap;

/// Affected paths that are shown, at most.
const PATHS_SHOWN_MAX: usize = 64;

/// The effect of the player's last act so far: the counter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ActCounter {
    /// What the act did, and where.
    pub outcome: CommandOutcome,
    /// Cells that a stroke has left as they were, since a unit stands there.
    pub occupied: usize,
    /// Whether the player's people knows of any of it.
    pub is_known: bool,
    /// The affected units, and what it has cost each so far.
    pub affected: BTreeMap<UnitId, ReplanCost>,
    /// Some of the affected paths, as they were before.
    pub shown_paths: Vec<Vec<Cell>>,
    /// How often such paths were added since the game was started or loaded.
    pub flashes: u32,
}

impl ActCounter {
    /// Begins to count for another act.
    pub(in crate::sim) fn begin(&mut self, outcome: CommandOutcome) {
        *self = ActCounter { outcome, flashes: self.flashes, ..ActCounter::default() };
    }

    /// Counts what the act has cost a unit that has just got its new path.
    pub(in crate::sim) fn count_path(&mut self, id: UnitId, path: &Path, cells: &[Cell]) {
        let Some(cost) = self.affected.get_mut(&id) else { return };
        let Some(left) = cost.old_path.take() else { return };
        if left.goal != path.goal && path.reaches {
            // It has arrived meanwhile and is heading elsewhere.
            self.affected.retain(|other, cost| *other != id || cost.changed);
            return;
        }
        // Parts of far paths, and paths that end before what bars them, have no length to compare.
        let is_whole = path.reaches && path.route.is_none() && left.cells.last() == Some(&left.goal);
        if is_whole {
            // If it walked on meanwhile, only the rest of the old path counts.
            let walked = left.cells.iter().position(|cell| cells.first() == Some(cell)).unwrap_or(0);
            cost.steps += i64::from(path.length) - (left.cells.len() - 1 - walked) as i64;
            cost.time += path.time as i64 - left.times[walked];
        }
        if left.cells.ends_with(cells) {
            return;
        }
        cost.changed = true;
        if self.shown_paths.len() < PATHS_SHOWN_MAX && !self.shown_paths.contains(&left.cells) {
            self.shown_paths.push(left.cells);
            self.flashes += 1;
        }
    }

    /// Shows more affected paths, as they were.
    pub(in crate::sim) fn show_paths(&mut self, paths: Vec<Vec<Cell>>) {
        self.flashes += u32::from(!paths.is_empty());
        self.shown_paths.extend(paths);
        self.shown_paths.truncate(PATHS_SHOWN_MAX);
    }

    /// The number of units that have replanned.
    pub fn replanned(&self) -> usize {
        self.affected.values().filter(|cost| cost.old_path.is_none()).count()
    }

    /// The number of those that now take another path.
    pub fn changed(&self) -> usize {
        self.affected.values().filter(|cost| cost.changed).count()
    }

    /// The growth of their paths in all: steps, and walking time in milli-steps.
    pub fn total_growth(&self) -> (i64, i64) {
        self.affected.values().fold((0, 0), |sum, cost| (sum.0 + cost.steps, sum.1 + cost.time))
    }
}

/// What an act has cost a unit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReplanCost {
    /// Growth of its path, in steps.
    pub steps: i64,
    /// Growth of its walking time, in milli-steps.
    pub time: i64,
    /// Whether it now takes another path.
    pub changed: bool,
    /// While it waits for a new path: what was left of the old one.
    pub old_path: Option<RemainingPath>,
}

/// The rest of a path.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RemainingPath {
    /// Where it leads. A far path is not worked out as far as that yet.
    pub goal: Cell,
    /// Its cells, including the start.
    pub cells: Vec<Cell>,
    /// Walking time from each of them to the end, in milli-steps.
    pub times: Vec<i64>,
    /// Price of the whole, in milli-steps.
    pub price: i64,
}
