//! The rows of the catalogue that search cells, simplest first; their type is in `row.rs`.

use super::super::any_angle::{LineOfSightCheck, ThetaStar};
use super::super::bidirectional::{Bidirectional, StepCost};
use super::super::block_astar::BlockAStar;
use super::super::bounded_cost::{BoundedCost, StepBound};
use super::super::breadth_first::{BreadthFirst, OneQueue, TwoArrays};
use super::super::cooperative::Cooperative;
use super::super::dead_ends::DeadEndPruned;
use super::super::depth_first::{Cutoff, DepthFirst};
use super::super::field::DistanceField;
use super::super::fringe::FringeSearch;
use super::super::front_to_front::FrontToFront;
use super::super::guided::GuidedAStar;
use super::super::hierarchical::HierarchicalSearch;
use super::super::ida::{IdaStar, NextLimit};
use super::super::jump::{Canonical, JumpPointSearch, online};
use super::super::learning::LearningRealTime;
use super::super::lifelong::{Lifelong, Root};
use super::super::near_optimal::NearOptimal;
use super::super::rectangular::Rectangular;
use super::super::refinement::RefinedSearch;
use super::super::retargeting::Retargeting;
use super::super::road_map::RoadMap;
use super::super::walkers::potential::PotentialField;
use super::super::walkers::tracing::LeaveRule;
use super::super::walkers::{Avoidance, Walker};
use super::super::waypoint_heuristic::{WaypointEstimate, Waypoints};
use super::super::{FrontierKind, Parts, Rank, TieBreak};
use super::row::{CatalogueRow, Constructor, Need, Promise};
use super::speedups;
use crate::graph::Headed;

/// By how much the estimate of `bandwidth` may be too high, in milli-steps.
const BANDWIDTH_EXCESS_MILLISTEPS: u32 = 2000;
/// Entries of the frontier of `beam`.
const BEAM_ENTRIES: usize = 64;
/// By how many percent the current path of `alphastar` may be worse than the best.
const DEPTH_BIAS_PERCENT: u16 = 10;
/// Percent of the fewest steps that `bounded-cost` may take.
const BOUNDED_STEPS_PERCENT: u16 = 110;
/// Ticks that `whca-star` plans ahead.
const WHCA_WINDOW_TICKS: u32 = 16;
/// Radius in king's moves within which `regional-astar` is exact.
const EXACT_RADIUS_STEPS: u16 = 8;
/// Fields per side of the grid of `waypoint-astar`.
const WAYPOINT_FIELDS: u16 = 6;

