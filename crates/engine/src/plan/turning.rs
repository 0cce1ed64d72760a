//! Paths for units that are slow to turn: A* (Hart, Nilsson & Raphael 1968) over ⟨cell, heading⟩ in the corridor of an
//! existing path.
//!
//! The idea: a search over cells does not know how it entered a cell, and so cannot price a turn. A search over cells
//! and headings can, at nine nodes a cell, which is too many for a whole land. So a path is first found without turns;
//! then the cells within two steps of it are searched with turns. The result goes round all obstacles on the same side,
//! in fewer and wider bends.
//! Promise: the cheapest path within the corridor, turns included, of those without a turn by more than a right angle;
//! if the corridor has none, as in a narrow dead end, the cheapest of all, and so never a dearer one than before.
//! Needs: a path that can be walked.
//! Units: milli-steps. Ties: the total order of the frontier; an equally good path stays.
//! Cost: nine labels per cell of the corridor.
//! Differs from the paper only in the graph. Not here: the cost of a turn (`world::kind`).

use super::price::{BelievedPrices, PriceTerms};
use super::route::path_terms;
use super::target::CellTarget;
use crate::graph::{Corner, Cost, CostModel, Graph, Grid8, NodeId, Visit};
use crate::grid::{Cell, Dir8, Size, distinct};
use crate::search::{Goal, Heuristic, NoObserver, Rank, Search, Step, run};

/// How far from the path an eased one may lead, in steps.
const CORRIDOR_STEPS: u16 = 2;
/// Nodes per cell: eight headings, and "not yet walking".
const HEADINGS: u32 = 9;
const STANDING: u32 = 8;
/// The sharpest turn of a slow turner where there is room, in eighths of a circle: a right angle.
pub const TURN_MAX_EIGHTHS: usize = 2;
/// The sharpest turn possible: a U-turn.
const U_TURN_EIGHTHS: usize = 4;

/// The cells of a corridor with the direction in which they were entered.
struct HeadingGraph<'a> {
    grid: Grid8<'a, BelievedPrices<'a>>,
    /// The corridor's cells, sorted: a node is nine times an index in this list, plus a heading.
    cells: Vec<NodeId>,
    /// The sharpest turn allowed, in eighths of a circle.
    turn_max_eighths: usize,
}

impl HeadingGraph<'_> {
    fn node_at(&self, cell: NodeId, heading: u32) -> Option<NodeId> {
        self.cells.binary_search(&cell).ok().map(|index| index as NodeId * HEADINGS + heading)
    }

    fn cell_of(&self, node: NodeId) -> NodeId {
        self.cells[(node / HEADINGS) as usize]
    }
}

impl Graph for HeadingGraph<'_> {
    fn node_count(&self) -> u32 {
        self.cells.len() as u32 * HEADINGS
    }

    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        let (here, heading) = (self.cell_of(visit.node), visit.node % HEADINGS);
        let size = self.grid.size;
        for (dir, next) in size.neighbours(size.cell(here as usize)) {
            let to = size.index(next) as NodeId;
            let Some(node) = self.node_at(to, dir as u32) else { continue };
            let Some(price) = self.grid.step_cost(here, dir, to) else { continue };
            let before = (heading != STANDING).then(|| Dir8::from_index(heading as u8));
            if before.is_some_and(|before| before.turn_to(dir) > self.turn_max_eighths) {
                continue;
            }
            let turn = before.map_or(0, |before| self.grid.cost.turn_terms(before, dir).total());
            emit(node, Cost::from(price) + turn as Cost);
        }
    }
}

/// A cell of the corridor as a goal, with any heading.
struct HeadingTarget<'a> {
    to: CellTarget,
    headings: &'a HeadingGraph<'a>,
}

impl Goal for HeadingTarget<'_> {
    fn contains(&self, node: NodeId) -> bool {
        self.to.contains(self.headings.cell_of(node))
    }
}

impl Heuristic for HeadingTarget<'_> {
    fn estimate(&self, node: NodeId) -> Cost {
        self.to.estimate(self.headings.cell_of(node))
    }
}

/// The sharpest turn of a path of neighbouring cells for a unit with this initial heading, in eighths of a circle.
pub fn sharpest_turn(heading: Option<Dir8>, cells: &[Cell]) -> usize {
    let along = cells.windows(2).filter_map(|two| two[0].dir_to(two[1]));
    let dirs: Vec<Dir8> = heading.into_iter().chain(along).collect();
    dirs.windows(2).map(|two| two[0].turn_to(two[1])).max().unwrap_or(0)
}

/// A path with its turns eased, for a unit with this initial heading, from the same start to the same end. Unchanged
/// for kinds for which turns cost nothing, or if no path nearby has gentler turns or is cheaper.
pub fn with_eased_turns(
    believes: &BelievedPrices,
    size: Size,
    heading: Option<Dir8>,
    cells: Vec<Cell>,
) -> Vec<Cell> {
    if believes.kind().row().turn.iter().all(|time| *time == 0) {
        return cells;
    }
    let price =
        |cells: &[Cell]| path_terms(believes, size, cells).map(|(terms, _): (PriceTerms, u32)| terms.total());
    let is_sharp = sharpest_turn(heading, &cells) > TURN_MAX_EIGHTHS;
    match eased_path(believes, size, (heading, &cells), TURN_MAX_EIGHTHS) {
        Some(gentle) if is_sharp || price(&gentle) < price(&cells) => gentle,
        None if is_sharp => match eased_path(believes, size, (heading, &cells), U_TURN_EIGHTHS) {
            Some(other) if price(&other) < price(&cells) => other,
            _ => cells,
        },
        _ => cells,
    }
}

fn eased_path(
    believes: &BelievedPrices,
    size: Size,
    (heading, cells): (Option<Dir8>, &[Cell]),
    sharpest: usize,
) -> Option<Vec<Cell>> {
    let (from, goal) = (*cells.first()?, *cells.last()?);
    let around = cells.iter().flat_map(|cell| size.square(*cell, CORRIDOR_STEPS));
    let corridor: Vec<NodeId> = distinct(around.map(|cell| size.index(cell) as NodeId));
    let grid = Grid8 { size, cost: believes, corner: Corner::BothFree };
    let headings = HeadingGraph { grid, cells: corridor, turn_max_eighths: sharpest };
    let at =
        HeadingTarget { to: CellTarget { goal, size, cheapest: believes.cheapest() }, headings: &headings };
    let start =
        headings.node_at(size.index(from) as NodeId, heading.map_or(STANDING, |heading| heading as u32))?;
    let mut search = Search::new(headings.node_count(), start, Rank::AStar, &at, u32::MAX);
    let Step::Found(end) = run(&mut search, &headings, &at, u32::MAX, &mut NoObserver) else { return None };
    Some(search.path_to(end).into_iter().map(|node| size.cell(headings.cell_of(node) as usize)).collect())
}
