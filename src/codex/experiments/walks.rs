//! Experiments with several units that walk: past each other, in groups, to one goal.

use super::findings::Findings;
use super::lands::{
    EIGHT, Reading, ends, found, go, know_a_highway, land, named, near, play, porters, searched, send, unit,
};
use crate::graph::NodeId;
use crate::grid::Cell;
use crate::lab::LabMap;
use crate::plan;
use crate::search::cooperative::Cooperative;
use crate::search::field::DistanceField;
use crate::search::{Algorithm, NoObserver, Step};
use crate::sim::Game;
use crate::world::{Behaviour, Block, Kind, PeopleIx};
use std::collections::BTreeSet;

/// Whether two units hold one cell outside settlements.
fn collides(game: &Game) -> bool {
    let cells: Vec<Cell> =
        game.world.units.iter().flat_map(|unit| std::iter::once(unit.cell).chain(unit.next)).collect();
    let distinct: BTreeSet<(u16, u16)> = cells.iter().map(|cell| (cell.x, cell.y)).collect();
    distinct.len() < cells.len()
}

/// Lets two porters walk from start to goal and from goal to start.
pub(super) fn meeting(map: &LabMap) -> Option<Findings> {
    let (start, goal) = (map.start(), map.goal());
    let tables =
        unit("Ada", "porter", "yours", start, &go(goal)) + &unit("Bea", "porter", "yours", goal, &go(start));
    let mut game = land(map, Reading::Ground, false, &tables)?;
    let (mut arrivals, mut waits, mut collisions) = ([0_i64; 2], [0_i64; 2], 0);
    play(&mut game, 3000, |game| {
        collisions += i64::from(collides(game));
        for (index, (name, to)) in [("Ada", goal), ("Bea", start)].into_iter().enumerate() {
            let Some(unit) = named(game, name) else { continue };
            if unit.cell == to && arrivals[index] == 0 {
                arrivals[index] = game.world.tick as i64;
            }
            waits[index] += i64::from(unit.blocked.is_some_and(|(why, _)| why != Block::Thinking));
        }
        arrivals.iter().all(|tick| *tick > 0)
    });
    let steps = ["Ada", "Bea"].map(|name| named(&game, name).map_or(0, |unit| i64::from(unit.steps)));
    let (path, _) = searched(map, "astar", ends(map))?;
    Some(found(&[
        ("both_arrived", (arrivals[0] > 0 && arrivals[1] > 0).into()),
        ("ada_steps", steps[0]),
        ("bea_steps", steps[1]),
        ("path_steps", path.len() as i64 - 1),
        ("ada_waited", waits[0]),
        ("bea_waited", waits[1]),
        ("collisions", collisions),
        ("replans", game.world.tally.replans as i64),
    ]))
}

/// Lets a porter stand where another passes, then lets it walk away instead.
pub(super) fn bystander(map: &LabMap) -> Option<Findings> {
    let (start, goal) = (map.start(), map.goal());
    let (path, _) = searched(map, "astar", (ends(map).0, ends(map).1))?;
    let middle = map.size().cell(path[path.len() / 2] as usize);
    let walk = |orders: &str| -> Option<(i64, i64)> {
        let tables = unit("Ada", "porter", "yours", start, &go(goal))
            + &unit("Bea", "porter", "yours", middle, orders);
        let mut game = land(map, Reading::Ground, false, &tables)?;
        let ticks = play(&mut game, 2000, |game| named(game, "Ada").is_some_and(|ada| ada.cell == goal));
        Some((ticks.is_some().into(), named(&game, "Ada")?.steps.into()))
    };
    // A cell that another holds, on open ground, and in a wall's only gap.
    let crowded = |map: &LabMap| -> Option<(i64, i64)> {
        let game = land(map, Reading::Ground, false, "")?;
        let plan = |crowd: &[Cell]| {
            let prices = game.believes(PeopleIx::PLAYER, Kind::Porter, crowd);
            plan::exact_path(&prices, game.world.size(), start, goal)
        };
        let (free, held) = (plan(&[]), plan(&[middle]));
        let extra = held.terms.total() - free.terms.total();
        held.reaches.then(|| (extra, (!held.cells.contains(&middle)).into()))
    };
    let mut gap = map.clone();
    for y in (0..map.size().height).filter(|y| *y != middle.y) {
        gap.set_cost(Cell::new(middle.x, y), 0);
    }
    let (open, gap) = (crowded(map)?, crowded(&gap));
    let (stands, walks) = (walk("stop")?, walk(&go(start))?);
    Some(found(&[
        ("path_steps", path.len() as i64 - 1),
        ("passed_standing", stands.0),
        ("standing_steps", stands.1),
        ("passed_walking", walks.0),
        ("walking_steps", walks.1),
        ("crowd_extra", open.0),
        ("crowd_avoided", open.1),
        ("gap_reached", gap.is_some().into()),
        ("gap_extra", gap.map_or(0, |gap| gap.0)),
    ]))
}

/// Porters of a company.
const MEMBERS: usize = 60;
/// Ticks after which all of them have their paths.
const PLANNED_AFTER: u64 = 40;

