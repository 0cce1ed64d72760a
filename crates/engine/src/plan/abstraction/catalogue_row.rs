//! The game's planner as a row beside those of the catalogue, so that it can run on public maps, too.
//!
//! Everything is computed beforehand for the whole map: what the game computes on demand, chunk by chunk, counts as
//! preparation here, so that queries are timed alike. A step is one near part; the paths come out whole. Not here: the
//! catalogue, whose crate does not know this one; `app` joins them.

use super::{Abstraction, Scratch};
use crate::graph::{NodeId, Terrain};
use crate::grid::Cell;
use crate::search::catalogue::{CatalogueRow, Constructor, Need, Promise};
use crate::search::{Algorithm, Observer, Step};
use crate::world::Route;

/// The planner. Its bound is measured, not proven: no path in any test was ever dearer.
pub static PLANNER: CatalogueRow = CatalogueRow {
    id: "planner",
    name: "The game's planner: chunk entrances, exact nearby",
    question: "What if only the next chunks are searched exactly?",
    paper: "after Botea, Müller & Schaeffer 2004",
    promise: Promise::Within(PLANNER_COST_PERCENT_MAX),
    needs: &[Need::BothCorners, Need::Reversible, Need::Preparation],
    constructor: Constructor::Custom(|terrain| Box::new(MapPlanner::new(terrain))),
};

/// Largest measured cost of a path of the planner, in percent of the cheapest.
pub const PLANNER_COST_PERCENT_MAX: u16 = 130;

/// The planner on a public map.
struct MapPlanner<'a> {
    terrain: &'a Terrain,
    abstraction: Abstraction,
    scratch: Scratch,
    start: Cell,
    goal: Cell,
    route: Option<Route>,
    path: Vec<Cell>,
}

impl<'a> MapPlanner<'a> {
    fn new(terrain: &'a Terrain) -> Self {
        let abstraction = Abstraction::new(terrain.size());
        abstraction.build(terrain);
        let nowhere = Cell::default();
        let scratch = Scratch::default();
        Self { terrain, abstraction, scratch, start: nowhere, goal: nowhere, route: None, path: Vec::new() }
    }

    /// The next near part; the first call also finds the route.
    fn next_part(&mut self) -> Option<Vec<Cell>> {
        if self.route.is_none() {
            self.path = vec![self.start];
            let found = self.abstraction.route(self.terrain, self.start, self.goal, &mut self.scratch)?;
            self.route = Some(found);
        }
        let (from, route) = (*self.path.last()?, self.route.as_mut()?);
        self.abstraction.refine(self.terrain, self.terrain, from, route, &mut self.scratch)
    }
}

impl Algorithm for MapPlanner<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        (self.start, self.goal) = (self.terrain.cell(start), self.terrain.cell(goal));
        self.route = None;
    }

    /// Reports as many expansions as there were, all of them at the end of the part.
    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        let before = self.scratch.expansions();
        let part = self.next_part();
        let end = part.as_ref().and_then(|part| part.last()).copied().unwrap_or(self.start);
        for _ in before..self.scratch.expansions() {
            observer.expanded(self.terrain.node(end), 0, 0);
        }
        let Some(part) = part else { return Step::Exhausted };
        self.path.extend(part.into_iter().skip(1));
        if end == self.goal { Step::Found(self.terrain.node(end)) } else { Step::Working }
    }

    fn path(&self) -> Vec<NodeId> {
        self.path.iter().map(|cell| self.terrain.node(*cell)).collect()
    }

    fn prepared_bytes(&self) -> usize {
        self.abstraction.bytes()
    }
}
