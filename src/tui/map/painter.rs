//! The land at finer pixels than characters: smooth slopes and coasts, roads and rivers as lines, houses apart.
//!
//! Its colours are the canvas's: the middle of a cell has the colour that it has in half blocks. A cell that is not known
//! is a square of its own colour, which nothing around it changes.
//!
//! How a cell becomes pixels does not live here (`patch`). Whether a character shows the land follows from what is drawn over it (`canvas`).

use super::canvas::{Canvas, Ground, UNDER_NAME_LUMA};
use super::patch::{CORNERS, Cover, Line, Patch, RIVER, ROAD, SIDES, Spot, mean_tone, offset};
use crate::scene::{Form, Pixel, Surface, Tier, Visibility};
use crate::tui::look::color::{Depth, Rgb};
use crate::tui::look::theme::{Glyphs, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use std::ops::Range;

/// Widths of rivers, and of bridges without a road, in cells.
const RIVER_WIDTH: f32 = 0.72;
const BRIDGE_WIDTH: f32 = 0.6;
/// How far a road or river moves towards the mean of the two cells that it joins.
const BEND: f32 = 0.2;

/// The land of a window at finer pixels, which are painted when they are asked for.
pub struct Painting<'a> {
    canvas: &'a Canvas,
    /// Width and height of a character, in pixels.
    character: (usize, usize),
    /// How the land shows behind each character of the window.
    grounds: Vec<Ground>,
}

impl Painting<'_> {
    /// Whether there is one in this theme: not where letters or few colours stand for the land.
    pub(super) fn is_for(theme: Theme) -> bool {
        theme.effective() == Depth::True && theme.glyphs != Glyphs::Ascii
    }

    /// The land that shows between the characters of a screen, each so many pixels wide and high, if the theme has
    /// one.
    pub fn new<'a>(canvas: &'a Canvas, buffer: &Buffer, character: (usize, usize)) -> Option<Painting<'a>> {
        if !Painting::is_for(canvas.theme) {
            return None;
        }
        let ground = |at: Position| buffer.cell(at).map_or(Ground::Hidden, |cell| canvas.ground_of(cell, at));
        let grounds = canvas.window.area.positions().map(ground).collect();
        Some(Painting { canvas, character, grounds })
    }

    /// The part of the screen where the land is.
    pub fn area(&self) -> Rect {
        self.canvas.window.area
    }

    /// Whether a character of the screen is written over the land; `None` where no land shows.
    pub fn is_written(&self, at: Position) -> Option<bool> {
        let ground = self.ground(at);
        (ground != Ground::Hidden).then_some(ground != Ground::Bare)
    }

    /// The pixels of the land behind the characters of a part of its area: of one character after the other, and of each
    /// row by row.
    pub fn paint(&self, part: Rect) -> Vec<Rgb> {
        let mut colours = Painter::new(self.canvas, self.character, part).paint();
        let pixels = self.character.0 * self.character.1;
        let under_name = part.positions().zip(colours.chunks_mut(pixels));
        for (_, colours) in under_name.filter(|(at, _)| self.ground(*at) == Ground::UnderName) {
            for colour in colours {
                *colour = colour.capped(UNDER_NAME_LUMA);
            }
        }
        colours
    }

    fn ground(&self, at: Position) -> Ground {
        let area = self.area();
        let index = || usize::from(at.y - area.y) * usize::from(area.width) + usize::from(at.x - area.x);
        if area.contains(at) { self.grounds[index()] } else { Ground::Hidden }
    }
}

/// Paints some characters of a window.
struct Painter {
    /// Columns and rows of cells in the window.
    window: (i32, i32),
    /// The cells to be painted.
    columns: Range<i32>,
    rows: Range<i32>,
    /// These and two more on each side, as far as the window has them: the first, the columns, and all of them.
    corner: (i32, i32),
    width: i32,
    spots: Vec<Spot>,
    /// Width and height of a cell and of a character, in pixels.
    cell: (f32, f32),
    character: (usize, usize),
    /// The pixels to be painted.
    across: Range<usize>,
    down: Range<usize>,
}

