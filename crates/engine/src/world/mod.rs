//! The saved state and nothing else: the land and all that lives in it at one tick.
//!
//! No behaviour lives here. Minds, prices and rules are elsewhere and read this; only `sim` writes it. State that can
//! be rebuilt from it (occupancy, visibility) is *derived* and lives in `sim`.
//!
//! Reading order: `ids`, `index_vec`, `calendar`, `amounts`; `behaviour`, `unit`, `steps`, `units`, `band`, `mark`, `failure`,
//! `order_problem`, `kind`, `season`, `stops`; `people`, `belief`, `map_exchange`, `fear`, `influence`, `toll`, `dirty`; `ground`,
//! `works`, `town`, `annals`, `realm`, `passage`; `route`, `plans`; `command`, `outcome`, `act`, `act_report`, `objective`, `charter`, `goals`;
//! `possession`, `possessed`, `pack`, `journey`, `wander`, `posts`; `event`, `history`, `figures`; `places`; `saved_form`, `hash`, and for what is loaded `check`, `bounds`,
//! `events_check` and `works_check`.

mod act;
mod act_report;
mod amounts;
mod annals;
mod band;
mod behaviour;
mod belief;
mod bounds;
mod calendar;
mod charter;
mod check;
mod command;
mod dirty;
mod event;
mod events_check;
mod failure;
mod fear;
mod figures;
mod fortune;
mod goals;
mod ground;
mod hash;
mod held_cells;
mod history;
mod ids;
mod index_vec;
mod influence;
mod journey;
mod kind;
mod map_exchange;
mod mark;
mod markets;
mod objective;
mod order_problem;
mod outcome;
mod pack;
mod passage;
mod people;
mod places;
mod plans;
mod possessed;
mod possession;
mod posts;
mod price_changes;
mod realm;
mod route;
mod saved_form;
mod season;
mod steps;
mod stops;
mod toll;
mod town;
mod unit;
mod units;
mod wander;
mod works;
mod works_check;

