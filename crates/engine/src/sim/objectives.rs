//! Ambitions: one at a time, made of what the player's people knows of its land, measured once a day, paid once.
//!
//! What is measured on a way is measured on the way that the planner finds, through the queue like any other request;
//! so nothing here costs a tick more than a line of sums.

use super::{CommandOutcome, Game};
use crate::graph::Cost;
use crate::grid::{Cell, Dir8};
use crate::plan::{self, Believes, Served, Terms};
use crate::world::{
    AMOUNT_MAX, Ambition, Asker, DAY, DAY_TIME, DELIVERY_DAYS, Kind, ObjectiveKind, Rejection, Request,
    SEASON_DAYS, Subject, Target, TownId, Tried, add, amount_of, count,
};

/// The tick of the day at which deliveries are counted and the ambition is measured.
const HOUR: u64 = 11;
/// Ticks between two tries to find an ambition.
const TRY_EVERY: u64 = 24;
/// Kinds of aims, which take turns.
const KINDS: u8 = 4;
/// Two settlements whose way takes longer than this are left alone, in milli-steps.
const WAY_MAX: u32 = 2 * DAY_TIME;
/// A way must be longer than this to be worth shortening, in milli-steps.
const WAY_MIN: u32 = DAY_TIME / 2;
/// How many times faster the best road is, in tenths.
const BEST_ROAD_TENTHS: i64 = 20;
/// Above this share of road, in percent, a road all the way is no ambition any more.
const ROAD_DONE: u32 = 85;
/// How far off a place is that they would like to see, in steps.
const SIGHTS: [i32; 4] = [24, 32, 40, 52];
/// How far such a place is from the land's edge, in cells.
const FROM_EDGE: i32 = 6;
/// Deliveries in a season that are an ambition at all.
const DELIVERIES_MIN: u64 = 10;
/// What each kind pays, in coin, and the share of a season's deliveries that comes on top: with trade grows what is
/// worth wishing for.
const PAYS_NEAR: u32 = 20;
const PAYS_ROAD: u32 = 25;
const PAYS_SEE: u32 = 10;
const PAYS_DELIVER: u32 = 15;
const PAYS_PER_DELIVERIES: u32 = 5;

impl Game {
    /// Looks how the ambition stands, once a day; without one, looks for one.
    pub(super) fn pursue_ambition(&mut self) {
        if self.world.wander.is_some() {
            return;
        }
        let daily = self.world.tick % DAY == HOUR;
        if daily {
            self.count_deliveries();
        }
        match self.world.ambitions.current {
            Some(_) if daily => self.measure_ambition(),
            None if self.world.tick % TRY_EVERY == HOUR && self.world.tick >= DAY => self.choose_ambition(),
            _ => {}
        }
    }

    fn count_deliveries(&mut self) {
        let counts = &mut self.world.ambitions.deliveries;
        counts.push(self.world.tally.deliveries);
        let surplus = counts.len().saturating_sub(DELIVERY_DAYS);
        counts.drain(..surplus);
    }

    /// Gives the present ambition up for the next.
    ///
    /// # Errors
    /// When there is none to be given up.
    pub(super) fn next_ambition(&mut self) -> Result<CommandOutcome, Rejection> {
        if self.world.ambitions.current.take().is_none() {
            return Err(Rejection::NoAmbition);
        }
        self.choose_ambition();
        Ok(CommandOutcome { words: "another ambition is being looked for".to_owned() })
    }

    /// Takes up the next kind of aim that this land has to offer.
    fn choose_ambition(&mut self) {
        let first = self.world.ambitions.turn % KINDS;
        for turn in (first..KINDS).chain(0..first) {
            let Some((aim, wanted, pays)) = self.propose(turn) else { continue };
            self.world.ambitions.turn = (turn + 1) % KINDS;
            let (delivered, _) = self.world.ambitions.delivered(SEASON_DAYS as usize);
            let pays = pays.saturating_add(delivered as u32 / PAYS_PER_DELIVERIES);
            self.world.ambitions.current = Some(Ambition { aim, now: None, wanted, pays, asked: None });
            return self.measure_ambition();
        }
    }

    /// An aim of this kind: what, what is wanted of it (0 where the first measure says), and what it pays.
    fn propose(&mut self, kind: u8) -> Option<(ObjectiveKind, u32, u32)> {
        match kind {
            0 => {
                let (from, to) = self.pick_pair(WAY_MIN)?;
                Some((ObjectiveKind::Near { from, to }, 0, PAYS_NEAR))
            }
            1 => {
                let (from, to) = self.pick_pair(0)?;
                Some((ObjectiveKind::Road { from, to }, 100, PAYS_ROAD))
            }
            2 => self.pick_sight().map(|(from, at)| (ObjectiveKind::See { from, at }, 100, PAYS_SEE)),
            _ => {
                let (delivered, days) = self.world.ambitions.delivered(SEASON_DAYS as usize);
                let a_season = delivered * SEASON_DAYS / days.max(1);
                let wanted = (a_season * 3 / 2).next_multiple_of(5).clamp(DELIVERIES_MIN, AMOUNT_MAX.into());
                Some((ObjectiveKind::Deliver, wanted as u32, PAYS_DELIVER))
            }
        }
    }

