//! The search overlay: it changes nothing, and shows exactly what the search did.

use crate::kit;
use crate::orders::{behind_a_long_wall, order};
use wayworn::grid::Cell;
use wayworn::plan::{CellTarget, SearchOrder};
use wayworn::save;
use wayworn::scene::{self, Viewport};
use wayworn::search::Heuristic;
use wayworn::sim::{Game, RecordedSearch};
use wayworn::world::{LiveSearch, Order, Queue, Target, UnitIx};

const SIDE: u16 = 128;

/// One game is observed, with frames, saves and loads, switched on and off; another is left alone. They stay the
/// same.
#[test]
fn the_overlay_changes_nothing() {
    let seed = 9;
    let (mut alone, mut watched) = (kit::game(seed, SIDE), kit::game(seed, SIDE));
    let (mut shown, mut under_way) = (0, 0);
    for tick in 1..=2400u64 {
        let leader = watched.world.units.iter().nth(tick as usize / 100 % 5).map(|unit| unit.id);
        let thinking = tick % 300 < 250;
        watched.record_searches(thinking, leader);
        for game in [&mut alone, &mut watched] {
            kit::command(game, seed);
            game.tick();
        }
        let selected = leader.into_iter().collect();
        let view = Viewport {
            columns: 20,
            rows: 20,
            cells_per_pixel: 1,
            shows_searches: thinking,
            selected,
            ..Viewport::default()
        };
        let thoughts = scene::build_scene(&watched, &view).searches;
        assert!(thinking || thoughts.is_empty());
        shown += thoughts.iter().filter(|thought| !thought.is_running).count();
        if tick.is_multiple_of(170) {
            under_way += watched.world.plans.live.len() + watched.world.plans.waiting.len();
            watched = Game::from_world(save::decode(&save::encode(&watched.world)).unwrap());
        }
        if tick.is_multiple_of(100) {
            let first = alone.world.hash().first_difference(&watched.world.hash());
            assert_eq!(first, None, "tick {tick}");
            assert!(watched.derived.matches(&watched.world), "tick {tick}");
        }
    }
    assert!(shown > 100, "{shown} searches were shown");
    assert!(under_way > 0, "no search was ever under way at a save");
}

/// Nothing is recorded without the overlay; with it, the last search of each unit.
#[test]
fn only_the_overlay_costs_memory() {
    let mut game = kit::played(9, SIDE, 300);
    assert_eq!(game.derived.search_overlay.latest().count(), 0);
    game.record_searches(true, None);
    (0..600).for_each(|_| game.tick());
    let mut askers: Vec<String> = game
        .derived
        .search_overlay
        .latest()
        .map(|thought| format!("{:?}", thought.live.request.requester))
        .collect();
    assert!(askers.len() > 5);
    askers.sort();
    assert!(askers.windows(2).all(|two| two[0] != two[1]), "{askers:?}");
    game.record_searches(false, None);
    (0..600).for_each(|_| game.tick());
    assert_eq!(game.derived.search_overlay.latest().count(), 0);
}

fn f_of(live: &LiveSearch, game: &Game, node: u32) -> u64 {
    let size = game.world.size();
    let h = match &live.request.target {
        Target::Cell(goal) => CellTarget { goal: *goal, size, cheapest: live.cheapest }.estimate(node),
        Target::Border { .. } => 0,
    };
    live.search.cost_of(node).unwrap() + h
}

fn check(trace: &SearchOrder, live: &LiveSearch, game: &Game) {
    let size = game.world.size();
    let node = |cell| size.index(cell) as u32;
    let (closed, edge) = trace.cells.split_at(trace.expanded as usize);
    let labels = live.search.labels();
    let mut shown: Vec<u32> = closed.iter().map(|spot| node(spot.cell)).collect();
    shown.sort_unstable();
    let expanded: Vec<u32> =
        labels.iter().filter(|(_, label)| label.is_expanded()).map(|(node, _)| node).collect();
    assert_eq!(shown, expanded, "the closed labels, each once");
    assert_eq!(edge.len() + closed.len(), labels.label_count() as usize);
    for (turn, spot) in closed.iter().enumerate() {
        assert_eq!(spot.expanded, Some(turn as u32));
        assert!(spot.generated <= turn as u32, "no node is expanded before it is generated");
    }
    assert!(edge.iter().all(|spot| spot.expanded.is_none() && spot.generated <= trace.expanded));
    let f: Vec<u64> = closed.iter().map(|spot| f_of(live, game, node(spot.cell))).collect();
    assert!(f.windows(2).all(|two| two[0] <= two[1]), "f never falls");
}

/// The playback has the closed labels in order, each once, and f never falls; the path is the search's result.
#[test]
fn what_is_played_is_what_was_searched() {
    let mut game = kit::game(9, SIDE);
    game.record_searches(true, None);
    let (mut checked, mut borders) = (0, 0);
    for _ in 0..900 {
        kit::command(&mut game, 9);
        game.tick();
        if game.world.tick.is_multiple_of(60) {
            for thought in game.derived.search_overlay.latest() {
                let trace = RecordedSearch::trace(thought, game.world.size());
                check(&trace, &thought.live, &game);
                assert_eq!(trace.path, thought.answer.found.cells);
                checked += 1;
                borders += u32::from(matches!(thought.live.request.target, Target::Border { .. }));
            }
        }
    }
    assert!(checked > 50 && borders > 0, "{checked} {borders}");
}

/// The same holds for a running search; it is shown, and continues as if unobserved.
#[test]
fn what_is_being_searched_is_played_as_far_as_it_is() {
    let mut game = behind_a_long_wall();
    let me = game.world.units[UnitIx(0)].id;
    order(&mut game, me, vec![Order::Go(Cell::new(95, 50)), Order::Stop], Queue::Replace);
    let mut alone = Game::from_world(game.world.clone());
    game.record_searches(true, Some(me));
    let (mut running, mut shown) = (0, 0);
    for _ in 0..8 {
        game.tick();
        alone.tick();
        assert_eq!(game.world.hash().first_difference(&alone.world.hash()), None);
        let view = Viewport {
            columns: 20,
            rows: 20,
            cells_per_pixel: 1,
            shows_searches: true,
            ..Viewport::default()
        };
        shown +=
            scene::build_scene(&game, &view).searches.iter().filter(|thought| thought.is_running).count();
        for live in &game.world.plans.live {
            check(&SearchOrder::of(live, game.world.size(), Vec::new()), live, &game);
            running += 1;
        }
    }
    assert!(running > 1 && shown == running, "{running} searches ran, {shown} were shown");
}

/// Selecting a unit while time stands still has something to show at once.
#[test]
fn a_selected_unit_searches_again() {
    let mut game = kit::played(9, SIDE, 700);
    let walks = |unit: &&wayworn::world::Unit| unit.path.as_ref().is_some_and(|path| path.steps.len() > 5);
    let unit = game.world.units.iter().find(walks).map(|unit| unit.id).unwrap();
    let before = game.world.hash();
    game.record_searches(true, Some(unit));
    assert_eq!(game.world.hash(), before);
    assert!(game.derived.search_overlay.of(unit).is_some_and(|thought| thought.answer.found.reaches));
}
