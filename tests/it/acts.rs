//! The player's feedback: coin, act reports and the figures of a year agree with a recount.

use crate::causes;
use crate::kit;
use std::collections::BTreeSet;
use wayworn::grid::Cell;
use wayworn::scene::text;
use wayworn::scene::{self, Answer, Question, Viewport};
use wayworn::sim::{Game, REPORT_AFTER_TICKS};
use wayworn::world::{
    ActReport, Brush, Command, DAY, Event, EventKind, Kind, PeopleIx, PlayerEvent, Subject, UnitId, YEAR_DAYS,
};

/// A cell on a unit's path, some steps ahead of it, where a wall can be built.
fn busy_cell(game: &Game) -> Option<Cell> {
    let size = game.world.size();
    let free = |cell: &Cell| {
        let town = game.world.towns.iter().any(|town| town.cell.chebyshev(*cell) < 3);
        !town && game.derived.holder(*cell).is_none() && !game.derived.haven[*cell]
    };
    let mine = game.world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER);
    let paths = mine.filter(|unit| unit.kind == Kind::Porter);
    let cells = paths.filter_map(|unit| unit.cells_ahead(size).skip(4).find(free));
    cells.max_by_key(|cell| users(game, *cell).len())
}

fn users(game: &Game, cell: Cell) -> Vec<(UnitId, Cell)> {
    let size = game.world.size();
    let mine = game.world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER);
    let walking = mine.filter(|unit| unit.cells_ahead(size).any(|ahead| ahead == cell));
    walking.filter_map(|unit| Some((unit.id, unit.path.as_ref()?.goal))).collect()
}

/// What came of an act, if an event reports it.
fn report_in(event: &Event) -> Option<ActReport> {
    match event.kind {
        EventKind::Player(PlayerEvent::ActReported(report)) => Some(report),
        _ => None,
    }
}

/// The report comes two days later, to the tick, and its figures match a recount.
#[test]
fn an_act_is_answered_after_two_days_with_figures_that_can_be_recounted() {
    let mut answered = 0;
    for seed in [7, 21] {
        let mut game = kit::game(seed, 128);
        while game.world.tick < 6 * DAY + 20 || busy_cell(&game).is_none() {
            game.tick();
        }
        let cell = busy_cell(&game).unwrap();
        let before = users(&game, cell);
        let deliveries = game.world.tally.deliveries;
        let delivered_before = game.world.tally.recently_delivered();
        let act = game.world.tick;
        game.apply(&Command::EditLand { stroke: 1, brush: Brush::Wall, cells: vec![cell] }).unwrap();
        let mut away = BTreeSet::new();
        while game.world.tick < act + REPORT_AFTER_TICKS {
            let said = causes::told(&game).filter_map(report_in).count();
            assert_eq!(said, 0, "answered after {} ticks", game.world.tick - act);
            game.tick();
            for unit in &game.world.units {
                // Replanned or repaired locally: no unit gets through the wall.
                let Some(path) = &unit.path else { continue };
                let same = before.contains(&(unit.id, path.goal));
                if same && !unit.cells_ahead(game.world.size()).any(|ahead| ahead == cell) {
                    away.insert(unit.id);
                }
            }
        }
        let (line, event) = game.world.events.lines().next_back().unwrap();
        assert_eq!(
            (line.tick, event.kind.subject(), event.at),
            (act + REPORT_AFTER_TICKS, Subject::You, Some(cell))
        );
        let report = report_in(event).unwrap();
        assert_eq!(
            (report.brush, report.users, report.away),
            (Brush::Wall, before.len() as u32, away.len() as u32)
        );
        let delivered = (game.world.tally.deliveries - deliveries) as u32;
        assert_eq!(report.deliveries, (delivered_before, delivered));
        let words = text::line_words(&game.world, line, event);
        let half = |count: u32| format!("{}.{}", count / 2, count % 2 * 5);
        let wanted = format!("deliveries {} → {} a day", half(report.deliveries.0), half(delivered));
        assert!(words.starts_with("Wall ") && words.ends_with(&wanted), "{words} — {wanted}");
        answered += before.len();
        assert!(game.world.reported_acts.is_empty());
    }
    assert!(answered > 0, "no path led over the walls: the test tests little");
}

