//! Orders: every behaviour does what its name says, queues are kept, crowds get through, walls are walls.

use crate::causes;
use crate::kit::Dice;
use std::fmt::Write;
use wayworn::grid::{Cell, Layer, Size};
use wayworn::land::Surface;
use wayworn::level::Level;
use wayworn::mind::NIGHT_TICKS;
use wayworn::scene::{self, View};
use wayworn::sim::Game;
use wayworn::world::{
    Behaviour, Brush, Command, Event, EventKind, Kind, Order, Queue, Rejection, SettlementEvent, Tier,
    TownKind, Unit, UnitId, UnitIx,
};

/// A level of these rows with a unit at each of these cells.
pub(crate) fn level(rows: &[String], fog: bool, units: &[(&str, u16, u16)]) -> Game {
    let mut text = format!("name = \"x\"\nabout = \"y\"\nfog = {fog}\nmap = '''\n{}\n'''\n", rows.join("\n"));
    for (kind, x, y) in units {
        writeln!(text, "[[unit]]\nkind = \"{kind}\"\nat = [{x}, {y}]").unwrap();
    }
    Game::from_level(&Level::parse(&text).unwrap_or_else(|error| panic!("{error}")))
}

/// A porter at 50, 50 on a meadow, and a wall at column 80 that is too long for a local search. The porter knows of a
/// highway, so that the heuristic rules out hardly any detour.
pub(crate) fn behind_a_long_wall() -> Game {
    behind_a_long_wall_on(meadow(100, 200))
}

/// The same on other ground, a hundred cells wide and two hundred high.
pub(crate) fn behind_a_long_wall_on(mut rows: Vec<String>) -> Game {
    for row in rows.iter_mut().take(195) {
        row.replace_range(80..81, "#");
    }
    let mut game = level(&rows, false, &[("porter", 50, 50)]);
    game.world.peoples[0].belief.observe(Cell::new(0, 199), Surface::Meadow, Tier::Highway, false, 0);
    game
}

/// Open meadow.
pub(crate) fn meadow(width: usize, height: usize) -> Vec<String> {
    vec![".".repeat(width); height]
}

/// Gives a unit orders.
pub(crate) fn order(game: &mut Game, unit: UnitId, orders: Vec<Order>, queue: Queue) {
    game.apply(&Command::Orders { units: vec![unit], orders, queue }).unwrap();
}

/// A unit that is alive.
pub(crate) fn unit(game: &Game, id: UnitId) -> &Unit {
    game.world.unit(id).unwrap()
}

/// Plays until `done` or for this many ticks; returns whether it was done, and checks the invariants meanwhile.
pub(crate) fn until(game: &mut Game, ticks: u64, mut done: impl FnMut(&Game) -> bool) -> bool {
    for _ in 0..ticks {
        game.tick();
        if game.world.tick.is_multiple_of(10) {
            game.world.check().unwrap();
            assert!(game.derived.matches(&game.world));
        }
        if done(game) {
            return true;
        }
    }
    false
}

/// A single unit on a meadow: the game and the unit.
fn alone(kind: &str, fog: bool) -> (Game, UnitId) {
    let game = level(&meadow(40, 24), fog, &[(kind, 20, 12)]);
    let id = game.world.units[UnitIx(0)].id;
    (game, id)
}

#[test]
fn an_order_to_stop_is_final() {
    let (mut game, me) = alone("porter", false);
    order(&mut game, me, vec![Order::Go(Cell::new(35, 12))], Queue::Replace);
    assert!(until(&mut game, 40, |game| unit(game, me).cell.x > 22));
    order(&mut game, me, vec![Order::Stop], Queue::Replace);
    assert!(until(&mut game, 20, |game| unit(game, me).next.is_none()));
    let cell = unit(&game, me).cell;
    assert!(cell.x < 26, "it stops at once");
    assert!(!until(&mut game, 1000, |game| unit(game, me).cell != cell));
    assert_eq!(unit(&game, me).top(), Some(&Behaviour::Stop));
}

#[test]
fn orders_to_stay_and_to_rest_are_followed() {
    for (what, ticks) in [(Order::Stay, 200), (Order::Rest, NIGHT_TICKS)] {
        let (mut game, me) = alone("porter", false);
        game.world.units[UnitIx(0)].fatigue = 10_000;
        let cell = unit(&game, me).cell;
        order(&mut game, me, vec![what.clone(), Order::Go(Cell::new(5, 5))], Queue::Replace);
        assert!(!until(&mut game, ticks - 1, |game| unit(game, me).cell != cell), "{what:?}");
        assert!(until(&mut game, 1000, |game| unit(game, me).cell == Cell::new(5, 5)), "then it goes on");
        // Sixteen steps and their climbs, with or without the earlier fatigue.
        assert_eq!(unit(&game, me).fatigue < 25_000, what == Order::Rest, "{what:?}");
    }
}

