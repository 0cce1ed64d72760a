//! `e`: why a unit goes the way it goes, item by item, against the second best way and the straight line.

use super::answer::{Answer, Explanation, Planned, RouteTerms};
use super::card;
use super::words::{counted, days, short_date};
use crate::graph::{Cost, CostModel, NodeId};
use crate::grid::Cell;
use crate::plan::{
    Account, Believes, ITEMS, Planner, TERMS, account_of, is_walkable, second_best, straight_line,
};
use crate::sim::Game;
use crate::world::{Behaviour, Believed, DAY, Kind, Paint, Path, Unit};

/// Explains the way that a unit follows, or the one it would follow now to where it is bound, or why it stands still.
pub(super) fn explain(game: &Game, unit: &Unit) -> Answer {
    let Some(goal) = goal_of(game, unit) else { return Answer::Explain(Box::new(at_rest(game, unit))) };
    let planner = game.planner_of(unit);
    let here = unit.way_start();
    let path = unit.path.as_ref().filter(|path| path.goal == goal && !path.is_over());
    let this = path.and_then(|path| followed(game, &planner.believes, unit, path));
    let now = planner.way(here, goal);
    let change = path.map(|path| change(game, unit, path, this.as_ref(), &now));
    let mut why = compare(game, &planner.believes, this.unwrap_or_else(|| now.clone()), &now);
    why.title = format!("{} to {}", unit.name, game.place_name(goal));
    why.planned = path.map(planned);
    if !now.reaches {
        why.words.push(format!("no way there is known: {}", planner.hindrance(here, goal).words()));
    }
    why.words.extend(excess(&planner, &now));
    match change {
        Some(words) => why.words.extend(words),
        None => why.words.extend(still(game, unit)),
    }
    Answer::Explain(Box::new(why))
}

/// Explains the way that somebody of a kind would go between two cells.
pub(super) fn between(game: &Game, kind: Kind, from: Cell, to: Cell) -> Answer {
    let size = game.world.size();
    if !size.contains(from) || !size.contains(to) {
        return Answer::Nothing("that is off the land".to_owned());
    }
    let planner = game.planner(0, kind, &[]);
    let way = planner.way(from, to);
    let mut why = compare(game, &planner.believes, way.clone(), &way);
    let places = (game.place_name(from), game.place_name(to));
    why.title = format!("A {} from {} to {}", kind.row().name, places.0, places.1);
    if !way.reaches {
        let because = planner.hindrance(from, to).words();
        why.words.insert(0, format!("no way there is known, {because}: this is as near as one comes"));
    }
    why.words.extend(excess(&planner, &way));
    if way.unknown > 0 {
        why.words.push(format!("{} of it nobody has seen", counted(way.unknown as usize, "cell")));
    }
    why.words.push(format!("it takes {}", days(way.terms.time as Cost)));
    Answer::Explain(Box::new(why))
}

/// A way against the second best and the straight line, from the same start to the same end.
fn compare(game: &Game, believes: &Believes, this: Account, now: &Account) -> Explanation {
    let size = game.world.size();
    let second = second_best(believes, size, &this.cells);
    let ends = this.cells.first().copied().zip(this.cells.last().copied());
    let (from, goal) = ends.unwrap_or_default();
    let line = straight_line(believes, size, from, goal);
    let rival = second.as_ref().unwrap_or(&line);
    let (decided, verdict) = verdict(game, believes, &this, rival, second.is_some());
    let mut words = vec![verdict];
    if second.is_none() && this.cells.len() > 2 {
        words.push("no real alternative".to_owned());
    }
    Explanation {
        title: String::new(),
        labels: TERMS.to_vec(),
        planned: None,
        words,
        decided,
        now: terms_of(game, now.clone()),
        second: second.map(|way| terms_of(game, way)),
        line: terms_of(game, line),
        this: terms_of(game, this),
    }
}

