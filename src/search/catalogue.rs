//! The catalogue: one row makes an algorithm exist for the lab, the command line, the conformance suite, the benches
//! and `docs/TECHNIQUES.md`.

use super::any_angle::{Look, Theta};
use super::both_ends::{BothEnds, Pace};
use super::breadth::{Breadth, OneQueue, TwoArrays};
use super::depth::{Cutoff, Depth};
use super::field::Field;
use super::first_moves::FirstMoves;
use super::fringe::Fringe;
use super::ida::{IdaStar, NextLimit};
use super::jump::{Canonical, JumpPointSearch};
use super::landmarks::{Alt, Landmarks};
use super::learning::Learner;
use super::lifelong::{Lifelong, Root};
use super::{FrontierKind, Nudge, Parts, Rank, Solver};
use crate::graph::{Corner, Headed, Moves, Terrain};

/// What an algorithm promises of the way it returns. All but [`Promise::Maybe`] find one exactly if there is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promise {
    /// The cheapest.
    Optimal,
    /// At most this many percent of the cheapest way's cost.
    Within(u16),
    /// At most this many milli-steps dearer than the cheapest.
    Plus(u32),
    /// Fewest steps, at whatever price.
    FewestSteps,
    /// Fewest turns, and the cheapest among those.
    FewestTurns,
    /// Straight lines between turning points, none of which touches a wall.
    AnyAngle,
    /// Some way.
    Complete,
    /// Some way, or none although there is one.
    Maybe,
}

impl Promise {
    /// In words.
    pub fn words(self) -> String {
        match self {
            Promise::Optimal => "optimal".to_owned(),
            Promise::Within(percent) => format!("within {percent} %"),
            Promise::Plus(cost) => format!("within {cost} milli-steps"),
            Promise::FewestSteps => "fewest steps".to_owned(),
            Promise::FewestTurns => "fewest turns".to_owned(),
            Promise::AnyAngle => "any angle".to_owned(),
            Promise::Complete => "complete".to_owned(),
            Promise::Maybe => "may miss".to_owned(),
        }
    }
}

/// What an algorithm cannot do without.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// The same price everywhere.
    OnePrice,
    /// Eight neighbours, with diagonals only where both corners are free.
    BothCorners,
    /// Edges that can be walked backwards. Every terrain has them.
    Reversible,
    /// Work before the first question, and again whenever the terrain changes. Takes memory.
    Preparation,
    /// A map of at most [`SMALL`] cells: the time grows with the number of ways, not of cells.
    SmallMap,
    /// A map of at most [`FEW`] cells: something is kept for every pair of cells.
    FewCells,
}

/// Most cells of a small map.
pub const SMALL: usize = 36;

/// Most cells of a map of few cells.
pub const FEW: usize = 1600;

impl Need {
    /// Whether a terrain has what is needed.
    pub fn is_met_by(self, terrain: &Terrain) -> bool {
        match self {
            Need::OnePrice => terrain.is_uniform(),
            Need::BothCorners => terrain.rule() == Moves::Eight(Corner::BothFree),
            Need::Reversible | Need::Preparation => true,
            Need::SmallMap => terrain.size().area() <= SMALL,
            Need::FewCells => terrain.size().area() <= FEW,
        }
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Need::OnePrice => "one price everywhere",
            Need::BothCorners => "eight neighbours, both corners free",
            Need::Reversible => "reversible edges",
            Need::Preparation => "preparation",
            Need::SmallMap => "a map of at most 36 cells",
            Need::FewCells => "a map of at most 1600 cells",
        }
    }
}

/// One algorithm.
#[derive(Clone, Copy)]
pub struct Row {
    /// Short name, as typed on a command line.
    pub id: &'static str,
    /// Its name in the literature.
    pub name: &'static str,
    /// The question that it answers, for whoever does not know the name; at most 60 columns.
    pub question: &'static str,
    /// The paper or book.
    pub paper: &'static str,
    /// What it promises.
    pub promise: Promise,
    /// What it needs.
    pub needs: &'static [Need],
    /// How it is made.
    pub make: Make,
}

/// How an algorithm is made ready for a terrain, preparation included.
#[derive(Clone, Copy)]
pub enum Make {
    /// It is the best-first loop with these parts, each of which can be exchanged.
    Loop(Parts),
    /// It is made of a kind of its own.
    Own(for<'a> fn(&'a Terrain) -> Box<dyn Solver + 'a>),
}

