//! Marks of what has just happened, each gone within a second or so: footsteps, new road, a founding, a robbery, and the
//! ripple from where the land was changed. Nothing is repeated for decoration.
//!
//! They are found by comparing scenes, and drawn over the land.

use super::canvas::Canvas;
use crate::grid::Cell;
use crate::scene::{HappeningKind, Scene, Tier, UnitId, Viewport, Visibility};
use crate::tui::look::color::Rgb;
use crate::tui::look::theme::{FOE, KEY, SNOW};
use ratatui::style::Color;
use std::collections::BTreeMap;

/// More marks at once than these are no news but another view.
const STEPS_MAX: usize = 200;
const ROADS_MAX: usize = 40;
/// Units that have moved farther have not walked, in steps.
const STEP_CELLS_MAX: u32 = 2;
/// Happenings older than this are no news, in ticks.
const NEWS_TICKS: u64 = 120;
/// Speeds at which steps leave marks: faster, there would be too many.
const SPEEDS_WITH_STEPS: usize = 2;
/// The time that a ring takes to grow by a pixel, in milliseconds.
const RING_MS: u64 = 70;

/// What a mark means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Trace {
    Step,
    Road,
    Founding,
    Robbery,
    Ripple,
}

impl Trace {
    /// How long it lasts, in milliseconds.
    const fn lasts_ms(self) -> u64 {
        match self {
            Trace::Step => 1000,
            Trace::Road => 700,
            Trace::Founding => 8 * RING_MS,
            Trace::Robbery => 600,
            Trace::Ripple => 14 * RING_MS,
        }
    }
}

/// The marks on the map, and the last scene as far as the next is compared with it.
#[derive(Clone, Debug, Default)]
pub struct Traces {
    marks: Vec<(Trace, Cell, u64)>,
    tick: u64,
    units: BTreeMap<UnitId, Cell>,
    /// Part of the land, and for each of its pixels in sight the road.
    part: (i32, i32, u16, u16, u16),
    roads: Vec<Option<Tier>>,
}

/// The part of the land that a view shows.
const fn part_of(view: &Viewport) -> (i32, i32, u16, u16, u16) {
    (view.left, view.top, view.columns, view.rows, view.cells_per_pixel)
}

impl Traces {
    /// Compares a scene with the last one; `speed` is that of the game.
    pub(crate) fn take_scene(&mut self, scene: &Scene, now_ms: u64, speed: usize, has_motion: bool) {
        let is_near = scene.view.cells_per_pixel == 1 && scene.past.is_none();
        let is_next = scene.status.tick > self.tick && self.tick > 0;
        if has_motion && is_near && is_next {
            if speed < SPEEDS_WITH_STEPS {
                self.add(Trace::Step, self.steps(scene), STEPS_MAX, now_ms);
            }
            self.add(Trace::Road, self.new_roads(scene), ROADS_MAX, now_ms);
            let news = scene
                .landmarks
                .happenings
                .iter()
                .filter(|what| what.tick.saturating_add(NEWS_TICKS) >= scene.status.tick);
            let news: Vec<_> = news.filter(|what| what.tick > self.tick).collect();
            for what in news {
                let trace = match what.kind {
                    HappeningKind::Founding => Trace::Founding,
                    HappeningKind::Robbery => Trace::Robbery,
                };
                self.marks.push((trace, what.cell, now_ms));
            }
        }
        self.tick = scene.status.tick;
        self.units = scene.unit_markers.iter().map(|unit| (unit.id, unit.cell)).collect();
        self.part = part_of(&scene.view);
        let road =
            |pixel: &crate::scene::Pixel| (pixel.visibility == Visibility::Visible).then_some(pixel.tier);
        self.roads = scene.pixels.iter().map(road).collect();
    }

    /// Starts the ripple from where the land was changed.
    pub(crate) fn start_ripple(&mut self, cell: Cell, now_ms: u64) {
        self.marks.push((Trace::Ripple, cell, now_ms));
    }

