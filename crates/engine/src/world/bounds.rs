//! Bounds of times and amounts: far beyond any game, and small enough that no sum of them overflows.
//!
//! A game never reaches them; everything that is loaded is checked against them.

use super::amounts::{AMOUNT_MAX, COUNT_MAX, FEW_MAX, TOWN_AMOUNT_MAX};
use super::check::{ALL_UNITS_MAX, Check, ensure};
use super::town::PRICE_MAX;
use super::{
    Annal, AnnalEvent, Blaze, CHOICES_KEPT, Camp, Changed, DAY, DELIVERIES_MAX, DELIVERY_DAYS, EVENTS_MAX,
    FIELDS_MAX, FOOD_MAX, Figures, GRAVES_MAX, Goal, GoalDemand, GoalStatus, Grave, LIVES_MAX, LevelGoals,
    MET_MAX, Nature, PastLife, Patch, Path, PathRequest, People, PeopleIx, REPORTED_ACTS_MAX,
    REPORTED_CELLS_MAX, REPORTED_PAIRS_MAX, REPORTED_USERS_MAX, ReportedAct, StoredPath, TRAIL_MAX, Town,
    TownIx, Unit, UnitId, WAYSTONES, Why, World, YEAR_DAYS, YEARS_MAX,
};
use crate::graph::{COST_MAX, Cost};
use crate::land::{FEATURES_MAX, Feature};
use crate::text::is_visible;

/// Longest age of a game, in ticks: 8,680 years.
pub const AGE_MAX: u64 = 100_000_000;
/// Path requests that a tick can make, as a power of two: their numbers never run out before the longest age.
const REQUESTS_A_TICK: u32 = 32;
/// Longest name and longest sentence of a level, in bytes.
const NAME_MAX: usize = 200;
const LINE_MAX: usize = 2000;
/// Most days of which a settlement remembers its visitors.
const VISITS_MAX: usize = 64;
/// Farthest spread of a fire, in cells.
const BLAZE_REACH: u8 = 16;
/// Most items of a price.
const TERMS_MAX: usize = 24;

/// Cells of land for each unit that trade supports, all peoples together.
const LAND_PER_UNIT: usize = 120;
/// The least and greatest limit on a people's units.
const PEOPLE_UNITS_MIN: usize = 24;
/// See `PEOPLE_UNITS_MIN`.
pub const PEOPLE_UNITS_MAX: usize = 600;

impl World {
    /// The number of units from which a people hires no more.
    pub fn people_units_max(&self) -> usize {
        let peoples = self.peoples.iter().filter(|people| people.nature == Nature::Settled).count();
        (self.size().area() / LAND_PER_UNIT / peoples.max(1)).clamp(PEOPLE_UNITS_MIN, PEOPLE_UNITS_MAX)
    }

    /// Whether one more unit can live here: both units and their numbers are bounded.
    pub fn has_room(&self) -> bool {
        self.units.len() < ALL_UNITS_MAX && self.next_unit < AMOUNT_MAX
    }

    /// Whether a tick is past or present.
    pub fn is_past(&self, tick: u64) -> bool {
        tick <= self.tick
    }

    /// Whether a tick is within a year from now, or past.
    pub fn is_within_a_year(&self, tick: u64) -> bool {
        tick <= self.tick.saturating_add(YEAR_DAYS * super::DAY)
    }
}

