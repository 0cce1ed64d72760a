//! Rows of the catalogue whose searches get faster by preparation or by processors.

use super::super::contraction::{ContractionHierarchy, prepared};
use super::super::embedding::Embedding;
use super::super::first_moves::CompressedPathDatabase;
use super::super::goal_bounding::GoalBounding;
use super::super::guided::GuidedAStar;
use super::super::landmarks::Landmarks;
use super::super::ripple::RippleSearch;
use super::super::subgoals::SubgoalGraph;
use super::super::transit::TransitRouting;
use super::row::{CatalogueRow, Constructor, Need, Promise};

/// Number of landmarks of `alt`.
const LANDMARK_COUNT: usize = 8;
/// Threads of `ripple`.
const RIPPLE_THREADS: usize = 2;
/// Coordinates of each cell for `fastmap`.
const EMBEDDING_DIMENSIONS: usize = 6;

/// `subgoals`.
pub(super) const SUBGOALS: CatalogueRow = CatalogueRow {
    id: "subgoals",
    name: "Subgoal graph",
    question: "What if only corners of walls are nodes?",
    paper: "Uras, Koenig & Hernández 2013, Subgoal graphs for optimal pathfinding in eight-neighbor grids",
    promise: Promise::Optimal,
    needs: &[Need::OnePrice, Need::BothCorners, Need::Preparation],
    constructor: Constructor::Custom(|terrain| Box::new(SubgoalGraph::new(terrain))),
};

/// `subgoal-ch`.
pub(super) const SUBGOAL_CH: CatalogueRow = CatalogueRow {
    id: "subgoal-ch",
    name: "Contraction hierarchy of a subgoal graph",
    question: "How fast is a search that only climbs?",
    paper: "Uras & Koenig 2018, Understanding subgoal graphs by augmenting contraction hierarchies",
    promise: Promise::Optimal,
    needs: &[Need::OnePrice, Need::BothCorners, Need::Preparation],
    constructor: Constructor::Custom(prepared),
};

/// `contraction`.
pub(super) const CONTRACTION: CatalogueRow = CatalogueRow {
    id: "contraction",
    name: "Contraction hierarchy (CH)",
    question: "What if shortcuts lead over unimportant cells?",
    paper: "Geisberger, Sanders, Schultes & Delling 2008, Contraction hierarchies: faster and simpler hierarchical routing in road networks",
    promise: Promise::Optimal,
    needs: &[Need::Reversible, Need::Preparation, Need::FewCells],
    constructor: Constructor::Custom(|terrain| Box::new(ContractionHierarchy::new(terrain))),
};

/// `goal-bounding`.
pub(super) const GOAL_BOUNDING: CatalogueRow = CatalogueRow {
    id: "goal-bounding",
    name: "A* with goal bounding",
    question: "What if every step knew where it leads?",
    paper: "Rabin & Sturtevant 2016, Combining bounding boxes and JPS to prune grid pathfinding",
    promise: Promise::Optimal,
    needs: &[Need::Preparation, Need::FewCells],
    constructor: Constructor::Custom(|terrain| Box::new(GoalBounding::new(terrain))),
};

/// `transit`.
pub(super) const TRANSIT: CatalogueRow = CatalogueRow {
    id: "transit",
    name: "Transit node routing",
    question: "What if long paths were looked up?",
    paper: "Bast, Funke, Sanders & Schultes 2007, Fast routing in road networks with transit nodes",
    promise: Promise::Optimal,
    needs: &[Need::Reversible, Need::Preparation, Need::FewCells],
    constructor: Constructor::Custom(|terrain| Box::new(TransitRouting::new(terrain))),
};

/// `fastmap`.
pub(super) const FASTMAP: CatalogueRow = CatalogueRow {
    id: "fastmap",
    name: "A* in an embedding (FastMap)",
    question: "What if distances became coordinates?",
    paper: "Cohen, Uras, Jahangiri, Arunasalam, Koenig & Kumar 2018, The FastMap algorithm for shortest path computations",
    promise: Promise::Optimal,
    needs: &[Need::Preparation],
    constructor: Constructor::Custom(|terrain| {
        Box::new(GuidedAStar::new(terrain, Embedding::new(terrain, EMBEDDING_DIMENSIONS)))
    }),
};

/// `ripple`.
pub(super) const RIPPLE: CatalogueRow = CatalogueRow {
    id: "ripple",
    name: "Parallel ripple search",
    question: "What if several processors flood at once?",
    paper: "Brand & Bidarra 2012, Multi-core scalable and efficient pathfinding with parallel ripple search",
    promise: Promise::Complete,
    needs: &[Need::Reversible],
    constructor: Constructor::Custom(|terrain| Box::new(RippleSearch::new(terrain, RIPPLE_THREADS))),
};

/// `first-moves`.
pub(super) const FIRST_MOVES: CatalogueRow = CatalogueRow {
    id: "first-moves",
    name: "First moves for all pairs (compressed path database)",
    question: "What if every answer were known beforehand?",
    paper: "Botea 2011, Ultra-fast optimal pathfinding without runtime search",
    promise: Promise::Optimal,
    needs: &[Need::Reversible, Need::Preparation, Need::FewCells],
    constructor: Constructor::Custom(|terrain| Box::new(CompressedPathDatabase::new(terrain))),
};

/// `alt`.
pub(super) const ALT: CatalogueRow = CatalogueRow {
    id: "alt",
    name: "A* with landmarks (ALT)",
    question: "What do a few exact distances tell?",
    paper: "Goldberg & Harrelson 2005, Computing the shortest path: A* search meets graph theory",
    promise: Promise::Optimal,
    needs: &[Need::Preparation],
    constructor: Constructor::Custom(|terrain| {
        Box::new(GuidedAStar::new(terrain, Landmarks::farthest(terrain, LANDMARK_COUNT)))
    }),
};
