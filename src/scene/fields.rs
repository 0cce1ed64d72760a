//! Data for lenses that takes longer to compute than one picture may: distances to everywhere, and connected components
//! of the land.
//!
//! It is computed a slice per picture, cached between pictures, and recomputed when old. It is made from beliefs, and
//! only pictures read it. The game's own data does not live here.

use super::build::Frame;
use super::catchments::Catchments;
use super::far_view::Far;
use super::forecast::Forecast;
use super::lens::Needs;
use super::network::RoadNetwork;
use super::progressive::Renewed;
use super::strategy::{Ambushes, ChokePoints, Traversals};
use super::{Pixel, View};
use crate::grid::{Cell, Layer, Size};
use crate::plan::Isochrone;
use crate::sim::Game;
use crate::world::{DAY, DAY_TIME, Kind, UnitId};
use std::collections::BTreeMap;

/// Nodes expanded per picture.
const SLICE: u32 = 4096;
/// Most nodes whose distance is computed; what lies beyond is too far to matter.
const REACHED_MAX: u32 = 1 << 18;
/// Largest distance computed, in milli-steps of walking time: twenty days.
const TIME_MAX: u32 = 20 * DAY_TIME;
/// Age at which distances are computed again, in ticks.
const DAYS_AGE: u64 = DAY / 4;
/// Age at which components are computed again, in ticks.
const PIECES_AGE: u64 = DAY * 2;

/// Caches that persist between pictures.
#[derive(Debug)]
pub struct Fields {
    slice: u32,
    days: Option<Distances>,
    /// Replaces `days` once it is done.
    renewed: Option<Distances>,
    pieces: Option<Pieces>,
    pub(super) traversals: Option<Traversals>,
    pub(super) ambushes: Option<Ambushes>,
    pub(super) cuts: Renewed<ChokePoints>,
    pub(super) catchments: Renewed<Catchments>,
    /// Number of towers and guards at their posts that see each cell.
    pub(super) posts: BTreeMap<Cell, u32>,
    pub(super) network: Option<RoadNetwork>,
    /// Future legs of the selected units.
    pub(super) forecast: Forecast,
    /// Pixels of a large land zoomed far out.
    pub(super) far: Far,
}

impl Default for Fields {
    fn default() -> Self {
        Self {
            slice: SLICE,
            days: None,
            renewed: None,
            pieces: None,
            traversals: None,
            ambushes: None,
            cuts: Renewed::default(),
            catchments: Renewed::default(),
            posts: BTreeMap::new(),
            network: None,
            forecast: Forecast::default(),
            far: Far::default(),
        }
    }
}

impl Fields {
    /// Fields that compute everything at once, however long it takes.
    pub fn at_once() -> Fields {
        Fields { slice: u32::MAX, ..Fields::default() }
    }

    /// The pixels of a large land zoomed far out, row by row.
    pub(super) fn far_pixels(&mut self, game: &Game, reveal: bool, frame: &Frame) -> Vec<Pixel> {
        self.far.pixels(game, reveal, frame, self.slice == u32::MAX)
    }

    /// Computes a slice of what the view needs, and drops what it does not need.
    pub(super) fn work(&mut self, game: &Game, view: &View) {
        let needs = view.lens.map(|lens| lens.row().needs);
        if needs == Some(Needs::Catchments) || view.town.is_some() {
            self.catchments.work(game, self.slice);
        } else {
            self.catchments = Renewed::default();
        }
        self.posts.clear();
        match needs {
            Some(Needs::Posts) => self.posts = game.derived.visible_from_posts(&game.world, 0),
            Some(Needs::Days) => self.work_on_days(game, view),
            Some(Needs::Pieces) => {
                let kind = kind_of(game, view);
                let old =
                    |pieces: &Pieces| pieces.kind != kind || game.world.tick >= pieces.made + PIECES_AGE;
                if self.pieces.as_ref().is_none_or(old) {
                    self.pieces = Some(Pieces::of(game, kind));
                }
            }
            Some(Needs::Traversals) => {
                if self.traversals.as_ref().is_none_or(|old| old.is_old(game.world.tick)) {
                    self.traversals = Some(Traversals::of(game));
                }
            }
            Some(Needs::Ambushes) => {
                if self.ambushes.as_ref().is_none_or(|old| old.is_old(game.world.tick)) {
                    self.ambushes = Some(Ambushes::of(game));
                }
            }
            // Thousands of cells are tested, each by a cheap local search.
            Some(Needs::Cuts) => self.cuts.work(game, self.slice.saturating_mul(8)),
            Some(Needs::Network) => {
                if self.network.as_ref().is_none_or(|old| old.is_old(game)) {
                    self.network = Some(RoadNetwork::of(game));
                }
            }
            Some(Needs::Catchments) => {}
            _ => {
                (self.days, self.renewed, self.pieces) = (None, None, None);
                (self.traversals, self.ambushes, self.network) = (None, None, None);
                self.cuts = Renewed::default();
            }
        }
    }

    fn work_on_days(&mut self, game: &Game, view: &View) {
        let Some(source) = DistanceSource::of(game, view) else {
            self.days = None;
            return;
        };
        if self.days.as_ref().is_none_or(|days| !days.is_from(&source)) {
            self.days = Some(Distances::from(game, source.clone()));
            self.renewed = None;
        }
        let Some(days) = &mut self.days else { return };
        if !days.reach.is_done() {
            days.expand(game, self.slice);
        } else if game.world.tick >= days.made + DAYS_AGE {
            let renewed = self.renewed.get_or_insert_with(|| Distances::from(game, source));
            renewed.expand(game, self.slice);
            if renewed.reach.is_done() {
                self.days = self.renewed.take();
            }
        }
    }

