//! The land seen from afar, as a cartographer would draw it: trunk roads with a gap between them, and the rims of
//! realms. It is the drawing of the far zoom, of the small map, of the history and of the card of a year.
//!
//! Roads and realms are found for the whole land (`trunks`), and drawn into the pixels of any view. Settlements, names
//! and units are marks of the screen.

use super::pixels::{Pixel, ViewFrame, Visibility};
use super::trunks::{TrunkLine, trunk_lines};
use crate::grid::{Cell, Layer, Size, line};
use crate::sim::Game;
use crate::world::{DAY, PeopleIx, Tier, TownIx, TownKind, World, realm_among};

/// Road characters, in percent of the characters of a view that show land, at most.
const ROAD_PERCENT_MAX: usize = 11;
/// Views of fewer columns have narrower gaps between roads, and share rims between realms.
const LARGE_COLUMNS_MIN: u16 = 48;
/// Width of a rim, in pixels.
const RIM_WIDTH: i32 = 2;
/// Blocks of cells that belong to one realm, at most.
const REALM_BLOCKS_MAX: usize = 1 << 12;
/// Age at which it is made again, in ticks: a day, or a second at ×1 after roads or places have changed.
const AGE_MAX_TICKS: u64 = DAY;
const CHANGED_AGE_MAX_TICKS: u64 = 20;

/// What the pixels of far views show beside the ground.
#[derive(Debug)]
pub(super) struct Atlas {
    made_tick: u64,
    /// Known road cells and settlements at that time, and whether it is of the true land.
    made_of: (u32, usize, bool),
    /// The most trodden first.
    lines: Vec<TrunkLine>,
    /// The people of each block of `realm_side` cells.
    realms: Layer<Option<PeopleIx>>,
    realm_side: u16,
}

/// What an atlas would be made of now.
fn state_of(world: &World, reveal: bool) -> (u32, usize, bool) {
    let us = world.people(PeopleIx::PLAYER);
    (us.belief.road_cells(), us.sightings.len(), reveal)
}

impl Atlas {
    /// The atlas of what the player's people knows, or of the true land; see [`Atlas::of`].
    pub(super) fn of_now(game: &Game, reveal: bool, road: impl Fn(Cell) -> Tier, road_side: u16) -> Atlas {
        let world = &game.world;
        let known = world.people(PeopleIx::PLAYER).standing();
        let places: Vec<_> = known.map(|(id, kind)| (id, world.town(id).cell, kind)).collect();
        Atlas { made_of: state_of(world, reveal), ..Atlas::of(world, &places, road, road_side) }
    }

    /// The atlas of settlements, and of roads: `road` gives the best one of a block of so many cells.
    pub(super) fn of(
        world: &World,
        places: &[(TownIx, Cell, TownKind)],
        road: impl Fn(Cell) -> Tier,
        road_side: u16,
    ) -> Atlas {
        let size = world.size();
        let roads = by_blocks(size, road_side, road);
        let ends: Vec<Cell> =
            places.iter().map(|(_, cell, _)| Cell::new(cell.x / road_side, cell.y / road_side)).collect();
        let mut lines = trunk_lines(&roads, &ends);
        for cell in lines.iter_mut().flat_map(|line| &mut line.cells) {
            *cell = middle_of(*cell, road_side, size);
        }
        let blocks = |side: u16| size.area() / usize::from(side).pow(2);
        let realm_side = (1..=size.width).find(|side| blocks(*side) <= REALM_BLOCKS_MAX).unwrap_or(1);
        let realms = by_blocks(size, realm_side, |block| {
            realm_among(places.iter().copied(), middle_of(block, realm_side, size))
                .map(|id| world.town(id).people)
        });
        Atlas { made_tick: world.tick, made_of: (0, 0, false), lines, realms, realm_side }
    }

    /// Whether it should be made again.
    pub(super) fn is_old(&self, game: &Game, reveal: bool) -> bool {
        let now = state_of(&game.world, reveal);
        let age = if now == self.made_of { AGE_MAX_TICKS } else { CHANGED_AGE_MAX_TICKS };
        game.world.tick >= self.made_tick + age || now.2 != self.made_of.2
    }

