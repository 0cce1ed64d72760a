//! Experiments with units that walk: among others, in groups, on a land that changes.

use super::lands::{Reading, found, land, named, play, unit};
use super::{Curve, Experiment, Findings};
use crate::graph::{Corner, Moves, NodeId};
use crate::grid::Cell;
use crate::lab::LabMap;
use crate::level::Level;
use crate::plan;
use crate::search::cooperative::Cooperative;
use crate::search::field::DistanceField;
use crate::search::lifelong::{Lifelong, Root};
use crate::search::{Algorithm, Step, Tally, catalogue};
use crate::sim::Game;
use crate::world::{Behaviour, Block, Brush, Command, Kind, PeopleIx};
use std::collections::BTreeSet;

const EIGHT: Moves = Moves::Eight(Corner::BothFree);

pub(super) const WALKS: &[Experiment] = &[
    Experiment {
        id: "replanning",
        says: "Walks from start to goal and plans the rest of the path again every few steps.",
        run: |map| replanning(map).unwrap_or_default(),
    },
    Experiment {
        id: "repair",
        says: "Closes a cell of the path: a search that keeps its labels, and one that begins again.",
        run: |map| repair(map).unwrap_or_default(),
    },
    Experiment {
        id: "bad-splice",
        says: "Sends Ada through the corridors of the level of that name, where Bob stands.",
        run: |_| bad_splice().unwrap_or_default(),
    },
    Experiment {
        id: "notices",
        says: "Builds a wall across the path of one of two walkers.",
        run: |map| notices(map).unwrap_or_default(),
    },
    Experiment {
        id: "meeting",
        says: "Lets two porters walk from start to goal and from goal to start.",
        run: |map| meeting(map).unwrap_or_default(),
    },
    Experiment {
        id: "bystander",
        says: "Lets a porter stand where another passes, then lets it walk away instead.",
        run: |map| bystander(map).unwrap_or_default(),
    },
    Experiment {
        id: "company",
        says: "Sends seven porters around the start to the goal.",
        run: |map| company(map).unwrap_or_default(),
    },
    Experiment {
        id: "reserved",
        says: "Plans for four travellers that change places, with and without reserved cells.",
        run: |map| reserved(map).unwrap_or_default(),
    },
    Experiment {
        id: "one-flood",
        says: "Compares a search for each free cell of the start's column with one flood from the goal.",
        run: |map| one_flood(map).unwrap_or_default(),
    },
];

/// Runs a row of the catalogue between two nodes; the path and the work.
pub(super) fn searched(
    map: &LabMap,
    row: &str,
    (from, to): (NodeId, NodeId),
) -> Option<(Vec<NodeId>, Tally)> {
    let (terrain, mut tally) = (map.terrain(EIGHT)?, Tally::default());
    let mut solver = catalogue::find(row)?.solver(&terrain);
    solver.begin(from, to);
    let step = solver.run(u32::MAX, &mut tally);
    matches!(step, Step::Found(_)).then(|| (solver.path(), tally))
}

pub(super) fn ends(map: &LabMap) -> (NodeId, NodeId) {
    let node = |cell| map.size().index(cell) as NodeId;
    (node(map.start()), node(map.goal()))
}

fn replanning(map: &LabMap) -> Option<Findings> {
    let (start, goal) = ends(map);
    let (path, _) = searched(map, "astar", (start, goal))?;
    let steps = path.len() - 1;
    let planned = |interval: usize| -> Option<i64> {
        let mut sum = 0;
        for at in (0..steps).step_by(interval) {
            sum += searched(map, "astar", (path[at], goal))?.0.len() as i64 - 1;
        }
        Some(sum)
    };
    // A splice of the next steps, planned again at three quarters of its length.
    let spliced = |length: usize| -> Option<i64> {
        let mut sum = 0;
        for at in (0..steps).step_by((length * 3 / 4).max(1)) {
            let joint = path[(at + length).min(steps)];
            sum += searched(map, "astar", (path[at], joint))?.0.len() as i64 - 1;
        }
        Some(sum)
    };
    let curve = [1, 2, 5, 10, 20, 50].map(planned).into_iter().collect::<Option<Vec<i64>>>()?;
    let splices = [4, 8, 16, 32].map(spliced).into_iter().collect::<Option<Vec<i64>>>()?;
    Some(Findings {
        figures: vec![
            ("steps", steps as i64),
            ("every_step", curve[0]),
            ("every_fifth", curve[2]),
            ("every_tenth", curve[3]),
            ("splices_of_4", splices[0]),
            ("splices_of_8", splices[1]),
            ("splices_of_16", splices[2]),
            ("splices_of_32", splices[3]),
        ],
        curves: vec![
            Curve { name: "steps planned, every 1, 2, 5, 10, 20, 50 steps", values: curve },
            Curve { name: "steps planned by splices of 4, 8, 16, 32", values: splices },
        ],
    })
}

