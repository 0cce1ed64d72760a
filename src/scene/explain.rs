//! Explains a unit's path: its cost term by term, against the runner-up and the straight line.

use super::behaviour_text::{behaviour_words, sentence_words};
use super::text::no_path_words;
use super::words::{counted, days_words, hours_words, short_date, tenths_of_steps};
use crate::graph::{Cost, CostModel, NodeId};
use crate::grid::Cell;
use crate::plan::{
    BelievedPrices, Planner, PricedPath, TERM_COUNT, TERM_NAMES, how_planned, is_walkable, priced_path,
    second_best, straight_line,
};
use crate::sim::{self, Game};
use crate::world::{Believed, Block, Kind, Paint, Path, PeopleIx, Unit};

/// The summed cost terms of one path, in milli-steps; `terms` matches [`Explanation::labels`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RouteTerms {
    /// Cells, start included.
    pub cells: Vec<Cell>,
    /// One sum per term.
    pub terms: Vec<i64>,
    /// Their sum.
    pub total: i64,
    /// The ground that blocks it, if it is blocked.
    pub blocked_by: Option<String>,
}

/// The cost of a whole path at the time it was planned.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlannedCost {
    /// The day when it was planned.
    pub day: String,
    /// One sum per term, in milli-steps; matches [`Explanation::labels`].
    pub terms: Vec<i64>,
    /// Their sum.
    pub total: i64,
    /// Estimated cost of the part not refined to cells yet, in milli-steps.
    pub estimated_rest: i64,
    /// Steps refined to cells.
    pub steps: u32,
    /// Steps still to be begun.
    pub steps_left: u32,
}

/// Why a unit takes its path, or would take it between two cells; or why it stands still, and then there are only
/// words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explanation {
    /// Unit and goal.
    pub title: String,
    /// Names of the cost terms, in order.
    pub labels: Vec<&'static str>,
    /// The rest of the current path at current costs; the best path if the unit follows none.
    pub current: RouteTerms,
    /// The current path as it was planned.
    pub planned: Option<PlannedCost>,
    /// The best path now.
    pub now: RouteTerms,
    /// The runner-up, if there is a real alternative.
    pub runner_up: Option<RouteTerms>,
    /// The straight line.
    pub straight: RouteTerms,
    /// The decisive cell.
    pub decisive_cell: Option<Cell>,
    /// The reasons, in sentences.
    pub words: Vec<String>,
}

impl Explanation {
    /// The term in which the current path and the straight one differ most, their length aside unless nothing else
    /// differs.
    pub fn largest_difference(&self) -> Option<&'static str> {
        let differences = self.current.terms.iter().zip(&self.straight.terms).map(|(a, b)| a.abs_diff(*b));
        // The first term is the distance.
        let ranked = differences.zip(&self.labels).enumerate().filter(|(_, (difference, _))| *difference > 0);
        ranked.max_by_key(|(at, (difference, _))| (*at > 0, *difference)).map(|(_, (_, label))| *label)
    }
}

/// Explains the path that a unit follows, or would follow now to its goal, or why it stands still.
pub(super) fn explain_unit(game: &Game, unit: &Unit) -> Explanation {
    let Some(goal) = destination_of(game, unit) else {
        return explain_rest(game, unit);
    };
    let planner = game.planner_of(unit);
    let here = unit.path_start();
    let path = unit.path.as_ref().filter(|path| path.goal == goal && !path.is_over());
    let this = path.and_then(|path| rest_of_path(game, &planner.believes, unit, path));
    let now = planner.path(here, goal);
    let how = match (path, &this) {
        (None, _) => excess_words(&planner, &now),
        (Some(_), Some(this)) => excess_words(&planner, this),
        (Some(path), None) => how_planned(path.by).map(str::to_owned),
    };
    let change = path.map(|path| changes_since_planned(game, unit, path, this.as_ref(), &now));
    let mut why = compare_paths(game, &planner.believes, this.unwrap_or_else(|| now.clone()), &now);
    why.title = format!("{} to {}", unit.name, sim::place_name(game, goal));
    why.planned = path.map(planned_cost);
    if !now.reaches {
        why.words.push(format!("no known path there: {}", no_path_words(planner.no_path_reason(here, goal))));
    }
    why.words.extend(how);
    if path.is_some_and(|path| is_known_path(game, unit, path)) {
        why.words.push("its people know this path: porters take it again unplanned".to_owned());
    }
    match change {
        Some(words) => why.words.extend(words),
        None => why.words.extend(standing_reason(game, unit)),
    }
    why
}

