//! Grids, graphs and every search on them: more than fifty pathfinding algorithms, from breadth-first search to D* Lite
//! and jump point search, behind one interface, each of which can be stopped and observed after any expansion.
//!
//! The crate does no input or output, needs no C compiler, and depends on `serde` alone. Only
//! [`ripple`](search::ripple) starts threads, and joins them before it returns.
//!
//! # From a text map to a path
//!
//! ```
//! use wayworn_paths::{graph::{Moves, Terrain}, grid::Cell, search::{Tally, catalogue}};
//!
//! let terrain = Terrain::from_text("..#.\n.##.\n....", Moves::Four)?;
//! let (start, goal) = (terrain.node(Cell::new(0, 0)), terrain.node(Cell::new(3, 0)));
//! let mut astar = catalogue::find("astar").expect("it is in the catalogue").solver(&terrain);
//! astar.begin(start, goal);
//! astar.run(u32::MAX, &mut Tally::default());
//! let path: Vec<Cell> = astar.path().into_iter().map(|node| terrain.cell(node)).collect();
//! assert_eq!((path[1], path[7]), (Cell::new(0, 1), Cell::new(3, 0)));
//! # Ok::<(), wayworn_paths::graph::TextMapError>(())
//! ```
//!
//! A [`Terrain`](graph::Terrain) is a grid of priced cells; [`Terrain::new`](graph::Terrain::new) takes any prices.
//! [`run`](search::Solver::run) expands at most as many nodes as its first argument says and can be called again, so that a
//! search can be spread over frames. It returns a [`Step`](search::Step): `Working`, `Found` or `Exhausted`.
//!
//! # A race of three algorithms
//!
//! A row of the [`catalogue`](search::catalogue) has the algorithm's paper, its [`Promise`](search::catalogue::Promise) and
//! its [`Need`](search::catalogue::Need)s. A [`Tally`](search::Tally) counts its work.
//!
//! ```
//! use wayworn_paths::{graph::{Corner, Moves, Terrain}, search::{Tally, catalogue}};
//!
//! let (open, wall) = ("..........\n".repeat(4), "########.#\n");
//! let terrain = Terrain::from_text(&[&*open, wall, &*open].concat(), Moves::Eight(Corner::BothFree))?;
//! let mut expanded = Vec::new();
//! for id in ["dijkstra", "astar", "jps"] {
//!     let row = catalogue::find(id).expect("it is in the catalogue");
//!     assert_eq!(row.unmet_need(&terrain), None); // jps needs one price everywhere, and free corners
//!     let (mut solver, mut tally) = (row.solver(&terrain), Tally::default());
//!     solver.begin(0, 80); // from the top left to the bottom left
//!     solver.run(u32::MAX, &mut tally);
//!     assert_eq!(row.path_cost(&terrain, &solver.path()), Some(20_484));
//!     expanded.push(tally.expanded);
//! }
//! assert!(expanded[0] > expanded[1] && expanded[1] > expanded[2], "{expanded:?}");
//! # Ok::<(), wayworn_paths::graph::TextMapError>(())
//! ```
//!
//! # Prices that change
//!
//! [`Lifelong`](search::lifelong::Lifelong) repairs a search instead of restarting it: rooted at the goal it is D* Lite, whose
//! start may move, rooted at the start Lifelong Planning A*.
//!
//! ```
//! use wayworn_paths::graph::{Moves, Terrain};
//! use wayworn_paths::search::lifelong::{Lifelong, Root};
//! use wayworn_paths::search::{Solver, Tally};
//!
//! let terrain = Terrain::from_text("...\n.#.\n...\n...", Moves::Four)?;
//! let mut search = Lifelong::new(&terrain, Root::Goal); // it has its own copy of the terrain
//! search.begin(0, 8); // a node is the row-major index of its cell: from the top left to the right end of row 2
//! search.run(u32::MAX, &mut Tally::default());
//! assert_eq!((search.path(), search.cost()), (vec![0, 1, 2, 5, 8], Some(4000)));
//! search.move_start(1);
//! search.set_price(5, 0); // a wall falls into the path
//! search.run(u32::MAX, &mut Tally::default());
//! assert_eq!(search.path(), [1, 0, 3, 6, 7, 8]);
//! # Ok::<(), wayworn_paths::graph::TextMapError>(())
//! ```
//!
//! # A graph of your own
//!
//! A [`Graph`](graph::Graph) lists the successors of a node, so that it can be generated while it is searched. Goal and
//! estimate are traits, too. Edges known beforehand go into [`graph::Edges`].
//!
//! ```
//! use wayworn_paths::graph::{Cost, Graph, NodeId, Visit};
//! use wayworn_paths::search::{Goal, Heuristic, NoObserver, Rank, Search, Step, run};
//!
//! struct Numbers; // from each number one can add 1 or double
//! impl Graph for Numbers {
//!     fn node_count(&self) -> u32 { 101 }
//!     fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
//!         [visit.node + 1, visit.node * 2].into_iter().filter(|next| *next <= 100).for_each(|next| emit(next, 1));
//!     }
//! }
//! impl Goal for Numbers { fn contains(&self, node: NodeId) -> bool { node == 100 } }
//! impl Heuristic for Numbers { fn estimate(&self, _node: NodeId) -> Cost { 0 } }
//! let mut search = Search::new(101, 1, Rank::UniformCost, &Numbers, u32::MAX);
//! assert_eq!(run(&mut search, &Numbers, &Numbers, u32::MAX, &mut NoObserver), Step::Found(100));
//! assert_eq!(search.path_to(100), [1, 2, 3, 6, 12, 24, 25, 50, 100]);
//! ```
//!
//! # Promises
//!
//! What an algorithm promises stands in its row of the catalogue as a value, [`Promise`](search::catalogue::Promise): the
//! cheapest path, a path within a percentage of it, the fewest steps, any path, and so on. It holds on maps that have what
//! the algorithm needs ([`CatalogueRow::unmet_need`](search::catalogue::CatalogueRow::unmet_need)). A search over a [`Graph`](graph::Graph) of your own
//! is optimal under [`Rank::UniformCost`](search::Rank), and under [`Rank::AStar`](search::Rank) if the estimate never exceeds
//! the true cost; an inconsistent estimate costs time, not optimality.
//!
//! # Units and limits
//!
//! - A [`Cost`](graph::Cost) is a whole number of milli-steps: a straight step onto plain ground
//!   ([`PLAIN`](graph::PLAIN)) costs 1000, a diagonal one 1414. Nothing here uses floating point.
//! - A cell's price is 1 to 65,535; 0 is a wall. Entering a cell costs its price, times √2 on a diagonal.
//! - An edge costs at least 1, and no path may cost more than [`COST_MAX`](graph::COST_MAX) (2⁵⁰ − 1).
//! - A map has at most 2¹² cells a side ([`SIDE_MAX`](grid::SIDE_MAX)), a graph at most 2³¹ nodes
//!   ([`NODE_COUNT_MAX`](graph::NODE_COUNT_MAX)).
//! - Start and goal of a [`Solver`](search::Solver) are cells that are not walls ([`is_wall`](graph::Terrain::is_wall)).
//!
//! # Determinism and ties
//!
//! The same question has the same answer, reached by the same expansions in the same order, on every machine and however the
//! work is sliced. Among entries of equal f, [`HeapFrontier`](search::HeapFrontier) takes the larger g, then the smaller node; the
//! bucket queue of [`Parts::with_rank`](search::Parts::with_rank), which `astar` and its relatives in the catalogue use, takes the newest.
//! Other rules can be chosen ([`Parts`](search::Parts)). Successors are generated in a fixed order, on a
//! [`Terrain`](graph::Terrain) clockwise from north.
//!
//! # Modules
//!
//! [`grid`] has cells, directions and lengths; [`graph`] the interface between maps and searches, and the maps;
//! [`search`] the algorithms; [`learning`] what can be learned from searches; [`trace`] records a search and plays it back step
//! by step; [`benchmark`] reads public maps and scenarios with known lengths. The crate's `examples` folder has programs to run and to start from.
#![forbid(unsafe_code)]

// Cells, directions and lengths.
pub mod grid;

// The interface between maps and searches, and the map representations.
pub mod graph;

// The algorithms.
pub mod search;

// What is learned from searches and trips.
pub mod learning;

// Recorded searches.
pub mod trace;

// Public maps and questions with known answers.
pub mod benchmark;

// The example of the readme is compiled and run with those above.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
