//! Which requests are served when, and how: local searches, queries without a walker, and paths kept overnight.

use crate::kit::Dice;
use crate::orders::{level, meadow, order, unit, until};
use wayworn::grid::{Cell, Size};
use wayworn::land::Surface;
use wayworn::plan;
use wayworn::sim::{Derived, Game};
use wayworn::world::{Kind, Order, PathRequest, Queue, Requester, Rung, Target, Tier, UnitIx};

/// A generated land that its people knows.
fn known_land(seed: u64, side: u16) -> Game {
    let size = Size::new(side, side);
    let mut game = Game::new(seed, size).unwrap();
    for cell in size.cells() {
        let (surface, tier) = (game.world.land.surface[cell], game.world.ground.tier[cell]);
        game.world.peoples[0].belief.observe(cell, surface, tier, false, 0);
    }
    game
}

/// The result of a local search is as cheap as the optimal path of an exact search of the whole land, with other
/// units in the way; it answers most nearby queries, and no distant ones.
#[test]
fn a_look_around_is_never_wrong() {
    let size = Size::new(200, 200);
    let mut dice = Dice(21);
    let (mut known, mut unsure, mut lost) = (0, 0, 0);
    for seed in [3, 4, 5] {
        let game = known_land(seed, 200);
        for i in 0..120 {
            let from = size.cell(dice.below(size.area()));
            let reach = 8 + i as u16 % 48;
            let near: Vec<Cell> = size.square(from, reach).collect();
            let goal = near[dice.below(near.len())];
            let crowd: Vec<Cell> = near.iter().copied().filter(|_| dice.below(12) == 0).collect();
            let planner = game.planner(0, Kind::Porter, &crowd);
            if !planner.is_connected(from, goal) || from == goal {
                continue;
            }
            let at_once = planner.best_near_path(from, goal, false);
            *if at_once.is_some() { &mut known } else { &mut unsure } += 1;
            let Some((cells, _)) = at_once.or_else(|| planner.best_near_path(from, goal, true)) else {
                lost += 1;
                continue;
            };
            let best = plan::exact_path(&planner.believes, size, from, goal);
            let (terms, _) = plan::path_terms(&planner.believes, size, &cells).unwrap();
            assert_eq!(terms.total(), best.terms.total(), "land {seed}, {from:?} to {goal:?}");
            assert!(plan::is_walkable(&planner.believes, size, &cells));
            assert_eq!((cells.first(), cells.last()), (Some(&from), Some(&goal)));
        }
        let planner = game.planner(0, Kind::Porter, &[]);
        assert!(planner.best_near_path(Cell::new(2, 2), Cell::new(190, 190), false).is_none());
    }
    let counts = format!("{known} found at once, {unsure} not, {lost} not by a wide search either");
    assert!(known > unsure && unsure > 10 && lost * 10 < unsure, "{counts}");
}

/// A thousand queries without a walker do not delay a walker; and they are still answered while more walkers request
/// paths than a tick can serve.
#[test]
fn queries_wait_for_walkers() {
    let mut game = level(&meadow(300, 60), false, &[("porter", 5, 5)]);
    let me = game.world.units[UnitIx(0)].id;
    let request = |asker: Requester, from: Cell| PathRequest {
        id: 0,
        requester: asker,
        urgent: false,
        people: 0,
        kind: Kind::Porter,
        from,
        target: Target::Cell(Cell::new(290, 50)),
        crowd: Vec::new(),
        hunger: 0,
        requested: 0,
        rung: Rung::default(),
    };
    let place = |i: u16| Cell::new(i % 290, i / 290 * 7);
    for i in 0..1000 {
        plan::submit(&mut game.world.plans, request(Requester::Objective, place(i)));
    }
    order(&mut game, me, vec![Order::Go(Cell::new(250, 50))], Queue::Replace);
    game.tick();
    game.tick();
    assert!(unit(&game, me).path.is_some(), "walkers come first");
    let (mut answered, mut walkers) = (0, 0);
    for i in 0..10 {
        for j in 0..200 {
            plan::submit(&mut game.world.plans, request(Requester::Unit(me), place(i * 200 + j)));
        }
        let derived = &mut game.derived;
        let tools = plan::PlannerTools { tables: &derived.tables, abstractions: &derived.abstractions };
        let (served, _) = plan::serve(&mut game.world, tools, &mut derived.fields);
        answered += served.iter().filter(|answer| answer.request.requester == Requester::Objective).count();
        walkers += served.len();
    }
    assert!(
        answered >= 10 * plan::PATIENT_WORK / plan::ROUTE_WORK && walkers > 4 * answered,
        "{answered} of {walkers}"
    );
    let urgencies: Vec<bool> =
        game.world.plans.waiting.iter().map(|request| request.requester == Requester::Objective).collect();
    assert!(urgencies.is_sorted(), "walkers stand before the others");
}

/// A journey of several days is planned once: in the morning the walker continues on the evening's path, from its
/// camp beside it, unless something blocks it by then.
#[test]
fn a_path_is_kept_overnight() {
    for wall in [false, true] {
        let mut game = level(&meadow(420, 40), false, &[("porter", 5, 20)]);
        let me = game.world.units[UnitIx(0)].id;
        let goal = Cell::new(410, 20);
        order(&mut game, me, vec![Order::Go(goal)], Queue::Replace);
        assert!(until(&mut game, 3000, |game| unit(game, me).stored_path.is_some()));
        let asked = game.world.tally.requests;
        assert!(unit(&game, me).path.as_ref().is_none_or(|path| path.goal != goal));
        if wall {
            let x = unit(&game, me).cell.x + 4;
            for cell in (0..39).map(|y| Cell::new(x, y)) {
                game.world.land.surface[cell] = Surface::Wall;
                game.world.peoples[0].belief.observe(cell, Surface::Wall, Tier::None, false, 1);
            }
            game.derived = Derived::of(&game.world);
        }
        assert!(until(&mut game, 400, |game| unit(game, me)
            .path
            .as_ref()
            .is_some_and(|path| path.goal == goal)));
        assert_eq!(game.world.tally.requests > asked, wall);
        assert!(until(&mut game, 20_000, |game| unit(game, me).cell == goal));
    }
}