impl Painter {
    fn new(canvas: &Canvas, character: (usize, usize), part: Rect) -> Painter {
        let (columns, rows) = canvas.window.pixels();
        let window = (i32::from(columns), i32::from(rows));
        let area = canvas.window.area;
        let pixels = |first: u16, count: u16, side: usize| {
            usize::from(first) * side..(usize::from(first) + usize::from(count)) * side
        };
        let across = pixels(part.x - area.x, part.width, character.0);
        let down = pixels(part.y - area.y, part.height, character.1);
        let (width, height) = (character.0 as f32, character.1 as f32);
        let cell = if canvas.window.is_close { (width * 2.0, height) } else { (width, height / 2.0) };
        let cells = |pixels: &Range<usize>, side: f32| {
            (pixels.start as f32 / side) as i32..(pixels.end as f32 / side).ceil() as i32
        };
        let (columns, rows) = (cells(&across, cell.0), cells(&down, cell.1));
        let with_margin = |cells: &Range<i32>, most: i32, margin: i32| {
            (cells.start - margin).max(0)..(cells.end + margin).min(most)
        };
        let (xs, ys) = (with_margin(&columns, window.0, 2), with_margin(&rows, window.1, 2));
        let all = ys.clone().flat_map(|y| xs.clone().map(move |x| (x, y)));
        let coloured = all.filter_map(|at| canvas.coloured_pixel(at));
        let spots = coloured.map(|(pixel, colour)| spot_of(pixel, colour)).collect();
        let (corner, width) = ((xs.start, ys.start), xs.end - xs.start);
        let mut painter =
            Painter { window, columns, rows, corner, width, spots, cell, character, across, down };
        let (xs, ys) = (with_margin(&painter.columns, window.0, 1), with_margin(&painter.rows, window.1, 1));
        for at in ys.flat_map(|y| xs.clone().map(move |x| (x, y))) {
            let i = painter.index(at);
            let spot = painter.spots[i];
            if spot.is_known && !spot.is_bare() {
                painter.spots[i] = laid(spot, &painter.around(at));
            }
        }
        painter
    }

    fn index(&self, (x, y): (i32, i32)) -> usize {
        ((y - self.corner.1) * self.width + x - self.corner.0) as usize
    }

    /// A cell and its neighbours, row by row; beyond the window the land goes on as at its edge.
    fn around(&self, (x, y): (i32, i32)) -> [Spot; 9] {
        std::array::from_fn(|i| {
            let (dx, dy) = offset(i);
            let at = ((x + dx).clamp(0, self.window.0 - 1), (y + dy).clamp(0, self.window.1 - 1));
            self.spots[self.index(at)]
        })
    }

    /// The pixels, of one character after the other, and of each row by row.
    fn paint(&self) -> Vec<Rgb> {
        let (wide, high) = self.character;
        let mut colours = vec![Rgb::default(); self.across.len() * self.down.len()];
        // Those whose middles lie in a cell.
        let pixels_of = |cell: i32, side: f32, all: &Range<usize>| {
            let first = |cell: i32| ((cell as f32 * side - 0.5).ceil() as usize).clamp(all.start, all.end);
            first(cell)..first(cell + 1)
        };
        let fineness = self.cell.0.min(self.cell.1);
        for (px, py) in self.rows.clone().flat_map(|py| self.columns.clone().map(move |px| (px, py))) {
            let patch = Patch::new(&self.around((px, py)), fineness);
            let across = pixels_of(px, self.cell.0, &self.across);
            for y in pixels_of(py, self.cell.1, &self.down) {
                let v = (y as f32 + 0.5) / self.cell.1 - py as f32 - 0.5;
                let row = y - self.down.start;
                for x in across.clone() {
                    let u = (x as f32 + 0.5) / self.cell.0 - px as f32 - 0.5;
                    let [r, g, b] = patch.colour(u, v).map(|channel| (channel + 0.5) as u8);
                    let column = x - self.across.start;
                    let character = row / high * (self.across.len() / wide) + column / wide;
                    colours[character * wide * high + row % high * wide + column % wide] = Rgb(r, g, b);
                }
            }
        }
        colours
    }
}

