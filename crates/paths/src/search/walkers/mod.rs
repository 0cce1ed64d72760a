//! Walkers without a plan (Stout 1996, "Smart moves"; tracing after Lumelsky & Stepanov 1987): the baselines against
//! which every search is measured.
//!
//! The idea: walk straight towards the goal until an obstacle is in the way, and then avoid it. The kinds of avoidance
//! differ: turn as little as possible; step aside at random and try again; or put a hand on the wall and follow it
//! until a rule says that the obstacle is passed. A walker knows where it is and where the goal lies, and sees whether
//! the neighbouring cells are free; it sees no prices, and has no map.
//! Promise: the tracings `Robust` and `Combined` find a path exactly if there is one; all others may miss.
//! Needs: nothing; with hulls, preparation.
//! Units: milli-steps. Ties: clockwise first; randomness is a hash of the cell and of the number of the step, so that a
//! walk can be repeated.
//! Cost: O(1) a step, and the steps are the expansions; robust tracing walks round an obstacle at most once for each of
//! its walls on the straight line.
//! Differs from the papers in giving up where a walk would only repeat itself, which the simple walkers of the papers
//! never notice, and in lines and walls made of cells.
//!
//! The potential field ([`potential`]) is another kind of walker: one that is pushed.

mod beeline;
pub mod grid_line;
pub mod potential;
pub mod tracing;

use self::beeline::Beeline;
use self::tracing::{LeaveRule, WallTracer};
use super::{Algorithm, Observer, Step};
use crate::graph::{Cost, Hulls, NodeId, Terrain};
use crate::grid::Dir8;

/// Longest random sidestep, in steps.
const SIDESTEP_MAX: u32 = 4;

/// What to do when the straight line is blocked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Avoidance {
    /// Take the free direction nearest to the wanted one.
    Turn,
    /// Take any free direction for some steps, then try again.
    Sidestep,
    /// Follow the wall.
    Follow(LeaveRule),
}

/// A walker without a plan.
#[derive(Clone, Debug)]
pub struct Walker<'a> {
    avoidance: Avoidance,
    /// Hulls of obstacles to stay out of, if it knows them.
    hulls: Option<Hulls>,
    line: Beeline<'a>,
    /// Where it is on its way round a wall.
    tracer: WallTracer,
    /// Direction and remaining steps of a sidestep.
    sidestep: Option<(Dir8, u32)>,
    trail: Vec<NodeId>,
    cost: Cost,
}

impl<'a> Walker<'a> {
    /// A walker with this kind of avoidance.
    pub fn new(terrain: &'a Terrain, avoidance: Avoidance) -> Self {
        Self {
            avoidance,
            hulls: None,
            line: Beeline::new(terrain),
            tracer: WallTracer::default(),
            sidestep: None,
            trail: Vec::new(),
            cost: 0,
        }
    }

    /// The same, with the hulls of all obstacles known beforehand: it stays out of them, except for those that contain
    /// its start or its goal.
    #[must_use]
    pub fn avoiding_hulls(mut self) -> Self {
        self.hulls = Some(Hulls::of(self.line.terrain));
        self
    }

    /// The free direction that differs least from the wanted one, clockwise first; `None` if it was blocked here
    /// before.
    fn turned_dir(&mut self, here: NodeId) -> Option<Dir8> {
        let wanted = self.line.step_along_new(here).unwrap_or_else(|barred| barred);
        if !self.line.note_blocked(here, wanted) {
            return None;
        }
        let by_little = [0, 1, 7, 2, 6, 3, 5, 4].map(|by| wanted.rotated(by));
        by_little.into_iter().find(|dir| self.line.free_neighbour(here, *dir).is_some())
    }

    /// Straight on, or aside at random. Gives up after as many steps as there are cells.
    fn sidestep_dir(&mut self, here: NodeId) -> Option<Dir8> {
        if self.trail.len() > self.line.terrain.size().area() {
            return None;
        }
        if let Some((dir, left)) = self.sidestep.take()
            && self.line.free_neighbour(here, dir).is_some()
        {
            self.sidestep = left.checked_sub(1).filter(|left| *left > 0).map(|left| (dir, left));
            return Some(dir);
        }
        self.line.step_along_new(here).ok().or_else(|| {
            let roll = step_hash(here, self.trail.len() as u32);
            let dir = self.line.first_free_dir(here, Dir8::from_index((roll % 8) as u8))?;
            self.sidestep = Some((dir, roll / 8 % SIDESTEP_MAX)).filter(|(_, left)| *left > 0);
            Some(dir)
        })
    }
}

/// A repeatable pseudo-random number from the cell and the number of the step.
fn step_hash(node: NodeId, step: u32) -> u32 {
    let hash = (node ^ step.rotate_left(16)).wrapping_mul(0x9e37_79b1);
    ((hash ^ hash >> 15).wrapping_mul(0x85eb_ca77)) >> 8
}

impl Algorithm for Walker<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        let avoided = self.hulls.iter().flat_map(|hulls| hulls.cells_outside_hulls_of([start, goal]));
        self.line.begin(start, goal, avoided);
        (self.tracer, self.sidestep) = (WallTracer::default(), None);
        (self.trail, self.cost) = (vec![start], 0);
    }

    /// Takes one step; the current cell counts as expanded.
    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        let Some(here) = self.trail.last().copied() else { return Step::Exhausted };
        observer.expanded(here, self.cost, self.cost);
        if self.line.terrain.cell(here) == self.line.goal {
            return Step::Found(here);
        }
        let dir = match self.avoidance {
            Avoidance::Turn => self.turned_dir(here),
            Avoidance::Sidestep => self.sidestep_dir(here),
            Avoidance::Follow(stop) => self.tracer.next_dir(&mut self.line, here, stop),
        };
        let Some(next) = dir.and_then(|dir| self.line.free_neighbour(here, dir)) else {
            return Step::Exhausted;
        };
        let price = self.line.terrain.step_cost(here, next).unwrap_or(0);
        self.cost += Cost::from(price);
        observer.generated(next, self.cost);
        self.trail.push(next);
        Step::Working
    }

    fn path(&self) -> Vec<NodeId> {
        self.trail.clone()
    }

    fn prepared_bytes(&self) -> usize {
        self.hulls.as_ref().map_or(0, Hulls::bytes)
    }
}