pub use act::{ACTS_MAX, Act, CHANGES_MAX, Change, Changed, Journal, PreviousOrders};
pub use act_report::{
    REPORTED_ACTS_MAX, REPORTED_CELLS_MAX, REPORTED_PAIRS_MAX, REPORTED_USERS_MAX, ReportedAct,
};
pub(crate) use amounts::push_bounded;
pub use amounts::{AMOUNT_MAX, FEW_MAX, TOWN_AMOUNT_MAX, add_capped, add_to_count, amount_of, days_in};
pub use annals::{Annal, AnnalEvent, EVENTS_MAX};
pub use band::{BAND_MAX, BAND_MIN, BANDS_MAX, Band, BandId, Bands, LOADS_PER_RECRUIT};
pub use behaviour::*;
pub use belief::{Belief, Believed, EXPOSURE_RADIUS, Glance, Guess, LIGHT_RADIUS};
pub use bounds::{AGE_MAX, PEOPLE_UNITS_MAX};
pub use calendar::{DAY, DAY_TIME, SEASON_DAYS, STEP_TICKS, YEAR_DAYS};
pub use charter::{CHARTERS_MAX, Charter, CharterToll, Charters, KEPT_COIN, Stake, TOLLS_MAX};
pub use check::{
    ALL_UNITS_MAX, BUILD_MAX, BehaviourCheck, CAMPS_MAX, ORDERS_MAX, PEOPLES_MAX, PUSHED_MAX, STACK_MAX,
    TOWNS_MAX,
};
pub use command::{Brush, Command, Edit, Order, Queue, Rejection, StackEdit, WorkCommand};
pub use dirty::{CHUNK, DirtyChunks};
pub use event::{
    ActReport, AfterFailure, CharterOutcome, DangerEvent, DetourGain, DetourTown, Event, EventId, EventKind,
    EventLine, EventLink, EventSubjects, Events, Feud, FeudAnswers, Feuds, LIFE_LINES_MAX, LINES_MAX,
    LifeEvent, MentionedUnit, NamedPlace, PENDING_MAX, PairPasses, Passes, PlayerEvent, RelationEvent,
    RoadEvent, RobberyNews, RuinReason, ScoutingReason, SettlementEvent, Strike, Subject, TradeEvent,
    TravelEvent,
};
pub use failure::{BehaviourResult, FailureReason, NoPathReason, Obstacle};
pub use fear::{FEAR_BANDS, FEAR_MAX};
pub use figures::{Figures, YEARS_MAX};
pub use fortune::{DEADLIEST, Fortune, FortuneKind, Sickness};
pub use goals::{Goal, GoalDemand, GoalStatus, LevelGoals, LevelTools, Measure};
pub use ground::{Blaze, Ground, PASS, Paint, Patch, REGION, Tier};
pub use hash::{Hashes, SUBSYSTEMS};
pub use held_cells::HeldCells;
pub use history::{FRAMES_MAX, HISTORY_BYTES_PER_CELL, History, Keyframe, tier_of};
pub use ids::{PeopleIx, PerPeople, TownIx, TownPair, UnitId};
pub use index_vec::{IndexVec, Ix};
pub use influence::{Influence, InfluenceLayer, STRENGTH};
pub use journey::{
    CHOICES_KEPT, Choice, Chosen, Encounter, GRAVES_MAX, Grave, Journey, Nearness, Parcel, TRAIL_MAX, Waiting,
};
pub use kind::{
    Beast, HEIGHT_MAX, Kind, KindRow, SUPPLY_BANDS, altitude, is_made_wide, roughness, steepness,
};
pub use mark::{SearchGoal, UnitOrPlace};
pub use objective::{AIMS_MAX, Aim, AimKind, Chapter, Objectives, STRETCH_MAX, Stretch, WORKS_MAX, Warning};
pub use order_problem::OrderProblem;
pub use outcome::CommandOutcome;
pub use pack::{Outfit, PACK_SLOTS, Pack, Thing, ThingRow};
pub use passage::PassageToken;
pub use people::{Nature, People, PriceNote, Sighting, TripTime, WAR};
pub use places::Places;
pub use plans::{LiveSearch, PathRequest, PlannedBy, Plans, Requester, Rung, Target};
pub use possession::{Action, ActionEnd, FOOD_MAX, MET_MAX, Possession, ReportedState};
pub use posts::{COVERED_STEPS, GUARD_FEAR_MIN, SENT_WITHIN_TICKS, TOWER_DISTANCE_STEPS};
pub use realm::realm_among;
pub use route::{Crossing, LEVELS, Route};
pub(crate) use saved_form::write_saved_form;
pub use season::Season;
pub use steps::Steps;
pub use stops::{Part, Stop};
pub use toll::{TOLL_MAX, Tolls};
pub use town::{
    Camp, DELIVERIES_MAX, Delivery, EATEN, FAMILIES, FIELD_STEPS_MAX, FIELDS_MAX, FIELDS_PER_RESIDENT,
    MARKET_EVERY, SETTLED_RESIDENTS_MIN, TOWER_SIGHT, TOWN_SIGHT, Town, TownKind, Towns, Why, is_market_day,
    need_of, price_of, price_with,
};
pub use unit::{Block, Cargo, Path, StoredPath, Unit, WOUNDS_MAX};
pub use units::{UnitIx, Units};
pub use wander::{Ending, HOME, LIVES_MAX, PastLife, WAYSTONES, Wander, Waystone, YEARS_BETWEEN_LIVES};
pub use works::{
    COIN_AT_REST, COIN_TIME, COUNTED_PAIRS_MAX, CountedTrip, DRAFTS_MAX, KEPT_WORKS_MAX, OFFERS_MAX, Offer,
    REFUSED_MAX, SURVEYED_TRIPS_MAX, SurveyedTrip, TripCount, WORK_CELLS_MAX, Work, WorkCell, WorkFigures,
    WorkId, WorkKind, WorkSurvey, Works,
};

