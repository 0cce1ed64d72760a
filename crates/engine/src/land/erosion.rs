//! Valleys: running water cuts down towards what it runs into, the deeper the more of it there is (stream power, solved
//! downstream first as Braun & Willett 2013 do; one long step a round rather than many short ones). Sills are cut
//! through on the way, so that lakes grow few, and rivers gather.

use super::elevation::{self, Relief};
use super::water;

/// Times that the water runs and cuts; each costs about as much as letting it run.
const ROUNDS: u32 = 2;
/// How far one cell's water draws it towards the next one below; it grows with the root of what drains through.
const FORCE: f32 = 0.08;

/// Cuts valleys into the land; `told` hears how many of a hundred parts are done.
pub fn erode(relief: &mut Relief, told: &mut dyn FnMut(usize)) {
    for round in 0..ROUNDS {
        told((round * 100 / ROUNDS) as usize);
        let (course, sea) = (water::flood(relief), relief.sea);
        let elevation = relief.elevation.values_mut();
        course.upwards(|cell, below: Option<f32>, flow| {
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
