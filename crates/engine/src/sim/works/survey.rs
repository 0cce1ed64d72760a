//! The survey: once a season, for a steward once a year, it finds the works that would save a people's busiest trips
//! most, by pathfinding, one trip at a time.
//!
//! First each trip is planned as it is, and as if it could bridge and cut at its share of the price: where it would still
//! build, a work is drafted; its longest stretch without paving is another draft. Then each trip is planned over each
//! draft as if it stood. What would pay in time is offered, or built.

use super::counterfactual;
use super::{build, price};
use crate::graph::NodeId;
use crate::grid::Cell;
use crate::plan::{WorkPrices, built_path};
use crate::sim::Game;
use crate::world::{
    AMOUNT_MAX, Believed, COIN_TIME, COVERED_STEPS, DAY, DRAFTS_MAX, GUARD_FEAR_MIN, Kind, Nature, Offer,
    PeopleIx, SEASON_DAYS, SURVEYED_TRIPS_MAX, Season, SurveyedTrip, Tier, WORK_CELLS_MAX, WorkId, WorkKind,
    WorkSurvey, World,
};
use std::cell::RefCell;
use std::cmp::Reverse;

/// Ticks between two steps of a survey.
const STEP_INTERVAL_TICKS: u64 = 2;
/// Days between the surveys of two peoples, and the day of the season of the first.
const DAYS_BETWEEN: u64 = 3;
const FIRST_DAY: u64 = 1;
/// Seasons within which a work repays its price that a steward builds.
pub(super) const REPAID_SEASONS: u32 = 8;
/// The same of one that a player is offered, who may have coin to spare.
const OFFERED_SEASONS: u32 = 16;
/// The season in which stewards survey.
pub(super) const STEWARD_SEASON: Season = Season::Summer;
/// Busiest trips that a steward surveys.
const STEWARD_TRIPS_MAX: usize = 8;
/// Cells of a stretch that is worth paving.
const PAVED_CELLS_MIN: usize = 4;

/// Advances the survey under way by a step, or begins one; returns what it has found when it ends, best first.
pub(super) fn advance(game: &mut Game) -> Option<(PeopleIx, Vec<Offer>)> {
    let tick = game.world.tick;
    if game.world.works.survey.is_none() {
        game.world.works.survey = people_due(&game.world).and_then(|people| begin(game, people));
        return None;
    }
    if !tick.is_multiple_of(STEP_INTERVAL_TICKS) {
        return None;
    }
    let mut survey = game.world.works.survey.take()?;
    let trips = survey.trips.len() as u32;
    let (step, draft) = (survey.step, survey.step.checked_sub(trips).map(|step| (step / trips) as usize));
    survey.step += 1;
    match draft {
        None => draft_for_trip(game, &mut survey, step as usize),
        Some(draft) if draft < survey.drafts.len() => {
            compare_trip(game, &mut survey, draft, (step % trips) as usize);
        }
        Some(_) => return Some((survey.people, worthwhile(game, &survey))),
    }
    game.world.works.survey = Some(survey);
    None
}

/// The people whose survey begins now.
fn people_due(world: &World) -> Option<PeopleIx> {
    let in_season = world.tick % (SEASON_DAYS * DAY);
    let is_stewards = Season::at(world.tick) == STEWARD_SEASON;
    let begins = |people: &PeopleIx| {
        let day = (FIRST_DAY + u64::from(people.0) * DAYS_BETWEEN) % SEASON_DAYS;
        in_season == day * DAY && (is_stewards || !world.has_steward(*people))
    };
    let coin_counts = |people: &PeopleIx| *people != PeopleIx::PLAYER || world.is_played_for_coin();
    let settled = world.peoples.indices().filter(|people| world.people(*people).nature == Nature::Settled);
    settled.filter(begins).find(coin_counts)
}

/// A survey of a people's busiest trips; `None` if it has made none.
fn begin(game: &mut Game, people: PeopleIx) -> Option<WorkSurvey> {
    let works = &game.world.works;
    let own = works.trips.iter().filter(|((whose, _), _)| *whose == people);
    let counted = own.map(|((_, ends), count)| (*ends, count.trips.max(count.trips_last)));
    let mut trips: Vec<SurveyedTrip> = counted
        .filter(|(_, trips)| *trips > 0)
        .map(|((from, to), trips)| SurveyedTrip { from, to, trips, time: 0 })
        .collect();
    trips.sort_by_key(|trip| (Reverse(trip.trips), trip.from, trip.to));
    let has_steward = game.world.has_steward(people);
    trips.truncate(if has_steward { STEWARD_TRIPS_MAX } else { SURVEYED_TRIPS_MAX });
    if trips.is_empty() {
        return None;
    }
    let mut survey = WorkSurvey { people, trips, drafts: Vec::new(), step: 0 };
    if !has_steward {
        draft_guard(game, &mut survey);
    }
    if asks_for_steps(&game.world, people) {
        draft_stretches(game, &mut survey);
    }
    Some(survey)
}