fn repair(map: &LabMap) -> Option<Findings> {
    let terrain = map.terrain(EIGHT)?;
    let (start, goal) = ends(map);
    let run = |search: &mut Lifelong| {
        let mut tally = Tally::default();
        while search.step(&mut tally) == Step::Working {}
        tally.expanded as i64
    };
    let mut search = Lifelong::new(&terrain, Root::Goal);
    search.begin(start, goal);
    let first = run(&mut search);
    let path = search.path();
    let (near, far) = (*path.get(2)?, *path.get(path.len().checked_sub(3)?)?);
    let closed = |node: NodeId| {
        let (mut again, mut changed) = (search.clone(), map.clone());
        again.set_price(node, 0);
        changed.set_cost(map.size().cell(node as usize), 0);
        let repaired = run(&mut again);
        let fresh = searched(&changed, "astar", (start, goal)).map_or(-1, |(_, tally)| tally.expanded as i64);
        let cost = changed.terrain(EIGHT).and_then(|terrain| {
            let (path, _) = searched(&changed, "astar", (start, goal))?;
            terrain.path_cost(&path)
        });
        (repaired, fresh, i64::from(again.cost() == cost))
    };
    let (at_start, at_goal) = (closed(near), closed(far));
    Some(found(&[
        ("first", first),
        ("near_start", at_start.0),
        ("near_start_fresh", at_start.1),
        ("near_goal", at_goal.0),
        ("near_goal_fresh", at_goal.1),
        ("same_cost", at_start.2 * at_goal.2),
    ]))
}

fn bad_splice() -> Option<Findings> {
    let level = Level::parse(include_str!("../../../levels/crowd/bad-splice.toml")).ok()?;
    let mut game = Game::from_level(&level);
    let units = vec![named(&game, "Ada")?.id];
    let orders = vec![crate::world::Order::Go(Cell::new(18, 7))];
    game.apply(&Command::Orders { units, orders, queue: crate::world::Queue::Replace }).ok()?;
    let mut up = 0;
    let is_up = |cell: Cell| cell.x == 10 && (3..5).contains(&cell.y);
    let ticks = play(&mut game, 600, |game| {
        let Some(ada) = named(game, "Ada") else { return true };
        up += i64::from(is_up(ada.cell));
        ada.cell == Cell::new(18, 7)
    });
    let tally = &game.world.tally;
    Some(found(&[
        ("arrived", ticks.is_some().into()),
        ("steps", named(&game, "Ada")?.steps.into()),
        ("on_the_splice", up),
        ("splices", tally.splices as i64),
        ("replans", tally.replans as i64),
    ]))
}

fn notices(map: &LabMap) -> Option<Findings> {
    let (start, goal) = (map.start(), map.goal());
    let (last, first) = (map.size().height - 1, 0);
    // The second walks along the row of the map that is farther from the first one's.
    let row = if start.y > last / 2 { first } else { last };
    let tables = unit("Ada", "porter", "yours", start, &format!("go {} {}; stop", goal.x, goal.y))
        + &unit("Bea", "porter", "yours", Cell::new(start.x, row), &format!("go {} {row}; stop", goal.x));
    let mut game = land(map, Reading::Ground, false, &tables)?;
    play(&mut game, 20, |_| false);
    let counts = |game: &Game| {
        let tally = &game.world.tally;
        [tally.notices, tally.replans + tally.splices].map(|count| count as i64)
    };
    let quiet = counts(&game);
    play(&mut game, 30, |_| false);
    let before = counts(&game);
    let planned = |game: &Game, name| named(game, name)?.path.as_ref().map(|path| path.planned);
    let plans = ["Ada", "Bea"].map(|name| planned(&game, name));
    let ahead: Vec<Cell> = named(&game, "Ada")?.cells_ahead(map.size()).take(6).collect();
    let wall = *ahead.last()?;
    let cells = [-1, 0, 1].into_iter().filter_map(|dy| map.size().offset(wall, 0, dy)).collect();
    game.apply(&Command::FreeBuild(true)).ok()?;
    game.apply(&Command::EditLand { stroke: 0, brush: Brush::Wall, cells }).ok()?;
    play(&mut game, 12, |_| false);
    let after = counts(&game);
    let again = ["Ada", "Bea"].map(|name| planned(&game, name));
    let arrived = play(&mut game, 1500, |game| {
        ["Ada", "Bea"].iter().all(|name| named(game, name).is_some_and(|unit| unit.cell.x == goal.x))
    });
    Some(found(&[
        ("replans_without_change", before[1] - quiet[1]),
        ("notices", after[0] - before[0]),
        ("replans", after[1] - before[1]),
        ("ada_planned_again", (plans[0] != again[0]).into()),
        ("bea_planned_again", (plans[1] != again[1]).into()),
        ("arrived", arrived.is_some().into()),
        ("reversed", i64::from(ahead.first().is_some_and(|next| next.chebyshev(wall) < 6))),
    ]))
}

