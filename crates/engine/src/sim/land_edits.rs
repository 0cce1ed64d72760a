//! Editing the land with a brush: which cells can be edited, what lies there afterwards, and who sees it.
//!
//! Which units replan because of it is in `affected_units`; undo, and units that the player adds or removes, are in
//! `acts`.

use super::derived::Watcher;
use super::fire::{BURN_TICKS, SPREAD_CELLS};
use super::passages::Passages;
use super::{CommandOutcome, Game};
use crate::grid::Cell;
use crate::land::Surface;
use crate::world::{
    Blaze, Brush, CHANGES_MAX, Change, Changed, LIGHT_RADIUS, Paint, Patch, Rejection, Subject, Tier,
};

/// Cells of one command, at most.
pub const CELLS_MAX: usize = 4096;
/// The people that builds: the player's.
const PLAYER: u8 = 0;

impl Game {
    /// Edits cells with a brush. Affected units that know of it replan at once, others when they come upon it.
    pub(super) fn edit_land(
        &mut self,
        stroke: u32,
        brush: Brush,
        cells: &[Cell],
    ) -> Result<CommandOutcome, Rejection> {
        let chosen = self.matching_cells(cells, |game, cell| game.can_edit(cell, brush))?;
        if chosen.is_empty() {
            return Err(Rejection::BrushDoesNotApply(brush));
        }
        let stroke = Some((stroke, brush));
        let joined = self.world.journal.joins(stroke).map(|act| act.changes.len());
        // Erasing may change both the ground and the paint of a cell.
        if joined.unwrap_or(0) + 2 * chosen.len() > CHANGES_MAX {
            return Err(Rejection::TooMany(CHANGES_MAX / 2));
        }
        self.pay(brush.coin() * chosen.len() as u32)?;
        self.record_act(&chosen, &format!("{} {}", brush.act_word(), self.whereabouts(chosen[0])));
        let paid = if self.world.free_build { 0 } else { brush.coin() };
        let before = self.remaining_paths();
        let changes: Vec<Change> = chosen
            .iter()
            .flat_map(|cell| self.edit_cell(*cell, brush))
            .map(|what| Change { what, paid })
            .collect();
        self.update_after_edit(&changes);
        self.world.journal.add(stroke, changes);
        if joined.is_none() {
            let words = format!("{} {}", effect_text(brush), self.whereabouts(chosen[0]));
            self.queue_event_about(Subject::You, 7, chosen[0], words.clone());
            self.reset_counter(words);
        }
        let known = self.known_changes(&chosen, brush.paint().is_some());
        let reach = if brush == Brush::Beacon { LIGHT_RADIUS } else { 1 };
        let cheaper = matches!(brush, Brush::Bridge | Brush::Beacon | Brush::Prefer | Brush::Erase);
        self.replan_affected(&known, reach, cheaper, before);
        Ok(CommandOutcome { text: self.derived.counter.words.clone() })
    }

    /// The cells that fulfil a condition, each once and in their order.
    ///
    /// # Errors
    /// When there are too many cells, or one is off the land.
    pub(super) fn matching_cells(
        &self,
        cells: &[Cell],
        fits: impl Fn(&Game, Cell) -> bool,
    ) -> Result<Vec<Cell>, Rejection> {
        if cells.len() > CELLS_MAX {
            return Err(Rejection::TooMany(CELLS_MAX));
        }
        if let Some(outside) = cells.iter().find(|cell| !self.world.size().contains(**cell)) {
            return Err(Rejection::OffTheLand(*outside));
        }
        let mut seen = std::collections::BTreeSet::new();
        Ok(cells.iter().copied().filter(|cell| seen.insert(*cell) && fits(self, *cell)).collect())
    }

    /// The cells whose change the player's people knows of; all of them if they are painted.
    pub(super) fn known_changes(&self, cells: &[Cell], is_paint: bool) -> Vec<Cell> {
        let visible = &self.derived.visible[usize::from(PLAYER)];
        cells.iter().copied().filter(|cell| is_paint || visible[*cell] > 0).collect()
    }

    pub(super) fn can_edit(&self, cell: Cell, brush: Brush) -> bool {
        let surface = self.world.land.surface[cell];
        let is_free = self.is_unoccupied(cell);
        let is_open =
            is_free && !surface.is_blocked() && !surface.is_built() && Some(surface) != brush.surface();
        match brush {
            Brush::Wall => is_free && surface != Surface::Wall,
            Brush::Bridge => {
                is_free
                    && (surface.is_water() || surface == Surface::River || (is_open && self.is_gorge(cell)))
            }
            Brush::Mud | Brush::River => is_open,
            Brush::Beacon | Brush::Tower => is_open && surface != Surface::River,
            Brush::Fire => is_open && surface.burns(),
            Brush::Prefer | Brush::Avoid | Brush::Forbid => Some(self.paint(cell)) != brush.paint(),
            Brush::Erase => self.paint(cell) != Paint::None || (is_free && self.is_edited(cell)),
        }
    }

    /// Whether a cell is empty of units, settlements and camps, so that its ground can be changed.
    pub(super) fn is_unoccupied(&self, cell: Cell) -> bool {
        !self.derived.haven[cell] && self.derived.holder(cell).is_none()
    }

    fn paint(&self, cell: Cell) -> Paint {
        self.world.peoples[usize::from(PLAYER)].belief.paint(cell)
    }

    /// Whether the ground has been edited; the walls of a level count as drawn.
    fn is_edited(&self, cell: Cell) -> bool {
        let patch = self.world.patch(cell);
        patch.under.is_some() || patch.surface == Surface::Wall
    }

