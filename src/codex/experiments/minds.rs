//! Experiments about what units want: each plays one behaviour on the scene's map.

use super::lands::{Reading, belief, found, land, named, path, play, unit};
use super::{Curve, Experiment, Findings};
use crate::grid::Cell;
use crate::lab::LabMap;
use crate::level::Level;
use crate::mind::{DISPERSE_STEPS, LEARNING_TICKS, STAY_RADIUS_STEPS};
use crate::plan::{AMBUSH_AHEAD_STEPS, RoadVisibility};
use crate::sim::Game;
use crate::world::{Behaviour, Kind, PeopleIx, Tier};
use std::collections::BTreeSet;

pub(super) const MINDS: &[Experiment] = &[
    Experiment {
        id: "staying",
        says: "Orders one porter at the start to stop and one at the goal to stay, for a day.",
        run: |map| staying(map).unwrap_or_default(),
    },
    Experiment {
        id: "exploring",
        says: "Lets a scout explore from the start in fog, and another wander, for a day.",
        run: |map| exploring(map).unwrap_or_default(),
    },
    Experiment {
        id: "searching",
        says: "Sends a scout from the start to search for a raider at the goal.",
        run: |map| searching(map).unwrap_or_default(),
    },
    Experiment {
        id: "fleeing",
        says: "Lets a porter at the start flee, avoid or retreat from a raider at the goal.",
        run: |map| fleeing(map).unwrap_or_default(),
    },
    Experiment {
        id: "guarding",
        says: "Lets a guard patrol, guard and defend while a raider walks about.",
        run: |map| guarding(map).unwrap_or_default(),
    },
    Experiment {
        id: "surrounding",
        says: "Orders eight porters around the start to surround a foe at the goal.",
        run: |map| surrounding(map).unwrap_or_default(),
    },
    Experiment {
        id: "following",
        says: "Lets one follow another, some gather in a group, and one keep its distance.",
        run: |map| following(map).unwrap_or_default(),
    },
    Experiment {
        id: "working",
        says: "Lets a worker carry salt from the goal to a village at the start, for six days.",
        run: |map| working(map).unwrap_or_default(),
    },
    Experiment {
        id: "spying",
        says: "Sends a spy from the start to watch a stranger at the goal; then pushes other behaviours onto its stack.",
        run: |map| spying(map).unwrap_or_default(),
    },
    Experiment {
        id: "fog",
        says: "Changes cells that a people has not seen, and plans again.",
        run: |map| fog(map).unwrap_or_default(),
    },
    Experiment {
        id: "waypoints",
        says: "Sends a porter to the goal by two clicks of the player's.",
        run: |map| waypoints(map).unwrap_or_default(),
    },
    Experiment {
        id: "ambush",
        says: "Reads plain cells as road and looks for cells from which the road ahead cannot be seen.",
        run: |map| ambush(map).unwrap_or_default(),
    },
    Experiment {
        id: "herd",
        says: "Lets six deer graze around the start for a day, beside a wolf at the goal.",
        run: |map| herd(map).unwrap_or_default(),
    },
];

/// Ticks of a day.
const DAY: u64 = crate::world::DAY;

fn at(game: &Game, name: &str) -> Option<Cell> {
    named(game, name).map(|unit| unit.cell)
}

/// Cells near a place, the nearest first.
fn near(map: &LabMap, place: Cell) -> Vec<Cell> {
    let mut near: Vec<Cell> = map.size().cells().filter(|cell| map.is_free(*cell)).collect();
    near.sort_by_key(|cell| (cell.octile(place), cell.y, cell.x));
    near
}

fn staying(map: &LabMap) -> Option<Findings> {
    let (start, goal) = (map.start(), map.goal());
    let tables =
        unit("Ada", "porter", "yours", start, "stop") + &unit("Bea", "porter", "yours", goal, "stay");
    let mut game = land(map, Reading::Ground, false, &tables)?;
    let (mut stopped, mut stayed) = (0, 0);
    play(&mut game, DAY - 10, |game| {
        stopped = stopped.max(at(game, "Ada").map_or(0, |cell| cell.chebyshev(start)));
        stayed = stayed.max(at(game, "Bea").map_or(0, |cell| cell.chebyshev(goal)));
        false
    });
    Some(found(&[
        ("stopped_away", stopped.into()),
        ("stayed_away", stayed.into()),
        ("radius", STAY_RADIUS_STEPS.into()),
    ]))
}

