//! Every act of the player gets an answer: two days later one line says in figures what came of it.

use super::{Game, counted};
use crate::grid::Cell;
use crate::world::{
    DAY, DAY_TIME, FOLLOWED_CELLS_MAX, FOLLOWED_MAX, FOLLOWED_PAIRS_MAX, FOLLOWED_USERS_MAX, Followed,
    Subject, TownId, UnitId,
};

/// Ticks from an act to its answer: two days.
pub const ANSWER_AFTER: u64 = 2 * DAY;
/// Ticks before the answer at which the ways nearby are surveyed again.
const SURVEY_BEFORE: u64 = 60;
/// Acts so soon after each other and so near to each other are one, in ticks and in steps.
const SAME_TICKS: u64 = 100;
const SAME_STEPS: u32 = 12;
/// How far a settlement is concerned, in steps, and how many of them are asked.
const NEAR_STEPS: u32 = 64;
const NEAR_TOWNS: usize = 4;

impl Game {
    /// Remembers that the player is about to do something to these cells (`wall near Mill`), with what can be measured
    /// there before. To be called before anything changes. Strokes that follow each other, near each other and with
    /// words that begin alike, are one act.
    pub(super) fn remember_act(&mut self, cells: &[Cell], words: &str) {
        let Some(first) = cells.first().copied() else { return };
        let users = self.users_of(cells);
        let now = self.world.tick;
        let same = |act: &&mut Followed| {
            let near = |cell: &Cell| cell.steps_to(first) <= SAME_STEPS;
            now <= act.latest + SAME_TICKS && alike(&act.words, words) && act.cells.iter().any(near)
        };
        if let Some(act) = self.world.followed.iter_mut().rev().find(same) {
            act.latest = now;
            extend(&mut act.cells, cells, FOLLOWED_CELLS_MAX);
            for user in users {
                let known = act.users.iter().any(|(id, _)| *id == user.0) || act.away.contains(&user.0);
                if !known && act.users.len() < FOLLOWED_USERS_MAX {
                    act.users.push(user);
                }
            }
            return;
        }
        let (delivered, _) = self.world.ambitions.delivered(2);
        let mut act = Followed {
            tick: now,
            latest: now,
            words: words.to_owned(),
            users,
            pairs: self.pairs_near(first),
            delivered_before: delivered as u32,
            deliveries: self.world.tally.deliveries,
            ..Followed::default()
        };
        extend(&mut act.cells, cells, FOLLOWED_CELLS_MAX);
        if self.world.followed.len() >= FOLLOWED_MAX {
            self.world.followed.remove(0);
        }
        self.world.followed.push(act);
    }

    /// Walkers of the player's people whose way leads over one of these cells, and where it goes.
    fn users_of(&self, cells: &[Cell]) -> Vec<(UnitId, Cell)> {
        let size = self.world.size();
        let mine = self.world.units.iter().filter(|unit| unit.people == 0);
        let users = mine.filter_map(|unit| {
            let goal = unit.path.as_ref()?.goal;
            unit.way_ahead(size).any(|cell| cells.contains(&cell)).then_some((unit.id, goal))
        });
        users.take(FOLLOWED_USERS_MAX).collect()
    }

    /// Known ways between the nearest markets, with their walking time.
    fn pairs_near(&self, cell: Cell) -> Vec<(TownId, TownId, u32)> {
        let world = &self.world;
        let near = |id: &TownId| {
            let town = world.town(*id);
            town.people == 0 && town.cell.steps_to(cell) <= NEAR_STEPS
        };
        let mut towns: Vec<TownId> = world.markets_of(0).filter(near).collect();
        towns.sort_by_key(|id| (world.town(*id).cell.octile(cell), *id));
        towns.truncate(NEAR_TOWNS);
        let pairs = towns.iter().flat_map(|from| towns.iter().map(move |to| (*from, *to)));
        let timed = pairs.filter_map(|(from, to)| Some((from, to, world.peoples[0].way_time(from, to)?)));
        timed.take(FOLLOWED_PAIRS_MAX).collect()
    }

