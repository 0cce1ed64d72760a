//! Experiments of the chapter about cost: what the game's price tables make of a scene's map.

use super::findings::Findings;
use super::lands::{EIGHT, Reading, belief, found, land, near, path, path_in, play, unit, with_prices};
use crate::graph::Terrain;
use crate::grid::Cell;
use crate::lab::LabMap;
use crate::land::{Land, Surface};
use crate::plan::{self, Isochrone, PRICE_MIN, PricedPath};
use crate::search::{Step, Tally, catalogue};
use crate::sim::Game;
use crate::world::{Belief, Command, DAY, InfluenceLayer, Kind, PeopleIx, Season, Tier};

fn height(game: &Game, cell: Cell) -> i64 {
    game.world.land.height[cell].into()
}

fn top(game: &Game, path: &PricedPath) -> i64 {
    let floor = path.cells.first().map_or(0, |cell| height(game, *cell));
    path.cells.iter().map(|cell| height(game, *cell) - floor).max().unwrap_or(0)
}

/// The steepest step, in height per straight step, of thousandths.
fn steepest(game: &Game, cells: &[Cell]) -> i64 {
    let slope = |step: &[Cell]| {
        (height(game, step[0]) - height(game, step[1])).abs() * 1000 / i64::from(step[0].octile(step[1]))
    };
    cells.windows(2).map(slope).max().unwrap_or(0)
}

/// Length of a path, in milli-steps.
fn length(cells: &[Cell]) -> i64 {
    cells.windows(2).map(|step| i64::from(step[0].octile(step[1]))).sum()
}

/// Reads digits as heights and plans for a porter, a cart, a settler and a road.
pub(super) fn heights(map: &LabMap) -> Option<Findings> {
    let game = land(map, Reading::Heights, false, "")?;
    let size = game.world.size();
    let (porter, cart) = (path(&game, map, Kind::Porter)?, path(&game, map, Kind::Cart)?);
    let of_porter = (Kind::Porter, Season::Autumn, 0);
    let line =
        with_prices(&game, of_porter, |prices| plan::straight_line(prices, size, map.start(), map.goal()));
    // The same land three times as high: there height itself costs a settler.
    let mut tall = game.world.clone();
    for cell in size.cells() {
        let height = tall.land.height[cell];
        tall.land.height[cell] = Land::SEA + 3 * height.saturating_sub(Land::SEA);
    }
    let tall = Game::from_world(tall);
    let settler = path(&tall, map, Kind::Settler)?;
    let over = with_prices(&tall, (Kind::Settler, Season::Autumn, 0), |prices| {
        plan::straight_line(prices, size, map.start(), map.goal())
    });
    let road = plan::road_plan(&game.world, PeopleIx::PLAYER, Kind::Porter, map.start(), map.goal());
    let road: Vec<Cell> = road.cells.into_iter().map(|(cell, _)| cell).collect();
    Some(found(&[
        ("porter_length", porter.terms.distance),
        ("porter_slope", porter.terms.slope),
        ("porter_top", top(&game, &porter)),
        ("cart_length", cart.terms.distance),
        ("cart_slope", cart.terms.slope),
        ("cart_steep", cart.terms.steep),
        ("cart_top", top(&game, &cart)),
        ("settler_heights", settler.terms.heights),
        ("line_heights", over.terms.heights),
        ("line_steepest", steepest(&game, &line.cells)),
        ("line_length", length(&line.cells)),
        ("road_steepest", steepest(&game, &road)),
        ("road_length", length(&road)),
    ]))
}

