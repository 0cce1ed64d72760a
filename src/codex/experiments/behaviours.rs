//! Experiments about behaviours that hold on to a place or to others: each plays one on the scene's map.

use super::findings::Findings;
use super::lands::{Reading, at, found, go, land, named, near, play, porters, unit};
use crate::grid::Cell;
use crate::lab::LabMap;
use crate::mind::{DISPERSE_STEPS, LEASH_STEPS, STAY_RADIUS_STEPS};
use crate::sim::Game;
use crate::world::DAY;
use std::collections::BTreeSet;

/// Units that follow a leader.
const FOLLOWERS: usize = 6;

/// Lets one stop, one stay and one guard at the goal while another passes, and one patrol.
pub(super) fn staying(map: &LabMap) -> Option<Findings> {
    let goal = map.goal();
    let (stop, stay) = (in_the_way(map, "porter", "stop")?, in_the_way(map, "porter", "stay")?);
    let guard = in_the_way(map, "guard", &format!("guard {} {}", goal.x, goal.y))?;
    let (visits, gap) = patrol(map)?;
    Some(found(&[
        ("stop_away", stop.0),
        ("stop_passed", stop.1),
        ("stay_away", stay.0),
        ("stay_passed", stay.1),
        ("radius", STAY_RADIUS_STEPS.into()),
        ("guard_passed", guard.1),
        ("guard_off", guard.2),
        ("guard_back", guard.3),
        ("visits", visits),
        ("longest_gap", gap),
    ]))
}

/// One at the goal with this order, while another passes along its row: how far it goes away, whether the other gets
/// by, for how many ticks it is off its cell, and whether it comes back.
fn in_the_way(map: &LabMap, kind: &str, order: &str) -> Option<(i64, i64, i64, i64)> {
    let goal = map.goal();
    let (west, east) = (Cell::new(0, goal.y), Cell::new(map.size().width - 1, goal.y));
    let tables = unit("Gil", kind, "yours", goal, order) + &unit("Bo", "porter", "yours", west, &go(east));
    let mut game = land(map, Reading::Ground, false, &tables)?;
    let (mut away, mut off) = (0, 0);
    let passed = play(&mut game, DAY, |game| {
        let now = at(game, "Gil").map_or(0, |cell| cell.chebyshev(goal));
        (away, off) = (away.max(now.into()), off + i64::from(now > 0));
        at(game, "Bo") == Some(east)
    });
    let back = play(&mut game, 100, |game| at(game, "Gil") == Some(goal));
    Some((away, passed.is_some().into(), off, back.is_some().into()))
}

/// Visits of the goal in four days of a patrol between it and the start, and the longest time between two.
fn patrol(map: &LabMap) -> Option<(i64, i64)> {
    let (start, goal) = (map.start(), map.goal());
    let order = format!("patrol {} {}, {} {}", start.x, start.y, goal.x, goal.y);
    let mut game = land(map, Reading::Ground, false, &unit("Gil", "guard", "yours", start, &order))?;
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
    Some((visits, gap))
}

/// Lets a porter at the start flee, avoid or retreat from a raider at the goal, and one let another pass.
pub(super) fn fleeing(map: &LabMap) -> Option<Findings> {
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
    let (apart, in_the_way) = (passed(map, "disperse")?, passed(map, "stop")?);
    Some(found(&[
        ("before", start.octile(goal).into()),
        ("fled_to", fled.0),
        ("fled_nearer", fled.1),
        ("avoided_to", avoided.0),
        ("retreated_to", retreated.0),
        ("wanted_distance", DISPERSE_STEPS.into()),
        ("apart", apart),
        ("apart_standing", in_the_way),
    ]))
}

/// How near one that walks along the middle row comes to another that has this order.
fn passed(map: &LabMap, order: &str) -> Option<i64> {
    let (width, y) = (map.size().width, map.size().height / 2);
    let tables = unit("Eve", "porter", "yours", Cell::new(width / 2, y), order)
        + &unit("Bo", "porter", "yours", Cell::new(0, y), &format!("go {} {y}; stop", width - 1));
    let mut game = land(map, Reading::Ground, false, &tables)?;
    let mut least = u32::MAX;
    play(&mut game, 300, |game| {
        least = least.min(at(game, "Bo").zip(at(game, "Eve")).map_or(0, |(bo, eve)| bo.chebyshev(eve)));
        false
    });
    Some(least.into())
}