/// How far a way that was found in haste, or by the abstraction, is from the best of all.
fn excess(planner: &Planner, way: &Account) -> Option<String> {
    let (from, to) = (*way.cells.first()?, *way.cells.last()?);
    let best = planner.optimum(from, to)?.terms.total();
    let extra = (way.terms.total() - best).max(0);
    let (tenths, saves) = (extra * 1000 / best.max(1), steps(extra));
    let is_first = planner.takes_first_way(from, to);
    Some(match tenths {
        0 if is_first => "in haste it takes the first way that it finds; no way is cheaper".to_owned(),
        _ if is_first => format!(
            "in haste it takes the first way that it finds, {}.{} % dearer than the cheapest",
            tenths / 10,
            tenths % 10
        ),
        0 => "no way at all is cheaper".to_owned(),
        _ => format!("the best way of all would save {saves}, {}.{} % of it", tenths / 10, tenths % 10),
    })
}

fn planned(path: &Path) -> Planned {
    Planned {
        day: short_date(path.planned),
        terms: path.terms.clone(),
        total: path.price as i64,
        beyond: (path.whole_price() - path.price) as i64,
        steps: path.length,
        walked: path.length.saturating_sub(path.steps.len() as u32),
    }
}

/// Somebody who is bound for nowhere: what it does, and why it stands still.
fn at_rest(game: &Game, unit: &Unit) -> Explanation {
    let doing = unit.top().map_or_else(|| "nothing".to_owned(), |top| card::doing(game, top));
    let mut words = vec![format!("it is bound for nowhere; it does this: {doing}")];
    words.extend(still(game, unit));
    Explanation { title: unit.name.clone(), words, ..Explanation::default() }
}

/// Why a unit does not walk, if it does not.
pub(super) fn still(game: &Game, unit: &Unit) -> Option<String> {
    if unit.next.is_some() {
        return unit.groping.then(|| "it goes on instinct until its way is planned".to_owned());
    }
    if let Some((block, since)) = unit.blocked {
        let ticks = counted(game.world.tick.saturating_sub(since) as usize, "tick");
        return Some(format!("it stands still: {}, for {ticks} now", card::block_words(game, block)));
    }
    if unit.awaiting.is_some() {
        let ticks = counted(game.world.tick.saturating_sub(unit.asked) as usize, "tick");
        return Some(format!("it stands still: its way is being planned, for {ticks} now"));
    }
    let why = match unit.top()? {
        Behaviour::Rest { until } => {
            format!("it sleeps for another {}", hours(until.saturating_sub(game.world.tick)))
        }
        Behaviour::Stay { until, .. } => {
            format!("it stays here for another {}", hours(until.saturating_sub(game.world.tick)))
        }
        Behaviour::Stop => "it was told to stand still for good".to_owned(),
        Behaviour::Trade { trip: None, .. } => "it waits for a deal that pays for the way".to_owned(),
        Behaviour::Follow { whom } if game.world.unit(*whom).is_none() => {
            "whom it followed is gone".to_owned()
        }
        Behaviour::Follow { .. } => "whom it follows is near".to_owned(),
        other => return super::behaviour_text::still_more(game, unit, other),
    };
    Some(why)
}

/// Ticks as hours of a day, begun ones counted whole.
fn hours(ticks: u64) -> String {
    counted((ticks * 24).div_ceil(DAY) as usize, "hour")
}

/// Where a unit is bound for: the end of its path, or of the journey that it has interrupted.
pub(super) fn goal_of(game: &Game, unit: &Unit) -> Option<Cell> {
    let walking = unit.path.as_ref().filter(|path| !path.is_over()).map(|path| path.goal);
    let bound = unit.stack.iter().rev().find_map(|behaviour| match behaviour {
        Behaviour::Travel { goal, .. } | Behaviour::Settle { at: goal } => Some(*goal),
        Behaviour::Trade { trip: Some((to, _)), .. } => Some(game.world.town(*to).cell),
        _ => None,
    });
    walking.or(bound).filter(|goal| *goal != unit.cell)
}

/// The rest of the way that a unit follows, at today's prices; `None` if it does not hold any more.
fn followed(game: &Game, believes: &Believes, unit: &Unit, path: &Path) -> Option<Account> {
    let size = game.world.size();
    let cells = game.whole_rest_of_way(unit);
    let whole = path.route.as_ref().is_none_or(|route| cells.last() == Some(&route.goal));
    let way =
        account_of(believes, size, cells).filter(|way| whole && is_walkable(believes, size, &way.cells))?;
    Some(Account { reaches: path.reaches, ..way })
}

