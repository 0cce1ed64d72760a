//! Routes: paths by entrances, and how they are found.
//!
//! The idea, after HPA* (Botea, Müller & Schaeffer 2004) with three levels: the farther the goal, the larger the chunks
//! whose entrances the search uses. For a near goal an exact search in the chunks around answers directly, if its path
//! is proven to be the best or no route by entrances is better.
//! Promise: finds a path wherever there is one; its largest cost is measured, not proven: see [`Abstraction`].
//! Needs: the properties of [`StepPrices`].
//! Units: milli-steps. Ties: those of the searches inside.
//! Cost: bounded. At most [`LEVEL_EXPANSIONS_MAX`] at each level but the highest, then the entrances of the largest chunks, each
//! expanded once (at 4096² four thousand where borders are open, and never more than one for each two cells of these
//! borders), and the entrances inside one largest chunk.
//! Differs from the paper in entrances that lie where crossing is cheapest, and in refining by windows (`corridor`).
//! Not here: cells; a route has none.

use super::abstract_search::{AbstractRoute, RouteEnd};
use super::scratch::Scratch;
use super::{Abstraction, StepPrices};
use crate::graph::Cost;
use crate::grid::Cell;
use crate::world::{LEVELS, Route};

/// Distance in king's moves beyond which the entrances of the next larger chunks are used, at each level.
const LEVEL_DISTANCES_STEPS: [u32; LEVELS - 1] = [128, 2048];
/// Expansions after which a level is given up for the next.
const LEVEL_EXPANSIONS_MAX: [u32; LEVELS - 1] = [4096, 16_384];
/// Octile distance up to which an exact search is tried, in milli-steps.
const NEAR_DISTANCE_MILLISTEPS: u32 = 48_000;

impl Route {
    /// A route with nothing between here and the goal.
    fn direct(goal: Cell, price: Cost, time: Cost, expansions: u32) -> Route {
        Route { goal, levels: Default::default(), price, time, expansions }
    }

    /// Whether no crossing is left: the next near part leads to the goal.
    pub fn is_refined(&self) -> bool {
        self.levels.iter().all(Vec::is_empty)
    }
}

impl Abstraction {
    /// A route from a cell to another, by entrances; `None` if there is no path.
    pub fn route(
        &self,
        prices: &impl StepPrices,
        from: Cell,
        goal: Cell,
        scratch: &mut Scratch,
    ) -> Option<Route> {
        if !self.is_connected(prices, from, goal) {
            return None;
        }
        let near = if from.octile(goal) <= NEAR_DISTANCE_MILLISTEPS {
            self.near_path(prices, from, goal, scratch)
        } else {
            None
        };
        if let Some(near) = near.as_ref().filter(|near| near.is_best) {
            return Some(Route::direct(goal, near.price, near.time, near.expansions));
        }
        let begin = self.passable_start(prices, from, goal)?;
        let (level, sketched) = self.search_levels(prices, begin, goal, scratch)?;
        if let Some(near) = near.filter(|near| near.price <= sketched.price) {
            return Some(Route::direct(goal, near.price, near.time, near.expansions + sketched.expansions));
        }
        let AbstractRoute { entrances, price, time, expansions } = sketched;
        let mut route = Route::direct(goal, price, time, expansions);
        route.levels[level] = entrances.iter().rev().map(|entrance| self.shape.crossing(*entrance)).collect();
        Some(route)
    }

    /// A route by entrances, at the level that fits the distance.
    fn search_levels(
        &self,
        prices: &impl StepPrices,
        from: Cell,
        goal: Cell,
        scratch: &mut Scratch,
    ) -> Option<(usize, AbstractRoute)> {
        let is_apart = |level: &usize| self.shape.chunk(*level, from) != self.shape.chunk(*level, goal);
        let top = (1..LEVELS).rev().find(is_apart).unwrap_or(0);
        let fitting = LEVEL_DISTANCES_STEPS.iter().filter(|far| from.chebyshev(goal) > **far).count();
        let ends = (RouteEnd { cell: from, entrance: None }, RouteEnd { cell: goal, entrance: None });
        for level in fitting.min(top)..LEVELS {
            let expansions_max = LEVEL_EXPANSIONS_MAX.get(level).copied().unwrap_or(u32::MAX);
            let found = self.search_route(prices, level, ends, None, expansions_max, scratch);
            // A route by entrances alone leaves the chunk that both ends are in.
            let chunk = [self.shape.chunk(level, from)];
            let is_staying = level > top && (found.is_some() || level + 1 == LEVELS);
            let within = if is_staying {
                self.search_route(prices, 0, ends, Some((level, &chunk)), u32::MAX, scratch)
            } else {
                None
            };
            let found = found.map(|found| (level, found)).into_iter();
            let best = found.chain(within.map(|within| (0, within))).min_by_key(|(_, found)| found.price);
            if best.is_some() {
                return best;
            }
        }
        None
    }
}
