//! Lands made of a scene's map, as experiments price and play them.

use super::findings::Findings;
use crate::graph::{Corner, Moves, NodeId, PLAIN, Terrain};
use crate::grid::Cell;
use crate::lab::LabMap;
use crate::land::Surface;
use crate::level::Level;
use crate::plan::{self, BelievedPrices, PriceTables, PricedPath};
use crate::search::{Step, Tally, catalogue};
use crate::sim::Game;
use crate::world::{Belief, Command, Kind, Order, PeopleIx, Queue, Season, Tier, Unit, UnitId};
use std::sync::LazyLock;

/// The usual rule of movement.
pub(super) const EIGHT: Moves = Moves::Eight(Corner::BothFree);

/// What a map's costs become.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// Ground: 2 is wood, 3 deep wood, 4 swamp, 5 hills, 6 and more rock.
    Ground,
    /// Heights of a meadow, 1 the lowest.
    Heights,
}

/// Figures without curves.
pub(super) fn found(figures: &[(&'static str, i64)]) -> Findings {
    Findings { figures: figures.to_vec(), curves: Vec::new() }
}

/// The table of a unit in a level. Its orders are separated by `;`.
pub(super) fn unit(name: &str, kind: &str, people: &str, at: Cell, orders: &str) -> String {
    let orders: Vec<&str> = orders.split(';').map(str::trim).filter(|order| !order.is_empty()).collect();
    let Cell { x, y } = at;
    format!(
        "[[unit]]\nname = \"{name}\"\nkind = \"{kind}\"\npeople = \"{people}\"\nat = [{x}, {y}]\norders = {orders:?}\n"
    )
}

/// The tables of porters of yours at these cells, called by a letter and their numbers.
pub(super) fn porters(letter: char, cells: impl Iterator<Item = Cell>, orders: &str) -> String {
    let porter = |(number, cell)| unit(&format!("{letter}{number}"), "porter", "yours", cell, orders);
    cells.enumerate().map(porter).collect()
}

/// The orders to go to a cell and stop there.
pub(super) fn go(to: Cell) -> String {
    format!("go {} {}; stop", to.x, to.y)
}

/// A game on a scene's map, known or in fog, with these tables; `None` if something stands on a wall.
pub(super) fn land(map: &LabMap, reading: Reading, fog: bool, tables: &str) -> Option<Game> {
    let ground = |cost: u16| match (cost / 1000, reading) {
        (0, _) if cost == 0 => '#',
        (0 | 1, _) | (_, Reading::Heights) => '.',
        (2, _) => 't',
        (3, _) => 'T',
        (4, _) => 's',
        (5, _) => 'n',
        _ => '^',
    };
    let height = |cost: u16| char::from_digit((u32::from(cost) / 1000).clamp(1, 10) - 1, 10).unwrap_or('0');
    let rows = |glyph: &dyn Fn(u16) -> char| {
        let rows = map.costs().chunks(usize::from(map.size().width));
        rows.map(|row| row.iter().map(|cost| glyph(*cost)).collect::<String>() + "\n").collect::<String>()
    };
    let picture = format!("name = \"x\"\nabout = \"y\"\nfog = {fog}\nmap = '''\n{}'''\n", rows(&ground));
    let heights = match reading {
        Reading::Heights => format!("heights = '''\n{}'''\n", rows(&height)),
        Reading::Ground => String::new(),
    };
    Level::parse(&(picture + &heights + tables)).ok().map(|level| Game::from_level(&level))
}

/// What the player's people believes.
pub(super) fn belief(game: &mut Game) -> &mut Belief {
    &mut game.world.peoples[PeopleIx::PLAYER].belief
}

/// Lets the player's people know a road in a corner of the land. The estimate then has to allow for one everywhere, so
/// that far searches take several ticks, as they do on a land with roads.
pub(super) fn know_a_highway(game: &mut Game) {
    let corner = Cell::new(0, game.world.size().height - 1);
    belief(game).observe(corner, Surface::Meadow, Tier::Highway, false, 0);
}

/// The price tables of all seasons, in the order of their numbers.
static TABLES: LazyLock<[PriceTables; 4]> = LazyLock::new(|| {
    [Season::Spring, Season::Summer, Season::Autumn, Season::Winter].map(PriceTables::for_season)
});

/// Prices of a season for a kind, with a band of hunger.
pub(super) fn with_prices<T>(
    game: &Game,
    (kind, season, hunger): (Kind, Season, u8),
    work: impl FnOnce(&BelievedPrices<'_>) -> T,
) -> T {
    let tables = &TABLES[season as usize];
    let people = &game.world.peoples[PeopleIx::PLAYER];
    let prices = BelievedPrices::new(people, &game.world.land.height, tables.table_of(kind), Vec::new());
    work(&prices.with_hunger(hunger))
}

/// The cheapest path of a kind between the map's ends, in autumn.
pub(super) fn path(game: &Game, map: &LabMap, kind: Kind) -> Option<PricedPath> {
    path_in(game, map, (kind, Season::Autumn, 0))
}

/// The same in a season and with a band of hunger.
pub(super) fn path_in(game: &Game, map: &LabMap, of: (Kind, Season, u8)) -> Option<PricedPath> {
    let (size, from, to) = (game.world.size(), map.start(), map.goal());
    let path = with_prices(game, of, |prices| plan::exact_path(prices, size, from, to));
    path.reaches.then_some(path)
}

/// A unit by its name, while it lives.
pub(super) fn named<'a>(game: &'a Game, name: &str) -> Option<&'a Unit> {
    game.world.units.iter().find(|unit| unit.name == name)
}

/// Plays until `done`, or for this many ticks; returns the ticks it took.
pub(super) fn play(game: &mut Game, ticks: u64, mut done: impl FnMut(&Game) -> bool) -> Option<u64> {
    (1..=ticks).find(|_| {
        game.tick();
        done(game)
    })
}

/// Where a unit stands.
pub(super) fn at(game: &Game, name: &str) -> Option<Cell> {
    named(game, name).map(|unit| unit.cell)
}

/// Free cells, the nearest to a place first.
pub(super) fn near(map: &LabMap, place: Cell) -> Vec<Cell> {
    let mut near: Vec<Cell> = map.size().cells().filter(|cell| map.is_free(*cell)).collect();
    near.sort_by_key(|cell| (cell.octile(place), cell.y, cell.x));
    near
}

/// The cells of cost 9, row by row.
pub(super) fn marked(map: &LabMap) -> Vec<Cell> {
    map.size().cells().filter(|cell| map.cost(*cell) == 9 * PLAIN).collect()
}

/// The map with another cost for its cells of cost 9.
pub(super) fn with_marked(map: &LabMap, cost: u16) -> LabMap {
    let mut changed = map.clone();
    for cell in marked(map) {
        changed.set_cost(cell, cost);
    }
    changed
}

/// Orders units to go to a cell and stop there.
pub(super) fn send(game: &mut Game, units: Vec<UnitId>, to: Cell) -> Option<()> {
    let orders = vec![Order::Go(to), Order::Stop];
    game.apply(&Command::Orders { units, orders, queue: Queue::Replace }).ok().map(|_| ())
}

/// Runs a row of the catalogue between two nodes; the path and the work.
pub(super) fn searched(map: &LabMap, row: &str, ends: (NodeId, NodeId)) -> Option<(Vec<NodeId>, Tally)> {
    searched_on(&map.terrain(Moves::Eight(Corner::BothFree))?, row, ends)
}

/// The same on a terrain.
pub(super) fn searched_on(
    terrain: &Terrain,
    row: &str,
    (from, to): (NodeId, NodeId),
) -> Option<(Vec<NodeId>, Tally)> {
    let mut tally = Tally::default();
    let mut solver = catalogue::find(row)?.solver(terrain);
    solver.begin(from, to);
    matches!(solver.run(u32::MAX, &mut tally), Step::Found(_)).then(|| (solver.path(), tally))
}

/// Start and goal as nodes.
pub(super) fn ends(map: &LabMap) -> (NodeId, NodeId) {
    let node = |cell| map.size().index(cell) as NodeId;
    (node(map.start()), node(map.goal()))
}
