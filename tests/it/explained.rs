//! The explanation of a path agrees with the card, and answers for every path that is proposed or ordered; stories tell
//! trips.

use crate::kit;
use crate::orders::drawn;
use wayworn::grid::{Cell, Size};
use wayworn::mind::TIRED_AFTER_TIME;
use wayworn::scene::{self, Answer, Explanation, Question, Viewport};
use wayworn::sim::Game;
use wayworn::world::{Behaviour, Command, DAY, Order, PeopleIx, Queue, Unit, UnitId, UnitIx};

/// A porter at the west end of a meadow, and what else there is.
fn meadow(more: &str) -> (Game, UnitId) {
    let unit = "[[unit]]\nname = \"Bo\"\nkind = \"porter\"\nat = [2, 4]\norders = [\"stop\"]\n";
    let game = drawn(&vec![".".repeat(40); 9], false, &format!("{unit}{more}"));
    let id = game.world.units[UnitIx(0)].id;
    (game, id)
}

fn go(game: &mut Game, unit: UnitId, to: Cell) {
    let command = Command::Orders { units: vec![unit], orders: vec![Order::Go(to)], queue: Queue::Replace };
    game.apply(&command).unwrap();
}

fn explained(game: &Game, question: &Question) -> Explanation {
    match scene::answer(game, question) {
        Answer::Explain(why) => *why,
        other => panic!("{other:?}"),
    }
}

/// A fact of the unit's card.
fn fact(game: &Game, unit: UnitId, label: &str) -> Option<String> {
    let view =
        Viewport { columns: 8, rows: 8, cells_per_pixel: 1, selected: vec![unit], ..Viewport::default() };
    let card = scene::build_scene(game, &view).unit_card?;
    card.facts.into_iter().find(|fact| fact.0 == label).map(|fact| fact.1)
}

#[test]
fn an_order_is_explained_before_time_runs() {
    let (mut game, bo) = meadow("");
    go(&mut game, bo, Cell::new(30, 4));
    let why = explained(&game, &Question::Explain { unit: bo });
    assert!(why.title.starts_with("Bo to "), "{}", why.title);
    assert_eq!(why.current.cells.last(), Some(&Cell::new(30, 4)));
    assert!(why.words.iter().any(|words| words.contains("sets out when time runs")), "{:?}", why.words);
    assert!(fact(&game, bo, "arrives").is_some(), "the card knows of it, too");
}

/// A unit that rests in a bed has arrived there, but not where its trip leads.
#[test]
fn a_night_is_explained_as_part_of_the_trip() {
    let mut game = kit::played(3, 64, 3 * DAY);
    let sleeper = |game: &Game| {
        let own = game.world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER);
        let mut at_rest = own.filter(|unit| matches!(unit.top(), Some(Behaviour::Rest(_))));
        at_rest
            .find(|unit| unit.stack.iter().filter(|below| matches!(below, Behaviour::Travel(_))).count() > 1)
            .map(|unit| unit.id)
    };
    let sleeper = loop {
        if let Some(id) = sleeper(&game) {
            break id;
        }
        assert!(game.world.tick < 40 * DAY, "no trip is interrupted for a bed");
        game.tick();
    };
    let why = explained(&game, &Question::Explain { unit: sleeper });
    let here = game.world.unit(sleeper).unwrap().cell;
    assert_eq!(why.current.cells.first(), Some(&here), "{:?}", why.words);
    assert_ne!(why.current.cells.last(), Some(&here));
}

#[test]
fn a_leg_that_is_only_proposed_is_explained() {
    let (game, bo) = meadow("");
    let (from, to) = (Cell::new(30, 4), Cell::new(30, 8));
    let why = explained(&game, &Question::ExplainProposed { unit: bo, from, to });
    assert_eq!((why.current.cells.first(), why.current.cells.last()), (Some(&from), Some(&to)));
}

/// Both read the fear on the rest of the path.
#[test]
fn a_feared_path_is_a_risk_on_the_card_as_in_the_explanation() {
    for (more, is_feared) in [("", false), ("[[feared]]\nat = [16, 4]\nsteps = 6\n", true)] {
        let (mut game, bo) = meadow(more);
        go(&mut game, bo, Cell::new(30, 4));
        while game.world.unit(bo).unwrap().path.is_none() {
            assert!(game.world.tick < 30, "no path is planned");
            game.tick();
        }
        let why = explained(&game, &Question::Explain { unit: bo });
        let fear = why.labels.iter().zip(&why.current.terms).find(|(label, _)| **label == "fear");
        assert_eq!(fear.is_some_and(|(_, price)| *price > 0), is_feared);
        assert_eq!(fact(&game, bo, "risk").as_deref() != Some("low"), is_feared);
    }
}