fn exploring(map: &LabMap) -> Option<Findings> {
    let course = |order: &str| -> Option<(i64, i64, Vec<i64>)> {
        let mut game = land(map, Reading::Ground, true, &unit("Ada", "scout", "yours", map.start(), order))?;
        let known = |game: &Game| i64::from(game.world.peoples[PeopleIx::PLAYER].belief.known());
        let (before, mut curve) = (known(&game), Vec::new());
        play(&mut game, DAY - 2, |game| {
            if game.world.tick.is_multiple_of(24) {
                curve.push(known(game));
            }
            false
        });
        let learned = known(&game) - before;
        Some((learned, 100 * learned / i64::from(named(&game, "Ada")?.steps.max(1)), curve))
    };
    let (explored, wandered) = (course("explore")?, course("wander")?);
    Some(Findings {
        figures: vec![
            ("explored", explored.0),
            ("explored_per_100", explored.1),
            ("wandered", wandered.0),
            ("wandered_per_100", wandered.1),
        ],
        curves: vec![
            Curve { name: "cells known, exploring", values: explored.2 },
            Curve { name: "cells known, wandering", values: wandered.2 },
        ],
    })
}

fn searching(map: &LabMap) -> Option<Findings> {
    let tables = unit("Eve", "scout", "yours", map.start(), "search Skar; stop")
        + &unit("Skar", "raider", "raiders", map.goal(), "stop");
    let mut game = land(map, Reading::Ground, false, &tables)?;
    let is_seen =
        |game: &Game| at(game, "Skar").is_some_and(|cell| game.derived.visible[PeopleIx::PLAYER][cell] > 0);
    let (mut seen, mut ended) = (0, 0);
    play(&mut game, 3000, |game| {
        let Some(eve) = named(game, "Eve") else { return true };
        let searches = eve.stack.iter().any(|behaviour| matches!(behaviour, Behaviour::Search(_)));
        if seen == 0 && is_seen(game) {
            seen = game.world.tick as i64;
        }
        if game.world.tick > 5 && !searches {
            ended = game.world.tick as i64;
        }
        ended > 0
    });
    let distance = at(&game, "Eve")?.chebyshev(at(&game, "Skar")?);
    Some(found(&[
        ("seen", seen),
        ("ended", ended),
        ("distance", distance.into()),
        ("steps", named(&game, "Eve")?.steps.into()),
    ]))
}

fn fleeing(map: &LabMap) -> Option<Findings> {
    let (start, goal) = (map.start(), map.goal());
    let course = |order: &str| -> Option<(i64, i64, i64)> {
        let tables =
            unit("Bo", "porter", "yours", start, order) + &unit("Skar", "raider", "raiders", goal, "stop");
        let mut game = land(map, Reading::Ground, false, &tables)?;
        let (mut nearest, mut last, mut nearer) = (i64::MAX, i64::from(start.octile(goal)), 0);
        play(&mut game, 300, |game| {
            let Some(bo) = at(game, "Bo") else { return true };
            let now = i64::from(bo.octile(goal));
            nearer += i64::from(now < last);
            (nearest, last) = (nearest.min(now), now);
            false
        });
        Some((last, nearer, nearest))
    };
    let (fled, avoided, retreated) = (course("flee")?, course("avoid Skar")?, course("retreat")?);
    Some(found(&[
        ("before", start.octile(goal).into()),
        ("fled_to", fled.0),
        ("fled_nearer", fled.1),
        ("avoided_to", avoided.0),
        ("retreated_to", retreated.0),
    ]))
}

