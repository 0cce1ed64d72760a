//! Experiments about what units know and want: seeing, searching, spying, drawn paths.

use super::findings::Findings;
use super::lands::{Reading, at, belief, found, go, land, named, near, path, play, send, unit};
use crate::grid::Cell;
use crate::lab::LabMap;
use crate::mind::LEARNING_TICKS;
use crate::plan::{AMBUSH_AHEAD_STEPS, RoadVisibility};
use crate::sim::Game;
use crate::world::{Behaviour, Command, DAY, Kind, Order, PeopleIx, StackEdit, Tier, UnitOrPlace};

/// Lets a scout explore from the start in fog, another wander, for a day, and a third search for the goal.
pub(super) fn exploring(map: &LabMap) -> Option<Findings> {
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
    let mut figures = vec![
        ("explored", explored.0),
        ("explored_per_100", explored.1),
        ("wandered", wandered.0),
        ("wandered_per_100", wandered.1),
    ];
    figures.extend(searching(map)?);
    let findings = found(&figures).with_curve("cells known, exploring", explored.2);
    Some(findings.with_curve("cells known, wandering", wandered.2))
}

/// When a raider at the goal is first seen, when the search for it ends, and how far away it is then.
fn searching(map: &LabMap) -> Option<[(&'static str, i64); 3]> {
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
        if game.world.tick > 5 && !searches && ended == 0 {
            ended = game.world.tick as i64;
        }
        ended > 0 && (game.world.tick as i64) > ended + 1
    });
    let distance = at(&game, "Eve")?.chebyshev(at(&game, "Skar")?);
    Some([("search_seen", seen), ("search_ended", ended), ("search_distance", distance.into())])
}

/// Sends a spy from the start to watch a stranger at the goal, then lets it walk straight there instead.
pub(super) fn spying(map: &LabMap) -> Option<Findings> {
    let (start, goal) = (map.start(), map.goal());
    let beside = *near(map, goal).get(1)?;
    // The one who is watched stands; another walks to and fro between it and the spy.
    let between = (start.x + 3 * goal.x) / 4;
    let column: Vec<Cell> =
        (0..map.size().height).map(|y| Cell::new(between, y)).filter(|cell| map.is_free(*cell)).collect();
    let (top, bottom) = (*column.first()?, *column.last()?);
    // Olaf is there so that it is known where Sven stands.
    let others = unit("Sven", "porter", "strangers", goal, "stop")
        + &unit("Olaf", "porter", "yours", *near(map, goal).get(12)?, "stop")
        + &unit(
            "Tor",
            "porter",
            "strangers",
            top,
            &format!("patrol {} {}, {} {}", bottom.x, bottom.y, top.x, top.y),
        );
    let course = |kind: &str, order: &str| -> Option<[i64; 3]> {
        let mut game =
            land(map, Reading::Ground, false, &(unit("Eve", kind, "yours", start, order) + &others))?;
        let strangers = named(&game, "Sven")?.people;
        let (mut seen, mut learning, mut exposed) = (0, 0, 0);
        play(&mut game, 900, |game| {
            let Some(eve) = named(game, "Eve") else { return true };
            let is_seen = game.derived.visible[strangers][eve.cell] > 0;
            seen += i64::from(is_seen);
            for behaviour in &eve.stack {
                let Behaviour::Spy(spy) = behaviour else { continue };
                learning += i64::from(spy.since.is_some());
                exposed += i64::from(spy.since.is_some_and(|since| game.world.tick > since + 1) && is_seen);
            }
            false
        });
        Some([seen, learning, exposed])
    };
    let (spy, walker) = (course("spy", "spy Sven")?, course("spy", &go(beside))?);
    Some(found(&[
        ("seen_ticks", spy[0]),
        ("walker_seen_ticks", walker[0]),
        ("learning_ticks", spy[1]),
        ("needed_ticks", LEARNING_TICKS as i64),
        ("exposed_ticks", spy[2]),
    ]))
}

