//! The planner in the game: distant paths in parts, waiting in the queue, and notification when the land changes.

use crate::kit::{Dice, on_threads};
use crate::map_check::{Overlay, STILL, Scene};
use crate::orders::{level, meadow, order, unit, until};
use expect_test::expect;
use wayworn::graph::CostModel;
use wayworn::grid::{Cell, Size};
use wayworn::plan;
use wayworn::save;
use wayworn::scene::{self, Answer, Question};
use wayworn::sim::Game;
use wayworn::world::{
    Brush, Command, Kind, NoPathReason, Obstacle, Order, Path, PeopleIx, PlannedBy, Queue, UnitId, UnitIx,
};

/// A long land with pillars and walls in it, and a porter at its western end.
fn long_land() -> (Game, UnitId) {
    let mut rows = meadow(520, 48);
    let mut dice = Dice(5);
    for row in &mut rows {
        let cells = row.chars().map(|_| ["#", "t", "t", ".", ".", ".", ".", "."][dice.below(8)]);
        *row = cells.collect();
    }
    for x in (40..500).step_by(60) {
        for (y, row) in rows.iter_mut().enumerate().filter(|(y, _)| y % 48 != x % 40) {
            row.replace_range(x..=x, if y % 16 == 3 { "." } else { "#" });
        }
    }
    for (x, y) in [(2, 20), (517, 30)] {
        for (dx, dy) in [(0, 0), (1, 0), (0, 1)] {
            rows[y + dy].replace_range(x + dx..=x + dx, ".");
        }
    }
    let game = level(&rows, false, &[("porter", 2, 20)]);
    let id = game.world.units[UnitIx(0)].id;
    (game, id)
}

const FAR: Cell = Cell { x: 517, y: 30 };

fn path(game: &Game, id: UnitId) -> &Path {
    unit(game, id).path.as_ref().unwrap()
}

/// Whether the explanation of a unit's path says that this method planned it.
fn says_how(game: &Game, me: UnitId, by: PlannedBy) -> bool {
    let how = plan::how_planned(by).expect("words for the method");
    let Answer::Explain(why) = scene::answer(game, &Question::Explain { unit: me }) else { panic!() };
    path(game, me).by == by && why.words.iter().any(|words| words.starts_with(how))
}

/// The near part of a distant path is planned first and walked; the rest follows when it is reached, and the whole
/// costs little more than the optimal path. The path shown always leads to the goal.
#[test]
fn far_paths_are_worked_out_in_parts_and_arrive() {
    let (mut game, me) = long_land();
    order(&mut game, me, vec![Order::Go(FAR)], Queue::Replace);
    assert!(until(&mut game, 3, |game| unit(game, me).path.is_some()));
    assert!(says_how(&game, me, PlannedBy::Far));
    let planned = path(&game, me).whole_price();
    let cells = game.planner_of(unit(&game, me)).rest_of_path(unit(&game, me));
    let (terms, _) =
        plan::path_terms(&game.believes(PeopleIx::PLAYER, Kind::Porter, &[]), game.world.size(), &cells)
            .unwrap();
    let best = game.planner(PeopleIx::PLAYER, Kind::Porter, &[]).optimum(cells[0], FAR).unwrap();
    let (price, best) = (terms.total() as u64, best.terms.total() as u64);
    assert!(price >= best && price * 100 <= best * 106, "{price} for {best}");
    assert!(planned.abs_diff(best) * 100 <= best * 15, "{planned} was promised, the best is {best}");
    let near = path(&game, me).length;
    assert!(path(&game, me).route.is_some() && near < 100, "{near} steps were computed at once");
    let walked_to = Cell::new(300, 0);
    let mut parts = 0;
    let arrived = until(&mut game, 20_000, |game| {
        let me = unit(game, me);
        if let Some(path) = me.path.as_ref().filter(|path| path.route.is_some()) {
            parts += 1;
            let whole = game.planner_of(me).rest_of_path(me);
            assert!(path.goal == FAR && whole.last() == Some(&FAR));
            let planner = game.planner(PeopleIx::PLAYER, Kind::Porter, &[]);
            assert!(parts % 64 != 0 || plan::is_walkable(&planner.believes, planner.size(), &whole));
        }
        me.cell.x >= walked_to.x && me.path.as_ref().is_some_and(|path| path.route.is_none())
    });
    assert!(arrived && game.world.tally.parts > 0, "{} parts", game.world.tally.parts);
    // It says how it was planned, also where the planner would search exactly now.
    let is_near = |game: &Game| unit(game, me).cell.chebyshev(FAR) < plan::DIRECT_SEARCH_MAX_STEPS;
    assert!(until(&mut game, 20_000, |game| is_near(game) && unit(game, me).path.is_some()));
    let now = game.planner_of(unit(&game, me)).path(unit(&game, me).path_start(), FAR);
    assert!(now.by != Some(PlannedBy::Far) && says_how(&game, me, PlannedBy::Far), "{:?}", now.by);
    assert!(until(&mut game, 20_000, |game| unit(game, me).cell == FAR));
}