use crate::grid::{Cell, Size};
use crate::land::{Land, SimRng};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The whole land at one tick.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct World {
    /// Seed of the land.
    pub seed: u64,
    /// Ticks since the beginning.
    pub tick: u64,
    /// Ground, heights and resource sites.
    pub land: Land,
    /// Wear, roads, and what was built.
    pub ground: Ground,
    /// Peoples; the first is the player's.
    pub peoples: PerPeople<People>,
    /// Living units, in the order of their ids.
    pub units: Units,
    /// Bands of raiders.
    pub bands: Bands,
    /// Settlements and ruins.
    pub towns: Towns,
    /// Places where travellers slept.
    pub camps: Vec<Camp>,
    /// Path requests that wait and searches that run.
    pub plans: Plans,
    /// Direction tokens of one-wide passages, by the row-major index of the passage's first cell.
    pub tokens: BTreeMap<u32, PassageToken>,
    /// What happened.
    pub events: Events,
    /// The land's history, as the player's people knew it.
    pub history: History,
    /// Objectives.
    pub objectives: Objectives,
    /// Charters.
    pub charters: Charters,
    /// The level's goals, where a level is played.
    pub level_goals: Option<LevelGoals>,
    /// Acts of the player whose report is pending, oldest first.
    pub reported_acts: Vec<ReportedAct>,
    /// Figures at the end of each year, oldest first.
    pub years: Vec<Figures>,
    /// Running counts.
    pub tally: Tally,
    /// Random streams, one per system.
    pub streams: Streams,
    /// What the land is about to do.
    pub fortune: Option<Fortune>,
    /// Number of the next unit.
    pub next_unit: u32,
    /// The player's last acts, to be undone.
    pub journal: Journal,
    /// Whether the player builds without paying.
    pub free_build: bool,
    /// Works, offers, and what they save.
    pub works: Works,
    /// The possessed unit, if any.
    pub possession: Option<Possession>,
    /// The wanderer's game, if this is one.
    pub wander: Option<Wander>,
}

/// One random stream per system, so that one system's draws never shift another's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Streams {
    /// Names of people and places.
    pub names: SimRng,
    /// What the land does.
    pub fortune: SimRng,
}

impl Streams {
    /// The streams of a seed.
    pub fn new(seed: u64) -> Self {
        Self { names: SimRng::new(seed, 12), fortune: SimRng::new(seed, 37) }
    }
}

/// Counts since the beginning, and the first time of some things.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Trips between settlements that were completed.
    pub trips: u64,
    /// Walking time of all of them, in milli-steps.
    pub trip_time: u64,
    /// Walking time that the works of the player's people saved on its deliveries of the first [`SCORED_TICKS`], in
    /// milli-steps, and how many these were.
    pub scored_time: u64,
    /// See `scored_time`.
    pub scored_trips: u64,
    /// Loads sold.
    pub deliveries: u64,
    /// The same at the end of each of the last days, oldest first; at most [`DELIVERY_DAYS`].
    pub daily_deliveries: Vec<u64>,
    /// Steps taken.
    pub footsteps: u64,
    /// Steps per hundred ticks of the last twenty hundreds, and how many of them were on roads.
    pub recent_steps: Vec<(u32, u32)>,
    /// Path requests made.
    pub requests: u64,
    /// Requests made because a path became invalid.
    pub replans: u64,
    /// Units that were notified that their path is invalid.
    pub notices: u64,
    /// Paths that were repaired locally instead.
    pub splices: u64,
    /// Parts of routes that were refined when they were reached.
    pub parts: u64,
    /// Nodes expanded.
    pub expansions: u64,
    /// Loads that raiders took.
    pub robberies: u64,
    /// Units that were killed.
    pub killed: u64,
    /// Units that died of other causes.
    pub died: u64,
    /// Tick when the player's people first saw a raider.
    pub first_raider: Option<u64>,
    /// Tick of the first 15 connected cells of path.
    pub first_path: Option<u64>,
    /// Tick of the first dirt road.
    pub first_dirt: Option<u64>,
    /// Tick of the first inn.
    pub first_inn: Option<u64>,
    /// Tick of the first settlement more than eight cells from any site.
    pub first_town: Option<u64>,
    /// Units that came to the player's people, the first ones included.
    pub came: u64,
    /// Units of the player's people that were killed.
    pub lost: u64,
    /// Settlements of the player's people that were founded.
    pub founded: u64,
    /// Those that fell to ruin.
    pub ruined: u64,
}

