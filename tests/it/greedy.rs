//! Kinds in haste take the first path found: more expensive, found sooner, and still a path.

use crate::kit;
use crate::orders::{level, meadow, order, unit, until};
use wayworn::graph::{Corner, Grid8};
use wayworn::grid::Cell;
use wayworn::plan::{self, CellTarget, Planner};
use wayworn::scene::{self, Answer, Question};
use wayworn::search::{NoObserver, Rank, Search, Step, run};
use wayworn::sim::Game;
use wayworn::world::{Kind, Order, PeopleIx, PlannedBy, Queue, UnitIx};

const FROM: Cell = Cell::new(2, 15);
const GOAL: Cell = Cell::new(46, 15);

/// A meadow with a hollow open to the west, between two rows and two columns; and walkers.
fn hollow(
    size: (usize, usize),
    (top, bottom): (usize, usize),
    (mouth, end): (usize, usize),
    units: &[(&str, u16, u16)],
) -> Game {
    let mut rows = meadow(size.0, size.1);
    for (y, row) in rows.iter_mut().enumerate().take(bottom + 1).skip(top) {
        let from = if y == top || y == bottom { mouth } else { end };
        row.replace_range(from..=end, &"A".repeat(end + 1 - from));
    }
    level(&rows, false, units)
}

/// One between [`FROM`] and [`GOAL`].
fn small_hollow(units: &[(&str, u16, u16)]) -> Game {
    hollow((52, 31), (5, 25), (16, 34), units)
}

/// Expansions of an exact search at these prices.
fn exact_expansions(planner: &Planner, from: Cell, goal: Cell) -> u32 {
    let (believes, size) = (&planner.believes, planner.size());
    let graph = Grid8 { size, cost: believes, corner: Corner::BothFree };
    let to = CellTarget { goal, size, cheapest: wayworn::graph::CostModel::cheapest(believes) };
    let start = size.index(from) as u32;
    let mut search = Search::new(size.area() as u32, start, Rank::AStar, &to, u32::MAX);
    assert!(matches!(run(&mut search, &graph, &to, u32::MAX, &mut NoObserver), Step::Found(_)));
    search.expansions()
}

/// A unit in haste runs straight into a hollow and sees at its mouth that it must go round; another sets out for the
/// edge at once. The one in haste expands less, and pays more at its own prices.
#[test]
fn haste_expands_less_and_pays_more() {
    let game = small_hollow(&[]);
    let (messenger, calm) = (
        game.planner(PeopleIx::PLAYER, Kind::Messenger, &[]),
        game.planner(PeopleIx::PLAYER, Kind::Porter, &[]),
    );
    let at_the_mouth = |cell: &Cell| (14..34).contains(&cell.x) && (11..20).contains(&cell.y);
    let (first, other) = (messenger.path(FROM, GOAL), calm.path(FROM, GOAL));
    assert!(first.reaches && first.cells.iter().any(at_the_mouth), "{:?}", first.cells);
    assert!(other.reaches && !other.cells.iter().any(at_the_mouth), "{:?}", other.cells);
    assert_eq!(first.by, Some(PlannedBy::Greedy));
    assert!(other.by.is_some_and(|by| plan::how_planned(by).is_none()), "{:?}", other.by);
    let best = messenger.optimum(FROM, GOAL).unwrap();
    assert!(!best.cells.iter().any(at_the_mouth));
    let (paid, cheapest) = (first.terms.total(), best.terms.total());
    assert!(paid * 100 > cheapest * 106, "{paid} for {cheapest}");
    let (expanded, exact) = (messenger.greedy_path(FROM, GOAL).1, exact_expansions(&messenger, FROM, GOAL));
    assert!(expanded > 0 && expanded * 4 < exact * 3, "{expanded} of {exact}");
    assert!(calm.greedy_path(FROM, GOAL).0.is_none(), "a porter takes its time");
}

