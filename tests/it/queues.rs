//! Queues: orders changed while they are carried out, unreachable stops, groups, rally points and roads.

use crate::causes;
use crate::map_check::{Overlay, STILL, Scene, check, ours, ours_mut};
use crate::orders::until;
use expect_test::expect;
use std::collections::BTreeSet;
use std::fmt::Write;
use wayworn::grid::{Cell, Size};
use wayworn::level::Level;
use wayworn::scene::{self, Answer, Question, Viewport};
use wayworn::sim::Game;
use wayworn::world::{
    AfterFailure, Block, Command, DAY, Edit, Event, EventKind, Order, PeopleIx, Queue, Rejection, TownIx,
    TravelEvent, Unit, UnitId, UnitIx,
};

/// A level of these rows with a porter at each of these cells.
fn level(rows: &[String], units: &[(u16, u16)]) -> Game {
    let mut text = format!("name = \"x\"\nabout = \"y\"\nfog = false\nmap = '''\n{}\n'''\n", rows.join("\n"));
    for (x, y) in units {
        writeln!(text, "[[unit]]\nkind = \"porter\"\nat = [{x}, {y}]").unwrap();
    }
    Game::from_level(&Level::parse(&text).unwrap_or_else(|error| panic!("{error}")))
}

fn meadow(width: usize, height: usize) -> Vec<String> {
    vec![".".repeat(width); height]
}

/// A single unit in the middle of a meadow of 40 × 24.
fn alone() -> (Game, UnitId) {
    let game = level(&meadow(40, 24), &[(20, 12)]);
    let id = game.world.units[UnitIx(0)].id;
    (game, id)
}

fn unit(game: &Game, id: UnitId) -> &Unit {
    game.world.unit(id).unwrap()
}

fn give(game: &mut Game, units: &[UnitId], orders: Vec<Order>, queue: Queue) {
    game.apply(&Command::Orders { units: units.to_vec(), orders, queue }).unwrap();
}

fn go(cells: &[(u16, u16)]) -> Vec<Order> {
    cells.iter().map(|(x, y)| Order::Go(Cell::new(*x, *y))).collect()
}

fn edit(game: &mut Game, unit: UnitId, at: u16, edit: Edit) -> Result<String, Rejection> {
    let place = game.world.unit(unit).unwrap().stops().get(usize::from(at)).and_then(|stop| stop.place);
    game.apply(&Command::EditOrders { unit, at, place, edit }).map(|outcome| outcome.text)
}

fn places(game: &Game, id: UnitId) -> Vec<(u16, u16)> {
    unit(game, id).stops().iter().filter_map(|stop| stop.place).map(|cell| (cell.x, cell.y)).collect()
}