#[test]
fn wandering_lasts_a_day() {
    let (mut game, me) = alone("porter", false);
    order(&mut game, me, vec![Order::Wander], Queue::Replace);
    let mut seen: Vec<Cell> = Vec::new();
    until(&mut game, 400, |game| {
        let cell = unit(game, me).cell;
        if !seen.contains(&cell) {
            seen.push(cell);
        }
        false
    });
    assert!(seen.len() >= 8, "{seen:?}");
    assert!(matches!(unit(&game, me).top(), Some(Behaviour::Stay(_))), "then it stays");
}

#[test]
fn patrolling_visits_the_points_in_order() {
    let (mut game, me) = alone("porter", false);
    let points = vec![Cell::new(30, 5), Cell::new(30, 18), Cell::new(8, 10)];
    order(&mut game, me, vec![Order::Patrol(points.clone())], Queue::Replace);
    let mut visits: Vec<usize> = Vec::new();
    until(&mut game, 3000, |game| {
        if let Some(point) = points.iter().position(|point| *point == unit(game, me).cell)
            && visits.last() != Some(&point)
        {
            visits.push(point);
        }
        visits.len() == 9
    });
    assert_eq!(visits, [0, 1, 2, 0, 1, 2, 0, 1, 2]);
}

#[test]
fn following_keeps_near() {
    let rows = meadow(60, 24);
    let mut game = level(&rows, false, &[("porter", 6, 12), ("porter", 3, 4)]);
    let (leader, follower) = (game.world.units[UnitIx(0)].id, game.world.units[UnitIx(1)].id);
    let stops = [(50, 4), (50, 20), (8, 20), (30, 6)].map(|(x, y)| Order::Go(Cell::new(x, y)));
    order(&mut game, leader, stops.to_vec(), Queue::Replace);
    order(&mut game, follower, vec![Order::Follow(leader)], Queue::Replace);
    until(&mut game, 40, |_| false);
    let mut worst = 0;
    until(&mut game, 1100, |game| {
        worst = worst.max(unit(game, leader).cell.chebyshev(unit(game, follower).cell));
        false
    });
    assert!(worst <= 12, "it fell {worst} steps behind");
    assert!(unit(&game, leader).cell.chebyshev(unit(&game, follower).cell) <= 3);
    assert!(matches!(unit(&game, follower).stack[1], Behaviour::Follow(_)));
}

#[test]
fn exploring_sees_the_whole_land() {
    for kind in ["scout", "porter"] {
        let (mut game, me) = alone(kind, true);
        let known = |game: &Game| game.world.peoples[0].belief.known();
        let before = known(&game);
        order(&mut game, me, vec![Order::Explore], Queue::Replace);
        assert!(until(&mut game, 200, |game| known(game) > before + 50), "{kind} does not set out");
        assert!(until(&mut game, 6000, |game| known(game) == 40 * 24), "{kind}: {} known", known(&game));
    }
}

#[test]
fn settling_founds_a_hamlet() {
    let (mut game, me) = alone("settler", false);
    let at = Cell::new(33, 6);
    order(&mut game, me, vec![Order::Settle(at)], Queue::Replace);
    assert!(until(&mut game, 600, |game| !game.world.towns.is_empty()));
    let town = &game.world.towns[0];
    assert_eq!((town.cell, town.kind), (at, TownKind::Hamlet));
    assert_eq!(unit(&game, me).kind, Kind::Porter);
    let founded = |event: &Event| match event.kind {
        EventKind::Settlement(SettlementEvent::Founded { unit, .. }) => {
            unit == Some(me) && event.at == Some(at)
        }
        _ => false,
    };
    assert!(causes::told(&game).any(founded));
}

