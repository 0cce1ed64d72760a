//! Queues: orders changed while they are carried out, unreachable stops, groups, rally points and roads.

use crate::map_check::{Overlay, STILL, Scene, check, ours, ours_mut};
use crate::orders::{level, meadow, order, unit, until};
use expect_test::expect;
use std::collections::BTreeSet;
use wayworn::grid::{Cell, Size};
use wayworn::scene::{self, Answer, Question, Viewport};
use wayworn::sim::Game;
use wayworn::world::{Block, Command, DAY, Edit, Order, PeopleIx, Queue, Rejection, TownIx, UnitId, UnitIx};

/// A single unit near the northern edge of a meadow.
fn alone() -> (Scene, UnitId) {
    let scene = Scene::new(
        "........................................
         ........................................
         ....................B...................
         ........................................
         ........................................
         ........................................
         ........................................
         ........................................
         ........................................
         ........................................
         ........................................
         ........................................",
        "Bo",
    );
    let me = scene.id("Bo");
    (scene, me)
}

fn places(game: &Game, id: UnitId) -> Vec<(u16, u16)> {
    unit(game, id).stops().iter().filter_map(|stop| stop.place).map(|cell| (cell.x, cell.y)).collect()
}

#[test]
fn stops_are_removed_moved_and_inserted_while_the_way_is_walked() {
    let mut scene = Scene::new(
        "....................
         ....................
         ....................
         .........B..........
         ....................
         ....................
         ....................
         ....................",
        "Bo: go 15 1; go 2 1; go 2 6; go 18 6; stop",
    );
    let me = scene.run(20).id("Bo");
    assert_eq!(places(&scene.game, me), [(15, 1), (2, 1), (2, 6), (18, 6)]);
    scene.order("Bo: remove 1\nBo: move 2 to 17 7\nBo: insert 2 go 9 5");
    assert_eq!(places(&scene.game, me), [(15, 1), (2, 6), (9, 5), (17, 7)]);
    scene.run(STILL).shows(
        Overlay::Steps,
        expect![[r#"
        ....................
        .............121....
        ...........121......
        ..........21........
        ........11..........
        ....112211..........
        ..1211....11........
        ............11111B..
    "#]],
    );
}

/// The goal under way is moved; then a stop is inserted before the next one, which is not lost; then what is left is
/// removed.
#[test]
fn the_leg_under_way_can_be_changed_too() {
    let mut scene = Scene::new(
        "....................
         ....................
         ....................
         .B..................
         ....................
         ....................
         ....................",
        "Bo: go 18 3; go 2 6",
    );
    let me = scene.run(30).id("Bo");
    scene.order("Bo: move 0 to 10 1");
    assert!(scene.until(100, |game| unit(game, me).cell == Cell::new(10, 1)));
    scene.order("Bo: insert 0 go 14 4");
    assert_eq!(places(&scene.game, me), [(14, 4), (2, 6)]);
    assert!(scene.until(100, |game| unit(game, me).cell == Cell::new(14, 4)));
    scene.run(12).order("Bo: remove 0").run(STILL).shows(
        Overlay::Steps,
        expect![[r#"
        ....................
        ..........1.........
        ........11.11.......
        ..111111.....1......
        .............11.....
        ............B.......
        ....................
    "#]],
    );
}

#[test]
fn a_patrols_points_are_stops_of_their_own() {
    let mut scene = Scene::new(
        "..........................
         ..........................
         ..........................
         ............B.............
         ..........................
         ..........................
         ..........................
         ..........................
         ..........................
         ..........................",
        "Bo: patrol 18 1, 18 8, 3 4",
    );
    let me = scene.id("Bo");
    assert!(scene.until(300, |game| unit(game, me).cell == Cell::new(18, 1)));
    scene.run(10).order("Bo: remove 2\nBo: insert 1 go 24 5\nBo: move 2 to 14 8");
    assert_eq!(places(&scene.game, me), [(18, 1), (24, 5), (14, 8)]);
    let seen = scene.visits("Bo", &[(18, 1), (24, 5), (14, 8), (3, 4)], 600);
    assert!(seen.len() >= 6, "{seen:?}");
    let begins = usize::from(seen[0] == 0);
    assert!(seen[begins..].iter().enumerate().all(|(i, seen)| *seen == [1, 2, 0][i % 3]), "{seen:?}");
    scene.shows(
        Overlay::Steps,
        expect![[r#"
        ..........................
        ................113.......
        ..............11.2122.....
        .............1...21..22...
        ................2..11..2..
        ................2....114c.
        ...............B.....221..
        ...............3...22.1...
        ..............33333111....
        ..........................
    "#]],
    );
}

#[test]
fn an_edit_that_comes_late_finds_its_stop_or_is_refused_and_changes_nothing() {
    let (mut scene, me) = alone();
    scene.order("Bo: go 22 2; go 30 4; go 6 4");
    assert!(scene.until(60, |game| places(game, me).len() == 2));
    // On the screen it was still the third.
    let late = |place| Command::EditOrders { unit: me, at: 2, place: Some(place), edit: Edit::Remove };
    scene.game.apply(&late(Cell::new(6, 4))).unwrap();
    assert_eq!(places(&scene.game, me), [(30, 4)]);
    assert_eq!(scene.game.apply(&late(Cell::new(22, 2))), Err(Rejection::NoSuchStop));
    let off = Rejection::OffTheLand(Cell::new(40, 4));
    assert_eq!(scene.refusal("Bo: move 0 to 40 4"), off);
    assert_eq!(scene.refusal("Bo: insert 0 go 40 4"), off);
    scene.order("Bo: then rest");
    assert_eq!(scene.refusal("Bo: move 1 to 3 3"), Rejection::NotMovable);
    scene.order(&format!("Bo: then {}", ["rest"; 62].join("; ")));
    assert_eq!(scene.refusal("Bo: insert 0 rest"), Rejection::TooMany(64));
}

/// The middle stop lies behind walls: it is skipped with a reason, the others are kept.
#[test]
fn a_stop_that_cannot_be_reached_is_skipped_with_a_reason() {
    let mut scene = Scene::new(
        "..............................
         ..............................
         .................#######......
         .................#.....#......
         ...........B.....#.....#......
         .................#.....#......
         .................#######......
         ..............................
         ..............................",
        "Bo: go 13 1; go 20 4; go 3 7; stop",
    );
    let me = scene.id("Bo");
    let is_marked = |game: &Game| matches!(unit(game, me).blocked, Some((Block::NoWay, _)));
    assert!(scene.until(300, is_marked));
    let view = Viewport { columns: 30, rows: 9, cells_per_pixel: 1, ..Viewport::default() };
    let markers = scene::build_scene(&scene.game, &view).unit_markers;
    assert!(markers.iter().any(|figure| figure.state == '!'));
    // The rest of the queue is kept.
    scene
        .does("Bo", expect!["Bo: Stop, Stay; then go to; then stop; blocked by NoWay"])
        .run(STILL)
        .tells(expect![[r#"
        Bo knows no path to the east: wall lies all around it
        Bo, in the north-east, knows no path to the east, and goes on to the next stop"#]])
        .shows(
            Overlay::Steps,
            expect![[r#"
        ..............................
        .............11122221.........
        ............1.11.#######......
        ............21...#.....#......
        ..........11.....#.....#......
        ........11.......#.....#......
        ......11.........#######......
        ...B11........................
        ..............................
    "#]],
        );
}

#[test]
fn a_group_gets_a_cell_each_around_every_stop() {
    let mut scene = Scene::new(
        "....................
         .ppppp..............
         .ppppp..............
         .ppppp..............
         .ppppp..............
         ....................
         ....................
         ....................",
        "p: go 10 3; go 15 4",
    );
    let stops = |scene: &Scene, at: usize| {
        let all = scene.ids("p").into_iter().map(|id| places(&scene.game, id)[at]);
        all.collect::<BTreeSet<_>>().len()
    };
    assert_eq!((stops(&scene, 0), stops(&scene, 1)), (20, 20), "no two share a cell");
    scene.run(STILL).shows(
        Overlay::None,
        expect![[r#"
            ....................
            .........''''''.....
            .....'''''''''pppp..
            ....'..''''...pppp..
            ......'''''':'pppp..
            ...'..''''''.'pppp..
            ..............pppp..
            ....................
        "#]],
    );
}

/// Single orders to the same cell: later units count as arrived beside those that stand there.
#[test]
fn a_taken_place_is_no_trap() {
    check(
        ".BCDE...........
         .FGIJ...........
         ................
         ................
         ................",
        "Bo: go 12 2; stop
         Cy: go 12 2; stop
         Di: go 12 2; stop
         Ed: go 12 2; stop
         Fay: go 12 2; stop
         Gil: go 12 2; stop
         Ida: go 12 2; stop
         Jo: go 12 2; stop",
        STILL,
        expect![[r#"
            ................
            ..........FG....
            .....''':'CJE...
            .........BID....
            ................
        "#]],
    );
}

#[test]
fn a_patrol_passes_an_occupied_point() {
    let mut scene = Scene::new(
        "................
         ................
         ..B..........P..
         ................
         ................",
        "Bo: patrol 13 2, 3 2
         Pip: stop",
    );
    let visits = scene.visits("Bo", &[(3, 2), (12, 1), (12, 2), (12, 3)], 600);
    assert!(visits.iter().filter(|place| **place == 0).count() >= 3, "{visits:?}");
    scene.shows(
        Overlay::Steps,
        expect![[r#"
        ................
        ................
        ...477c7777B4P..
        ................
        ................
    "#]],
    );
}

/// A generated land that has lived two days.
fn land() -> Game {
    Game::warmed_up(7, Size::new(96, 96)).unwrap()
}

#[test]
fn hired_units_rally_first() {
    let mut game = land();
    let town = TownIx(0);
    let home = game.world.town(town).cell;
    let belief = &game.world.peoples[PeopleIx::PLAYER].belief;
    let flag = game
        .world
        .size()
        .square(home, 6)
        .find(|cell| {
            belief.is_known(*cell)
                && cell.chebyshev(home) >= 4
                && !game.world.land.surface[*cell].is_blocked()
        })
        .unwrap();
    let ordered = Command::Rally { town, orders: vec![Order::Go(flag)] };
    game.apply(&ordered).unwrap();
    game.world.towns[TownIx(0)].trade = 20_000;
    game.world.towns[TownIx(0)].residents = 80;
    let before = game.world.next_unit;
    let hired = |game: &Game| {
        let new = game.world.units.iter().filter(|unit| unit.id.0 >= before && !unit.orders.is_empty());
        new.map(|unit| (unit.id, unit.orders[0].places()[0])).next()
    };
    assert!(until(&mut game, 2 * DAY, |game| hired(game).is_some()), "no unit is hired");
    let (who, first) = hired(&game).unwrap();
    assert!(first.chebyshev(flag) <= 1);
    assert!(until(&mut game, 1000, |game| game.world.unit(who).is_some_and(|unit| unit.cell == first)));
    let card = scene::build_scene(&game, &Viewport { cursor: home, ..Viewport::default() }).cursor_card;
    assert!(card.facts.iter().any(|(label, _)| *label == "rally"), "{card:?}");
    let nothing = Command::Rally { town, orders: Vec::new() };
    game.apply(&nothing).unwrap();
    assert!(game.world.town(town).rally.is_empty());
    let nowhere = Command::Rally { town: TownIx(4000), orders: Vec::new() };
    assert_eq!(game.apply(&nowhere).unwrap_err(), Rejection::NoSuchTown);
}

/// Two roads meet: the second order only builds what is missing.
#[test]
fn a_connecting_road_reuses_what_there_is() {
    let mut scene = Scene::new(
        "....................
         ....................
         ..B.................
         ....................
         ....................
         ....................
         ....................",
        "Bo: stop",
    );
    let me = scene.id("Bo");
    ours_mut(&mut scene.game.world).coin = 100;
    let asked =
        |game: &Game, goal| match scene::answer(game, &Question::Road { unit: me, append: false, goal }) {
            Answer::Preview(preview) => preview,
            other => panic!("{other:?}"),
        };
    let goal = Cell::new(16, 2);
    let preview = asked(&scene.game, goal);
    assert!(
        preview.words.contains("15 new cells, 0 reused") && preview.words.contains("15 coin"),
        "{preview:?}"
    );
    scene.order("Bo: connect 16 2; stop").run(STILL).shows(
        Overlay::None,
        expect![[r#"
        ....................
        ....................
        ..++++++++++++++B...
        ....................
        ....................
        ....................
        ....................
    "#]],
    );
    assert_eq!((ours(&scene.game.world).coin, scene.game.derived.road_cells), (85, 15));
    // Back along it, and a little farther: only the end is new.
    let further = Cell::new(8, 6);
    let preview = asked(&scene.game, further);
    let new = preview.road_cells.iter().filter(|(_, new)| *new).count();
    scene.order("Bo: connect 8 6; stop").run(STILL).shows(
        Overlay::None,
        expect![[r#"
        ....................
        ....................
        ..+++++++++++++++...
        ........+...........
        ........+...........
        ........+...........
        ........B...........
    "#]],
    );
    assert_eq!(ours(&scene.game.world).coin as usize, 85 - new);
}

#[test]
fn a_road_that_is_too_dear_is_refused_and_free_building_costs_nothing() {
    let (mut scene, _) = alone();
    ours_mut(&mut scene.game.world).coin = 3;
    assert_eq!(scene.refusal("Bo: connect 34 2"), Rejection::TooExpensive { cost: 15, coin: 3 });
    scene.game.apply(&Command::FreeBuild(true)).unwrap();
    scene.order("Bo: connect 34 2").run(STILL);
    assert_eq!((scene.game.derived.road_cells, ours(&scene.game.world).coin), (15, 3));
}

#[test]
fn an_insertion_goes_where_the_way_grows_least_and_says_by_how_much() {
    let (mut scene, me) = alone();
    scene.order("Bo: go 36 2; go 36 10; go 6 10");
    let question = Question::Insertion { unit: me, cell: Cell::new(20, 11) };
    let before = scene.game.world.hash();
    let Answer::Insertion { at, before: place, preview } = scene::answer(&scene.game, &question) else {
        panic!("no answer");
    };
    assert_eq!(scene.game.world.hash(), before, "a query changes nothing");
    assert_eq!((at, place), (2, Some(Cell::new(6, 10))));
    assert!(preview.words.contains("before 3") && preview.words.contains("+0 steps"), "{}", preview.words);
    scene.order("Bo: insert 2 go 20 11");
    assert_eq!(places(&scene.game, me), [(36, 2), (36, 10), (20, 11), (6, 10)]);
}

/// A drawn path along the unit's own agrees with it; one with a long detour costs more and does not.
#[test]
fn a_drawn_way_is_held_against_the_units_own() {
    let (Scene { game, .. }, me) = alone();
    let words = |stops: &[(u16, u16)]| {
        let stops = stops.iter().map(|(x, y)| Cell::new(*x, *y)).collect();
        match scene::answer(&game, &Question::Preview { unit: me, append: false, stops }) {
            Answer::Preview(preview) => preview.words,
            other => panic!("{other:?}"),
        }
    };
    let Cell { x, y } = unit(&game, me).cell;
    assert!(!words(&[(x + 12, y)]).contains(';'), "one place is no drawing");
    let along = words(&[(x + 4, y), (x + 8, y), (x + 12, y)]);
    assert!(along.ends_with("; same as the direct path"), "{along}");
    // Six steps aside, twelve on and six back: 24 instead of 12, of which those near the straight line are alike.
    let around = words(&[(x, y + 6), (x + 12, y + 6), (x + 12, y)]);
    assert!(around.contains("; direct is 50 % cheaper, ") && around.ends_with("% shared"), "{around}");
    let alike: u32 = around.rsplit(", ").next().unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(alike < 34, "{around}");
    assert!(!words(&[(x, y + 1), (x, y)]).contains(';'), "back to where it stands: it would not go at all");
}

/// The whole remaining path is shown with its arrival time, while time stands still and while it is walked; and it
/// comes true.
#[test]
fn the_card_says_when_the_last_stop_is_reached() {
    let (mut scene, me) = alone();
    scene.order("Bo: go 38 1; go 2 1; go 6 10");
    let mut game = scene.game;
    let view =
        Viewport { selected: vec![me], columns: 40, rows: 12, cells_per_pixel: 1, ..Viewport::default() };
    let mut fields = scene::LensCaches::default();
    let mut shown = scene::build_scene_with(&game, &view, &mut fields);
    for _ in 0..4 {
        shown = scene::build_scene_with(&game, &view, &mut fields);
    }
    assert!(!fields.is_incomplete());
    let path = &shown.routes[0].cells;
    assert!(path.windows(2).all(|two| two[0].chebyshev(two[1]) == 1), "the path has no gaps");
    assert_eq!(path.last(), Some(&Cell::new(6, 10)));
    let said = |scene: &scene::Scene| {
        let card = scene.unit_card.clone().unwrap();
        card.facts.iter().find(|(label, _)| *label == "arrives").map(|(_, words)| words.clone()).unwrap()
    };
    let words = said(&shown);
    assert!(words.contains("; next stop in "), "{words}");
    let last = words.strip_prefix("in ").unwrap();
    let days: Vec<u64> = last.split(['.', ' ']).take(2).map(|part| part.parse().unwrap()).collect();
    let foretold = (days[0] * 10 + days[1]) * DAY / 10;
    assert!(until(&mut game, 2000, |game| unit(game, me).stops().is_empty()));
    assert!(
        game.world.tick.abs_diff(foretold) <= foretold / 8,
        "{words}: {foretold}, then {}",
        game.world.tick
    );
}

#[test]
fn legs_to_come_are_planned_a_few_at_a_time() {
    let mut game = level(&meadow(40, 24), false, &[("porter", 20, 12)]);
    let me = game.world.units[UnitIx(0)].id;
    let stops = (0..40).map(|i| Order::Go(Cell::new(if i % 2 == 0 { 2 } else { 37 }, 2 + i / 2)));
    order(&mut game, me, stops.collect(), Queue::Replace);
    let view = Viewport { selected: vec![me], ..Viewport::default() };
    let mut fields = scene::LensCaches::default();
    let mut lengths = Vec::new();
    loop {
        let scene = scene::build_scene_with(&game, &view, &mut fields);
        lengths.push(scene.routes[0].cells.len());
        if !fields.is_incomplete() {
            break;
        }
        assert!(lengths.len() < 40, "it never ends");
    }
    assert!(lengths.len() >= 2, "{lengths:?}");
    assert!(lengths.windows(2).all(|two| two[0] < two[1]), "each picture knows more: {lengths:?}");
}
