//! Many who want to the same place: one field answers what would take a search each.
//!
//! Whether a field shall answer is decided by what waits, which is saved, and never by which fields happen to be kept.
//! What does not live here: the queue, which takes out of itself what was answered.

use super::field::Fields;
use super::price::{Believes, Tables};
use super::queue::Served;
use crate::graph::{CostModel, NodeId};
use crate::grid::Cell;
use crate::world::{Kind, Request, Target, World};

/// Requests to the same place from which on a field answers them: it costs about as much as so many searches.
pub const BATCH_MIN: usize = 8;

/// What requests must have in common to be answered by one field.
type Alike = (u8, Kind, Cell);

fn alike(request: &Request) -> Option<Alike> {
    match request.target {
        Target::Cell(goal) => Some((request.people, request.kind, goal)),
        Target::Border { .. } => None,
    }
}

/// The requests, by their places in the queue, that have at least [`BATCH_MIN`] alike: batch by batch, in the order in
/// which the first of each waits.
pub fn batches(waiting: &[Request]) -> Vec<Vec<usize>> {
    let mut batches: Vec<(Alike, Vec<usize>)> = Vec::new();
    for (place, request) in waiting.iter().enumerate() {
        let Some(key) = alike(request) else { continue };
        match batches.iter_mut().find(|(other, _)| *other == key) {
            Some((_, batch)) => batch.push(place),
            None => batches.push((key, vec![place])),
        }
    }
    let all = batches.into_iter().map(|(_, batch)| batch);
    all.filter(|batch| batch.len() >= BATCH_MIN).collect()
}

/// Answers requests that are alike, by one field: in their order, and only those from whose start there is a way (the
/// others need a search, which finds the closest that can be reached). Crowds do not count: they are everybody's own.
pub fn answer_batch(
    world: &World,
    tables: &Tables,
    fields: &mut Fields,
    requests: &[&Request],
) -> Vec<Served> {
    let Some(key) = requests.first().and_then(|request| alike(request)) else { return Vec::new() };
    let (people, kind, goal) = key;
    let size = world.size();
    let people_of = &world.peoples[usize::from(people)];
    let believes = Believes::new(people_of, &world.land.height, tables.of(kind), Vec::new());
    let batch = || requests.iter().filter(|request| alike(request) == Some(key));
    let is_free = |cell: &Cell| !believes.is_blocked(size.index(*cell) as NodeId);
    let starts: Vec<Cell> = batch().map(|request| request.from).filter(is_free).collect();
    let (field, entries) = fields.toward((people, kind), &believes, &[goal], &starts);
    let serve = |request: &&Request| {
        let cells = field.way(&believes, entries, request.from)?;
        Some(Served { request: (*request).clone(), cells, route: None, reaches: true })
    };
    batch().filter_map(serve).collect()
}
