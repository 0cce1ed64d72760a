//! One world lives its years without a screen and becomes a [`Record`]: a pure function of seed, size and length.

use super::network::Network;
use super::past::{Past, markets_of, roads_of};
use super::proximity::Sites;
use super::walk::Feet;
use super::{Record, roads, towns};
use crate::grid::{Cell, Layer, Size};
use crate::land::{LandError, Recipe};
use crate::sim::Game;
use crate::world::{TownId, World};

/// A world at the end of its time, with what several measures need of it.
pub struct Lived<'a> {
    /// The world.
    pub world: &'a World,
    /// What was written down on the way.
    pub past: &'a Past,
    /// Its markets; those where no way leads from the others are left out.
    pub markets: Vec<TownId>,
    /// How far the markets are apart over the land as it was before anybody walked there.
    pub untouched: Sites,
    /// How many of the cheapest ways between markets over that land lead over each cell.
    pub density: Layer<u32>,
    /// How far they are apart by the roads that there are.
    pub present: Sites,
    /// How many of the cheapest ways between them by those roads lead over each cell.
    pub ways: Layer<u32>,
    /// The network of roads, and where the markets join it.
    pub network: Network,
    /// Steps over each cell in the last quarter of its time.
    pub steps: Layer<u32>,
}

impl<'a> Lived<'a> {
    /// Works out what the measures need.
    pub fn of(world: &'a World, past: &'a Past) -> Lived<'a> {
        let markets = reachable(world);
        let cells: Vec<Cell> = markets.iter().map(|id| world.town(*id).cell).collect();
        let mut density = Layer::new(world.size(), 0);
        let bare = Feet::by_worth(&world.land, None);
        let untouched = bare.between(&cells, |_, _, way| way.iter().for_each(|cell| density[*cell] += 1));
        let roads = Feet::by_worth(&world.land, Some(&world.ground.tier));
        let mut ways = Layer::new(world.size(), 0);
        let present = roads.between(&cells, |_, _, way| way.iter().for_each(|cell| ways[*cell] += 1));
        let steps = past.mature_steps();
        Lived {
            present,
            ways,
            network: Network::of(&roads_of(world), &steps, &cells),
            world,
            past,
            markets,
            untouched,
            density,
            steps,
        }
    }

    /// Place of a market in the rows of the sites.
    pub fn site_of(&self, id: TownId) -> Option<usize> {
        self.markets.binary_search(&id).ok()
    }
}

/// Markets from which a way leads to most others.
fn reachable(world: &World) -> Vec<TownId> {
    let (part, areas) = world.land.parts();
    let largest = (0..areas.len()).max_by_key(|part| areas[*part]).unwrap_or(0) as u32;
    let markets = markets_of(world).into_iter();
    markets.filter(|id| part[world.town(*id).cell] == largest).collect()
}

/// Lets a new world live so many ticks and measures it; `told` hears the tick now and then.
///
/// # Errors
/// When the land cannot be made.
pub fn live(
    (seed, size, recipe): (u64, Size, Recipe),
    ticks: u64,
    told: &mut dyn FnMut(u64),
) -> Result<Record, LandError> {
    let mut game = Game::of(recipe, seed, size, &mut |_, _| ())?;
    let mut past = Past::of(&game.world, ticks);
    while game.world.tick < ticks {
        game.tick();
        past.watch(&game);
        if game.world.tick.is_multiple_of(crate::world::DAY) {
            told(game.world.tick);
        }
    }
    Ok(measure(&Lived::of(&game.world, &past)))
}

/// The record of a world.
fn measure(lived: &Lived) -> Record {
    let mut record = Record::new();
    roads::measure(lived, &mut record);
    towns::measure(lived, &mut record);
    // A figure that is none (the mean of nothing) is left out: whoever judges counts those that are there.
    for values in record.values_mut() {
        values.retain(|value| value.is_finite());
    }
    record.retain(|_, values| !values.is_empty());
    record
}