fn guarding(map: &LabMap) -> Option<Findings> {
    let (start, goal) = (map.start(), map.goal());
    let go = |from: Cell, to: Cell| format!("patrol {} {}, {} {}", from.x, from.y, to.x, to.y);
    // Patrol: the longest time between two visits of the goal.
    let mut game =
        land(map, Reading::Ground, false, &unit("Gil", "guard", "yours", start, &go(start, goal)))?;
    let (mut visits, mut gap, mut last) = (0, 0, 0);
    play(&mut game, 4 * DAY, |game| {
        if at(game, "Gil") == Some(goal) {
            let now = game.world.tick as i64;
            if now - last > 1 {
                visits += 1;
                gap = gap.max(if last == 0 { 0 } else { now - last });
            }
            last = now;
        }
        false
    });
    // Guard: ticks off its cell once it is there.
    let tables = unit("Gil", "guard", "yours", start, &format!("guard {} {}", goal.x, goal.y));
    let mut game = land(map, Reading::Ground, false, &tables)?;
    play(&mut game, 1000, |game| at(game, "Gil") == Some(goal))?;
    let mut off = 0;
    play(&mut game, 200, |game| {
        off += i64::from(at(game, "Gil") != Some(goal));
        false
    });
    // Defend: how far it goes from its ward, and whether it reaches the foe.
    let ward = *near(map, goal).iter().find(|cell| cell.octile(goal) >= 12_000)?;
    let tables = unit("Gil", "guard", "yours", ward, &format!("defend {} {}", ward.x, ward.y))
        + &unit("Skar", "raider", "raiders", goal, &go(*near(map, ward).get(40)?, goal));
    let mut game = land(map, Reading::Ground, false, &tables)?;
    let (mut away, mut touched) = (0, 0);
    play(&mut game, 600, |game| {
        let (Some(gil), Some(skar)) = (at(game, "Gil"), at(game, "Skar")) else { return true };
        away = away.max(gil.chebyshev(ward));
        touched |= i64::from(gil.chebyshev(skar) <= 1);
        false
    });
    // Attack: the distance falls.
    let tables = unit("Gil", "guard", "yours", ward, "attack Skar; stop")
        + &unit("Skar", "porter", "raiders", goal, "stop");
    let mut game = land(map, Reading::Ground, false, &tables)?;
    let mut curve = vec![i64::from(ward.chebyshev(goal))];
    play(&mut game, 600, |game| {
        let (Some(gil), Some(skar)) = (at(game, "Gil"), at(game, "Skar")) else { return true };
        if game.world.tick.is_multiple_of(8) {
            curve.push(gil.chebyshev(skar).into());
        }
        gil.chebyshev(skar) <= 1
    });
    Some(Findings {
        figures: vec![
            ("visits", visits),
            ("longest_gap", gap),
            ("guard_off", off),
            ("defended_away", away.into()),
            ("touched", touched),
            ("attack_from", curve[0]),
            ("attack_to", i64::from(at(&game, "Gil")?.chebyshev(at(&game, "Skar").unwrap_or(goal)))),
        ],
        curves: vec![Curve { name: "distance from attacker to target", values: curve }],
    })
}

fn surrounding(map: &LabMap) -> Option<Findings> {
    let goal = map.goal();
    let exits: Vec<Cell> =
        map.size().neighbours(goal).map(|(_, cell)| cell).filter(|cell| map.is_free(*cell)).collect();
    let mut tables = unit("Skar", "porter", "raiders", goal, "stop");
    for (index, cell) in near(map, map.start()).into_iter().take(8).enumerate() {
        tables += &unit(&format!("P{index}"), "porter", "yours", cell, "surround Skar");
    }
    let mut game = land(map, Reading::Ground, false, &tables)?;
    let free = |game: &Game| {
        let held: BTreeSet<(u16, u16)> =
            game.world.units.iter().map(|unit| (unit.cell.x, unit.cell.y)).collect();
        exits.iter().filter(|cell| !held.contains(&(cell.x, cell.y))).count() as i64
    };
    let mut curve = vec![free(&game)];
    play(&mut game, 400, |game| {
        if game.world.tick.is_multiple_of(10) {
            curve.push(free(game));
        }
        free(game) == 0
    });
    Some(Findings {
        figures: vec![
            ("exits", exits.len() as i64),
            ("free_at_first", curve[0]),
            ("free_at_last", free(&game)),
        ],
        curves: vec![Curve { name: "free cells around the target", values: curve }],
    })
}