/// Explains the path that a kind of unit would take between two cells.
pub(super) fn explain_between(game: &Game, kind: Kind, from: Cell, to: Cell) -> Result<Explanation, String> {
    let planner = game.planner(PeopleIx::PLAYER, kind, &[]);
    explain_leg(game, &planner, &format!("A {}", kind.row().name), (from, to))
}

/// Explains the path that a unit would take between two cells: a leg of a trip that is proposed.
pub(super) fn explain_proposed(
    game: &Game,
    unit: &Unit,
    from: Cell,
    to: Cell,
) -> Result<Explanation, String> {
    explain_leg(game, &game.planner_of(unit), &unit.name, (from, to))
}

/// Explains the path between two cells that a walker, in words, would take; an error says why that cannot be.
fn explain_leg(
    game: &Game,
    planner: &Planner,
    walker: &str,
    (from, to): (Cell, Cell),
) -> Result<Explanation, String> {
    let size = game.world.size();
    if !size.contains(from) || !size.contains(to) {
        return Err("that is off the land".to_owned());
    }
    let path = planner.path(from, to);
    let mut why = compare_paths(game, &planner.believes, path.clone(), &path);
    why.title = format!("{walker} from {} to {}", sim::place_name(game, from), sim::place_name(game, to));
    if !path.reaches {
        let because = no_path_words(planner.no_path_reason(from, to));
        why.words
            .insert(0, format!("no known path there: {because}; this leads to the nearest reachable cell"));
    }
    why.words.extend(excess_words(planner, &path));
    if path.unknown > 0 {
        why.words.push(format!("{} of it not seen yet", counted(path.unknown as usize, "cell")));
    }
    why.words.push(format!("it takes {}", days_words(path.terms.time as Cost)));
    Ok(why)
}

/// Compares a path with the runner-up and the straight line between the same ends.
fn compare_paths(game: &Game, believes: &BelievedPrices, this: PricedPath, now: &PricedPath) -> Explanation {
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
        labels: TERM_NAMES.to_vec(),
        planned: None,
        words,
        decisive_cell: decided,
        now: route_terms(game, now.clone()),
        runner_up: second.map(|path| route_terms(game, path)),
        straight: route_terms(game, line),
        current: route_terms(game, this),
    }
}

/// How a path was found and what it costs now beyond the optimum, if its method does not always find the cheapest.
fn excess_words(planner: &Planner, path: &PricedPath) -> Option<String> {
    let how = how_planned(path.by?)?;
    let (from, to) = (*path.cells.first()?, *path.cells.last()?);
    let best = planner.optimum(from, to)?.terms.total();
    let extra = (path.terms.total() - best).max(0);
    let tenths = extra * 1000 / best.max(1);
    Some(match tenths {
        0 => format!("{how}; none is cheaper"),
        _ => format!("{how}, {}.{} % dearer than the cheapest", tenths / 10, tenths % 10),
    })
}

fn planned_cost(path: &Path) -> PlannedCost {
    PlannedCost {
        day: short_date(path.planned),
        terms: path.terms.clone(),
        total: path.price as i64,
        estimated_rest: (path.whole_price() - path.price) as i64,
        steps: path.length,
        steps_left: path.steps.len() as u32,
    }
}

