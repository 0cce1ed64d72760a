//! Pixels: what each shows of the land, and how they are made of the cells of a view.

use super::view::Viewport;
use crate::grid::{Cell, Dir8, Size};
use crate::land::Surface;
use crate::sim::Game;
use crate::world::{Believed, Paint, PeopleIx, Tier};

/// Height units of slope that change the light by one percent.
const SLOPE_PER_PERCENT: i32 = 2;

/// Side of a plot of fields, in cells, and how much brighter and darker its rows are, in percent.
const PLOT_CELLS: u16 = 4;
const FURROW_PERCENT: u8 = 7;

/// How well the player's people knows a pixel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Visibility {
    /// Off the land.
    #[default]
    OffLand,
    /// Never seen.
    Unseen,
    /// Known now, but not at the time shown.
    SeenLater,
    /// Seen earlier, not now.
    Remembered,
    /// Seen now.
    Visible,
}

/// What stands on a cell of a settlement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// Nothing.
    #[default]
    None,
    /// A house.
    House,
    /// A fence of stakes.
    Palisade,
    /// A wall of stone.
    Wall,
    /// A landing stage.
    Quay,
    /// Where a road passes a wall.
    Gate,
    /// The place where goods are sold.
    Market,
    /// A house for travellers.
    Inn,
    /// What is left of a house.
    Rubble,
}

/// One pixel of land.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pixel {
    /// The ground, as the people believes it to be.
    pub surface: Surface,
    /// The road, as the people believes it to be.
    pub tier: Tier,
    /// What the player painted on it.
    pub paint: Paint,
    /// How well it is known.
    pub visibility: Visibility,
    /// Brightness of the slope lit from the north-west, in percent of flat land: 66 to 128.
    pub relief: u8,
    /// Whether its path is overgrown, or is only remembered, so that it may be.
    pub is_lane: bool,
    /// Whether a road passes within one cell (its neighbours are darkened).
    pub is_beside_road: bool,
    /// What stands on it.
    pub form: Form,
    /// The people that it belongs to: whose house stands there or, zoomed out, whose realm it is.
    pub realm: Option<PeopleIx>,
    /// Whether it lies at the rim of the realm.
    pub is_rim: bool,
    /// Height of a river's water, as far as it tells up from down the river.
    pub water_level: u8,
    /// Number of units on it, zoomed out.
    pub crowd: u8,
}

/// The least number of cells per pixel at which the whole land fits into so many columns and rows.
pub(super) fn cells_per_pixel_to_fit(land: Size, (columns, rows): (u16, u16)) -> u16 {
    land.width.div_ceil(columns.max(1)).max(land.height.div_ceil(rows.max(1))).max(1)
}

/// The part of the land that a view covers.
pub(super) struct ViewFrame {
    left: i32,
    top: i32,
    columns: i32,
    rows: i32,
    cells_per_pixel: i32,
    size: Size,
}

impl ViewFrame {
    pub(super) fn of(view: &Viewport, size: Size) -> Self {
        Self {
            left: view.left,
            top: view.top,
            columns: i32::from(view.columns),
            rows: i32::from(view.rows),
            cells_per_pixel: i32::from(view.cells_per_pixel.max(1)),
            size,
        }
    }

    /// Columns of pixels.
    pub(super) fn columns(&self) -> u16 {
        self.columns as u16
    }

    /// Cells per pixel along each side.
    pub(super) fn cells_per_pixel(&self) -> u16 {
        self.cells_per_pixel as u16
    }

    /// Whether a pixel is more than one cell.
    pub(super) fn is_far(&self) -> bool {
        self.cells_per_pixel > 1
    }

    /// The pixel of a cell, which may lie outside the view.
    pub(super) fn pixel_of(&self, cell: Cell) -> (i32, i32) {
        let pixel = |at: u16, first: i32| (i32::from(at) - first).div_euclid(self.cells_per_pixel);
        (pixel(cell.x, self.left), pixel(cell.y, self.top))
    }

    /// The index of the pixel of a cell, if the view shows it.
    pub(super) fn index_of(&self, cell: Cell) -> Option<usize> {
        let (x, y) = self.pixel_of(cell);
        let inside = (0..self.columns).contains(&x) && (0..self.rows).contains(&y);
        inside.then(|| (y * self.columns + x) as usize)
    }