/// A path carries the name of the method that found it, into a save and out of it.
#[test]
fn a_path_says_which_method_planned_it() {
    let mut rows = meadow(120, 30);
    for row in &mut rows[20..] {
        row.replace_range(..20, &"#".repeat(20));
    }
    rows[25].replace_range(5..6, ".");
    let names = ["porter", "porter", "porter", "porter", "messenger", "porter"];
    let units: Vec<(&str, u16, u16)> = names.into_iter().zip(0..).map(|(name, i)| (name, 2, 2 * i)).collect();
    let expected = [
        (Order::Go(Cell::new(12, 1)), PlannedBy::LookAround),
        (Order::Go(Cell::new(42, 3)), PlannedBy::WideLook),
        (Order::Go(Cell::new(110, 5)), PlannedBy::Far),
        (Order::Go(Cell::new(5, 25)), PlannedBy::NoPath),
        (Order::Go(Cell::new(12, 8)), PlannedBy::Greedy),
    ];
    let mut game = level(&rows, false, &units);
    let ids: Vec<UnitId> = game.world.units.iter().map(|unit| unit.id).collect();
    for (id, (what, _)) in ids.iter().zip(&expected) {
        order(&mut game, *id, vec![what.clone()], Queue::Replace);
    }
    for (id, (what, by)) in ids.iter().zip(expected) {
        assert!(until(&mut game, 20, |game| unit(game, *id).path.is_some()), "{what:?}");
        assert_eq!(path(&game, *id).by, by, "{what:?}");
        let loaded = Game::from_world(save::decode(&save::encode(&game.world)).unwrap());
        assert_eq!(path(&loaded, *id).by, by, "{what:?}");
    }
}

/// With distant paths half walked: saved and loaded anywhere, on any number of threads, with abstractions warm or
/// cold.
#[test]
fn far_paths_go_on_the_same_after_loading_and_on_any_threads() {
    let run = |reload: u64, threads: usize| {
        on_threads(threads, || {
            let (mut game, me) = long_land();
            order(&mut game, me, vec![Order::Go(FAR), Order::Go(Cell::new(2, 20))], Queue::Replace);
            let mut hashes = Vec::new();
            for tick in 1..=900 {
                if tick == 200 || tick == 450 {
                    let wall = (0..40).map(|y| Cell::new(unit(&game, me).cell.x + 20, y)).collect();
                    let bend = Command::EditLand { stroke: tick as u32, brush: Brush::Forbid, cells: wall };
                    game.apply(&bend).unwrap();
                }
                game.tick();
                if reload > 0 && tick % reload == 0 {
                    let bytes = save::encode(&game.world);
                    game = Game::from_world(save::decode(&bytes).unwrap());
                }
                if tick % 50 == 0 {
                    hashes.push(game.world.hash());
                }
            }
            hashes
        })
    };
    let expected = run(0, 1);
    for (reload, threads) in [(0, 8), (1, 1), (37, 2)] {
        assert!(run(reload, threads) == expected, "loaded every {reload} ticks on {threads} threads");
    }
}

/// Of a far path only a part is worked out: an edit that makes its unit plan again has no length to compare.
#[test]
fn parts_of_far_paths_are_not_compared() {
    let (mut game, me) = long_land();
    order(&mut game, me, vec![Order::Go(FAR)], Queue::Replace);
    for _ in 0..200 {
        game.tick();
    }
    assert!(unit(&game, me).path.as_ref().is_some_and(|path| path.route.is_some()), "it is planned in parts");
    let wall = (0..40).map(|y| Cell::new(unit(&game, me).cell.x + 20, y)).collect();
    game.apply(&Command::EditLand { stroke: 1, brush: Brush::Forbid, cells: wall }).unwrap();
    assert!((0..100).any(|_| {
        game.tick();
        game.derived.counter.replanned() == 1
    }));
    assert_eq!((game.derived.counter.changed(), game.derived.counter.total_growth()), (1, (0, 0)));
}