/// Whether the people of a unit that trades knows its path.
fn is_known_path(game: &Game, unit: &Unit, path: &Path) -> bool {
    let Some((one, other)) = unit.trip() else { return false };
    let paths = &game.world.people(unit.people).paths;
    let mut known = [(one, other), (other, one)].into_iter().filter_map(|pair| paths.get(&pair));
    known.any(|known| (known.planned, known.goal) == (path.planned, path.goal))
}

/// A unit without a goal: what it does, and why it stands still.
fn explain_rest(game: &Game, unit: &Unit) -> Explanation {
    let doing = unit.stack.iter().rev().map(|behaviour| behaviour_words(game, behaviour));
    let doing = doing.reduce(|words, next| format!("{words}, then {next}"));
    let mut words = vec![format!("no destination; doing: {}", doing.as_deref().unwrap_or("nothing"))];
    words.extend(standing_reason(game, unit));
    Explanation { title: unit.name.clone(), words, ..Explanation::default() }
}

/// Why a unit does not walk, if it does not.
pub(super) fn standing_reason(game: &Game, unit: &Unit) -> Option<String> {
    if let Some(next) = unit.next {
        let goes_on = unit.heading == unit.cell.dir_to(next).map(|dir| dir as u8);
        let words = match (&unit.request, goes_on) {
            (None, _) => "stepping aside for another unit",
            (Some(_), true) => "walking straight on until its path is planned",
            (Some(_), false) => "walking on until its path is planned",
        };
        return unit.is_off_path.then(|| words.to_owned());
    }
    if let Some((block, since)) = unit.blocked {
        let waited = hours_words(game.world.tick.saturating_sub(since));
        return Some(format!("standing still: {}, for {waited}", block_words(game, block)));
    }
    if unit.request.is_some() {
        let waited = hours_words(game.world.tick.saturating_sub(unit.requested));
        return Some(format!("standing still: its path is being planned, for {waited}"));
    }
    let is_new = unit.under_way().is_none() && !unit.orders.is_empty() && unit.path.is_none();
    if is_new && destination_of(game, unit).is_some() {
        return Some("ordered: it sets out when time runs".to_owned());
    }
    let why = unit.top()?.rules().idle_reason(game.places(), unit)?;
    Some(sentence_words(game, &why))
}

/// What is in the way of a unit, in words.
pub(super) fn block_words(game: &Game, block: Block) -> String {
    match block {
        Block::Unit(id) => {
            let name = game.world.unit(id).map_or("a unit", |unit| unit.name.as_str());
            format!("{name} is in the way")
        }
        Block::Ground => "the ground is not as expected".to_owned(),
        Block::NoWay => "no known path".to_owned(),
        Block::Passage => "others are in the narrow passage".to_owned(),
        Block::Courtesy => "letting others pass".to_owned(),
        Block::Thinking => "planning a path".to_owned(),
    }
}

/// A unit's destination other than where it stands: the goal of its path, of the trip that it has interrupted, as for a
/// night, or else of its orders.
pub(super) fn destination_of(game: &Game, unit: &Unit) -> Option<Cell> {
    let elsewhere = |goal: &Cell| *goal != unit.cell;
    let path = unit.path.as_ref().filter(|path| !path.is_over());
    let mut trips = unit.stack.iter().rev();
    let trip_goal = trips.find_map(|trip| trip.rules().destination(&game.world).filter(elsewhere));
    let order_goal = || unit.stops().into_iter().filter_map(|stop| stop.place).find(elsewhere);
    path.map(|path| path.goal).filter(elsewhere).or(trip_goal).or_else(order_goal)
}

/// The rest of a unit's path at current costs, as its explanation shows it; `None` without a path that can be walked.
pub(super) fn current_path(game: &Game, unit: &Unit) -> Option<PricedPath> {
    let path = unit.path.as_ref().filter(|path| !path.is_over())?;
    rest_of_path(game, &game.planner_of(unit).believes, unit, path)
}