/// Which of these places a unit visits, in order, within this many ticks.
fn visits(game: &mut Game, id: UnitId, places: &[(u16, u16)], ticks: u64) -> Vec<usize> {
    let mut seen: Vec<usize> = Vec::new();
    until(game, ticks, |game| {
        let cell = unit(game, id).cell;
        let here = places.iter().position(|place| *place == (cell.x, cell.y));
        if let Some(here) = here.filter(|here| seen.last() != Some(here)) {
            seen.push(here);
        }
        false
    });
    seen
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
    let game = &mut scene.game;
    assert_eq!(places(game, me), [(15, 1), (2, 1), (2, 6), (18, 6)]);
    edit(game, me, 1, Edit::Remove).unwrap();
    edit(game, me, 2, Edit::MoveTo(Cell::new(17, 7))).unwrap();
    edit(game, me, 2, Edit::Insert(Order::Go(Cell::new(9, 5)))).unwrap();
    assert_eq!(places(game, me), [(15, 1), (2, 6), (9, 5), (17, 7)]);
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
    edit(&mut scene.game, me, 0, Edit::MoveTo(Cell::new(10, 1))).unwrap();
    assert!(scene.until(100, |game| unit(game, me).cell == Cell::new(10, 1)));
    edit(&mut scene.game, me, 0, Edit::Insert(Order::Go(Cell::new(14, 4)))).unwrap();
    assert_eq!(places(&scene.game, me), [(14, 4), (2, 6)]);
    assert!(scene.until(100, |game| unit(game, me).cell == Cell::new(14, 4)));
    scene.run(12);
    edit(&mut scene.game, me, 0, Edit::Remove).unwrap();
    scene.run(STILL).shows(
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
    let (mut game, me) = alone();
    let points = [(30, 5), (30, 18), (8, 10)].map(|(x, y)| Cell::new(x, y));
    give(&mut game, &[me], vec![Order::Patrol(points.to_vec())], Queue::Replace);
    assert!(until(&mut game, 300, |game| unit(game, me).cell == points[0]));
    until(&mut game, 10, |_| false);
    edit(&mut game, me, 2, Edit::Remove).unwrap();
    edit(&mut game, me, 1, Edit::Insert(Order::Go(Cell::new(36, 12)))).unwrap();
    edit(&mut game, me, 2, Edit::MoveTo(Cell::new(24, 20))).unwrap();
    assert_eq!(places(&game, me), [(30, 5), (36, 12), (24, 20)]);
    let seen = visits(&mut game, me, &[(30, 5), (36, 12), (24, 20), (8, 10)], 1200);
    assert!(seen.len() >= 6, "{seen:?}");
    let begins = usize::from(seen[0] == 0);
    assert!(seen[begins..].iter().enumerate().all(|(i, seen)| *seen == [1, 2, 0][i % 3]), "{seen:?}");
}

#[test]
fn an_edit_that_comes_late_finds_its_stop_or_is_refused_and_changes_nothing() {
    let (mut game, me) = alone();
    give(&mut game, &[me], go(&[(22, 12), (30, 4), (6, 4)]), Queue::Replace);
    assert!(until(&mut game, 60, |game| places(game, me).len() == 2));
    // On the screen it was still the third.
    let place = Some(Cell::new(6, 4));
    game.apply(&Command::EditOrders { unit: me, at: 2, place, edit: Edit::Remove }).unwrap();
    assert_eq!(places(&game, me), [(30, 4)]);
    let refused = |game: &mut Game, at, place, edit| {
        let before = game.world.hash();
        let refusal = game.apply(&Command::EditOrders { unit: me, at, place, edit }).unwrap_err();
        assert_eq!(game.world.hash(), before, "a refusal changes nothing");
        refusal
    };
    let gone = refused(&mut game, 0, Some(Cell::new(22, 12)), Edit::Remove);
    assert_eq!(gone, Rejection::NoSuchStop);
    let off = Cell::new(40, 4);
    let here = Some(Cell::new(30, 4));
    assert_eq!(refused(&mut game, 0, here, Edit::MoveTo(off)), Rejection::OffTheLand(off));
    assert_eq!(refused(&mut game, 0, here, Edit::Insert(Order::Go(off))), Rejection::OffTheLand(off));
    give(&mut game, &[me], vec![Order::Rest], Queue::Append);
    let rest = refused(&mut game, 1, None, Edit::MoveTo(Cell::new(3, 3)));
    assert_eq!(rest, Rejection::NotMovable);
    give(&mut game, &[me], vec![Order::Rest; 62], Queue::Append);
    assert_eq!(refused(&mut game, 0, here, Edit::Insert(Order::Rest)), Rejection::TooMany(64));
}

/// The middle stop lies behind walls: it is skipped with a reason, the others are kept.
#[test]
fn a_stop_that_cannot_be_reached_is_skipped_with_a_reason() {
    let mut rows = meadow(40, 24);
    for (y, row) in rows.iter_mut().enumerate().take(15).skip(8) {
        let wall = if y == 8 || y == 14 { "#######" } else { "#.....#" };
        row.replace_range(28..35, wall);
    }
    let mut game = level(&rows, &[(20, 12)]);
    let me = game.world.units[UnitIx(0)].id;
    give(&mut game, &[me], go(&[(22, 4), (31, 11), (6, 20)]), Queue::Replace);
    let mut marked = false;
    let mut reported = false;
    let arrived = until(&mut game, 1500, |game| {
        let one = unit(game, me);
        let shown = Viewport { columns: 40, rows: 24, cells_per_pixel: 1, ..Viewport::default() };
        if matches!(one.blocked, Some((Block::NoWay, _))) && !marked {
            marked = scene::build_scene(game, &shown).unit_markers.iter().any(|figure| figure.state == '!');
            assert_eq!(one.stops().len(), 1, "the rest of the queue is kept");
        }
        let skips = |event: &Event| {
            matches!(event.kind, EventKind::Travel(TravelEvent::Failed { then: AfterFailure::NextStop, .. }))
        };
        reported |= causes::told(game).any(|event| skips(event) && event.at.is_some());
        one.cell == Cell::new(6, 20)
    });
    assert!(arrived && marked && reported, "arrived {arrived}, marked {marked}, reported {reported}");
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
        .........'''''......
        .....'''''''''pppp..
        ....'..''''...pppp..
        ......''''''''pppp..
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
            .....'''''CJE...
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
    give(&mut scene.game, &[me], vec![Order::Connect(goal), Order::Stop], Queue::Replace);
    scene.run(STILL).shows(
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
    give(&mut scene.game, &[me], vec![Order::Connect(further), Order::Stop], Queue::Replace);
    scene.run(STILL).shows(
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
    let (mut game, me) = alone();
    game.world.peoples[PeopleIx::PLAYER].coin = 3;
    let road = Command::Orders {
        units: vec![me],
        orders: vec![Order::Connect(Cell::new(34, 12))],
        queue: Queue::Replace,
    };
    let before = game.world.hash();
    assert_eq!(game.apply(&road).unwrap_err(), Rejection::TooExpensive { cost: 15, coin: 3 });
    assert_eq!(game.world.hash(), before);
    game.apply(&Command::FreeBuild(true)).unwrap();
    game.apply(&road).unwrap();
    assert!(until(&mut game, 1500, |game| unit(game, me).stops().is_empty()));
    assert_eq!((game.derived.road_cells, game.world.peoples[PeopleIx::PLAYER].coin), (15, 3));
}

#[test]
fn an_insertion_goes_where_the_way_grows_least_and_says_by_how_much() {
    let (mut game, me) = alone();
    give(&mut game, &[me], go(&[(36, 12), (36, 20), (6, 20)]), Queue::Replace);
    let question = Question::Insertion { unit: me, cell: Cell::new(20, 21) };
    let before = game.world.hash();
    let Answer::Insertion { at, before: place, preview } = scene::answer(&game, &question) else {
        panic!("no answer");
    };
    assert_eq!(game.world.hash(), before, "a query changes nothing");
    assert_eq!((at, place), (2, Some(Cell::new(6, 20))));
    assert!(preview.words.contains("before 3") && preview.words.contains("+0 steps"), "{}", preview.words);
    let insert = Edit::Insert(Order::Go(Cell::new(20, 21)));
    game.apply(&Command::EditOrders { unit: me, at, place, edit: insert }).unwrap();
    assert_eq!(places(&game, me), [(36, 12), (36, 20), (20, 21), (6, 20)]);
}

/// A drawn path along the unit's own agrees with it; one with a long detour costs more and does not.
#[test]
fn a_drawn_way_is_held_against_the_units_own() {
    let (game, me) = alone();
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
    let (mut game, me) = alone();
    give(&mut game, &[me], go(&[(30, 4), (6, 4), (6, 20)]), Queue::Replace);
    let view =
        Viewport { selected: vec![me], columns: 40, rows: 24, cells_per_pixel: 1, ..Viewport::default() };
    let mut fields = scene::LensCaches::default();
    let mut shown = scene::build_scene_with(&game, &view, &mut fields);
    for _ in 0..4 {
        shown = scene::build_scene_with(&game, &view, &mut fields);
    }
    assert!(!fields.is_incomplete() && shown.routes[0].is_complete);
    let path = &shown.routes[0].cells;
    assert!(path.windows(2).all(|two| two[0].chebyshev(two[1]) == 1), "the path has no gaps");
    assert_eq!(path.last(), Some(&Cell::new(6, 20)));
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
    let (mut game, me) = alone();
    let cells: Vec<(u16, u16)> = (0..40).map(|i| (if i % 2 == 0 { 2 } else { 37 }, 2 + i / 2)).collect();
    give(&mut game, &[me], go(&cells), Queue::Replace);
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
