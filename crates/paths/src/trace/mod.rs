//! Records a search and plays it back: every expansion and every relaxed node, forward and backward. Not here: running the
//! search, and drawing.
//!
//! A [`Trace`] is an [`Observer`]; give it to [`Solver::run_observed`](crate::search::Solver::run_observed) or
//! [`search::run`](crate::search::run()). A [`Playback`] is a trace with a position in it.
//!
//! ```
//! use wayworn_paths::{graph::{Moves, Terrain}, search::{Step, catalogue}, trace::{CellMark, Playback, Trace}};
//!
//! let terrain = Terrain::from_text("..#.\n.##.\n....", Moves::Four)?;
//! let mut astar = catalogue::find("astar").expect("it is in the catalogue").solver(&terrain);
//! astar.begin(0, 3); // from the top left to the top right
//! let mut trace = Trace::new(astar.states_per_cell(), usize::MAX);
//! assert!(matches!(astar.run_observed(u32::MAX, &mut trace), Step::Found(_)));
//!
//! let mut playback = Playback::new(trace, 0, terrain.size().area());
//! playback.seek(1); // just after the first expansion, that of the start
//! assert_eq!(playback.last_expansion().map(|expansion| expansion.node), Some(0));
//! assert_eq!([0, 1, 4, 8].map(|cell| playback.mark(cell)),
//!     [CellMark::Expanded, CellMark::Open, CellMark::Open, CellMark::Unreached]);
//! playback.seek(u32::MAX); // to the end
//! assert_eq!(playback.parent_chain(3).last(), Some(&0)); // from the goal back to the start
//! playback.seek(0); // and back
//! assert_eq!(playback.mark(4), CellMark::Unreached);
//! # Ok::<(), wayworn_paths::graph::TextMapError>(())
//! ```
//!
//! Units: costs in milli-steps; positions in expansions, 0 before the first. Nodes are those of the searched graph, of
//! which a cell may have several; a cell is a row-major index. In a graph of your own each node is a cell.
//! Memory: 32 bytes per event and 16 per expansion in a trace; 32 more per cell and per event up to the position in a
//! playback.
//! Errors: none. A trace that is full stops recording and says so ([`Trace::is_full`]); a position beyond the end is the
//! end.

mod playback;

pub use playback::{CellMark, CellState, Playback, SearchCounts};

use crate::graph::{Cost, NodeId};
use crate::search::Observer;

/// An event of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TraceEvent {
    /// A node was taken from the frontier.
    Expanded {
        /// The node.
        node: NodeId,
        /// Its cost, in milli-steps.
        g: Cost,
        /// Its rank, in milli-steps.
        f: Cost,
    },
    /// A node was generated, or relaxed to a lower cost.
    Relaxed {
        /// The node.
        node: NodeId,
        /// Its cost, in milli-steps.
        g: Cost,
        /// Its parent on that path.
        parent: NodeId,
    },
}

/// One expansion, and the counters after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Expansion {
    /// The expanded node.
    pub node: NodeId,
    /// Its cost, in milli-steps.
    pub g: Cost,
    /// Its rank, in milli-steps.
    pub f: Cost,
    /// Nodes that it generated, or relaxed to a lower cost.
    pub relaxed: u32,
    /// Those among them that had been expanded before.
    pub reopened: u32,
    /// Entries in the frontier after it.
    pub open: u32,
}

/// Counters after an expansion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct ExpansionCounters {
    /// Number of events up to here, including those of this expansion.
    event_count: u32,
    /// Entries in the frontier.
    open: u32,
    /// Largest number of entries in the frontier.
    open_max: u32,
    /// Expanded nodes that were relaxed to a lower cost.
    reopened: u32,
}

impl ExpansionCounters {
    /// Before the first expansion: only the start is open.
    const AT_START: Self = Self { event_count: 0, open: 1, open_max: 1, reopened: 0 };
}