/// The rest of a unit's path at current costs; `None` if it can no longer be walked.
fn rest_of_path(game: &Game, believes: &BelievedPrices, unit: &Unit, path: &Path) -> Option<PricedPath> {
    let size = game.world.size();
    let cells = game.planner_of(unit).rest_of_path(unit);
    let is_complete = path.route.as_ref().is_none_or(|route| cells.last() == Some(&route.goal));
    let rest = priced_path(believes, size, cells)
        .filter(|rest| is_complete && is_walkable(believes, size, &rest.cells))?;
    Some(PricedPath { reaches: path.reaches, by: Some(path.by), ..rest })
}

fn route_terms(game: &Game, path: PricedPath) -> RouteTerms {
    let barred = path.blocked_at.map(|cell| ground_name(game, cell));
    RouteTerms {
        cells: path.cells,
        terms: path.terms.list().to_vec(),
        total: path.terms.total(),
        blocked_by: barred,
    }
}

/// The ground of a cell in words, as it is believed to be.
fn ground_name(game: &Game, cell: Cell) -> String {
    let belief = &game.world.peoples[PeopleIx::PLAYER].belief;
    match belief.at(cell) {
        _ if belief.paint(cell) == Paint::Forbid => "forbidden ground".to_owned(),
        Believed::Known { surface, .. } => surface.name().to_owned(),
        Believed::Unknown(_) => "unknown land".to_owned(),
    }
}

/// The cell that decided between two paths, and a sentence about it.
fn verdict(
    game: &Game,
    believes: &BelievedPrices,
    this: &PricedPath,
    rival: &PricedPath,
    is_second: bool,
) -> (Option<Cell>, String) {
    let name = if is_second { "runner-up" } else { "straight line" };
    if let Some(cell) = rival.blocked_at {
        let ground = route_terms(game, rival.clone()).blocked_by.unwrap_or_default();
        return (
            Some(cell),
            format!("the straight line is blocked by {ground} {}", sim::whereabouts(&game.world, cell)),
        );
    }
    if rival.cells == this.cells {
        return (None, "the straight line is the best path".to_owned());
    }
    let savings = this.terms.total() - rival.terms.total();
    // What reads the same in the table has no decider.
    if whole_steps(this.terms.total()) == whole_steps(rival.terms.total()) {
        return (None, format!("the {name} costs the same"));
    }
    if savings > 0 {
        return (None, format!("the {name} would cost {} less", tenths_of_steps(savings)));
    }
    let (mine, theirs) = (this.terms.list(), rival.terms.list());
    let saved = |term: &usize| theirs[*term] - mine[*term];
    let Some(term) = (0..TERM_NAMES.len()).max_by_key(saved) else { return (None, String::new()) };
    let saves = saved(&term);
    if saves <= 0 {
        return (None, format!("the {name} costs about the same"));
    }
    // So have items that read the same in the table.
    if whole_steps(mine[term]) == whole_steps(theirs[term]) {
        return (None, format!("the {name} costs {} more", tenths_of_steps(-savings)));
    }
    // The decisive cell is where the rival pays most or, for a road, where this path saves most.
    let cell = if term == ROAD_TERM {
        dearest(game, believes, this, term, -1)
    } else {
        dearest(game, believes, rival, term, 1)
    };
    let place = cell.map_or_else(String::new, |cell| format!(" {}", sim::whereabouts(&game.world, cell)));
    let words = if term == ROAD_TERM {
        let most = if place.is_empty() { place } else { format!(", above all{place}") };
        format!("roads save this path {} more than the {name}{most}", tenths_of_steps(saves))
    } else {
        let (most, in_all) = (tenths_of_steps(saves), tenths_of_steps(-savings));
        // The other items may make up for some of it.
        let in_all = if most == in_all { String::new() } else { format!(" {in_all} more in all,") };
        format!("the {name} costs{in_all} {most} more for {}{place}", TERM_WORDS[term].0)
    };
    (cell, words)
}