/// Waypoints are visited in the order given, across several commands, and the last one can be removed.
#[test]
fn waypoints_are_walked_in_order() {
    let (mut game, me) = alone("porter", false);
    let stops = [Cell::new(30, 4), Cell::new(6, 4), Cell::new(6, 20), Cell::new(38, 22)];
    order(&mut game, me, vec![Order::Go(Cell::new(1, 1))], Queue::Replace);
    order(&mut game, me, vec![Order::Go(stops[0])], Queue::Replace);
    order(&mut game, me, vec![Order::Go(stops[1]), Order::Go(stops[2])], Queue::Append);
    until(&mut game, 30, |_| false);
    order(&mut game, me, vec![Order::Go(stops[3])], Queue::Append);
    assert_eq!(unit(&game, me).orders.len(), 3);
    game.apply(&Command::UndoOrders { units: vec![me] }).unwrap();
    let mut visits: Vec<usize> = Vec::new();
    until(&mut game, 1500, |game| {
        let here = stops.iter().position(|stop| *stop == unit(game, me).cell);
        if let Some(stop) = here.filter(|stop| visits.last() != Some(stop)) {
            visits.push(stop);
        }
        false
    });
    assert_eq!(visits, [0, 1, 2]);
    assert_eq!(unit(&game, me).cell, stops[2], "it stays at its goal");
    let refused = |game: &mut Game, orders: Vec<Order>| {
        let before = game.world.hash();
        let answer = game.apply(&Command::Orders { units: vec![me], orders, queue: Queue::Append });
        assert_eq!(game.world.hash(), before, "a refusal changes nothing");
        answer.unwrap_err()
    };
    assert_eq!(refused(&mut game, vec![Order::Go(stops[0]); 65]), Rejection::TooMany(64));
    let off = Cell::new(40, 3);
    assert_eq!(refused(&mut game, vec![Order::Go(off)]), Rejection::OffTheLand(off));
}

/// Two crowds of `count` go through the same one-cell passage of some `length` from both sides, each unit to a place
/// of its own on the other side. Returns the units that have not arrived after `ticks`.
fn pass_through(count: usize, length: usize, dice: &mut Dice, ticks: u64) -> Vec<Unit> {
    let mut rows = meadow(31, 15);
    for (y, row) in rows.iter_mut().enumerate() {
        let wall = if y == 7 { "." } else { "#" };
        row.replace_range(15 - length / 2..15 - length / 2 + length, &wall.repeat(length));
    }
    let mut places: Vec<Cell> = Size::new(10, 15).cells().collect();
    let mut units = Vec::new();
    let mut goals = Vec::new();
    for i in 0..count * 2 {
        let (from, to) =
            (places.swap_remove(dice.below(places.len())), places.swap_remove(dice.below(places.len())));
        let (west, east) = (Cell::new(from.x, from.y), Cell::new(30 - to.x, to.y));
        let (from, to) = if i % 2 == 0 { (west, east) } else { (east, west) };
        units.push(("porter", from.x, from.y));
        goals.push(to);
    }
    let mut game = level(&rows, false, &units);
    let ids: Vec<UnitId> = game.world.units.iter().map(|unit| unit.id).collect();
    for (id, goal) in ids.iter().zip(&goals) {
        order(&mut game, *id, vec![Order::Go(*goal)], Queue::Replace);
    }
    let mut open: Vec<(UnitId, Cell)> = ids.into_iter().zip(goals).collect();
    until(&mut game, ticks, |game| {
        open.retain(|(id, goal)| unit(game, *id).cell != *goal);
        open.is_empty()
    });
    open.iter().map(|(id, _)| unit(&game, *id).clone()).collect()
}

/// All of them arrive, and no two ever share a cell.
#[test]
fn crowds_pass_a_gap_from_both_sides() {
    let few = [(1, 1), (3, 5), (6, 1), (10, 1), (12, 1)];
    let many = [(7, 3), (10, 3), (11, 6), (12, 8), (12, 9), (10, 10), (8, 10)];
    for (i, (count, length)) in few.into_iter().chain(many).chain(many).enumerate() {
        let stuck = pass_through(count, length, &mut Dice(i as u64), 4000);
        assert!(stuck.is_empty(), "{} of {count} a side in a passage of {length}: {stuck:#?}", stuck.len());
    }
}

/// Cells of wall on a land.
fn walls(surface: &Layer<Surface>) -> Vec<Cell> {
    surface.iter().filter(|(_, surface)| **surface == Surface::Wall).map(|(cell, _)| cell).collect()
}

