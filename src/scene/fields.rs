//! Data for lenses that takes longer to compute than one picture may: distances to everywhere, and connected components
//! of the land.
//!
//! It is computed a slice per picture, cached between pictures, and recomputed when old. It is made from beliefs, and
//! only pictures read it. The game's own data does not live here.

use super::atlas::Atlas;
use super::catchments::Catchments;
use super::far_view::{FarCache, uses_far_cache};
use super::forecast::Forecast;
use super::network::RoadNetwork;
use super::pixels::{Pixel, ViewFrame, cell_pixel, known_ground, near_pixel};
use super::progressive::{Progressive, ProgressiveCache};
use super::strategy::{AmbushCounts, BetweennessCounts, ChokePoints};
use super::townscape::Townscapes;
use super::{PageKind, Viewport};
use crate::grid::{Cell, Layer, Size};
use crate::plan::Isochrone;
use crate::sim::Game;
use crate::world::{DAY, DAY_TIME, Kind, PeopleIx, Tier, UnitId};
use std::collections::BTreeMap;

/// Nodes expanded per picture.
const SLICE_NODES: u32 = 4096;
/// Most nodes whose distance is computed; what lies beyond is too far to matter.
const NODES_MAX: u32 = 1 << 18;
/// Largest distance computed, in milli-steps of walking time: twenty days.
const TIME_MAX_MILLISTEPS: u32 = 20 * DAY_TIME;
/// Age at which distances are computed again, in ticks.
const DISTANCES_AGE_TICKS: u64 = DAY / 4;
/// Age at which components are computed again, in ticks.
const COMPONENTS_AGE_TICKS: u64 = DAY * 2;

/// Data that has to be computed before a lens can show anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Needs {
    /// Nothing.
    None,
    /// Distances to everywhere.
    Distances,
    /// Connected components.
    Components,
    /// Betweenness of cells.
    Betweenness,
    /// Cost of closing a cell.
    CutValues,
    /// Ambush sites.
    Ambushes,
    /// Nearest markets.
    Catchments,
    /// Cells seen from towers and guard posts.
    Posts,
    /// Road network.
    Network,
}

/// Caches that persist between pictures.
#[derive(Debug, Default)]
pub struct LensCaches {
    /// Whether everything is computed at once, however long it takes.
    is_immediate: bool,
    distances: ProgressiveCache<Distances>,
    components: Option<Components>,
    pub(super) betweenness: Option<BetweennessCounts>,
    pub(super) ambushes: Option<AmbushCounts>,
    pub(super) cut_values: ProgressiveCache<ChokePoints>,
    pub(super) catchments: ProgressiveCache<Catchments>,
    /// Number of towers and guards at their posts that see each cell.
    pub(super) seen_from_posts: BTreeMap<Cell, u32>,
    pub(super) network: Option<RoadNetwork>,
    /// Future legs of the selected units.
    pub(super) forecast: Forecast,
    /// Pixels of a large land zoomed far out.
    pub(super) far_cache: FarCache,
    /// Trunk roads and realms.
    atlas: Option<Atlas>,
    /// Houses, walls and quays.
    townscapes: Townscapes,
}

impl LensCaches {
    /// Fields that compute everything at once, however long it takes.
    pub fn immediate() -> LensCaches {
        LensCaches { is_immediate: true, ..LensCaches::default() }
    }

    /// Nodes that this picture may expand.
    fn slice_nodes(&self) -> u32 {
        if self.is_immediate { u32::MAX } else { SLICE_NODES }
    }

    /// The pixels of a view of the present land, row by row.
    pub(super) fn land_pixels(&mut self, game: &Game, view: &Viewport) -> Vec<Pixel> {
        let (reveal, frame) = (view.reveal, ViewFrame::of(view, game.world.size()));
        let mut pixels = if uses_far_cache(game, view) {
            self.far_cache.pixels(game, reveal, &frame, self.is_immediate)
        } else {
            let look = if frame.is_far() { cell_pixel } else { near_pixel };
            frame.pixels(&|cell| look(game, reveal, cell))
        };
        if frame.is_far() {
            self.draw_atlas(game, reveal, &mut pixels, &frame);
        }
        self.townscapes.draw(game, reveal, &mut pixels, &frame);
        pixels
    }

    fn draw_atlas(&mut self, game: &Game, reveal: bool, pixels: &mut [Pixel], frame: &ViewFrame) {
        if self.atlas.as_ref().is_none_or(|atlas| atlas.is_old(game, reveal)) {
            self.atlas = Some(match self.far_cache.roads(reveal) {
                Some((side, road)) => Atlas::of_now(game, reveal, road, side),
                None => Atlas::of_now(
                    game,
                    reveal,
                    |cell| known_ground(game, reveal, cell).map_or(Tier::None, |(_, tier)| tier),
                    1,
                ),
            });
        }
        if let Some(atlas) = &self.atlas {
            atlas.draw(pixels, frame);
        }
    }

