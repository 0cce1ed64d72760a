//! Orders: every behaviour does what its name says, queues are kept, crowds get through, walls are walls.

use crate::causes;
use crate::kit::Dice;
use crate::map_check::{Overlay, STILL, Scene, ours};
use expect_test::expect;
use std::borrow::Borrow;
use std::fmt::Write;
use wayworn::grid::{Cell, Size};
use wayworn::land::Surface;
use wayworn::level::Level;
use wayworn::mind::NIGHT_TICKS;
use wayworn::scene::{self, Viewport};
use wayworn::sim::Game;
use wayworn::world::{
    Behaviour, Command, DAY, Event, EventKind, Kind, Order, PeopleIx, Queue, Rejection, SettlementEvent,
    Tier, TownIx, TownKind, Unit, UnitId,
};

/// A level with these rows, and these tables of what is in it.
pub(crate) fn drawn(rows: &[impl Borrow<str>], fog: bool, tables: &str) -> Game {
    let rows = rows.join("\n");
    let text = format!("name = \"x\"\nabout = \"y\"\nfog = {fog}\nmap = '''\n{rows}\n'''\n{tables}");
    Game::from_level(&Level::parse(&text).unwrap_or_else(|error| panic!("{error}")))
}

/// A level of these rows with a unit at each of these cells.
pub(crate) fn level(rows: &[String], fog: bool, units: &[(&str, u16, u16)]) -> Game {
    let mut text = String::new();
    for (kind, x, y) in units {
        writeln!(text, "[[unit]]\nkind = \"{kind}\"\nat = [{x}, {y}]").unwrap();
    }
    drawn(rows, fog, &text)
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
    game.world.peoples[PeopleIx::PLAYER].belief.observe(
        Cell::new(0, 199),
        Surface::Meadow,
        Tier::Highway,
        false,
        0,
    );
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

#[test]
fn an_order_to_stop_is_final() {
    let mut scene = Scene::new(
        "............
         .B..........
         ............
         ............",
        "Bo: go 10 1",
    );
    scene.run(20).order("Bo: stop").run(1000).shows(
        Overlay::Steps,
        expect![[r#"
        ............
        ..111B......
        ............
        ............
    "#]],
    );
    assert_eq!(scene.unit("Bo").top(), Some(&Behaviour::Stop));
}

#[test]
fn orders_to_stay_and_to_rest_are_followed() {
    for (what, ticks) in [("stay", DAY), ("rest", NIGHT_TICKS)] {
        let mut scene = Scene::new(
            "..........
             .B........
             ..........
             ..........",
            &format!("Bo: {what}; go 8 2; stop"),
        );
        scene.unit_mut("Bo").fatigue = 10_000;
        assert!(scene.until(2 * ticks, |game| game.world.units.iter().any(|unit| unit.next.is_some())));
        assert!(scene.game.world.tick.abs_diff(ticks) < 10, "{what}: {} ticks", scene.game.world.tick);
        scene.run(STILL);
        assert_eq!(scene.at("Bo"), (8, 2), "then it goes on");
        // Seven steps, with or without the earlier fatigue.
        assert_eq!(scene.unit("Bo").fatigue < 10_000, what == "rest", "{what}");
    }
}

#[test]
fn wandering_lasts_a_day() {
    let mut scene = Scene::new(
        "................
         ................
         ................
         ................
         .......B........
         ................
         ................
         ................
         ................",
        "Bo: wander",
    );
    scene.run(DAY).shows(
        Overlay::Steps,
        expect![[r#"
        ................
        ....B.........1.
        .....1.......11.
        ......1......11.
        .......111112211
        ......1.....1...
        ......1.....1...
        ......1......1..
        .......111111...
    "#]],
    );
    assert!(matches!(scene.run(20).unit("Bo").top(), Some(Behaviour::Stay { .. })), "then it stays");
}

#[test]
fn exploring_sees_the_whole_land() {
    let map = "..........................
               ..........................
               ..........................
               ...........B..............
               ..........................
               ..........................
               ..........................";
    let mut scene = Scene::in_fog(map, "Bo: explore");
    scene.shows(
        Overlay::Unknown,
        expect![[r#"
        ??????...........?????????
        ?????.............????????
        ?????.............????????
        ?????......B......????????
        ?????.............????????
        ?????.............????????
        ??????...........?????????
    "#]],
    );
    scene.run(60).shows(
        Overlay::Unknown,
        expect![[r#"
        .................?????????
        ..................????????
        ..................????????
        .......B..........????????
        ..................????????
        ..................????????
        .................?????????
    "#]],
    );
    for kind in ["porter", "scout"] {
        let mut scene = Scene::in_fog(map, &format!("Bo ({kind}): explore"));
        assert!(scene.until(1500, |game| ours(&game.world).belief.known() == 26 * 7), "{kind}");
    }
}

#[test]
fn settling_founds_a_hamlet() {
    let mut scene = Scene::new(
        "................
         .S..............
         ................
         ................
         ................",
        "Sol (settler): settle 13 3",
    );
    let (me, at) = (scene.id("Sol"), Cell::new(13, 3));
    assert!(scene.until(600, |game| !game.world.towns.is_empty()));
    let town = &scene.game.world.towns[TownIx(0)];
    assert_eq!((town.cell, town.kind), (at, TownKind::Hamlet));
    assert_eq!(scene.unit("Sol").kind, Kind::Porter);
    let founded = |event: &Event| match event.kind {
        EventKind::Settlement(SettlementEvent::Founded { unit, .. }) => {
            unit == Some(me) && event.at == Some(at)
        }
        _ => false,
    };
    assert!(causes::told(&scene.game).any(founded));
}

/// Waypoints are visited in the order given, across several commands, and the last one can be removed.
#[test]
fn waypoints_are_walked_in_order() {
    let mut scene = Scene::new(
        "................
         ................
         ..B.............
         ................
         ................
         ................
         ................",
        "Bo: go 1 1
         Bo: go 12 1
         Bo: then go 12 5; go 3 5",
    );
    scene.run(30).order("Bo: then go 1 3");
    let me = scene.id("Bo");
    assert_eq!(scene.unit("Bo").orders.len(), 3);
    scene.game.apply(&Command::UndoOrders { units: vec![me] }).unwrap();
    scene.run(STILL).shows(
        Overlay::Steps,
        expect![[r#"
        ................
        ....111111111...
        ...1........1...
        ............1...
        ............1...
        ...B111111111...
        ................
    "#]],
    );
    let refused = |game: &mut Game, orders: Vec<Order>| {
        let before = game.world.hash();
        let answer = game.apply(&Command::Orders { units: vec![me], orders, queue: Queue::Append });
        assert_eq!(game.world.hash(), before, "a refusal changes nothing");
        answer.unwrap_err()
    };
    assert_eq!(refused(&mut scene.game, vec![Order::Stop; 65]), Rejection::TooMany(64));
    let off = Cell::new(16, 3);
    assert_eq!(refused(&mut scene.game, vec![Order::Go(off)]), Rejection::OffTheLand(off));
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

/// A visible wall drawn across paths in use: the affected units replan at once, the counter says so, none walks
/// through, and all arrive; those whose paths it does not block go on.
#[test]
fn a_wall_in_sight_makes_walkers_plan_anew() {
    let mut scene = Scene::new(
        "....................
         ....................
         .B..................
         .C..................
         ....................
         ....................
         ....................
         .D..................",
        "Bo: go 18 2; stop
         Cy: go 18 3; stop
         Di: go 18 7; stop",
    );
    scene.run(10).shows(
        Overlay::Paths,
        expect![[r#"
        ....................
        ....................
        ..B****************.
        ..C****************.
        ....................
        ....................
        ....................
        ..D****************.
    "#]],
    );
    let before = scene.game.world.tally.replans;
    scene.order("wall 6 1 to 6 5");
    let said = scene::build_scene(&scene.game, &Viewport::default()).last_edit.words;
    assert!(said.contains("2 are replanning"), "{said}");
    assert_eq!(scene.game.world.tally.replans, before + 2);
    scene.run(5).shows(
        Overlay::Paths,
        expect![[r#"
        .....***............
        ....*.#.**..........
        ...B..#...*********.
        ...C..#.....*******.
        ....*.#...**........
        .....*#.**..........
        .....***............
        ...D***************.
    "#]],
    );
    let reading = scene.game.derived.counter.clone();
    assert_eq!((reading.affected.len(), reading.replanned(), reading.changed()), (2, 2, 2));
    assert!(reading.total_growth().1 > 0, "the new paths are longer: {reading:?}");
    scene.run(STILL).shows(
        Overlay::Steps,
        expect![[r#"
        .....111............
        ....1.#.11..........
        ..11..#...11111111B.
        ..11..#.....111111C.
        ....1.#...11........
        .....1#.11..........
        .....111............
        ..1111111111111111D.
    "#]],
    );
    scene.order("erase 6 1 to 6 5").shows(
        Overlay::Steps,
        expect![[r#"
        .....111............
        ....1...11..........
        ..11......11111111B.
        ..11........111111C.
        ....1.....11........
        .....1..11..........
        .....111............
        ..1111111111111111D.
    "#]],
    );
}

/// An unseen wall changes no plan; a unit that meets it replans there, and arrives.
#[test]
fn a_wall_out_of_sight_is_met() {
    let mut scene = Scene::new(
        "........................
         ........................
         .B......................
         ........................
         ........................
         ........................",
        "Bo: go 22 2; stop",
    );
    scene.run(5).order("wall 15 0 to 15 4");
    let said = scene::build_scene(&scene.game, &Viewport::default()).last_edit.words;
    assert!(said.contains("not seen yet"), "{said}");
    scene.run(12).shows(
        Overlay::Paths,
        expect![[r#"
        ...............#........
        ...............#........
        ...B*******************.
        ...............#........
        ...............#........
        ........................
    "#]],
    );
    scene.run(STILL).shows(
        Overlay::Steps,
        expect![[r#"
        ...............#........
        ...............#........
        ..1111111111...#...111B.
        ............1..#..1.....
        .............1.#.1......
        ..............111.......
    "#]],
    );
}
