//! Known paths: a porter that sets out to trade takes the path that was last found for its people between the two
//! settlements, as long as that costs little more than it did; sooner or later it is planned anew, since there may be
//! better roads.
//!
//! Habit in the choice of a route, as in Bogers, Viti & Hoogendoorn (2005). What does not live here: the rest of a path
//! that is kept overnight (`behave::stack`).

use crate::graph::Cost;
use crate::grid::Cell;
use crate::plan;
use crate::sim::Game;
use crate::sim::walk::invalidation;
use crate::world::{DAY, Kind, Path, TownPair, TripPurpose, UnitIx};

/// Ticks for which a path is known.
const KNOWN_TICKS: u64 = 12 * DAY;
/// Percent by which it may have become dearer.
const DEARER_PERCENT: Cost = 5;

/// The settlements between which a unit inside one sets out to trade.
pub(super) fn trade_pair(game: &Game, index: UnitIx, goal: Cell) -> Option<TownPair> {
    let unit = &game.world.units[index];
    let is_trading = unit.travel().is_some_and(|trip| trip.purpose == TripPurpose::Trade);
    let places = game.places();
    let pair = (places.town_at(unit.cell)?, places.town_at(goal)?);
    (is_trading && pair.0 != pair.1).then_some(pair)
}

/// Whether a unit goes where others of its people go: no order, no hunger, and on foot.
fn is_usual(game: &Game, index: UnitIx) -> bool {
    let unit = &game.world.units[index];
    unit.kind == Kind::Porter && !unit.ordered && unit.hunger() == 0 && unit.next.is_none()
}

/// The path to a goal that a unit's people knows, with its cells.
pub(super) fn known_path(game: &Game, index: UnitIx, goal: Cell) -> Option<(Path, Vec<Cell>)> {
    let pair = trade_pair(game, index, goal).filter(|_| is_usual(game, index))?;
    let (unit, size) = (&game.world.units[index], game.world.size());
    let known = game.world.people(unit.people).paths.get(&pair)?;
    if game.world.tick > known.planned + KNOWN_TICKS {
        return None;
    }
    let steps = known.steps.cells_after(unit.cell, size);
    let cells: Vec<Cell> = std::iter::once(unit.cell).chain(steps).collect();
    let now = plan::path_along(&game.believes_of(unit), size, &cells, true, (known.by, known.planned))?;
    let is_dearer = now.price > known.price + known.price * DEARER_PERCENT / 100;
    let is_blocked = |route| {
        let planner = game.planner(unit.people, unit.kind, &[]);
        invalidation::is_route_blocked(&planner, unit.cell, route)
    };
    if is_dearer || known.route.as_ref().is_some_and(is_blocked) {
        return None;
    }
    Some((Path { goal: known.goal, route: known.route.clone(), ..now }, cells))
}

/// Makes a people know a path that was found for one of its units.
pub(super) fn remember_path(game: &mut Game, index: UnitIx, pair: TownPair, path: &Path) {
    if !is_usual(game, index) {
        return;
    }
    let tick = game.world.tick;
    let people = game.world.units[index].people;
    let paths = &mut game.world.peoples[people].paths;
    paths.retain(|_, known| tick <= known.planned + KNOWN_TICKS);
    paths.insert(pair, path.clone());
}