/// A recorded search. Each expansion is an event, followed by one for every node that it relaxed.
#[derive(Clone, Debug)]
pub struct Trace {
    events: Vec<TraceEvent>,
    counters: Vec<ExpansionCounters>,
    states_per_cell: u32,
    expansions_max: usize,
    is_full: bool,
    /// Whether each node was expanded; as long as needed.
    expanded: Vec<bool>,
    last_expanded: NodeId,
    /// The largest node in any event.
    largest_node: NodeId,
}

impl Trace {
    /// An empty trace for one search, which records at most `expansions_max` expansions.
    ///
    /// `states_per_cell` is the number of nodes per cell: that of the solver
    /// ([`states_per_cell`](crate::search::Solver::states_per_cell)), or 1 for a graph of your own.
    ///
    /// # Panics
    /// If a cell has no node.
    pub fn new(states_per_cell: u32, expansions_max: usize) -> Self {
        assert!(states_per_cell > 0, "a cell has at least one node");
        Self {
            events: Vec::new(),
            counters: Vec::new(),
            states_per_cell,
            expansions_max,
            is_full: false,
            expanded: Vec::new(),
            last_expanded: 0,
            largest_node: 0,
        }
    }

    /// All events, in order.
    pub fn events(&self) -> &[TraceEvent] {
        &self.events
    }

    /// Number of recorded expansions.
    pub fn expansion_count(&self) -> u32 {
        self.counters.len() as u32
    }

    /// The events of each expansion, in order. The first of them is [`TraceEvent::Expanded`].
    pub fn expansions(&self) -> impl Iterator<Item = &[TraceEvent]> {
        let begins = std::iter::once(0).chain(self.counters.iter().map(|counters| counters.event_count));
        begins.zip(&self.counters).map(|(begin, end)| &self.events[begin as usize..end.event_count as usize])
    }

    /// Whether the search had more expansions than were recorded.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// Nodes per cell.
    pub fn states_per_cell(&self) -> u32 {
        self.states_per_cell
    }

    /// The cell of a node, as a row-major index.
    pub fn cell_of(&self, node: NodeId) -> usize {
        (node / self.states_per_cell) as usize
    }

    /// The counters after this many expansions, of those recorded.
    fn counters_after(&self, expansions: u32) -> ExpansionCounters {
        match expansions {
            0 => ExpansionCounters::AT_START,
            count => self.counters[count as usize - 1],
        }
    }
}

impl AsRef<Trace> for Trace {
    fn as_ref(&self) -> &Trace {
        self
    }
}

impl Observer for Trace {
    fn expanded(&mut self, node: NodeId, g: Cost, f: Cost) {
        self.is_full |= self.counters.len() >= self.expansions_max;
        if self.is_full {
            return;
        }
        self.events.push(TraceEvent::Expanded { node, g, f });
        let before = self.counters.last().copied().unwrap_or_default();
        self.counters.push(ExpansionCounters { event_count: self.events.len() as u32, ..before });
        if self.expanded.len() <= node as usize {
            self.expanded.resize(node as usize + 1, false);
        }
        self.expanded[node as usize] = true;
        (self.last_expanded, self.largest_node) = (node, self.largest_node.max(node));
    }

    fn generated(&mut self, node: NodeId, g: Cost) {
        self.generated_from(node, g, self.last_expanded);
    }

    fn generated_from(&mut self, node: NodeId, g: Cost, parent: NodeId) {
        let (Some(counters), false) = (self.counters.last_mut(), self.is_full) else { return };
        self.events.push(TraceEvent::Relaxed { node, g, parent });
        counters.event_count = self.events.len() as u32;
        counters.reopened += u32::from(self.expanded.get(node as usize) == Some(&true));
        self.largest_node = self.largest_node.max(node).max(parent);
    }

    fn frontier_len(&mut self, entries: usize) {
        let (Some(counters), false) = (self.counters.last_mut(), self.is_full) else { return };
        counters.open = entries as u32;
        counters.open_max = counters.open_max.max(counters.open);
    }
}

