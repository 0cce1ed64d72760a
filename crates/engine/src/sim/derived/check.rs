//! Compares the derived state with a fresh rebuild: for tests, and for the self-check (`--paranoid`).
//!
//! A mismatch names the layer and the first cell or number that differs. What is only for show (`reading`, `thoughts`)
//! is left out. What does not live here: keeping the derived state up to date, which is the duty of all code that
//! changes the world.

use crate::grid::{Cell, Layer, View};
use crate::plan::field::FieldOwner;
use crate::plan::{BelievedPrices, PriceTables};
use crate::sim::Game;
use crate::sim::derived::{Derived, Watcher};
use crate::world::{Kind, PeopleIx, SUPPLY_BANDS, World};
use std::collections::BTreeMap;

impl Game {
    /// Compares all derived state with a fresh rebuild, including lazily computed parts (fields of view, abstractions,
    /// flow fields). Slow: for the self-check.
    ///
    /// # Errors
    /// The first mismatch.
    pub fn check_derived(&self) -> Result<(), DerivedMismatch> {
        let land = &self.world.land;
        let sights = || {
            let mut cached = self.derived.fov_caches.iter();
            cached.find_map(|(radius, sights)| {
                Some(mismatch_at(format!("views of {radius} cells"), sights.first_mismatch(land)?))
            })
        };
        let stale = self.derived.first_mismatch(&self.world).or_else(sights);
        stale.or_else(|| abstraction_mismatch(self)).or_else(|| field_mismatch(self)).map_or(Ok(()), Err)
    }
}

/// A mismatch between the derived state and a rebuild.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{layer} differs from a fresh rebuild: {place}")]
pub struct DerivedMismatch {
    /// The layer that differs.
    pub layer: String,
    /// Where in it: a cell, a number, or the whole.
    pub place: String,
}

fn mismatch_at(layer: impl Into<String>, cell: Cell) -> DerivedMismatch {
    DerivedMismatch { layer: layer.into(), place: format!("at {}, {}", cell.x, cell.y) }
}

fn whole_mismatch(layer: &str) -> DerivedMismatch {
    DerivedMismatch { layer: layer.to_owned(), place: "as a whole".to_owned() }
}

/// The first cell at which two layers differ.
fn layer_mismatch<T: PartialEq>(layer: &str, cached: &Layer<T>, fresh: &Layer<T>) -> Option<DerivedMismatch> {
    let mut pairs = cached.iter().zip(fresh.values());
    pairs.find(|((_, cached), fresh)| cached != fresh).map(|((cell, _), _)| mismatch_at(layer, cell))
}

impl Derived {
    /// Whether it equals a fresh rebuild, except for lazily computed parts (see [`Game::check_derived`]).
    pub fn matches(&self, world: &World) -> bool {
        self.first_mismatch(world).is_none()
    }

    /// The first mismatch with a fresh rebuild, as far as [`Derived::matches`] compares.
    pub fn first_mismatch(&self, world: &World) -> Option<DerivedMismatch> {
        let fresh = Derived::of(world);
        let prices_of = |tables: &PriceTables| (tables.season(), tables.outfit());
        let prices_differ = prices_of(&self.tables) != prices_of(&fresh.tables);
        let roads_differ = self.road_cells != fresh.road_cells;
        let seen = || {
            let mut peoples = self.visible.entries().zip(&fresh.visible);
            peoples.find_map(|((people, cached), fresh)| {
                layer_mismatch(&format!("what people {} sees", people.0), cached, fresh)
            })
        };
        prices_differ
            .then(|| whole_mismatch("the prices of the season"))
            .or_else(|| layer_mismatch("who holds each cell", self.held.ids(), fresh.held.ids()))
            .or_else(|| (self.held != fresh.held).then(|| whole_mismatch("which cells are held")))
            .or_else(|| layer_mismatch("who stands on each cell", &self.is_standing, &fresh.is_standing))
            .or_else(|| layer_mismatch("where one is inside", &self.haven, &fresh.haven))
            .or_else(|| (self.towns != fresh.towns).then(|| whole_mismatch("where settlements are")))
            .or_else(seen)
            .or_else(|| view_mismatch(&self.views, &fresh.views))
            .or_else(|| (self.passages != fresh.passages).then(|| whole_mismatch("the passages")))
            .or_else(|| layer_mismatch("the last keyframe", &self.keyframe_ground, &fresh.keyframe_ground))
            .or_else(|| roads_differ.then(|| whole_mismatch("the number of road cells")))
            .or_else(|| {
                self.path_watches.first_unwatched(world).map(|unit| DerivedMismatch {
                    layer: "who watches which region".to_owned(),
                    place: format!("unit {}", unit.0),
                })
            })
    }
}

/// The first watcher whose field of view differs.
fn view_mismatch(
    cached: &BTreeMap<Watcher, (PeopleIx, View)>,
    fresh: &BTreeMap<Watcher, (PeopleIx, View)>,
) -> Option<DerivedMismatch> {
    let watcher =
        cached.keys().chain(fresh.keys()).find(|watcher| cached.get(watcher) != fresh.get(watcher))?;
    Some(DerivedMismatch { layer: "what a watcher sees".to_owned(), place: format!("{watcher:?}") })
}

fn abstraction_mismatch(game: &Game) -> Option<DerivedMismatch> {
    game.derived.abstractions.built().find_map(|(people, kind, abstraction)| {
        let of_set = |set: usize| {
            let bands = usize::from(SUPPLY_BANDS);
            believes_alone(game, (people, Kind::ALL[set / bands])).with_hunger((set % bands) as u8)
        };
        let (what, cell) = abstraction.first_stale(&believes_alone(game, (people, kind)), of_set)?;
        let name = kind.row().name;
        Some(mismatch_at(
            format!("the abstraction of people {} for each {name} and its like ({what})", people.0),
            cell,
        ))
    })
}

fn field_mismatch(game: &Game) -> Option<DerivedMismatch> {
    let ((people, kind), cell) = game.derived.fields.first_stale(|who| believes_alone(game, who))?;
    Some(mismatch_at(format!("a field of people {} for each {}", people.0, kind.row().name), cell))
}

/// The beliefs of a people about a kind's costs, with no other unit in the way.
fn believes_alone(game: &Game, (people, kind): FieldOwner) -> BelievedPrices<'_> {
    game.believes(people, kind, &[])
}
