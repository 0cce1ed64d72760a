//! Day and night on the map: how dark it is at a tick, and what the lamps of settlements, camps and travellers light.
//!
//! It changes colours only, and none where there are few. Faster than ×2 there is no night: it would flicker.

use super::camera::Window;
use super::canvas::Canvas;
use crate::grid::Cell;
use crate::scene::{DAY, Form, Pixel, Scene, Stance, Surface, TownKind, Visibility};
use crate::tui::look::color::Rgb;

/// When dusk, night and dawn begin, in ticks after sunrise.
const DUSK: u64 = 110;
const NIGHT: u64 = 160;
const DAWN: u64 = 190;
/// How much darkness there is at each speed, in percent; faster there is none.
const STRENGTHS: [u8; 2] = [100, 60];
/// The light changes once in so many milliseconds, each time by as much of its strength, in percent.
const CHANGE_MS: u64 = 500;
const CHANGE_PERCENT: u8 = 20;
/// Ticks in that time at ×1.
const CHANGE_TICKS: u64 = 10;
/// Brightness of land that is seen, of roads, and of land that is remembered, at midnight in percent of noon.
const NIGHT_SEEN_PERCENT: u32 = 82;
const NIGHT_ROAD_PERCENT: u32 = 90;
const NIGHT_REMEMBERED_PERCENT: u32 = 70;
/// Remembered land becomes no darker than this by night.
const REMEMBERED_LUMA_MIN: u32 = 35;
/// Brightness of remembered land at midnight in percent of noon, by its brightness at noon.
static REMEMBERED_PERCENTS: [u32; 256] = {
    let mut percents = [100; 256];
    let mut luma = REMEMBERED_LUMA_MIN as usize;
    while luma < percents.len() {
        let least = REMEMBERED_LUMA_MIN * 100 / luma as u32;
        percents[luma] = if least > NIGHT_REMEMBERED_PERCENT { least } else { NIGHT_REMEMBERED_PERCENT };
        luma += 1;
    }
    percents
};
/// The colour of the night, and how much of it is in what is seen at midnight, in percent.
const NIGHT_TINT: Rgb = Rgb(28, 48, 120);
const NIGHT_TINT_PERCENT: u32 = 50;
/// The colour of lamps, and how much of it is in what they light most, in percent.
const LAMP_TINT: Rgb = Rgb(255, 176, 92);
const LAMP_TINT_PERCENT: u32 = 26;
/// How far lamps shine, in cells.
const CAMP_RADIUS: i32 = 3;
const LANTERN_RADIUS: i32 = 2;
const BEACON_RADIUS: i32 = 6;

/// Whether the map has day and night, and how much of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Daylight {
    /// Whether it is wanted.
    pub is_on: bool,
    /// How much darkness there is at midnight, in percent.
    strength: u8,
    /// When that last changed, in milliseconds of the program's clock.
    changed_ms: u64,
}

impl Daylight {
    /// Eases night in and out as the speed changes; `speed` is `None` while time stands still. Returns whether the map
    /// changes by it.
    pub(crate) fn advance(&mut self, now_ms: u64, speed: Option<usize>, has_motion: bool) -> bool {
        let Some(speed) = speed.filter(|_| now_ms >= self.changed_ms + CHANGE_MS) else { return false };
        let wanted = STRENGTHS.get(speed).filter(|_| self.is_on && has_motion).copied().unwrap_or(0);
        let before = self.strength;
        let least = before.saturating_sub(CHANGE_PERCENT);
        self.strength = wanted.clamp(least, before.saturating_add(CHANGE_PERCENT));
        self.changed_ms = if before == self.strength { self.changed_ms } else { now_ms };
        before != self.strength
    }

    /// How dark it is at a tick, in percent. It changes after as many ticks as pass in half a second.
    pub(super) fn darkness(&self, tick: u64, speed: usize) -> u32 {
        let ticks = CHANGE_TICKS << speed.min(STRENGTHS.len() - 1);
        darkness_at(tick / ticks * ticks) * u32::from(self.strength) / 100
    }
}

/// How dark it is at a tick, in percent.
fn darkness_at(tick: u64) -> u32 {
    let percent = |from: u64, to: u64, at: u64| ((at - from) * 100 / (to - from)) as u32;
    match tick % DAY {
        at if at < DUSK => 0,
        at if at < NIGHT => percent(DUSK, NIGHT, at),
        at if at < DAWN => 100,
        at => 100 - percent(DAWN, DAY, at),
    }
}

/// Darkens the land by so many percent of a night, but for what lamps light.
pub(crate) fn shade(canvas: &mut Canvas, scene: &Scene, darkness: u32) {
    if darkness == 0 {
        return;
    }
    let percents = LampLight::of(canvas, scene).percents;
    canvas.recolour_each(|i, pixel, colour| {
        if pixel.visibility <= Visibility::SeenLater {
            return colour;
        }
        let lit = u32::from(percents[i]) * darkness / 100;
        night_colour(colour, pixel, darkness.saturating_sub(lit), lit)
    });
}