#[test]
fn strokes_that_follow_each_other_are_one_act() {
    let mut game = kit::played(3, 96, 2 * DAY);
    game.world.reported_acts.clear();
    let size = game.world.size();
    let free = |cell: &Cell| {
        !game.world.land.surface[*cell].is_sea_or_lake() && game.derived.holder(*cell).is_none()
    };
    let middle = size.cells().filter(free).find(|cell| cell.x > 40 && cell.y > 40).unwrap();
    for step in 0..5 {
        let cell = Cell::new(middle.x + step, middle.y);
        let _ = game.apply(&Command::EditLand { stroke: step.into(), brush: Brush::Wall, cells: vec![cell] });
        (0..10).for_each(|_| game.tick());
    }
    assert_eq!(game.world.reported_acts.len(), 1);
    assert!(game.world.reported_acts[0].cells.len() > 1);
    let far = Cell::new(middle.x - 30, middle.y);
    game.apply(&Command::EditLand { stroke: 6, brush: Brush::Wall, cells: size.square(far, 1).collect() })
        .unwrap();
    assert_eq!(game.world.reported_acts.len(), 2, "another place is another act");
    (0..200).for_each(|_| game.tick());
    game.apply(&Command::EditLand { stroke: 7, brush: Brush::Erase, cells: vec![middle] }).unwrap();
    assert_eq!(game.world.reported_acts.len(), 3, "later is another act");
}

#[test]
fn building_can_be_made_free_and_costly_again() {
    let mut game = kit::played(3, 64, 100);
    for free in [true, false] {
        game.apply(&Command::FreeBuild(free)).unwrap();
        assert_eq!(game.world.free_build, free);
        assert_eq!(scene::build_scene(&game, &Viewport::default()).status.is_building_free, free);
    }
}

/// The card of a year shows the counts at its end, and the whole land before and after.
#[test]
fn a_year_that_is_over_has_its_card() {
    let mut game = kit::game(2, 64);
    while game.world.tick < YEAR_DAYS * DAY {
        game.tick();
    }
    let at_end = game.figures();
    (0..50).for_each(|_| game.tick());
    assert_eq!(game.world.years, std::slice::from_ref(&at_end));
    let before = game.world.hash();
    let Answer::Year(card) = scene::answer(&game, &Question::Year { year: Some(1), size_max: (20, 20) })
    else {
        panic!("no card")
    };
    assert_eq!(before, game.world.hash());
    let row = |label: &str| card.rows.iter().find(|row| row.label == label).unwrap().now.clone();
    assert_eq!(row("units"), at_end.units.to_string());
    assert_eq!(row("deliveries"), at_end.deliveries.to_string());
    assert_eq!((card.year, card.last, card.is_over, card.size), (1, 2, true, (16, 16)));
    assert_eq!((card.before.pixels.len(), card.after.pixels.len()), (256, 256));
    let log = scene::build_scene(&game, &Viewport { shows_whole_log: true, ..Viewport::default() }).log;
    let is_told = |words: &str| {
        let (_, sentence) = words.split_once("  ")?;
        log.iter().find(|line| line.weight > 0 && line.text.starts_with(sentence.trim_end_matches('.')))
    };
    assert!(
        card.words.len() == 3 && card.words.iter().all(|words| is_told(words).is_some()),
        "{:?}",
        card.words
    );
    assert!(card.before != card.after && card.rows.iter().all(|row| row.before.is_empty()));

    // A player who returns soon afterwards is told of more, until now.
    let returned = scene::answer(&game, &Question::Year { year: None, size_max: (20, 20) });
    let Answer::Year(returned) = returned else { panic!("no card") };
    assert_eq!((returned.year, returned.is_over, returned.words.len()), (1, false, 5));
    assert_eq!(returned.before, card.before);
    let labels: Vec<&str> = returned.rows.iter().map(|row| row.label).collect();
    assert!(labels.contains(&"units") && !labels.contains(&"deliveries"), "{labels:?}");
    let units = returned.rows.iter().find(|row| row.label == "units").unwrap();
    assert_eq!((&*units.before, &units.now), ("0", &game.figures().units.to_string()));
    let ticks: Vec<u64> =
        returned.words.iter().filter_map(|words| is_told(words)).map(|line| line.tick).collect();
    assert!(ticks.len() == 5 && ticks.is_sorted(), "{:?}", returned.words);

    // What has happened in a year that is not over is not compared with a whole year's.
    let begun = scene::answer(&game, &Question::Year { year: Some(2), size_max: (20, 20) });
    let Answer::Year(begun) = begun else { panic!("no card") };
    assert!(!begun.is_over && begun.rows.iter().all(|row| row.is_total != row.difference.is_empty()));
    assert!(!begun.words.iter().any(|words| words.contains("the year before")), "{:?}", begun.words);
}
