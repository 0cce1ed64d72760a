//! Water and weather on what is in sight: glints on shallow water, rivers that run downhill, rain and snow under clouds
//! that the west wind brings, and mist over marsh at dawn.
//!
//! All of it follows from the tick, so that it stands still with the game. It never touches roads and buildings.

use super::camera::Window;
use super::canvas::Canvas;
use crate::scene::{DAY, Form, Pixel, Scene, Surface, Visibility};
use crate::tui::look::color::Rgb;
use crate::tui::look::seasons::YearDay;
use crate::tui::look::theme::grain;

/// Ticks of a picture at ×1: four pictures a second. Faster than ×2 nothing moves.
const PICTURE_TICKS: u64 = 5;
const SPEEDS_MOVING: usize = 2;
/// One cell in so many of shallow water glints, and one step in so many of a river is light.
const GLINT_ONE_IN: u64 = 24;
const RIPPLE_ONE_IN: u64 = 5;
const GLINT_TONE: Rgb = Rgb(168, 206, 232);
const GLINT_PERCENT: u32 = 30;
/// Side of the squares of which clouds are made, in cells, and ticks in which they move by a cell.
const CLOUD_CELLS: i64 = 22;
const WIND_TICKS: u64 = 15;
/// Thickness of clouds, 0 to 255, from which it rains, and rains hard.
const RAIN_MIN: i64 = 172;
const DOWNPOUR_MIN: i64 = 204;
/// What rain leaves of the light, in percent.
const RAIN_PERCENTS: [u32; 2] = [93, 87];
/// One pixel in so many has a drop or a flake.
const DROP_ONE_IN: u32 = 27;
const DROP: (Rgb, u32) = (Rgb(168, 190, 218), 24);
const FLAKE: (Rgb, u32) = (Rgb(236, 240, 246), 40);
/// Mist: when it rises and is gone, in ticks after sunrise of the day before, and how thick it is, in percent.
const MIST: (u64, u64) = (195, 265);
const MIST_PERCENT: u64 = 32;
const MIST_TONE: Rgb = Rgb(158, 168, 172);

/// The moment that the elements are drawn for.
struct Moment {
    /// Counts pictures.
    picture: u64,
    is_winter: bool,
    mist_percent: u32,
    clouds: Clouds,
}

/// The clouds over a window: how thick they are at the corners of squares, 0 to 255. The squares move east.
struct Clouds {
    /// How far they have moved, in cells.
    moved: i64,
    /// The first corner, in squares, and corners across.
    first: (i64, i64),
    across: usize,
    corners: Vec<u8>,
}

/// Draws the elements over the land.
pub(super) fn draw(canvas: &mut Canvas, scene: &Scene, speed: usize) {
    if speed >= SPEEDS_MOVING || canvas.window.scale > 1 {
        return;
    }
    let ticks = PICTURE_TICKS << speed;
    let tick = scene.status.tick / ticks * ticks;
    let now = Moment {
        clouds: Clouds::over(canvas.window, scene.status.seed as i32, (tick / WIND_TICKS) as i64),
        picture: tick / ticks,
        is_winter: YearDay::at(tick).is_winter(),
        mist_percent: mist_at(tick),
    };
    let (columns, rows) = canvas.window.pixels();
    let (left, top) = (canvas.window.left, canvas.window.top);
    for py in 0..i32::from(rows) {
        for px in 0..i32::from(columns) {
            let Some(pixel) = canvas.pixel((px, py)).filter(is_open) else { continue };
            let (x, y) = (left + px, top + py);
            if let Some(change) = now.water(pixel, x, y) {
                canvas.recolour((px, py), None, change);
            }
            let thickness = now.clouds.thickness(x, y);
            if thickness >= RAIN_MIN {
                let light = RAIN_PERCENTS[usize::from(thickness >= DOWNPOUR_MIN)];
                let drop = now.drop(x, y);
                canvas.recolour((px, py), None, |colour| {
                    let colour = colour.scaled(light);
                    drop.map_or(colour, |(tone, percent)| colour.mixed(tone, percent))
                });
            }
            if now.mist_percent > 0 && pixel.surface == Surface::Swamp {
                canvas.recolour((px, py), None, |colour| colour.mixed(MIST_TONE, now.mist_percent));
            }
        }
    }
}

