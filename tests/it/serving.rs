//! Which requests are served when, and how: local searches, queries without a walker, and paths kept overnight.

use crate::kit::{self, Dice};
use crate::orders::{behind_a_long_wall, level, meadow, order, unit, until};
use std::collections::BTreeSet;
use wayworn::grid::{Cell, Size};
use wayworn::land::Surface;
use wayworn::plan::{self, Served};
use wayworn::scene::{self, Answer, Question};
use wayworn::sim::{Derived, Game};
use wayworn::world::{
    Brush, Command, DAY, Kind, Order, PathRequest, PeopleIx, Queue, Requester, Rung, Tier, Unit, UnitId,
    UnitIx, YEAR_DAYS,
};

/// A generated land that its people knows.
fn known_land(seed: u64, side: u16) -> Game {
    let size = Size::new(side, side);
    let mut game = Game::new(seed, size).unwrap();
    for cell in size.cells() {
        let (surface, tier) = (game.world.land.surface[cell], game.world.ground.tier[cell]);
        game.world.peoples[PeopleIx::PLAYER].belief.observe(cell, surface, tier, false, 0);
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
            let planner = game.planner(PeopleIx::PLAYER, Kind::Porter, &crowd);
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
        let planner = game.planner(PeopleIx::PLAYER, Kind::Porter, &[]);
        assert!(planner.best_near_path(Cell::new(2, 2), Cell::new(190, 190), false).is_none());
    }
    let counts = format!("{known} found at once, {unsure} not, {lost} not by a wide search either");
    assert!(known > unsure && unsure > 10 && lost * 10 < unsure, "{counts}");
}

fn request(asker: Requester, from: Cell, goal: Cell) -> PathRequest {
    PathRequest::between(asker, PeopleIx::PLAYER, (from, goal), 0)
}

fn serve(game: &mut Game) -> Vec<Served> {
    let derived = &mut game.derived;
    let tools = plan::PlannerTools { tables: &derived.tables, abstractions: &derived.abstractions };
    plan::serve(&mut game.world, tools, &mut derived.fields).0
}

/// Number of requests served in a tick, and how many of them by searches of their own.
fn serve_and_count(game: &mut Game) -> (usize, usize) {
    let derived = &mut game.derived;
    let tools = plan::PlannerTools { tables: &derived.tables, abstractions: &derived.abstractions };
    let mut searched = 0;
    let count = |_, _: &Served| searched += 1;
    let served = plan::serve_observed(&mut game.world, tools, &mut derived.fields, count).0;
    (served.len(), searched)
}

/// A request goes down the ladder as far as it must: a look, a wide look, a search over several ticks and, when that
/// has too many labels, the abstraction.
#[test]
fn a_request_goes_down_the_ladder_rung_by_rung() {
    let mut game = behind_a_long_wall();
    let (from, goal) = (Cell::new(70, 50), Cell::new(90, 50));
    let me = game.world.units[UnitIx(0)].id;
    plan::submit(&mut game.world.plans, request(Requester::Unit(me), from, goal));
    let (mut rungs, mut searching, mut served) = (Vec::new(), 0, Vec::new());
    while served.is_empty() && searching < 40 {
        rungs.extend(game.world.plans.waiting.iter().map(|request| request.rung));
        searching += game.world.plans.live.len();
        served = serve(&mut game);
    }
    assert_eq!(rungs, [Rung::First, Rung::WideLook, Rung::Direct, Rung::Far]);
    assert!(searching > 2, "{searching} ticks of search");
    assert!(served[0].found.reaches && served[0].found.route.is_some(), "{served:?}");
}

