//! The parts of the best-first loop, chosen by value: rank, measure, nudge, tie rule, frontier. A row of the catalogue
//! that is this loop is one such choice, and whoever wants to see what a part is good for exchanges it.
//!
//! The frontiers of the catalogue's rows are compiled into the loop; any other costs a virtual call an operation.

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
    /// A list without order.
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
    /// A heap with a pile of bad entries beside it.
    TwoLevel,
    /// Coarse buckets, the first of them a heap.
    HotQueue,
    /// A bucket for each f, the newest first in each, whatever the tie rule.
    Buckets,
    /// At most so many entries; worse ones are dropped.
    Beam(usize),
    /// Entries at most so many milli-steps worse than the best; worse ones are dropped.
    Band(u32),
    /// What came last goes first, while it is at most so many percent worse than the best.
    Following(u16),
}

impl FrontierKind {
    /// An empty one for a board.
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
    /// What the frontier is ordered by.
    pub rank: Rank,
    /// How the distance is guessed, or as fits the board.
    pub measure: Option<Measure>,
    /// What is added to the estimate.
    pub nudge: Nudge,
    /// Which of several entries of equal f goes first.
    pub ties: Ties,
    /// Where nodes wait.
    pub frontier: FrontierKind,
}

impl Parts {
    /// This rank with the fastest frontier and nothing peculiar.
    pub const fn of(rank: Rank) -> Parts {
        let (nudge, ties, frontier) = (Nudge::None, Ties::LargerG, FrontierKind::Buckets);
        Parts { rank, measure: None, nudge, ties, frontier }
    }

    /// The loop of these parts on a board.
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
