//! `e`: why a unit goes the way it goes, item by item, against the second best way and the straight line.

use super::answer::{Answer, Explanation, RouteTerms};
use super::words::short_date;
use crate::graph::NodeId;
use crate::grid::Cell;
use crate::plan::{Account, Believes, TERMS, best_way, measure, second_best, straight_line};
use crate::sim::Game;
use crate::world::{Behaviour, Believed, Path, Unit};

/// Explains the way that a unit follows, or the one it would follow now to where it is bound.
pub(super) fn explain(game: &Game, unit: &Unit) -> Answer {
    let Some(goal) = goal_of(game, unit) else {
        return Answer::Nothing(format!("{} is not bound for anywhere just now", unit.name));
    };
    let size = game.world.size();
    let believes = game.believes(unit.people, unit.kind, &[]);
    let here = unit.next.unwrap_or(unit.cell);
    let now = best_way(&believes, size, here, goal);
    let walked = unit.path.as_ref().filter(|path| path.goal == goal && !path.steps.is_empty());
    let this = walked.and_then(|path| followed(game, &believes, unit, path)).unwrap_or_else(|| now.clone());
    let second = second_best(&believes, size, &this.cells);
    let line = straight_line(&believes, size, here, goal);
    let rival = second.as_ref().unwrap_or(&line);
    let (decided, verdict) = verdict(game, &believes, &this, rival, second.is_some());
    let planned = walked.map_or((now.terms.total() as u32, "today".to_owned()), |path| {
        (path.price, short_date(path.planned))
    });
    Answer::Explain(Box::new(Explanation {
        title: format!("{} to {}", unit.name, game.place_name(goal)),
        labels: TERMS.to_vec(),
        as_planned: planned,
        words: words(walked, &this, &now, verdict),
        decided,
        now: terms_of(game, now),
        second: second.map(|way| terms_of(game, way)),
        line: terms_of(game, line),
        this: terms_of(game, this),
    }))
}

/// Where a unit is bound for: the end of its path, or of the journey that it has interrupted.
fn goal_of(game: &Game, unit: &Unit) -> Option<Cell> {
    let walking = unit.path.as_ref().filter(|path| !path.steps.is_empty()).map(|path| path.goal);
    let bound = unit.stack.iter().rev().find_map(|behaviour| match behaviour {
        Behaviour::Travel { goal, .. } | Behaviour::Settle { at: goal } => Some(*goal),
        Behaviour::Trade { trip: Some((to, _)), .. } => Some(game.world.town(*to).cell),
        _ => None,
    });
    walking.or(bound).filter(|goal| *goal != unit.cell)
}

/// The rest of the way that a unit follows, at today's prices.
fn followed(game: &Game, believes: &Believes, unit: &Unit, path: &Path) -> Option<Account> {
    let size = game.world.size();
    let mut cells = vec![unit.next.unwrap_or(unit.cell)];
    cells.extend(unit.way_ahead(size).into_iter().skip(usize::from(unit.next.is_some())));
    let (terms, unknown) = measure(believes, size, &cells)?;
    Some(Account { cells, terms, unknown, reaches: path.reaches, barred: None, reached: 0 })
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
        format!("decided by {}{place}: the {name} pays {} more for it", CAUSES[term], steps(saves))
    };
    (cell, words)
}

/// Words for the items as causes, in the order of the terms.
const CAUSES: [&str; 7] =
    ["the distance", "the ground", "the slope", "the road", "the unknown", "the crowd", "your wishes"];
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

fn words(path: Option<&Path>, this: &Account, now: &Account, verdict: String) -> Vec<String> {
    let mut words = vec![verdict];
    let Some(path) = path else {
        words.push("it rests or waits: this is the way it would take now".to_owned());
        return words;
    };
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