impl Check<'_> {
    /// Checks that past times lie in the past, and amounts within their bounds.
    pub(super) fn check_bounds(&self) -> Result<(), String> {
        let world = self.world;
        self.check_land()?;
        ensure(world.tick <= AGE_MAX, "it is later than any game lasts")?;
        let requests = (world.tick + 1) << REQUESTS_A_TICK;
        ensure(world.next_unit <= AMOUNT_MAX && world.plans.next_id <= requests, "the numbers have run out")?;
        ensure(
            world.ground.wear.values().iter().chain(&world.ground.traffic).all(|wear| few(*wear)),
            "the ground is too worn",
        )?;
        ensure(world.peoples.iter().all(|people| self.is_sound_people(people)), "a people has odd memories")?;
        ensure(world.towns.iter().all(|town| self.is_sound_town(town)), "a settlement's stores are odd")?;
        ensure(world.camps.iter().all(|camp| self.is_sound_camp(camp)), "a camp's nights are odd")?;
        ensure(world.units.iter().all(|unit| self.is_sound_unit(unit)), "a unit's state is odd")?;
        let is_name = |name: &str| is_text(name, NAME_MAX);
        let lives = |unit: UnitId| world.unit(unit).is_some();
        ensure(world.bands.is_sound(lives, is_name), "a band of raiders is odd")?;
        let token = |(key, token): (&u32, &super::PassageToken)| {
            (*key as usize) < world.size().area()
                && world.size().contains(token.from)
                && token.refused.is_none_or(|tick| world.is_past(tick))
        };
        ensure(world.tokens.iter().all(token), "a passage's token is odd")?;
        let soon = world.tick + YEAR_DAYS * DAY;
        let fortune = world.fortune.is_none_or(|it| world.size().contains(it.at) && it.due <= soon);
        ensure(fortune, "the land's fortune is odd")?;
        let live = world.plans.live.iter().map(|live| &live.request);
        let mut requests = world.plans.waiting.iter().chain(live);
        ensure(requests.all(|request| self.is_sound_request(request)), "a path request is odd")?;
        ensure(world.plans.live.iter().all(|live| few(live.cheapest)), "a search's prices are odd")?;
        ensure(self.are_sound_works(), "a work is odd")?;
        self.check_acts()?;
        self.check_possession_bounds()?;
        self.check_events_and_counts()
    }

    /// Recipe and named features.
    fn check_land(&self) -> Result<(), String> {
        let world = self.world;
        let is_sound = |feature: &Feature| {
            is_text(&feature.name, NAME_MAX)
                && !feature.cells.is_empty()
                && feature.cells.iter().all(|cell| world.size().contains(*cell))
        };
        ensure(world.land.recipe.is_sound(), "a slider of the land stands off its end")?;
        let features = &world.land.features;
        ensure(features.len() <= FEATURES_MAX && features.iter().all(is_sound), "a name on the land is odd")
    }

    /// What the player has built, and what undo would restore.
    fn check_acts(&self) -> Result<(), String> {
        let world = self.world;
        let size = world.size();
        let towers = world.ground.towers.values().all(|owner| world.peoples.contains(*owner))
            && world.ground.kept.values().all(|keeper| world.towns.contains(*keeper));
        let blazes = world.ground.blazes.values().all(|blaze| self.is_sound_blaze(*blaze));
        ensure(towers && blazes, "a tower or a fire is odd")?;
        ensure(world.journal.is_bounded(), "too many acts are remembered")?;
        for change in world.journal.acts().flat_map(|act| &act.changes) {
            let sound = match &change.what {
                Changed::Ground { cell, before, .. } => size.contains(*cell) && self.is_sound_patch(before),
                Changed::Paint { cell, .. } => size.contains(*cell),
                Changed::Spawned(id) => id.0 < world.next_unit,
                Changed::Removed(unit) => {
                    self.check_unit(unit)?;
                    unit.people == PeopleIx::PLAYER && self.is_sound_unit(unit)
                }
                Changed::Ordered(orders) => orders.unit.0 < world.next_unit && self.is_sound_previous(orders),
            };
            ensure(sound && change.paid <= AMOUNT_MAX / 65_536, "an act is odd")?;
        }
        Ok(())
    }

    /// The possessed unit, and past lives.
    fn check_possession_bounds(&self) -> Result<(), String> {
        let world = self.world;
        if let Some(life) = &world.possession {
            let met = life.met.len() <= MET_MAX && life.met.iter().all(|(_, tick)| world.is_past(*tick));
            let amounts = [life.starved, life.discovered, life.discovered_before];
            let times = world.is_past(life.since) && life.until <= world.tick + super::DAY;
            let sound = met && times && life.food <= FOOD_MAX && amounts.into_iter().all(few);
            ensure(sound, "the possession is odd")?;
        }
        let Some(wander) = &world.wander else { return Ok(()) };
        let life = |life: &PastLife| {
            let times = life.born <= life.ended && world.is_past(life.ended);
            let journey = life.chosen.len() <= CHOICES_KEPT && life.trail.len() <= TRAIL_MAX;
            is_text(&life.name, NAME_MAX) && times && journey && few(life.discovered) && few(life.brought)
        };
        let grave = |grave: &Grave| is_text(&grave.name, NAME_MAX) && grave.pack.is_sound();
        let graves = wander.graves.len() <= GRAVES_MAX && wander.graves.iter().all(grave);
        let journey = graves && wander.journey.is_sound(world.tick);
        let stones = wander.stones.len() <= WAYSTONES && wander.stones.iter().all(|stone| few(stone.time));
        let home = wander.stones.iter().filter(|stone| stone.home).count();
        let brought = few(wander.brought)
            && few(wander.brought_in_all)
            && usize::from(wander.carried) <= home
            && world.is_past(wander.born);
        let lives = wander.lives.len() <= LIVES_MAX && wander.lives.iter().all(life);
        ensure(stones && brought && lives && journey, "the wanderer's game is odd")
    }

    fn is_sound_patch(&self, patch: &Patch) -> bool {
        few(patch.wear)
            && patch.blaze.is_none_or(|blaze| self.is_sound_blaze(blaze))
            && patch.tower.is_none_or(|owner| self.world.peoples.contains(owner))
    }

    fn is_sound_blaze(&self, blaze: Blaze) -> bool {
        blaze.until <= self.world.tick + YEAR_DAYS * super::DAY && blaze.reach <= BLAZE_REACH
    }

    fn check_events_and_counts(&self) -> Result<(), String> {
        ensure(self.are_sound_events(|name| is_text(name, NAME_MAX)), "the events are odd")?;
        let tally = &self.world.tally;
        let counts = [
            tally.trips,
            tally.trip_time,
            tally.deliveries,
            tally.footsteps,
            tally.requests,
            tally.replans,
            tally.notices,
            tally.splices,
            tally.parts,
            tally.expansions,
            tally.robberies,
            tally.killed,
            tally.died,
            tally.came,
            tally.lost,
            tally.founded,
            tally.ruined,
        ];
        let recent = tally.recent_steps.iter().all(|(all, on_roads)| few(*all) && few(*on_roads));
        let days = &tally.daily_deliveries;
        let counts =
            counts.iter().chain(days).all(|count| *count <= COUNT_MAX) && days.len() <= DELIVERY_DAYS;
        ensure(counts && recent, "the counts are odd")?;
        self.check_past()
    }

    fn check_past(&self) -> Result<(), String> {
        let world = self.world;
        ensure(world.history.is_sound(world.size(), world.towns.len(), world.tick), "the history is odd")?;
        ensure(
            world.reported_acts.len() <= REPORTED_ACTS_MAX
                && world.reported_acts.iter().all(|act| self.is_sound_act(act)),
            "an act of the player is odd",
        )?;
        ensure(
            world.years.len() <= YEARS_MAX && world.years.iter().all(is_sound_year),
            "a year's figures are odd",
        )?;
        ensure(self.are_sound_objectives(), "the objectives are odd")?;
        ensure(self.are_sound_charters(), "the charters are odd")?;
        ensure(world.level_goals.as_ref().is_none_or(|trial| self.is_sound_trial(trial)), "a goal is odd")
    }

    fn is_sound_trial(&self, trial: &LevelGoals) -> bool {
        let world = self.world;
        let unit = |id: UnitId| id.0 < world.next_unit;
        let demand = |goal: &Goal| match goal.demand {
            GoalDemand::Hold { from, to } => from.x <= to.x && from.y <= to.y && world.size().contains(to),
            GoalDemand::Deliver(loads) => few(loads),
            GoalDemand::Home { watch, watched, .. } => few(watch) && watched <= watch,
            _ => true,
        };
        let sound = |goal: &Goal| {
            goal.until <= COUNT_MAX
                && goal.unit().is_none_or(unit)
                && goal.place().is_none_or(|cell| world.size().contains(cell))
                && demand(goal)
                && match goal.state {
                    GoalStatus::Open => true,
                    GoalStatus::Met(tick) | GoalStatus::Lost(tick) => world.is_past(tick),
                }
        };
        is_text(&trial.name, NAME_MAX)
            && is_text(&trial.about, LINE_MAX)
            && trial.goals.iter().all(sound)
            && few(trial.par.unwrap_or(0))
            && trial.newcomers <= world.next_unit
            && trial.initial_units <= trial.newcomers
            && trial.seen.iter().all(|id| unit(*id))
            && trial.seen.is_sorted()
            && trial.ended.is_none_or(|(tick, result)| world.is_past(tick) && few(result))
    }

    fn is_sound_act(&self, act: &ReportedAct) -> bool {
        let world = self.world;
        let town = |id: TownIx| world.towns.contains(id);
        world.is_past(act.latest.max(act.tick))
            && act.cells.len() <= REPORTED_CELLS_MAX
            && act.cells.iter().all(|cell| world.size().contains(*cell))
            && [act.users.len(), act.away.len(), act.through.len()]
                .iter()
                .all(|count| *count <= REPORTED_USERS_MAX)
            && act.pairs.len() <= REPORTED_PAIRS_MAX
            && act.pairs.iter().all(|(a, b, time)| town(*a) && town(*b) && few(*time))
            && few(act.delivered_before)
            && act.deliveries <= COUNT_MAX
    }

    fn is_sound_people(&self, people: &People) -> bool {
        let world = self.world;
        let trips = people.trip_times.values().all(|path| few(path.time) && world.is_past(path.tick));
        let paths = people.paths.values().all(|path| self.is_sound_path(path));
        let prices = people.prices.values().all(|note| {
            note.prices.iter().all(|price| *price <= PRICE_MAX)
                && note.coming.iter().all(|coming| *coming <= FEW_MAX)
                && note.visitors <= FEW_MAX
                && world.is_past(note.tick)
        });
        let grudges =
            people.grudges.iter().all(|(other, grudge)| world.peoples.contains(*other) && few(*grudge));
        let sightings = people
            .sightings
            .values()
            .all(|seen| seen.residents <= TOWN_AMOUNT_MAX && world.is_past(seen.tick));
        let mut maps = people.maps.iter();
        let maps = maps.all(|(other, tick)| world.peoples.contains(*other) && world.is_past(*tick));
        let coin = few(people.coin);
        is_text(&people.name, NAME_MAX) && trips && paths && prices && coin && grudges && sightings && maps
    }

    fn is_sound_town(&self, town: &Town) -> bool {
        let world = self.world;
        let why = match &town.why {
            Why::Site(_) => true,
            Why::Nights { nights, passes, .. } => few(*nights) && few(*passes),
        };
        let amounts = [town.residents, town.residents_max, town.trade, town.nights, town.came, town.starved];
        town.visits.len() <= VISITS_MAX
            && town.visits.iter().all(|day| few(*day))
            && is_text(&town.name, NAME_MAX)
            && amounts.iter().chain(&town.stock).all(|amount| *amount <= TOWN_AMOUNT_MAX)
            && town.failing_days.max(town.hungry_days).max(town.tired_days) <= FEW_MAX
            && town.fields.len() <= FIELDS_MAX
            && town.fields.iter().all(|field| world.size().contains(*field))
            && town.deliveries.len() <= DELIVERIES_MAX
            && town
                .deliveries
                .iter()
                .all(|load| world.is_past(load.tick) && world.peoples.contains(load.people))
            && town.sickness.is_none_or(|sickness| sickness.is_sound(world.tick))
            && world.is_past(town.founded.max(town.last_settlers))
            && why
    }

    /// Whether a settlement's annals are within their limit, in order, in the past and on this land.
    pub(super) fn are_sound_annals(&self, annals: &[Annal]) -> bool {
        let world = self.world;
        let sound = |annal: &Annal| {
            world.is_past(annal.tick)
                && match annal.what {
                    AnnalEvent::Founded | AnnalEvent::Found(_) | AnnalEvent::Fell => true,
                    AnnalEvent::Grew { residents: count, .. }
                    | AnnalEvent::Shrank { residents: count, .. }
                    | AnnalEvent::SentOut(count)
                    | AnnalEvent::Robbed(count)
                    | AnnalEvent::Paved(count)
                    | AnnalEvent::Sickened(count)
                    | AnnalEvent::Starved(count)
                    | AnnalEvent::BestYear(count) => few(count),
                    AnnalEvent::Bridged(cell) | AnnalEvent::Fortified(cell) => world.size().contains(cell),
                    AnnalEvent::ChangedHands { to, .. } => world.peoples.contains(to),
                }
        };
        annals.len() <= EVENTS_MAX && annals.is_sorted_by_key(|annal| annal.tick) && annals.iter().all(sound)
    }

    fn is_sound_camp(&self, camp: &Camp) -> bool {
        let mut guests = camp.guests.iter();
        let sound = guests.all(|(people, nights)| self.world.peoples.contains(*people) && few(*nights));
        sound && few(camp.nights) && few(camp.nights_total)
    }

    fn is_sound_unit(&self, unit: &Unit) -> bool {
        let world = self.world;
        let amounts = [unit.progress, unit.fatigue, unit.unfed, unit.journey, unit.roadless, unit.steps];
        let kept = |kept: &StoredPath| world.size().contains(kept.from) && self.is_sound_path(&kept.path);
        is_text(&unit.name, NAME_MAX)
            && amounts.into_iter().all(few)
            && unit.cargo.is_none_or(|cargo| cargo.amount <= TOWN_AMOUNT_MAX)
            && unit.heading.is_none_or(|heading| heading < 8)
            && world.is_past(unit.requested.max(unit.fought))
            && unit.wounds < super::WOUNDS_MAX
            && unit.blocked.is_none_or(|(_, since)| world.is_past(since))
            && unit.path.as_ref().is_none_or(|path| self.is_sound_path(path))
            && unit.stored_path.as_ref().is_none_or(kept)
    }

    fn is_sound_path(&self, path: &Path) -> bool {
        let world = self.world;
        path.steps.len() <= world.size().area() * 2
            && world.size().contains(path.goal)
            && [path.length, path.unknown].into_iter().all(few)
            && [path.price, path.time].into_iter().all(|cost| cost <= COST_MAX)
            && is_sum(&path.terms, path.price)
            && world.is_past(path.planned)
            && path.route.as_ref().is_none_or(|route| {
                let few_crossings = route.crossings().count() <= world.size().area();
                route.price <= COST_MAX && route.time <= COST_MAX && few_crossings && route.fits(world.size())
            })
    }

    fn is_sound_request(&self, request: &PathRequest) -> bool {
        let world = self.world;
        world.is_past(request.requested) && request.id < world.plans.next_id
    }
}

fn is_sound_year(year: &Figures) -> bool {
    let counts = [year.tick, year.deliveries, year.trips, year.trip_time];
    let moves = [year.came, year.founded, year.ruined];
    let few_of = [year.units, year.settlements, year.coin, year.chapters_reached];
    counts.iter().chain(&moves).all(|count| *count <= COUNT_MAX)
        && few_of.iter().chain(&year.roads).all(|count| few(*count))
}

fn few(amount: u32) -> bool {
    amount <= AMOUNT_MAX
}

/// Whether the items of a price are within their limits and sum to it.
fn is_sum(terms: &[i64], price: Cost) -> bool {
    let are_few = terms.len() <= TERMS_MAX && terms.iter().all(|term| term.unsigned_abs() <= COST_MAX);
    are_few && terms.iter().sum::<i64>() == price as i64
}

/// Whether a text is short and without control characters.
fn is_text(text: &str, bytes: usize) -> bool {
    text.len() <= bytes && text.chars().all(is_visible)
}