/// The algorithms on cells, simplest first.
pub(super) const CELL_ROWS: &[CatalogueRow] = &[
    CatalogueRow {
        id: "move-loop",
        name: "Move loop: turn as little as possible",
        question: "How far does a walker get without a plan?",
        paper: "Stout 1996, Smart moves: intelligent pathfinding",
        promise: Promise::Maybe,
        needs: &[],
        constructor: Constructor::Custom(|terrain| Box::new(Walker::new(terrain, Avoidance::Turn))),
    },
    CatalogueRow {
        id: "avoid-hulls",
        name: "Move loop that stays out of hulls",
        question: "What if concave obstacles are known beforehand?",
        paper: "Stout 1996, Smart moves: intelligent pathfinding",
        promise: Promise::Maybe,
        needs: &[Need::Preparation],
        constructor: Constructor::Custom(|terrain| {
            Box::new(Walker::new(terrain, Avoidance::Turn).avoiding_hulls())
        }),
    },
    CatalogueRow {
        id: "random-sidestep",
        name: "Random sidestep",
        question: "How far does a walker get at random?",
        paper: "Stout 1996, Smart moves: intelligent pathfinding",
        promise: Promise::Maybe,
        needs: &[],
        constructor: Constructor::Custom(|terrain| Box::new(Walker::new(terrain, Avoidance::Sidestep))),
    },
    CatalogueRow {
        id: "potential-field",
        name: "Potential field",
        question: "What if walls push and the goal pulls?",
        paper: "Khatib 1986, Real-time obstacle avoidance for manipulators and mobile robots",
        promise: Promise::Maybe,
        needs: &[],
        constructor: Constructor::Custom(|terrain| Box::new(PotentialField::new(terrain))),
    },
    CatalogueRow {
        id: "trace-simple",
        name: "Wall tracing, until heading as at first",
        question: "What if a walker follows the wall for a while?",
        paper: "Stout 1996, Smart moves: intelligent pathfinding",
        promise: Promise::Maybe,
        needs: &[],
        constructor: Constructor::Custom(|terrain| {
            Box::new(Walker::new(terrain, Avoidance::Follow(LeaveRule::Simple)))
        }),
    },
    CatalogueRow {
        id: "trace-robust",
        name: "Robust wall tracing, until the line is crossed",
        question: "How does a hand on the wall lead out?",
        paper: "Lumelsky & Stepanov 1987, Path-planning strategies for a point mobile automaton",
        promise: Promise::Complete,
        needs: &[],
        constructor: Constructor::Custom(|terrain| {
            Box::new(Walker::new(terrain, Avoidance::Follow(LeaveRule::Robust)))
        }),
    },
    CatalogueRow {
        id: "trace-combined",
        name: "Wall tracing, robust once it goes in circles",
        question: "When does a walker notice that it goes in circles?",
        paper: "Stout 1996, Smart moves: intelligent pathfinding",
        promise: Promise::Complete,
        needs: &[],
        constructor: Constructor::Custom(|terrain| {
            Box::new(Walker::new(terrain, Avoidance::Follow(LeaveRule::Combined)))
        }),
    },
    CatalogueRow {
        id: "bfs",
        name: "Breadth-first search",
        question: "What is the least number of steps?",
        paper: "Moore 1959, The shortest path through a maze",
        promise: Promise::FewestSteps,
        needs: &[],
        constructor: Constructor::Custom(|terrain| Box::new(BreadthFirst::<OneQueue>::new(terrain))),
    },
    CatalogueRow {
        id: "bfs-two-arrays",
        name: "Breadth-first search with two arrays",
        question: "Does a flood need a queue?",
        paper: "Moore 1959, The shortest path through a maze",
        promise: Promise::FewestSteps,
        needs: &[],
        constructor: Constructor::Custom(|terrain| Box::new(BreadthFirst::<TwoArrays>::new(terrain))),
    },
    CatalogueRow {
        id: "dfs",
        name: "Depth-first search, goalwards first",
        question: "What if the newest node is always expanded first?",
        paper: "Tarry 1895, Le problème des labyrinthes",
        promise: Promise::Complete,
        needs: &[],
        constructor: Constructor::Custom(|terrain| Box::new(DepthFirst::new(terrain, Cutoff::None))),
    },
    CatalogueRow {
        id: "dfs-cutoff",
        name: "Depth-first search with a cutoff",
        question: "What if the search turns back at a fixed depth?",
        paper: "Stout 1996, Smart moves: intelligent pathfinding",
        promise: Promise::Maybe,
        needs: &[Need::SmallMap],
        constructor: Constructor::Custom(|terrain| Box::new(DepthFirst::new(terrain, Cutoff::Percent(150)))),
    },
    CatalogueRow {
        id: "iddfs",
        name: "Depth-first iterative deepening",
        question: "Can depth-first find the fewest steps?",
        paper: "Korf 1985, Depth-first iterative-deepening: an optimal admissible tree search",
        promise: Promise::FewestSteps,
        needs: &[Need::SmallMap],
        constructor: Constructor::Custom(|terrain| Box::new(DepthFirst::new(terrain, Cutoff::Deepening))),
    },
    CatalogueRow {
        id: "dijkstra",
        name: "Dijkstra's search (uniform cost)",
        question: "What is the cheapest path, without an estimate?",
        paper: "Dijkstra 1959, A note on two problems in connexion with graphs",
        promise: Promise::Optimal,
        needs: &[],
        constructor: Constructor::BestFirst(Parts::with_rank(Rank::UniformCost)),
    },
    CatalogueRow {
        id: "greedy",
        name: "Greedy best-first search",
        question: "What if only the estimate counted?",
        paper: "Doran & Michie 1966, Experiments with the graph traverser program",
        promise: Promise::Complete,
        needs: &[],
        constructor: Constructor::BestFirst(Parts {
            frontier: FrontierKind::BinaryHeap,
            ..Parts::with_rank(Rank::Greedy)
        }),
    },
    CatalogueRow {
        id: "astar",
        name: "A*",
        question: "What is the cheapest path, with an estimate?",
        paper: "Hart, Nilsson & Raphael 1968, A formal basis for the heuristic determination of minimum cost paths",
        promise: Promise::Optimal,
        needs: &[],
        constructor: Constructor::BestFirst(Parts::with_rank(Rank::AStar)),
    },
    CatalogueRow {
        id: "astar-heap",
        name: "A* with a binary heap, under the total tie rule",
        question: "What does a total order of ties cost?",
        paper: "Hart, Nilsson & Raphael 1968, A formal basis for the heuristic determination of minimum cost paths",
        promise: Promise::Optimal,
        needs: &[],
        constructor: Constructor::BestFirst(Parts {
            frontier: FrontierKind::BinaryHeap,
            ..Parts::with_rank(Rank::AStar)
        }),
    },
    CatalogueRow {
        id: "weighted-astar",
        name: "Weighted A*",
        question: "What if the path may cost half as much again?",
        paper: "Pohl 1970, Heuristic search viewed as path finding in a graph",
        promise: Promise::Within(150),
        needs: &[],
        constructor: Constructor::BestFirst(Parts::with_rank(Rank::Weighted { percent: 150 })),
    },
    CatalogueRow {
        id: "dynamic-astar",
        name: "Dynamically weighted A*",
        question: "What if the search is greedy first, exact later?",
        paper: "Pohl 1973, The avoidance of (relative) catastrophe",
        promise: Promise::Within(150),
        needs: &[],
        constructor: Constructor::BestFirst(Parts::with_rank(Rank::DynamicWeighted {
            percent: 150,
            start_estimate: 0,
        })),
    },
    CatalogueRow {
        id: "regional-astar",
        name: "A* near the start, weighted beyond",
        question: "What if only the next steps must be right?",
        paper: "Patel 1997, Amit's thoughts on pathfinding: speed or accuracy",
        promise: Promise::Within(150),
        needs: &[],
        constructor: Constructor::BestFirst(Parts {
            tie_break: TieBreak::Far { radius: EXACT_RADIUS_STEPS, percent: 50 },
            ..Parts::with_rank(Rank::AStar)
        }),
    },
    CatalogueRow {
        id: "bandwidth",
        name: "Bandwidth search",
        question: "How wrong may the estimate be?",
        paper: "Harris 1974, The heuristic search under conditions of error",
        promise: Promise::Plus(BANDWIDTH_EXCESS_MILLISTEPS),
        needs: &[],
        constructor: Constructor::BestFirst(Parts {
            frontier: FrontierKind::Bandwidth(u32::MAX),
            tie_break: TieBreak::Hash(BANDWIDTH_EXCESS_MILLISTEPS),
            ..Parts::with_rank(Rank::AStar)
        }),
    },
    CatalogueRow {
        id: "alphastar",
        name: "AlphA*, which stays with the current path",
        question: "What if the search stays with the current path?",
        paper: "Reese 1999, AlphA*: an ε-admissible heuristic search algorithm",
        promise: Promise::Within(100 + DEPTH_BIAS_PERCENT),
        needs: &[],
        constructor: Constructor::BestFirst(Parts {
            frontier: FrontierKind::DepthBiased(DEPTH_BIAS_PERCENT),
            ..Parts::with_rank(Rank::AStar)
        }),
    },
    CatalogueRow {
        id: "beam",
        name: "Beam search",
        question: "How little memory is enough?",
        paper: "Lowerre 1976, The Harpy speech recognition system",
        promise: Promise::Maybe,
        needs: &[],
        constructor: Constructor::BestFirst(Parts {
            frontier: FrontierKind::Beam(BEAM_ENTRIES),
            ..Parts::with_rank(Rank::AStar)
        }),
    },
    CatalogueRow {
        id: "idastar",
        name: "Iterative-deepening A*",
        question: "What is the cheapest path, with no memory?",
        paper: "Korf 1985, Depth-first iterative-deepening: an optimal admissible tree search",
        promise: Promise::Optimal,
        needs: &[Need::SmallMap],
        constructor: Constructor::Custom(|terrain| {
            Box::new(IdaStar::new(terrain, NextLimit::SmallestExcess))
        }),
    },
    CatalogueRow {
        id: "idastar-plus",
        name: "Iterative-deepening A*, limit raised by a step",
        question: "What if the limit rises by whole steps?",
        paper: "Korf 1985, Depth-first iterative-deepening: an optimal admissible tree search",
        promise: Promise::Plus(1000),
        needs: &[Need::SmallMap],
        constructor: Constructor::Custom(|terrain| Box::new(IdaStar::new(terrain, NextLimit::Plus(1000)))),
    },
    CatalogueRow {
        id: "bidirectional-bfs",
        name: "Bidirectional breadth-first search",
        question: "Are two small floods less than a large one?",
        paper: "Pohl 1971, Bi-directional search",
        promise: Promise::FewestSteps,
        needs: &[Need::Reversible],
        constructor: Constructor::Custom(|terrain| Box::new(Bidirectional::new(terrain, StepCost::Unit))),
    },
    CatalogueRow {
        id: "bidirectional-astar",
        name: "Bidirectional A*, front to end",
        question: "Are two searches that meet less than one?",
        paper: "Pohl 1971, Bi-directional search",
        promise: Promise::Optimal,
        needs: &[Need::Reversible],
        constructor: Constructor::Custom(|terrain| Box::new(Bidirectional::new(terrain, StepCost::Prices))),
    },
    CatalogueRow {
        id: "front-to-front",
        name: "Bidirectional A*, front to front",
        question: "What if each side aims at the other's front?",
        paper: "de Champeaux & Sint 1977, An improved bidirectional heuristic search algorithm",
        promise: Promise::Optimal,
        needs: &[Need::Reversible],
        constructor: Constructor::Custom(|terrain| Box::new(FrontToFront::new(terrain))),
    },
    CatalogueRow {
        id: "retargeting",
        name: "Bidirectional search with retargeting",
        question: "What if the sides take turns in aiming?",
        paper: "Politowski & Pohl 1984, D-node retargeting in bidirectional heuristic search",
        promise: Promise::Complete,
        needs: &[Need::Reversible],
        constructor: Constructor::Custom(|terrain| Box::new(Retargeting::new(terrain))),
    },
    CatalogueRow {
        id: "nbs",
        name: "Near-optimal bidirectional search (NBS)",
        question: "How few expansions does a two-sided search need?",
        paper: "Chen, Holte, Zilles & Sturtevant 2017, Front-to-end bidirectional heuristic search with near-optimal node expansions",
        promise: Promise::Optimal,
        needs: &[Need::Reversible],
        constructor: Constructor::Custom(|terrain| Box::new(NearOptimal::new(terrain))),
    },
    CatalogueRow {
        id: "fringe",
        name: "Fringe search",
        question: "What if the frontier were never sorted?",
        paper: "Björnsson, Enzenberger, Holte & Schaeffer 2005, Fringe search: beating A* at pathfinding on game maps",
        promise: Promise::Optimal,
        needs: &[],
        constructor: Constructor::Custom(|terrain| Box::new(FringeSearch::new(terrain))),
    },
    CatalogueRow {
        id: "jps",
        name: "Jump point search",
        question: "Which cells can be skipped on plain ground?",
        paper: "Harabor & Grastien 2014, Improving jump point search",
        promise: Promise::Optimal,
        needs: &[Need::OnePrice, Need::BothCorners, Need::Preparation],
        constructor: Constructor::Custom(|terrain| Box::new(JumpPointSearch::new(terrain))),
    },
    CatalogueRow {
        id: "jpsw",
        name: "Jump point search on weighted ground",
        question: "Which cells can be skipped where prices differ?",
        paper: "Carlson, Moghadam, Harabor, Stuckey & Ebendt 2023, Optimal pathfinding on weighted grid maps",
        promise: Promise::Optimal,
        needs: &[Need::BothCorners, Need::Preparation],
        constructor: Constructor::Custom(|terrain| Box::new(JumpPointSearch::new(terrain))),
    },
    CatalogueRow {
        id: "canonical-astar",
        name: "Canonical A*",
        question: "What if only one of several equal paths is searched?",
        paper: "Sturtevant & Rabin 2016, Canonical orderings on grids",
        promise: Promise::Optimal,
        needs: &[Need::OnePrice, Need::BothCorners],
        constructor: Constructor::Custom(|terrain| Parts::with_rank(Rank::AStar).solver(Canonical(terrain))),
    },
    CatalogueRow {
        id: "rsr",
        name: "Rectangular symmetry reduction (RSR)",
        question: "What if one edge crosses an empty rectangle?",
        paper: "Harabor, Botea & Kilby 2011, Path symmetries in undirected uniform-cost grids",
        promise: Promise::Optimal,
        needs: &[Need::OnePrice, Need::Preparation],
        constructor: Constructor::Custom(|terrain| Box::new(Rectangular::new(terrain))),
    },
    CatalogueRow {
        id: "online",
        name: "A* with or without jumps, as suits the map",
        question: "Which search suits this map?",
        paper: "Harabor & Grastien 2014, Improving jump point search",
        promise: Promise::Optimal,
        needs: &[Need::Preparation],
        constructor: Constructor::Custom(online),
    },
    CatalogueRow {
        id: "theta",
        name: "Theta*",
        question: "What if paths need not follow the grid?",
        paper: "Nash, Daniel, Koenig & Felner 2007, Theta*: any-angle path planning on grids",
        promise: Promise::AnyAngle,
        needs: &[Need::OnePrice, Need::BothCorners],
        constructor: Constructor::Custom(|terrain| {
            Box::new(ThetaStar::new(terrain, LineOfSightCheck::Eager))
        }),
    },
    CatalogueRow {
        id: "lazy-theta",
        name: "Lazy Theta*",
        question: "How few lines of sight are enough?",
        paper: "Nash, Koenig & Tovey 2010, Lazy Theta*: any-angle path planning and path length analysis in 3D",
        promise: Promise::AnyAngle,
        needs: &[Need::OnePrice, Need::BothCorners],
        constructor: Constructor::Custom(|terrain| Box::new(ThetaStar::new(terrain, LineOfSightCheck::Lazy))),
    },
    CatalogueRow {
        id: "block-astar",
        name: "Block A*",
        question: "What if blocks of cells were expanded at once?",
        paper: "Yap, Burch, Holte & Schaeffer 2011, Block A*: database-driven search",
        promise: Promise::Optimal,
        needs: &[Need::Preparation],
        constructor: Constructor::Custom(|terrain| Box::new(BlockAStar::new(terrain))),
    },
    CatalogueRow {
        id: "lpastar",
        name: "Lifelong Planning A*",
        question: "What does a new wall change?",
        paper: "Koenig, Likhachev & Furcy 2004, Lifelong planning A*",
        promise: Promise::Optimal,
        needs: &[Need::Reversible],
        constructor: Constructor::Custom(|terrain| Box::new(Lifelong::new(terrain, Root::Start))),
    },
    CatalogueRow {
        id: "dstar-lite",
        name: "D* Lite",
        question: "How does a walker repair its path?",
        paper: "Koenig & Likhachev 2002, D* Lite",
        promise: Promise::Optimal,
        needs: &[Need::Reversible],
        constructor: Constructor::Custom(|terrain| Box::new(Lifelong::new(terrain, Root::Goal))),
    },
    CatalogueRow {
        id: "lrtastar",
        name: "Learning real-time A*",
        question: "What does a walker learn on its way?",
        paper: "Korf 1990, Real-time heuristic search",
        promise: Promise::Complete,
        needs: &[Need::Reversible, Need::Preparation],
        constructor: Constructor::Custom(|terrain| Box::new(LearningRealTime::new(terrain))),
    },
    CatalogueRow {
        id: "predicting-astar",
        name: "A* with predicted obstacles, past oncoming traffic",
        question: "What if a search knows where others will be?",
        paper: "Patel, Amit's thoughts on pathfinding: predicting obstacle movement",
        promise: Promise::Maybe,
        needs: &[Need::Reversible],
        constructor: Constructor::Custom(|terrain| Box::new(Cooperative::predicting(terrain))),
    },
    CatalogueRow {
        id: "cooperative-astar",
        name: "Cooperative A*, past oncoming traffic",
        question: "How do two pass each other?",
        paper: "Silver 2005, Cooperative pathfinding",
        promise: Promise::Maybe,
        needs: &[Need::Reversible],
        constructor: Constructor::Custom(|terrain| Box::new(Cooperative::new(terrain, None))),
    },
    CatalogueRow {
        id: "whca-star",
        name: "Windowed hierarchical cooperative A*, past oncoming traffic",
        question: "How far ahead must two plan that meet?",
        paper: "Silver 2005, Cooperative pathfinding",
        promise: Promise::Maybe,
        needs: &[Need::Reversible],
        constructor: Constructor::Custom(|terrain| {
            Box::new(Cooperative::new(terrain, Some(WHCA_WINDOW_TICKS)))
        }),
    },
    CatalogueRow {
        id: "refined-astar",
        name: "A* on flattened prices first, then on the true ones",
        question: "Can a unit set out before the answer is known?",
        paper: "Patel, Amit's thoughts on pathfinding: refinement",
        promise: Promise::Optimal,
        needs: &[Need::Preparation],
        constructor: Constructor::Custom(|terrain| Box::new(RefinedSearch::new(terrain))),
    },
    speedups::ALT,
    CatalogueRow {
        id: "dead-ends",
        name: "A* without dead ends",
        question: "What if the search knows the dead ends?",
        paper: "Björnsson & Halldórsson 2006, Improved heuristics for optimal pathfinding on game maps",
        promise: Promise::Optimal,
        needs: &[Need::Preparation],
        constructor: Constructor::Custom(|terrain| Box::new(DeadEndPruned::new(terrain))),
    },
    CatalogueRow {
        id: "road-map",
        name: "A* over junctions and roads",
        question: "What if only junctions are nodes?",
        paper: "Dijkstra 1959, A note on two problems in connexion with graphs",
        promise: Promise::Optimal,
        needs: &[Need::Reversible, Need::Preparation],
        constructor: Constructor::Custom(|terrain| Box::new(RoadMap::new(terrain))),
    },
    CatalogueRow {
        id: "hpastar",
        name: "Hierarchical pathfinding (HPA*)",
        question: "What if it plans from cluster to cluster first?",
        paper: "Botea, Müller & Schaeffer 2004, Near optimal hierarchical path-finding",
        promise: Promise::Complete,
        needs: &[Need::Reversible, Need::Preparation],
        constructor: Constructor::Custom(|terrain| Box::new(HierarchicalSearch::new(terrain))),
    },
    CatalogueRow {
        id: "bounded-cost",
        name: "A* with bounded costs (ABC)",
        question: "What is cheapest while water lasts?",
        paper: "Logan & Alechina 1998, A* with bounded costs",
        promise: Promise::Bounded(BOUNDED_STEPS_PERCENT),
        needs: &[Need::Reversible],
        constructor: Constructor::Custom(|terrain| {
            Box::new(BoundedCost::new(terrain, StepBound::Percent(BOUNDED_STEPS_PERCENT)))
        }),
    },
    CatalogueRow {
        id: "waypoint-astar",
        name: "A* with distances between waypoints",
        question: "What do known distances between waypoints tell?",
        paper: "Patel 1997, Amit's thoughts on pathfinding: precomputed exact heuristic",
        promise: Promise::Optimal,
        needs: &[Need::Preparation],
        constructor: Constructor::Custom(|terrain| {
            let waypoints = Waypoints::of(terrain, WAYPOINT_FIELDS, WaypointEstimate::Difference);
            Box::new(GuidedAStar::new(terrain, waypoints))
        }),
    },
    CatalogueRow {
        id: "fewest-turns",
        name: "Fewest turns (simplest paths)",
        question: "Which path is the simplest to describe?",
        paper: "Duckham & Kulik 2003, \"Simplest\" paths: automated route selection for navigation",
        promise: Promise::FewestTurns,
        needs: &[],
        constructor: Constructor::Custom(|terrain| {
            Parts::with_rank(Rank::AStar).solver(Headed::fewest_turns(terrain))
        }),
    },
    CatalogueRow {
        id: "turn-limited",
        name: "Turn-limited A*, for ships and wagons",
        question: "Where do vehicles get that cannot turn sharply?",
        paper: "Pinter 2001, Toward more realistic pathfinding",
        promise: Promise::Gentle,
        needs: &[],
        constructor: Constructor::Custom(|terrain| {
            Parts::with_rank(Rank::AStar).solver(Headed::gentle(terrain))
        }),
    },
    CatalogueRow {
        id: "flow-field",
        name: "Distance and flow field",
        question: "How does a whole crowd reach one goal?",
        paper: "Treuille, Cooper & Popović 2006, Continuum crowds",
        promise: Promise::Optimal,
        needs: &[Need::Reversible],
        constructor: Constructor::Custom(|terrain| Box::new(DistanceField::new(terrain))),
    },
    speedups::FIRST_MOVES,
    speedups::SUBGOALS,
    speedups::SUBGOAL_CH,
    speedups::CONTRACTION,
    speedups::GOAL_BOUNDING,
    speedups::TRANSIT,
    speedups::FASTMAP,
    speedups::RIPPLE,
];
