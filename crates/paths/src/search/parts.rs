//! The parts of the best-first loop as values: rank, metric, tie breaker, tie rule, frontier. Each row of the catalogue
//! for this loop is one such choice; exchange a part to see its effect.
//!
//! The frontiers of the catalogue's rows are compiled into the loop; any other costs a virtual call per operation.

use super::frontiers::{
    BalancedTree, Bandwidth, Beam, Buckets, DaryHeap, DepthBiased, HotQueue, IndexedHeap, LinkedList,
    PairingHeap, PlacedSkipList, RankedSkipList, SortedArray, SplayTree, TieRule, Tied, TwoLevel,
    UnsortedList,
};
use super::{BestFirst, HeapFrontier, Metric, PriorityQueue, Rank, Solver, TieBreak};
use crate::graph::GridGraph;

/// A kind of frontier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FrontierKind {
    /// An unordered list.
    Unsorted,
    /// A sorted array.
    Sorted,
    /// A sorted linked list.
    LinkedList,
    /// A binary heap with duplicates.
    BinaryHeap,
    /// A heap with four children an entry.
    FourHeap,
    /// A binary heap that moves entries instead of adding duplicates.
    IndexedHeap,
    /// A pairing heap.
    PairingHeap,
    /// A balanced search tree.
    BalancedTree,
    /// A splay tree.
    SplayTree,
    /// A skip list sorted by rank.
    SkipList,
    /// A skip list sorted by node, which moves entries instead of adding duplicates.
    PlacedSkipList,
    /// A heap with an unsorted pile of bad entries.
    TwoLevel,
    /// Coarse buckets, the first of them a heap.
    HotQueue,
    /// A bucket per f, with the newest entry first in each, whatever the tie rule.
    Buckets,
    /// At most this many entries; worse ones are dropped.
    Beam(usize),
    /// Entries at most this many milli-steps worse than the best; worse ones are dropped.
    Bandwidth(u32),
    /// The newest entries go first while they are at most this many percent worse than the best.
    DepthBiased(u16),
}

impl FrontierKind {
    /// An empty frontier for a board.
    fn make(self, board: &impl GridGraph) -> Box<dyn PriorityQueue> {
        match self {
            FrontierKind::Unsorted => Box::new(UnsortedList::default()),
            FrontierKind::Sorted => Box::new(SortedArray::default()),
            FrontierKind::LinkedList => Box::new(LinkedList::default()),
            FrontierKind::BinaryHeap => Box::new(HeapFrontier::default()),
            FrontierKind::FourHeap => Box::new(DaryHeap::<4>::default()),
            FrontierKind::IndexedHeap => Box::new(IndexedHeap::new(board.node_count())),
            FrontierKind::PairingHeap => Box::new(PairingHeap::default()),
            FrontierKind::BalancedTree => Box::new(BalancedTree::default()),
            FrontierKind::SplayTree => Box::new(SplayTree::default()),
            FrontierKind::SkipList => Box::new(RankedSkipList::default()),
            FrontierKind::PlacedSkipList => Box::new(PlacedSkipList::default()),
            FrontierKind::TwoLevel => Box::new(TwoLevel::new(board.dearest().into())),
            FrontierKind::HotQueue => Box::new(HotQueue::new(board.dearest().into())),
            FrontierKind::Buckets => Box::new(Buckets::for_steps(board.dearest())),
            FrontierKind::Beam(width) => Box::new(Beam::new(width)),
            FrontierKind::Bandwidth(width) => Box::new(Bandwidth::new(width.into())),
            FrontierKind::DepthBiased(percent) => Box::new(DepthBiased::new(percent)),
        }
    }
}

/// A choice of parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Parts {
    /// What orders the frontier.
    pub rank: Rank,
    /// The distance metric, or `None` for the one that fits the board.
    pub metric: Option<Metric>,
    /// The tie breaker added to the estimate.
    pub tie_break: TieBreak,
    /// The order of entries with equal f.
    pub ties: TieRule,
    /// The kind of frontier.
    pub frontier: FrontierKind,
}

impl Parts {
    /// This rank with the fastest frontier and the defaults.
    pub const fn with_rank(rank: Rank) -> Parts {
        let (tie_break, ties, frontier) = (TieBreak::None, TieRule::LargerG, FrontierKind::Buckets);
        Parts { rank, metric: None, tie_break, ties, frontier }
    }

    /// The loop with these parts on a board.
    pub fn solver<'a>(self, board: impl GridGraph + 'a) -> Box<dyn Solver + 'a> {
        match (self.frontier, self.ties) {
            (FrontierKind::Buckets, TieRule::LargerG) => {
                let frontier = Buckets::for_steps(board.dearest());
                self.boxed(board, frontier)
            }
            (FrontierKind::BinaryHeap, TieRule::LargerG) => self.boxed(board, HeapFrontier::default()),
            (kind, ties) => {
                let frontier = Tied::with_inner(kind.make(&board), ties);
                self.boxed(board, frontier)
            }
        }
    }

    fn boxed<'a>(
        self,
        board: impl GridGraph + 'a,
        frontier: impl PriorityQueue + 'a,
    ) -> Box<dyn Solver + 'a> {
        let search = BestFirst::new(board, frontier, self.rank).with_tie_break(self.tie_break);
        Box::new(match self.metric {
            Some(measure) => search.with_metric(measure),
            None => search,
        })
    }
}