/// Whether the elements show on a pixel.
fn is_open(pixel: &Pixel) -> bool {
    pixel.visibility == Visibility::Visible && pixel.form == Form::None && !pixel.tier.is_road()
}

/// How thick mist is, in percent; it changes every ten ticks.
fn mist_at(tick: u64) -> u32 {
    let (begin, end) = MIST;
    let after_sunrise = tick % DAY;
    let at = if after_sunrise < begin { after_sunrise + DAY } else { after_sunrise } / 10 * 10;
    let rising = at.saturating_sub(begin).min(end.saturating_sub(at));
    (MIST_PERCENT * rising * 2 / (end - begin)) as u32
}

impl Moment {
    /// How water changes the colour of a pixel.
    fn water(&self, pixel: Pixel, x: i32, y: i32) -> Option<impl Fn(Rgb) -> Rgb + use<>> {
        let is_light = match pixel.surface {
            Surface::ShallowWater => (self.picture + u64::from(grain(x, y))).is_multiple_of(GLINT_ONE_IN),
            // The light is where level and time add up, so that it moves to lower levels.
            Surface::River => (self.picture + u64::from(pixel.water_level)).is_multiple_of(RIPPLE_ONE_IN),
            _ => false,
        };
        is_light.then_some(|colour: Rgb| colour.mixed(GLINT_TONE, GLINT_PERCENT))
    }

    /// The drop or flake on a pixel, with its strength: the pattern moves down, flakes half as fast.
    fn drop(&self, x: i32, y: i32) -> Option<(Rgb, u32)> {
        let fallen = self.picture as i32 * if self.is_winter { 1 } else { 2 };
        let here = u32::from(grain(x.wrapping_mul(7), y.wrapping_sub(fallen)));
        let is_drop = here.is_multiple_of(DROP_ONE_IN);
        is_drop.then_some(if self.is_winter { FLAKE } else { DROP })
    }
}

impl Clouds {
    fn over(window: Window, seed: i32, moved: i64) -> Clouds {
        let (columns, rows) = window.pixels();
        let square = |at: i64| at.div_euclid(CLOUD_CELLS);
        let first = (square(i64::from(window.left) - moved), square(window.top.into()));
        let corners_along = |pixels: u16| i64::from(pixels) / CLOUD_CELLS + 3;
        let corner = |column: i64, row: i64| {
            grain((first.0 + column) as i32 ^ seed.rotate_left(7), (first.1 + row) as i32 ^ seed)
        };
        let across = corners_along(columns);
        let all = (0..corners_along(rows)).flat_map(|row| (0..across).map(move |column| (column, row)));
        let corners = all.map(|(column, row)| corner(column, row)).collect();
        Clouds { moved, first, across: across as usize, corners }
    }

    /// How thick they are over a cell, 0 to 255: between the corners of its square.
    fn thickness(&self, x: i32, y: i32) -> i64 {
        let (x, y) = (i64::from(x) - self.moved, i64::from(y));
        let (dx, dy) = (x.rem_euclid(CLOUD_CELLS), y.rem_euclid(CLOUD_CELLS));
        let (column, row) =
            (x.div_euclid(CLOUD_CELLS) - self.first.0, y.div_euclid(CLOUD_CELLS) - self.first.1);
        let at = row as usize * self.across + column as usize;
        let corner = |offset: usize| self.corners.get(at + offset).map_or(0, |thick| i64::from(*thick));
        let four = [corner(0), corner(1), corner(self.across), corner(self.across + 1)];
        // Between thin corners it is nowhere thick.
        if four.iter().all(|thick| *thick < RAIN_MIN) {
            return 0;
        }
        let [a, b, c, d] = four;
        let (above, below) = (a * (CLOUD_CELLS - dx) + b * dx, c * (CLOUD_CELLS - dx) + d * dx);
        (above * (CLOUD_CELLS - dy) + below * dy) / (CLOUD_CELLS * CLOUD_CELLS)
    }
}