fn following(map: &LabMap) -> Option<Findings> {
    let (start, goal) = (map.start(), map.goal());
    let beside = *near(map, start).get(1)?;
    let tables = unit("Bo", "porter", "yours", start, &format!("go {} {}; stop", goal.x, goal.y))
        + &unit("Fay", "porter", "yours", beside, "follow Bo");
    let mut game = land(map, Reading::Ground, false, &tables)?;
    let mut lag = 0;
    play(&mut game, 300, |game| {
        lag = lag.max(at(game, "Bo").zip(at(game, "Fay")).map_or(0, |(bo, fay)| bo.chebyshev(fay)));
        false
    });
    // Some gather.
    let free = near(map, start);
    let places: Vec<Cell> = free.iter().step_by((free.len() / 7).max(1)).take(7).copied().collect();
    let tables: String = places
        .iter()
        .enumerate()
        .map(|(index, cell)| unit(&format!("P{index}"), "porter", "yours", *cell, "group"))
        .collect();
    let mut game = land(map, Reading::Ground, false, &tables)?;
    let (first, mut curve) = (groups(&game), Vec::new());
    play(&mut game, DAY - 2, |game| {
        if game.world.tick.is_multiple_of(20) {
            curve.push(groups(game));
        }
        false
    });
    // One keeps its distance from one that passes.
    let tables = unit("Eve", "porter", "yours", *free.get(free.len() / 2)?, "disperse")
        + &unit(
            "Bo",
            "porter",
            "yours",
            start,
            &format!("patrol {} {}, {} {}", goal.x, goal.y, start.x, start.y),
        );
    let mut game_apart = land(map, Reading::Ground, false, &tables)?;
    let mut least = u32::MAX;
    play(&mut game_apart, 300, |game| {
        least = least.min(at(game, "Bo").zip(at(game, "Eve")).map_or(0, |(bo, eve)| bo.chebyshev(eve)));
        false
    });
    Some(Findings {
        figures: vec![
            ("lag", lag.into()),
            ("groups_at_first", first),
            ("groups_at_last", groups(&game)),
            ("least_distance", least.into()),
            ("wanted_distance", DISPERSE_STEPS.into()),
        ],
        curves: vec![Curve { name: "groups", values: curve }],
    })
}

/// Groups of units of which each is within four cells of another.
fn groups(game: &Game) -> i64 {
    let cells: Vec<Cell> = game.world.units.iter().map(|unit| unit.cell).collect();
    let (mut left, mut count) = (cells, 0);
    while let Some(first) = left.pop() {
        let (mut group, mut next) = (vec![first], 0);
        while let Some(cell) = group.get(next).copied() {
            next += 1;
            let (close, rest): (Vec<Cell>, Vec<Cell>) =
                left.into_iter().partition(|other| other.chebyshev(cell) <= 4);
            group.extend(close);
            left = rest;
        }
        count += 1;
    }
    count
}

fn working(map: &LabMap) -> Option<Findings> {
    let (start, goal) = (map.start(), map.goal());
    let beside = *near(map, start).get(1)?;
    let tables = format!(
        "[[site]]\ngood = \"salt\"\nat = [{}, {}]\n[[town]]\nkind = \"village\"\nat = [{}, {}]\n",
        goal.x, goal.y, start.x, start.y
    ) + &unit("Will", "worker", "yours", beside, &format!("work {} {}", goal.x, goal.y));
    let mut game = land(map, Reading::Ground, false, &tables)?;
    let (mut loads, mut at_site, mut carried) = (0, 0, false);
    play(&mut game, 6 * DAY, |game| {
        let Some(will) = named(game, "Will") else { return true };
        at_site += i64::from(will.cell == goal);
        loads += i64::from(carried && will.cargo.is_none() && will.cell == start);
        carried = will.cargo.is_some();
        false
    });
    Some(found(&[
        ("loads", loads),
        ("ticks_at_site", at_site),
        ("steps", named(&game, "Will")?.steps.into()),
    ]))
}

