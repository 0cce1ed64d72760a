//! Deer and wolves: herds that keep together, wolves that live off them, and numbers that neither explode nor die
//! out.

use crate::kit;
use crate::map_check::{Overlay, Scene};
use crate::orders::until;
use expect_test::expect;
use wayworn::grid::Cell;
use wayworn::sim::Game;
use wayworn::world::{Behaviour, DAY, Hunt, Kind, Nature, Requester, SEASON_DAYS, TownKind, YEAR_DAYS};

fn cells(game: &Game, kind: Kind) -> Vec<Cell> {
    game.world.units.iter().filter(|unit| unit.kind == kind).map(|unit| unit.cell).collect()
}

fn nearest(cell: Cell, others: &[Cell]) -> u32 {
    others.iter().filter(|other| **other != cell).map(|other| other.chebyshev(cell)).min().unwrap_or(0)
}

/// Eight deer start up to twelve steps apart; in a herd each has company near by and a cell of its own.
#[test]
fn a_herd_keeps_together_and_apart() {
    let mut scene = Scene::new(
        "................................
         ................................
         ................................
         ..........d...d.................
         ..................d.............
         ......................d.........
         ................................
         ..............d.................
         ...................d............
         ............d...................
         ................................
         ................d...............
         ................................
         ................................",
        "d (deer beasts)",
    );
    let (mut near, mut looks, mut moved, mut before) = (0, 0, 0, cells(&scene.game, Kind::Deer));
    scene.until(6 * DAY, |game| {
        let now = cells(game, Kind::Deer);
        moved += before.iter().zip(&now).filter(|(one, two)| one != two).count();
        if game.world.tick > 2 * DAY && game.world.tick.is_multiple_of(20) {
            let spacing: Vec<u32> = now.iter().map(|cell| nearest(*cell, &now)).collect();
            assert!(spacing.iter().all(|steps| (1..=9).contains(steps)), "{spacing:?}");
            near += spacing.iter().filter(|steps| **steps <= 4).count();
            looks += spacing.len();
        }
        before = now;
        false
    });
    assert!(near * 10 >= looks * 9, "{near} of {looks} have company near by");
    assert!(moved > 200, "they stand: {moved} steps");
    scene.shows(
        Overlay::None,
        expect![[r#"
        ................................
        ................................
        ............dd..................
        ..........d.d...................
        ................................
        ..........dd.''''...............
        ............dd''................
        ...............''...............
        ...............''...............
        ................................
        ................................
        ................................
        ................................
        ................................
    "#]],
    );
}

/// Deer avoid a walker, and a hungry wolf catches its deer in the end.
#[test]
fn deer_run_from_wolves_and_are_caught_now_and_then() {
    let mut scene = Scene::new(
        "................................
         ................................
         ................................
         ................................
         ................................
         ................................
         .......d.d................w.....
         ...........d....................
         ........d.......................
         ................................
         ................................
         ................................",
        "d (deer beasts)
         w (wolf beasts)",
    );
    let mut flights = 0;
    let caught = scene.until(20 * DAY, |game| {
        let (deer, wolves) = (cells(game, Kind::Deer), cells(game, Kind::Wolf));
        flights += u32::from(
            wolves.iter().any(|wolf| deer.iter().any(|deer| (2..=5).contains(&deer.chebyshev(*wolf)))),
        );
        deer.len() < 4
    });
    assert!(caught && flights > 10, "caught {caught} after {flights} ticks of flight");
    assert!(scene.game.world.tick > 4 * DAY, "it was not hungry yet");
    let Some(Behaviour::Hunt(Hunt { fed })) = scene.unit("w").top() else { panic!("a wolf hunts") };
    assert_eq!(*fed, scene.game.world.tick);
}

/// A year and a half of an inhabited land: beasts stay within bounds every day, use no plans or memory, and leave
/// settlements alone.
#[test]
fn beasts_neither_explode_nor_die_out_and_cost_no_plan() {
    let mut game = kit::game(7, 192);
    let wild = game.world.peoples.position(|people| people.nature == Nature::Wild).unwrap();
    let first = cells(&game, Kind::Deer).len();
    assert!(first >= 4 && !cells(&game, Kind::Wolf).is_empty());
    let mut eaten = 0;
    let mut last = first;
    for tick in 0..(YEAR_DAYS + SEASON_DAYS) * DAY {
        game.tick();
        assert!(!game.world.plans.waiting.iter().any(|request| request.people == wild));
        let deer = cells(&game, Kind::Deer).len();
        eaten += last.saturating_sub(deer);
        last = deer;
        if tick.is_multiple_of(DAY) {
            let wolves = cells(&game, Kind::Wolf);
            assert!(
                deer <= 2 * first + 4 && wolves.len() <= deer / 4 + 3,
                "{deer} deer, {} wolves",
                wolves.len()
            );
            let standing = game.world.towns.iter().filter(|town| town.kind != TownKind::Ruin);
            let gates: Vec<Cell> = standing.map(|town| town.cell).collect();
            assert!(wolves.iter().all(|wolf| gates.iter().all(|gate| gate != wolf)));
        }
    }
    assert!(last > 0 && eaten > 0, "{last} deer are left, {eaten} were eaten");
    let people = &game.world.peoples[wild];
    assert_eq!((people.belief.known(), people.sightings.len()), (0, 0));
    assert!(game.derived.visible[wild].values().iter().all(|watchers| *watchers == 0));
    let asked = |asker: &Requester| matches!(asker, Requester::Unit(id) if game.world.unit(*id).is_some_and(|unit| unit.kind.row().is_beast()));
    assert!(!game.world.plans.live.iter().any(|live| asked(&live.request.requester)));
}

/// After the last deer is gone, a herd comes in from the edge in spring.
#[test]
fn a_herd_comes_back_in_spring() {
    let mut game = kit::game(12, 128);
    game.world.units.retain(|unit| unit.kind != Kind::Deer);
    game.world.tick = (YEAR_DAYS - 1) * DAY;
    let mut game = Game::from_world(game.world);
    assert!(cells(&game, Kind::Deer).is_empty());
    assert!(until(&mut game, 2 * DAY, |game| cells(game, Kind::Deer).len() >= 3));
    assert_eq!(game.world.tick / DAY, YEAR_DAYS);
}
