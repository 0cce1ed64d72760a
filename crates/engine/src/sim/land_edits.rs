//! Bending the land with a brush: which cells can be bent, what lies there then, and who sees it.
//!
//! Who has to think again because of it is in `concern`; undoing, and walkers that come and go, are in `acts`.

use super::derived::Watcher;
use super::fire::{BURNS, REACH};
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
    /// Bends cells with a brush; those who know of it and whom it concerns think again, others when they come upon it.
    pub(super) fn bend(
        &mut self,
        stroke: u32,
        brush: Brush,
        cells: &[Cell],
    ) -> Result<CommandOutcome, Rejection> {
        let chosen = self.chosen(cells, |game, cell| game.can_bend(cell, brush))?;
        if chosen.is_empty() {
            return Err(Rejection::CannotBend(brush));
        }
        let stroke = Some((stroke, brush));
        let joined = self.world.journal.joins(stroke).map(|act| act.changes.len());
        // Erasing may change ground and paint of a cell.
        if joined.unwrap_or(0) + 2 * chosen.len() > CHANGES_MAX {
            return Err(Rejection::TooMany(CHANGES_MAX / 2));
        }
        self.pay(brush.coin() * chosen.len() as u32)?;
        self.remember_act(&chosen, &format!("{} {}", brush.deed(), self.whereabouts(chosen[0])));
        let paid = if self.world.free_build { 0 } else { brush.coin() };
        let before = self.ways_left();
        let changes: Vec<Change> = chosen
            .iter()
            .flat_map(|cell| self.bend_cell(*cell, brush))
            .map(|what| Change { what, paid })
            .collect();
        self.behold(&changes);
        self.world.journal.add(stroke, changes);
        if joined.is_none() {
            let words = format!("{} {}", verb(brush), self.whereabouts(chosen[0]));
            self.note_about(Subject::You, 7, chosen[0], words.clone());
            self.begin_reading(words);
        }
        let known = self.known_of(&chosen, brush.paint().is_some());
        let reach = if brush == Brush::Beacon { LIGHT_RADIUS } else { 1 };
        let cheaper = matches!(brush, Brush::Bridge | Brush::Beacon | Brush::Prefer | Brush::Erase);
        self.concern(&known, reach, cheaper, before);
        Ok(CommandOutcome { words: self.derived.reading.words.clone() })
    }

    /// Those of some cells that fulfil a condition, each once and in their order.
    ///
    /// # Errors
    /// When there are too many of them, or one is off the land.
    pub(super) fn chosen(
        &self,
        cells: &[Cell],
        fits: impl Fn(&Game, Cell) -> bool,
    ) -> Result<Vec<Cell>, Rejection> {
        if cells.len() > CELLS_MAX {
            return Err(Rejection::TooMany(CELLS_MAX));
        }
        if let Some(off) = cells.iter().find(|cell| !self.world.size().contains(**cell)) {
            return Err(Rejection::OffTheLand(*off));
        }
        let mut met = std::collections::BTreeSet::new();
        Ok(cells.iter().copied().filter(|cell| met.insert(*cell) && fits(self, *cell)).collect())
    }

    /// The cells of which the player's people knows that they have changed.
    pub(super) fn known_of(&self, cells: &[Cell], wishes: bool) -> Vec<Cell> {
        let visible = &self.derived.visible[usize::from(PLAYER)];
        cells.iter().copied().filter(|cell| wishes || visible[*cell] > 0).collect()
    }

    pub(super) fn can_bend(&self, cell: Cell, brush: Brush) -> bool {
        let surface = self.world.land.surface[cell];
        let free = self.is_free(cell);
        let open = free && !surface.is_blocked() && !surface.is_built() && Some(surface) != brush.surface();
        match brush {
            Brush::Wall => free && surface != Surface::Wall,
            Brush::Bridge => {
                free && (surface.is_water() || surface == Surface::River || (open && self.is_gorge(cell)))
            }
            Brush::Mud | Brush::River => open,
            Brush::Beacon | Brush::Tower => open && surface != Surface::River,
            Brush::Fire => open && surface.burns(),
            Brush::Prefer | Brush::Avoid | Brush::Forbid => Some(self.paint(cell)) != brush.paint(),
            Brush::Erase => self.paint(cell) != Paint::None || (free && self.is_bent(cell)),
        }
    }

    /// Whether nobody is or lives on a cell, so that its ground can be changed.
    pub(super) fn is_free(&self, cell: Cell) -> bool {
        !self.derived.haven[cell] && self.derived.holder(cell).is_none()
    }

    fn paint(&self, cell: Cell) -> Paint {
        self.world.peoples[usize::from(PLAYER)].belief.paint(cell)
    }

    /// Whether a brush has been at the ground; the walls of a level count as drawn.
    fn is_bent(&self, cell: Cell) -> bool {
        let patch = self.world.patch(cell);
        patch.under.is_some() || patch.surface == Surface::Wall
    }

    /// Bends one cell that can be bent; returns what changed.
    fn bend_cell(&mut self, cell: Cell, brush: Brush) -> Vec<Changed> {
        let wish = if brush == Brush::Erase { Some(Paint::None) } else { brush.paint() };
        let wish = wish.filter(|paint| *paint != self.paint(cell));
        let mut changed: Vec<Changed> = wish.map(|paint| self.wish(cell, paint)).into_iter().collect();
        let before = self.world.patch(cell);
        let after = match brush.surface() {
            Some(surface) => built(before, surface, PLAYER, self.world.tick),
            None if brush == Brush::Erase && self.is_free(cell) && self.is_bent(cell) => bare(before),
            None => return changed,
        };
        changed.push(self.set_ground(cell, after));
        changed
    }

    fn set_ground(&mut self, cell: Cell, patch: Patch) -> Changed {
        let before = self.world.patch(cell);
        self.lay(cell, patch);
        Changed::Ground { cell, before, after: patch.surface }
    }

    /// Raises a tower of a people; whoever sees it knows of it.
    pub(super) fn raise_tower(&mut self, owner: u8, cell: Cell) {
        let tower = built(self.world.patch(cell), Surface::Tower, owner, self.world.tick);
        let what = self.set_ground(cell, tower);
        self.behold(&[Change { what, paid: 0 }]);
    }

    /// Paints a wish of the player's people; it knows its own wishes, wherever they are.
    pub(super) fn wish(&mut self, cell: Cell, after: Paint) -> Changed {
        let before = self.paint(cell);
        self.world.peoples[usize::from(PLAYER)].belief.wish(cell, after);
        Changed::Paint { cell, before, after }
    }

    /// Lays down all there is to the ground of a cell. Who sees it learns of it in [`Game::behold`].
    pub(super) fn lay(&mut self, cell: Cell, patch: Patch) {
        let before = self.world.patch(cell);
        let index = self.world.size().index(cell) as u32;
        if self.world.land.surface[cell].is_opaque() != patch.surface.is_opaque() {
            self.derived.forget_sights();
        }
        self.world.land.surface[cell] = patch.surface;
        let ground = &mut self.world.ground;
        ground.tier[cell] = patch.tier;
        ground.wear[cell] = patch.wear;
        put(&mut ground.under, index, patch.under);
        put(&mut ground.blazes, index, patch.blaze);
        put(&mut ground.towers, index, patch.tower);
        self.derived.count_road(before.tier, patch.tier);
        if let Some(owner) = before.tower {
            self.close_eyes(Watcher::Tower(cell), owner);
        }
        if patch.tower.is_some() {
            self.look(Watcher::Tower(cell));
        }
    }

    /// Changes a cell's ground and lets whoever sees it know: by what bars no passage and no sight, so that nothing else
    /// is derived anew.
    pub(super) fn change(&mut self, cell: Cell, patch: Patch) {
        self.lay(cell, patch);
        self.show_change(cell);
    }

    /// After some changes of the ground: passages are found anew, and whoever sees the cells knows.
    pub(super) fn behold(&mut self, changes: &[Change]) {
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
            self.look(watcher);
        }
        for (cell, _) in changed {
            self.show_change(cell);
        }
    }
}

/// The ground with something put on it that belongs to a people; whatever was trodden there is gone.
fn built(before: Patch, surface: Surface, owner: u8, now: u64) -> Patch {
    Patch {
        surface,
        tier: Tier::None,
        wear: 0,
        under: Some(before.under.unwrap_or(before.surface)),
        blaze: (surface == Surface::Fire).then_some(Blaze { until: now + BURNS, reach: REACH }),
        tower: (surface == Surface::Tower).then_some(owner),
    }
}

/// The ground as nature made it.
fn bare(before: Patch) -> Patch {
    Patch { surface: before.under.unwrap_or(Surface::Grass), ..Patch::default() }
}

/// Puts a value into a map, or takes it out.
fn put<T>(map: &mut std::collections::BTreeMap<u32, T>, key: u32, value: Option<T>) {
    match value {
        Some(value) => drop(map.insert(key, value)),
        None => drop(map.remove(&key)),
    }
}

/// What a brush does, in words.
fn verb(brush: Brush) -> &'static str {
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
