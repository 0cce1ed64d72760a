//! A row of the catalogue: what an algorithm promises, what it needs, and how to construct it.

use super::super::any_angle::ThetaStar;
use super::super::{Parts, Solver};
use crate::graph::shapes::Footprint;
use crate::graph::{Corner, Cost, Moves, NodeId, PrunedNeighbours, Terrain};

/// What an algorithm promises of the path that it returns. All but [`Promise::Gentle`], [`Promise::Fitting`],
/// [`Promise::Maybe`] and [`Promise::MaybeLines`] find a path exactly if there is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Promise {
    /// The cheapest.
    Optimal,
    /// At most this many percent of the cheapest path's cost.
    Within(u16),
    /// At most this many milli-steps dearer than the cheapest.
    Plus(u32),
    /// The fewest steps, at any cost.
    FewestSteps,
    /// The fewest turns, and the cheapest of those.
    FewestTurns,
    /// The cheapest path that never turns by more than an eighth of a circle per step; none if all paths turn more
    /// sharply.
    Gentle,
    /// The cheapest path with at most this many percent of the fewest steps.
    Bounded(u16),
    /// Straight lines between turning points, none of which touches a wall.
    AnyAngle,
    /// The shortest of such lines for a walker one cell wide, which keeps a cell's width off the centres of walls.
    ShortestLines,
    /// Such lines, which may be much longer than need be.
    SomeLines,
    /// Such lines, or none although there is a path.
    MaybeLines,
    /// The cheapest on which a walker with this footprint fits everywhere on the map; none where it does not fit at an
    /// end, or gets there.
    Fitting(Footprint),
    /// Some path.
    Complete,
    /// Some path, or none although there is one.
    Maybe,
}

impl Promise {
    /// Whether a path is found wherever there is one.
    pub fn finds_any(self) -> bool {
        use Promise::{Fitting, Gentle, Maybe, MaybeLines};
        !matches!(self, Gentle | Fitting(_) | Maybe | MaybeLines)
    }

    /// Whether a path is a list of turning points with straight lines between them, instead of neighbouring cells.
    pub fn leaves_grid(self) -> bool {
        use Promise::{AnyAngle, MaybeLines, ShortestLines, SomeLines};
        matches!(self, AnyAngle | ShortestLines | SomeLines | MaybeLines)
    }

    /// The promise in a few words.
    pub fn description(self) -> String {
        match self {
            Promise::Optimal => "optimal".to_owned(),
            Promise::Within(percent) => format!("within {percent} %"),
            Promise::Plus(cost) => format!("within {cost} milli-steps"),
            Promise::FewestSteps => "fewest steps".to_owned(),
            Promise::FewestTurns => "fewest turns".to_owned(),
            Promise::Gentle => "best of wide turns".to_owned(),
            Promise::Bounded(percent) => format!("cheapest in {percent} % of steps"),
            Promise::AnyAngle => "any angle".to_owned(),
            Promise::ShortestLines => "shortest lines".to_owned(),
            Promise::SomeLines => "some lines".to_owned(),
            Promise::MaybeLines => "lines, may miss".to_owned(),
            Promise::Fitting(walker) => format!("best for {} cells", walker.before + walker.after + 1),
            Promise::Complete => "complete".to_owned(),
            Promise::Maybe => "may miss".to_owned(),
        }
    }
}

/// What an algorithm requires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Need {
    /// The same price everywhere.
    OnePrice,
    /// Eight neighbours, with diagonals only where both corners are free.
    BothCorners,
    /// Edges that can be followed backwards. Every terrain has them.
    Reversible,
    /// Work before the first query, and again whenever the terrain changes. Takes memory.
    Preparation,
    /// A map of at most [`SMALL_MAP_CELLS_MAX`] cells: the time grows with the number of paths, not of cells.
    SmallMap,
    /// A map of at most [`FEW_CELLS_MAX`] cells: the algorithm stores something for every pair of cells.
    FewCells,
    /// A map of at most [`FEW_CORNERS_CELLS_MAX`] cells: the algorithm looks at every pair of a few of them.
    FewCorners,
}

/// Largest number of cells of a small map.
pub const SMALL_MAP_CELLS_MAX: usize = 36;

/// Largest number of cells of a map of few cells.
pub const FEW_CELLS_MAX: usize = 1600;

/// Largest number of cells of a map of few corners: 128 by 128.
pub const FEW_CORNERS_CELLS_MAX: usize = 16_384;

impl Need {
    /// Whether a terrain meets the need.
    pub fn is_met_by(self, terrain: &Terrain) -> bool {
        match self {
            Need::OnePrice => terrain.is_uniform(),
            Need::BothCorners => terrain.moves() == Moves::Eight(Corner::BothFree),
            Need::Reversible | Need::Preparation => true,
            Need::SmallMap => terrain.size().area() <= SMALL_MAP_CELLS_MAX,
            Need::FewCells => terrain.size().area() <= FEW_CELLS_MAX,
            Need::FewCorners => terrain.size().area() <= FEW_CORNERS_CELLS_MAX,
        }
    }

    /// The need in a few words.
    pub fn description(self) -> &'static str {
        match self {
            Need::OnePrice => "one price everywhere",
            Need::BothCorners => "eight neighbours, both corners free",
            Need::Reversible => "reversible edges",
            Need::Preparation => "preparation",
            Need::SmallMap => "a map of at most 36 cells",
            Need::FewCells => "a map of at most 1600 cells",
            Need::FewCorners => "a map of at most 16384 cells",
        }
    }
}

/// One algorithm.
#[derive(Clone, Copy)]
pub struct CatalogueRow {
    /// Short name, as typed on a command line.
    pub id: &'static str,
    /// Its name in the literature.
    pub name: &'static str,
    /// The question it answers, for a reader who does not know the name; at most 60 columns.
    pub question: &'static str,
    /// The paper or book.
    pub paper: &'static str,
    /// What it promises.
    pub promise: Promise,
    /// What it needs.
    pub needs: &'static [Need],
    /// How to construct it.
    pub constructor: Constructor,
}

/// How to construct an algorithm for a terrain, preparation included.
#[derive(Clone, Copy)]
pub enum Constructor {
    /// The best-first loop with these parts, each of which can be exchanged.
    BestFirst(Parts),
    /// An algorithm with its own type.
    Custom(for<'a> fn(&'a Terrain) -> Box<dyn Solver + 'a>),
}

impl CatalogueRow {
    /// Constructs the algorithm for a terrain; this does the preparation.
    pub fn solver<'a>(&self, terrain: &'a Terrain) -> Box<dyn Solver + 'a> {
        match self.constructor {
            Constructor::BestFirst(parts) => parts.solver(PrunedNeighbours::new(terrain)),
            Constructor::Custom(make) => make(terrain),
        }
    }

    /// Cost of a path of this algorithm in milli-steps: of its steps, or of its lines where it leaves the grid. `None`
    /// if a step is not legal.
    pub fn path_cost(&self, terrain: &Terrain, path: &[NodeId]) -> Option<Cost> {
        if self.promise.leaves_grid() {
            return Some(path.windows(2).map(|two| ThetaStar::line_cost(terrain, two[0], two[1])).sum());
        }
        terrain.path_cost(path)
    }

    /// The first need that a terrain does not meet.
    pub fn unmet_need(&self, terrain: &Terrain) -> Option<Need> {
        self.needs.iter().copied().find(|need| !need.is_met_by(terrain))
    }
}