/// A cell with this colour, before anything is known of those around it.
fn spot_of(pixel: Pixel, colour: Rgb) -> Spot {
    let is_known = pixel.visibility > Visibility::Unseen;
    let is_bridge = pixel.surface == Surface::Bridge;
    let has_river = is_known && (is_bridge || pixel.surface == Surface::River);
    let road_width = match pixel.tier {
        _ if !is_known => 0.0,
        Tier::Path if pixel.is_lane => 0.26,
        Tier::Path => 0.36,
        Tier::Dirt => 0.46,
        Tier::Paved => 0.58,
        Tier::Highway => 0.72,
        Tier::None | Tier::Scuff if is_bridge => BRIDGE_WIDTH,
        Tier::None | Tier::Scuff => 0.0,
    };
    let colour = [colour.0, colour.1, colour.2].map(f32::from);
    let line = |width| Line { width, colour, ..Line::default() };
    let lines = [line(if has_river { RIVER_WIDTH } else { 0.0 }), line(road_width)];
    let cover = match pixel.form {
        _ if road_width > 0.0 => Cover::Nothing,
        Form::House | Form::Inn | Form::Market => Cover::House,
        Form::None | Form::Gate if !pixel.surface.is_built() => Cover::Nothing,
        _ => Cover::Block,
    };
    let is_water = pixel.surface.is_sea_or_lake();
    Spot { is_known, is_water, cover, lines, colour, ground: colour }
}

/// A cell with the ground under what covers it, water if most around is, and with rivers and roads that lead on.
fn laid(mut spot: Spot, near: &[Spot; 9]) -> Spot {
    let bare = || near.iter().filter(|other| other.is_bare());
    let wet = bare().filter(|other| other.is_water).count();
    spot.is_water = spot.has(ROAD) && wet * 2 > bare().count();
    let alike = bare().filter(|other| other.is_water == spot.is_water);
    spot.ground = mean_tone(alike.map(|other| (other.colour, 1.0))).unwrap_or(spot.ground);
    if spot.has(RIVER) && spot.has(ROAD) {
        let others = near.iter().filter(|other| other.has(RIVER) && !other.has(ROAD));
        spot.lines[RIVER].colour = mean_tone(others.map(|other| (other.colour, 1.0))).unwrap_or(spot.ground);
    }
    for (line, laid) in spot.lines.iter_mut().enumerate().filter(|(_, laid)| laid.width > 0.0) {
        let is_mouth = |other: &Spot| line == RIVER && other.is_bare() && other.is_water;
        lead_on(laid, |i| near[i].has(line), |i| near[i].has(line) || is_mouth(&near[i]));
    }
    spot
}

