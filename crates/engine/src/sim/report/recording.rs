//! Records finished searches for the overlay, and searches again where there was none to record.

use crate::plan;
use crate::sim::Game;
use crate::world::{PathRequest, Requester, UnitId, World};

impl Game {
    /// Turns recording on or off. The last search of the favourite is never dropped for others. If none of its searches
    /// is recorded, its current path is searched again, so that there is something to show.
    pub fn record_searches(&mut self, is_recording: bool, favourite: Option<UnitId>) {
        let thoughts = &mut self.derived.search_overlay;
        thoughts.set_recording(is_recording, favourite);
        let unrecorded = favourite.filter(|unit| is_recording && thoughts.of(*unit).is_none());
        let Some(request) = unrecorded.and_then(|unit| current_path_request(&self.world, unit)) else {
            return;
        };
        if let (live, Some(answer)) = plan::search_now(&self.world, self.derived.tools(), request) {
            self.derived.search_overlay.record(live, &answer);
        }
    }
}

/// The request that a unit would make for its current path.
fn current_path_request(world: &World, unit: UnitId) -> Option<PathRequest> {
    let unit = world.unit(unit)?;
    let goal = unit.path.as_ref().filter(|path| !path.is_over())?.goal;
    Some(PathRequest {
        kind: unit.kind,
        hunger: unit.hunger(),
        ..PathRequest::between(Requester::Unit(unit.id), unit.people, (unit.path_start(), goal), world.tick)
    })
}