fn spying(map: &LabMap) -> Option<Findings> {
    let (start, goal) = (map.start(), map.goal());
    let tables = unit("Eve", "spy", "yours", start, "spy Sven")
        + &unit("Sven", "porter", "strangers", goal, "stop")
        + &unit("Olaf", "porter", "yours", *near(map, goal).get(12)?, "stop");
    let mut game = land(map, Reading::Ground, false, &tables)?;
    let strangers = named(&game, "Sven")?.people;
    let (mut deepest, mut exposed, mut learning, mut learned) = (1, 0, 0, 0);
    play(&mut game, 1500, |game| {
        let Some(eve) = named(game, "Eve") else { return true };
        deepest = deepest.max(eve.stack.len() as i64);
        for behaviour in &eve.stack {
            if let Behaviour::Spy(spy) = behaviour {
                let is_seen = game.derived.visible[strangers][eve.cell] > 0;
                learning += i64::from(spy.since.is_some());
                exposed += i64::from(spy.since.is_some_and(|since| game.world.tick > since + 1) && is_seen);
                learned |= i64::from(spy.learned);
            }
        }
        learned > 0 && eve.stack.len() == 1
    });
    Some(found(&[
        ("learned", learned),
        ("learning_ticks", learning),
        ("needed_ticks", LEARNING_TICKS as i64),
        ("exposed_ticks", exposed),
        ("deepest_stack", deepest),
        ("stack_at_last", named(&game, "Eve")?.stack.len() as i64),
        ("steps", named(&game, "Eve")?.steps.into()),
    ]))
}

fn fog(map: &LabMap) -> Option<Findings> {
    let mut game = land(map, Reading::Ground, true, &unit("Ada", "porter", "yours", map.start(), "stop"))?;
    play(&mut game, 3, |_| false);
    let known = |game: &Game, cell| game.world.peoples[PeopleIx::PLAYER].belief.is_known(cell);
    let before = path(&game, map, Kind::Porter)?;
    // All that is not seen becomes plain ground, then the path is asked for again.
    let (mut changed_map, mut changed) = (map.clone(), 0);
    for cell in map.size().cells().filter(|cell| !known(&game, *cell)) {
        changed += i64::from(changed_map.set_cost(cell, 1000));
    }
    let tables = unit("Ada", "porter", "yours", map.start(), "stop");
    let mut other = land(&changed_map, Reading::Ground, true, &tables)?;
    play(&mut other, 3, |_| false);
    let after = path(&other, map, Kind::Porter)?;
    // Walked: the first of a people meets the walls, the second knows them.
    let walk = |game: &mut Game, name: &str| -> Option<i64> {
        let units = vec![named(game, name)?.id];
        let orders = vec![crate::world::Order::Go(map.goal()), crate::world::Order::Stop];
        game.apply(&crate::world::Command::Orders { units, orders, queue: crate::world::Queue::Replace })
            .ok()?;
        play(game, 3000, |game| at(game, name) == Some(map.goal()))?;
        Some(named(game, name)?.steps.into())
    };
    let first = walk(&mut game, "Ada")?;
    let units = vec![named(&game, "Ada")?.id];
    game.apply(&crate::world::Command::Orders {
        units,
        orders: vec![crate::world::Order::Go(map.start()), crate::world::Order::Stop],
        queue: crate::world::Queue::Replace,
    })
    .ok()?;
    play(&mut game, 3000, |game| at(game, "Ada") == Some(map.start()))?;
    let so_far = i64::from(named(&game, "Ada")?.steps);
    let again = walk(&mut game, "Ada")? - so_far;
    Some(found(&[
        ("changed", changed),
        ("same_path", (before.cells == after.cells).into()),
        ("unknown", before.unknown.into()),
        ("first_steps", first),
        ("again_steps", again),
    ]))
}

