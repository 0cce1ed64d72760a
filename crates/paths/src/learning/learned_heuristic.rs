//! A learned heuristic, from the paths that searches found (after Patel, "AI techniques": neural networks).
//!
//! The idea: a path to a goal is an answer for each of its cells, too: from here it cost so much. Each answer is kept as
//! its ratio to the octile distance, for the block of cells that it begins in and the block of its goal. Later searches
//! between these blocks multiply their distance by the ratio, and expand less where walls make ways long.
//! Promise: none. A ratio of one cell may be too much for another of the same block, so that the estimate is not admissible;
//! [`overestimates`](LearnedHeuristic::overestimates) counts the cells where it is not. With [`Lesson::Least`] the ratio is
//! the least one seen, with [`Lesson::Mean`] a running mean, which is bolder. Needs: paths found before.
//! Units: milli-steps; ratios in thousandths, from 1000 (nothing known). Ties: those of the search.
//! Cost: four bytes for each pair of blocks; a division per cell of a path.
//! Differs from the source in a table of ratios instead of a net.

use crate::graph::{Cost, Graph, NodeId, Terrain};
use crate::search::field::DistanceField;
use crate::search::{Algorithm, Goal, GridTarget, Heuristic, NoObserver, Rank, Search, Step, Tally};

/// A ratio that changes nothing.
const UNCHANGED: u32 = 1000;
/// The weight of what was known before, against one more answer, in a running mean.
const MEMORY: u32 = 3;
/// The same for the mean of all answers.
const MEMORY_OF_ALL: u32 = 63;
/// Largest ratio.
const RATIO_MAX: u32 = 100_000;

/// How a block learns from one more ratio.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lesson {
    /// It keeps the least ratio.
    Least,
    /// It goes a quarter of the way to the new ratio; pairs of blocks without an answer have that of all answers together.
    Mean,
}

/// A heuristic that learns. It is about one goal at a time; its ratios stay.
#[derive(Clone, Debug)]
pub struct LearnedHeuristic<'a> {
    terrain: &'a Terrain,
    target: GridTarget,
    goal: NodeId,
    lesson: Lesson,
    /// Side of a block, in cells.
    side: u16,
    /// By block of the cell, then by block of the goal; 0: nothing known.
    ratios: Vec<u32>,
    /// The ratio of pairs about which nothing is known.
    unknown: u32,
}

impl<'a> LearnedHeuristic<'a> {
    /// Knows nothing yet; blocks have sides of this many cells, from 1.
    pub fn new(terrain: &'a Terrain, side: u16, lesson: Lesson) -> Self {
        let side = side.max(1);
        let target = GridTarget::new(terrain);
        let mut heuristic =
            Self { terrain, target, goal: 0, lesson, side, ratios: Vec::new(), unknown: UNCHANGED };
        heuristic.ratios = vec![0; heuristic.block_count().pow(2)];
        heuristic
    }

    fn columns(&self) -> usize {
        usize::from(self.terrain.size().width.div_ceil(self.side))
    }

    fn block_count(&self) -> usize {
        self.columns() * usize::from(self.terrain.size().height.div_ceil(self.side))
    }

    fn entry(&self, node: NodeId) -> usize {
        let block = |node| {
            let cell = self.terrain.cell(node);
            usize::from(cell.y / self.side) * self.columns() + usize::from(cell.x / self.side)
        };
        block(node) * self.block_count() + block(self.goal)
    }

    /// Aims at a goal.
    pub fn aim(&mut self, start: NodeId, goal: NodeId) {
        self.target.set(start, goal);
        self.goal = goal;
    }

    /// Learns from a path to the goal that it aims at: one answer per cell.
    pub fn learn(&mut self, path: &[NodeId]) {
        let mut left: Cost = 0;
        for step in path.windows(2).rev() {
            left += Cost::from(self.terrain.step_cost(step[0], step[1]).unwrap_or(0));
            let distance = self.target.estimate(step[0]).max(1);
            let ratio = (left * Cost::from(UNCHANGED) / distance).min(RATIO_MAX.into()) as u32;
            let entry = self.entry(step[0]);
            let known = self.ratios[entry];
            self.ratios[entry] = match self.lesson {
                _ if known == 0 => ratio,
                Lesson::Least => known.min(ratio),
                Lesson::Mean => moved(known, ratio, MEMORY),
            };
            if self.lesson == Lesson::Mean {
                self.unknown = moved(self.unknown, ratio, MEMORY_OF_ALL);
            }
        }
    }

