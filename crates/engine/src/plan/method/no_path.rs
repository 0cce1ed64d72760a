//! No path: the unit goes to the reachable cell nearest to the goal, and reads why: what blocks the goal, or encloses
//! whichever end lies in the smaller region.
//!
//! That there is none is known from connected components when a request is answered, whatever method it waited for. So
//! this is no rung of the ladder, and costs the share of the rung.

use super::super::planner::Planner;
use super::super::price::BelievedPrices;
use super::contract::FoundPath;
use super::far::near_part;
use crate::graph::{Corner, CostModel, Graph, Grid8, NodeId, Visit};
use crate::grid::{Cell, Size};
use crate::world::{Belief, Believed, NoPathReason, Obstacle, Paint, PlannedBy};
use std::collections::BTreeSet;

/// The largest enclosed region that is flooded, in cells.
const POCKET_CELLS_MAX: usize = 4096;

/// What makes a node impassable.
fn obstacle_at(believes: &BelievedPrices, node: NodeId) -> Obstacle {
    let word = believes.word(node);
    match Belief::unpack(word) {
        Believed::Known { surface, .. } if Belief::paint_of(word) != Paint::Forbid => {
            Obstacle::Ground(surface)
        }
        _ => Obstacle::Forbidden,
    }
}

/// The near part of the path to the reachable cell nearest to the goal; with the number of expansions.
pub(in crate::plan) fn answer_without_path(planner: &Planner, from: Cell, goal: Cell) -> (FoundPath, u32) {
    let (found, spent) = near_part(planner, from, planner.nearest_reachable(from, goal));
    (FoundPath { by: PlannedBy::NoPath, reaches: false, ..found }, spent)
}

impl Planner<'_> {
    /// Why there is no path from one cell to the other, as far as is known. Call it only if there is none.
    pub fn no_path_reason(&self, from: Cell, goal: Cell) -> NoPathReason {
        let (believes, size) = (&self.believes, self.size());
        let (from, goal) = (size.index(from) as NodeId, size.index(goal) as NodeId);
        if believes.is_blocked(goal) {
            return NoPathReason::Goal(obstacle_at(believes, goal));
        }
        match (enclosure(believes, size, goal), enclosure(believes, size, from)) {
            (Some((there, _)), Some((here, bar))) if here < there => NoPathReason::AroundStart(bar),
            (Some((_, bar)), _) => NoPathReason::AroundGoal(bar),
            (None, Some((_, bar))) => NoPathReason::AroundStart(bar),
            (None, None) => NoPathReason::Apart,
        }
    }
}

/// Number of cells of the region around a node, and what most of its border is; `None` if the region is large.
fn enclosure(believes: &BelievedPrices, size: Size, node: NodeId) -> Option<(usize, Obstacle)> {
    let graph = Grid8 { size, cost: believes, corner: Corner::BothFree };
    let (mut seen, mut stack) = (BTreeSet::from([node]), vec![node]);
    let mut bars: Vec<Obstacle> = Vec::new();
    while let Some(node) = stack.pop() {
        graph.successors(Visit { node, parent: node }, &mut |next, _| {
            if seen.insert(next) {
                stack.push(next);
            }
        });
        if seen.len() > POCKET_CELLS_MAX {
            return None;
        }
        let around = size.neighbours(size.cell(node as usize)).map(|(_, cell)| size.index(cell) as NodeId);
        bars.extend(
            around.filter(|other| believes.is_blocked(*other)).map(|other| obstacle_at(believes, other)),
        );
    }
    bars.sort_unstable();
    let most = bars.chunk_by(|a, b| a == b).max_by_key(|same| same.len())?;
    Some((seen.len(), most[0]))
}
