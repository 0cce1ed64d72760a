//! Experiments about land and people: roads, markets, inns and settlements that come of travel.

use super::findings::Findings;
use super::lands::{Reading, found, land, play, with_prices};
use crate::grid::{Cell, Size};
use crate::lab::LabMap;
use crate::land;
use crate::level::Level;
use crate::mind::TIRED_AFTER_TIME;
use crate::plan::{self, CutValues, DISCONNECTED, betweenness};
use crate::sim::{self, Game};
use crate::world::{DAY, Kind, PeopleIx, Season, Tier, Town, TownKind};

/// Days that are played.
const DAYS: u64 = 15;

/// Days that are played at a crossing.
const CROSSING_DAYS: u64 = 60;

/// A hamlet with a good and three porters.
fn hamlet((name, good, Cell { x, y }): (&str, &str, Cell)) -> String {
    let porter =
        |number: u8| format!("[[unit]]\nname = \"{name} {number}\"\nkind = \"porter\"\nat = [{x}, {y}]\n");
    let site = format!("[[site]]\ngood = \"{good}\"\nat = [{x}, {y}]\n");
    let town = format!("[[town]]\nname = \"{name}\"\nkind = \"hamlet\"\nat = [{x}, {y}]\n");
    site + &town + &(0..3).map(porter).collect::<String>()
}

/// Lets porters trade between a hamlet at the start and one at the goal for 15 days.
pub(super) fn trade_roads(map: &LabMap) -> Option<Findings> {
    let (start, goal) = (map.start(), map.goal());
    let mut game = land(
        map,
        Reading::Ground,
        false,
        &[("Westby", "grain", start), ("Easton", "stone", goal)].map(hamlet).concat(),
    )?;
    let roads = |game: &Game| {
        game.world.size().cells().filter(|cell| game.world.ground.tier[*cell].is_road()).count() as i64
    };
    let (mut shares, mut lengths, mut was) = (Vec::new(), vec![roads(&game)], Vec::new());
    for _ in 0..DAYS {
        let (mut steps, mut on_road) = (0, 0);
        play(&mut game, DAY, |game| {
            let cells: Vec<Cell> = game.world.units.iter().map(|unit| unit.cell).collect();
            for (cell, _) in cells.iter().zip(&was).filter(|(cell, old)| cell != old) {
                steps += 1;
                on_road += i64::from(game.world.ground.tier[*cell].is_road());
            }
            was = cells;
            false
        });
        shares.push(100 * on_road / steps.max(1));
        lengths.push(roads(&game));
    }
    let inns = game.world.towns.iter().filter(|town| town.kind == TownKind::Inn).count();
    let planned = with_prices(&game, (Kind::Porter, Season::Autumn, 0), |prices| {
        plan::exact_path(prices, game.world.size(), start, goal)
    });
    let findings = found(&[
        ("deliveries", game.world.tally.deliveries as i64),
        ("roads", roads(&game)),
        ("first_day", shares[0]),
        ("last_day", *shares.last()?),
        ("path_wear", mean_wear(&game, Tier::Path)),
        ("dirt_wear", mean_wear(&game, Tier::Dirt)),
        ("road_discount", -planned.terms.road),
        ("inns", inns as i64),
        ("camps", game.world.camps.len() as i64),
        ("day_steps", i64::from(TIRED_AFTER_TIME) / 1000),
        ("steps_between", start.chebyshev(goal).into()),
        ("days", DAYS as i64),
    ]);
    let findings = findings.with_curve("percent of steps on roads, day by day", shares);
    Some(findings.with_curve("cells of road", lengths))
}

/// The mean wear of cells of a tier.
fn mean_wear(game: &Game, tier: Tier) -> i64 {
    let ground = &game.world.ground;
    let cells: Vec<Cell> = game.world.size().cells().filter(|cell| ground.tier[*cell] == tier).collect();
    cells.iter().map(|cell| i64::from(ground.wear[*cell])).sum::<i64>() / cells.len().max(1) as i64
}

