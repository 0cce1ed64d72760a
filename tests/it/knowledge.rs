//! The value of knowledge: paths keep to known ground where that pays, scouts find what traders do not, and say why
//! they go where they go; wrong beliefs are corrected along the path, and reported.

use crate::causes;
use crate::kit::{self, Dice};
use crate::map_check::{Overlay, STILL, Scene};
use crate::orders::{level, meadow, order, until};
use expect_test::expect;
use wayworn::grid::Cell;
use wayworn::land::Surface;
use wayworn::plan::{Abstractions, Planner, PlannerTools, PriceTables};
use wayworn::scene::text;
use wayworn::scene::{self, Viewport};
use wayworn::sim::{self, Game};
use wayworn::world::{
    Behaviour, Belief, DAY, Event, EventKind, Explore, Kind, Nature, Order, Paint, People, PeopleIx, Queue,
    Tier, TravelEvent, UnitIx, World,
};

/// A people that knows these cells as they are.
fn people(world: &World, knows: impl Fn(Cell) -> bool) -> People {
    let size = world.size();
    let mut people = People::new("who asks", Nature::Settled, size);
    for cell in size.cells().filter(|cell| knows(*cell)) {
        people.belief.observe(cell, world.land.surface[cell], Tier::None, false, 0);
    }
    people
}

/// Cells and price of the path that a people would take; `None` if it knows none.
fn known_path(world: &World, people: &People, from: Cell, to: Cell) -> Option<(Vec<Cell>, i64)> {
    let (tables, cold) = (PriceTables::new(), Abstractions::new(world.size(), 1));
    let tools = PlannerTools { tables: &tables, abstractions: &cold };
    let path =
        Planner::new((people, PeopleIx::PLAYER), Kind::Porter, &world.land.height, tools, &[]).path(from, to);
    path.reaches.then(|| (path.cells, path.terms.total()))
}

/// A people knows a winding strip of land. Where the path within it costs at most three times the hidden straight
/// one, nine tenths of the path walked is known ground.
#[test]
fn paths_keep_to_known_ground_where_it_costs_less_than_three_times_as_much() {
    let (mut known, mut all, mut asked, mut dearer) = (0, 0, 0, 0);
    for seed in [2, 3, 5, 6, 9, 14] {
        let world = kit::game(seed, 96).world;
        let size = world.size();
        // An arc of a ring around the middle, eight cells wide.
        let radius = |cell: Cell| cell.octile(Cell::new(48, 48)) / 1000;
        let strip =
            |cell: Cell| (28..36).contains(&radius(cell)) && !(cell.y < 48 && cell.x.abs_diff(48) < 8);
        let us = people(&world, strip);
        let mut within = us.clone();
        for cell in size.cells().filter(|cell| !strip(*cell)) {
            within.belief.paint_cell(cell, Paint::Forbid);
        }
        let omniscient = people(&world, |_| true);
        let mut dice = Dice(seed);
        for _ in 0..40 {
            let mut place = || loop {
                let cell = size.cell(dice.below(size.area()));
                if strip(cell) && !world.land.surface[cell].is_blocked() {
                    return cell;
                }
            };
            let (from, to) = (place(), place());
            let Some((_, around)) = known_path(&world, &within, from, to) else { continue };
            let Some((_, hidden)) = known_path(&world, &omniscient, from, to) else { continue };
            if from == to || around > 3 * hidden {
                continue;
            }
            let Some((cells, _)) = known_path(&world, &us, from, to) else { panic!("{from:?} {to:?}") };
            known += cells.iter().filter(|cell| us.belief.is_known(**cell)).count();
            all += cells.len();
            asked += 1;
            dearer += u32::from(around * 2 > 3 * hidden);
        }
    }
    assert!(asked >= 60 && dearer >= 8, "{asked} paths, {dearer} of them long ones");
    assert!(known * 100 >= all * 90, "{known} of {all} cells are known ground");
}

/// Cells discovered by a people after some days, with its scouts and without them.
fn found_out(seed: u64, scouts: bool) -> (u32, usize, usize) {
    let mut game = kit::game(seed, 96);
    if !scouts {
        game.world.units.retain(|unit| unit.kind != Kind::Scout);
        game = Game::from_world(game.world);
    }
    let count = |game: &Game, kind: Kind| game.world.units.iter().filter(|unit| unit.kind == kind).count();
    let (walkers, before) = (
        (count(&game, Kind::Scout), count(&game, Kind::Porter)),
        game.world.peoples[PeopleIx::PLAYER].belief.known(),
    );
    for _ in 0..3 * DAY {
        game.tick();
    }
    (game.world.peoples[PeopleIx::PLAYER].belief.known() - before, walkers.0, walkers.1)
}

#[test]
fn a_scout_finds_three_times_what_a_trader_does() {
    for seed in [3, 8, 12] {
        let (both, scouts, porters) = found_out(seed, true);
        let (traders, ..) = found_out(seed, false);
        let (each_scout, each_trader) =
            ((both - traders.min(both)) as usize / scouts, traders as usize / porters);
        assert!(
            each_scout >= 3 * each_trader && each_scout > 60,
            "{seed}: {each_scout} a scout, {each_trader} a trader"
        );
    }
}