    /// Draws the realms and, instead of all roads, the trunk roads.
    pub(super) fn draw(&self, pixels: &mut [Pixel], frame: &ViewFrame) {
        let width = if frame.columns() >= LARGE_COLUMNS_MIN { RIM_WIDTH } else { 1 };
        let mut chart = Chart { pixels, frame, width };
        chart.draw_realms(self);
        chart.draw_lines(&self.lines);
    }
}

/// A value per block of cells.
fn by_blocks<T: Clone>(size: Size, side: u16, value: impl Fn(Cell) -> T) -> Layer<T> {
    let blocks = Size::new(size.width.div_ceil(side), size.height.div_ceil(side));
    let first = value(Cell::new(0, 0));
    Layer::from_values(blocks, blocks.cells().map(value).collect())
        .unwrap_or_else(|| Layer::new(blocks, first))
}

/// The cell in the middle of a block.
fn middle_of(block: Cell, side: u16, size: Size) -> Cell {
    let middle = |at: u16, length: u16| (at * side + side / 2).min(length - 1);
    Cell::new(middle(block.x, size.width), middle(block.y, size.height))
}

/// Pixels that are drawn on.
struct Chart<'a> {
    pixels: &'a mut [Pixel],
    frame: &'a ViewFrame,
    /// Width of a realm's rim towards another realm, and of the gap between roads, in pixels.
    width: i32,
}

