//! The land as numbers, for whoever wants to search it by other means than the planner's: what it costs to enter each
//! cell, as a people believes.
//!
//! It is flatter than what the planner sees. There a step costs what the cell entered, its direction and the slope make
//! of it; here a cell has one price, the mean of the straight steps onto it from its four neighbours, slopes included.
//! Nobody stands in the way, and ground that nobody has seen costs what walkers reckon with.
//!
//! Beside it goes a [`Leak`], for the lab alone: how the land would be priced by a planner that knows too much.

use super::explain::goal_of;
use crate::graph::{CostModel, NodeId};
use crate::grid::{Cell, Dir8, STRAIGHT, Size};
use crate::plan::Believes;
use crate::sim::Game;
use crate::world::{Guess, Kind, Town, UnitId};

/// What unseen ground costs in the leak where it is truly open, wooded or rough, in milli-steps: dearer than what is seen,
/// but in the true order.
const LEAKED: [u16; 3] = [5000, 6000, 7000];

/// A land with one price a cell, and a question on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PricedLand {
    /// `Ada's land`, or whose it is.
    pub name: String,
    /// Columns and rows.
    pub size: Size,
    /// Price of a straight step onto each cell, row by row, in milli-steps; 0 where nobody may go.
    pub prices: Vec<u16>,
    /// Where from. It may be barred.
    pub start: Cell,
    /// Where to. It may be barred.
    pub goal: Cell,
}

/// An exhibit: the prices of the same land, row by row, where ground that the people has not seen costs 5, 6 or 7 steps by
/// what truly lies there. Plans on it hint at what nobody can know, which is why nothing in the game may use them. What is
/// seen costs the same, and so does what is barred: the truth bars nothing, for one would see at once that it is there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Leak(pub Vec<u16>);

/// The land as a unit's people believes it to be, at the prices of its kind, from where it stands to where it is bound,
/// or to the cursor; without one, as porters of the first people do, from their largest settlement to the cursor.
pub(super) fn land(game: &Game, unit: Option<UnitId>, cursor: Cell) -> (PricedLand, Leak) {
    let world = &game.world;
    let unit = unit.and_then(|id| world.unit(id));
    let (people, kind) = unit.map_or((0, Kind::Porter), |unit| (unit.people, unit.kind));
    let mut towns: Vec<&Town> = world.towns.iter().filter(|town| town.people == people).collect();
    towns.sort_by_key(|town| std::cmp::Reverse(town.residents));
    let mut homes = towns.iter().map(|town| town.cell);
    let start = unit.map(|unit| unit.cell).or_else(|| homes.next()).unwrap_or(cursor);
    // A question needs two places: whoever is bound nowhere with the cursor on it looks for the next settlement.
    let wanted = unit.and_then(|unit| goal_of(game, unit)).into_iter().chain([cursor]).chain(homes);
    let goal = wanted.into_iter().find(|cell| *cell != start).unwrap_or(cursor);
    let land = PricedLand {
        name: match unit {
            Some(unit) => format!("{}'s land", unit.name),
            None => format!("the land of {}", world.peoples[0].name),
        },
        size: world.size(),
        prices: prices(&game.believes(people, kind, &[]), world.size()),
        start,
        goal,
    };
    let leak = leak(game, people, &land.prices);
    (land, leak)
}

fn leak(game: &Game, people: u8, honest: &[u16]) -> Leak {
    let belief = &game.world.people(people).belief;
    let price = |(cell, honest): (Cell, &u16)| {
        let is_same = *honest == 0 || belief.is_known(cell);
        if is_same { *honest } else { LEAKED[Guess::like(game.world.land.surface[cell]) as usize] }
    };
    Leak(game.world.size().cells().zip(honest).map(price).collect())
}

fn prices(believes: &Believes, size: Size) -> Vec<u16> {
    let price = |cell: Cell| {
        let here = size.index(cell) as NodeId;
        if believes.is_blocked(here) {
            return 0;
        }
        let straight = size.neighbours(cell).filter(|(dir, _): &(Dir8, Cell)| !dir.is_diagonal());
        let steps =
            straight.filter_map(|(_, from)| believes.step(size.index(from) as NodeId, here, STRAIGHT));
        let (sum, count) = steps.fold((0, 0), |(sum, count), step| (sum + step, count + 1));
        // What is surrounded by nothing has no slope either.
        let price = sum.checked_div(count).unwrap_or(STRAIGHT);
        price.clamp(1, u32::from(u16::MAX)) as u16
    };
    size.cells().map(price).collect()
}
