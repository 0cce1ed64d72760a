//! What lenses need that takes longer than a picture may: how many days it is to everywhere, and which pieces of land
//! hang together.
//!
//! It is worked out a slice at a picture, kept from one picture to the next, and renewed when it has grown old. It is
//! made from beliefs, and nothing but pictures reads it.

use super::build::Frame;
use super::catchments::Catchments;
use super::far_view::Far;
use super::forecast::Forecast;
use super::lens::Needs;
use super::network::RoadNetwork;
use super::progressive::Renewed;
use super::strategy::{Ambushes, CutValues, Traversals};
use super::{Pixel, View};
use crate::grid::{Cell, Layer, Size};
use crate::plan::Reach;
use crate::sim::Game;
use crate::world::{DAY, DAY_TIME, Kind, UnitId};
use std::collections::BTreeMap;

/// Nodes that are expanded for one picture.
const SLICE: u32 = 4096;
/// Nodes whose distance is worked out, at most: beyond them it is too far to matter.
const REACHED_MAX: u32 = 1 << 18;
/// Walking time beyond which nobody asks how far it is: twenty days.
const TIME_MAX: u32 = 20 * DAY_TIME;
/// Ticks after which distances are worked out anew.
const DAYS_AGE: u64 = DAY / 4;
/// Ticks after which pieces are worked out anew.
const PIECES_AGE: u64 = DAY * 2;

/// What pictures keep from one to the next.
#[derive(Debug)]
pub struct Fields {
    slice: u32,
    days: Option<Distances>,
    /// Will take the place of `days` once it is done.
    renewed: Option<Distances>,
    pieces: Option<Pieces>,
    pub(super) traversals: Option<Traversals>,
    pub(super) ambushes: Option<Ambushes>,
    pub(super) cuts: Renewed<CutValues>,
    pub(super) catchments: Renewed<Catchments>,
    /// By how many towers and guards at their posts a cell is seen.
    pub(super) posts: BTreeMap<Cell, u32>,
    pub(super) network: Option<RoadNetwork>,
    /// Legs to come of the selected units.
    pub(super) forecast: Forecast,
    /// A large land seen from far.
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
    /// Fields that are worked out at once, however long that takes.
    pub fn at_once() -> Fields {
        Fields { slice: u32::MAX, ..Fields::default() }
    }

    /// The pixels of a large land seen from far.
    pub(super) fn far_pixels(&mut self, game: &Game, reveal: bool, frame: &Frame) -> Vec<Pixel> {
        self.far.pixels(game, reveal, frame, self.slice == u32::MAX)
    }

    /// Works on what the view's lens needs; what no lens needs is let go.
    pub(super) fn work(&mut self, game: &Game, view: &View) {
        let needs = view.lens.map(|lens| lens.row().needs);
        if needs == Some(Needs::Catchments) || view.town.is_some() {
            self.catchments.work(game, self.slice);
        } else {
            self.catchments = Renewed::default();
        }
        self.posts.clear();
        match needs {
            Some(Needs::Posts) => self.posts = game.derived.seen_from_posts(&game.world, 0),
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
            // There are thousands of cells, and nodes near by are cheap.
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

    /// Whether there is more to work out for the same picture.
    pub fn is_working(&self) -> bool {
        self.forecast.is_unfinished()
            || self.far.is_stale()
            || self.renewed.is_some()
            || self.catchments.is_working()
            || self.cuts.is_working()
            || self.days.as_ref().is_some_and(|days| !days.reach.is_done())
    }

    /// How far it is to everywhere, as far as that is worked out.
    pub(super) fn days(&self) -> Option<&Distances> {
        self.days.as_ref()
    }

    /// Which pieces of land hang together.
    pub(super) fn pieces(&self) -> Option<&Pieces> {
        self.pieces.as_ref()
    }
}

/// The kind of the selected unit, else a porter's.
pub(super) fn kind_of(game: &Game, view: &View) -> Kind {
    let unit = view.selected.first().and_then(|id| game.world.unit(*id));
    unit.map_or(Kind::Porter, |unit| unit.kind)
}

/// From where distances are measured, and for whom.
#[derive(Clone, PartialEq, Eq, Debug)]
struct DistanceSource {
    unit: Option<UnitId>,
    /// Where the unit stands, or the settlement.
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
            let cell = unit.way_start();
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

/// Walking time from one cell to all others, as far as is believed.
#[derive(Debug)]
pub(super) struct Distances {
    source: DistanceSource,
    made: u64,
    reach: Reach,
}

impl Distances {
    fn from(game: &Game, source: DistanceSource) -> Distances {
        let reach = Reach::from(game.world.size(), source.cell, TIME_MAX, REACHED_MAX);
        Distances { source, made: game.world.tick, reach }
    }

    /// Whether these are distances from there; a unit may have walked on since.
    fn is_from(&self, source: &DistanceSource) -> bool {
        let same_place = self.source.cell == source.cell || source.unit.is_some();
        self.source.unit == source.unit && self.source.kind == source.kind && same_place
    }

    fn expand(&mut self, game: &Game, budget: u32) {
        let believes = game.believes(self.source.people, self.source.kind, &[]);
        self.reach.expand(&believes, game.world.size(), budget);
    }

    /// From whom or where.
    pub(super) fn source_name(&self) -> &str {
        &self.source.name
    }

    /// Walking time to a cell in milli-steps, once it is worked out.
    pub(super) fn time(&self, size: Size, cell: Cell) -> Option<u32> {
        self.reach.time(size, cell)
    }
}

/// Pieces of known land, the largest first: within a piece one can walk from everywhere to everywhere.
#[derive(Debug)]
pub(super) struct Pieces {
    kind: Kind,
    made: u64,
    rank: Layer<u32>,
}

/// No piece.
const NONE: u32 = u32::MAX;

impl Pieces {
    /// Fills piece after piece. Four directions are enough: a diagonal step needs both cells beside it free.
    fn of(game: &Game, kind: Kind) -> Pieces {
        let size = game.world.size();
        let belief = &game.world.peoples[0].belief;
        let table = game.derived.tables.of(kind);
        let open = |word: u16| crate::world::Belief::word_is_known(word) && table.straight(word).is_some();
        let mut piece: Vec<u32> =
            belief.words().iter().map(|word| if open(*word) { 0 } else { NONE }).collect();
        let mut cells: Vec<u32> = vec![0];
        let mut waiting: Vec<Cell> = Vec::new();
        for first in size.cells() {
            if piece[size.index(first)] != 0 {
                continue;
            }
            let number = cells.len() as u32;
            cells.push(0);
            piece[size.index(first)] = number;
            waiting.push(first);
            while let Some(cell) = waiting.pop() {
                cells[number as usize] += 1;
                for (dir, next) in size.neighbours(cell) {
                    let index = size.index(next);
                    if !dir.is_diagonal() && piece[index] == 0 {
                        piece[index] = number;
                        waiting.push(next);
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

    /// Place of a cell's piece among all by size, from 0; `None` where nobody can stand.
    pub(super) fn rank(&self, cell: Cell) -> Option<u32> {
        Some(self.rank[cell]).filter(|rank| *rank != NONE)
    }
}