/// The colour of a pixel at this darkness and lamplight, in percent.
#[inline]
pub fn night_colour(colour: Rgb, pixel: Pixel, dark: u32, lit: u32) -> Rgb {
    let (least, tint) = match pixel.visibility {
        // What is dark anyway must not look unseen.
        Visibility::Remembered => (REMEMBERED_PERCENTS[colour.luma() as usize], 0),
        _ if pixel.tier.is_road() && !pixel.is_lane => (NIGHT_ROAD_PERCENT, 0),
        _ => (NIGHT_SEEN_PERCENT, NIGHT_TINT_PERCENT),
    };
    let tinted =
        if tint == 0 { colour } else { colour.mixed(NIGHT_TINT.capped(colour.luma()), tint * dark / 100) };
    let colour = tinted.scaled(100 - (100 - least) * dark / 100);
    // What is remembered is as it was: nothing shows that a lamp burns there now.
    if lit == 0 || pixel.visibility != Visibility::Visible {
        return colour;
    }
    colour.mixed(LAMP_TINT.capped(colour.luma() + 40), LAMP_TINT_PERCENT * lit / 100)
}

/// How much lamps light each pixel, in percent.
struct LampLight<'a> {
    canvas: &'a Canvas,
    /// Whether anything could keep light back. Zoomed out, a pixel is too much for that.
    has_walls: bool,
    window: Window,
    percents: Vec<u8>,
}

impl<'a> LampLight<'a> {
    fn of(canvas: &'a Canvas, scene: &Scene) -> LampLight<'a> {
        let (columns, rows) = canvas.window.pixels();
        let percents = vec![0; usize::from(columns) * usize::from(rows)];
        let mut light = LampLight {
            canvas,
            has_walls: canvas.window.scale <= 1 && canvas.any_pixel(is_wall),
            window: canvas.window,
            percents,
        };
        for place in scene.town_markers.iter().filter(|place| place.kind != TownKind::Ruin) {
            light.shine(place.cell, lamp_radius(place.kind), 100);
        }
        for camp in &scene.landmarks.camps {
            light.shine(*camp, CAMP_RADIUS, 80);
        }
        for unit in scene.unit_markers.iter().filter(|unit| unit.stance != Stance::Beast && unit.state != 'z')
        {
            light.shine(unit.cell, LANTERN_RADIUS, 70);
        }
        for (at, _) in canvas.pixels_like(|pixel| pixel.surface == Surface::Beacon) {
            light.shine_at(at, BEACON_RADIUS, 100);
        }
        light
    }

    fn shine(&mut self, cell: Cell, radius_cells: i32, percent: i32) {
        let radius = (radius_cells / self.window.scale.max(1)).max(1);
        self.shine_at(self.window.pixel_of(cell), radius, percent);
    }

    /// Whether nothing that ends sight lies between a lamp and a pixel: a wall or a peak.
    fn is_in_sight(&self, lamp: (i32, i32), at: (i32, i32)) -> bool {
        let steps = (at.0 - lamp.0).abs().max((at.1 - lamp.1).abs());
        let between = |i: i32| {
            let part = |from: i32, to: i32| from + ((to - from) * i * 2 + steps).div_euclid(steps * 2);
            (part(lamp.0, at.0), part(lamp.1, at.1))
        };
        let is_open = |at| self.canvas.pixel(at).is_none_or(|pixel| !is_wall(&pixel));
        !self.has_walls || (1..steps).all(|i| is_open(between(i)))
    }

    /// Adds a lamp; its light falls off evenly.
    #[inline]
    fn shine_at(&mut self, (x, y): (i32, i32), radius: i32, percent: i32) {
        let (columns, rows) = self.window.pixels();
        for (dx, dy) in (-radius..=radius).flat_map(|dy| (-radius..=radius).map(move |dx| (dx, dy))) {
            let (px, py) = (x + dx, y + dy);
            let inside = (0..i32::from(columns)).contains(&px) && (0..i32::from(rows)).contains(&py);
            let far = (dx * dx + dy * dy) * 100 / ((radius + 1) * (radius + 1));
            if inside && far < 100 && self.is_in_sight((x, y), (px, py)) {
                let lit = &mut self.percents[py as usize * usize::from(columns) + px as usize];
                *lit = (i32::from(*lit) + percent * (100 - far) / 100).min(100) as u8;
            }
        }
    }
}

/// Whether light ends at a pixel.
fn is_wall(pixel: &Pixel) -> bool {
    matches!(pixel.surface, Surface::Wall | Surface::Peak) || pixel.form == Form::Wall
}

/// How far a settlement's lamps shine, in cells.
fn lamp_radius(kind: TownKind) -> i32 {
    match kind {
        TownKind::Ruin => 0,
        TownKind::Inn | TownKind::Hamlet => 3,
        TownKind::Village => 4,
        TownKind::Town => 5,
        TownKind::City => 6,
    }
}