/// Sends sixty porters around the start to the goal, and one alone.
pub(super) fn company(map: &LabMap) -> Option<Findings> {
    let goal = map.goal();
    let tables = porters('P', near(map, map.start()).into_iter().take(MEMBERS), "stop");
    let mut game = land(map, Reading::Ground, false, &tables)?;
    let units: Vec<_> = game.world.units.iter().map(|unit| unit.id).collect();
    know_a_highway(&mut game);
    // What the first would need alone.
    let mut alone = Game::from_world(game.world.clone());
    send(&mut alone, units[..1].to_vec(), goal)?;
    play(&mut alone, PLANNED_AFTER, |_| false);
    send(&mut game, units, goal)?;
    let (mut abreast, mut planned) = (0, 0);
    let has_stopped = |game: &Game| {
        game.world
            .units
            .iter()
            .all(|unit| matches!(unit.top(), Some(Behaviour::Stop)) && unit.orders.is_empty())
    };
    let ticks = play(&mut game, 3000, |game| {
        let rows: BTreeSet<u16> = game.world.units.iter().map(|unit| unit.cell.y).collect();
        abreast = abreast.max(rows.len() as i64);
        if game.world.tick == PLANNED_AFTER {
            planned = game.world.tally.expansions as i64;
        }
        game.world.tick > 5 && has_stopped(game)
    });
    let places: BTreeSet<(u16, u16)> =
        game.world.units.iter().map(|unit| (unit.cell.x, unit.cell.y)).collect();
    let farthest = game.world.units.iter().map(|unit| unit.cell.chebyshev(goal)).max()?;
    let longest: i64 = game.world.units.iter().map(|unit| i64::from(unit.steps)).max()?;
    let (path, _) = searched(map, "astar", ends(map))?;
    Some(found(&[
        ("members", MEMBERS as i64),
        ("stopped", ticks.is_some().into()),
        ("places", places.len() as i64),
        ("farthest", farthest.into()),
        ("rows_at_most", abreast),
        ("longest", longest),
        ("path_steps", path.len() as i64 - 1),
        ("planned", planned),
        ("planned_alone", alone.world.tally.expansions as i64),
    ]))
}

/// Plans for four travellers that change places, with and without reserved cells.
pub(super) fn reserved(map: &LabMap) -> Option<Findings> {
    let terrain = map.terrain(EIGHT)?;
    let (start, goal) = ends(map);
    let free = |node: &NodeId| !terrain.is_wall(*node) && *node != start && *node != goal;
    let others: Vec<NodeId> = (0..map.size().area() as NodeId).filter(free).collect();
    let far = |from: NodeId| {
        let distance = |node: &&NodeId| terrain.cell(**node).octile(terrain.cell(from));
        let mut near: Vec<&NodeId> = others.iter().collect();
        near.sort_by_key(|node| (distance(node), **node));
        near.first().map(|node| **node)
    };
    let (a, b) = (far(start)?, far(goal)?);
    let trips = [(start, goal), (goal, start), (a, b), (b, a)];
    let run = |window| {
        let mut all = Cooperative::new(&terrain, window);
        all.begin_all(&trips);
        for _ in 0..200_000 {
            if all.step(&mut NoObserver) != Step::Working {
                break;
            }
        }
        all.trails().into_iter().map(<[NodeId]>::to_vec).collect::<Vec<_>>()
    };
    let (whole, windowed) = (run(None), run(Some(8)));
    let alone: Vec<Vec<NodeId>> =
        trips.iter().filter_map(|trip| searched(map, "astar", *trip)).map(|(path, _)| path).collect();
    Some(found(&[
        ("travellers", trips.len() as i64),
        ("collisions", clashes(&whole)),
        ("windowed_collisions", clashes(&windowed)),
        ("alone_collisions", clashes(&alone)),
    ]))
}

/// How often two trails are on one cell at one time, or change places.
fn clashes(trails: &[Vec<NodeId>]) -> i64 {
    let length = trails.iter().map(Vec::len).max().unwrap_or(0);
    let at = |trail: &Vec<NodeId>, time: usize| trail.get(time).or(trail.last()).copied();
    let mut count = 0;
    for (index, one) in trails.iter().enumerate() {
        for other in &trails[index + 1..] {
            for time in 0..length {
                let same = at(one, time) == at(other, time);
                let swap = time > 0
                    && at(one, time) != at(one, time - 1)
                    && at(one, time) == at(other, time - 1)
                    && at(one, time - 1) == at(other, time);
                count += i64::from(same || swap);
            }
        }
    }
    count
}

/// Compares a search for each free cell of the start's column with a field of distances to the goal.
pub(super) fn one_flood(map: &LabMap) -> Option<Findings> {
    let terrain = map.terrain(EIGHT)?;
    let (_, goal) = ends(map);
    let mut field = DistanceField::new(&terrain);
    field.begin(goal, goal);
    while field.step(&mut NoObserver) == Step::Working {}
    let (mut units, mut expanded, mut different) = (0, 0, 0);
    for y in 0..map.size().height {
        let node = terrain.node(Cell::new(map.start().x, y));
        let Some(cost) = field.cost_from(node) else { continue };
        let (path, work) = searched(map, "astar", (node, goal))?;
        units += 1;
        expanded += work.expanded as i64;
        different += i64::from(terrain.path_cost(&path) != Some(cost));
    }
    Some(found(&[("units", units), ("searches_expanded", expanded), ("different", different)]))
}