/// The cost terms as causes, and what has changed since the planning if one makes another path cheaper now, in the
/// order of [`TERM_NAMES`].
const TERM_WORDS: [(&str, &str); TERM_COUNT] = [
    ("distance", "a shorter path is known now"),
    ("ground", "better ground is known now"),
    ("slopes", "an easier slope is known now"),
    ("roads", "a road has appeared"),
    ("unknown land", "land on it was explored"),
    ("crowds", "other units were in the way"),
    ("your paint", "you painted the land"),
    ("a beacon's light", "a beacon was lit"),
    ("being seen", "it is no longer watched"),
    ("the season", "the season has changed"),
    ("steep land", "gentler land is known now"),
    ("rougher ground", "smoother ground is known now"),
    ("fear", "a place is feared less"),
    ("haste", "haste finds a better path"),
    ("turns", "a path with fewer turns is known now"),
    ("high ground", "lower ground is known now"),
    ("diagonal steps", "a straighter path is known now"),
    ("supplies", "its food has run low"),
    ("a toll", "a toll is lower now"),
    ("narrow gaps", "a wider way is known now"),
];
/// Index of the road term.
const ROAD_TERM: usize = 3;

/// The cell of a path with the largest value of one term, times `sign`.
fn dearest(
    game: &Game,
    believes: &BelievedPrices,
    path: &PricedPath,
    term: usize,
    sign: i64,
) -> Option<Cell> {
    let size = game.world.size();
    let item = |two: &[Cell]| {
        let (from, to) = (size.index(two[0]) as NodeId, size.index(two[1]) as NodeId);
        let length = two[0].dir_to(two[1])?.length();
        Some(believes.terms(from, to, length)?.list()[term] * sign)
    };
    let steps = path.cells.windows(2).filter_map(|two| Some((item(two)?, two[1])));
    steps.max_by_key(|(item, cell)| (*item, *cell)).map(|(_, cell)| cell)
}

/// What would be chosen now, and which change since the planning makes the difference.
fn changes_since_planned(
    game: &Game,
    unit: &Unit,
    path: &Path,
    this: Option<&PricedPath>,
    now: &PricedPath,
) -> Vec<String> {
    let mut words = Vec::new();
    match this {
        None => words.push(blocked_words(game, unit)),
        Some(this) if now.cells == this.cells => {
            words.push("the same path would be chosen now".to_owned());
        }
        Some(this) => {
            let (walked, asked) = (this.terms.list(), now.terms.list());
            let saved = this.terms.total() - now.terms.total();
            let most = (0..TERM_NAMES.len()).max_by_key(|term| walked[*term] - asked[*term]);
            let ties = whole_steps(this.terms.total()) == whole_steps(now.terms.total());
            words.push(match most.filter(|_| saved > 0 && !ties) {
                Some(term) => {
                    format!(
                        "another path would now cost {} less: {}",
                        tenths_of_steps(saved),
                        TERM_WORDS[term].1
                    )
                }
                None if saved < 0 && !ties => "no cheaper path would be chosen now".to_owned(),
                None => "an equally good path would be chosen now".to_owned(),
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

/// What is now known to block a unit's path.
fn blocked_words(game: &Game, unit: &Unit) -> String {
    let believes = game.believes(unit.people, unit.kind, &[]);
    let size = game.world.size();
    let is_barred = |cell: &Cell| believes.is_blocked(size.index(*cell) as NodeId);
    let Some(cell) = unit.cells_ahead(size).find(is_barred) else {
        return "its path is blocked; it will replan".to_owned();
    };
    let ground = ground_name(game, cell);
    format!("{ground} blocks its path {}; it will replan", sim::whereabouts(&game.world, cell))
}

/// Milli-steps as the table shows them, in whole steps.
fn whole_steps(price: i64) -> i64 {
    (price + price.signum() * 500) / 1000
}