/// The preview shows the path walked, cell by cell; the explanation says why, and what it costs.
#[test]
fn a_hasty_preview_is_the_path_walked() {
    let mut game = small_hollow(&[("messenger", FROM.x, FROM.y)]);
    let me = game.world.units[UnitIx(0)].id;
    let question = Question::Preview { unit: me, append: false, stops: vec![GOAL] };
    let Answer::Preview(preview) = scene::answer(&game, &question) else { panic!() };
    let leg = preview.legs[0].clone();
    order(&mut game, me, vec![Order::Go(GOAL), Order::Stop], Queue::Replace);
    let mut walked = vec![FROM];
    assert!(until(&mut game, 30, |game| unit(game, me).path.is_some()));
    let Answer::Explain(why) = scene::answer(&game, &Question::Explain { unit: me }) else { panic!() };
    let planner = game.planner_of(unit(&game, me));
    let (from, best) = (why.current.cells[0], |from| planner.optimum(from, GOAL).unwrap().terms.total());
    let tenths = (why.current.total - best(from)) * 1000 / best(from);
    assert!(tenths > 60, "{tenths}");
    let told = format!("in haste it took the first path found, {}.{} % dearer", tenths / 10, tenths % 10);
    assert!(why.words.iter().any(|words| words.starts_with(&told)), "{told}: {:?}", why.words);
    assert!(until(&mut game, 2000, |game| {
        let cell = unit(game, me).cell;
        if walked.last() != Some(&cell) {
            walked.push(cell);
        }
        cell == GOAL
    }));
    assert_eq!(walked, leg.cells);
}

/// In a hollow that is too large to run through, the unit searches for the cheapest path after all, near and far, and
/// arrives.
#[test]
fn a_greedy_search_without_success_falls_back_to_the_cheapest() {
    let (from, goal) = (Cell::new(6, 40), Cell::new(96, 40));
    let mut game = hollow((110, 80), (4, 76), (30, 90), &[("messenger", from.x, from.y)]);
    for from in [from, Cell::new(70, 40)] {
        let messenger = game.planner(PeopleIx::PLAYER, Kind::Messenger, &[]);
        let (path, spent) = messenger.greedy_path(from, goal);
        assert!(path.is_none() && spent == Kind::Messenger.row().greedy_expansions_max, "{spent}");
        let exact = plan::exact_path(&messenger.believes, messenger.size(), from, goal).terms.total();
        let path = messenger.path(from, goal);
        assert!(path.reaches && path.terms.total() * 100 <= exact * 106, "{} {exact}", path.terms.total());
    }
    let me = game.world.units[UnitIx(0)].id;
    order(&mut game, me, vec![Order::Go(goal), Order::Stop], Queue::Replace);
    assert!(until(&mut game, 4000, |game| unit(game, me).cell == goal));
}

/// Many units in haste at once get the same paths on any number of threads, each the previewed one, and none is left
/// over.
#[test]
fn haste_is_the_same_on_any_number_of_threads() {
    let units: Vec<(&str, u16, u16)> = (0..60).map(|i| ("messenger", 1 + i % 4 * 2, 5 + i / 4)).collect();
    let play = || {
        let mut game = small_hollow(&units);
        let ids: Vec<_> = game.world.units.iter().map(|unit| unit.id).collect();
        for id in &ids {
            order(&mut game, *id, vec![Order::Go(GOAL)], Queue::Replace);
        }
        let mut found = 0;
        for _ in 0..40 {
            game.tick();
            found = found.max(game.world.units.iter().filter(|unit| unit.path.is_some()).count());
        }
        (game.world.hash(), found)
    };
    let alone = kit::on_threads(1, play);
    assert!(alone.1 > 50, "{} found paths", alone.1);
    assert_eq!(alone, kit::on_threads(4, play));
}

/// The search overlay replays a greedy search: straight ahead into the hollow, then out of it.
#[test]
fn thoughts_in_haste_are_shown_as_they_were() {
    let mut game = small_hollow(&[("messenger", FROM.x, FROM.y)]);
    let me = game.world.units[UnitIx(0)].id;
    game.record_searches(true, Some(me));
    order(&mut game, me, vec![Order::Go(GOAL), Order::Stop], Queue::Replace);
    assert!(until(&mut game, 30, |game| game.derived.search_overlay.of(me).is_some()));
    let thought = game.derived.search_overlay.of(me).unwrap();
    let trace = thought.trace(game.world.size());
    assert_eq!(thought.live.search.rank(), Rank::Greedy);
    assert_eq!(trace.path, thought.answer.found.cells);
    let closed = &trace.cells[..trace.expanded as usize];
    let ahead: Vec<Cell> = closed.iter().take(20).map(|spot| spot.cell).collect();
    assert!(ahead.windows(2).all(|two| two[1].x == two[0].x + 1), "straight ahead at first: {ahead:?}");
    let deepest = closed.iter().position(|spot| spot.cell.x == 33).unwrap();
    let outside = closed.iter().position(|spot| spot.cell.y < 5 || spot.cell.y > 25).unwrap();
    assert!(deepest < outside, "{deepest} {outside}");
}