/// Counts paths between six places on the map's left and right side, and closes cells.
pub(super) fn chokes(map: &LabMap) -> Option<Findings> {
    let game = land(map, Reading::Ground, false, "")?;
    let size = map.size();
    let planner = game.planner(PeopleIx::PLAYER, Kind::Porter, &[]);
    let rows = [size.height / 6, size.height / 2, size.height - 1 - size.height / 6];
    let ends: Vec<Cell> = rows
        .iter()
        .flat_map(|y| [Cell::new(1, *y), Cell::new(size.width - 2, *y)])
        .filter(|cell| map.is_free(*cell))
        .collect();
    let paths = betweenness(&planner, &ends);
    let inside = |cell: &Cell| (3..size.width - 3).contains(&cell.x) && map.is_free(*cell);
    let busiest = size.cells().filter(inside).max_by_key(|cell| (paths[*cell], cell.x == size.width / 2))?;
    let mut cuts = CutValues::between(&planner, &ends);
    while !cuts.is_done() {
        cuts.expand(&planner, 1000);
    }
    let values: Vec<i64> = size
        .cells()
        .filter(inside)
        .filter_map(|cell| cuts.value(cell))
        .filter(|value| *value != DISCONNECTED)
        .map(|value| value as i64)
        .collect();
    let mean = values.iter().sum::<i64>() / values.len().max(1) as i64;
    Some(found(&[
        ("places", ends.len() as i64),
        ("most_paths", paths[busiest].into()),
        ("busiest_x", busiest.x.into()),
        ("busiest_y", busiest.y.into()),
        ("disconnects", (cuts.value(busiest) == Some(DISCONNECTED)).into()),
        ("mean_cut", mean),
    ]))
}

/// Lets hamlets trade at the ends of two routes that cross at another hamlet.
pub(super) fn crossing(map: &LabMap) -> Option<Findings> {
    let (width, height) = (map.size().width, map.size().height);
    let middle = Cell::new(width / 2, height / 2);
    let ends = [
        ("Westby", "grain", Cell::new(2, height / 2)),
        ("Easton", "stone", Cell::new(width - 3, height / 2)),
        ("Northam", "salt", Cell::new(width / 2, 2)),
        ("Sutton", "timber", Cell::new(width / 2, height - 3)),
    ];
    let tables: String = ends.into_iter().map(hamlet).collect::<String>() + &hamlet(("Mid", "grain", middle));
    let mut game = land(map, Reading::Ground, false, &tables)?;
    play(&mut game, CROSSING_DAYS * DAY, |_| false);
    let of = |figure: fn(&Town) -> u32| {
        let mid = game.world.towns.iter().find(|town| town.cell == middle).map_or(0, figure);
        let others = ends.iter().filter_map(|end| game.world.towns.iter().find(|town| town.cell == end.2));
        (i64::from(mid), others.map(figure).max().map_or(0, i64::from))
    };
    let (trade, arrived) = (of(|town| town.trade), of(|town| town.came));
    Some(found(&[
        ("days", CROSSING_DAYS as i64),
        ("came", arrived.0),
        ("came_elsewhere", arrived.1),
        ("trade", trade.0),
        ("trade_elsewhere", trade.1),
    ]))
}

/// Makes the land of seed 7 twice and that of seed 8, and founds the settlements of the first.
pub(super) fn founded(_: &LabMap) -> Option<Findings> {
    let size = Size::new(96, 96);
    let game = Game::new(7, size).ok()?;
    let land = &game.world.land;
    let differ = |seed| {
        let other = land::generate(seed, size).ok()?;
        Some(size.cells().filter(|cell| land.surface[*cell] != other.surface[*cell]).count() as i64)
    };
    let near = |cell: &Cell| land.sites.iter().map(|site| site.cell.chebyshev(*cell)).min().unwrap_or(0);
    let towns: Vec<Cell> = game.world.towns.iter().map(|town| town.cell).collect();
    let free: Vec<Cell> = land.size.cells().filter(|cell| !land.is_blocked(*cell)).collect();
    let mean = |cells: &[Cell]| {
        cells.iter().map(|cell| i64::from(near(cell))).sum::<i64>() * 10 / cells.len().max(1) as i64
    };
    Some(found(&[
        ("same_seed_differs", differ(7)?),
        ("other_seed_differs", differ(8)?),
        ("towns", towns.len() as i64),
        ("sites", land.sites.len() as i64),
        ("town_distance_tenths", mean(&towns)),
        ("cell_distance_tenths", mean(&free)),
    ]))
}

/// Plays the level of the two halves of a forest with its solution.
pub(super) fn forest(_: &LabMap) -> Option<Findings> {
    let level = Level::parse(include_str!("../../../levels/crowd/forest-halves.toml")).ok()?;
    let mut game = Game::from_level(&level);
    let count = game.world.units.len();
    for _ in 0..3600 {
        for command in sim::solution_commands(&game.world, &level) {
            game.apply(&command).ok()?;
        }
        game.tick();
        if game.world.units.iter().all(|unit| unit.cell.x >= 43) {
            break;
        }
    }
    let through = game.world.units.iter().filter(|unit| unit.cell.x >= 43).count();
    Some(found(&[("units", count as i64), ("through", through as i64), ("ticks", game.world.tick as i64)]))
}