/// The first years of a land, by which games are compared.
pub const SCORED_YEARS: u32 = 3;
/// The same in ticks.
pub const SCORED_TICKS: u64 = SCORED_YEARS as u64 * YEAR_DAYS * DAY;
/// Days for which the count of deliveries is remembered: two days, and the day before them.
pub const DELIVERY_DAYS: usize = 3;

impl Tally {
    /// Deliveries of the last two full days.
    pub fn recently_delivered(&self) -> u32 {
        let counts = &self.daily_deliveries;
        let growth = counts.last().zip(counts.first()).map_or(0, |(last, first)| last.saturating_sub(*first));
        growth.min(AMOUNT_MAX.into()) as u32
    }
}

impl World {
    /// Size of the land.
    pub fn size(&self) -> Size {
        self.land.size
    }

    /// The whole ground of a cell.
    pub fn patch(&self, cell: Cell) -> Patch {
        let index = self.size().index(cell) as u32;
        Patch {
            surface: self.land.surface[cell],
            tier: self.ground.tier[cell],
            wear: self.ground.wear[cell],
            under: self.ground.under.get(&index).copied(),
            blaze: self.ground.blazes.get(&index).copied(),
            tower: self.ground.towers.get(&index).copied(),
        }
    }

    /// Day since the beginning, from 0.
    pub fn day(&self) -> u64 {
        self.tick / DAY
    }

    /// The unit with this id, if it is alive.
    pub fn unit(&self, id: UnitId) -> Option<&Unit> {
        self.unit_index(id).map(|i| &self.units[i])
    }

    /// Position of a living unit in `units`.
    pub fn unit_index(&self, id: UnitId) -> Option<UnitIx> {
        self.units.index_of(id)
    }

    /// The people with this index.
    pub fn people(&self, people: PeopleIx) -> &People {
        &self.peoples[people]
    }

    /// Whether two peoples fight where they meet. Beasts are at war with no people: whether they attack is a matter of kind.
    pub fn at_war(&self, one: PeopleIx, other: PeopleIx) -> bool {
        let (a, b) = (self.people(one), self.people(other));
        let holds =
            |people: &People, against: PeopleIx| people.grudges.get(&against).is_some_and(|g| *g >= WAR);
        match (a.nature, b.nature) {
            _ if one == other => false,
            (Nature::Wild, _) | (_, Nature::Wild) => false,
            (Nature::Raiders, _) | (_, Nature::Raiders) => true,
            (Nature::Settled | Nature::Lone, Nature::Settled | Nature::Lone) => {
                holds(a, other) || holds(b, one)
            }
        }
    }

    /// Whether contact between two units is a fight.
    pub fn are_foes(&self, one: &Unit, other: &Unit) -> bool {
        let hunts = |hunter: &Unit, prey: &Unit| hunter.kind.row().is_hunter() && prey.kind != hunter.kind;
        hunts(one, other) || hunts(other, one) || self.at_war(one.people, other.people)
    }

    /// Name and kind of a unit, with its people where that adds something: `Mor, porter of the Moor`, or `Skar, raider`.
    pub fn title_of(&self, unit: &Unit) -> String {
        let (name, kind, people) = (&unit.name, unit.kind.row().name, self.people(unit.people));
        match people.nature {
            Nature::Raiders if let Some(band) = self.bands.of(unit.id) => {
                format!("{name}, {kind} of {}", band.name)
            }
            Nature::Raiders | Nature::Wild => format!("{name}, {kind}"),
            Nature::Settled | Nature::Lone => format!("{name}, {kind} of {}", people.name),
        }
    }