/// However many units start at once, the last has a path within two hundred ticks; a single request is served within
/// twenty.
#[test]
fn every_unit_has_a_path_soon() {
    let mut rows = meadow(300, 60);
    for row in rows.iter_mut().skip(20).take(20) {
        row.replace_range(150..=150, "#");
    }
    let places: Vec<(&str, u16, u16)> =
        (0..2000).map(|i| ("porter", 2 + (i % 50) * 2, 1 + (i / 50) % 58)).collect();
    let places: Vec<_> = places.into_iter().collect::<std::collections::BTreeSet<_>>().into_iter().collect();
    let mut game = level(&rows, false, &places);
    let units: Vec<UnitId> = game.world.units.iter().map(|unit| unit.id).collect();
    assert!(units.len() > 1500);
    let orders = vec![Order::Go(Cell::new(290, 30))];
    game.apply(&Command::Orders { units: units.clone(), orders, queue: Queue::Replace }).unwrap();
    let mut without: Vec<UnitId> = units;
    for tick in 0..200 {
        game.tick();
        without.retain(|id| unit(&game, *id).path.is_none());
        if without.is_empty() {
            return assert!(tick > 0);
        }
    }
    panic!("{} of them still have no path", without.len());
}

/// An enclosed place: no search is run, and the reason is stated at once.
#[test]
fn there_is_no_way_and_the_reason_is_known_at_once() {
    let mut scene = Scene::new(
        "........................................
         ............................~~~~~~~.....
         ............................~.....~.....
         ..B.........................~.....~.....
         ............................~.....~.....
         ............................~~~~~~~.....
         ........................................",
        "Bo: go 31 3",
    );
    let (me, goal) = (scene.id("Bo"), Cell::new(31, 3));
    assert!(scene.until(3, |game| unit(game, me).path.is_some()));
    let expansions = scene.game.world.tally.expansions;
    assert!(expansions < 100, "{expansions} expansions");
    let game = &scene.game;
    let planner = game.planner(PeopleIx::PLAYER, Kind::Porter, &[]);
    let why = planner.no_path_reason(unit(game, me).cell, goal);
    assert!(matches!(why, NoPathReason::AroundGoal(Obstacle::Ground(_))), "{why:?}");
    let back = planner.no_path_reason(goal, unit(game, me).cell);
    assert!(matches!(back, NoPathReason::AroundStart(Obstacle::Ground(_))), "{back:?}");
    assert!(!path(game, me).reaches, "{:?}", path(game, me).goal);
    // It goes as near as it can, and a bridge opens the path.
    scene
        .tells(expect!["Bo knows no path to the east: deep water lies all around it"])
        .run(STILL)
        .order("bridge 28 3\nBo: go 31 3")
        .run(STILL);
    scene.shows(
        Overlay::Steps,
        expect![[r#"
        ........111111111111111111122221........
        ......11...................1~~~~~~~.....
        ....11.....................1~.....~.....
        ...1.......................1H11B..~.....
        ............................~.....~.....
        ............................~~~~~~~.....
        ........................................
    "#]],
    );
}

/// When the land changes, only units whose path it blocks are notified: near by the path is repaired by a splice, far
/// ahead it is replanned while the unit walks on.
#[test]
fn only_blocked_units_are_notified() {
    // Two separate lanes with a walker in each, and a lookout ahead.
    let mut scene = Scene::new(
        "............................................................................
         .................................................C..........................
         .B..........................................................................
         ............................................................................
         ............................................................................
         ############################################################################
         .D..........................................................................
         ............................................................................",
        "Bo: go 74 2; stop
         Cy: stop
         Di: go 74 6; stop",
    );
    let (upper, lower) = (scene.id("Bo"), scene.id("Di"));
    scene.run(40);
    let ahead_of =
        |scene: &Scene, id| unit(&scene.game, id).cells_ahead(scene.game.world.size()).collect::<Vec<Cell>>();
    let lower_path = ahead_of(&scene, lower);
    let counts = |game: &Game| {
        let tally = &game.world.tally;
        (tally.notices, tally.splices, tally.replans)
    };
    let (notified, mended, again) = counts(&scene.game);
    // Far ahead: seen by another, while the walker does not stop.
    build_wall(&mut scene.game, 60, 1..5);
    scene.order("Cy: go 55 2");
    assert!(scene.until(60, |game| game.world.tally.notices > notified));
    assert!(unit(&scene.game, upper).next.is_some());
    assert_eq!(counts(&scene.game), (notified + 1, mended, again + 1));
    // Near by: seen by the walker itself.
    scene.run(60);
    let x = scene.at("Bo").0 + 9;
    build_wall(&mut scene.game, x, 1..4);
    assert!(scene.until(60, |game| game.world.tally.splices > mended));
    assert!(lower_path.ends_with(&ahead_of(&scene, lower)), "it was not affected");
    scene.shows(
        Overlay::Paths,
        expect![[r#"
        ...............................***.........................***..............
        ..............................*.#.*.......................*.#.**............
        ..........................B***..#..********************C**..#...***********.
        ................................#...........................#...............
        ............................................................#...............
        ############################################################################
        ..........................D************************************************.
        ............................................................................
    "#]],
    );
    assert!(scene.until(2000, |game| unit(game, upper).cell == Cell::new(74, 2)));
}

/// A wall that is built unseen.
fn build_wall(game: &mut Game, x: u16, rows: std::ops::Range<u16>) {
    for y in rows {
        game.world.land.surface[Cell::new(x, y)] = wayworn::land::Surface::Wall;
    }
    let watched = game.derived.abstractions.clone();
    game.derived = wayworn::sim::Derived::of(&game.world);
    game.derived.abstractions = watched;
}

/// Cost of replanning during a hundred steps, in steps computed: at every tenth step, by splices of the next ten, by
/// longer overlapping splices, or only after a change.
#[test]
fn what_thinking_again_costs() {
    let game = level(&meadow(102, 5), false, &[("porter", 0, 2)]);
    let (believes, size) = (game.believes(PeopleIx::PLAYER, Kind::Porter, &[]), game.world.size());
    let at = |x: usize| Cell::new(x.min(100) as u16, 2);
    let whole = |x: usize| plan::exact_path(&believes, size, at(x), at(100)).cells.len() - 1;
    let splice = |x: usize, length: usize| {
        plan::detour(&believes, size, at(x), at(x + length), &[], 1_000_000).unwrap().len() - 1
    };
    assert_eq!(whole(0), 100);
    assert_eq!((0..100).step_by(10).map(whole).sum::<usize>(), 550);
    let spliced = |length: usize, every: usize| {
        whole(0) + (0..100).step_by(every).map(|x| splice(x, length)).sum::<usize>()
    };
    for (length, every) in [(10, 10), (20, 20), (20, 15), (40, 30), (8, 6)] {
        let steps = spliced(length, every);
        assert!((200..=300).contains(&steps), "{steps} steps for splices of {length} every {every}");
    }
    // Watching regions computes nothing before something blocks the path.
    let mut game = level(&meadow(102, 5), false, &[("porter", 0, 2)]);
    let me = game.world.units[UnitIx(0)].id;
    order(&mut game, me, vec![Order::Go(at(36))], Queue::Replace);
    assert!(until(&mut game, 2000, |game| unit(game, me).cell == at(36)));
    assert_eq!((game.world.tally.requests, game.world.tally.replans), (1, 0));
}

/// A unit with a new order requests its path in the first tick and takes the first step in the second.
#[test]
fn the_first_step_is_taken_at_once() {
    for (x, y) in [(17, 2), (1, 0), (9, 3)] {
        let mut scene = Scene::new(
            "...................
             .........B.........
             ...................
             ...................",
            &format!("Bo: go {x} {y}"),
        );
        let walker = scene.run(2).unit("Bo");
        let (next, goal) = (walker.next.expect("a step was begun"), Cell::new(x, y));
        assert!(walker.path.is_some() && next.octile(goal) < walker.cell.octile(goal));
        assert_eq!(scene.run(STILL).at("Bo"), (x, y));
    }
}

/// On a generated land every distant query is answered if there is a path, with legal steps and near the optimum,
/// wherever the borders of chunks lie.
#[test]
fn every_far_question_is_answered() {
    let size = Size::new(400, 400);
    let mut game = Game::new(3, size).unwrap();
    for cell in size.cells() {
        let (surface, tier) = (game.world.land.surface[cell], game.world.ground.tier[cell]);
        game.world.peoples[PeopleIx::PLAYER].belief.observe(cell, surface, tier, false, 0);
    }
    let (planner, mut dice) = (game.planner(PeopleIx::PLAYER, Kind::Porter, &[]), Dice(8));
    let (mut answered, mut shut) = (0, 0);
    for i in 0..160 {
        let [from, goal] = [0, 1].map(|_| size.cell(dice.below(size.area())));
        if planner.believes.is_blocked(size.index(from) as u32)
            || from.chebyshev(goal) <= plan::DIRECT_SEARCH_MAX_STEPS
        {
            continue;
        }
        let path = planner.path(from, goal);
        assert_eq!(path.reaches, planner.is_connected(from, goal), "{from:?} {goal:?}");
        assert!(plan::is_walkable(&planner.believes, size, &path.cells), "{from:?} {goal:?}");
        let end = *path.cells.last().unwrap();
        assert!(!path.reaches || end == goal);
        (answered, shut) = (answered + u32::from(path.reaches), shut + u32::from(!path.reaches));
        if i % 8 == 0
            && let Some(best) = planner.optimum(from, end)
        {
            let (price, best) = (path.terms.total(), best.terms.total());
            assert!(price >= best && price * 100 <= best * 108, "{price} for {best}: {from:?} {end:?}");
        }
    }
    assert!(answered > 40 && shut > 5, "{answered} {shut}");
}