#[cfg(test)]
mod tests {
    use super::{CellMark, CellState, Playback, Trace, TraceEvent};
    use crate::graph::{Edges, Graph};
    use crate::search::{NoTarget, Rank, Search, run};

    /// A search of all nodes from 0. The edge from 0 to 3 is dear; the path over 1 and 2 replaces it.
    fn recorded(expansions_max: usize) -> Trace {
        let graph = Edges::new(&[vec![(1, 1), (3, 9)], vec![(2, 1)], vec![(3, 1)], vec![(4, 10)], vec![]]);
        let mut search = Search::new(graph.node_count(), 0, Rank::UniformCost, &NoTarget, u32::MAX);
        let mut trace = Trace::new(1, expansions_max);
        run(&mut search, &graph, &NoTarget, u32::MAX, &mut trace);
        trace
    }

    /// A trace of a graph that is no grid has every event in order, each with its expansion.
    #[test]
    fn a_trace_has_every_event() {
        let trace = recorded(usize::MAX);
        let expanded = |node, g| TraceEvent::Expanded { node, g, f: g };
        let relaxed = |node, g, parent| TraceEvent::Relaxed { node, g, parent };
        let expansions = [
            vec![expanded(0, 0), relaxed(1, 1, 0), relaxed(3, 9, 0)],
            vec![expanded(1, 1), relaxed(2, 2, 1)],
            vec![expanded(2, 2), relaxed(3, 3, 2)],
            vec![expanded(3, 3), relaxed(4, 13, 3)],
            vec![expanded(4, 13)],
        ];
        assert_eq!(trace.expansions().collect::<Vec<_>>(), expansions);
        assert_eq!((trace.events(), trace.is_full()), (&*expansions.concat(), false));
    }

    /// A full trace keeps its first expansions whole, and says that there were more.
    #[test]
    fn a_full_trace_says_so() {
        let (all, cut) = (recorded(5), recorded(2));
        assert!(!all.is_full() && cut.is_full());
        assert_eq!(cut.events(), &all.events()[..5]);
        assert_eq!(cut.expansions().count(), cut.expansion_count() as usize);
    }

    /// A position shows the same on the way forward, on the way back, and after a jump, and never more than the end.
    #[test]
    fn a_position_does_not_depend_on_the_way_to_it() {
        let trace = recorded(usize::MAX);
        let shown = |playback: &Playback<&Trace>| {
            let cells = [0, 1, 2, 3, 4].map(|cell| (playback.cell_state(cell), playback.parent_chain(cell)));
            (playback.position(), playback.counts(), playback.last_expansion(), cells)
        };
        let mut moving = Playback::new(&trace, 0, 5);
        for position in [0, 1, 2, 3, 4, 5, 2, 4, 1, 0, 3] {
            moving.seek(position);
            let mut fresh = Playback::new(&trace, 0, 5);
            fresh.seek(position);
            assert_eq!(shown(&moving), shown(&fresh), "after {position}");
        }
        moving.seek(1);
        let open = |g, parent| CellState { mark: CellMark::Open, g, parent, order: 1, expansions: 0 };
        assert_eq!([1, 2, 3].map(|cell| moving.cell_state(cell)), [Some(open(1, 0)), None, Some(open(9, 0))]);
        assert_eq!((moving.counts().open, moving.counts().inserted), (2, 3));
        moving.seek(9);
        assert_eq!(
            (moving.position(), moving.is_done(), moving.parent_chain(3)),
            (5, true, vec![3, 2, 1, 0])
        );
        assert_eq!(moving.counts().skipped, 1, "the dear entry of node 3");
    }

    /// A trace of a larger map is refused at once.
    #[test]
    #[should_panic(expected = "cell 3 is not on a map of 3 cells")]
    fn a_map_that_is_too_small_is_refused() {
        Playback::new(recorded(2), 0, 3);
    }
}
