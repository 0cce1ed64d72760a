//! Why there is no path: what blocks the goal, or encloses whichever end lies in the smaller region.

use super::price::Believes;
use crate::graph::{Corner, CostModel, Graph, Grid8, NodeId, Visit};
use crate::grid::{Cell, Size};
use crate::land::Surface;
use crate::world::{Belief, Believed, Paint};
use std::collections::BTreeSet;

/// The largest enclosed region that is flooded, in cells.
const POCKET_MAX: usize = 4096;

/// Why there is no path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hindrance {
    /// The goal itself is impassable.
    Goal(Bar),
    /// The goal is enclosed by this.
    AroundGoal(Bar),
    /// The start is enclosed by this.
    AroundStart(Bar),
    /// Both lie in large regions that are not connected.
    Apart,
}

/// Something impassable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Bar {
    /// Ground of this kind.
    Ground(Surface),
    /// Ground that was painted as forbidden.
    Forbidden,
}

impl Bar {
    fn at(believes: &Believes, node: NodeId) -> Bar {
        let word = believes.word(node);
        match Belief::unpack(word) {
            Believed::Known { surface, .. } if Belief::paint_of(word) != Paint::Forbid => {
                Bar::Ground(surface)
            }
            _ => Bar::Forbidden,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Bar::Ground(surface) => surface.name(),
            Bar::Forbidden => "forbidden ground",
        }
    }
}

impl Hindrance {
    /// A clause that describes it: `deep water lies all around it`.
    pub fn words(self) -> String {
        match self {
            Hindrance::Goal(bar) => format!("that is {}", bar.words()),
            Hindrance::AroundGoal(bar) => format!("{} lies all around it", bar.words()),
            Hindrance::AroundStart(bar) => format!("{} lies all around here", bar.words()),
            Hindrance::Apart => "no land joins the two".to_owned(),
        }
    }
}

/// Why there is no path from one cell to the other, as far as is known. Call it only if there is none.
pub fn hindrance(believes: &Believes, size: Size, from: Cell, goal: Cell) -> Hindrance {
    let (from, goal) = (size.index(from) as NodeId, size.index(goal) as NodeId);
    if believes.is_blocked(goal) {
        return Hindrance::Goal(Bar::at(believes, goal));
    }
    match (shore(believes, size, goal), shore(believes, size, from)) {
        (Some((there, _)), Some((here, bar))) if here < there => Hindrance::AroundStart(bar),
        (Some((_, bar)), _) => Hindrance::AroundGoal(bar),
        (None, Some((_, bar))) => Hindrance::AroundStart(bar),
        (None, None) => Hindrance::Apart,
    }
}

/// Number of cells of the region around a node, and what most of its border is; `None` if the region is large.
fn shore(believes: &Believes, size: Size, node: NodeId) -> Option<(usize, Bar)> {
    let graph = Grid8 { size, cost: believes, corner: Corner::BothFree };
    let (mut seen, mut stack) = (BTreeSet::from([node]), vec![node]);
    let mut bars: Vec<Bar> = Vec::new();
    while let Some(node) = stack.pop() {
        graph.successors(Visit { node, parent: node }, &mut |next, _| {
            if seen.insert(next) {
                stack.push(next);
            }
        });
        if seen.len() > POCKET_MAX {
            return None;
        }
        let around = size.neighbours(size.cell(node as usize)).map(|(_, cell)| size.index(cell) as NodeId);
        bars.extend(around.filter(|other| believes.is_blocked(*other)).map(|other| Bar::at(believes, other)));
    }
    bars.sort_unstable();
    let most = bars.chunk_by(|a, b| a == b).max_by_key(|same| same.len())?;
    Some((seen.len(), most[0]))
}
