//! Whether what is derived is what would be built from nothing: for tests, and for those who doubt (`--paranoid`).
//!
//! Named are the layer and the first cell or number at which it is not. What is only for show (`reading`, `thoughts`) is
//! left out. What does not live here: keeping it true, which is everybody's who changes the world.

use super::Game;
use super::derived::{Derived, Watcher};
use crate::grid::{Cell, Layer, View};
use crate::plan::Believes;
use crate::plan::field::Who;
use crate::world::{Kind, SUPPLY_BANDS, World};
use std::collections::BTreeMap;
use std::fmt;

/// What is derived and is no longer true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stale {
    /// Which layer.
    pub layer: String,
    /// Where in it: a cell, a number, or nothing more to say.
    pub place: String,
}

impl fmt::Display for Stale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stale { layer, place } = self;
        write!(f, "{layer} is not what it would be if it were built anew: {place}")
    }
}

fn at(layer: impl Into<String>, cell: Cell) -> Stale {
    Stale { layer: layer.into(), place: format!("at {}, {}", cell.x, cell.y) }
}

fn all_of(layer: &str) -> Stale {
    Stale { layer: layer.to_owned(), place: "as a whole".to_owned() }
}

/// The first cell at which two layers differ.
fn differs<T: PartialEq>(layer: &str, kept: &Layer<T>, fresh: &Layer<T>) -> Option<Stale> {
    let mut pairs = kept.iter().zip(fresh.values());
    pairs.find(|((_, kept), fresh)| kept != fresh).map(|((cell, _), _)| at(layer, cell))
}

impl Derived {
    /// Whether it is the same as if rebuilt now, but for what is worked out where somebody asks ([`Game::doubt`]).
    pub fn matches(&self, world: &World) -> bool {
        self.stale(world).is_none()
    }

    /// The first thing that is not the same as if rebuilt now, as far as `matches` looks.
    pub fn stale(&self, world: &World) -> Option<Stale> {
        let fresh = Derived::of(world);
        let seasons = self.tables.season() != fresh.tables.season();
        let roads = self.roads != fresh.roads;
        let seen = || {
            let mut peoples = self.visible.iter().zip(&fresh.visible).enumerate();
            peoples.find_map(|(people, (kept, fresh))| {
                differs(&format!("what people {people} sees"), kept, fresh)
            })
        };
        seasons
            .then(|| all_of("the prices of the season"))
            .or_else(|| differs("who holds each cell", &self.holder, &fresh.holder))
            .or_else(|| differs("who stands on each cell", &self.stands, &fresh.stands))
            .or_else(|| differs("where one is inside", &self.haven, &fresh.haven))
            .or_else(|| (self.towns != fresh.towns).then(|| all_of("where settlements are")))
            .or_else(seen)
            .or_else(|| stale_view(&self.views, &fresh.views))
            .or_else(|| (self.passages != fresh.passages).then(|| all_of("the passages")))
            .or_else(|| differs("the last keyframe", &self.glances, &fresh.glances))
            .or_else(|| roads.then(|| all_of("the number of road cells")))
            .or_else(|| {
                self.watches.stale(world).map(|unit| Stale {
                    layer: "who watches which region".to_owned(),
                    place: format!("unit {}", unit.0),
                })
            })
    }
}

/// Who looks out, and sees something else than is kept.
fn stale_view(kept: &BTreeMap<Watcher, View>, fresh: &BTreeMap<Watcher, View>) -> Option<Stale> {
    let watcher = kept.keys().chain(fresh.keys()).find(|watcher| kept.get(watcher) != fresh.get(watcher))?;
    Some(Stale { layer: "what a watcher sees".to_owned(), place: format!("{watcher:?}") })
}

impl Game {
    /// Rebuilds everything derived from nothing, what is worked out where somebody asks (views, abstractions, fields)
    /// included, and compares. Slow: for those who doubt.
    ///
    /// # Errors
    /// The first thing that is not what it would be.
    pub fn doubt(&self) -> Result<(), Stale> {
        let land = &self.world.land;
        let sights = || {
            let mut kept = self.derived.sights.iter();
            kept.find_map(|(radius, sights)| {
                Some(at(format!("views of {radius} cells"), sights.stale(land)?))
            })
        };
        let stale = self.derived.stale(&self.world).or_else(sights);
        stale.or_else(|| self.stale_guide()).or_else(|| self.stale_field()).map_or(Ok(()), Err)
    }

    fn stale_guide(&self) -> Option<Stale> {
        self.derived.guides.built().find_map(|(people, kind, abstraction)| {
            let of_set = |set: usize| {
                let bands = usize::from(SUPPLY_BANDS);
                self.alone((people, Kind::ALL[set / bands])).hungry((set % bands) as u8)
            };
            let (what, cell) = abstraction.stale(&self.alone((people, kind)), of_set)?;
            let name = kind.row().name;
            Some(at(
                format!("the abstraction of people {people} for each {name} and its like ({what})"),
                cell,
            ))
        })
    }

    fn stale_field(&self) -> Option<Stale> {
        let ((people, kind), cell) = self.derived.fields.stale(|who| self.alone(who))?;
        Some(at(format!("a field of people {people} for each {}", kind.row().name), cell))
    }

    /// What somebody believes where nobody is in his way.
    fn alone(&self, (people, kind): Who) -> Believes<'_> {
        self.believes(people, kind, &[])
    }
}