/// When many wait, all get a path soon rather than some the best: no wide looks, no direct searches. That is decided
/// once: a rung that was passed by is not made up for when fewer wait.
#[test]
fn in_a_crowd_every_near_request_is_planned_like_a_far_one() {
    let mut game = level(&meadow(120, 60), false, &[("porter", 5, 5)]);
    let me = game.world.units[UnitIx(0)].id;
    for i in 0..plan::DIRECT_WAITING_MAX as u16 + 40 {
        let from = Cell::new(i % 60, i / 60);
        plan::submit(&mut game.world.plans, request(Requester::Unit(me), from, Cell::new(from.x + 40, 20)));
    }
    let rungs = |game: &Game, rung: Rung| {
        game.world.plans.waiting.iter().filter(|request| request.rung == rung).count()
    };
    assert_eq!(rungs(&game, Rung::WideLook), game.world.plans.waiting.len(), "too far for a look");
    let share = (plan::WORK_MAX - plan::PATIENT_WORK) / plan::ROUTE_WORK;
    while game.world.plans.waiting.len() > plan::DIRECT_WAITING_MAX {
        assert_eq!(serve_and_count(&mut game), (share, 0));
        assert!(game.world.plans.live.is_empty(), "a direct search runs in a crowd");
        assert_eq!(rungs(&game, Rung::Direct), game.world.plans.waiting.len());
    }
    let (served, searched) = serve_and_count(&mut game);
    assert!(searched > 0 && searched == served, "{searched} of {served} were searched for");
}

/// A thousand queries without a walker do not delay a walker; and they are still answered while more walkers request
/// paths than a tick can serve.
#[test]
fn queries_wait_for_walkers() {
    let mut game = level(&meadow(300, 60), false, &[("porter", 5, 5)]);
    let me = game.world.units[UnitIx(0)].id;
    let request = |asker: Requester, from: Cell| request(asker, from, Cell::new(290, 50));
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
        let served = serve(&mut game);
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
                game.world.peoples[PeopleIx::PLAYER].belief.observe(
                    cell,
                    Surface::Wall,
                    Tier::None,
                    false,
                    1,
                );
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

/// A porter that sets out to trade takes the path that was last found for its people, while that is walkable and costs
/// at most a twentieth more than then; after twelve days it is planned anew, and at once after the player has changed
/// the land.
#[test]
fn a_people_knows_its_paths() {
    let mut game = kit::played(3, 96, 0);
    let mut taken = 0;
    for _ in 0..YEAR_DAYS * DAY {
        let idle = |unit: &Unit| unit.path.is_none() && unit.stored_path.is_none();
        let idle: BTreeSet<UnitId> =
            game.world.units.iter().filter(|unit| idle(unit)).map(|unit| unit.id).collect();
        game.tick();
        for unit in game.world.units.iter().filter(|unit| idle.contains(&unit.id)) {
            let Some(path) = unit.path.as_ref().filter(|path| path.planned + 1 < game.world.tick) else {
                continue;
            };
            let towns = |cell: Cell| game.places().built_at(cell);
            let pair = (towns(unit.cell).unwrap(), towns(path.goal).unwrap());
            let known = &game.world.people(unit.people).paths[&pair];
            assert!(known.planned == path.planned && path.planned + 12 * DAY >= game.world.tick - 1);
            assert!(path.price <= known.price + known.price / 20 && path.length == known.length);
            assert!(unit.kind == Kind::Porter && !unit.ordered);
            let Answer::Explain(why) = scene::answer(&game, &Question::Explain { unit: unit.id }) else {
                panic!("no explanation")
            };
            let is_told = why.words.iter().any(|words| words.starts_with("its people know this path"));
            assert!(is_told, "{:?}", why.words);
            taken += 1;
        }
    }
    let asked = game.world.tally.requests;
    assert!(taken > 40, "{taken} of {asked} trips by known paths");
    let paths = |game: &Game| game.world.people(PeopleIx::PLAYER).paths.len();
    assert!(paths(&game) > 0);
    let free = |cell: &Cell| {
        !game.world.land.surface[*cell].is_sea_or_lake() && game.derived.holder(*cell).is_none()
    };
    let cell = game.world.size().cells().find(free).unwrap();
    game.apply(&Command::EditLand { stroke: 1, brush: Brush::Wall, cells: vec![cell] }).unwrap();
    assert_eq!(paths(&game), 0);
}