    /// Markets of the player's people.
    fn markets(&self) -> Vec<TownId> {
        self.world.markets_of(0).filter(|id| self.world.town(*id).people == 0).collect()
    }

    /// Two markets, by lot, whose known way takes more than `least` and not more than two days.
    fn pick_pair(&mut self, least: u32) -> Option<(TownId, TownId)> {
        let markets = self.markets();
        let is_market = |id: &TownId| markets.binary_search(id).is_ok();
        let fits = |(from, to): &(TownId, TownId), time: u32| {
            from < to && time > least && time <= WAY_MAX && is_market(from) && is_market(to)
        };
        let ways = self.world.peoples[0].ways.iter().filter(|(pair, way)| fits(pair, way.time));
        let pairs: Vec<(TownId, TownId)> = ways.map(|(pair, _)| *pair).collect();
        self.world.streams.ambitions.pick(&pairs).copied()
    }

    /// A place by lot that nobody has seen, some way off a market.
    fn pick_sight(&mut self) -> Option<(TownId, Cell)> {
        let size = self.world.size();
        let belief = &self.world.peoples[0].belief;
        let mut places = Vec::new();
        for from in self.markets() {
            let cell = self.world.town(from).cell;
            for (dir, steps) in Dir8::ALL.into_iter().flat_map(|dir| SIGHTS.map(|steps| (dir, steps))) {
                let (dx, dy) = dir.offset();
                let at = size.offset(cell, dx * steps, dy * steps).filter(|at| {
                    let inside = |dx, dy| size.offset(*at, dx, dy).is_some();
                    inside(-FROM_EDGE, -FROM_EDGE) && inside(FROM_EDGE, FROM_EDGE) && !belief.is_known(*at)
                });
                places.extend(at.map(|at| (from, at)));
            }
        }
        self.world.streams.ambitions.pick(&places).copied()
    }

    /// Asks the planner, or the records, how the ambition stands.
    fn measure_ambition(&mut self) {
        let Some(aim) = self.world.ambitions.current.as_ref().map(|ambition| ambition.aim) else { return };
        let (from, target, kind) = match aim {
            ObjectiveKind::Near { from, to } | ObjectiveKind::Road { from, to } => {
                (from, self.world.town(to).cell, Kind::Porter)
            }
            ObjectiveKind::See { from, at } => (from, at, Kind::Scout),
            ObjectiveKind::Deliver => {
                let (delivered, _) = self.world.ambitions.delivered(SEASON_DAYS as usize);
                return self.note_measure(delivered as u32);
            }
        };
        let request = Request {
            id: 0,
            asker: Asker::Ambition,
            urgent: false,
            people: 0,
            kind,
            from: self.world.town(from).cell,
            target: Target::Cell(target),
            crowd: Vec::new(),
            hunger: 0,
            asked: self.world.tick,
            tried: Tried::default(),
        };
        let id = plan::submit(&mut self.world.plans, request);
        count(&mut self.world.tally.requests, 1);
        if let Some(ambition) = &mut self.world.ambitions.current {
            ambition.asked = Some(id);
        }
    }

    /// The planner has answered: measures the way that it found. An aim that nobody can reach is dropped.
    pub(super) fn judge_ambition(&mut self, answer: &Served) {
        let Some(ambition) = self.world.ambitions.current.clone() else { return };
        if ambition.asked != Some(answer.request.id) {
            return;
        }
        let believes = self.believes(0, answer.request.kind, &[]);
        let cells = self.all_cells(answer);
        let measured = plan::measure(&believes, self.world.size(), &cells);
        let Some((terms, unknown)) = measured.filter(|_| answer.reaches) else { return self.drop_ambition() };
        let between = cells.get(1..cells.len().saturating_sub(1)).unwrap_or_default();
        let (now, suits, wanted) = match ambition.aim {
            ObjectiveKind::Near { .. } => {
                let time = amount_of(terms.time as Cost);
                let wanted = shorter(time);
                (time, time > wanted && least_time(&terms) <= i64::from(wanted), wanted)
            }
            ObjectiveKind::Road { .. } => {
                let share = percent(between, |cell| self.is_known_road(&believes, *cell));
                (share, share < ROAD_DONE, 100)
            }
            ObjectiveKind::See { at, .. } => {
                let seen = self.world.peoples[0].belief.is_known(at);
                let known = 100 - (unknown * 100).div_ceil(cells.len() as u32).clamp(1, 100);
                (if seen { 100 } else { known }, !seen, 100)
            }
            ObjectiveKind::Deliver => return,
        };
        if ambition.now.is_none() && !suits {
            return self.drop_ambition();
        }
        if ambition.now.is_none()
            && let Some(fresh) = &mut self.world.ambitions.current
        {
            fresh.wanted = wanted;
        }
        self.note_measure(now);
    }