/// Reads digits as kinds of ground and plans for a porter, a cart and a settler.
pub(super) fn kinds(map: &LabMap) -> Option<Findings> {
    let game = land(map, Reading::Ground, false, "")?;
    let size = game.world.size();
    let rough = |path: &PricedPath| path.cells.iter().filter(|cell| map.cost(**cell) > 1000).count() as i64;
    let porter = path(&game, map, Kind::Porter)?;
    let (cart, settler) = (path(&game, map, Kind::Cart)?, path(&game, map, Kind::Settler)?);
    let of_porter = (Kind::Porter, Season::Autumn, 0);
    let line =
        with_prices(&game, of_porter, |prices| plan::straight_line(prices, size, map.start(), map.goal()));
    // Deep wood, which a cart cannot enter, as masonry.
    let mut walled = map.clone();
    for cell in size.cells().filter(|cell| map.cost(*cell) / 1000 == 3) {
        walled.set_cost(cell, 0);
    }
    let walled = path(&land(&walled, Reading::Ground, false, "")?, map, Kind::Cart)?;
    Some(found(&[
        ("porter_cost", porter.terms.total()),
        ("porter_length", porter.terms.distance),
        ("porter_rough", rough(&porter)),
        ("cart_rough", rough(&cart)),
        ("cart_same_with_walls", (cart.cells == walled.cells).into()),
        ("settler_rough", rough(&settler)),
        ("settler_change", settler.terms.change),
        ("settler_length", settler.terms.distance),
        ("line_cost", line.terms.total()),
    ]))
}

/// Prices of a road, in milli-steps, from as dear as the ground to nothing but one.
const ROAD_PRICES: [(u16, [&str; 2]); 4] = [
    (1000, ["expanded_plain", "length_plain"]),
    (500, ["expanded_half", "length_half"]),
    (250, ["expanded_quarter", "length_quarter"]),
    (1, ["expanded_free", "length_free"]),
];

/// Lets plain cells be road and other cells plain ground, and makes the road cheaper and cheaper.
pub(super) fn road_price(map: &LabMap) -> Option<Findings> {
    let (mut findings, mut expansions) = (Findings::default(), Vec::new());
    for (price, names) in ROAD_PRICES {
        let prices = map.costs().iter().map(|cost| match cost {
            0 => 0,
            1..=1000 => price,
            _ => 1000,
        });
        let terrain = Terrain::new(map.size(), prices.collect(), EIGHT)?;
        let mut solver = catalogue::find("astar")?.solver(&terrain);
        let mut tally = Tally::default();
        solver.begin(terrain.node(map.start()), terrain.node(map.goal()));
        if solver.run(u32::MAX, &mut tally) == Step::Exhausted {
            return None;
        }
        findings.figures.push((names[0], tally.expanded as i64));
        findings.figures.push((names[1], solver.path().len() as i64 - 1));
        expansions.push(tally.expanded as i64);
    }
    Some(findings.with_curve("nodes expanded, as roads get cheaper", expansions))
}

/// How much each fright adds: a part of a robbery's.
const FRIGHT: u32 = 400;
/// Most frights that are tried.
const FRIGHTS_MAX: u32 = 40;

/// Adds fright after fright in the middle of a porter's path, then lets days pass.
pub(super) fn fear(map: &LabMap) -> Option<Findings> {
    let mut game = land(map, Reading::Ground, false, "")?;
    let calm = path(&game, map, Kind::Porter)?;
    let place = calm.cells[calm.cells.len() / 2];
    let uses = |path: &PricedPath| path.cells.contains(&place);
    let (mut frights, mut costs) = (0, vec![calm.terms.total()]);
    while frights < FRIGHTS_MAX && uses(&path(&game, map, Kind::Porter)?) {
        belief(&mut game).add_fear(place, FRIGHT);
        frights += 1;
        costs.push(path(&game, map, Kind::Porter)?.terms.total());
    }
    let (afraid, hungry) =
        (path(&game, map, Kind::Porter)?, path_in(&game, map, (Kind::Porter, Season::Autumn, 2))?);
    let guard = path(&game, map, Kind::Guard)?;
    let mut days = 0;
    while days < 200 && !uses(&path(&game, map, Kind::Porter)?) {
        belief(&mut game).decay_fear();
        days += 1;
    }
    let findings = found(&[
        ("frights", frights.into()),
        ("calm_length", calm.terms.distance),
        ("afraid_length", afraid.terms.distance),
        ("afraid_detours", (!uses(&afraid)).into()),
        ("hungry_time", hungry.terms.time),
        ("afraid_time", afraid.terms.time),
        ("hungry_detours", (!uses(&hungry)).into()),
        ("guard_detours", (!uses(&guard)).into()),
        ("days_until_back", days),
    ]);
    Some(findings.with_curve("price of the path after each fright", costs))
}

