//! Valleys by stream power: water cuts down towards its receiver, the deeper the more of it there is (solved downstream
//! first, after Braun & Willett 2013; one long step a round rather than many short ones). Sills are cut through, so that
//! lakes grow few and rivers gather.

use super::elevation::{self, Relief};
use super::water;

/// Rounds of drainage and erosion; each costs about as much as draining the land once.
const ROUNDS: u32 = 2;
/// Erosion per cell of flow: how far a cell is lowered towards its receiver; grows with the root of the flow.
const FORCE: f32 = 0.08;

/// Cuts valleys into the land; `told` is called with the progress in percent.
pub(super) fn erode(relief: &mut Relief, told: &mut dyn FnMut(usize)) {
    for round in 0..ROUNDS {
        told((round * 100 / ROUNDS) as usize);
        let (course, sea) = (water::flood(relief), relief.sea);
        let elevation = relief.elevation.values_mut();
        course.visit_upstream(|cell, below: Option<f32>, flow| {
            let here = &mut elevation[cell];
            if let Some(low) = below.map(|below| below.max(sea)).filter(|low| *here > *low) {
                let force = FORCE * (flow as f32).sqrt();
                *here = (*here + force * low) / (1.0 + force);
            }
            *here
        });
    }
    relief.top = elevation::top(&relief.elevation);
}
