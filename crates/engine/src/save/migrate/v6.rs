//! From version 6 to 7: lands say how cold they are, peoples write annals, and settlements count who came within the year.

use super::{Parts, rewrite};
use crate::grid::{Cell, Layer, Size};
use crate::land::{Feature, Good, Land, MIDDLE, Preset, Recipe, Site, Surface};
use crate::save::Fault;
use crate::world::{
    Belief, Camp, Nature, Order, People, PriceNote, Sighting, Town, TownId, TownKind, Way, Why,
};
use serde::Deserialize;
use std::collections::BTreeMap;

pub(super) fn step(parts: &mut Parts) -> Result<(), Fault> {
    rewrite(parts, *b"LAND", LandThen::now)?;
    rewrite(parts, *b"PEOP", |peoples: Vec<PeopleThen>| -> Vec<People> {
        peoples.into_iter().map(PeopleThen::now).collect()
    })?;
    rewrite(parts, *b"TOWN", |(towns, camps): (Vec<TownThen>, Vec<Camp>)| {
        (towns.into_iter().map(TownThen::now).collect::<Vec<Town>>(), camps)
    })
}

#[derive(Deserialize)]
struct RecipeThen {
    preset: Preset,
    sliders: [u8; 5],
    gentle: bool,
}

#[derive(Deserialize)]
struct LandThen {
    size: Size,
    surface: Layer<Surface>,
    height: Layer<u16>,
    sites: Vec<Site>,
    recipe: RecipeThen,
    features: Vec<Feature>,
}

impl LandThen {
    fn now(self) -> Land {
        let LandThen { size, surface, height, sites, recipe, features } = self;
        let RecipeThen { preset, sliders: [sea, ridges, rough, wet, rivers], gentle } = recipe;
        let recipe = Recipe { preset, sea, ridges, rough, wet, rivers, gentle, cold: MIDDLE };
        Land { size, surface, height, sites, recipe, features }
    }
}

#[derive(Deserialize)]
struct PeopleThen {
    name: String,
    nature: Nature,
    belief: Belief,
    ways: BTreeMap<(TownId, TownId), Way>,
    prices: BTreeMap<TownId, PriceNote>,
    sightings: BTreeMap<TownId, Sighting>,
    maps: BTreeMap<u8, u64>,
    coin: u32,
    saved: u32,
    grudges: BTreeMap<u8, u32>,
}

impl PeopleThen {
    fn now(self) -> People {
        let PeopleThen { name, nature, belief, ways, prices, sightings, maps, coin, saved, grudges } = self;
        let annals = BTreeMap::new();
        People { name, nature, belief, ways, prices, sightings, maps, coin, saved, grudges, annals }
    }
}

#[derive(Deserialize)]
struct TownThen {
    name: String,
    cell: Cell,
    kind: TownKind,
    people: u8,
    residents: u32,
    stock: [u32; Good::COUNT],
    makes: Option<Good>,
    trade: u32,
    visits: Vec<u32>,
    nights: u32,
    routes: Vec<(TownId, TownId)>,
    failing_days: u16,
    residents_max: u32,
    founded: u64,
    last_settlers: u64,
    why: Why,
    rally: Vec<Order>,
}

impl TownThen {
    fn now(self) -> Town {
        Town {
            name: self.name,
            cell: self.cell,
            kind: self.kind,
            people: self.people,
            residents: self.residents,
            stock: self.stock,
            makes: self.makes,
            trade: self.trade,
            visits: self.visits,
            nights: self.nights,
            routes: self.routes,
            failing_days: self.failing_days,
            residents_max: self.residents_max,
            founded: self.founded,
            last_settlers: self.last_settlers,
            why: self.why,
            rally: self.rally,
            came: 0,
        }
    }
}