    /// Edits one cell that can be edited; returns what changed.
    fn edit_cell(&mut self, cell: Cell, brush: Brush) -> Vec<Changed> {
        let paint = if brush == Brush::Erase { Some(Paint::None) } else { brush.paint() };
        let paint = paint.filter(|paint| *paint != self.paint(cell));
        let mut changed: Vec<Changed> = paint.map(|paint| self.paint_cell(cell, paint)).into_iter().collect();
        let before = self.world.patch(cell);
        let after = match brush.surface() {
            Some(surface) => built_ground(before, surface, PLAYER, self.world.tick),
            None if brush == Brush::Erase && self.is_unoccupied(cell) && self.is_edited(cell) => {
                natural_ground(before)
            }
            None => return changed,
        };
        changed.push(self.set_ground(cell, after));
        changed
    }

    fn set_ground(&mut self, cell: Cell, patch: Patch) -> Changed {
        let before = self.world.patch(cell);
        self.place_ground(cell, patch);
        Changed::Ground { cell, before, after: patch.surface }
    }

    /// Builds a tower of a people; peoples that see it learn of it.
    pub(super) fn raise_tower(&mut self, owner: u8, cell: Cell) {
        let tower = built_ground(self.world.patch(cell), Surface::Tower, owner, self.world.tick);
        let what = self.set_ground(cell, tower);
        self.update_after_edit(&[Change { what, paid: 0 }]);
    }

    /// Paints a preference of the player's people, which knows it wherever it is.
    pub(super) fn paint_cell(&mut self, cell: Cell, after: Paint) -> Changed {
        let before = self.paint(cell);
        self.world.peoples[usize::from(PLAYER)].belief.paint_cell(cell, after);
        Changed::Paint { cell, before, after }
    }

    /// Sets the ground of a cell. Peoples that see it learn of it in [`BelongsToGame::update_after_edit`].
    pub(super) fn place_ground(&mut self, cell: Cell, patch: Patch) {
        let before = self.world.patch(cell);
        let index = self.world.size().index(cell) as u32;
        if self.world.land.surface[cell].is_opaque() != patch.surface.is_opaque() {
            self.derived.clear_fov_caches();
        }
        self.world.land.surface[cell] = patch.surface;
        let ground = &mut self.world.ground;
        ground.tier[cell] = patch.tier;
        ground.wear[cell] = patch.wear;
        set_or_remove(&mut ground.under, index, patch.under);
        set_or_remove(&mut ground.blazes, index, patch.blaze);
        set_or_remove(&mut ground.towers, index, patch.tower);
        self.derived.count_road(before.tier, patch.tier);
        if let Some(owner) = before.tower {
            self.remove_watcher(Watcher::Tower(cell), owner);
        }
        if patch.tower.is_some() {
            self.update_watcher(Watcher::Tower(cell));
        }
    }

    /// Changes a cell's ground where neither passages nor views are affected, and shows it to all peoples that see it.
    pub(super) fn change_ground(&mut self, cell: Cell, patch: Patch) {
        self.place_ground(cell, patch);
        self.show_change(cell);
    }

    /// After changes of the ground: recomputes passages and views, and shows the cells to all peoples that see them.
    pub(super) fn update_after_edit(&mut self, changes: &[Change]) {
        let ground = |change: &Change| match change.what {
            Changed::Ground { cell, before, .. } => Some((cell, before.surface)),
            _ => None,
        };
        let changed: Vec<(Cell, Surface)> = changes.iter().filter_map(ground).collect();
        if changed.is_empty() {
            return;
        }
        self.derived.passages = Passages::of(&self.world.land);
        let now = |cell: Cell| self.world.land.surface[cell];
        let opaque = changed.iter().filter(|(cell, before)| before.is_opaque() != now(*cell).is_opaque());
        let opaque: Vec<Cell> = opaque.map(|(cell, _)| *cell).collect();
        for watcher in self.derived.watchers_near(&self.world, &opaque) {
            self.update_watcher(watcher);
        }
        for (cell, _) in changed {
            self.show_change(cell);
        }
    }
}

/// The ground with something built on it by a people; the road there is gone.
fn built_ground(before: Patch, surface: Surface, owner: u8, now: u64) -> Patch {
    Patch {
        surface,
        tier: Tier::None,
        wear: 0,
        under: Some(before.under.unwrap_or(before.surface)),
        blaze: (surface == Surface::Fire).then_some(Blaze { until: now + BURN_TICKS, reach: SPREAD_CELLS }),
        tower: (surface == Surface::Tower).then_some(owner),
    }
}

/// The natural ground.
fn natural_ground(before: Patch) -> Patch {
    Patch { surface: before.under.unwrap_or(Surface::Grass), ..Patch::default() }
}

/// Inserts or removes a value.
fn set_or_remove<T>(map: &mut std::collections::BTreeMap<u32, T>, key: u32, value: Option<T>) {
    match value {
        Some(value) => drop(map.insert(key, value)),
        None => drop(map.remove(&key)),
    }
}

/// The effect of a brush, as the beginning of a sentence.
fn effect_text(brush: Brush) -> &'static str {
    match brush {
        Brush::Wall => "A wall rises",
        Brush::Bridge => "A bridge is built",
        Brush::Mud => "The ground turns to mud",
        Brush::Fire => "A fire is laid",
        Brush::River => "Water is led",
        Brush::Beacon => "A beacon is lit",
        Brush::Tower => "A tower rises",
        Brush::Prefer => "They shall walk",
        Brush::Avoid => "They shall rather not walk",
        Brush::Forbid => "Nobody shall walk",
        Brush::Erase => "The land is as it was",
    }
}
