//! Behaviours: each does what its name says, by one testable statement.

use crate::map_check::{Overlay, Scene, check, draw, is_seen, ours};
use crate::orders::{drawn, meadow, order, unit, until};
use expect_test::expect;
use std::fmt::Write;
use wayworn::grid::Cell;
use wayworn::land::Good;
use wayworn::mind::{DISPERSE_STEPS, LEARNING_TICKS, LOAD_WORK_TICKS, STAY_RADIUS_STEPS};
use wayworn::sim::Game;
use wayworn::world::{Behaviour, Command, DAY, Order, PeopleIx, Queue, Spy, UnitId, UnitOrPlace};

/// Kind, people, name, place and orders of a unit.
pub(crate) type Drawn<'a> = (&'a str, &'a str, &'a str, (u16, u16), &'a str);

/// A level of these rows with these units; `more` is appended.
pub(crate) fn scene(rows: &[String], fog: bool, units: &[Drawn], more: &str) -> Game {
    let mut text = String::new();
    for (kind, people, name, (x, y), orders) in units {
        let orders = if orders.is_empty() { String::new() } else { format!("orders = [\"{orders}\"]\n") };
        writeln!(
            text,
            "[[unit]]\nkind = \"{kind}\"\npeople = \"{people}\"\nname = \"{name}\"\nat = [{x}, {y}]\n{orders}"
        )
        .unwrap();
    }
    text.push_str(more);
    drawn(rows, fog, &text)
}

/// A unit by name.
pub(crate) fn named(game: &Game, name: &str) -> UnitId {
    game.world.units.iter().find(|unit| unit.name == name).unwrap().id
}

fn give(game: &mut Game, name: &str, what: Order) -> UnitId {
    let id = named(game, name);
    order(game, id, vec![what], Queue::Replace);
    id
}

fn at(game: &Game, id: UnitId) -> Cell {
    unit(game, id).cell
}

fn cell(x: u16, y: u16) -> Cell {
    Cell::new(x, y)
}

/// Whether the card says why a unit stands.
pub(crate) fn stands(game: &Game, id: UnitId) -> bool {
    let selected = vec![id];
    let view = wayworn::scene::Viewport { selected, ..Default::default() };
    let card = wayworn::scene::build_scene(game, &view).unit_card.unwrap();
    card.facts.iter().any(|(label, words)| matches!(*label, "idle" | "waits") && !words.is_empty())
}

