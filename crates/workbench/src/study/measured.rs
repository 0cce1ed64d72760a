//! A world at the end of its life, with what several measures need.

use super::history::{History, markets_of, roads_of};
use super::network::Network;
use super::porter_paths::PorterCost;
use super::proximity::Sites;
use crate::grid::{Cell, Layer};
use crate::world::{TownId, World};

/// A world at the end of its life, with data that several measures need.
pub struct MeasuredWorld<'a> {
    /// The world.
    pub world: &'a World,
    /// Its recorded history.
    pub history: &'a History,
    /// Its markets, without those that cannot be reached from the others.
    pub markets: Vec<TownId>,
    /// Distances between the markets over the land as it was before it was settled.
    pub untouched: Sites,
    /// For each cell, how many of the cheapest paths between markets over that land cross it.
    pub untouched_density: Layer<u32>,
    /// Distances by the present roads.
    pub present: Sites,
    /// For each cell, how many of the cheapest paths between markets by those roads cross it.
    pub present_density: Layer<u32>,
    /// The network of roads, and where the markets join it.
    pub network: Network,
    /// Steps over each cell in the last quarter of its life.
    pub steps: Layer<u32>,
}

impl<'a> MeasuredWorld<'a> {
    /// Computes what the measures need.
    pub fn of(world: &'a World, history: &'a History) -> MeasuredWorld<'a> {
        let markets = reachable_markets(world);
        let cells: Vec<Cell> = markets.iter().map(|id| world.town(*id).cell).collect();
        let mut untouched_density = Layer::new(world.size(), 0);
        let bare = PorterCost::with_comfort(&world.land, None);
        let untouched =
            bare.between(&cells, |_, _, path| path.iter().for_each(|cell| untouched_density[*cell] += 1));
        let roads = PorterCost::with_comfort(&world.land, Some(&world.ground.tier));
        let mut present_density = Layer::new(world.size(), 0);
        let present =
            roads.between(&cells, |_, _, path| path.iter().for_each(|cell| present_density[*cell] += 1));
        let steps = history.mature_steps();
        MeasuredWorld {
            present,
            present_density,
            network: Network::of(&roads_of(world), &steps, &cells),
            world,
            history,
            markets,
            untouched,
            untouched_density,
            steps,
        }
    }

    /// Index of a market in the rows of the sites.
    pub fn site_of(&self, id: TownId) -> Option<usize> {
        self.markets.binary_search(&id).ok()
    }
}

/// Markets from which most others can be reached.
fn reachable_markets(world: &World) -> Vec<TownId> {
    let (part, areas) = world.land.parts();
    let largest = (0..areas.len()).max_by_key(|part| areas[*part]).unwrap_or(0) as u32;
    let markets = markets_of(world).into_iter();
    markets.filter(|id| part[world.town(*id).cell] == largest).collect()
}
