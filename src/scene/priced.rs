//! The land as a grid of costs, so that the lab can search it with other algorithms than the planner's: the cost of
//! entering each cell, by a people's beliefs.
//!
//! It is simpler than the planner's view. There the cost of a step depends on the cell entered, the direction and the
//! slope; here each cell has one cost, the mean of the straight steps onto it from its four neighbours, slopes
//! included.
//! Units do not block cells, and unseen ground has its assumed cost.
//!
//! A [`Leak`] comes with it, only for the lab: the costs that a planner with hidden knowledge would use.

use super::explain::destination_of;
use crate::graph::{CostModel, NodeId};
use crate::grid::{Cell, Dir8, STRAIGHT, Size};
use crate::land::Surface;
use crate::plan::BelievedPrices;
use crate::sim::Game;
use crate::world::{Belief, Believed, Guess, Kind, PeopleIx, Tier, Town, UnitId};

/// Cost of unseen ground in the leak where it is truly open, wooded or rough, in milli-steps: dearer than seen ground,
/// but in the true order.
const LEAKED_MILLISTEPS: [u16; 3] = [5000, 6000, 7000];

/// A land with one cost per cell, a start and a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PricedLand {
    /// `Ada's land`, or `the land of` a people.
    pub name: String,
    /// Columns and rows.
    pub size: Size,
    /// Cost of a straight step onto each cell, row by row, in milli-steps; 0 where it is impassable.
    pub prices: Vec<u16>,
    /// Ground and road of each cell as its people believes them to be, row by row; `None` where it has not seen any.
    pub ground: Vec<Option<(Surface, Tier)>>,
    /// Start; may be impassable.
    pub start: Cell,
    /// Goal; may be impassable.
    pub goal: Cell,
}

/// A demonstration of cheating: the costs of the same land, row by row, in milli-steps, with unseen ground at 5, 6 or 7
/// steps by what truly lies there. Paths over it reveal hidden knowledge, so nothing in the game may use it. Seen and
/// impassable ground is unchanged; hidden obstacles are not marked impassable, as they would show at once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Leak(pub Vec<u16>);

/// The land by the beliefs of a unit's people, at the costs of its kind, from its cell to its destination or the
/// cursor.
/// Without a unit: for a porter of the first people, from its largest settlement to the cursor.
pub(super) fn priced_land(game: &Game, unit: Option<UnitId>, cursor: Cell) -> (PricedLand, Leak) {
    let world = &game.world;
    let unit = unit.and_then(|id| world.unit(id));
    let (people, kind) = unit.map_or((PeopleIx::PLAYER, Kind::Porter), |unit| (unit.people, unit.kind));
    let mut towns: Vec<&Town> = world.towns.iter().filter(|town| town.people == people).collect();
    towns.sort_by_key(|town| std::cmp::Reverse(town.residents));
    let mut homes = towns.iter().map(|town| town.cell);
    let start = unit.map(|unit| unit.cell).or_else(|| homes.next()).unwrap_or(cursor);
    // Start and goal must differ: fall back to the next settlement.
    let goals = unit.and_then(|unit| destination_of(game, unit)).into_iter().chain([cursor]).chain(homes);
    let goal = goals.into_iter().find(|cell| *cell != start).unwrap_or(cursor);
    let mut land = land_of(game, (people, kind), (start, goal));
    if let Some(unit) = unit {
        land.name = format!("{}'s land", unit.name);
    }
    let leak = leaked_prices(game, people, &land.prices);
    (land, leak)
}

/// The land by the beliefs of a people, at the costs of a kind, between two cells.
pub(super) fn land_of(
    game: &Game,
    (people, kind): (PeopleIx, Kind),
    (start, goal): (Cell, Cell),
) -> PricedLand {
    let world = &game.world;
    PricedLand {
        name: format!("the land of {}", world.peoples[PeopleIx::PLAYER].name),
        size: world.size(),
        ground: believed_ground(&world.people(people).belief, world.size()),
        prices: mean_prices(&game.believes(people, kind, &[]), world.size()),
        start,
        goal,
    }
}

fn believed_ground(belief: &Belief, size: Size) -> Vec<Option<(Surface, Tier)>> {
    let ground = |cell: Cell| match belief.at(cell) {
        Believed::Known { surface, tier } => Some((surface, tier)),
        Believed::Unknown(_) => None,
    };
    size.cells().map(ground).collect()
}

fn leaked_prices(game: &Game, people: PeopleIx, honest: &[u16]) -> Leak {
    let belief = &game.world.people(people).belief;
    let price = |(cell, honest): (Cell, &u16)| {
        let is_same = *honest == 0 || belief.is_known(cell);
        if is_same { *honest } else { LEAKED_MILLISTEPS[Guess::like(game.world.land.surface[cell]) as usize] }
    };
    Leak(game.world.size().cells().zip(honest).map(price).collect())
}

fn mean_prices(believes: &BelievedPrices, size: Size) -> Vec<u16> {
    let price = |cell: Cell| {
        let here = size.index(cell) as NodeId;
        if believes.is_blocked(here) {
            return 0;
        }
        let straight = size.neighbours(cell).filter(|(dir, _): &(Dir8, Cell)| !dir.is_diagonal());
        let steps =
            straight.filter_map(|(_, from)| believes.step_cost(size.index(from) as NodeId, here, STRAIGHT));
        let (sum, count) = steps.fold((0, 0), |(sum, count), step| (sum + step, count + 1));
        // An isolated cell has no slope.
        let price = sum.checked_div(count).unwrap_or(STRAIGHT);
        price.clamp(1, u32::from(u16::MAX)) as u16
    };
    size.cells().map(price).collect()
}
