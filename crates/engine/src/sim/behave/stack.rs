//! Behaviour stacks: pushing and popping, and what each does besides.

use crate::grid::Cell;
use crate::plan;
use crate::sim::Game;
use crate::world::{Behaviour, DAY, Path, Raid, STACK_MAX, Unit, UnitIx};

/// Ticks after which a saved path is replanned in the morning even if it is still walkable, since there may be better
/// roads.
const SAVED_PATH_TICKS_MAX: u64 = 3 * DAY;

impl Unit {
    /// Pushes a behaviour, if there is room; the current path is dropped, or saved if this is only for the night.
    pub(in crate::sim) fn push_behaviour(&mut self, behaviour: Behaviour) -> bool {
        if behaviour.rules().is_for_the_night() {
            self.store_path();
        }
        self.path = None;
        self.request = None;
        let has_room = self.stack.len() < STACK_MAX;
        if has_room {
            self.stack.push(behaviour);
        }
        has_room
    }
}

/// Pops the behaviour on top; the path that was left for it is taken up again.
pub(in crate::sim) fn pop_behaviour(game: &mut Game, index: UnitIx) {
    let is_night_over = {
        let unit = &mut game.world.units[index];
        unit.path = None;
        unit.request = None;
        unit.blocked = None;
        // A unit never loses its livelihood.
        let popped = if unit.stack.len() > 1 { unit.stack.pop() } else { None };
        popped.is_some_and(|behaviour| behaviour.rules().is_sleep())
    };
    if is_night_over {
        game.world.units[index].fatigue = 0;
        heal_overnight(game, index);
    }
    restore_saved_path(game, index);
}

/// In the morning, restores the path that the unit left in the evening, if it is still walkable; otherwise the unit
/// will request one.
fn restore_saved_path(game: &mut Game, index: UnitIx) {
    let Some(kept) = game.world.units[index].take_stored_path() else { return };
    let Path { by, planned, .. } = kept.path;
    if game.world.tick > planned + SAVED_PATH_TICKS_MAX {
        return;
    }
    let (unit, size) = (&game.world.units[index], game.world.size());
    let believes = game.believes(unit.people, unit.kind, &[]);
    let left: Vec<Cell> =
        std::iter::once(kept.from).chain(kept.path.steps.cells_after(kept.from, size)).collect();
    let Some(cells) = plan::join_path(&believes, size, unit.path_start(), &left) else { return };
    let path = plan::path_along(&game.believes_of(unit), size, &cells, true, (by, planned));
    let Some(mut path) = path else { return };
    (path.goal, path.route) = (kept.path.goal, kept.path.route);
    game.derived.set_path(&mut game.world, index, path, &cells);
}

/// A night in a settlement, or at the lair, heals a wound.
fn heal_overnight(game: &mut Game, index: UnitIx) {
    let unit = &game.world.units[index];
    let is_at_lair = matches!(unit.stack.first(), Some(Behaviour::Raid(Raid { lair, .. })) if lair.chebyshev(unit.cell) <= 2);
    let is_at_home = is_at_lair || game.places().town_at(unit.cell).is_some();
    let unit = &mut game.world.units[index];
    unit.wounds = unit.wounds.saturating_sub(u8::from(is_at_home));
}