/// Drafts a guard for the most feared place without one.
fn draft_guard(game: &mut Game, survey: &mut WorkSurvey) {
    let world = &game.world;
    let is_guarded = |cell: Cell| {
        let guards = world.works.of(survey.people).filter(|work| work.kind == WorkKind::Guard);
        guards.into_iter().any(|work| work.middle().chebyshev(cell) <= COVERED_STEPS)
    };
    let feared = world.people(survey.people).belief.feared_places();
    let worst = feared
        .filter(|(cell, fear)| *fear >= GUARD_FEAR_MIN && !game.derived.haven[*cell] && !is_guarded(*cell))
        .max_by_key(|(cell, fear)| (*fear, *cell));
    if let Some((post, _)) = worst {
        add_draft(&mut game.world, survey, WorkKind::Guard, vec![post]);
    }
}

/// Whether a people pursues objectives: the player's does, a steward does not.
fn asks_for_steps(world: &World, people: PeopleIx) -> bool {
    people == PeopleIx::PLAYER && !world.has_steward(people)
}

/// Drafts the stretches that would help the objectives most.
fn draft_stretches(game: &mut Game, survey: &mut WorkSurvey) {
    let stretches: Vec<Vec<Cell>> =
        game.world.objectives.open_trips().map(|aim| aim.stretch.cells.clone()).collect();
    for (stretch, kind) in
        stretches.iter().flat_map(|cells| [(cells, WorkKind::Paving), (cells, WorkKind::Bridge)])
    {
        let cells = stretch.iter().copied().filter(|cell| build::can_build(game, kind, *cell)).collect();
        add_draft(&mut game.world, survey, kind, cells);
    }
}

/// Plans a trip as it is, and as if it could build.
fn draft_for_trip(game: &mut Game, survey: &mut WorkSurvey, index: usize) {
    let (people, trip) = (survey.people, survey.trips[index]);
    let ends = (game.world.town(trip.from).cell, game.world.town(trip.to).cell);
    let now = game.world.people(people).belief.words();
    if let Some((path, time)) = counterfactual::timed_path(game, people, now, ends) {
        survey.trips[index].time = time.min(AMOUNT_MAX);
        if let Some(stretch) = unpaved_stretch(game, survey, &path) {
            add_draft(&mut game.world, survey, WorkKind::Paving, stretch);
        }
    }
    for (kind, cells) in built_stretches(game, people, trip.trips, ends) {
        add_draft(&mut game.world, survey, kind, cells);
    }
}

/// The stretches that a trip would build on if it paid its share, over all the trips in the time of repayment.
fn built_stretches(
    game: &Game,
    people: PeopleIx,
    trips: u32,
    (from, to): (Cell, Cell),
) -> Vec<(WorkKind, Vec<Cell>)> {
    let (world, size) = (&game.world, game.world.size());
    let believes = game.believes(people, Kind::Porter, &[]);
    let kind_at = |cell: Cell| {
        // Built is only what the people knows, and what is as it knows it.
        let known = match world.people(people).belief.at(cell) {
            Believed::Known { surface, .. } => surface == world.land.surface[cell],
            Believed::Unknown(_) => false,
        };
        known.then(|| build::kind_for(world, cell)).flatten()
    };
    let share_at = |cell: Cell| {
        let coin = price::cell_coin(world, kind_at(cell)?, cell);
        Some(coin * COIN_TIME / (trips * REPAID_SEASONS).max(1))
    };
    // A cell is asked for by each of its neighbours.
    let known: RefCell<Vec<Option<Option<u32>>>> = RefCell::new(vec![None; size.area()]);
    let share = |node: NodeId| {
        *known.borrow_mut()[node as usize].get_or_insert_with(|| share_at(size.cell(node as usize)))
    };
    let prices = WorkPrices { believes: &believes, building: &share };
    let path = built_path(&prices, size, from, to).unwrap_or_default();
    let mut stretches: Vec<(WorkKind, Vec<Cell>)> = Vec::new();
    let mut last = None;
    for (cell, is_built) in path {
        let kind = if is_built { kind_at(cell) } else { None };
        match (kind, stretches.last_mut()) {
            (Some(kind), Some((other, cells))) if last == Some(*other) && *other == kind => cells.push(cell),
            (Some(kind), _) => stretches.push((kind, vec![cell])),
            (None, _) => {}
        }
        last = kind;
    }
    stretches
}