impl Row {
    /// The algorithm, ready for a terrain.
    pub fn solver<'a>(&self, terrain: &'a Terrain) -> Box<dyn Solver + 'a> {
        match self.make {
            Make::Loop(parts) => parts.solver(terrain),
            Make::Own(make) => make(terrain),
        }
    }

    /// Cost of a way of this row in milli-steps: by its steps, or by its lines where it leaves the grid.
    pub fn cost(&self, terrain: &Terrain, way: &[u32]) -> Option<u32> {
        match self.promise {
            Promise::AnyAngle => Some(way.windows(2).map(|two| Theta::line(terrain, two[0], two[1])).sum()),
            _ => terrain.walk(way),
        }
    }

    /// The first need that a terrain does not meet.
    pub fn lacks(&self, terrain: &Terrain) -> Option<Need> {
        self.needs.iter().copied().find(|need| !need.is_met_by(terrain))
    }
}

/// The row with this id.
pub fn find(id: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.id == id)
}

/// By how much the estimate of `bandwidth` may be too high, in milli-steps.
const EXCESS: u32 = 2000;
/// Entries that `beam` keeps.
const BEAM: usize = 64;
/// Landmarks of `alt`.
const LANDMARKS: usize = 8;

/// All algorithms, simplest first.
pub const ROWS: &[Row] = &[
    Row {
        id: "bfs",
        name: "Breadth-first search",
        question: "How many steps is it at least?",
        paper: "Moore 1959, The shortest path through a maze",
        promise: Promise::FewestSteps,
        needs: &[],
        make: Make::Own(|terrain| Box::new(Breadth::<OneQueue>::new(terrain))),
    },
    Row {
        id: "bfs-two-arrays",
        name: "Breadth-first search with two arrays",
        question: "Does a flood need a queue?",
        paper: "Moore 1959, The shortest path through a maze",
        promise: Promise::FewestSteps,
        needs: &[],
        make: Make::Own(|terrain| Box::new(Breadth::<TwoArrays>::new(terrain))),
    },
    Row {
        id: "dfs",
        name: "Depth-first search, goalwards first",
        question: "What if one always goes on from the newest?",
        paper: "Tarry 1895, Le problème des labyrinthes",
        promise: Promise::Complete,
        needs: &[],
        make: Make::Own(|terrain| Box::new(Depth::new(terrain, Cutoff::None))),
    },
    Row {
        id: "dfs-cutoff",
        name: "Depth-first search with a cutoff",
        question: "What if one turns back at a fixed depth?",
        paper: "Stout 1996, Smart moves: intelligent pathfinding",
        promise: Promise::Maybe,
        needs: &[Need::SmallMap],
        make: Make::Own(|terrain| Box::new(Depth::new(terrain, Cutoff::Percent(150)))),
    },
    Row {
        id: "iddfs",
        name: "Depth-first iterative deepening",
        question: "Can depth-first find the fewest steps?",
        paper: "Korf 1985, Depth-first iterative-deepening: an optimal admissible tree search",
        promise: Promise::FewestSteps,
        needs: &[Need::SmallMap],
        make: Make::Own(|terrain| Box::new(Depth::new(terrain, Cutoff::Deepening))),
    },
    Row {
        id: "dijkstra",
        name: "Dijkstra's search (uniform cost)",
        question: "What is the cheapest way, without guessing?",
        paper: "Dijkstra 1959, A note on two problems in connexion with graphs",
        promise: Promise::Optimal,
        needs: &[],
        make: Make::Loop(Parts::of(Rank::UniformCost)),
    },
    Row {
        id: "greedy",
        name: "Greedy best-first search",
        question: "What if only the guess counted?",
        paper: "Doran & Michie 1966, Experiments with the graph traverser program",
        promise: Promise::Complete,
        needs: &[],
        make: Make::Loop(Parts { frontier: FrontierKind::BinaryHeap, ..Parts::of(Rank::Greedy) }),
    },
    Row {
        id: "astar",
        name: "A*",
        question: "What is the cheapest way, with a guess?",
        paper: "Hart, Nilsson & Raphael 1968, A formal basis for the heuristic determination of minimum cost paths",
        promise: Promise::Optimal,
        needs: &[],
        make: Make::Loop(Parts::of(Rank::AStar)),
    },
    Row {
        id: "astar-heap",
        name: "A* with a binary heap, under the total tie rule",
        question: "What does a total order of ties cost?",
        paper: "Hart, Nilsson & Raphael 1968, A formal basis for the heuristic determination of minimum cost paths",
        promise: Promise::Optimal,
        needs: &[],
        make: Make::Loop(Parts { frontier: FrontierKind::BinaryHeap, ..Parts::of(Rank::AStar) }),
    },
    Row {
        id: "weighted-astar",
        name: "Weighted A*",
        question: "How much is saved if the way may be half as dear again?",
        paper: "Pohl 1970, Heuristic search viewed as path finding in a graph",
        promise: Promise::Within(150),
        needs: &[],
        make: Make::Loop(Parts::of(Rank::Weighted { percent: 150 })),
    },
    Row {
        id: "dynamic-astar",
        name: "Dynamically weighted A*",
        question: "What if one hurries first and is careful later?",
        paper: "Pohl 1973, The avoidance of (relative) catastrophe",
        promise: Promise::Within(150),
        needs: &[],
        make: Make::Loop(Parts::of(Rank::Dynamic { percent: 150, far: 0 })),
    },
    Row {
        id: "bandwidth",
        name: "Bandwidth search",
        question: "How wrong may the guess be?",
        paper: "Harris 1974, The heuristic search under conditions of error",
        promise: Promise::Plus(EXCESS),
        needs: &[],
        make: Make::Loop(Parts {
            frontier: FrontierKind::Band(u32::MAX),
            nudge: Nudge::Hash(EXCESS),
            ..Parts::of(Rank::AStar)
        }),
    },
    Row {
        id: "beam",
        name: "Beam search",
        question: "How little memory is enough?",
        paper: "Lowerre 1976, The Harpy speech recognition system",
        promise: Promise::Maybe,
        needs: &[],
        make: Make::Loop(Parts { frontier: FrontierKind::Beam(BEAM), ..Parts::of(Rank::AStar) }),
    },
    Row {
        id: "idastar",
        name: "Iterative-deepening A*",
        question: "What is the cheapest way, with no memory?",
        paper: "Korf 1985, Depth-first iterative-deepening: an optimal admissible tree search",
        promise: Promise::Optimal,
        needs: &[Need::SmallMap],
        make: Make::Own(|terrain| Box::new(IdaStar::new(terrain, NextLimit::SmallestExcess))),
    },
    Row {
        id: "idastar-plus",
        name: "Iterative-deepening A*, limit raised by a step",
        question: "What if the limit rises by whole steps?",
        paper: "Korf 1985, Depth-first iterative-deepening: an optimal admissible tree search",
        promise: Promise::Plus(1000),
        needs: &[Need::SmallMap],
        make: Make::Own(|terrain| Box::new(IdaStar::new(terrain, NextLimit::Plus(1000)))),
    },
    Row {
        id: "bidirectional-bfs",
        name: "Bidirectional breadth-first search",
        question: "Are two small floods less than a large one?",
        paper: "Pohl 1971, Bi-directional search",
        promise: Promise::FewestSteps,
        needs: &[Need::Reversible],
        make: Make::Own(|terrain| Box::new(BothEnds::new(terrain, Pace::Steps))),
    },
    Row {
        id: "bidirectional-astar",
        name: "Bidirectional A*, front to end",
        question: "Are two searches that meet less than one?",
        paper: "Pohl 1971, Bi-directional search",
        promise: Promise::Optimal,
        needs: &[Need::Reversible],
        make: Make::Own(|terrain| Box::new(BothEnds::new(terrain, Pace::Prices))),
    },
    Row {
        id: "fringe",
        name: "Fringe search",
        question: "What if the frontier were never sorted?",
        paper: "Björnsson, Enzenberger, Holte & Schaeffer 2005, Fringe search: beating A* at pathfinding on game maps",
        promise: Promise::Optimal,
        needs: &[],
        make: Make::Own(|terrain| Box::new(Fringe::new(terrain))),
    },
    Row {
        id: "jps",
        name: "Jump point search",
        question: "Which cells can be skipped on plain ground?",
        paper: "Harabor & Grastien 2014, Improving jump point search",
        promise: Promise::Optimal,
        needs: &[Need::OnePrice, Need::BothCorners, Need::Preparation],
        make: Make::Own(|terrain| Box::new(JumpPointSearch::new(terrain))),
    },
    Row {
        id: "jpsw",
        name: "Jump point search on weighted ground",
        question: "Which cells can be skipped where prices differ?",
        paper: "Carlson, Moghadam, Harabor, Stuckey & Ebendt 2023, Optimal pathfinding on weighted grid maps",
        promise: Promise::Optimal,
        needs: &[Need::BothCorners, Need::Preparation],
        make: Make::Own(|terrain| Box::new(JumpPointSearch::new(terrain))),
    },
    Row {
        id: "canonical-astar",
        name: "Canonical A*",
        question: "What if of equal ways only one were looked at?",
        paper: "Sturtevant & Rabin 2016, Canonical orderings on grids",
        promise: Promise::Optimal,
        needs: &[Need::OnePrice, Need::BothCorners],
        make: Make::Own(|terrain| Parts::of(Rank::AStar).solver(Canonical(terrain))),
    },
    Row {
        id: "theta",
        name: "Theta*",
        question: "What if ways need not follow the grid?",
        paper: "Nash, Daniel, Koenig & Felner 2007, Theta*: any-angle path planning on grids",
        promise: Promise::AnyAngle,
        needs: &[Need::OnePrice, Need::BothCorners],
        make: Make::Own(|terrain| Box::new(Theta::new(terrain, Look::Eager))),
    },
    Row {
        id: "lazy-theta",
        name: "Lazy Theta*",
        question: "How few lines of sight are enough?",
        paper: "Nash, Koenig & Tovey 2010, Lazy Theta*: any-angle path planning and path length analysis in 3D",
        promise: Promise::AnyAngle,
        needs: &[Need::OnePrice, Need::BothCorners],
        make: Make::Own(|terrain| Box::new(Theta::new(terrain, Look::Lazy))),
    },
    Row {
        id: "lpastar",
        name: "Lifelong Planning A*",
        question: "What is to be searched again when a wall appears?",
        paper: "Koenig, Likhachev & Furcy 2004, Lifelong planning A*",
        promise: Promise::Optimal,
        needs: &[Need::Reversible],
        make: Make::Own(|terrain| Box::new(Lifelong::new(terrain, Root::Start))),
    },
    Row {
        id: "dstar-lite",
        name: "D* Lite",
        question: "How does a walker mend his way?",
        paper: "Koenig & Likhachev 2002, D* Lite",
        promise: Promise::Optimal,
        needs: &[Need::Reversible],
        make: Make::Own(|terrain| Box::new(Lifelong::new(terrain, Root::Goal))),
    },
    Row {
        id: "lrtastar",
        name: "Learning real-time A*",
        question: "What does one learn by walking?",
        paper: "Korf 1990, Real-time heuristic search",
        promise: Promise::Complete,
        needs: &[Need::Reversible, Need::Preparation],
        make: Make::Own(|terrain| Box::new(Learner::new(terrain))),
    },
    Row {
        id: "alt",
        name: "A* with landmarks (ALT)",
        question: "What do a few known distances tell?",
        paper: "Goldberg & Harrelson 2005, Computing the shortest path: A* search meets graph theory",
        promise: Promise::Optimal,
        needs: &[Need::Preparation],
        make: Make::Own(|terrain| Box::new(Alt::new(terrain, Landmarks::far_out(terrain, LANDMARKS)))),
    },
    Row {
        id: "fewest-turns",
        name: "Fewest turns (simplest paths)",
        question: "Which way is the simplest to tell?",
        paper: "Duckham & Kulik 2003, \"Simplest\" paths: automated route selection for navigation",
        promise: Promise::FewestTurns,
        needs: &[],
        make: Make::Own(|terrain| Parts::of(Rank::AStar).solver(Headed::fewest_turns(terrain))),
    },
    Row {
        id: "flow-field",
        name: "Distance and flow field",
        question: "How does a crowd find one place?",
        paper: "Treuille, Cooper & Popović 2006, Continuum crowds",
        promise: Promise::Optimal,
        needs: &[Need::Reversible],
        make: Make::Own(|terrain| Box::new(Field::new(terrain))),
    },
    Row {
        id: "first-moves",
        name: "First moves for all pairs (compressed path database)",
        question: "What if every answer were known before?",
        paper: "Botea 2011, Ultra-fast optimal pathfinding without runtime search",
        promise: Promise::Optimal,
        needs: &[Need::Reversible, Need::Preparation, Need::FewCells],
        make: Make::Own(|terrain| Box::new(FirstMoves::new(terrain))),
    },
];