fn terms_of(game: &Game, way: Account) -> RouteTerms {
    let barred = way.barred.map(|cell| ground_name(game, cell));
    RouteTerms { cells: way.cells, terms: way.terms.list().to_vec(), total: way.terms.total(), barred }
}

/// The ground of a cell in words, as it is believed to be.
fn ground_name(game: &Game, cell: Cell) -> String {
    let belief = &game.world.peoples[0].belief;
    match belief.at(cell) {
        _ if belief.paint(cell) == Paint::Forbid => "forbidden ground".to_owned(),
        Believed::Known { surface, .. } => surface.name().to_owned(),
        Believed::Unknown(_) => "the unknown".to_owned(),
    }
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
    let cheaper = this.terms.total() - rival.terms.total();
    if cheaper > 0 {
        return (None, format!("the {name} would save {}", steps(cheaper)));
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
const CAUSES: [&str; ITEMS] = [
    "the distance",
    "the ground",
    "the slope",
    "the road",
    "the unknown",
    "the crowd",
    "your wishes",
    "a beacon's light",
    "being seen",
    "the season",
    "steep land",
    "rougher ground",
    "fear",
    "haste",
    "turns",
    "high ground",
    "the look of diagonals",
    "supplies",
];
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

/// What would be chosen if asked now, and what has changed since it was planned that makes the difference.
fn change(game: &Game, unit: &Unit, path: &Path, this: Option<&Account>, now: &Account) -> Vec<String> {
    let mut words = Vec::new();
    match this {
        None => words.push(barred_since(game, unit)),
        Some(this) if now.cells == this.cells => {
            words.push("asked now, the same way would be chosen".to_owned());
        }
        Some(this) => {
            let (walked, asked) = (this.terms.list(), now.terms.list());
            let saved = this.terms.total() - now.terms.total();
            let most = (0..TERMS.len()).max_by_key(|term| walked[*term] - asked[*term]);
            words.push(match most.filter(|_| saved > 0) {
                Some(term) => {
                    format!("asked now, another way would save {}: {}", steps(saved), SINCE[term])
                }
                None if saved < 0 => "asked now, no cheaper way would be chosen".to_owned(),
                None => "asked now, a way as good would be chosen".to_owned(),
            });
        }
    }
    if path.unknown > 0 {
        let left = this.map_or(0, |this| this.unknown);
        let unseen = counted(path.unknown as usize, "cell");
        let were = if path.unknown == 1 { "was" } else { "were" };
        words.push(format!("{unseen} of it {were} unknown when it was planned, {left} of the rest now"));
    }
    words
}

/// What has come to be known since, by the item that makes another way cheaper now.
const SINCE: [&str; ITEMS] = [
    "a shorter way is known since",
    "better ground is known since",
    "an easier slope is known since",
    "a road has grown since",
    "land on it was seen since",
    "others were in the way then",
    "your wishes for the land have changed since",
    "a beacon was lit since",
    "nobody looks down on it any more",
    "the season has changed",
    "gentler land is known since",
    "smoother ground is known since",
    "a place is feared less since",
    "haste finds a better way",
    "a way with fewer turns is known since",
    "lower ground is known since",
    "a straighter way is known since",
    "its food has run low since",
];

/// What is known by now to bar the way that a unit follows.
fn barred_since(game: &Game, unit: &Unit) -> String {
    let believes = game.believes(unit.people, unit.kind, &[]);
    let size = game.world.size();
    let is_barred = |cell: &Cell| believes.is_blocked(size.index(*cell) as NodeId);
    let Some(cell) = unit.way_ahead(size).find(is_barred) else {
        return "its way does not hold any more; it will think again".to_owned();
    };
    let ground = ground_name(game, cell);
    format!("{ground} was seen on its way since, {}; it will think again", game.whereabouts(cell))
}

/// Milli-steps as steps with one decimal.
fn steps(price: i64) -> String {
    format!("{}.{} steps", price / 1000, price / 100 % 10)
}