    /// Computes a slice of what the view and its lens need, and drops what they do not need.
    pub(super) fn update(&mut self, game: &Game, view: &Viewport, needs: Needs) {
        if needs == Needs::Catchments || matches!(view.page, Some(PageKind::Town(_))) {
            self.catchments.update(game, self.slice_nodes(), Catchments::start);
        } else {
            self.catchments = ProgressiveCache::default();
        }
        self.seen_from_posts.clear();
        let tick = game.world.tick;
        match needs {
            Needs::Posts => {
                self.seen_from_posts = game.derived.visible_from_posts(&game.world, PeopleIx::PLAYER);
            }
            Needs::Distances => self.update_distances(game, view),
            Needs::Components => {
                let kind = kind_of_selected(game, view);
                let is_old = |old: &Components| old.kind != kind || tick >= old.made + COMPONENTS_AGE_TICKS;
                renew(&mut self.components, is_old, || Components::of(game, kind));
            }
            Needs::Betweenness => {
                renew(&mut self.betweenness, |old| old.is_old(tick), || BetweennessCounts::of(game));
            }
            Needs::Ambushes => {
                renew(&mut self.ambushes, |old| old.is_old(tick), || AmbushCounts::of(game));
            }
            // Thousands of cells are tested, each by a cheap local search.
            Needs::CutValues => {
                let nodes = self.slice_nodes().saturating_mul(8);
                self.cut_values.update(game, nodes, ChokePoints::start);
            }
            Needs::Network => renew(&mut self.network, |old| old.is_old(game), || RoadNetwork::of(game)),
            Needs::Catchments => {}
            Needs::None => {
                (self.components, self.betweenness) = (None, None);
                (self.ambushes, self.network) = (None, None);
                (self.distances, self.cut_values) = Default::default();
            }
        }
    }

    fn update_distances(&mut self, game: &Game, view: &Viewport) {
        let Some(source) = DistanceSource::of(game, view) else {
            self.distances = ProgressiveCache::default();
            return;
        };
        if self.distances.current().is_some_and(|distances| !distances.is_from(&source)) {
            self.distances = ProgressiveCache::default();
        }
        self.distances.update(game, self.slice_nodes(), |game| Distances::from(game, source.clone()));
    }

    /// Whether more calls would complete the same picture.
    pub fn is_incomplete(&self) -> bool {
        self.forecast.is_unfinished()
            || self.far_cache.is_stale()
            || self.catchments.is_incomplete()
            || self.cut_values.is_incomplete()
            || self.distances.is_incomplete()
    }

    /// Distances to everywhere, as far as computed.
    pub(super) fn distances(&self) -> Option<&Distances> {
        self.distances.current()
    }

    /// Connected components of the known land.
    pub(super) fn components(&self) -> Option<&Components> {
        self.components.as_ref()
    }
}

/// Makes what is not there, or old, anew.
fn renew<T>(kept: &mut Option<T>, is_old: impl FnOnce(&T) -> bool, make: impl FnOnce() -> T) {
    if kept.as_ref().is_none_or(is_old) {
        *kept = Some(make());
    }
}

/// The kind of the selected unit, else porter.
pub(super) fn kind_of_selected(game: &Game, view: &Viewport) -> Kind {
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
    people: PeopleIx,
    name: String,
}

impl DistanceSource {
    /// The selected unit, else the known settlement nearest to the cursor.
    fn of(game: &Game, view: &Viewport) -> Option<DistanceSource> {
        let world = &game.world;
        if let Some(unit) = view.selected.first().and_then(|id| world.unit(*id)) {
            let cell = unit.path_start();
            let (kind, people, name) = (unit.kind, unit.people, unit.name.clone());
            return Some(DistanceSource { unit: Some(unit.id), cell, kind, people, name });
        }
        let towns = world.people(PeopleIx::PLAYER).standing().map(|(id, _)| world.town(id));
        let town = towns.min_by_key(|town| (town.cell.octile(view.cursor), town.cell))?;
        Some(DistanceSource {
            unit: None,
            cell: town.cell,
            kind: Kind::Porter,
            people: PeopleIx::PLAYER,
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
        let reach = Isochrone::from(game.world.size(), source.cell, TIME_MAX_MILLISTEPS, NODES_MAX);
        Distances { source, made: game.world.tick, reach }
    }

    /// Whether these distances are from this source; a unit may have moved since.
    fn is_from(&self, source: &DistanceSource) -> bool {
        let same_place = self.source.cell == source.cell || source.unit.is_some();
        self.source.unit == source.unit && self.source.kind == source.kind && same_place
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

impl Progressive for Distances {
    fn is_old(&self, tick: u64) -> bool {
        tick >= self.made + DISTANCES_AGE_TICKS
    }

    fn is_done(&self) -> bool {
        self.reach.is_done()
    }

    fn advance(&mut self, game: &Game, budget: u32) {
        let believes = game.believes(self.source.people, self.source.kind, &[]);
        self.reach.expand(&believes, game.world.size(), budget);
    }
}

/// Connected components of known land, ranked by size: within one, every cell is reachable from every other.
#[derive(Debug)]
pub(super) struct Components {
    kind: Kind,
    made: u64,
    rank: Layer<u32>,
}

/// Marks a cell of no component.
const NO_COMPONENT: u32 = u32::MAX;

impl Components {
    /// Flood-fills component after component. Four directions suffice: a diagonal step needs both cells beside it free.
    fn of(game: &Game, kind: Kind) -> Components {
        let size = game.world.size();
        let belief = &game.world.peoples[PeopleIx::PLAYER].belief;
        let table = game.derived.tables.table_for(PeopleIx::PLAYER, kind);
        let is_open =
            |word: u16| crate::world::Belief::word_is_known(word) && table.straight_price(word).is_some();
        let mut piece: Vec<u32> =
            belief.words().iter().map(|word| if is_open(*word) { 0 } else { NO_COMPONENT }).collect();
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
        piece
            .iter_mut()
            .filter(|piece| **piece != NO_COMPONENT)
            .for_each(|piece| *piece = rank_of[*piece as usize]);
        let rank = Layer::from_values(size, piece).unwrap_or_else(|| Layer::new(size, NO_COMPONENT));
        Components { kind, made: game.world.tick, rank }
    }

    /// Rank of a cell's component by size, from 0; `None` where the ground is impassable.
    pub(super) fn component_rank(&self, cell: Cell) -> Option<u32> {
        Some(self.rank[cell]).filter(|rank| *rank != NO_COMPONENT)
    }
}
