//! The planner of one unit: what its people believes at its kind's prices, and the abstraction that guides far
//! searches.
//!
//! All planning methods use it. Not here: which of them answers a request (`queue`).

use super::abstraction::Abstraction;
use super::abstractions::Abstractions;
use super::explain::priced_path;
use super::price::{BelievedPrices, PriceTables};
use crate::graph::{Cost, NodeId};
use crate::grid::{Cell, Layer, Size};
use crate::world::{Kind, People, PeopleIx, Route, Unit};

/// What the planner needs besides the world: derived state.
#[derive(Clone, Copy)]
pub struct PlannerTools<'a> {
    /// Prices of all kinds.
    pub tables: &'a PriceTables,
    /// Abstractions of all peoples.
    pub abstractions: &'a Abstractions,
}

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
    kind: Kind,
    size: Size,
}

impl<'a> Planner<'a> {
    /// The planner of a kind of a people, which comes with its index; `crowd` are nearby cells that other units hold.
    pub fn new(
        (people, index): (&'a People, PeopleIx),
        kind: Kind,
        heights: &'a Layer<u16>,
        tools: PlannerTools<'a>,
        crowd: &[Cell],
    ) -> Self {
        let size = heights.size();
        let crowd = crowd.iter().map(|cell| size.index(*cell) as NodeId).collect();
        Self {
            believes: BelievedPrices::new(people, heights, tools.tables.table_for(index, kind), crowd),
            class_prices: BelievedPrices::new(
                people,
                heights,
                tools.tables.table_for(index, kind.row().class_kind),
                Vec::new(),
            ),
            abstraction: tools.abstractions.abstraction_of(index, kind),
            abstractions: tools.abstractions,
            kind,
            size,
        }
    }

    /// Size of the land.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The kind at whose prices it plans.
    pub(super) fn kind(&self) -> Kind {
        self.kind
    }

    /// Whether there is a path, as far as is known.
    pub fn is_connected(&self, from: Cell, goal: Cell) -> bool {
        self.abstraction.is_connected(&self.class_prices, from, goal)
    }

    /// The reachable cell that is nearest to a goal in a straight line.
    pub fn nearest_reachable(&self, from: Cell, goal: Cell) -> Cell {
        self.abstraction.nearest_reachable(&self.class_prices, from, goal).unwrap_or(from)
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

    /// The cells of the rest of a unit's path to the very end, including its own; only the planned part if the rest
    /// cannot be refined.
    pub fn rest_of_path(&self, unit: &Unit) -> Vec<Cell> {
        let route = unit.path.as_ref().and_then(|path| path.route.as_ref());
        self.whole_path(unit.remaining_path(self.size), route)
    }

    /// These cells and those of the route that begins at the last one, if there is a route and it can be refined.
    pub fn whole_path(&self, mut cells: Vec<Cell>, route: Option<&Route>) -> Vec<Cell> {
        if let (Some(route), Some(end)) = (route, cells.last().copied())
            && let Some(rest) = self.refine_all(end, route)
        {
            cells.extend_from_slice(&rest[1..]);
        }
        cells
    }

    /// The same planner for a unit in this hunger band (see [`Kind::hunger`]).
    #[must_use]
    pub fn with_hunger(mut self, band: u8) -> Self {
        self.believes = self.believes.with_hunger(band);
        self
    }
}