    /// Whether more calls would complete the same picture.
    pub fn is_working(&self) -> bool {
        self.forecast.is_unfinished()
            || self.far.is_stale()
            || self.renewed.is_some()
            || self.catchments.is_working()
            || self.cuts.is_working()
            || self.days.as_ref().is_some_and(|days| !days.reach.is_done())
    }

    /// Distances to everywhere, as far as computed.
    pub(super) fn days(&self) -> Option<&Distances> {
        self.days.as_ref()
    }

    /// Connected components of the known land.
    pub(super) fn pieces(&self) -> Option<&Pieces> {
        self.pieces.as_ref()
    }
}

/// The kind of the selected unit, else porter.
pub(super) fn kind_of(game: &Game, view: &View) -> Kind {
    let unit = view.selected.first().and_then(|id| game.world.unit(*id));
    unit.map_or(Kind::Porter, |unit| unit.kind)
}

/// The unit or settlement from which distances are measured.
#[derive(Clone, PartialEq, Eq, Debug)]
struct DistanceSource {
    unit: Option<UnitId>,
    /// Cell of the unit or settlement.
    cell: Cell,
    kind: Kind,
    people: u8,
    name: String,
}

impl DistanceSource {
    /// The selected unit, else the known settlement nearest to the cursor.
    fn of(game: &Game, view: &View) -> Option<DistanceSource> {
        let world = &game.world;
        if let Some(unit) = view.selected.first().and_then(|id| world.unit(*id)) {
            let cell = unit.path_start();
            let (kind, people, name) = (unit.kind, unit.people, unit.name.clone());
            return Some(DistanceSource { unit: Some(unit.id), cell, kind, people, name });
        }
        let towns = world.people(0).standing().map(|(id, _)| world.town(id));
        let town = towns.min_by_key(|town| (town.cell.octile(view.cursor), town.cell))?;
        Some(DistanceSource {
            unit: None,
            cell: town.cell,
            kind: Kind::Porter,
            people: 0,
            name: town.name.clone(),
        })
    }
}

/// Walking time from one cell to all others, by belief.
#[derive(Debug)]
pub(super) struct Distances {
    source: DistanceSource,
    made: u64,
    reach: Isochrone,
}

impl Distances {
    fn from(game: &Game, source: DistanceSource) -> Distances {
        let reach = Isochrone::from(game.world.size(), source.cell, TIME_MAX, REACHED_MAX);
        Distances { source, made: game.world.tick, reach }
    }

    /// Whether these distances are from this source; a unit may have moved since.
    fn is_from(&self, source: &DistanceSource) -> bool {
        let same_place = self.source.cell == source.cell || source.unit.is_some();
        self.source.unit == source.unit && self.source.kind == source.kind && same_place
    }

    fn expand(&mut self, game: &Game, budget: u32) {
        let believes = game.believes(self.source.people, self.source.kind, &[]);
        self.reach.expand(&believes, game.world.size(), budget);
    }

    /// Name of the unit or settlement.
    pub(super) fn source_name(&self) -> &str {
        &self.source.name
    }

    /// Walking time to a cell in milli-steps, once computed.
    pub(super) fn time(&self, size: Size, cell: Cell) -> Option<u32> {
        self.reach.time(size, cell)
    }
}

/// Connected components of known land, ranked by size: within one, every cell is reachable from every other.
#[derive(Debug)]
pub(super) struct Pieces {
    kind: Kind,
    made: u64,
    rank: Layer<u32>,
}

/// Marks a cell of no component.
const NONE: u32 = u32::MAX;

impl Pieces {
    /// Flood-fills component after component. Four directions suffice: a diagonal step needs both cells beside it free.
    fn of(game: &Game, kind: Kind) -> Pieces {
        let size = game.world.size();
        let belief = &game.world.peoples[0].belief;
        let table = game.derived.tables.table_of(kind);
        let is_open =
            |word: u16| crate::world::Belief::word_is_known(word) && table.straight_price(word).is_some();
        let mut piece: Vec<u32> =
            belief.words().iter().map(|word| if is_open(*word) { 0 } else { NONE }).collect();
        let mut cells: Vec<u32> = vec![0];
        let mut open_list: Vec<Cell> = Vec::new();
        for first in size.cells() {
            if piece[size.index(first)] != 0 {
                continue;
            }
            let number = cells.len() as u32;
            cells.push(0);
            piece[size.index(first)] = number;
            open_list.push(first);
            while let Some(cell) = open_list.pop() {
                cells[number as usize] += 1;
                for (dir, next) in size.neighbours(cell) {
                    let index = size.index(next);
                    if !dir.is_diagonal() && piece[index] == 0 {
                        piece[index] = number;
                        open_list.push(next);
                    }
                }
            }
        }
        let mut by_size: Vec<u32> = (1..cells.len() as u32).collect();
        by_size.sort_by_key(|number| (std::cmp::Reverse(cells[*number as usize]), *number));
        let mut rank_of = vec![0; cells.len()];
        by_size.iter().enumerate().for_each(|(rank, number)| rank_of[*number as usize] = rank as u32);
        piece.iter_mut().filter(|piece| **piece != NONE).for_each(|piece| *piece = rank_of[*piece as usize]);
        let rank = Layer::from_values(size, piece).unwrap_or_else(|| Layer::new(size, NONE));
        Pieces { kind, made: game.world.tick, rank }
    }

    /// Rank of a cell's component by size, from 0; `None` where the ground is impassable.
    pub(super) fn rank(&self, cell: Cell) -> Option<u32> {
        Some(self.rank[cell]).filter(|rank| *rank != NONE)
    }
}