    fn add(&mut self, trace: Trace, cells: Vec<Cell>, most: usize, now_ms: u64) {
        if cells.len() <= most {
            self.marks.extend(cells.into_iter().map(|cell| (trace, cell, now_ms)));
        }
    }

    /// The cells that units have left since the last scene.
    fn steps(&self, scene: &Scene) -> Vec<Cell> {
        let before =
            scene.unit_markers.iter().filter_map(|unit| Some((self.units.get(&unit.id)?, unit.cell)));
        let walked = before.filter(|(before, now)| (1..=STEP_CELLS_MAX).contains(&before.chebyshev(*now)));
        walked.map(|(before, _)| *before).collect()
    }

    /// The cells in sight that have become roads since the last scene of the same part of the land.
    fn new_roads(&self, scene: &Scene) -> Vec<Cell> {
        if self.part != part_of(&scene.view) {
            return Vec::new();
        }
        let view = &scene.view;
        let cell = |i: usize| {
            let (dx, dy) = (i as i32 % i32::from(view.columns), i as i32 / i32::from(view.columns));
            Some(Cell::new(u16::try_from(view.left + dx).ok()?, u16::try_from(view.top + dy).ok()?))
        };
        let is_new = |(i, pixel): (usize, &crate::scene::Pixel)| {
            let was_open = self.roads.get(i).copied().flatten().is_some_and(|tier| !tier.is_road());
            (was_open && pixel.tier.is_road() && pixel.visibility == Visibility::Visible)
                .then(|| cell(i))
                .flatten()
        };
        scene.pixels.iter().enumerate().filter_map(is_new).collect()
    }

    /// Drops what is over; returns whether anything was.
    pub(crate) fn advance(&mut self, now_ms: u64) -> bool {
        let before = self.marks.len();
        self.marks.retain(|(trace, _, since)| now_ms < since + trace.lasts_ms());
        before != self.marks.len()
    }

    /// Whether there are marks, which change with time.
    pub(crate) fn is_moving(&self) -> bool {
        !self.marks.is_empty()
    }

    /// Draws the marks.
    pub(crate) fn draw(&self, canvas: &mut Canvas, now_ms: u64) {
        for (trace, cell, since) in &self.marks {
            let age = now_ms.saturating_sub(*since);
            let at = canvas.window.pixel_of(*cell);
            let is_fresh = age * 2 < trace.lasts_ms();
            let radius = (age / RING_MS) as i32 + 1;
            match trace {
                Trace::Step => tint(canvas, at, None, SNOW, if is_fresh { 30 } else { 20 }),
                Trace::Road => tint(canvas, at, Some(Color::White), SNOW, if is_fresh { 80 } else { 40 }),
                Trace::Robbery => disc(canvas, at),
                Trace::Founding => ring(canvas, at, radius + 1, SNOW, Color::White),
                Trace::Ripple => ring(canvas, at, radius, KEY, Color::LightBlue),
            }
        }
    }
}

/// Mixes a colour into a pixel that is known.
fn tint(canvas: &mut Canvas, at: (i32, i32), named: Option<Color>, tone: Rgb, percent: u32) {
    if canvas.pixel(at).is_some_and(|pixel| pixel.visibility > Visibility::Unseen) {
        canvas.recolour(at, named, |colour| colour.mixed(tone, percent));
    }
}

fn disc(canvas: &mut Canvas, (x, y): (i32, i32)) {
    for (dx, dy) in (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| (dx, dy))) {
        if dx * dx + dy * dy <= 5 {
            tint(canvas, (x + dx, y + dy), Some(Color::LightRed), FOE, 55);
        }
    }
}

fn ring(canvas: &mut Canvas, (x, y): (i32, i32), radius: i32, tone: Rgb, named: Color) {
    for (dx, dy) in (-radius..=radius).flat_map(|dy| (-radius..=radius).map(move |dx| (dx, dy))) {
        if (dx * dx + dy * dy - radius * radius).abs() <= radius {
            tint(canvas, (x + dx, y + dy), Some(named), tone, 45);
        }
    }
}
