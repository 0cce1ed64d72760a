//! The exchangeable parts of the best-first loop: lists of names, the questions they answer, and values. How a run uses
//! them does not live here (`setup`, `run`).

use crate::graph::{Corner, Moves};
use crate::search::frontiers::TieRule;
use crate::search::{FrontierKind, Metric, TieBreak};

/// Name, question, value; `None` leaves a part as the algorithm has it.
pub(super) type PartRow<T> = (&'static str, &'static str, Option<T>);

/// Heuristics.
pub(super) const HEURISTICS: [PartRow<Metric>; 8] = [
    ("as fits the moves", "What is the best estimate from coordinates?", None),
    ("none", "What if nothing is estimated?", Some(Metric::Zero)),
    ("Manhattan", "What if diagonal steps were forbidden?", Some(Metric::Manhattan)),
    ("Chebyshev", "What if diagonals cost no more?", Some(Metric::Chebyshev)),
    ("octile", "What if there were no walls?", Some(Metric::Octile)),
    ("Euclidean", "What if one could fly?", Some(Metric::Euclidean)),
    ("squared (a mistake)", "What if the estimate is not a length?", Some(Metric::Squared)),
    ("wrong units (a mistake)", "What if cells are added to milli-steps?", Some(Metric::WrongUnits)),
];

/// Tie-breaking rules.
pub(super) const TIES: [PartRow<(TieRule, TieBreak)>; 10] = [
    ("its own rule", "What does the algorithm prefer?", None),
    ("larger g first", "What if it prefers nodes near the goal?", Some((TieRule::LargerG, TieBreak::None))),
    ("smaller g first", "What is the worst rule?", Some((TieRule::SmallerG, TieBreak::None))),
    (
        "smaller cell first",
        "What if only the position decides?",
        Some((TieRule::SmallerNode, TieBreak::None)),
    ),
    ("newest first", "What if it continues where it was?", Some((TieRule::LastIn, TieBreak::None))),
    ("oldest first", "What if the oldest comes first?", Some((TieRule::FirstIn, TieBreak::None))),
    (
        "a thousandth more of h",
        "What if the estimate counts a little more?",
        Some((TieRule::LargerG, TieBreak::Part(1000))),
    ),
    (
        "off the line is dearer",
        "What if straight paths are preferred?",
        Some((TieRule::LargerG, TieBreak::Cross(900))),
    ),
    (
        "dice by the cell",
        "What if ties are broken at random, repeatably?",
        Some((TieRule::LargerG, TieBreak::Hash(20))),
    ),
    (
        "half as much again of h beyond 8 cells",
        "What if only nearby steps must be optimal?",
        Some((TieRule::LargerG, TieBreak::Far { radius: 8, percent: 50 })),
    ),
];

/// Frontiers (open lists).
pub(super) const FRONTIERS: [PartRow<FrontierKind>; 17] = [
    ("its own", "What is fastest for this row?", None),
    ("unsorted list", "What if it scans all of them?", Some(FrontierKind::Unsorted)),
    ("sorted array", "What if entries stay sorted?", Some(FrontierKind::Sorted)),
    ("linked list", "What if entries stay sorted without moving?", Some(FrontierKind::LinkedList)),
    ("binary heap", "What if the order is only partial?", Some(FrontierKind::BinaryHeap)),
    ("heap of four", "What if the tree is flatter?", Some(FrontierKind::FourHeap)),
    ("indexed heap", "What if entries move instead of doubling?", Some(FrontierKind::IndexedHeap)),
    ("pairing heap", "What if trees are joined lazily?", Some(FrontierKind::PairingHeap)),
    ("balanced tree", "What if a tree keeps everything sorted?", Some(FrontierKind::BalancedTree)),
    ("splay tree", "What if the tree remembers what was asked last?", Some(FrontierKind::SplayTree)),
    ("skip list", "What if a sorted list had express lanes?", Some(FrontierKind::SkipList)),
    ("skip list by place", "What if entries were sorted by cell?", Some(FrontierKind::PlacedSkipList)),
    ("two levels", "What if bad entries stay unsorted?", Some(FrontierKind::TwoLevel)),
    ("HOT queue", "What if only the first bucket is sorted?", Some(FrontierKind::HotQueue)),
    ("buckets", "What if nothing is ever compared?", Some(FrontierKind::Buckets)),
    ("beam of 16", "What if it drops all but the best?", Some(FrontierKind::Beam(16))),
    ("band of 4 steps", "What if it drops whatever looks dear?", Some(FrontierKind::Bandwidth(4000))),
];

/// Which cells are neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GraphKind {
    /// Squares under a movement rule.
    Squares(Moves),
    /// Hexagons in rows.
    Hexagons,
    /// Squares on a world without edges.
    Torus,
    /// Squares where a turn costs a step.
    TurnCosts,
    /// Four neighbours without left turns.
    RightTurns,
}

impl GraphKind {
    /// The movement rule, for plain squares.
    pub fn moves(self) -> Option<Moves> {
        match self {
            GraphKind::Squares(moves) => Some(moves),
            _ => None,
        }
    }
}

/// The graphs.
pub(super) const GRAPHS: [(&str, &str, GraphKind); 7] = [
    (
        "eight neighbours",
        "Which path is cheapest without cutting corners?",
        GraphKind::Squares(Moves::Eight(Corner::BothFree)),
    ),
    ("eight, corners cut", "What if corners may be cut?", GraphKind::Squares(Moves::Eight(Corner::Cut))),
    ("four neighbours", "What if diagonal steps are forbidden?", GraphKind::Squares(Moves::Four)),
    ("hexagons", "What if six neighbours are equally far?", GraphKind::Hexagons),
    ("ring world", "What if the edges meet?", GraphKind::Torus),
    ("turns cost a step", "What if turning takes time?", GraphKind::TurnCosts),
    ("right turns only", "What if left turns are forbidden?", GraphKind::RightTurns),
];