    /// The settlement that stands on this cell (ruins do not count).
    pub fn town_at(&self, cell: Cell) -> Option<TownIx> {
        self.towns.position(|town| town.cell == cell && town.kind != TownKind::Ruin)
    }

    /// The settlement with this id.
    pub fn town(&self, id: TownIx) -> &Town {
        &self.towns[id]
    }

    /// The standing settlement that the player's people knows nearest to a cell; of equals the one with the smaller
    /// cell.
    pub fn nearest_known_town(&self, cell: Cell) -> Option<TownIx> {
        let known = self.people(PeopleIx::PLAYER).standing().map(|(id, _)| id);
        known.min_by_key(|id| (self.town(*id).cell.octile(cell), self.town(*id).cell))
    }

    /// Why a settlement is what it is: its latest step, and what that came of, back to the first footsteps. Empty for a
    /// ruin.
    pub fn why_town(&self, town: TownIx) -> impl Iterator<Item = &Event> {
        self.events.latest_step(town).into_iter().flat_map(|event| self.events.causes_of(event))
    }

    /// Why a scout goes where it goes; `None` for others.
    pub fn scouting_reason(&self, unit: &Unit) -> Option<ScoutingReason> {
        let Some(Behaviour::Explore(Explore { target: Some(border), .. })) = unit.top() else { return None };
        let belief = &self.people(unit.people).belief;
        let Believed::Known { surface, tier } = belief.at(*border) else { return None };
        let guess = self.size().neighbours(*border).find_map(|(_, cell)| match belief.at(cell) {
            Believed::Unknown(guess) => Some(guess),
            Believed::Known { .. } => None,
        });
        Some(ScoutingReason { border: *border, surface, tier, steps: unit.cell.chebyshev(*border), guess })
    }

    /// After a unit of the player's people has got a new path: notes which reported acts it crosses, or now goes around.
    pub fn note_path_of(&mut self, index: UnitIx) {
        let unit = &self.units[index];
        let Some(goal) = unit.path.as_ref().map(|path| path.goal).filter(|_| unit.people == PeopleIx::PLAYER)
        else {
            return;
        };
        if !self.reported_acts.is_empty() {
            let (id, path): (UnitId, Vec<Cell>) = (unit.id, unit.cells_ahead(self.size()).collect());
            self.reported_acts.iter_mut().for_each(|act| act.note_path(id, goal, &path));
        }
    }

    /// The value of a level's measure now.
    pub fn level_result(&self, level: &LevelGoals) -> u32 {
        let own_units = || self.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER);
        let result = match level.measure {
            Measure::Ticks => self.tick,
            Measure::Steps => own_units().map(|unit| u64::from(unit.steps)).sum(),
            Measure::Wounds => {
                let survivors = own_units().filter(|unit| unit.id.0 < level.newcomers).count() as u64;
                let dead = u64::from(level.initial_units).saturating_sub(survivors);
                dead * u64::from(WOUNDS_MAX) + own_units().map(|unit| u64::from(unit.wounds)).sum::<u64>()
            }
            Measure::Robberies => self.tally.robberies,
            Measure::Deliveries => self.tally.deliveries,
        };
        result.min(u64::from(u32::MAX >> 2)) as u32
    }

    /// The settlement of a people with the most residents.
    pub fn largest_town(&self, people: PeopleIx) -> Option<TownIx> {
        let own = self.living_towns().filter(|id| self.town(*id).people == people);
        own.max_by_key(|id| (self.town(*id).residents, *id))
    }

    /// The number of units of a people.
    pub fn unit_count(&self, people: PeopleIx) -> usize {
        self.units.iter().filter(|unit| unit.people == people).count()
    }

    /// Ids of all settlements that are not ruins.
    pub fn living_towns(&self) -> impl Iterator<Item = TownIx> {
        let living = self.towns.entries().filter(|(_, town)| town.is_standing());
        living.map(|(id, _)| id)
    }
}
