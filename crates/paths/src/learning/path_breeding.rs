//! Paths bred by chance: a genetic algorithm (Holland 1975) where A* already has the answer.
//!
//! The idea: a candidate is a list of directions, walked from the start; those that lead into a wall are left out, and the
//! walk ends at the goal. The better of each few candidates have offspring: the first half of one and the second half of
//! the other, joined where both walks are on one cell, with a few directions changed. The best of all is kept.
//! Promise: any path that it has is a path, and so costs at least as much as the cheapest; it may have none. The cost of the
//! best never rises. Needs: nothing but steps; no heuristic, no frontier.
//! Units: milli-steps. Ties: the earlier candidate.
//! Cost: a walk per candidate and generation.

use super::dice::Dice;
use crate::graph::{Cost, NodeId, Terrain};
use crate::grid::Dir8;
use crate::search::{GridTarget, Heuristic};

/// Candidates of a generation.
const CANDIDATES: usize = 60;
/// Candidates of which the best has offspring.
const RIVALS: usize = 4;
/// Percent of the offspring that are joined from two candidates.
const JOINED: usize = 80;
/// Changes of directions in a child, at most.
const CHANGES_MAX: usize = 4;
/// How much worse it is to be a step away from the goal than to have walked a step.
const AWAY: Cost = 20;

/// A walk and what it is worth.
#[derive(Clone, Debug)]
struct Candidate {
    dirs: Vec<Dir8>,
    walk: Vec<NodeId>,
    /// Lower is better.
    penalty: Cost,
}

/// A population of walks from a start to a goal.
#[derive(Clone, Debug)]
pub struct PathBreeder<'a> {
    terrain: &'a Terrain,
    target: GridTarget,
    start: NodeId,
    dice: Dice,
    /// The best first.
    candidates: Vec<Candidate>,
}

impl<'a> PathBreeder<'a> {
    /// Begins with random walks of at most this many steps.
    pub fn new(terrain: &'a Terrain, start: NodeId, goal: NodeId, steps_max: usize, seed: u64) -> Self {
        let mut target = GridTarget::new(terrain);
        target.set(start, goal);
        let mut breeder = Self { terrain, target, start, dice: Dice::new(seed), candidates: Vec::new() };
        for _ in 0..CANDIDATES {
            let dirs: Vec<Dir8> = (0..steps_max.max(1)).map(|_| breeder.random_dir()).collect();
            let candidate = breeder.candidate(&dirs);
            breeder.candidates.push(candidate);
        }
        breeder.sort();
        breeder
    }

    fn random_dir(&mut self) -> Dir8 {
        Dir8::from_index(self.dice.below(8) as u8)
    }

    /// Walks these directions, without those that lead nowhere.
    fn candidate(&self, dirs: &[Dir8]) -> Candidate {
        let (mut walk, mut taken) = (vec![self.start], Vec::with_capacity(dirs.len()));
        let (mut here, mut cost) = (self.start, 0);
        for dir in dirs {
            if here == self.target.goal() {
                break;
            }
            let next = self.terrain.size().step(self.terrain.cell(here), *dir);
            let next = next.map(|cell| self.terrain.node(cell));
            let Some(step) = next.and_then(|next| self.terrain.step_cost(here, next)) else { continue };
            (here, cost) = (next.unwrap_or(here), cost + Cost::from(step));
            taken.push(*dir);
            walk.push(here);
        }
        // What is left over may serve a child that gets as far.
        let rest = dirs.len() - taken.len();
        taken.extend_from_slice(&dirs[dirs.len() - rest..]);
        Candidate { dirs: taken, walk, penalty: cost + AWAY * self.target.estimate(here) }
    }

    /// Breeds one more generation.
    pub fn advance(&mut self) {
        let mut next = vec![self.candidates[0].clone()];
        while next.len() < CANDIDATES {
            let dirs = self.child();
            next.push(self.candidate(&dirs));
        }
        self.candidates = next;
        self.sort();
    }

    fn child(&mut self) -> Vec<Dir8> {
        let [one, other] = [self.parent(), self.parent()];
        let mut dirs = self.candidates[one].dirs.clone();
        if self.dice.is_lucky(JOINED) {
            let (cut, joint) = self.joint(one, other);
            let length = dirs.len();
            dirs.truncate(cut);
            dirs.extend_from_slice(&self.candidates[other].dirs[joint..]);
            dirs.truncate(length);
            while dirs.len() < length {
                let dir = self.random_dir();
                dirs.push(dir);
            }
        }
        for _ in 0..self.dice.below(CHANGES_MAX + 1) {
            let at = self.dice.below(dirs.len());
            if self.dice.is_lucky(50) {
                dirs[at] = self.random_dir();
            } else {
                // A step less; another one at the end.
                dirs.remove(at);
                let dir = self.random_dir();
                dirs.push(dir);
            }
        }
        dirs
    }

    /// The best of a few.
    fn parent(&mut self) -> usize {
        (0..RIVALS).map(|_| self.dice.below(CANDIDATES)).min().unwrap_or(0)
    }

    /// Where the walks of two candidates meet: how many steps each has taken by then. The start if they do not.
    fn joint(&mut self, one: usize, other: usize) -> (usize, usize) {
        let [first, second] = [one, other].map(|index| &self.candidates[index].walk);
        let cut = self.dice.below(first.len());
        let joint = second.iter().rposition(|node| *node == first[cut]);
        joint.map_or((0, 0), |joint| (cut, joint))
    }

    fn sort(&mut self) {
        self.candidates.sort_by_key(|candidate| candidate.penalty);
    }

    /// The best walk if it reaches the goal.
    pub fn path(&self) -> Option<&[NodeId]> {
        let best = &self.candidates[0].walk;
        (best.last() == Some(&self.target.goal())).then_some(best)
    }

    /// Cost of the best walk that reaches the goal, in milli-steps.
    pub fn cost(&self) -> Option<Cost> {
        self.path().and_then(|path| self.terrain.path_cost(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Corner, Moves};
    use crate::search::{Algorithm, NoObserver, Step, field::DistanceField};

    #[test]
    fn it_is_never_better_than_the_cheapest_path_and_never_gets_worse() {
        let text = "............\n.....##.....\n.....##.....\n......#.....\n............\n............";
        let terrain = Terrain::from_text(text, Moves::Eight(Corner::BothFree)).unwrap();
        let (start, goal) = (24, 35);
        let mut field = DistanceField::new(&terrain);
        field.begin(start, goal);
        while field.step(&mut NoObserver) == Step::Working {}
        let best = field.cost_from(start).unwrap();
        for seed in 0..6 {
            let (mut breeder, mut last) = (PathBreeder::new(&terrain, start, goal, 30, seed), Cost::MAX);
            for _ in 0..80 {
                breeder.advance();
                let cost = breeder.cost().unwrap_or(Cost::MAX);
                assert!(cost >= best && cost <= last, "{cost} after {last}, and {best} is best");
                last = cost;
            }
            assert!(last < 2 * best, "seed {seed}: {last}");
        }
    }

    #[test]
    fn behind_a_wall_there_is_nothing_to_breed() {
        let terrain = Terrain::from_text("..#..\n..#..", Moves::Four).unwrap();
        let mut breeder = PathBreeder::new(&terrain, 0, 4, 12, 1);
        (0..10).for_each(|_| breeder.advance());
        assert_eq!((breeder.path(), breeder.cost()), (None, None));
    }
}