/// Whether two units hold one cell outside settlements.
fn collides(game: &Game) -> bool {
    let cells: Vec<Cell> =
        game.world.units.iter().flat_map(|unit| std::iter::once(unit.cell).chain(unit.next)).collect();
    let distinct: BTreeSet<(u16, u16)> = cells.iter().map(|cell| (cell.x, cell.y)).collect();
    distinct.len() < cells.len()
}

fn meeting(map: &LabMap) -> Option<Findings> {
    let (start, goal) = (map.start(), map.goal());
    let go = |to: Cell| format!("go {} {}; stop", to.x, to.y);
    let tables =
        unit("Ada", "porter", "yours", start, &go(goal)) + &unit("Bea", "porter", "yours", goal, &go(start));
    let mut game = land(map, Reading::Ground, false, &tables)?;
    let alone = {
        let mut game = land(map, Reading::Ground, false, &unit("Ada", "porter", "yours", start, &go(goal)))?;
        play(&mut game, 3000, |game| named(game, "Ada").is_some_and(|ada| ada.cell == goal))?;
        game.world.tick as i64
    };
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
        ("ada_arrived", arrivals[0]),
        ("bea_arrived", arrivals[1]),
        ("both_arrived", (arrivals[0] > 0 && arrivals[1] > 0).into()),
        ("alone_arrived", alone),
        ("ada_steps", steps[0]),
        ("bea_steps", steps[1]),
        ("path_steps", path.len() as i64 - 1),
        ("ada_waited", waits[0]),
        ("bea_waited", waits[1]),
        ("collisions", collisions),
        ("replans", game.world.tally.replans as i64),
        ("splices", game.world.tally.splices as i64),
    ]))
}

fn bystander(map: &LabMap) -> Option<Findings> {
    let (start, goal) = (map.start(), map.goal());
    let (path, _) = searched(map, "astar", (ends(map).0, ends(map).1))?;
    let middle = map.size().cell(path[path.len() / 2] as usize);
    let walk = |orders: &str| -> Option<(i64, i64, i64)> {
        let tables = unit("Ada", "porter", "yours", start, &format!("go {} {}; stop", goal.x, goal.y))
            + &unit("Bea", "porter", "yours", middle, orders);
        let mut game = land(map, Reading::Ground, false, &tables)?;
        let planned = play(&mut game, 60, |game| named(game, "Ada").is_some_and(|ada| ada.path.is_some()));
        planned?;
        let through = named(&game, "Ada")?.cells_ahead(map.size()).any(|cell| cell == middle);
        let ticks = play(&mut game, 2000, |game| named(game, "Ada").is_some_and(|ada| ada.cell == goal));
        Some((
            ticks.map_or(-1, |_| game.world.tick as i64),
            named(&game, "Ada")?.steps.into(),
            through.into(),
        ))
    };
    // A cell that another holds, on open ground, and in a wall's only gap.
    let crowded = |map: &LabMap| -> Option<(i64, i64, i64)> {
        let game = land(map, Reading::Ground, false, "")?;
        let plan = |crowd: &[Cell]| {
            let prices = game.believes(PeopleIx::PLAYER, Kind::Porter, crowd);
            plan::exact_path(&prices, game.world.size(), start, goal)
        };
        let (free, held) = (plan(&[]), plan(&[middle]));
        let extra = held.terms.total() - free.terms.total();
        held.reaches.then(|| (extra, held.terms.crowd, (!held.cells.contains(&middle)).into()))
    };
    let mut gap = map.clone();
    for y in (0..map.size().height).filter(|y| *y != middle.y) {
        gap.set_cost(Cell::new(middle.x, y), 0);
    }
    let (open, gap) = (crowded(map)?, crowded(&gap));
    let (stands, walks) = (walk("stop")?, walk(&format!("go {} {}; stop", start.x, start.y))?);
    Some(found(&[
        ("path_steps", path.len() as i64 - 1),
        ("standing_ticks", stands.0),
        ("standing_steps", stands.1),
        ("standing_in_path", stands.2),
        ("walking_ticks", walks.0),
        ("walking_steps", walks.1),
        ("walking_in_path", walks.2),
        ("crowd_extra", open.0),
        ("crowd_paid", open.1),
        ("crowd_avoided", open.2),
        ("gap_reached", gap.is_some().into()),
        ("gap_extra", gap.map_or(0, |gap| gap.0)),
    ]))
}