/// A visible wall drawn across paths in use: the affected units replan at once, the counter says so, none walks
/// through, and all arrive; those whose paths it does not block go on.
#[test]
fn a_wall_in_sight_makes_walkers_plan_anew() {
    let units = [("porter", 10, 8), ("porter", 10, 10), ("porter", 10, 22)];
    let mut game = level(&meadow(40, 24), false, &units);
    let ids: Vec<UnitId> = game.world.units.iter().map(|unit| unit.id).collect();
    for (id, y) in ids.iter().zip([8, 10, 22]) {
        order(&mut game, *id, vec![Order::Go(Cell::new(32, y))], Queue::Replace);
    }
    until(&mut game, 10, |_| false);
    let cells: Vec<Cell> = (4..=14).map(|y| Cell::new(15, y)).collect();
    let replans = game.world.tally.replans;
    game.apply(&Command::EditLand { stroke: 1, brush: Brush::Wall, cells: cells.clone() }).unwrap();
    let said = scene::build_scene(&game, &View::default()).last_edit.words;
    assert!(said.contains("2 are replanning"), "{said}");
    assert_eq!(game.world.tally.replans, replans + 2);
    assert_eq!((game.derived.counter.affected.len(), walls(&game.world.land.surface)), (2, cells.clone()));
    until(&mut game, 5, |_| false);
    let reading = game.derived.counter.clone();
    assert_eq!((reading.affected.len(), reading.replanned(), reading.changed()), (2, 2, 2));
    assert!(
        reading.total_growth().0 >= 0 && reading.total_growth().1 > 0,
        "the new paths are longer: {reading:?}"
    );
    let goals = [8, 10, 22].map(|y| Cell::new(32, y));
    let arrived = until(&mut game, 600, |game| {
        let through =
            |unit: &Unit| cells.contains(&unit.cell) || unit.next.is_some_and(|c| cells.contains(&c));
        assert!(!game.world.units.iter().any(through), "a unit walks through the wall");
        ids.iter().zip(&goals).all(|(id, goal)| unit(game, *id).cell == *goal)
    });
    assert!(arrived);
    game.apply(&Command::EditLand { stroke: 2, brush: Brush::Erase, cells: cells.clone() }).unwrap();
    assert!(walls(&game.world.land.surface).is_empty(), "the ground below the wall is back");
    assert_eq!(game.world.land.surface[cells[0]], Surface::Meadow);
}

/// An unseen wall changes no plan; a unit that meets it replans there, and arrives.
#[test]
fn a_wall_out_of_sight_is_met() {
    let (mut game, me) = alone("porter", false);
    let goal = Cell::new(38, 12);
    order(&mut game, me, vec![Order::Go(goal)], Queue::Replace);
    until(&mut game, 5, |_| false);
    let plan = |game: &Game| unit(game, me).path.as_ref().map(|path| (path.planned, path.price));
    let before = plan(&game);
    assert!(before.is_some());
    let cells: Vec<Cell> = (6..=18).map(|y| Cell::new(34, y)).collect();
    game.apply(&Command::EditLand { stroke: 1, brush: Brush::Wall, cells: cells.clone() }).unwrap();
    let said = scene::build_scene(&game, &View::default()).last_edit.words;
    assert!(said.contains("not seen yet"), "{said}");
    assert!(!until(&mut game, 12, |game| plan(game) != before), "it is still unknown");
    assert!(until(&mut game, 600, |game| {
        assert!(!cells.contains(&unit(game, me).cell));
        unit(game, me).cell == goal
    }));
    assert_ne!(game.world.tally.replans, 0);
}

/// Two crowds of twelve meet at a corridor ten cells long and one wide: never are two directions inside at once, and
/// all get through.
#[test]
fn one_wide_passages_are_used_by_turns() {
    let mut rows = meadow(44, 15);
    for (y, row) in rows.iter_mut().enumerate() {
        if y != 7 {
            row.replace_range(17..27, &"#".repeat(10));
        }
    }
    let spots = |x: u16| (0..12).map(move |i| (x + i / 4, 3 + 2 * (i % 4)));
    let crowd: Vec<_> = spots(6).chain(spots(35)).map(|(x, y)| ("porter", x, y)).collect();
    let mut game = level(&rows, false, &crowd);
    let ids: Vec<UnitId> = game.world.units.iter().map(|unit| unit.id).collect();
    let goals: Vec<Cell> = spots(36).chain(spots(5)).map(|(x, y)| Cell::new(x, y)).collect();
    for (id, goal) in ids.iter().zip(&goals) {
        order(&mut game, *id, vec![Order::Go(*goal), Order::Stop], Queue::Replace);
    }
    let (mut eastward, mut clashes) = ([0u32; 2], 0);
    let arrived = until(&mut game, 4000, |game| {
        let inside = |id: &&UnitId| (18..26).contains(&unit(game, **id).cell.x);
        let east = ids[..12].iter().filter(inside).count();
        let west = ids[12..].iter().filter(inside).count();
        clashes += u32::from(east > 0 && west > 0);
        eastward = [eastward[0].max(east as u32), eastward[1].max(west as u32)];
        ids.iter().zip(&goals).all(|(id, goal)| unit(game, *id).cell.chebyshev(*goal) <= 1)
    });
    assert!(arrived, "a unit is stuck");
    assert!(eastward.iter().all(|most| *most >= 2), "they went one by one: {eastward:?}");
    assert_eq!(clashes, 0, "two directions at once in the passage");
}
