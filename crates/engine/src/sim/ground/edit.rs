//! Changes of the ground: where a brush applies, what lies there afterwards, and which peoples learn of it.

use crate::grid::Cell;
use crate::land::Surface;
use crate::sim::derived::{Passages, Watcher};
use crate::sim::{Game, sight};
use crate::world::{Blaze, Brush, Changed, DAY, Paint, Patch, PeopleIx, Tier};
use std::collections::BTreeMap;

/// Ticks for which a cell burns.
pub(super) const BURN_TICKS: u64 = 2 * DAY;
/// How many cells far a fire may spread from where it was lit.
const SPREAD_CELLS: u8 = 6;

/// Changes of the ground that are made together: cells are set one by one, and no people learns of it before the end.
#[derive(Default)]
pub(in crate::sim) struct GroundEdit {
    /// The cells, each with its surface before.
    changed: Vec<(Cell, Surface)>,
}

impl GroundEdit {
    /// Sets the ground of a cell.
    pub(in crate::sim) fn set(&mut self, game: &mut Game, cell: Cell, patch: Patch) -> Changed {
        let before = game.world.patch(cell);
        self.changed.push((cell, before.surface));
        place_ground(game, cell, patch);
        Changed::Ground { cell, before, after: patch.surface }
    }

    /// Ends changes that affect neither passages nor views: shows the cells to all peoples that see them.
    pub(in crate::sim) fn show(self, game: &mut Game) {
        for (cell, _) in self.changed {
            game.derived.show_change(&mut game.world, cell);
        }
    }

    /// Recomputes passages and views, and shows the cells to all peoples that see them.
    pub(in crate::sim) fn finish(self, game: &mut Game) {
        let changed = self.changed;
        if changed.is_empty() {
            return;
        }
        game.derived.passages = Passages::of(&game.world.land);
        let now = |cell: Cell| game.world.land.surface[cell];
        let opaque = changed.iter().filter(|(cell, before)| before.is_opaque() != now(*cell).is_opaque());
        let opaque: Vec<Cell> = opaque.map(|(cell, _)| *cell).collect();
        for watcher in game.derived.watchers_near(&game.world, &opaque) {
            sight::update_watcher(game, watcher);
        }
        for (cell, _) in changed {
            game.derived.show_change(&mut game.world, cell);
        }
    }
}

/// Changes a cell's ground where neither passages nor views are affected, and shows it to all peoples that see it.
pub(super) fn change_ground(game: &mut Game, cell: Cell, patch: Patch) {
    let mut edit = GroundEdit::default();
    edit.set(game, cell, patch);
    edit.show(game);
}

/// Sets the ground of a cell. Peoples that see it do not learn of it here.
fn place_ground(game: &mut Game, cell: Cell, patch: Patch) {
    let before = game.world.patch(cell);
    let index = game.world.size().index(cell) as u32;
    if game.world.land.surface[cell].is_opaque() != patch.surface.is_opaque() {
        game.derived.clear_fov_caches();
    }
    game.world.land.surface[cell] = patch.surface;
    let ground = &mut game.world.ground;
    ground.tier[cell] = patch.tier;
    ground.wear[cell] = patch.wear;
    set_or_remove(&mut ground.under, index, patch.under);
    set_or_remove(&mut ground.blazes, index, patch.blaze);
    set_or_remove(&mut ground.towers, index, patch.tower);
    game.derived.count_road(before.tier, patch.tier);
    if before.tower.is_some() || patch.tower.is_some() {
        sight::update_watcher(game, Watcher::Tower(cell));
    }
}

impl Patch {
    /// The ground with something built on it by a people; the road there is gone.
    pub(in crate::sim) fn built(self, surface: Surface, owner: PeopleIx, now: u64) -> Patch {
        Patch {
            surface,
            tier: Tier::None,
            wear: 0,
            under: Some(self.under.unwrap_or(self.surface)),
            blaze: (surface == Surface::Fire)
                .then_some(Blaze { until: now + BURN_TICKS, reach: SPREAD_CELLS }),
            tower: (surface == Surface::Tower).then_some(owner),
        }
    }

    /// The natural ground.
    pub(in crate::sim) fn natural(self) -> Patch {
        Patch { surface: self.under.unwrap_or(Surface::Grass), ..Patch::default() }
    }

    /// Whether it has been edited; the walls of a level count as drawn.
    pub(in crate::sim) fn is_edited(self) -> bool {
        self.under.is_some() || self.surface == Surface::Wall
    }
}

impl Brush {
    /// Whether it may be used on a cell: on free ground that it changes.
    pub(in crate::sim) fn applies_to(self, game: &Game, cell: Cell) -> bool {
        self.suits(game, cell, game.derived.is_unoccupied(cell))
    }

    /// Whether nothing but a unit on a cell, which the player's people sees, keeps it from being used there.
    pub(in crate::sim) fn is_kept_off(self, game: &Game, cell: Cell) -> bool {
        let is_stood_on = game.derived.holder(cell).is_some();
        let is_seen = game.derived.visible[PeopleIx::PLAYER][cell] > 0;
        is_stood_on && is_seen && self.suits(game, cell, true) && !self.applies_to(game, cell)
    }

    /// Whether it changes a cell, and may be used there if the cell is free.
    fn suits(self, game: &Game, cell: Cell, is_free: bool) -> bool {
        let surface = game.world.land.surface[cell];
        let paint = game.world.people(PeopleIx::PLAYER).belief.paint(cell);
        let is_open =
            is_free && !surface.is_blocked() && !surface.is_built() && Some(surface) != self.surface();
        match self {
            Brush::Wall => is_free && surface != Surface::Wall,
            Brush::Bridge => {
                is_free
                    && (surface.is_sea_or_lake()
                        || surface == Surface::River
                        || (is_open && game.world.land.is_gorge(cell)))
            }
            Brush::Mud | Brush::River => is_open,
            Brush::Beacon | Brush::Tower => is_open && surface != Surface::River,
            Brush::Fire => is_open && surface.burns(),
            Brush::Prefer | Brush::Avoid | Brush::Forbid => Some(paint) != self.paint(),
            Brush::Erase => paint != Paint::None || (is_free && game.world.patch(cell).is_edited()),
        }
    }
}

/// Inserts or removes a value.
fn set_or_remove<T>(map: &mut BTreeMap<u32, T>, key: u32, value: Option<T>) {
    match value {
        Some(value) => drop(map.insert(key, value)),
        None => drop(map.remove(&key)),
    }
}