/// Days after which a raider's influence has spread, or is forgotten.
const SPREAD_DAYS: u64 = 4;
const FORGOTTEN_DAYS: u64 = 20;

/// Lets a raider stand in the middle of a porter's path, where another unit sees it, then takes it away.
pub(super) fn foes(map: &LabMap) -> Option<Findings> {
    let calm = path(&land(map, Reading::Ground, false, "")?, map, Kind::Porter)?;
    let place = calm.cells[calm.cells.len() / 2];
    let watcher = *near(map, place).iter().find(|cell| cell.chebyshev(place) == 4 && cell.x < place.x)?;
    let tables =
        unit("Skar", "raider", "raiders", place, "stop") + &unit("Eve", "scout", "yours", watcher, "stop");
    let mut game = land(map, Reading::Ground, false, &tables)?;
    play(&mut game, SPREAD_DAYS * DAY, |_| false);
    let threat = |game: &Game| {
        game.world.peoples[PeopleIx::PLAYER].belief.influence().at(InfluenceLayer::Threat, place)
    };
    let (bent, seen) = (path(&game, map, Kind::Porter)?, threat(&game));
    let line = with_prices(&game, (Kind::Porter, Season::Autumn, 0), |prices| {
        plan::priced_path(prices, game.world.size(), calm.cells.clone())
    })?;
    game.apply(&Command::FreeBuild(true)).ok()?;
    game.apply(&Command::Remove { cells: vec![watcher] }).ok()?;
    play(&mut game, FORGOTTEN_DAYS * DAY, |_| false);
    let again = path(&game, map, Kind::Porter)?;
    Some(found(&[
        ("threat", seen.into()),
        ("calm_cost", calm.terms.total()),
        ("calm_length", calm.terms.distance),
        ("straight_cost", line.terms.total()),
        ("bent_length", bent.terms.distance),
        ("bent_cost", bent.terms.total()),
        ("again_length", again.terms.distance),
    ]))
}

/// Puts a strange tower onto each cell of cost 9, or a beacon onto each of cost 8.
pub(super) fn watched(map: &LabMap) -> Option<Findings> {
    let mut plain = map.clone();
    for cell in map.size().cells().filter(|cell| map.cost(*cell) > 7000) {
        plain.set_cost(cell, 1000);
    }
    let mut game = land(&plain, Reading::Ground, false, "")?;
    let before = path(&game, map, Kind::Porter)?;
    for cell in map.size().cells().filter(|cell| map.cost(*cell) > 7000) {
        let is_tower = map.cost(cell) / 1000 == 9;
        let surface = if is_tower { Surface::Tower } else { Surface::Beacon };
        belief(&mut game).observe(cell, surface, Tier::None, is_tower, 0);
    }
    let size = game.world.size();
    let line = with_prices(&game, (Kind::Porter, Season::Autumn, 0), |prices| {
        plan::priced_path(prices, size, before.cells.clone())
    });
    let (after, spy) = (path(&game, map, Kind::Porter)?, path(&game, map, Kind::Spy)?);
    Some(found(&[
        ("before_length", before.terms.distance),
        ("before_exposure", line.as_ref().map_or(0, |line| line.terms.exposure)),
        ("length", after.terms.distance),
        ("exposure", after.terms.exposure),
        ("light", -after.terms.light),
        ("spy_length", spy.terms.distance),
    ]))
}

