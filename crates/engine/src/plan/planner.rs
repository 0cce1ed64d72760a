//! One walker's planner: what its people believes at its kind's prices, and the abstraction that guides far searches.
//!
//! Everything that answers where somebody would go asks here: the request queue, previews and explanations.

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

/// A way of which the near part is worked out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FarWay {
    /// The near part, the start included.
    pub cells: Vec<Cell>,
    /// The rest; `None` when there is none.
    pub route: Option<Route>,
}

/// Prices and guide of one walker.
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
    /// The planner of a kind of a people (an index); `crowd` are cells that others hold nearby.
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

    /// Whether there is any way, as far as is known.
    pub fn connected(&self, from: Cell, goal: Cell) -> bool {
        self.abstraction.connected(&self.guide, from, goal)
    }

    /// Of all cells that can be reached, the nearest to a goal as the crow flies.
    pub fn nearest_to(&self, from: Cell, goal: Cell) -> Cell {
        self.abstraction.nearest_connected(&self.guide, from, goal).unwrap_or(from)
    }

    /// The first way that comes to a goal that can be reached, if the kind is in haste and one comes soon; with the nodes
    /// expanded.
    pub fn first_way(&self, from: Cell, goal: Cell) -> (Option<Vec<Cell>>, u32) {
        if self.first_way_max == 0 {
            return (None, 0);
        }
        first_way(&self.believes, self.size, (from, goal), self.first_way_max)
    }

    /// Whether such a way would be taken between two cells, rather than the cheapest.
    pub fn takes_first_way(&self, from: Cell, goal: Cell) -> bool {
        self.connected(from, goal) && self.first_way(from, goal).0.is_some()
    }

    /// The best of all ways to a goal near by, if a look at the surroundings, or far around, is enough to know it; with the
    /// nodes expanded.
    pub fn best_near_way(&self, from: Cell, goal: Cell, is_wide: bool) -> Option<(Vec<Cell>, u32)> {
        self.abstraction.best_near_way(&self.believes, (from, goal), is_wide, &mut self.guides.lend())
    }

    /// A way to a goal that can be reached, as a route and nothing of it in cells.
    pub fn route(&self, from: Cell, goal: Cell) -> Option<Route> {
        self.abstraction.route(&self.guide, from, goal, &mut self.guides.lend())
    }

    /// A way to a goal that can be reached: its near part in cells, the rest as a route. With the nodes expanded.
    pub fn far_way(&self, from: Cell, goal: Cell) -> Option<(FarWay, u32)> {
        let route = self.route(from, goal)?;
        let expansions = route.expansions;
        Some((self.next_part(from, route)?, expansions))
    }

    /// Works out the next part of a route that begins at `from`.
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

    /// The whole way that would be planned now; where there is none, to the nearest place that can be reached.
    pub fn way(&self, from: Cell, goal: Cell) -> Account {
        let reaches = self.connected(from, goal);
        let first = if reaches { self.first_account(from, goal) } else { None };
        if let Some(way) = first {
            return self.ease(way);
        }
        let end = if reaches { goal } else { self.nearest_to(from, goal) };
        let near = (from.steps_to(end) <= DIRECT_STEPS).then(|| self.near_way(from, end));
        let found = near.filter(|way| way.reaches).or_else(|| self.whole_far_way(from, end));
        let way = found.unwrap_or_else(|| exact_way(&self.believes, self.size, from, end));
        let way = self.ease(way);
        Account { reaches: way.reaches && reaches, ..way }
    }

    /// The best of all ways, searched for exactly, if the planner itself would not search so; `None` if it would, or if
    /// too much would have to be looked at.
    pub fn optimum(&self, from: Cell, goal: Cell) -> Option<Account> {
        let differs = from.steps_to(goal) > DIRECT_STEPS || self.takes_first_way(from, goal);
        let best = differs.then(|| exact_way(&self.believes, self.size, from, goal));
        best.filter(|way| way.reaches).map(|way| self.ease(way))
    }

    /// The same way with its turns eased.
    fn ease(&self, way: Account) -> Account {
        let cells = eased(&self.believes, self.size, None, way.cells.clone());
        if cells == way.cells {
            return way;
        }
        let Some(other) = account_of(&self.believes, self.size, cells) else { return way };
        Account { cells: other.cells, terms: other.terms, unknown: other.unknown, ..way }
    }

    /// The same planner for somebody who is so low on food (see [`Kind::hunger`]).
    #[must_use]
    pub fn hungry(mut self, band: u8) -> Self {
        self.believes = self.believes.hungry(band);
        self
    }

    /// Why there is no way, when there is none.
    pub fn hindrance(&self, from: Cell, goal: Cell) -> Hindrance {
        hindrance(&self.believes, self.size, from, goal)
    }

    /// The best of all ways to a goal near by: by a look around if that is enough to know it.
    fn near_way(&self, from: Cell, goal: Cell) -> Account {
        let seen = [false, true].into_iter().find_map(|is_wide| self.best_near_way(from, goal, is_wide));
        let way = seen.and_then(|(cells, reached)| {
            Some(Account { reached, ..account_of(&self.believes, self.size, cells)? })
        });
        way.unwrap_or_else(|| exact_way(&self.believes, self.size, from, goal))
    }

    fn first_account(&self, from: Cell, goal: Cell) -> Option<Account> {
        let (cells, expansions) = self.first_way(from, goal);
        let way = account_of(&self.believes, self.size, cells?)?;
        Some(Account { reached: expansions, ..way })
    }

    fn whole_far_way(&self, from: Cell, goal: Cell) -> Option<Account> {
        let route = self.route(from, goal)?;
        let way = account_of(&self.believes, self.size, self.unfold(from, &route)?)?;
        Some(Account { reached: route.expansions, ..way })
    }
}