/// Lets a foe pass a guard at the start and go on to the goal: the guard defends, or attacks.
pub(super) fn defending(map: &LabMap) -> Option<Findings> {
    let (start, goal) = (map.start(), map.goal());
    // The foe comes by the ward and walks on to the goal.
    let beside = Cell::new(start.x + 4, start.y);
    let foe = unit("Skar", "porter", "raiders", beside, &go(goal));
    let course = |order: &str| -> Option<(i64, i64, Vec<i64>)> {
        let mut game =
            land(map, Reading::Ground, false, &(unit("Gil", "guard", "yours", start, order) + &foe))?;
        let (mut away, mut nearest, mut curve) = (0, i64::MAX, Vec::new());
        play(&mut game, 300, |game| {
            let Some(gil) = at(game, "Gil") else { return true };
            away = away.max(i64::from(gil.chebyshev(start)));
            if let Some(skar) = at(game, "Skar") {
                nearest = nearest.min(gil.chebyshev(skar).into());
            }
            if game.world.tick.is_multiple_of(4) {
                curve.push(gil.chebyshev(start).into());
            }
            false
        });
        Some((away, nearest, curve))
    };
    let defence = course(&format!("defend {} {}", start.x, start.y))?;
    let attack = course("attack Skar; stop")?;
    let figures = [
        ("leash", LEASH_STEPS.into()),
        ("defended_away", defence.0),
        ("defended_nearest", defence.1),
        ("attacked_away", attack.0),
        ("attacked_nearest", attack.1),
        ("defended_at_last", *defence.2.last()?),
    ];
    let findings = found(&figures).with_curve("steps from the ward, defending", defence.2);
    Some(findings.with_curve("steps from the ward, attacking", attack.2))
}

/// Orders eight porters around the start to surround a foe at the goal.
pub(super) fn surrounding(map: &LabMap) -> Option<Findings> {
    let goal = map.goal();
    let exits: Vec<Cell> =
        map.size().neighbours(goal).map(|(_, cell)| cell).filter(|cell| map.is_free(*cell)).collect();
    let around = near(map, map.start()).into_iter().take(8);
    let tables = unit("Skar", "porter", "raiders", goal, "stop") + &porters('P', around, "surround Skar");
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
    let figures = [("exits", exits.len() as i64), ("free_at_first", curve[0]), ("free_at_last", free(&game))];
    Some(found(&figures).with_curve("free cells around the target", curve))
}

/// Lets six follow one from start to goal, and some gather in a group.
pub(super) fn following(map: &LabMap) -> Option<Findings> {
    let (start, goal) = (map.start(), map.goal());
    let free = near(map, start);
    let followers = free.iter().copied().skip(1).take(FOLLOWERS);
    let tables = unit("Bo", "porter", "yours", start, &go(goal)) + &porters('F', followers, "follow Bo");
    let mut game = land(map, Reading::Ground, false, &tables)?;
    let (mut lag, mut abreast) = (0, 0);
    play(&mut game, 300, |game| {
        let Some(bo) = at(game, "Bo") else { return true };
        lag = lag.max(game.world.units.iter().map(|unit| unit.cell.chebyshev(bo)).max().unwrap_or(0));
        let rows: BTreeSet<u16> = game.world.units.iter().map(|unit| unit.cell.y).collect();
        abreast = abreast.max(rows.len() as i64);
        false
    });
    let requests = game.world.tally.requests as i64;
    // Some gather.
    let places = free.iter().copied().step_by((free.len() / 7).max(1)).take(7);
    let mut game = land(map, Reading::Ground, false, &porters('P', places, "group"))?;
    let (first, mut curve) = (groups(&game), Vec::new());
    play(&mut game, DAY - 2, |game| {
        if game.world.tick.is_multiple_of(20) {
            curve.push(groups(game));
        }
        false
    });
    let figures = [
        ("followers", FOLLOWERS as i64),
        ("lag", lag.into()),
        ("rows", abreast),
        ("requests", requests),
        ("groups_at_first", first),
        ("groups_at_last", groups(&game)),
    ];
    Some(found(&figures).with_curve("groups", curve))
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

/// Lets a worker carry salt from the goal to a village at the start, for six days.
pub(super) fn working(map: &LabMap) -> Option<Findings> {
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