#[test]
fn totals_that_read_the_same_have_no_decider() {
    let (game, bo) = meadow("");
    let mut ties = 0;
    for to in (6..38).map(|x| Cell::new(x, 1 + x % 7)) {
        let why = explained(&game, &Question::ExplainProposed { unit: bo, from: Cell::new(2, 4), to });
        let whole = |total: i64| (total + 500) / 1000;
        let rival = why.runner_up.as_ref().unwrap_or(&why.straight);
        if rival.cells != why.current.cells && whole(rival.total) == whole(why.current.total) {
            ties += 1;
            assert_eq!(why.decisive_cell, None, "{:?}", why.words);
        }
    }
    assert!(ties > 0, "no tie was tested");
}

/// A sentence about one item of a rival that makes up for some of it says so, with what the totals differ by.
#[test]
fn an_item_that_is_not_all_of_the_difference_says_what_that_is() {
    let (game, bo) = meadow("[[feared]]\nat = [16, 4]\nsteps = 4\n");
    let mut partial = 0;
    for to in (20..38).flat_map(|x| (0..9).map(move |y| Cell::new(x, y))) {
        let why = explained(&game, &Question::ExplainProposed { unit: bo, from: Cell::new(2, 4), to });
        let rival = why.runner_up.as_ref().unwrap_or(&why.straight);
        let more = rival.total - why.current.total;
        let in_all = format!(" {}.{} more in all,", more / 1000, more / 100 % 10);
        let Some(words) = why.words.iter().find(|words| words.contains(" more for ")) else { continue };
        let item = format!(" {}.{} more for ", more / 1000, more / 100 % 10);
        assert!(words.contains(&in_all) != words.contains(&item), "{words}: {more}");
        partial += usize::from(words.contains(&in_all));
    }
    assert!(partial > 0, "no item made up for another");
}

/// What is worth watching are units of the player's people under way, with what they do and how far they go, and places
/// where something has just happened.
#[test]
fn stories_are_trips_under_way_and_news() {
    let mut game = Game::new(7, Size::new(96, 96)).unwrap();
    let view =
        Viewport { columns: 1, rows: 1, cells_per_pixel: 1, shows_stories: true, ..Viewport::default() };
    let (mut trips, mut news) = (0, 0);
    for day in 1..=24 {
        (0..DAY).for_each(|_| game.tick());
        let stories = scene::build_scene(&game, &view).stories;
        assert!(stories.len() <= 12 && (day == 1 || !stories.is_empty()), "day {day}");
        for story in stories {
            let Some(unit) = story.unit else {
                news += 1;
                continue;
            };
            let unit = game.world.unit(unit).unwrap();
            assert_eq!((unit.people, unit.cell), (PeopleIx::PLAYER, story.cell));
            assert!(unit.path.as_ref().is_some_and(|path| path.steps.len() >= 8), "{}", story.words);
            assert!(story.words.starts_with(&unit.name) && story.words.contains(" steps"), "{}", story.words);
            trips += 1;
        }
    }
    assert!(trips > 40 && news > 0, "{trips} trips, {news} news");
    assert!(scene::build_scene(&game, &Viewport { shows_stories: false, ..view }).stories.is_empty());
}

/// The unit that is selected first has a trip to explain, which is not over in a moment if any is not.
#[test]
fn the_first_unit_to_choose_is_under_way_for_a_while() {
    let mut game = Game::new(7, Size::new(96, 96)).unwrap();
    let (mut long, mut passed_over) = (0, 0);
    for _ in 0..24 * 4 {
        (0..DAY / 4).for_each(|_| game.tick());
        let view = Viewport { columns: 1, rows: 1, cursor: Cell::new(48, 48), ..Viewport::default() };
        let Some(chosen) = scene::build_scene(&game, &view).nearest_under_way else { continue };
        let left = |unit: &Unit| match &unit.path {
            Some(path) if path.reaches && path.route.is_some() => usize::MAX,
            Some(path) if path.reaches => path.steps.len(),
            _ => 0,
        };
        let walks = |unit: &&Unit| {
            unit.people == PeopleIx::PLAYER && unit.next.is_some() && unit.blocked.is_none() && left(unit) > 0
        };
        let unit = game.world.unit(chosen).unwrap();
        let goes_on = |unit: &Unit| left(unit) >= 16 && unit.fatigue + 16_000 < TIRED_AFTER_TIME;
        let has_long = game.world.units.iter().filter(walks).any(goes_on);
        assert!(walks(&unit) && (goes_on(unit) || !has_long), "{} has {} to go", unit.name, left(unit));
        let nearest = game.world.units.iter().filter(walks).map(|other| other.cell.octile(view.cursor)).min();
        long += usize::from(has_long);
        passed_over += usize::from(nearest < Some(unit.cell.octile(view.cursor)));
    }
    assert!(long > 20 && passed_over > 5, "{long} {passed_over}");
}
