//! Records finished searches for the overlay, and searches again where there was none to record.

use crate::plan;
use crate::plan::Served;
use crate::sim::Game;
use crate::world::{PathRequest, Requester, Rung, Target, UnitId, World};

/// Requests answered without a search of their own that are searched again per tick for the overlay, at most.
const RESEARCHED_PER_TICK_MAX: usize = 8;

impl Game {
    /// Turns recording on or off. The last search of the favourite is never dropped for others. If none of its searches
    /// is recorded, its current path is searched again, so that there is something to show.
    pub fn record_searches(&mut self, is_recording: bool, favourite: Option<UnitId>) {
        let thoughts = &mut self.derived.search_overlay;
        (thoughts.is_recording, thoughts.favourite) = (is_recording, favourite);
        let unrecorded = favourite.filter(|unit| is_recording && thoughts.of(*unit).is_none());
        let Some(request) = unrecorded.and_then(|unit| current_path_request(&self.world, unit)) else {
            return;
        };
        if let (live, Some(answer)) = plan::search_now(&self.world, self.derived.tools(), request) {
            self.derived.search_overlay.record(live, &answer);
        }
    }
}

/// While recording, searches again what was answered without a search of its own, so that there is something to
/// show.
pub(in crate::sim) fn search_for_overlay(game: &mut Game, served: &[Served]) {
    if !game.derived.search_overlay.is_recording {
        return;
    }
    for answer in
        served.iter().filter(|answer| answer.reaches && answer.route.is_none()).take(RESEARCHED_PER_TICK_MAX)
    {
        let is_kept =
            game.derived.search_overlay.latest().any(|other| other.live.request.id == answer.request.id);
        if !is_kept
            && let (live, Some(_)) =
                plan::search_now(&game.world, game.derived.tools(), answer.request.clone())
        {
            game.derived.search_overlay.record(live, answer);
        }
    }
}

/// The request that a unit would make for its current path.
fn current_path_request(world: &World, unit: UnitId) -> Option<PathRequest> {
    let unit = world.unit(unit)?;
    let goal = unit.path.as_ref().filter(|path| !path.is_over())?.goal;
    Some(PathRequest {
        id: 0,
        requester: Requester::Unit(unit.id),
        urgent: false,
        people: unit.people,
        kind: unit.kind,
        from: unit.path_start(),
        target: Target::Cell(goal),
        crowd: Vec::new(),
        hunger: unit.hunger(),
        requested: world.tick,
        rung: Rung::default(),
    })
}
