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
    let size = relief.elevation.size();
    for round in 0..ROUNDS {
        told((round * 100 / ROUNDS) as usize);
        let course = water::flood(relief);
        let flow = course.flow();
        for cell in course.upwards(size) {
            let Some(below) = course.down[cell].and_then(|dir| size.step(cell, dir)) else { continue };
            let (here, low) = (relief.elevation[cell], relief.elevation[below].max(relief.sea));
            if here > low {
                let force = FORCE * (flow[cell] as f32).sqrt();
                relief.elevation[cell] = (here + force * low) / (1.0 + force);
            }
        }
    }
    relief.top = elevation::top(&relief.elevation);
}