    pub(super) fn shows(&self, cell: Cell) -> bool {
        self.index_of(cell).is_some()
    }

    /// The cell in the middle of each pixel, row by row; `None` off the land.
    pub(super) fn middles(&self) -> impl Iterator<Item = Option<Cell>> {
        let middle = |first: i32, i: i32| first + i * self.cells_per_pixel + self.cells_per_pixel / 2;
        (0..self.columns * self.rows).map(move |i| {
            let (x, y) = (middle(self.left, i % self.columns), middle(self.top, i / self.columns));
            self.size.offset(Cell::new(0, 0), x, y)
        })
    }

    /// All pixels, row by row; `look` gives the pixel of a cell.
    pub(super) fn pixels(&self, look: &impl Fn(Cell) -> Pixel) -> Vec<Pixel> {
        let mut pixels = Vec::with_capacity((self.columns * self.rows) as usize);
        for row in 0..self.rows {
            for column in 0..self.columns {
                pixels.push(self.pixel(look, column, row));
            }
        }
        pixels
    }

    /// All pixels, row by row; `look` gives the pixel of a window of cells: left, top, and exclusive right and bottom.
    pub(super) fn window_pixels(&self, size: Size, look: impl Fn(u16, u16, u16, u16) -> Pixel) -> Vec<Pixel> {
        let k = self.cells_per_pixel;
        let across = |from: i32, side: u16| {
            let clamp = |at: i32| at.clamp(0, i32::from(side)) as u16;
            (clamp(from), clamp(from + k))
        };
        let pixel = |i: i32| {
            let (left, right) = across(self.left + i % self.columns * k, size.width);
            let (top, bottom) = across(self.top + i / self.columns * k, size.height);
            if left < right && top < bottom { look(left, top, right, bottom) } else { Pixel::default() }
        };
        (0..self.columns * self.rows).map(pixel).collect()
    }

    /// One pixel: one cell, or k × k cells merged.
    fn pixel(&self, look: &impl Fn(Cell) -> Pixel, column: i32, row: i32) -> Pixel {
        let k = self.cells_per_pixel;
        let (x, y) = (self.left + column * k, self.top + row * k);
        let at = |dx: i32, dy: i32| self.size.offset(Cell::new(0, 0), x + dx, y + dy);
        if k == 1 {
            return at(0, 0).map_or_else(Pixel::default, look);
        }
        merge_pixels((0..k * k).filter_map(|i| at(i % k, i / k)).map(look), k as usize)
    }
}

/// Merges k × k cells into one pixel: a building, else a wall or river that crosses them, else the most common ground;
/// with their mean relief and best road.
pub(super) fn merge_pixels(cells: impl Iterator<Item = Pixel>, k: usize) -> Pixel {
    let mut counts = [0; Surface::ALL.len()];
    let mut shown = [Pixel::default(); Surface::ALL.len()];
    let (mut light, mut tier, mut relief, mut seen) = (Visibility::OffLand, Tier::None, 0, 0);
    for pixel in cells {
        light = light.max(pixel.visibility);
        if pixel.visibility <= Visibility::Unseen {
            continue;
        }
        counts[pixel.surface as usize] += 1;
        shown[pixel.surface as usize] = pixel;
        tier = tier.max(pixel.tier);
        relief += usize::from(pixel.relief);
        seen += 1;
    }
    if seen == 0 {
        return Pixel { visibility: light, relief: 100, ..Pixel::default() };
    }
    let stands = [Surface::Tower, Surface::Beacon, Surface::Fire, Surface::Bridge];
    let built = stands.into_iter().find(|surface| counts[*surface as usize] > 0);
    let crossed = [Surface::Wall, Surface::River].into_iter().find(|surface| counts[*surface as usize] >= k);
    let common = || Surface::ALL.into_iter().max_by_key(|surface| counts[*surface as usize]);
    let ground = built.or(crossed).or_else(common).unwrap_or_default();
    let relief = (relief / seen) as u8;
    Pixel { visibility: light, relief, tier, is_beside_road: false, ..shown[ground as usize] }
}

