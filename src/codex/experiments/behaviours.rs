//! Experiments about behaviours that hold on to a place or to others: each plays one on the scene's map.

use super::experiment::{Curve, Experiment, Findings};
use super::lands::{Reading, at, found, land, named, near, play, unit};
use crate::grid::Cell;
use crate::lab::LabMap;
use crate::mind::{DISPERSE_STEPS, STAY_RADIUS_STEPS};
use crate::sim::Game;
use crate::world::DAY;
use std::collections::BTreeSet;

pub(super) const BEHAVIOURS: &[Experiment] = &[
    Experiment {
        id: "staying",
        says: "Orders one porter at the start to stop and one at the goal to stay, for a day.",
        run: |map| staying(map).unwrap_or_default(),
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
];

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
    // Attack, from as near as one can see: the distance falls.
    let ward = *near(map, goal).iter().find(|cell| cell.octile(goal) >= 5000)?;
    let tables = unit("Gil", "guard", "yours", ward, "attack Skar; stop")
        + &unit("Skar", "porter", "raiders", goal, "stop");
    let mut game = land(map, Reading::Ground, false, &tables)?;
    let mut curve = vec![i64::from(ward.chebyshev(goal))];
    play(&mut game, 600, |game| {
        let (Some(gil), Some(skar)) = (at(game, "Gil"), at(game, "Skar")) else { return true };
        if game.world.tick.is_multiple_of(4) {
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
