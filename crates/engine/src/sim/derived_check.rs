//! Compares the derived state with a fresh rebuild: for tests, and for the self-check (`--paranoid`).
//!
//! A mismatch names the layer and the first cell or number that differs. What is only for show (`reading`, `thoughts`)
//! is left out. What does not live here: keeping the derived state up to date, which is the duty of all code that
//! changes the world.

use super::Game;
use super::derived::{Derived, Watcher};
use crate::grid::{Cell, Layer, View};
use crate::plan::Believes;
use crate::plan::field::Who;
use crate::world::{Kind, SUPPLY_BANDS, World};
use std::collections::BTreeMap;
use std::fmt;

/// A mismatch between the derived state and a rebuild.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stale {
    /// The layer that differs.
    pub layer: String,
    /// Where in it: a cell, a number, or the whole.
    pub place: String,
}

impl fmt::Display for Stale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stale { layer, place } = self;
        write!(f, "{layer} differs from a fresh rebuild: {place}")
    }
}

fn at(layer: impl Into<String>, cell: Cell) -> Stale {
    Stale { layer: layer.into(), place: format!("at {}, {}", cell.x, cell.y) }
}

fn all_of(layer: &str) -> Stale {
    Stale { layer: layer.to_owned(), place: "as a whole".to_owned() }
}

/// The first cell at which two layers differ.
fn differs<T: PartialEq>(layer: &str, cached: &Layer<T>, fresh: &Layer<T>) -> Option<Stale> {
    let mut pairs = cached.iter().zip(fresh.values());
    pairs.find(|((_, cached), fresh)| cached != fresh).map(|((cell, _), _)| at(layer, cell))
}

impl Derived {
    /// Whether it equals a fresh rebuild, except for lazily computed parts (see [`Game::doubt`]).
    pub fn matches(&self, world: &World) -> bool {
        self.stale(world).is_none()
    }

    /// The first mismatch with a fresh rebuild, as far as [`Derived::matches`] compares.
    pub fn stale(&self, world: &World) -> Option<Stale> {
        let fresh = Derived::of(world);
        let season_differs = self.tables.season() != fresh.tables.season();
        let roads_differ = self.roads != fresh.roads;
        let seen = || {
            let mut peoples = self.visible.iter().zip(&fresh.visible).enumerate();
            peoples.find_map(|(people, (cached, fresh))| {
                differs(&format!("what people {people} sees"), cached, fresh)
            })
        };
        season_differs
            .then(|| all_of("the prices of the season"))
            .or_else(|| differs("who holds each cell", &self.holder, &fresh.holder))
            .or_else(|| differs("who stands on each cell", &self.stands, &fresh.stands))
            .or_else(|| differs("where one is inside", &self.haven, &fresh.haven))
            .or_else(|| (self.towns != fresh.towns).then(|| all_of("where settlements are")))
            .or_else(seen)
            .or_else(|| stale_view(&self.views, &fresh.views))
            .or_else(|| (self.passages != fresh.passages).then(|| all_of("the passages")))
            .or_else(|| differs("the last keyframe", &self.glances, &fresh.glances))
            .or_else(|| roads_differ.then(|| all_of("the number of road cells")))
            .or_else(|| {
                self.watches.stale(world).map(|unit| Stale {
                    layer: "who watches which region".to_owned(),
                    place: format!("unit {}", unit.0),
                })
            })
    }
}

/// The first watcher whose field of view differs.
fn stale_view(cached: &BTreeMap<Watcher, View>, fresh: &BTreeMap<Watcher, View>) -> Option<Stale> {
    let watcher =
        cached.keys().chain(fresh.keys()).find(|watcher| cached.get(watcher) != fresh.get(watcher))?;
    Some(Stale { layer: "what a watcher sees".to_owned(), place: format!("{watcher:?}") })
}

impl Game {
    /// Compares all derived state with a fresh rebuild, including lazily computed parts (fields of view, abstractions,
    /// flow fields). Slow: for the self-check.
    ///
    /// # Errors
    /// The first mismatch.
    pub fn doubt(&self) -> Result<(), Stale> {
        let land = &self.world.land;
        let sights = || {
            let mut cached = self.derived.sights.iter();
            cached.find_map(|(radius, sights)| {
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

    /// The beliefs of a people about a kind's costs, with no other unit in the way.
    fn alone(&self, (people, kind): Who) -> Believes<'_> {
        self.believes(people, kind, &[])
    }
}