/// A cell at full zoom, with the shade beside roads. Zoomed out that shade would only darken the land.
pub(super) fn near_pixel(game: &Game, reveal: bool, cell: Cell) -> Pixel {
    let pixel = cell_pixel(game, reveal, cell);
    let belief = &game.world.peoples[PeopleIx::PLAYER].belief;
    let is_road = |other: Cell| match belief.at(other) {
        Believed::Known { tier, .. } => tier.is_road() && !is_lane(game, reveal, other, tier),
        Believed::Unknown(_) => false,
    };
    let is_beside_road =
        !pixel.tier.is_road() && game.world.size().neighbours(cell).any(|(_, other)| is_road(other));
    let is_lane = is_lane(game, reveal, cell, pixel.tier);
    let furrowed = |relief| if pixel.surface == Surface::Field { furrow_light(cell, relief) } else { relief };
    Pixel { is_beside_road, is_lane, relief: furrowed(pixel.relief), ..pixel }
}

/// Whether the road of a cell, of this tier as far as is known, is drawn as a green lane: a path that is one, or that is
/// only remembered and may be one by now.
fn is_lane(game: &Game, reveal: bool, cell: Cell, tier: Tier) -> bool {
    let is_seen = reveal || game.derived.visible[PeopleIx::PLAYER][cell] > 0;
    tier == Tier::Path && (!is_seen || game.world.is_green_lane(cell))
}

/// Surface and road of a cell as the player's people believes them to be, or as they are if `reveal`.
pub(super) fn known_ground(game: &Game, reveal: bool, cell: Cell) -> Option<(Surface, Tier)> {
    let world = &game.world;
    match world.peoples[PeopleIx::PLAYER].belief.at(cell) {
        _ if reveal => Some((world.land.surface[cell], world.ground.tier[cell])),
        Believed::Known { surface, tier } => Some((surface, tier)),
        Believed::Unknown(_) => None,
    }
}

/// A cell as the player's people believes it to be, or as it is if `reveal`.
pub(super) fn cell_pixel(game: &Game, reveal: bool, cell: Cell) -> Pixel {
    let paint = game.world.peoples[PeopleIx::PLAYER].belief.paint(cell);
    let Some((surface, tier)) = known_ground(game, reveal, cell) else {
        return Pixel { visibility: Visibility::Unseen, relief: 100, paint, ..Pixel::default() };
    };
    let is_seen = reveal || game.derived.visible[PeopleIx::PLAYER][cell] > 0;
    let visibility = if is_seen { Visibility::Visible } else { Visibility::Remembered };
    let relief = if surface.is_sea_or_lake() { 100 } else { slope_light(game, reveal, cell) };
    // Rivers fall by some units of height from cell to cell.
    let water_level = if surface == Surface::River { game.world.land.height[cell] as u8 } else { 0 };
    Pixel { surface, tier, paint, visibility, relief, water_level, ..Pixel::default() }
}

/// The light of a field: in rows, which run another way in the next plot.
fn furrow_light(cell: Cell, relief: u8) -> u8 {
    let is_across = (cell.x / PLOT_CELLS + cell.y / PLOT_CELLS).is_multiple_of(2);
    let row = if is_across { cell.y } else { cell.x };
    if row.is_multiple_of(2) { relief.saturating_add(FURROW_PERCENT) } else { relief - FURROW_PERCENT }
}

/// Light from the north-west: brighter where the land rises towards the south-east, 66 to 128 percent. Slopes into
/// unknown land are not shown.
fn slope_light(game: &Game, reveal: bool, cell: Cell) -> u8 {
    let land = &game.world.land;
    let belief = &game.world.peoples[PeopleIx::PLAYER].belief;
    let height = |dir: Dir8| {
        let known = |other: &Cell| reveal || belief.is_known(*other);
        let other = land.size.step(cell, dir).filter(known).unwrap_or(cell);
        i32::from(land.height[other])
    };
    let slope = height(Dir8::SouthEast) - height(Dir8::NorthWest);
    (100 + slope / SLOPE_PER_PERCENT).clamp(66, 128) as u8
}