/// Pushes a trip home, and avoiding, onto the stack of a spy that goes from start to goal.
pub(super) fn stack(map: &LabMap) -> Option<Findings> {
    let (start, goal) = (map.start(), map.goal());
    // Olaf is there so that it is known where Sven stands.
    let tables = unit("Eve", "spy", "yours", start, "spy Sven")
        + &unit("Sven", "porter", "strangers", goal, "stop")
        + &unit("Olaf", "porter", "yours", *near(map, goal).get(12)?, "stop");
    let mut game = land(map, Reading::Ground, false, &tables)?;
    play(&mut game, 30, |_| false);
    let (eve, sven) = (named(&game, "Eve")?.id, named(&game, "Sven")?.id);
    let at_first = named(&game, "Eve")?.stack.len() as i64;
    for order in [Order::Go(start), Order::Avoid(UnitOrPlace::Unit(sven))] {
        let height = named(&game, "Eve")?.stack.len() as u8;
        game.apply(&Command::EditStack { unit: eve, height, edit: StackEdit::Push(order) }).ok()?;
    }
    let (mut deepest, mut tops, mut nearest_home) = (0, Vec::new(), u32::MAX);
    play(&mut game, 1500, |game| {
        let Some(eve) = named(game, "Eve") else { return true };
        deepest = deepest.max(eve.stack.len() as i64);
        nearest_home = nearest_home.min(eve.cell.chebyshev(start));
        tops.push(match eve.stack.last() {
            Some(Behaviour::Avoid(_)) => 3,
            Some(Behaviour::Travel(_)) => 2,
            Some(Behaviour::Spy(_)) => 1,
            _ => 0,
        });
        tops.last() == Some(&1)
    });
    tops.dedup();
    Some(found(&[
        ("at_first", at_first),
        ("deepest", deepest),
        ("in_order", (tops == [3, 2, 1]).into()),
        ("was_home", (nearest_home == 0).into()),
    ]))
}

/// Changes cells that a people has not seen, and plans again.
pub(super) fn fog(map: &LabMap) -> Option<Findings> {
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
        send(game, units, map.goal())?;
        play(game, 3000, |game| at(game, name) == Some(map.goal()))?;
        Some(named(game, name)?.steps.into())
    };
    let first = walk(&mut game, "Ada")?;
    let units = vec![named(&game, "Ada")?.id];
    send(&mut game, units, map.start())?;
    play(&mut game, 3000, |game| at(game, "Ada") == Some(map.start()))?;
    let so_far = i64::from(named(&game, "Ada")?.steps);
    let again = walk(&mut game, "Ada")? - so_far;
    Some(found(&[
        ("changed", changed),
        ("same_path", (before.cells == after.cells).into()),
        ("first_steps", first),
        ("again_steps", again),
    ]))
}

/// Sends a porter to the goal by two clicks of the player's.
pub(super) fn waypoints(map: &LabMap) -> Option<Findings> {
    let (start, goal) = (map.start(), map.goal());
    let free = near(map, Cell::new(start.x.midpoint(goal.x), 0));
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
    let through = format!("go {} {}; {}", stop.x, stop.y, go(goal));
    let (direct, drawn) = (course(&go(goal))?, course(&through)?);
    let game = land(map, Reading::Ground, false, "")?;
    let planner = game.planner(PeopleIx::PLAYER, Kind::Porter, &[]);
    let legs = [planner.path(start, stop), planner.path(stop, goal)];
    Some(found(&[
        ("direct_steps", direct.0),
        ("drawn_steps", drawn.0),
        ("was_there", drawn.1),
        ("arrived", drawn.2),
        ("legs", legs[0].cells.len() as i64 + legs[1].cells.len() as i64 - 2),
    ]))
}

/// Reads plain cells as road and looks for cells from which the road ahead cannot be seen.
pub(super) fn ambush(map: &LabMap) -> Option<Findings> {
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

/// Lets six deer graze around the start for a day, beside a wolf at the goal.
pub(super) fn herd(map: &LabMap) -> Option<Findings> {
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
