//! A land on its first day: an empty world, its peoples and its beasts.

use crate::land::Land;
use crate::sim::danger;
use crate::sim::start::peoples;
use crate::world::{
    Bands, COIN_AT_REST, Charters, Events, Ground, History, Journal, Nature, Objectives, People, PeopleIx,
    Plans, Streams, Tally, Units, Works, World,
};
use std::collections::BTreeMap;

/// Settles a land with its first peoples and beasts.
pub(super) fn found_world(seed: u64, land: Land) -> World {
    let mut world = empty_world(seed, land);
    peoples::settle_peoples(&mut world);
    danger::place_beasts(&mut world);
    peoples::people_named(&mut world, "raiders");
    world.peoples[PeopleIx::PLAYER].coin = COIN_AT_REST;
    world.works.are_for_coin = true;
    world
}

/// A world with this land and one people without units.
pub(super) fn empty_world(seed: u64, land: Land) -> World {
    let size = land.size;
    World {
        seed,
        tick: 0,
        ground: Ground::new(size),
        land,
        peoples: vec![People::new("the Vale", Nature::Settled, size)].into(),
        units: Units::default(),
        towns: Vec::new().into(),
        camps: Vec::new(),
        plans: Plans::default(),
        tokens: BTreeMap::new(),
        events: Events::default(),
        history: History::default(),
        objectives: Objectives::default(),
        charters: Charters::default(),
        level_goals: None,
        reported_acts: Vec::new(),
        years: Vec::new(),
        tally: Tally::default(),
        streams: Streams::new(seed),
        fortune: None,
        bands: Bands::default(),
        next_unit: 1,
        journal: Journal::default(),
        free_build: false,
        works: Works { steward: true, ..Works::default() },
        possession: None,
        wander: None,
    }
}
