//! `e`: why a unit goes the way it goes, item by item, against the second best way and the straight line.

use super::answer::{Answer, Explanation, RouteTerms};
use super::words::short_date;
use crate::graph::NodeId;
use crate::grid::Cell;
use crate::plan::{Account, Believes, TERMS, best_way, measure, second_best, straight_line};
use crate::sim::Game;
use crate::world::{Believed, Path, Unit};

/// Explains the way that a unit follows.
pub(super) fn explain(game: &Game, unit: &Unit) -> Answer {
    let Some(path) = unit.path.as_ref().filter(|path| !path.steps.is_empty()) else {
        let reason = if unit.awaiting.is_some() {
            "its way is still being planned"
        } else {
            "it is not on its way anywhere"
        };
        return Answer::Nothing(format!("{}: {reason}", unit.name));
    };
    let size = game.world.size();
    let believes = game.believes(unit.people, unit.kind, &[]);
    let here = unit.next.unwrap_or(unit.cell);
    let mut cells = vec![here];
    cells.extend(unit.way_ahead(size).into_iter().skip(usize::from(unit.next.is_some())));
    let this = match measure(&believes, size, &cells) {
        Some((terms, unknown)) => Account { cells, terms, unknown, reaches: path.reaches, barred: None },
        None => return Answer::Nothing(format!("{}: the way does not hold any more", unit.name)),
    };
    let now = best_way(&believes, size, here, path.goal);
    let second = second_best(&believes, size, &this.cells);
    let line = straight_line(&believes, size, here, path.goal);
    let rival = second.as_ref().unwrap_or(&line);
    let verdict = verdict(game, &believes, &this, rival, second.is_some());
    Answer::Explain(Box::new(Explanation {
        title: format!("{} to {}", unit.name, game.place_name(path.goal)),
        labels: TERMS.to_vec(),
        as_planned: (path.price, short_date(path.planned)),
        words: words(path, &this, &now, verdict.1),
        decided: verdict.0,
        now: terms_of(game, now),
        second: second.map(|way| terms_of(game, way)),
        line: terms_of(game, line),
        this: terms_of(game, this),
    }))
}

fn terms_of(game: &Game, way: Account) -> RouteTerms {
    let barred = way.barred.map(|cell| match game.world.peoples[0].belief.at(cell) {
        Believed::Known { surface, .. } => surface.name().to_owned(),
        Believed::Unknown(_) => "the unknown".to_owned(),
    });
    RouteTerms { cells: way.cells, terms: way.terms.list().to_vec(), total: way.terms.total(), barred }
}

/// The cell that decided between two ways, and a sentence about it.
fn verdict(
    game: &Game,
    believes: &Believes,
    this: &Account,
    rival: &Account,
    is_second: bool,
) -> (Option<Cell>, String) {
    let name = if is_second { "second best" } else { "straight line" };
    if let Some(cell) = rival.barred {
        let ground = terms_of(game, rival.clone()).barred.unwrap_or_default();
        return (Some(cell), format!("the straight line is barred by {ground} {}", game.whereabouts(cell)));
    }
    if rival.cells == this.cells {
        return (None, "the straight line is the best way".to_owned());
    }
    let (mine, theirs) = (this.terms.list(), rival.terms.list());
    let saved = |term: &usize| theirs[*term] - mine[*term];
    let Some(term) = (0..TERMS.len()).max_by_key(saved) else { return (None, String::new()) };
    let saves = saved(&term);
    if saves <= 0 {
        return (None, format!("the {name} costs about the same"));
    }
    // The decisive cell lies where the rival pays most, or, for a road, where this way saves most.
    let cell = if term == ROAD {
        dearest(game, believes, this, term, -1)
    } else {
        dearest(game, believes, rival, term, 1)
    };
    let place = cell.map_or_else(String::new, |cell| format!(" {}", game.whereabouts(cell)));
    let words = if term == ROAD {
        format!("decided by the road{place}: it saves {}", steps(saves))
    } else {
        format!("decided by {}{place}: the {name} pays {} more for it", TERMS[term], steps(saves))
    };
    (cell, words)
}

/// Place of the road's item among the terms.
const ROAD: usize = 3;

/// The cell of a way with the largest item of one term, off the cells that both ways share.
fn dearest(game: &Game, believes: &Believes, way: &Account, term: usize, sign: i64) -> Option<Cell> {
    let size = game.world.size();
    let item = |two: &[Cell]| {
        let (from, to) = (size.index(two[0]) as NodeId, size.index(two[1]) as NodeId);
        let length = two[0].dir_to(two[1])?.length();
        Some(believes.terms(from, to, length)?.list()[term] * sign)
    };
    let steps = way.cells.windows(2).filter_map(|two| Some((item(two)?, two[1])));
    steps.max_by_key(|(item, cell)| (*item, *cell)).map(|(_, cell)| cell)
}

fn words(path: &Path, this: &Account, now: &Account, verdict: String) -> Vec<String> {
    let mut words = vec![verdict];
    let (walked, asked) = (this.terms.total(), now.terms.total());
    words.push(if now.cells == this.cells {
        "asked now, the same way would be chosen".to_owned()
    } else if asked < walked {
        format!("asked now, another way would save {}", steps(walked - asked))
    } else {
        "asked now, a way as good would be chosen".to_owned()
    });
    if path.unknown > 0 {
        words.push(format!("{} cells of it were unknown when it was planned", path.unknown));
    }
    words
}

/// Milli-steps as steps with one decimal.
fn steps(price: i64) -> String {
    format!("{}.{} steps", price / 1000, price / 100 % 10)
}