/// The longest stretch of a path that could be paved and is in no draft yet, cut to what one work can be. A steward
/// paves what feet have made a dirt road.
fn unpaved_stretch(game: &Game, survey: &WorkSurvey, path: &[Cell]) -> Option<Vec<Cell>> {
    let belief = &game.world.people(survey.people).belief;
    let trodden = if game.world.has_steward(survey.people) { Tier::Dirt } else { Tier::None };
    let drafts = || survey.drafts.iter().filter(|draft| draft.kind == WorkKind::Paving);
    let is_open = |cell: &Cell| {
        matches!(belief.at(*cell), Believed::Known { tier, .. } if tier >= trodden)
            && build::can_build(game, WorkKind::Paving, *cell)
            && !drafts().any(|draft| draft.cells.contains(cell))
    };
    let longest = path.split(|cell| !is_open(cell)).max_by_key(|run| run.len())?;
    let stretch: Vec<Cell> = longest.iter().copied().take(WORK_CELLS_MAX).collect();
    (stretch.len() >= PAVED_CELLS_MIN).then_some(stretch)
}

/// Adds a draft unless there is one of its kind on the same cells.
fn add_draft(world: &mut World, survey: &mut WorkSurvey, kind: WorkKind, cells: Vec<Cell>) {
    let is_same = |draft: &Offer| draft.kind == kind && draft.cells.iter().any(|cell| cells.contains(cell));
    let is_sound = !cells.is_empty() && cells.len() <= WORK_CELLS_MAX && survey.drafts.len() < DRAFTS_MAX;
    if !is_sound || survey.drafts.iter().any(is_same) {
        return;
    }
    let price = price::price_of(world, survey.people, kind, &cells);
    let upkeep = price::upkeep_of(kind, price, cells.len());
    let id = WorkId::default();
    survey.drafts.push(Offer { id, kind, cells, price, upkeep, trips: 0, saved: 0, is_postponed: false });
}

/// Plans a trip over a draft as if it stood, and adds what that saves in a season.
fn compare_trip(game: &Game, survey: &mut WorkSurvey, draft: usize, index: usize) {
    let (people, trip, draft) = (survey.people, survey.trips[index], &mut survey.drafts[draft]);
    let ends = (game.world.town(trip.from).cell, game.world.town(trip.to).cell);
    if trip.time == 0 || !counterfactual::could_lead_over(&draft.cells, ends, trip.time) {
        return;
    }
    let words = counterfactual::words_with(&game.world, people, draft.kind, &draft.cells);
    let Some((_, time)) = counterfactual::timed_path(game, people, &words, ends) else { return };
    let saved = trip.time.saturating_sub(time);
    if saved > 0 {
        draft.trips = draft.trips.saturating_add(trip.trips).min(AMOUNT_MAX);
        draft.saved = (draft.saved + u64::from(saved) * u64::from(trip.trips)).min(AMOUNT_MAX.into());
    }
}

/// The drafts that would repay their price in time, by what they save or as a step to an objective: those steps first,
/// then those that repay it soonest.
fn worthwhile(game: &mut Game, survey: &WorkSurvey) -> Vec<Offer> {
    let has_aims = asks_for_steps(&game.world, survey.people);
    let is_asked = |offer: &Offer| {
        let step = game.world.objectives.step(&offer.cells).filter(|_| has_aims);
        step.is_some_and(|(chapter, _)| offer.price <= chapter.coin())
    };
    let seasons = if game.world.has_steward(survey.people) { REPAID_SEASONS } else { OFFERED_SEASONS };
    let pays = |offer: &Offer| {
        (offer.is_repaid_in(seasons) || is_asked(offer))
            && offer.cells.iter().all(|cell| build::can_build(game, offer.kind, *cell))
    };
    let mut offers: Vec<Offer> = survey.drafts.iter().filter(|offer| pays(offer)).cloned().collect();
    offers.sort_by_key(|offer| (!is_asked(offer), offer.repayment(), offer.middle()));
    for offer in &mut offers {
        offer.id = game.world.works.next_id();
    }
    offers
}
