//! The planner of one unit: what its people believes at its kind's prices, and the abstraction that guides far
//! searches.
//!
//! The request queue, previews and explanations all use it.

use super::DIRECT_SEARCH_MAX_STEPS;
use super::abstraction::Abstraction;
use super::abstractions::Abstractions;
use super::explain::{PricedPath, exact_path, priced_path};
use super::greedy::greedy_path;
use super::no_path::{NoPathReason, no_path_reason};
use super::price::BelievedPrices;
use super::queue::PlannerTools;
use super::turning::with_eased_turns;
use crate::graph::{Cost, NodeId};
use crate::grid::{Cell, Layer, Size};
use crate::world::{Kind, People, Route};

/// A path whose near part is refined to cells.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RefinedRoute {
    /// The near part, including the start.
    pub cells: Vec<Cell>,
    /// The rest as a route; `None` if there is none.
    pub route: Option<Route>,
}

/// Prices and abstraction of one unit.
pub struct Planner<'a> {
    /// What its people believes, at its own prices, with the crowd around it.
    pub believes: BelievedPrices<'a>,
    class_prices: BelievedPrices<'a>,
    abstraction: &'a Abstraction,
    abstractions: &'a Abstractions,
    greedy_expansions_max: u32,
    size: Size,
}

impl<'a> Planner<'a> {
    /// The planner of a kind of a people, which comes with its index; `crowd` are nearby cells that other units hold.
    pub fn new(
        (people, index): (&'a People, u8),
        kind: Kind,
        heights: &'a Layer<u16>,
        tools: PlannerTools<'a>,
        crowd: &[Cell],
    ) -> Self {
        let size = heights.size();
        let crowd = crowd.iter().map(|cell| size.index(*cell) as NodeId).collect();
        Self {
            believes: BelievedPrices::new(people, heights, tools.tables.table_of(kind), crowd),
            class_prices: BelievedPrices::new(
                people,
                heights,
                tools.tables.table_of(kind.row().class_kind),
                Vec::new(),
            ),
            abstraction: tools.abstractions.abstraction_of(index, kind),
            abstractions: tools.abstractions,
            greedy_expansions_max: kind.row().greedy_expansions_max,
            size,
        }
    }

    /// Size of the land.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Whether there is a path, as far as is known.
    pub fn is_connected(&self, from: Cell, goal: Cell) -> bool {
        self.abstraction.is_connected(&self.class_prices, from, goal)
    }

    /// The reachable cell that is nearest to a goal in a straight line.
    pub fn nearest_reachable(&self, from: Cell, goal: Cell) -> Cell {
        self.abstraction.nearest_reachable(&self.class_prices, from, goal).unwrap_or(from)
    }

    /// The first path found to a reachable goal, if the kind prefers a quick answer and one is found soon; with the
    /// number of expansions.
    pub fn greedy_path(&self, from: Cell, goal: Cell) -> (Option<Vec<Cell>>, u32) {
        if self.greedy_expansions_max == 0 {
            return (None, 0);
        }
        greedy_path(&self.believes, self.size, (from, goal), self.greedy_expansions_max)
    }

    /// Whether such a path, rather than the cheapest, would be taken between two cells.
    pub fn takes_greedy_path(&self, from: Cell, goal: Cell) -> bool {
        self.is_connected(from, goal) && self.greedy_path(from, goal).0.is_some()
    }

    /// The cheapest path to a near goal, if a search of the surroundings, or a wide one, proves it; with the number of
    /// expansions.
    pub fn best_near_path(&self, from: Cell, goal: Cell, is_wide: bool) -> Option<(Vec<Cell>, u32)> {
        self.abstraction.best_near_path(
            &self.believes,
            (from, goal),
            is_wide,
            &mut self.abstractions.lend_scratch(),
        )
    }

    /// A route to a reachable goal, without any cells.
    pub fn route(&self, from: Cell, goal: Cell) -> Option<Route> {
        self.abstraction.route(&self.class_prices, from, goal, &mut self.abstractions.lend_scratch())
    }

    /// A path to a reachable goal: its near part in cells, the rest as a route. With the number of expansions.
    pub fn far_path(&self, from: Cell, goal: Cell) -> Option<(RefinedRoute, u32)> {
        let route = self.route(from, goal)?;
        let expansions = route.expansions;
        Some((self.refine_next(from, route)?, expansions))
    }

    /// Refines the next part of a route that begins at `from`.
    pub fn refine_next(&self, from: Cell, mut route: Route) -> Option<RefinedRoute> {
        let scratch = &mut self.abstractions.lend_scratch();
        let cells = self.abstraction.refine(&self.class_prices, &self.believes, from, &mut route, scratch)?;
        let is_whole = cells.last() == Some(&route.goal);
        if let Some(account) = priced_path(&self.believes, self.size, cells.clone()) {
            route.price = route.price.saturating_sub(account.terms.total() as Cost);
            route.time = route.time.saturating_sub(account.terms.time as Cost);
        }
        Some(RefinedRoute { cells, route: (!is_whole).then_some(route) })
    }

    /// All cells of a route that begins at `from`.
    pub fn refine_all(&self, from: Cell, route: &Route) -> Option<Vec<Cell>> {
        self.abstraction.refine_all(
            &self.class_prices,
            &self.believes,
            from,
            route,
            &mut self.abstractions.lend_scratch(),
        )
    }

    /// The whole path that would be planned now; if there is none, the path to the nearest reachable cell.
    pub fn path(&self, from: Cell, goal: Cell) -> PricedPath {
        let reaches = self.is_connected(from, goal);
        let first = if reaches { self.greedy_account(from, goal) } else { None };
        if let Some(path) = first {
            return self.with_eased_turns(path);
        }
        let end = if reaches { goal } else { self.nearest_reachable(from, goal) };
        let near = (from.chebyshev(end) <= DIRECT_SEARCH_MAX_STEPS).then(|| self.near_path(from, end));
        let found = near.filter(|path| path.reaches).or_else(|| self.whole_far_path(from, end));
        let path = found.unwrap_or_else(|| exact_path(&self.believes, self.size, from, end));
        let path = self.with_eased_turns(path);
        PricedPath { reaches: path.reaches && reaches, ..path }
    }

    /// The cheapest path by an exact search, if the planner itself would not search exactly; `None` if it would, or if
    /// the search is too large.
    pub fn optimum(&self, from: Cell, goal: Cell) -> Option<PricedPath> {
        let differs = from.chebyshev(goal) > DIRECT_SEARCH_MAX_STEPS || self.takes_greedy_path(from, goal);
        let best = differs.then(|| exact_path(&self.believes, self.size, from, goal));
        best.filter(|path| path.reaches).map(|path| self.with_eased_turns(path))
    }

    /// The same path with its turns eased.
    fn with_eased_turns(&self, path: PricedPath) -> PricedPath {
        let cells = with_eased_turns(&self.believes, self.size, None, path.cells.clone());
        if cells == path.cells {
            return path;
        }
        let Some(other) = priced_path(&self.believes, self.size, cells) else { return path };
        PricedPath { cells: other.cells, terms: other.terms, unknown: other.unknown, ..path }
    }

    /// The same planner for a unit in this hunger band (see [`Kind::hunger`]).
    #[must_use]
    pub fn with_hunger(mut self, band: u8) -> Self {
        self.believes = self.believes.with_hunger(band);
        self
    }

    /// Why there is no path. Call it only if there is none.
    pub fn no_path_reason(&self, from: Cell, goal: Cell) -> NoPathReason {
        no_path_reason(&self.believes, self.size, from, goal)
    }

    /// The cheapest path to a near goal: by a search of the surroundings if that proves it, else by an exact search.
    fn near_path(&self, from: Cell, goal: Cell) -> PricedPath {
        let found = [false, true].into_iter().find_map(|is_wide| self.best_near_path(from, goal, is_wide));
        let path = found.and_then(|(cells, reached)| {
            Some(PricedPath { labels: reached, ..priced_path(&self.believes, self.size, cells)? })
        });
        path.unwrap_or_else(|| exact_path(&self.believes, self.size, from, goal))
    }

    fn greedy_account(&self, from: Cell, goal: Cell) -> Option<PricedPath> {
        let (cells, expansions) = self.greedy_path(from, goal);
        let path = priced_path(&self.believes, self.size, cells?)?;
        Some(PricedPath { labels: expansions, ..path })
    }

    fn whole_far_path(&self, from: Cell, goal: Cell) -> Option<PricedPath> {
        let route = self.route(from, goal)?;
        let path = priced_path(&self.believes, self.size, self.refine_all(from, &route)?)?;
        Some(PricedPath { labels: route.expansions, ..path })
    }
}