    /// Somebody has planned a way: does it lead over what the player has changed?
    pub(super) fn follow_acts(&mut self, index: usize) {
        let unit = &self.world.units[index];
        let Some(goal) = unit.path.as_ref().map(|path| path.goal).filter(|_| unit.people == 0) else {
            return;
        };
        if self.world.followed.is_empty() {
            return;
        }
        let (id, way): (UnitId, Vec<Cell>) = (unit.id, unit.way_ahead(self.world.size()).collect());
        for act in &mut self.world.followed {
            if way.iter().any(|cell| act.cells.contains(cell)) {
                extend(&mut act.through, &[id], FOLLOWED_USERS_MAX);
            } else if act.users.contains(&(id, goal)) {
                extend(&mut act.away, &[id], FOLLOWED_USERS_MAX);
            }
        }
    }

    /// Tells what came of the acts whose time has come.
    pub(super) fn answer_acts(&mut self) {
        let now = self.world.tick;
        let due = |after: u64| move |act: &&Followed| act.tick + after == now;
        let soon: Vec<(TownId, TownId)> = self
            .world
            .followed
            .iter()
            .filter(due(ANSWER_AFTER - SURVEY_BEFORE))
            .flat_map(|act| act.pairs.iter().map(|(from, to, _)| (*from, *to)))
            .collect();
        for (from, to) in soon {
            self.survey(0, from, to);
        }
        let answered: Vec<Followed> = self.world.followed.iter().filter(due(ANSWER_AFTER)).cloned().collect();
        self.world.followed.retain(|act| act.tick + ANSWER_AFTER > now);
        for act in answered {
            let text = self.answer_words(&act);
            self.tell_at_once(Subject::You, act.cells.first().copied(), text);
        }
    }

    /// `wall near Mill: 9 of 12 go another way, mean trip 2.1 → 2.4 days, deliveries 5.0 → 4.5 a day`.
    fn answer_words(&self, act: &Followed) -> String {
        let mut parts = vec![users_words(act)];
        let ways = &self.world.peoples[0].ways;
        let both = act.pairs.iter().filter_map(|(from, to, before)| {
            Some((u64::from(*before), u64::from(ways.get(&(*from, *to))?.time)))
        });
        let (before, after, count) =
            both.fold((0, 0, 0), |sum, two| (sum.0 + two.0, sum.1 + two.1, sum.2 + 1));
        if count > 0 {
            let days = |sum: u64| tenths(sum * 10 / count, u64::from(DAY_TIME));
            parts.push(format!("mean trip {} → {} days", days(before), days(after)));
        }
        let lost = act.pairs.len() as u64 - count;
        if lost > 0 {
            let are = if lost == 1 { "is" } else { "are" };
            parts.push(format!("{} {are} lost", counted(lost as usize, "way")));
        }
        let delivered = self.world.tally.deliveries.saturating_sub(act.deliveries);
        let a_day = |count: u64| tenths(count * 10, 2);
        parts.push(format!(
            "deliveries {} → {} a day",
            a_day(u64::from(act.delivered_before)),
            a_day(delivered)
        ));
        format!("{}: {}", act.words, parts.join(", "))
    }
}

/// Whether two acts are told with the same first word.
fn alike(one: &str, other: &str) -> bool {
    one.split(' ').next() == other.split(' ').next()
}

/// Who used the place, and who uses it now.
fn users_words(act: &Followed) -> String {
    let walkers = |count: usize| counted(count, "walker");
    match (act.users.len(), act.away.len(), act.through.len()) {
        (0, _, 0) => "nobody's way led there".to_owned(),
        (0, _, through) => format!("{} passed there since", walkers(through)),
        (users, away, 0) => format!("{away} of {} went another way", walkers(users)),
        (users, away, through) => {
            format!("{away} of {} went another way, {through} passed there", walkers(users))
        }
    }
}

/// A number of tenths of `whole`, rounded, with one decimal.
fn tenths(sum: u64, whole: u64) -> String {
    let tenths = (sum + whole / 2) / whole;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Adds what is not yet there, as long as there is room.
fn extend<T: Copy + PartialEq>(list: &mut Vec<T>, more: &[T], most: usize) {
    for item in more {
        if list.len() < most && !list.contains(item) {
            list.push(*item);
        }
    }
}