#[test]
fn scouts_say_why_they_go_where_they_go() {
    let mut game = kit::game(12, 96);
    let (mut said, mut open, mut rough) = (0, 0, 0);
    for tick in 0..4 * DAY {
        game.tick();
        if !tick.is_multiple_of(30) {
            continue;
        }
        for unit in game.world.units.iter().filter(|unit| unit.kind == Kind::Scout) {
            let Some(Behaviour::Explore(Explore { target: Some(border), .. })) = unit.top() else { continue };
            let reason = text::scouting_words(&game.world, game.world.scouting_reason(unit).unwrap());
            let far = unit.cell.chebyshev(*border);
            assert!(reason.starts_with("to see what lies beyond the "), "{reason}");
            assert!(
                reason.contains(&format!("{far} step"))
                    && reason.contains(&sim::whereabouts(&game.world, *border)),
                "{reason}"
            );
            let card =
                scene::build_scene(&game, &Viewport { selected: vec![unit.id], ..Viewport::default() })
                    .unit_card
                    .unwrap();
            assert!(
                card.facts.iter().any(|(label, words)| *label == "why" && *words == reason),
                "{:?}",
                card.facts
            );
            (said, open, rough) = (
                said + 1,
                open + u32::from(reason.contains("open")),
                rough + u32::from(reason.contains("rough")),
            );
        }
    }
    assert!(said > 20 && open > 0 && rough > 0, "{said} {open} {rough}");
    let is_reason = |event: &&Event| matches!(event.kind, EventKind::Travel(TravelEvent::Scouting { .. }));
    assert!(causes::told(&game).filter(is_reason).count() > 0);
}

/// A bridge falls unseen: the unit that arrives there reports it and takes another path.
#[test]
fn a_missing_bridge_is_discovered_reported_and_avoided() {
    let mut rows = meadow(48, 20);
    for (y, row) in rows.iter_mut().enumerate() {
        row.replace_range(24..26, if y == 10 || y == 17 { "HH" } else { "~~" });
    }
    // A wood before the bridge: it is visible only from beside it.
    for row in &mut rows[6..15] {
        row.replace_range(21..23, "TT");
    }
    rows[10].replace_range(21..23, "..");
    let mut game = level(&rows, false, &[("porter", 2, 10)]);
    let id = game.world.units[UnitIx(0)].id;
    order(&mut game, id, vec![Order::Go(Cell::new(44, 10))], Queue::Replace);
    assert!(until(&mut game, DAY, |game| game.world.units[UnitIx(0)].cell.x > 8));
    for x in 24..26 {
        game.world.land.surface[Cell::new(x, 10)] = Surface::DeepWater;
        game.world.ground.under.clear();
    }
    let mut game = Game::from_world(game.world);
    assert!(
        until(&mut game, 3 * DAY, |game| game.world.units[UnitIx(0)].cell == Cell::new(44, 10)),
        "it does not get there"
    );
    assert!(game.world.tally.notices + game.world.tally.replans > 0);
    let found = &game.world.peoples[PeopleIx::PLAYER].belief;
    assert!(!matches!(
        found.at(Cell::new(24, 10)),
        wayworn::world::Believed::Known { surface: Surface::Bridge, .. }
    ));
    let belief: &Belief = found;
    assert!(belief.is_known(Cell::new(25, 17)));
    let is_report = |event: &Event| {
        let surface = Surface::DeepWater;
        matches!(event.kind, EventKind::Travel(TravelEvent::PathBlocked { surface: met, .. }) if met == surface)
    };
    assert!(causes::told(&game).any(is_report), "{:?}", game.world.events);
}

/// A dead end is taken for open land and entered until it is seen to be none; then all of the people know, and no
/// other unit enters it.
#[test]
fn a_dead_end_is_walked_into_by_the_first_of_a_people_alone() {
    let mut scene = Scene::in_fog(
        "..............................
         ..............................
         ........############..........
         ...................#..........
         ...................#..........
         ...................#..........
         ..B................#..........
         ..C................#..........
         ...................#..........
         ...................#..........
         ...................#..........
         ........############..........
         ..............................",
        "Bo: go 27 6; stop
         Cy: stop",
    );
    scene.run(STILL).shows(
        Overlay::Steps,
        expect![[r#"
        ..............................
        .......1111111111111111.......
        .......1############...c......
        .......1...........#....1.....
        ........1..........#.....1....
        .........1.........#......1...
        ...1111111222221...#.......B..
        ..C................#..........
        ...................#..........
        ...................#..........
        ...................#..........
        ........############..........
        ..............................
    "#]],
    );
    scene.game.world.ground.wear.values_mut().iter_mut().for_each(|wear| *wear = 0);
    scene.order("Cy: go 26 6; stop").run(STILL).shows(
        Overlay::Steps,
        expect![[r#"
        ..............................
        .......11111111111111.........
        .......1############.11c......
        ......1............#...1......
        .....1.............#....1.....
        ....1..............#.....1....
        ...1...............#......CB..
        ...................#..........
        ...................#..........
        ...................#..........
        ...................#..........
        ........############..........
        ..............................
    "#]],
    );
}

/// While little of a land is known, the small map shows that part alone, and larger.
#[test]
fn the_small_map_shows_what_is_known() {
    let game = crate::kit::game(7, 256);
    let whole = scene::build_overview(&game, (28, 28), true);
    let known = scene::build_overview(&game, (28, 28), false);
    assert_eq!((whole.view.left, whole.view.top), (0, 0));
    assert!(known.view.cells_per_pixel < whole.view.cells_per_pixel, "{:?}", known.view);
    let seen = known.pixels.iter().filter(|pixel| pixel.visibility > scene::Visibility::Unseen).count();
    assert!(seen * 8 > known.pixels.len(), "{seen} of {} pixels", known.pixels.len());
    assert_eq!(known.pixels.len(), usize::from(known.view.columns) * usize::from(known.view.rows));
}