impl Chart<'_> {
    /// Draws the realms, each with a rim inside its border.
    fn draw_realms(&mut self, atlas: &Atlas) {
        let realm_of =
            |cell: Cell| atlas.realms[Cell::new(cell.x / atlas.realm_side, cell.y / atlas.realm_side)];
        let realms: Vec<_> = self.frame.middles().map(|cell| cell.and_then(realm_of)).collect();
        let realms = self.without_specks(&realms);
        let columns = usize::from(self.frame.columns());
        // Where two realms meet in a small chart, each has half of the rim.
        let is_rim = |i: usize, realm: Option<PeopleIx>| {
            let at = ((i % columns) as i32, (i / columns) as i32);
            let is_other = |(near, far): (usize, i32)| {
                let other: Option<PeopleIx> = realms[near];
                other != realm && (far <= self.width || other.is_none())
            };
            realm.is_some() && self.around(at, RIM_WIDTH).any(is_other)
        };
        let rims: Vec<bool> = realms.iter().enumerate().map(|(i, realm)| is_rim(i, *realm)).collect();
        for (pixel, (realm, is_rim)) in self.pixels.iter_mut().zip(realms.into_iter().zip(rims)) {
            if pixel.visibility > Visibility::Unseen {
                (pixel.realm, pixel.is_rim) = (realm, is_rim);
            }
        }
    }

    /// The realms generalised: a pixel belongs to the realm that most pixels around it belong to.
    fn without_specks(&self, realms: &[Option<PeopleIx>]) -> Vec<Option<PeopleIx>> {
        let columns = usize::from(self.frame.columns());
        let most = |i: usize| {
            let at = ((i % columns) as i32, (i / columns) as i32);
            let near = || self.around(at, 1).map(|(near, _)| realms[near]);
            let count = |realm: &Option<PeopleIx>| near().filter(|other| other == realm).count();
            near().find(|realm| count(realm) * 2 > near().count()).unwrap_or(realms[i])
        };
        (0..realms.len()).map(most).collect()
    }

    /// The pixels at most so far from one, itself included, each with its distance.
    fn around(&self, (x, y): (i32, i32), far: i32) -> impl Iterator<Item = (usize, i32)> {
        let all = (-far..=far).flat_map(move |dy| (-far..=far).map(move |dx| (dx, dy)));
        all.filter_map(move |(dx, dy)| Some((self.index((x + dx, y + dy))?, dx.abs().max(dy.abs()))))
    }

    /// Draws lines as long as there is room. Where a line runs within a gap of one before, the two are one.
    fn draw_lines(&mut self, lines: &[TrunkLine]) {
        self.pixels.iter_mut().for_each(|pixel| pixel.tier = Tier::None);
        let land = self.pixels.iter().filter(|pixel| pixel.visibility > Visibility::Unseen).count();
        let mut room = land / 2 * ROAD_PERCENT_MAX / 100;
        for line in lines {
            let fresh = self.without_drawn(&self.path_of(line));
            let characters: std::collections::BTreeSet<(i32, i32)> =
                fresh.iter().filter(|at| self.index(**at).is_some()).map(|(x, y)| (*x, y / 2)).collect();
            let Some(left) = room.checked_sub(characters.len()) else { break };
            room = left;
            for at in fresh {
                if let Some(index) =
                    self.index(at).filter(|i| self.pixels[*i].visibility > Visibility::Unseen)
                {
                    self.pixels[index].tier = self.pixels[index].tier.max(line.tier);
                }
            }
        }
        for i in 0..self.pixels.len() {
            let columns = i32::from(self.frame.columns());
            let at = (i as i32 % columns, i as i32 / columns);
            self.pixels[i].is_beside_road =
                !self.pixels[i].tier.is_road() && self.drawn_near(at, 1).is_some();
        }
    }

    fn index(&self, (x, y): (i32, i32)) -> Option<usize> {
        let columns = i32::from(self.frame.columns());
        let index = (0..columns).contains(&x).then(|| usize::try_from(y * columns + x).ok())??;
        (index < self.pixels.len()).then_some(index)
    }

    /// The pixels of a line, each beside the one before, without corners.
    fn path_of(&self, line_of_cells: &TrunkLine) -> Vec<(i32, i32)> {
        let mut path: Vec<(i32, i32)> = Vec::new();
        for cell in &line_of_cells.cells {
            let at = self.frame.pixel_of(*cell);
            match path.last() {
                Some(last) if *last == at => {}
                Some(last) => path.extend(straight(*last, at).skip(1)),
                None => path.push(at),
            }
            while let [.., a, _, c] = path[..]
                && (c.0 - a.0).abs().max((c.1 - a.1).abs()) <= 1
            {
                path.truncate(path.len() - 2);
                if a != c {
                    path.push(c);
                }
            }
        }
        path
    }

    /// What of a path is to be drawn: the stretches away from drawn roads, each with its links to them.
    fn without_drawn(&self, path: &[(i32, i32)]) -> Vec<(i32, i32)> {
        let mut fresh = Vec::new();
        let mut before: Option<((i32, i32), bool)> = None;
        for at in path {
            let drawn = self.drawn_near(*at, self.width);
            match (before, drawn) {
                // A road leaves one that is drawn, or joins it.
                (Some((from, false)), Some(to)) => fresh.extend(straight(from, to)),
                (Some((from, true)), None) => fresh.extend(straight(from, *at)),
                (_, None) => fresh.push(*at),
                (_, Some(_)) => {}
            }
            before = Some((drawn.unwrap_or(*at), drawn.is_some()));
        }
        fresh
    }

    /// The nearest pixel with a drawn road at most so far away.
    fn drawn_near(&self, (x, y): (i32, i32), far: i32) -> Option<(i32, i32)> {
        let around = (-far..=far).flat_map(|dy| (-far..=far).map(move |dx| (x + dx, y + dy)));
        let is_drawn = |at: &(i32, i32)| self.index(*at).is_some_and(|i| self.pixels[i].tier.is_road());
        around.filter(is_drawn).min_by_key(|at| (at.0 - x).abs() + (at.1 - y).abs())
    }
}

/// The pixels from one to another, both included.
fn straight(from: (i32, i32), to: (i32, i32)) -> impl Iterator<Item = (i32, i32)> {
    // Lines are counted from the corner of a square that has both ends.
    let corner = (from.0.min(to.0), from.1.min(to.1));
    let cell = |at: (i32, i32)| Cell::new((at.0 - corner.0) as u16, (at.1 - corner.1) as u16);
    line(cell(from), cell(to)).map(move |cell| (corner.0 + i32::from(cell.x), corner.1 + i32::from(cell.y)))
}