/// Finds where a road or river leads: to the sides, and to corners that it does not reach by them.
fn lead_on(line: &mut Line, has_line: impl Fn(usize) -> bool, goes_on: impl Fn(usize) -> bool) {
    let is_apart = |i: &usize| !goes_on(SIDES[*i]) && !goes_on(SIDES[(*i + 1) % 4]);
    let corners = (0..4).filter(is_apart).map(|i| CORNERS[i]).filter(|corner| has_line(*corner));
    let sides = SIDES.into_iter().filter(|side| goes_on(*side));
    let links: Vec<usize> = sides.chain(corners).collect();
    line.links = links.iter().map(|i| 1 << i).sum();
    if let [one, other] = links[..] {
        let (one, other) = (offset(one), offset(other));
        let bend = |a: i32, b: i32| (a + b) as f32 / 2.0 * BEND;
        line.bend = (bend(one.0, other.0), bend(one.1, other.1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Scene, Viewport};
    use crate::tui::look::theme::{Theme, grain};
    use crate::tui::map::camera::Window;

    /// Columns and rows of cells, and a character with a pixel in the middle of each of its two cells.
    const SIDE: u16 = 24;
    const CHARACTER: (usize, usize) = (9, 18);
    const CELL: usize = CHARACTER.0;
    const MEADOW: Pixel =
        Pixel { surface: Surface::Meadow, visibility: Visibility::Visible, relief: 100, ..VOID };
    const SEA: Pixel = Pixel { surface: Surface::DeepWater, ..MEADOW };
    const VOID: Pixel = Pixel {
        surface: Surface::DeepWater,
        tier: Tier::None,
        paint: crate::scene::Paint::None,
        visibility: Visibility::OffLand,
        relief: 100,
        is_lane: false,
        is_beside_road: false,
        form: Form::None,
        realm: None,
        is_rim: false,
        water_level: 0,
        crowd: 0,
    };

    /// A land as it is painted, with the colours of its cells in half blocks.
    struct Land {
        pixels: Vec<Rgb>,
        cells: Vec<Rgb>,
    }

    impl Land {
        fn of(pixel: impl Fn(usize, usize) -> Pixel) -> Land {
            let side = usize::from(SIDE);
            let view = Viewport { columns: SIDE, rows: SIDE, cells_per_pixel: 1, ..Viewport::default() };
            let pixels = (0..side * side).map(|i| pixel(i % side, i / side)).collect();
            let scene = Scene { land: (SIDE, SIDE), view, pixels, ..Scene::default() };
            let area = Rect::new(0, 0, SIDE, SIDE / 2);
            let window = Window { area, left: 0, top: 0, scale: 1, is_close: false };
            let canvas = Canvas::new(&scene, window, Theme::default());
            let colour = |i: usize| canvas.coloured_pixel(((i % side) as i32, (i / side) as i32));
            let cells = (0..side * side).filter_map(colour).map(|(_, colour)| colour).collect();
            let painted = |part| Painter::new(&canvas, CHARACTER, part).paint();
            let (whole, pixels) = (painted(area), CHARACTER.0 * CHARACTER.1);
            // In parts it is the same.
            for (i, at) in area.positions().enumerate().step_by(7) {
                let part = Rect { x: at.x, y: at.y, width: 5, height: 3 }.intersection(area);
                assert_eq!(painted(part)[..pixels], whole[i * pixels..(i + 1) * pixels], "{at:?}");
            }
            Land { pixels: whole, cells }
        }

        fn at(&self, x: usize, y: usize) -> Rgb {
            let character = y / CHARACTER.1 * usize::from(SIDE) + x / CHARACTER.0;
            self.pixels
                [character * CHARACTER.0 * CHARACTER.1 + y % CHARACTER.1 * CHARACTER.0 + x % CHARACTER.0]
        }

        /// The middle of a cell, and its colour in half blocks.
        fn middle(&self, x: usize, y: usize) -> (Rgb, Rgb) {
            (self.at(x * CELL + CELL / 2, y * CELL + CELL / 2), self.cells[y * usize::from(SIDE) + x])
        }
    }

    fn cells() -> impl Iterator<Item = (usize, usize)> {
        let side = usize::from(SIDE);
        (0..side * side).map(move |i| (i % side, i / side))
    }

    /// Something of everything, at random.
    fn motley(x: usize, y: usize) -> Pixel {
        let at = |salt: i32, among: usize| usize::from(grain(x as i32 + salt, y as i32 - salt)) % among;
        let tiers = [Tier::None, Tier::None, Tier::None, Tier::Path, Tier::Paved, Tier::Highway];
        let forms = [Form::None, Form::None, Form::None, Form::House, Form::Wall];
        Pixel {
            surface: Surface::ALL[at(100, Surface::ALL.len())],
            tier: tiers[at(200, tiers.len())],
            form: forms[at(300, forms.len())],
            relief: 66 + at(400, 60) as u8,
            ..MEADOW
        }
    }

    #[test]
    fn what_is_not_known_shows_nothing_and_changes_nothing_around_it() {
        let is_known = |x: usize, y: usize| grain(x as i32 / 3, y as i32 / 3) > 90;
        let unseen = |pixel: Pixel| Pixel { visibility: Visibility::Unseen, ..pixel };
        let land = Land::of(|x, y| if is_known(x, y) { motley(x, y) } else { unseen(motley(x, y)) });
        let blank = Land::of(|x, y| if is_known(x, y) { motley(x, y) } else { unseen(VOID) });
        assert!(land.pixels == blank.pixels, "what is hidden makes a difference");
        let (known, hidden): (Vec<_>, Vec<_>) = cells().partition(|(x, y)| is_known(*x, *y));
        assert!(known.len() > 100 && hidden.len() > 100);
        for (x, y) in hidden {
            for (dx, dy) in (0..CELL * CELL).map(|i| (i % CELL, i / CELL)) {
                assert_eq!(land.at(x * CELL + dx, y * CELL + dy), land.middle(x, y).1, "{x}, {y}");
            }
        }
    }

    #[test]
    fn a_coast_is_smooth_and_the_middle_of_each_cell_keeps_its_colour() {
        let is_sea = |x: usize, y: usize| x + y / 3 < 10 || (x, y) == (20, 12);
        let land = Land::of(|x, y| if is_sea(x, y) { SEA } else { MEADOW });
        for (x, y) in cells() {
            let (painted, cell) = land.middle(x, y);
            assert_eq!(painted, cell, "{x}, {y}");
        }
        // From left to right the sea ends once, with at most one pixel that is neither, and from row to row not far away.
        let (mut ends, mut between) = (Vec::new(), 0);
        for y in 0..usize::from(SIDE) * CELL {
            let row: Vec<u8> = (0..15 * CELL).map(|x| land.at(x, y).1).collect();
            let end = row.iter().position(|green| *green > 60).expect("a coast");
            between += usize::from(row[end] < 120);
            assert!(row[end + 1..].iter().all(|green| *green > 120), "row {y}: {row:?}");
            ends.push(end);
        }
        assert!(between > 40, "{between} rows have a pixel that is neither");
        let farthest = ends.windows(2).map(|two| two[0].abs_diff(two[1])).max();
        assert!(ends[0] > ends[ends.len() - 1] + 6 * CELL && farthest < Some(CELL / 2), "{ends:?}");
    }

    #[test]
    fn a_road_is_one_line_through_its_cells_and_broader_the_better_it_is() {
        let steps = [(1, 0), (1, 0), (1, 1), (1, 1), (0, 1), (1, 0), (0, 1), (1, 0), (1, 1), (0, 1), (0, 1)];
        let step = |at: &mut (usize, usize), by: &(usize, usize)| {
            *at = (at.0 + by.0, at.1 + by.1);
            Some(*at)
        };
        let road: Vec<(usize, usize)> = steps.iter().scan((6, 6), step).collect();
        let mut areas = Vec::new();
        for tier in [Tier::Path, Tier::Dirt, Tier::Paved, Tier::Highway] {
            let has_road = |x, y| road.contains(&(x, y));
            let land = Land::of(|x, y| if has_road(x, y) { Pixel { tier, ..MEADOW } } else { MEADOW });
            let is_road = |(x, y): (usize, usize)| land.at(x, y).0 > 160;
            let middle = |(x, y): (usize, usize)| (x * CELL + CELL / 2, y * CELL + CELL / 2);
            let mut reached = vec![middle(road[0])];
            for i in 0.. {
                let Some((x, y)) = reached.get(i).copied() else { break };
                let beside = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
                let new: Vec<_> =
                    beside.into_iter().filter(|at| is_road(*at) && !reached.contains(at)).collect();
                reached.extend(new);
            }
            assert!(road.iter().all(|cell| reached.contains(&middle(*cell))), "{tier:?} has a gap");
            areas.push(reached.len());
        }
        assert!(areas.is_sorted() && areas[0] * 3 < areas[3] * 2, "{areas:?}");
        assert!(areas[3] < road.len() * CELL * CELL, "{areas:?}");
    }
}