fn waypoints(map: &LabMap) -> Option<Findings> {
    let (start, goal) = (map.start(), map.goal());
    let free = near(map, Cell::new((start.x + goal.x) / 2, 0));
    let stop = *free.first()?;
    let course = |orders: &str| -> Option<(i64, i64, i64)> {
        let mut game = land(map, Reading::Ground, false, &unit("Bo", "porter", "yours", start, orders))?;
        let mut stops = 0;
        let ticks = play(&mut game, 3000, |game| {
            stops |= i64::from(at(game, "Bo") == Some(stop));
            at(game, "Bo") == Some(goal)
        });
        Some((i64::from(named(&game, "Bo")?.steps), stops, ticks.is_some().into()))
    };
    let go = |cell: Cell| format!("go {} {}; ", cell.x, cell.y);
    let (direct, drawn) = (course(&(go(goal) + "stop"))?, course(&(go(stop) + &go(goal) + "stop"))?);
    let game = land(map, Reading::Ground, false, "")?;
    let planner = game.planner(PeopleIx::PLAYER, Kind::Porter, &[]);
    let legs = [planner.path(start, stop), planner.path(stop, goal), planner.path(start, goal)];
    Some(found(&[
        ("direct_steps", direct.0),
        ("drawn_steps", drawn.0),
        ("was_there", drawn.1),
        ("arrived", drawn.2),
        ("legs", legs[0].cells.len() as i64 + legs[1].cells.len() as i64 - 2),
        ("first_leg_labels", legs[0].labels.into()),
        ("second_leg_labels", legs[1].labels.into()),
        ("whole_labels", legs[2].labels.into()),
    ]))
}

fn ambush(map: &LabMap) -> Option<Findings> {
    let mut game = land(map, Reading::Ground, false, "")?;
    let road: Vec<Cell> = map.size().cells().filter(|cell| map.cost(*cell) == 1000).collect();
    for cell in &road {
        let surface = game.world.land.surface[*cell];
        belief(&mut game).observe(*cell, surface, Tier::Dirt, false, 0);
    }
    let outlook = RoadVisibility {
        belief: &game.world.peoples[PeopleIx::PLAYER].belief,
        heights: &game.world.land.height,
    };
    let sites = |ahead| outlook.ambush_sites(road.iter().copied(), ahead);
    let at_usual = sites(AMBUSH_AHEAD_STEPS);
    let seen = at_usual.iter().filter(|site| outlook.has_line_of_sight(site.from, site.at)).count();
    let far = |site: &crate::plan::AmbushSite| {
        outlook.road_cells_at(site.from, AMBUSH_AHEAD_STEPS).contains(&site.at)
    };
    Some(found(&[
        ("ahead", AMBUSH_AHEAD_STEPS.into()),
        ("sites", at_usual.len() as i64),
        ("sites_that_are_seen", seen as i64),
        ("sites_as_far_as_said", at_usual.iter().filter(|site| far(site)).count() as i64),
        ("sites_at_2", sites(2).len() as i64),
        ("road", road.len() as i64),
    ]))
}

fn herd(map: &LabMap) -> Option<Findings> {
    let mut text = String::new();
    for (index, cell) in near(map, map.start()).into_iter().step_by(2).take(6).enumerate() {
        text += &unit(&format!("D{index}"), "deer", "beasts", cell, "");
    }
    let mut game = land(map, Reading::Ground, false, &text)?;
    let (mut closest, mut spread, mut depth) = (u32::MAX, 0, 0);
    play(&mut game, DAY, |game| {
        let cells: Vec<Cell> = game.world.units.iter().map(|unit| unit.cell).collect();
        for (index, one) in cells.iter().enumerate() {
            for other in &cells[index + 1..] {
                closest = closest.min(one.chebyshev(*other));
                spread = spread.max(one.chebyshev(*other));
            }
        }
        depth = depth.max(game.world.units.iter().map(|unit| unit.stack.len()).max().unwrap_or(0));
        false
    });
    let requests = game.world.tally.requests;
    Some(found(&[
        ("deer", game.world.units.len() as i64),
        ("closest", closest.into()),
        ("farthest", spread.into()),
        ("deepest_stack", depth as i64),
        ("path_requests", requests as i64),
    ]))
}

/// The level about a group in a wood, with its solution.
pub(super) fn forest_halves() -> Option<(Level, Game)> {
    let level = Level::parse(include_str!("../../../levels/crowd/forest-halves.toml")).ok()?;
    let game = Game::from_level(&level);
    Some((level, game))
}
