//! From version 7 to 8: the walkers of the player's people who were born and who died are counted.

use super::{Parts, rewrite};
use crate::save::Fault;
use crate::world::{Ambitions, Chronicle, Figures, Followed, History, Tally};
use serde::Deserialize;

pub(super) fn step(parts: &mut Parts) -> Result<(), Fault> {
    rewrite(parts, *b"CHRO", |(chronicle, tally): (Chronicle, TallyThen)| (chronicle, tally.now()))?;
    rewrite(parts, *b"HIST", |then: (History, Ambitions, Vec<Followed>, Vec<FiguresThen>)| {
        let (history, ambitions, followed, years) = then;
        let years: Vec<Figures> = years.into_iter().map(FiguresThen::now).collect();
        (history, ambitions, followed, years)
    })
}

#[derive(Deserialize)]
struct TallyThen {
    trips: u64,
    trip_time: u64,
    deliveries: u64,
    footsteps: u64,
    recent_steps: Vec<(u32, u32)>,
    requests: u64,
    replans: u64,
    notices: u64,
    splices: u64,
    parts: u64,
    expansions: u64,
    roads_told: u32,
    robberies: u64,
    killed: u64,
    died: u64,
    first_raider: Option<u64>,
    first_path: Option<u64>,
    first_dirt: Option<u64>,
    first_inn: Option<u64>,
    first_town: Option<u64>,
}

impl TallyThen {
    fn now(self) -> Tally {
        Tally {
            trips: self.trips,
            trip_time: self.trip_time,
            deliveries: self.deliveries,
            footsteps: self.footsteps,
            recent_steps: self.recent_steps,
            requests: self.requests,
            replans: self.replans,
            notices: self.notices,
            splices: self.splices,
            parts: self.parts,
            expansions: self.expansions,
            roads_told: self.roads_told,
            robberies: self.robberies,
            killed: self.killed,
            died: self.died,
            first_raider: self.first_raider,
            first_path: self.first_path,
            first_dirt: self.first_dirt,
            first_inn: self.first_inn,
            first_town: self.first_town,
            born: 0,
            lost: 0,
        }
    }
}

#[derive(Deserialize)]
struct FiguresThen {
    tick: u64,
    walkers: u32,
    settlements: u32,
    roads: [u32; 4],
    deliveries: u64,
    trips: u64,
    trip_time: u64,
    founded: u32,
    ruined: u32,
    coin: u32,
    ambitions: u32,
}

impl FiguresThen {
    fn now(self) -> Figures {
        Figures {
            tick: self.tick,
            walkers: self.walkers,
            settlements: self.settlements,
            roads: self.roads,
            deliveries: self.deliveries,
            trips: self.trips,
            trip_time: self.trip_time,
            founded: self.founded,
            ruined: self.ruined,
            coin: self.coin,
            ambitions: self.ambitions,
            born: 0,
            lost: 0,
        }
    }
}
