//! Synthetic lands for experiments, drawn as text or made from a seed, and queries on any of them.

use crate::graph::{Corner, CostModel, Grid8, NodeId};
use crate::grid::{Cell, Size};
use crate::land::SimRng;
use crate::level::Level;
use crate::plan::CellTarget;
use crate::search::{NoObserver, NoTarget, Rank, Search, Step, run};
use crate::sim::Game;
use crate::world::{
    Command, DAY, History, Kind, Nature, Order, People, PeopleIx, Plans, Queue, Tier, UnitId,
};

/// This many rows of open meadow.
pub(super) fn meadow(width: u16, height: u16) -> Vec<String> {
    vec![".".repeat(width.into()); height.into()]
}

/// The game of a drawn land; `more` has its settlements and walkers in level format.
pub(super) fn drawn(rows: &[String], fog: bool, more: &str) -> Game {
    let rows = rows.join("\n");
    let text = format!("name = \"x\"\nabout = \"y\"\nfog = {fog}\nmap = '''\n{rows}\n'''\n{more}");
    Game::from_level(&Level::parse(&text).unwrap_or_else(|error| panic!("{error}")))
}

/// A walker of the player's people in level format, with orders separated by semicolons.
pub(super) fn walker(kind: &str, at: Cell, orders: &str) -> String {
    let orders: Vec<String> = orders.split(';').map(|order| format!("\"{}\"", order.trim())).collect();
    format!("[[unit]]\nkind = \"{kind}\"\nat = [{}, {}]\norders = [{}]\n", at.x, at.y, orders.join(", "))
}

/// The same game with a road of this tier and wear (in the units of wear) on some cells, seen by the player's people.
pub(super) fn paved(game: Game, cells: &[Cell], tier: Tier, wear: u32) -> Game {
    let mut world = game.world;
    for cell in cells {
        (world.ground.tier[*cell], world.ground.wear[*cell]) = (tier, wear);
        let surface = world.land.surface[*cell];
        world.peoples[PeopleIx::PLAYER].belief.observe(*cell, surface, tier, false, 0);
    }
    Game::from_world(world)
}

/// An uninhabited land of noise; its one people has seen nothing.
pub(super) fn bare(seed: u64, size: Size) -> Option<Game> {
    let mut world = Game::new(seed, size).ok()?.world;
    world.units.clear();
    world.towns.truncate(0);
    (world.plans, world.history) = (Plans::default(), History::default());
    world.peoples = vec![People::new("the Vale", Nature::Settled, size)].into();
    Some(Game::from_world(world))
}

/// Random free cells of the land's largest connected part.
pub(super) fn random_places(game: &Game, count: usize, rng: &mut SimRng) -> Vec<Cell> {
    let (part, areas) = game.world.land.parts();
    let largest = (0..areas.len() as u32).max_by_key(|part| areas[*part as usize]);
    let cells: Vec<Cell> =
        part.iter().filter(|(_, of)| Some(**of) == largest).map(|(cell, _)| cell).collect();
    (0..count).filter_map(|_| rng.pick(&cells).copied()).collect()
}

/// Adds a walker to the player's people; `None` where there is no room.
pub(super) fn spawned(game: &mut Game, kind: Kind, cell: Cell) -> Option<UnitId> {
    game.apply(&Command::FreeBuild(true)).ok()?;
    game.apply(&Command::Spawn { kind, cell }).ok()?;
    game.world.units.iter().next_back().map(|unit| unit.id)
}

/// Lets the player's people know every cell as it is.
pub(super) fn revealed(game: Game) -> Game {
    let mut world = game.world;
    for cell in world.size().cells() {
        let (surface, tier) = (world.land.surface[cell], world.ground.tier[cell]);
        world.peoples[PeopleIx::PLAYER].belief.observe(cell, surface, tier, false, 0);
    }
    Game::from_world(world)
}

/// Replaces the orders of a walker of the player's people.
pub(super) fn give_orders(game: &mut Game, unit: UnitId, orders: Vec<Order>) {
    let ordered = game.apply(&Command::Orders { units: vec![unit], orders, queue: Queue::Replace });
    debug_assert!(ordered.is_ok(), "{ordered:?}");
}

/// Plays this many ticks, or until `done` holds; returns whether it did.
pub(super) fn play(game: &mut Game, ticks: u64, mut done: impl FnMut(&Game) -> bool) -> bool {
    (0..ticks).any(|_| {
        game.tick();
        done(game)
    })
}

/// Number of steps onto a column above a row (itself included) and below it in this many days.
pub(super) fn count_passings(game: &mut Game, days: u64, column: u16, row: u16) -> (usize, usize) {
    let (mut above, mut below) = (0, 0);
    let mut was: Vec<(UnitId, Cell)> = Vec::new();
    play(game, days * DAY, |game| {
        let now: Vec<(UnitId, Cell)> = game.world.units.iter().map(|unit| (unit.id, unit.cell)).collect();
        for (_, cell) in now.iter().filter(|unit| unit.1.x == column && !was.contains(unit)) {
            if cell.y <= row { above += 1 } else { below += 1 }
        }
        was = now;
        false
    });
    (above, below)
}

/// The cheapest path under some prices; `None` where there is none.
pub(super) fn cheapest_path(cost: &impl CostModel, size: Size, from: Cell, goal: Cell) -> Option<Vec<Cell>> {
    let graph = Grid8 { size, cost, corner: Corner::BothFree };
    let target = CellTarget { goal, size, cheapest: cost.cheapest() };
    let start = size.index(from) as NodeId;
    let mut search = Search::new(size.area() as u32, start, Rank::AStar, &target, u32::MAX);
    let Step::Found(end) = run(&mut search, &graph, &target, u32::MAX, &mut NoObserver) else { return None };
    Some(search.path_to(end).into_iter().map(|node| size.cell(node as usize)).collect())
}

/// The cheapest paths from a cell to everywhere.
pub(super) fn flood(cost: &impl CostModel, size: Size, from: Cell) -> Search {
    let graph = Grid8 { size, cost, corner: Corner::BothFree };
    let start = size.index(from) as NodeId;
    let mut search = Search::new(size.area() as u32, start, Rank::UniformCost, &NoTarget, u32::MAX);
    run(&mut search, &graph, &NoTarget, u32::MAX, &mut NoObserver);
    search
}