    /// An A* search with this heuristic: the path, empty if there is none, and the work.
    pub fn search(&mut self, start: NodeId, goal: NodeId) -> (Vec<NodeId>, Tally) {
        self.aim(start, goal);
        let mut search = Search::new(self.terrain.node_count(), start, Rank::AStar, &*self, u32::MAX);
        let mut tally = Tally::default();
        loop {
            match search.step(self.terrain, &*self, &mut tally) {
                Step::Working => {}
                Step::Found(node) => return (search.path_to(node), tally),
                Step::Exhausted => return (Vec::new(), tally),
            }
        }
    }

    /// Number of cells from which the estimate to this goal is more than the true cost.
    pub fn overestimates(&mut self, goal: NodeId) -> usize {
        self.aim(goal, goal);
        let mut field = DistanceField::new(self.terrain);
        field.begin(goal, goal);
        while field.step(&mut NoObserver) == Step::Working {}
        let exceeds = |node: &NodeId| field.cost_from(*node).is_some_and(|cost| self.estimate(*node) > cost);
        (0..self.terrain.node_count()).filter(exceeds).count()
    }
}

fn moved(from: u32, to: u32, memory: u32) -> u32 {
    (from * memory + to) / (memory + 1)
}

impl Heuristic for LearnedHeuristic<'_> {
    fn estimate(&self, node: NodeId) -> Cost {
        let known = self.ratios[self.entry(node)];
        let ratio = if known == 0 { self.unknown } else { known }.max(UNCHANGED);
        self.target.estimate(node) * Cost::from(ratio) / Cost::from(UNCHANGED)
    }
}

impl Goal for LearnedHeuristic<'_> {
    fn contains(&self, node: NodeId) -> bool {
        node == self.goal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Corner, Moves};
    use crate::learning::dice::Dice;

    /// A wall down the middle with one gap at its end, so that distances across it mislead.
    fn divided() -> Terrain {
        let row = "..........#..........\n";
        let text = row.repeat(15) + &".".repeat(21) + "\n";
        Terrain::from_text(&text, Moves::Eight(Corner::BothFree)).unwrap()
    }

    fn expansions(lesson: Lesson, side: u16) -> (Vec<u64>, usize, Vec<Cost>) {
        let terrain = divided();
        let (mut learned, mut dice) = (LearnedHeuristic::new(&terrain, side, lesson), Dice::new(2));
        let (mut work, mut excess) = (Vec::new(), Vec::new());
        for _ in 0..200 {
            let [start, goal] = [0, 14].map(|left| (dice.below(5) * 21 + left + dice.below(7)) as NodeId);
            let (path, tally) = learned.search(start, goal);
            let (best, _) = LearnedHeuristic::new(&terrain, 1, lesson).search(start, goal);
            excess.push(terrain.path_cost(&path).unwrap() - terrain.path_cost(&best).unwrap());
            work.push(tally.expanded);
            learned.learn(&path);
        }
        let over = learned.overestimates(4 * 21 + 20);
        (work, over, excess)
    }

    #[test]
    fn expansions_fall_and_it_is_known_where_estimates_exceed() {
        for lesson in [Lesson::Least, Lesson::Mean] {
            let (work, over, excess) = expansions(lesson, 4);
            let [first, last] = [&work[..20], &work[180..]].map(|part| part.iter().sum::<u64>());
            let share = if lesson == Lesson::Mean { 80 } else { 95 };
            assert!(last * 100 < first * share, "{lesson:?}: {first} {last}");
            // An estimate that exceeds can cost optimality; one that does not cannot.
            assert!(over > 0 || excess.iter().all(|cost| *cost == 0), "{lesson:?}: {over}");
        }
        let terrain = divided();
        assert_eq!(LearnedHeuristic::new(&terrain, 4, Lesson::Mean).overestimates(50), 0, "it knows nothing");
    }

    #[test]
    fn blocks_of_one_cell_learn_the_truth() {
        let terrain = divided();
        let mut learned = LearnedHeuristic::new(&terrain, 1, Lesson::Least);
        let (path, before) = learned.search(3, 18);
        learned.learn(&path);
        let (again, after) = learned.search(3, 18);
        assert_eq!(terrain.path_cost(&again), terrain.path_cost(&path));
        assert!(after.expanded <= before.expanded && learned.overestimates(18) == 0);
    }
}