    fn is_known_road(&self, believes: &Believes, cell: Cell) -> bool {
        use crate::world::{Belief, Believed};
        let word = believes.word(self.world.size().index(cell) as u32);
        matches!(Belief::unpack(word), Believed::Known { tier, .. } if tier.is_road())
    }

    /// Nobody can reach it, or it is as good as reached: another one, soon.
    fn drop_ambition(&mut self) {
        let Some(ambition) = self.world.ambitions.current.take() else { return };
        if ambition.now.is_some() {
            let text = format!("Given up, for nobody knows a way: {}", self.ambition_words(&ambition));
            self.note_about(Subject::You, 6, self.ambition_place(&ambition), text);
        }
    }

    /// How the ambition stands is known: it is paid when it is reached.
    fn note_measure(&mut self, now: u32) {
        let Some(ambition) = &mut self.world.ambitions.current else { return };
        ambition.now = Some(now);
        ambition.asked = None;
        let reached = match ambition.aim {
            ObjectiveKind::Near { .. } => now <= ambition.wanted,
            _ => now >= ambition.wanted,
        };
        if !reached {
            return;
        }
        let Some(ambition) = self.world.ambitions.current.take() else { return };
        add(&mut self.world.peoples[0].coin, ambition.pays, AMOUNT_MAX);
        add(&mut self.world.ambitions.reached, 1, AMOUNT_MAX);
        let text =
            format!("Reached: {}, which brings {} coin", self.ambition_words(&ambition), ambition.pays);
        self.note_about(Subject::You, 9, self.ambition_place(&ambition), text);
    }

    /// `Mill and Oxley within 1.0 day`.
    pub fn ambition_words(&self, ambition: &Ambition) -> String {
        let name = |id: TownId| self.world.town(id).name.as_str();
        match ambition.aim {
            ObjectiveKind::Near { from, to } => {
                let (days, tenth) = (ambition.wanted / DAY_TIME, ambition.wanted % DAY_TIME * 10 / DAY_TIME);
                let plural = if (days, tenth) == (1, 0) { "day" } else { "days" };
                format!("{} and {} within {days}.{tenth} {plural}", name(from), name(to))
            }
            ObjectiveKind::Road { from, to } => {
                format!("a road all the way from {} to {}", name(from), name(to))
            }
            ObjectiveKind::See { from, at } => {
                let cell = self.world.town(from).cell;
                let side = super::chronicle::side_of(cell, at).unwrap_or("beside");
                format!("see what lies {} steps {side} of {}", cell.steps_to(at), name(from))
            }
            ObjectiveKind::Deliver => format!("{} deliveries in a season", ambition.wanted),
        }
    }

    /// Where an ambition can be looked at.
    pub fn ambition_place(&self, ambition: &Ambition) -> Cell {
        match ambition.aim {
            ObjectiveKind::Near { from, to } | ObjectiveKind::Road { from, to } => {
                let (a, b) = (self.world.town(from).cell, self.world.town(to).cell);
                Cell::new(u16::midpoint(a.x, b.x), u16::midpoint(a.y, b.y))
            }
            ObjectiveKind::See { at, .. } => at,
            ObjectiveKind::Deliver => {
                self.markets().first().map_or(Cell::default(), |id| self.world.town(*id).cell)
            }
        }
    }
}

/// A walking time worth wishing for instead of this one: a day if that is a good deal less, else nine tenths, in tenths
/// of a day.
fn shorter(time: u32) -> u32 {
    if time > DAY_TIME * 11 / 10 && time <= DAY_TIME * 3 / 2 {
        return DAY_TIME;
    }
    let tenth = DAY_TIME / 10;
    (u64::from(time) * 9 / 10) as u32 / tenth * tenth
}

/// The walking time that the best of roads along this very way would leave: what can be reached in principle.
fn least_time(terms: &Terms) -> i64 {
    (terms.distance + terms.ground) * 10 / BEST_ROAD_TENTHS + terms.slope
}

/// Percent of the cells for which something holds, rounded down; all of none.
fn percent(cells: &[Cell], holds: impl Fn(&Cell) -> bool) -> u32 {
    let count = cells.iter().filter(|cell| holds(cell)).count();
    (count * 100).checked_div(cells.len()).unwrap_or(100) as u32
}