/// Plans for a porter and for a cart, which minds diagonal steps.
pub(super) fn looks(map: &LabMap) -> Option<Findings> {
    let game = land(map, Reading::Ground, false, "")?;
    let diagonals = |path: &PricedPath| {
        path.cells.windows(2).filter(|step| step[0].x != step[1].x && step[0].y != step[1].y).count() as i64
    };
    let (porter, cart) = (path(&game, map, Kind::Porter)?, path(&game, map, Kind::Cart)?);
    Some(found(&[
        ("porter_diagonals", diagonals(&porter)),
        ("porter_length", porter.terms.distance),
        ("cart_diagonals", diagonals(&cart)),
        ("cart_length", cart.terms.distance),
        ("cart_paid", cart.terms.diagonals),
    ]))
}

/// Plans for a porter and a cart, and for the cart again once the porter's way is a path.
pub(super) fn gap(map: &LabMap) -> Option<Findings> {
    let mut game = land(map, Reading::Ground, false, "")?;
    let (porter, cart) = (path(&game, map, Kind::Porter)?, path(&game, map, Kind::Cart)?);
    for cell in &porter.cells {
        belief(&mut game).observe(*cell, Surface::Grass, Tier::Path, false, 0);
    }
    let on_path = path(&game, map, Kind::Cart)?;
    Some(found(&[
        ("porter_length", porter.terms.distance),
        ("cart_length", cart.terms.distance),
        ("path_length", on_path.terms.distance),
    ]))
}

/// Floods from the start until a limit of walking time.
pub(super) fn day_reach(map: &LabMap) -> Option<Findings> {
    let game = land(map, Reading::Ground, false, "")?;
    let size = game.world.size();
    let count = |limit: u32, kind| {
        with_prices(&game, (kind, Season::Autumn, 0), |prices| {
            let mut reach = Isochrone::from(size, map.start(), limit, u32::MAX);
            while !reach.expand(prices, size, 1000) {}
            let cells = size.cells().filter(|cell| reach.time(size, *cell).is_some()).count() as i64;
            (cells, reach.time(size, map.goal()).map_or(-1, i64::from))
        })
    };
    let (all, time) = count(u32::MAX, Kind::Porter);
    let limit = u32::try_from(time).ok()?;
    let curve = (0..=10).map(|part| count(limit / 10 * part, Kind::Porter).0).collect();
    let figures = [
        ("all", all),
        ("time", time),
        ("within", count(limit, Kind::Porter).0),
        ("within_half", count(limit / 2, Kind::Porter).0),
        ("goal_just_missed", (count(limit - 1, Kind::Porter).1 < 0).into()),
    ];
    Some(found(&figures).with_curve("cells reached, by walking time", curve))
}

/// Knows only the cells that cost more than plain ground, and plans for a porter and a scout.
pub(super) fn curiosity(map: &LabMap) -> Option<Findings> {
    let mut game = land(map, Reading::Ground, false, "")?;
    let size = game.world.size();
    let known: Vec<Cell> = size.cells().filter(|cell| map.cost(*cell) != 1000).collect();
    let surfaces: Vec<Surface> = known.iter().map(|cell| game.world.land.surface[*cell]).collect();
    *belief(&mut game) = Belief::new(size);
    for (cell, surface) in known.into_iter().zip(surfaces) {
        belief(&mut game).observe(cell, surface, Tier::None, false, 0);
    }
    let (porter, scout) = (path(&game, map, Kind::Porter)?, path(&game, map, Kind::Scout)?);
    let cheapest = |path: &PricedPath| path.terms.total() / (path.cells.len() as i64 - 1).max(1);
    let unknown = |kind: Kind| kind.row().unknown.map(i64::from);
    Some(found(&[
        ("porter_unknown", porter.unknown.into()),
        ("scout_unknown", scout.unknown.into()),
        ("scout_mean_step", cheapest(&scout)),
        ("least_step", PRICE_MIN.into()),
        ("guessed_open", unknown(Kind::Porter)[0]),
        ("guessed_nothing", unknown(Kind::Porter)[1]),
        ("guessed_rough", unknown(Kind::Porter)[2]),
        ("known_wood", Kind::Porter.ground_time(Surface::Forest).map_or(0, i64::from)),
        ("known_rock", Kind::Porter.ground_time(Surface::Rock).map_or(0, i64::from)),
    ]))
}
