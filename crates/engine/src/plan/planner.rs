//! The planner of one unit: what its people believes at its kind's prices, and the abstraction that guides far
//! searches.
//!
//! The request queue, previews and explanations all use it.

use super::DIRECT_STEPS;
use super::abstraction::Abstraction;
use super::abstractions::Guides;
use super::explain::{Account, account_of, exact_way};
use super::greedy::first_way;
use super::no_path::{Hindrance, hindrance};
use super::price::Believes;
use super::queue::Tools;
use super::turning::eased;
use crate::graph::{Cost, NodeId};
use crate::grid::{Cell, Layer, Size};
use crate::world::{Kind, People, Route};

/// A path whose near part is refined to cells.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FarWay {
    /// The near part, including the start.
    pub cells: Vec<Cell>,
    /// The rest as a route; `None` if there is none.
    pub route: Option<Route>,
}

/// Prices and abstraction of one unit.
pub struct Planner<'a> {
    /// What its people believes, at its own prices, with the crowd around it.
    pub believes: Believes<'a>,
    guide: Believes<'a>,
    abstraction: &'a Abstraction,
    guides: &'a Guides,
    first_way_max: u32,
    size: Size,
}

impl<'a> Planner<'a> {
    /// The planner of a kind of a people, which comes with its index; `crowd` are nearby cells that other units hold.
    pub fn new(
        (people, index): (&'a People, u8),
        kind: Kind,
        heights: &'a Layer<u16>,
        tools: Tools<'a>,
        crowd: &[Cell],
    ) -> Self {
        let size = heights.size();
        let crowd = crowd.iter().map(|cell| size.index(*cell) as NodeId).collect();
        Self {
            believes: Believes::new(people, heights, tools.tables.of(kind), crowd),
            guide: Believes::new(people, heights, tools.tables.of(kind.row().guide), Vec::new()),
            abstraction: tools.guides.of(index, kind),
            guides: tools.guides,
            first_way_max: kind.row().first_way_max,
            size,
        }
    }

    /// Size of the land.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Whether there is a path, as far as is known.
    pub fn connected(&self, from: Cell, goal: Cell) -> bool {
        self.abstraction.connected(&self.guide, from, goal)
    }

    /// The reachable cell that is nearest to a goal in a straight line.
    pub fn nearest_to(&self, from: Cell, goal: Cell) -> Cell {
        self.abstraction.nearest_connected(&self.guide, from, goal).unwrap_or(from)
    }

    /// The first path found to a reachable goal, if the kind prefers a quick answer and one is found soon; with the
    /// number of expansions.
    pub fn first_way(&self, from: Cell, goal: Cell) -> (Option<Vec<Cell>>, u32) {
        if self.first_way_max == 0 {
            return (None, 0);
        }
        first_way(&self.believes, self.size, (from, goal), self.first_way_max)
    }

    /// Whether such a path, rather than the cheapest, would be taken between two cells.
    pub fn takes_first_way(&self, from: Cell, goal: Cell) -> bool {
        self.connected(from, goal) && self.first_way(from, goal).0.is_some()
    }

    /// The cheapest path to a near goal, if a search of the surroundings, or a wide one, proves it; with the number of
    /// expansions.
    pub fn best_near_way(&self, from: Cell, goal: Cell, is_wide: bool) -> Option<(Vec<Cell>, u32)> {
        self.abstraction.best_near_way(&self.believes, (from, goal), is_wide, &mut self.guides.lend())
    }

    /// A route to a reachable goal, without any cells.
    pub fn route(&self, from: Cell, goal: Cell) -> Option<Route> {
        self.abstraction.route(&self.guide, from, goal, &mut self.guides.lend())
    }

    /// A path to a reachable goal: its near part in cells, the rest as a route. With the number of expansions.
    pub fn far_way(&self, from: Cell, goal: Cell) -> Option<(FarWay, u32)> {
        let route = self.route(from, goal)?;
        let expansions = route.expansions;
        Some((self.next_part(from, route)?, expansions))
    }

    /// Refines the next part of a route that begins at `from`.
    pub fn next_part(&self, from: Cell, mut route: Route) -> Option<FarWay> {
        let scratch = &mut self.guides.lend();
        let cells = self.abstraction.refine(&self.guide, &self.believes, from, &mut route, scratch)?;
        let is_whole = cells.last() == Some(&route.goal);
        if let Some(account) = account_of(&self.believes, self.size, cells.clone()) {
            route.price = route.price.saturating_sub(account.terms.total() as Cost);
            route.time = route.time.saturating_sub(account.terms.time as Cost);
        }
        Some(FarWay { cells, route: (!is_whole).then_some(route) })
    }

    /// All cells of a route that begins at `from`.
    pub fn unfold(&self, from: Cell, route: &Route) -> Option<Vec<Cell>> {
        self.abstraction.unfold(&self.guide, &self.believes, from, route, &mut self.guides.lend())
    }

    /// The whole path that would be planned now; if there is none, the path to the nearest reachable cell.
    pub fn way(&self, from: Cell, goal: Cell) -> Account {
        let reaches = self.connected(from, goal);
        let first = if reaches { self.first_account(from, goal) } else { None };
        if let Some(path) = first {
            return self.ease(path);
        }
        let end = if reaches { goal } else { self.nearest_to(from, goal) };
        let near = (from.steps_to(end) <= DIRECT_STEPS).then(|| self.near_way(from, end));
        let found = near.filter(|path| path.reaches).or_else(|| self.whole_far_way(from, end));
        let path = found.unwrap_or_else(|| exact_way(&self.believes, self.size, from, end));
        let path = self.ease(path);
        Account { reaches: path.reaches && reaches, ..path }
    }

    /// The cheapest path by an exact search, if the planner itself would not search exactly; `None` if it would, or if
    /// the search is too large.
    pub fn optimum(&self, from: Cell, goal: Cell) -> Option<Account> {
        let differs = from.steps_to(goal) > DIRECT_STEPS || self.takes_first_way(from, goal);
        let best = differs.then(|| exact_way(&self.believes, self.size, from, goal));
        best.filter(|path| path.reaches).map(|path| self.ease(path))
    }

    /// The same path with its turns eased.
    fn ease(&self, path: Account) -> Account {
        let cells = eased(&self.believes, self.size, None, path.cells.clone());
        if cells == path.cells {
            return path;
        }
        let Some(other) = account_of(&self.believes, self.size, cells) else { return path };
        Account { cells: other.cells, terms: other.terms, unknown: other.unknown, ..path }
    }

    /// The same planner for a unit in this hunger band (see [`Kind::hunger`]).
    #[must_use]
    pub fn hungry(mut self, band: u8) -> Self {
        self.believes = self.believes.hungry(band);
        self
    }

    /// Why there is no path. Call it only if there is none.
    pub fn hindrance(&self, from: Cell, goal: Cell) -> Hindrance {
        hindrance(&self.believes, self.size, from, goal)
    }

    /// The cheapest path to a near goal: by a search of the surroundings if that proves it, else by an exact search.
    fn near_way(&self, from: Cell, goal: Cell) -> Account {
        let found = [false, true].into_iter().find_map(|is_wide| self.best_near_way(from, goal, is_wide));
        let path = found.and_then(|(cells, reached)| {
            Some(Account { reached, ..account_of(&self.believes, self.size, cells)? })
        });
        path.unwrap_or_else(|| exact_way(&self.believes, self.size, from, goal))
    }

    fn first_account(&self, from: Cell, goal: Cell) -> Option<Account> {
        let (cells, expansions) = self.first_way(from, goal);
        let path = account_of(&self.believes, self.size, cells?)?;
        Some(Account { reached: expansions, ..path })
    }

    fn whole_far_way(&self, from: Cell, goal: Cell) -> Option<Account> {
        let route = self.route(from, goal)?;
        let path = account_of(&self.believes, self.size, self.unfold(from, &route)?)?;
        Some(Account { reached: route.expansions, ..path })
    }
}
