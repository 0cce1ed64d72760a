//! The same goal as many: one field answers what would take a search each.
//!
//! It stands above the ladder, since it answers groups of requests; what it leaves in the queue goes on to the ladder in
//! the same tick. It costs no share of the work of a tick, but answers one batch at most. Whether a field answers is
//! decided by the waiting requests, which are saved, never by which fields happen to be cached. Not here: the queue,
//! which removes the answered requests.

use super::super::field::FieldCache;
use super::super::price::{BelievedPrices, PriceTables};
use super::contract::{FoundPath, Served};
use crate::graph::{CostModel, NodeId};
use crate::grid::Cell;
use crate::world::{PathRequest, PeopleIx, PlannedBy, Target, World};
use std::collections::BTreeMap;

/// Requests for the same goal from which on a field answers them: it costs about as much as this many searches.
pub const BATCH_MIN: usize = 32;

/// Batches answered per tick.
const BATCHES_PER_TICK: usize = 1;
/// Largest distance of a request from the goal in steps: beyond it, a field would flood too much of a large land.
const BATCH_DISTANCE_MAX_STEPS: u32 = 64;
/// Cells of a land beyond which there are no fields: their prices alone would fill the memory.
pub const FIELD_AREA_MAX_CELLS: usize = 1 << 21;

/// How its paths were found, for an explanation.
pub(in crate::plan) const HOW_BATCH: &str = "many go there, so one plan was made for all";

/// What the requests of a batch have in common: people, kind and goal.
type BatchKey = (PeopleIx, u8, Cell);

fn batch_key(request: &PathRequest) -> Option<BatchKey> {
    match request.target {
        // A kind that takes the first path found needs a search of its own.
        Target::Cell(_) if request.kind.row().is_hasty() => None,
        Target::Cell(goal) if request.from.chebyshev(goal) <= BATCH_DISTANCE_MAX_STEPS => {
            Some((request.people, request.kind as u8, goal))
        }
        _ => None,
    }
}

/// The requests, by their indices in the queue, in groups of at least [`BATCH_MIN`] with the same key; ordered by the
/// first request of each group.
pub fn batches(waiting: &[PathRequest]) -> Vec<Vec<usize>> {
    let mut alikes: BTreeMap<BatchKey, Vec<usize>> = BTreeMap::new();
    for (place, request) in waiting.iter().enumerate() {
        if let Some(key) = batch_key(request) {
            alikes.entry(key).or_default().push(place);
        }
    }
    let mut batches: Vec<Vec<usize>> =
        alikes.into_values().filter(|batch| batch.len() >= BATCH_MIN).collect();
    batches.sort_unstable();
    batches
}

/// Removes the first batches from the queue and answers them. A request that the field does not reach stays in its
/// place.
pub(in crate::plan) fn serve_batches(
    world: &mut World,
    tables: &PriceTables,
    fields: &mut FieldCache,
) -> Vec<Served> {
    let waiting = &world.plans.waiting;
    if waiting.len() < BATCH_MIN || world.size().area() > FIELD_AREA_MAX_CELLS {
        return Vec::new();
    }
    let mut served = Vec::new();
    for batch in batches(waiting).into_iter().take(BATCHES_PER_TICK) {
        let requests: Vec<&PathRequest> = batch.iter().map(|place| &waiting[*place]).collect();
        served.extend(answer_batch(world, tables, fields, &requests));
    }
    let mut answered: Vec<u64> = served.iter().map(|served| served.request.id).collect();
    answered.sort_unstable();
    world.plans.waiting.retain(|request| answered.binary_search(&request.id).is_err());
    served
}

/// Answers the requests of a batch by one field, in their order, and only those with a path from their start (the
/// others need a search, which finds the closest reachable cell). Crowds do not count: they are particular to each
/// request.
pub fn answer_batch(
    world: &World,
    tables: &PriceTables,
    fields: &mut FieldCache,
    requests: &[&PathRequest],
) -> Vec<Served> {
    let Some(key) = requests.first().and_then(|request| batch_key(request)) else { return Vec::new() };
    let ((people, _, goal), kind) = (key, requests[0].kind);
    let size = world.size();
    let people_of = &world.peoples[people];
    let table = tables.table_for(people, kind);
    let believes = BelievedPrices::new(people_of, &world.land.height, table, Vec::new());
    let batch = || requests.iter().filter(|request| batch_key(request) == Some(key));
    let is_free = |cell: &Cell| !believes.is_blocked(size.index(*cell) as NodeId);
    let starts: Vec<Cell> = batch().map(|request| request.from).filter(is_free).collect();
    let (field, entries) = fields.field_toward((people, kind), &believes, &[goal], &starts);
    let serve = |request: &&PathRequest| {
        let cells = field.path(&believes, entries, request.from)?;
        Some(Served { request: (*request).clone(), found: FoundPath::whole(PlannedBy::Field, cells) })
    };
    batch().filter_map(serve).collect()
}