/// Porters that come through the one-wide passage make it step aside.
#[test]
fn staying_never_leaves_its_radius_and_comes_back() {
    let mut scene = Scene::new(
        "........########........
         ........########........
         .....ppp...B............
         ........########........
         ........########........",
        "Bo: stay
         p: go 20 2; stop",
    );
    let (bo, mut farthest) = (scene.id("Bo"), 0);
    scene.until(DAY - 10, |game| {
        farthest = farthest.max(at(game, bo).chebyshev(cell(11, 2)));
        false
    });
    assert!((1..=u32::from(STAY_RADIUS_STEPS)).contains(&farthest), "{farthest} steps away");
    scene.shows(
        Overlay::None,
        expect![[r#"
        ........########........
        ........########....pp..
        ........'''B'''''...p...
        ........########........
        ........########........
    "#]],
    );
}

#[test]
fn exploring_sees_more_per_step_than_wandering() {
    let learned = |what: Order| {
        let mut game = scene(&meadow(64, 64), true, &[("scout", "yours", "Ada", (32, 32), "")], "");
        let ada = give(&mut game, "Ada", what);
        let before = game.world.peoples[PeopleIx::PLAYER].belief.known();
        until(&mut game, DAY - 2, |_| false);
        let steps = unit(&game, ada).steps.max(1);
        (game.world.peoples[PeopleIx::PLAYER].belief.known() - before) * 100 / steps
    };
    let (explored, wandered) = (learned(Order::Explore), learned(Order::Wander));
    assert!(
        wandered > 0 && explored > wandered * 2,
        "{explored} against {wandered} cells in a hundred steps"
    );
}

#[test]
fn wandering_favours_no_direction() {
    let names: Vec<String> = (0..64).map(|i| format!("N{i}")).collect();
    let places = (0..64u16).map(|i| (16 + i % 8 * 12, 16 + i / 8 * 12));
    let units: Vec<_> = names
        .iter()
        .zip(places)
        .map(|(name, place)| ("porter", "yours", name.as_str(), place, "wander"))
        .collect();
    let mut game = scene(&meadow(116, 116), false, &units, "");
    let began: Vec<Cell> = game.world.units.iter().map(|unit| unit.cell).collect();
    for _ in 0..DAY - 2 {
        game.tick();
    }
    let ends = game.world.units.iter().zip(&began);
    let (mut sum, mut far) = ((0i64, 0i64), 0);
    for (unit, began) in ends {
        sum.0 += i64::from(unit.cell.x) - i64::from(began.x);
        sum.1 += i64::from(unit.cell.y) - i64::from(began.y);
        far += u32::from(unit.cell.chebyshev(*began) >= 6);
    }
    // A straight walk would take forty steps; sixty-four random walks average to one or two.
    assert!(far > 24, "{far} got anywhere");
    assert!(sum.0.abs().max(sum.1.abs()) <= 4 * 64, "on average it ends {sum:?} / 64 away");
}

#[test]
fn searching_ends_at_the_sight_of_its_target_and_says_so() {
    let mut scene = Scene::new(
        "...............#........................
         ..E............#........................
         ...............#.........#..............
         ...............#.........#..............
         ...............#.........#..............
         ...............#.........#..............
         ...............#.........#..............
         .........................#..............
         .........................#..........S...",
        "Eve (scout): search Skar
         Skar (raider raiders): stop",
    );
    let eve = scene.run(2).id("Eve");
    let ended = scene.until(2000, |game| {
        let searches = unit(game, eve).stack.iter().any(|b| matches!(b, Behaviour::Search(_)));
        assert!(searches || is_seen(game, cell(36, 8)), "it ends only when it sees the raider");
        !searches
    });
    assert!(ended, "{:?}", unit(&scene.game, eve));
    scene.tells(expect![[r#"
        A raider is seen in the east: Skar
        Eve, in the east, has found Skar
        Eve has carried out its orders and stays a day in the east"#]]);
    scene.shows(
        Overlay::Steps,
        expect![[r#"
        ...............#........................
        ...............#........111.............
        ...1...........#.......1.#.1............
        ....1..........#......1..#..E...........
        .....1111111...#.....1...#..............
        ............1..#....1....#..............
        .............1.#...1.....#..............
        ..............11111......#..............
        .........................#..........S...
    "#]],
    );
}

#[test]
fn a_search_for_a_place_ends_with_the_first_new_one_and_a_vain_one_says_so() {
    let mut scene = Scene::in_fog(
        "............................................
         ..E.........................................
         ............................................
         ............................................
         ............................................
         ......................................o.....
         ............................................",
        "Eve (scout): search salt
         o (salt)",
    );
    let eve = scene.id("Eve");
    let is_over = |game: &Game| {
        game.world.tick > 2 && !unit(game, eve).stack.iter().any(|b| matches!(b, Behaviour::Search(_)))
    };
    let is_found = |game: &Game| ours(&game.world).belief.is_known(cell(38, 5));
    assert!(scene.until(2000, |game| is_over(game) || is_found(game)));
    assert!(is_found(&scene.game), "it ends only when it knows the place");
    scene.run(20).shows(
        Overlay::Unknown,
        expect![[r#"
        ........................................????
        ..............................E.........????
        ........................................????
        ........................................????
        ........................................????
        ......................................o?????
        .......................................?????
    "#]],
    );
    scene.order("Eve: search ore").run(20);
    assert!(scene.until(4000, is_over), "there is no ore: {:?}", scene.unit("Eve").top());
    scene.tells(expect![[r#"
        Eve has carried out its orders and stays a day in the east
        Eve, in the east, has found a place for salt
        Eve, in the east, has searched everywhere in vain, and gives the order up"#]]);
}

#[test]
fn spying_is_unseen_while_it_learns() {
    // A foreign porter that stands, one on patrol, a wood between, and one that watches the nearest way.
    let spied = |sven: &str, ticks: u64| {
        let mut scene = Scene::new(
            "........................................
             ........................................
             ........................##..............
             ........................##..............
             ........................##..............
             ........................##..............
             ...M.E..................##........S.....
             ........................................
             ...........................O............
             ........................................
             ........................................",
            &format!("Mill (village)\nEve (spy)\nOlaf (strangers): stop\nSven (strangers): {sven}"),
        );
        let (eve, sven_id) = (scene.id("Eve"), scene.id("Sven"));
        // One of our lookouts sees it, so that the spy knows where to go.
        let mark = UnitOrPlace::Unit(sven_id);
        let spy = Spy { mark, last: cell(34, 6), since: None, learned: false };
        scene.unit_mut("Eve").stack.push(Behaviour::Spy(spy));
        let strangers = scene.unit("Sven").people;
        let (mut learning, mut looked_at) = (0, 0);
        let learned = scene.until(ticks, |game| match unit(game, eve).stack.get(1) {
            Some(Behaviour::Spy(Spy { since: Some(since), learned: false, .. })) => {
                // A walker may look from its next step before the spy knows: then the spy starts again.
                let exposed = game.derived.visible[strangers][at(game, eve)] > 0;
                looked_at = if exposed && game.world.tick > *since { looked_at + 1 } else { 0 };
                assert!(looked_at <= u32::from(sven != "stop"), "seen at tick {}", game.world.tick);
                learning += 1;
                assert!(sven != "stop" || is_seen(game, at(game, sven_id)));
                false
            }
            Some(Behaviour::Spy(Spy { learned, .. })) => *learned,
            _ => true,
        });
        assert!(learned && learning >= LEARNING_TICKS - 2, "{sven}: {learning} {:?}", scene.unit("Eve"));
        let watched = draw(&scene.game.world, Overlay::Steps);
        assert!(scene.until(1500, |game| at(game, eve) == cell(3, 6)), "then it goes home");
        scene.run(5);
        assert_eq!(scene.unit("Eve").stack.len(), 1, "{:?}", scene.unit("Eve").stack);
        watched
    };
    expect![[r#"
        ........................................
        .......................11111E...........
        .......................1##..............
        .......................1##..............
        ......................1.##..............
        .....................1..##..............
        ...M..11111111111...1...##........S.....
        .................1111...................
        ...........................O............
        ........................................
        ........................................
    "#]]
    .assert_eq(&spied("stop", 1500));
    spied("patrol 34 1, 34 9", 6000);
}

/// The round takes some 36 steps, a day, plus the nights.
#[test]
fn patrolling_visits_its_places_in_turn() {
    let mut scene = Scene::new(
        "..................
         ..................
         ..................
         ......G...........
         ..................
         ..................
         ..................
         ..................",
        "Gil (guard): patrol 15 1, 15 6, 2 4",
    );
    let visits = scene.visits("Gil", &[(15, 1), (15, 6), (2, 4)], 4 * DAY);
    assert!(visits.len() >= 9 && visits.iter().enumerate().all(|(i, place)| *place == i % 3), "{visits:?}");
    scene.shows(
        Overlay::Steps,
        expect![[r#"
            ..................
            ........33444444..
            ......3311.....4..
            ....33.1.......4..
            ..3G444444444..4..
            .............444..
            ...............E..
            ..................
        "#]],
    );
}

#[test]
fn dispersing_keeps_a_distance() {
    let mut scene = Scene::new(
        "........................................
         ........................................
         ........................................
         ........................................
         ........................................
         ........................................
         ........................................
         ........................................
         ..B.................E...................
         ........................................
         ........................................
         ........................................
         ........................................
         ........................................
         ........................................
         ........................................
         ....................C...................",
        "Eve: disperse
         Bo: patrol 37 8, 2 8
         Cy: patrol 20 1, 20 16",
    );
    let [eve, bo, cy] = ["Eve", "Bo", "Cy"].map(|name| scene.id(name));
    let (mut least, mut near) = (u32::MAX, 0);
    scene.until(DAY - 2, |game| {
        let room = [bo, cy].iter().map(|other| at(game, *other).chebyshev(at(game, eve))).min().unwrap();
        least = least.min(room);
        near += u32::from(room <= DISPERSE_STEPS + 4);
        false
    });
    assert!(near > 0, "no unit ever came near");
    assert!(least >= DISPERSE_STEPS, "a unit came within {least} steps");
}

#[test]
fn following_lags_by_a_bounded_number_of_steps() {
    let mut scene = Scene::new(
        "..............................
         ..............................
         ...B..F.......................
         ..............................
         ..............................
         ..............................
         ..............................
         ..............................",
        "Bo: go 25 1; go 27 6; go 8 5; stop
         Fay: follow Bo",
    );
    let (bo, fay) = (scene.id("Bo"), scene.id("Fay"));
    let mut lag = 0;
    scene.until(600, |game| {
        lag = lag.max(at(game, bo).chebyshev(at(game, fay)));
        false
    });
    assert!((2..=8).contains(&lag), "{lag} steps behind");
    assert!(matches!(scene.unit("Fay").stack[1], Behaviour::Follow { .. }));
    scene.shows(
        Overlay::Steps,
        expect![[r#"
        ..............................
        .....112222222222222222111....
        ....111................111....
        .........................11...
        .........................12...
        ........B1F2222c222222222111..
        ...........................1..
        ..............................
    "#]],
    );
}

#[test]
fn groups_become_fewer_until_there_is_one() {
    check(
        ".........................
         .....g.................g.
         .........................
         ............g............
         ..g.................g....
         .........................
         .........................
         .........g..........g....
         .........................
         ...............g.........
         .........................",
        "g: group",
        DAY - 2,
        expect![[r#"
            .......g.................
            .....g.g.................
            .......g.................
            ...g.ggg.................
            .........................
            .........................
            .........................
            .........................
            .........................
            .........................
            .........................
        "#]],
    );
}

#[test]
fn working_goes_back_and_forth_between_site_and_store() {
    let mut scene = Scene::new(
        ".........................
         .........................
         .MW....................o.
         .........................
         .........................",
        "Mill (village)
         Will (worker): work 23 2
         o (salt)",
    );
    let (will, mut loads, mut worked, mut carried) = (scene.id("Will"), 0, 0, false);
    scene.until(8 * DAY, |game| {
        worked += u64::from(at(game, will) == cell(23, 2));
        let carries = unit(game, will).cargo.is_some_and(|cargo| cargo.good == Good::Salt);
        if carried && !carries {
            assert_eq!(at(game, will), cell(1, 2), "loads end at home");
            loads += 1;
        }
        carried = carries;
        false
    });
    assert!(loads >= 3 && worked >= u64::from(LOAD_WORK_TICKS) * 3, "{loads} loads, {worked} ticks of work");
    scene.shows(
        Overlay::Steps,
        expect![[r#"
            .........................
            .........................
            .D888888888888999999999W.
            .........................
            .........................
        "#]],
    );
}

#[test]
fn builders_build_at_twice_the_pace() {
    let built = |kind: &str| {
        let mut scene = Scene::new(
            "........................
             .B......................
             ........................
             ........................",
            &format!("Bo ({kind}): stop"),
        );
        scene.game.apply(&Command::FreeBuild(true)).unwrap();
        scene.order("Bo: connect 22 1; stop").run(300);
        scene
    };
    built("porter").shows(
        Overlay::None,
        expect![[r#"
        ........................
        .+++++++++++B...........
        ........................
        ........................
    "#]],
    );
    built("builder").shows(
        Overlay::None,
        expect![[r#"
        ........................
        .+++++++++++++++++B.....
        ........................
        ........................
    "#]],
    );
}

#[test]
fn idle_units_say_why() {
    for order in ["stop", "stay", "rest", "guard 4 1", "disperse", "defend 4 1"] {
        let mut scene = Scene::new(
            ".........
             ....G....
             .........
             .........",
            &format!("Gil (guard): {order}"),
        );
        scene.run(10);
        assert!(stands(&scene.game, scene.id("Gil")), "{order}");
    }
}