/// Porters of a company.
const MEMBERS: usize = 7;

fn company(map: &LabMap) -> Option<Findings> {
    let goal = map.goal();
    let mut near: Vec<Cell> = map.size().cells().filter(|cell| map.is_free(*cell)).collect();
    near.sort_by_key(|cell| (cell.octile(map.start()), cell.y, cell.x));
    let tables: String = near
        .iter()
        .take(MEMBERS)
        .enumerate()
        .map(|(at, cell)| unit(&format!("P{at}"), "porter", "yours", *cell, "stop"))
        .collect();
    let mut game = land(map, Reading::Ground, false, &tables)?;
    let units: Vec<_> = game.world.units.iter().map(|unit| unit.id).collect();
    let before = game.world.tally.expansions;
    let orders = vec![crate::world::Order::Go(goal), crate::world::Order::Stop];
    game.apply(&Command::Orders { units, orders, queue: crate::world::Queue::Replace }).ok()?;
    let (mut collisions, mut abreast, mut planned) = (0, 0, 0);
    let has_stopped = |game: &Game| {
        game.world
            .units
            .iter()
            .all(|unit| matches!(unit.top(), Some(Behaviour::Stop)) && unit.orders.is_empty())
    };
    let ticks = play(&mut game, 3000, |game| {
        collisions += i64::from(collides(game));
        let rows: BTreeSet<u16> = game.world.units.iter().map(|unit| unit.cell.y).collect();
        abreast = abreast.max(rows.len() as i64);
        if game.world.tick == 40 {
            planned = (game.world.tally.expansions - before) as i64;
        }
        game.world.tick > 5 && has_stopped(game)
    });
    let places: BTreeSet<(u16, u16)> =
        game.world.units.iter().map(|unit| (unit.cell.x, unit.cell.y)).collect();
    let farthest = game.world.units.iter().map(|unit| unit.cell.chebyshev(goal)).max()?;
    let longest: i64 = game.world.units.iter().map(|unit| i64::from(unit.steps)).max()?;
    let (path, tally) = searched(map, "astar", ends(map))?;
    Some(found(&[
        ("members", MEMBERS as i64),
        ("stopped", ticks.is_some().into()),
        ("places", places.len() as i64),
        ("farthest", farthest.into()),
        ("collisions", collisions),
        ("rows_at_most", abreast),
        ("longest", longest),
        ("path_steps", path.len() as i64 - 1),
        ("planned", planned),
        ("one_search", tally.expanded as i64),
    ]))
}

fn reserved(map: &LabMap) -> Option<Findings> {
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
        let (mut all, mut tally) = (Cooperative::new(&terrain, window), Tally::default());
        all.begin_all(&trips);
        let mut step = Step::Working;
        for _ in 0..200_000 {
            step = all.step(&mut tally);
            if step != Step::Working {
                break;
            }
        }
        let trails: Vec<Vec<NodeId>> = all.trails().into_iter().map(<[NodeId]>::to_vec).collect();
        (matches!(step, Step::Found(_)), trails, tally.expanded as i64)
    };
    let (whole, windowed) = (run(None), run(Some(8)));
    let alone: Vec<Vec<NodeId>> =
        trips.iter().filter_map(|trip| searched(map, "astar", *trip)).map(|(path, _)| path).collect();
    Some(found(&[
        ("travellers", trips.len() as i64),
        ("found", whole.0.into()),
        ("windowed_found", windowed.0.into()),
        ("collisions", clashes(&whole.1)),
        ("windowed_collisions", clashes(&windowed.1)),
        ("alone_collisions", clashes(&alone)),
        ("expanded", whole.2),
        ("windowed_expanded", windowed.2),
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

fn one_flood(map: &LabMap) -> Option<Findings> {
    let terrain = map.terrain(EIGHT)?;
    let (_, goal) = ends(map);
    let (mut field, mut tally) = (DistanceField::new(&terrain), Tally::default());
    field.begin(goal, goal);
    while field.step(&mut tally) == Step::Working {}
    let (mut units, mut expanded, mut different) = (0, 0, 0);
    for y in 0..map.size().height {
        let node = terrain.node(Cell::new(map.start().x, y));
        let Some(cost) = field.cost_from(node) else { continue };
        let (path, work) = searched(map, "astar", (node, goal))?;
        units += 1;
        expanded += work.expanded as i64;
        different += i64::from(terrain.path_cost(&path) != Some(cost));
    }
    Some(found(&[
        ("units", units),
        ("searches_expanded", expanded),
        ("flood_expanded", tally.expanded as i64),
        ("different", different),
    ]))
}
