//! Targets as a unit's people knows them: where they are, and which an order may name.

use crate::grid::Cell;
use crate::world::{OrderProblem, Places, Unit, UnitId, UnitOrPlace, World};

/// Where a mark is, if the unit's people sees it, otherwise where it was last seen; and whether it is seen.
pub(super) fn last_known_position(
    places: Places,
    unit: &Unit,
    mark: UnitOrPlace,
    last: Cell,
) -> (Cell, bool) {
    let at = match mark {
        UnitOrPlace::Place(cell) => Some(cell),
        UnitOrPlace::Unit(id) => {
            let other = places.world.unit(id).filter(|other| places.sees_unit(unit.people, other));
            other.map(|other| other.cell)
        }
    };
    (at.unwrap_or(last), at.is_some())
}

/// Whether a unit is outside, where others can see it.
pub(super) fn is_outdoors(places: Places, unit: &Unit) -> bool {
    !places.is_inside(unit.cell)
}

/// Where the mark of an order is seen.
pub(super) fn visible_mark_cell(
    places: Places,
    unit: &Unit,
    mark: UnitOrPlace,
) -> Result<Cell, OrderProblem> {
    match mark {
        UnitOrPlace::Unit(id) if id == unit.id => Err(OrderProblem::TargetsItself),
        UnitOrPlace::Unit(_) | UnitOrPlace::Place(_) => {
            match last_known_position(places, unit, mark, unit.cell) {
                (at, true) => Ok(at),
                (_, false) => Err(OrderProblem::TargetUnseen),
            }
        }
    }
}

/// Where the foe of an order is seen.
pub(super) fn visible_foe_cell(places: Places, unit: &Unit, foe: UnitId) -> Result<Cell, OrderProblem> {
    let at = visible_mark_cell(places, unit, UnitOrPlace::Unit(foe))?;
    let is_foe = places.world.unit(foe).is_some_and(|other| places.world.are_foes(unit, other));
    if is_foe { Ok(at) } else { Err(OrderProblem::NoFoe) }
}

/// The mark, checked to be another unit of the same people, or a place.
pub(super) fn own_mark(world: &World, unit: &Unit, mark: UnitOrPlace) -> Result<UnitOrPlace, OrderProblem> {
    let UnitOrPlace::Unit(id) = mark else { return Ok(mark) };
    let is_own = world.unit(id).is_some_and(|other| other.people == unit.people && other.id != unit.id);
    if is_own { Ok(mark) } else { Err(OrderProblem::ForeignWard) }
}
