//! The parts of the best-first loop as values: rank, metric, tie breaker, tie rule, frontier. Each row of the catalogue
//! for this loop is one such choice; exchange a part to see its effect.
//!
//! The frontiers of the catalogue's rows are compiled into the loop; any other costs a virtual call per operation.

use super::frontiers::{
    BalancedTree, Band, Beam, Buckets, DaryHeap, Following, HotQueue, IndexedHeap, LinkedList, PairingHeap,
    Sorted, SplayTree, Tied, Ties, TwoLevel, Unsorted,
};
use super::{BestFirst, Frontier, Measure, Nudge, Queue, Rank, Solver};
use crate::graph::Board;

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
    /// A heap with an unsorted pile of bad entries.
    TwoLevel,
    /// Coarse buckets, the first of them a heap.
    HotQueue,
    /// A bucket per f, with the newest entry first in each, whatever the tie rule.
    Buckets,
    /// At most this many entries; worse ones are dropped.
    Beam(usize),
    /// Entries at most this many milli-steps worse than the best; worse ones are dropped.
    Band(u32),
    /// The newest entries go first while they are at most this many percent worse than the best.
    Following(u16),
}

impl FrontierKind {
    /// An empty frontier for a board.
    fn make(self, board: &impl Board) -> Box<dyn Queue> {
        match self {
            FrontierKind::Unsorted => Box::new(Unsorted::default()),
            FrontierKind::Sorted => Box::new(Sorted::default()),
            FrontierKind::LinkedList => Box::new(LinkedList::default()),
            FrontierKind::BinaryHeap => Box::new(Frontier::default()),
            FrontierKind::FourHeap => Box::new(DaryHeap::<4>::default()),
            FrontierKind::IndexedHeap => Box::new(IndexedHeap::new(board.node_count())),
            FrontierKind::PairingHeap => Box::new(PairingHeap::default()),
            FrontierKind::BalancedTree => Box::new(BalancedTree::default()),
            FrontierKind::SplayTree => Box::new(SplayTree::default()),
            FrontierKind::TwoLevel => Box::new(TwoLevel::new(board.dearest().into())),
            FrontierKind::HotQueue => Box::new(HotQueue::new(board.dearest().into())),
            FrontierKind::Buckets => Box::new(Buckets::for_steps(board.dearest())),
            FrontierKind::Beam(width) => Box::new(Beam::new(width)),
            FrontierKind::Band(width) => Box::new(Band::new(width.into())),
            FrontierKind::Following(percent) => Box::new(Following::new(percent)),
        }
    }
}

/// A choice of parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    /// What orders the frontier.
    pub rank: Rank,
    /// The distance metric, or `None` for the one that fits the board.
    pub measure: Option<Measure>,
    /// The tie breaker added to the estimate.
    pub nudge: Nudge,
    /// The order of entries with equal f.
    pub ties: Ties,
    /// The kind of frontier.
    pub frontier: FrontierKind,
}

impl Parts {
    /// This rank with the fastest frontier and the defaults.
    pub const fn of(rank: Rank) -> Parts {
        let (nudge, ties, frontier) = (Nudge::None, Ties::LargerG, FrontierKind::Buckets);
        Parts { rank, measure: None, nudge, ties, frontier }
    }

    /// The loop with these parts on a board.
    pub fn solver<'a>(self, board: impl Board + 'a) -> Box<dyn Solver + 'a> {
        match (self.frontier, self.ties) {
            (FrontierKind::Buckets, Ties::LargerG) => {
                let frontier = Buckets::for_steps(board.dearest());
                self.joined(board, frontier)
            }
            (FrontierKind::BinaryHeap, Ties::LargerG) => self.joined(board, Frontier::default()),
            (kind, ties) => {
                let frontier = Tied::over(kind.make(&board), ties);
                self.joined(board, frontier)
            }
        }
    }

    fn joined<'a>(self, board: impl Board + 'a, frontier: impl Queue + 'a) -> Box<dyn Solver + 'a> {
        let search = BestFirst::new(board, frontier, self.rank).nudged(self.nudge);
        Box::new(match self.measure {
            Some(measure) => search.measured(measure),
            None => search,
        })
    }
}
