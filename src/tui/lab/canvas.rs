//! The lab's map: the state of each cell in a run, as half blocks, or as two characters per cell in the close zoom.
//!
//! `ink` has the colours; `chrome` draws what surrounds the map.

use super::ink::{self, LabMark};
use super::line::BrailleDots;
use super::shape;
use super::state::LabScreen;
use crate::grid::Cell;
use crate::lab::{CellMark, ExpandedBy, LabPlayback, SessionLane};
use crate::tui::look::color::Rgb;
use crate::tui::look::theme::{ACCENT, SNOW, Theme};
use crate::tui::map::camera::Window;
use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};

/// Ground brighter than this gets dark ink, and is dimmed under bright ink.
const BRIGHT: u32 = 110;

/// A pixel.
#[derive(Clone, Copy, Default)]
struct LabPixel {
    mark: LabMark,
    /// Cost of its ground, in milli-steps.
    price: u16,
    /// The land's own colour, if it is a land.
    land: Option<Rgb>,
}

/// The map of a lane in its window.
struct LabCanvas<'a> {
    screen: &'a LabScreen,
    run: Option<&'a LabPlayback>,
    window: Window,
    columns: i32,
    pixels: Vec<LabPixel>,
    /// The line of the path, if it is drawn instead of the path's cells.
    line: Option<BrailleDots>,
    /// What the algorithm prepared, if it is drawn as dots.
    shape: Option<BrailleDots>,
}

/// Draws the map of a lane.
pub(super) fn draw(buffer: &mut Buffer, screen: &LabScreen, lane: usize) {
    let mut canvas = LabCanvas::new(screen, &screen.session.lanes()[lane], screen.window(lane));
    canvas.lay_shape();
    canvas.lay_paths();
    canvas.write(buffer);
    canvas.draw_ends(buffer);
    canvas.draw_cursor(buffer);
}

impl<'a> LabCanvas<'a> {
    fn new(screen: &'a LabScreen, lane: &'a SessionLane, window: Window) -> LabCanvas<'a> {
        let (columns, rows) = window.pixels();
        let run = lane.run.as_ref().ok();
        let line = screen.shown.path_form.filter(|_| window.is_close).and_then(|form| lane.path_line(form));
        let line = line.map(|line| BrailleDots::of(&line, screen.ground(), window));
        let mut canvas = LabCanvas {
            screen,
            run,
            window,
            columns: i32::from(columns),
            pixels: Vec::new(),
            line,
            shape: None,
        };
        let all = (0..i32::from(rows)).flat_map(|y| (0..i32::from(columns)).map(move |x| (x, y)));
        canvas.pixels = all.map(|at| canvas.block_pixel(at)).collect();
        canvas
    }

    /// The pixel of a square of cells: the highest search state among them, else wall or free by majority.
    fn block_pixel(&self, (px, py): (i32, i32)) -> LabPixel {
        let scale = self.window.scale;
        let (left, top) = (self.window.left + px * scale, self.window.top + py * scale);
        let size = self.screen.size();
        let cell = |x: i32, y: i32| {
            let inside = x >= 0 && y >= 0 && x < i32::from(size.width) && y < i32::from(size.height);
            inside.then(|| Cell::new(x as u16, y as u16))
        };
        let cells = (top..top + scale).flat_map(|y| (left..left + scale).filter_map(move |x| cell(x, y)));
        let (mut best, mut walls, mut count) = (LabPixel::default(), 0, 0);
        for cell in cells {
            let pixel = self.pixel(cell);
            count += 1;
            walls += i32::from(pixel.mark == LabMark::Wall);
            best = if pixel.mark >= best.mark { pixel } else { best };
        }
        match best.mark {
            LabMark::Free if walls * 2 > count => LabPixel { mark: LabMark::Wall, price: 0, ..best },
            _ => best,
        }
    }

    /// The pixel of a single cell.
    fn pixel(&self, cell: Cell) -> LabPixel {
        let price = self.screen.ground().cost(cell);
        let land = self.screen.land_colour(cell);
        if price == 0 {
            return LabPixel { mark: LabMark::Wall, price, land };
        }
        let index = self.screen.size().index(cell);
        if self.screen.shown.tint {
            let spot = match self.screen.session.expanded_by(index) {
                ExpandedBy::Neither => LabMark::Free,
                ExpandedBy::First => LabMark::First,
                ExpandedBy::Second => LabMark::Second,
                ExpandedBy::Both => LabMark::Both,
            };
            return LabPixel { mark: spot, price, land };
        }
        let spot = self.run.map_or(LabMark::Free, |run| match run.mark(index) {
            CellMark::Unreached => LabMark::Free,
            CellMark::Open => LabMark::Frontier,
            CellMark::Expanded => {
                let last = u64::from(run.expansion_count().max(1));
                LabMark::Expanded((u64::from(run.order(index).unwrap_or(0)) * 255 / last) as u8)
            }
        });
        LabPixel { mark: spot, price, land }
    }

    /// Draws what the algorithm prepared, where the search has left no mark.
    fn lay_shape(&mut self) {
        let drawing = self.run.filter(|_| self.screen.shown.shape).map(|run| &run.recording().drawing);
        let Some(drawing) = drawing else { return };
        if self.window.is_close && !ink::uses_glyphs(self.screen.theme) {
            self.shape = Some(shape::dots(drawing, self.screen.ground(), self.window));
            return;
        }
        let [lines, nodes] = shape::cells(drawing, self.screen.size());
        for (cells, mark) in [(lines, LabMark::ShapeLine), (nodes, LabMark::ShapeNode)] {
            for cell in cells {
                let Some(index) = self.index(self.window.pixel_of(cell)) else { continue };
                let pixel = &mut self.pixels[index];
                if (LabMark::Free..=mark).contains(&pixel.mark) {
                    pixel.mark = mark;
                }
            }
        }
    }

    /// Draws the path, the chain of parents of the cursor's cell, and the cell expanded last.
    fn lay_paths(&mut self) {
        let Some(run) = self.run else { return };
        let cursor = self.screen.size().index(self.screen.cursor);
        let path = if self.line.is_some() { None } else { run.path() };
        let (chain, path) = (run.parent_chain(cursor), path.unwrap_or_default());
        for (cells, spot) in [(&chain, LabMark::Chain), (&path, LabMark::Path)] {
            if cells.len() > 1 {
                self.lay_line(cells, spot);
            }
        }
        if let Some(current) = run.current().filter(|_| !run.is_done()) {
            self.lay_line(&[current], LabMark::Current);
        }
    }

    /// Draws a line over the map, straight between cells that are not neighbours.
    fn lay_line(&mut self, cells: &[Cell], spot: LabMark) {
        let joints = cells.windows(2).flat_map(|two| crate::grid::line(two[0], two[1]));
        for cell in joints.chain(cells.last().copied()) {
            if let Some(index) = self.index(self.window.pixel_of(cell)) {
                self.pixels[index].mark = spot;
            }
        }
    }

    fn index(&self, (px, py): (i32, i32)) -> Option<usize> {
        let inside = px >= 0 && py >= 0 && px < self.columns;
        let index = (py * self.columns + px) as usize;
        (inside && index < self.pixels.len()).then_some(index)
    }

    fn at(&self, at: (i32, i32)) -> LabPixel {
        self.index(at).map_or(LabPixel::default(), |index| self.pixels[index])
    }

    fn colour(&self, pixel: LabPixel) -> Rgb {
        ink::colour(self.screen.theme, pixel.mark, pixel.price, pixel.land)
    }

    fn write(&self, buffer: &mut Buffer) {
        let area = self.window.area;
        for row in area.top()..area.bottom() {
            for column in area.left()..area.right() {
                let (dx, dy) = (i32::from(column - area.x), i32::from(row - area.y));
                let (glyph, style) = if self.window.is_close {
                    self.close_character((dx / 2, dy), dx % 2 == 1)
                } else {
                    self.half_block(self.at((dx, dy * 2)), self.at((dx, dy * 2 + 1)))
                };
                if let Some(cell) = buffer.cell_mut((column, row)) {
                    cell.set_char(glyph).set_style(style);
                }
            }
        }
    }

    /// Two pixels as a half block, or as the glyph of the more significant one.
    fn half_block(&self, upper: LabPixel, lower: LabPixel) -> (char, Style) {
        let theme = self.screen.theme;
        if ink::uses_glyphs(theme) {
            return self.as_glyph(if lower.mark > upper.mark { lower } else { upper });
        }
        let (above, below) = (theme.color(self.colour(upper)), theme.color(self.colour(lower)));
        let glyph = if above == below { ' ' } else { '▀' };
        (glyph, Style::new().fg(above).bg(below))
    }

    fn as_glyph(&self, pixel: LabPixel) -> (char, Style) {
        let theme = self.screen.theme;
        let glyph = ink::glyph(theme, pixel.mark, pixel.price);
        (
            glyph,
            if theme.is_mono() {
                ink::mono_style(pixel.mark)
            } else {
                legible_ink(theme, self.colour(pixel))
            },
        )
    }

    /// A cell in two columns: the direction of its parent, and its cost.
    fn close_character(&self, at: (i32, i32), is_second: bool) -> (char, Style) {
        let theme = self.screen.theme;
        let pixel = self.at(at);
        let dots = self.line.as_ref().and_then(|line| line.glyph(at.0 * 2 + i32::from(is_second), at.1));
        if let Some(dots) = dots {
            return self.path_character(pixel, dots);
        }
        let arrow = self.arrow(at);
        if !ink::uses_glyphs(theme) {
            let glyph = if is_second { ink::cost_digit(pixel.price) } else { arrow };
            return match (glyph, self.shape_dots(at, is_second)) {
                (None, Some(dots)) => (dots, theme.on(ink::shape_dots(), self.colour(pixel))),
                _ => (glyph.unwrap_or(' '), legible_ink(theme, self.colour(pixel))),
            };
        }
        let (glyph, style) = self.as_glyph(pixel);
        match is_second {
            false => (glyph, style),
            true if pixel.mark == LabMark::Wall => (glyph, style),
            true => (arrow.unwrap_or(' '), style),
        }
    }

    /// The dots of what was prepared in a character.
    fn shape_dots(&self, at: (i32, i32), is_second: bool) -> Option<char> {
        self.shape.as_ref()?.glyph(at.0 * 2 + i32::from(is_second), at.1)
    }

    /// The path's line in a character, as dots or as the path's glyph.
    fn path_character(&self, pixel: LabPixel, dots: char) -> (char, Style) {
        let theme = self.screen.theme;
        if ink::uses_glyphs(theme) {
            return self.as_glyph(LabPixel { mark: LabMark::Path, ..pixel });
        }
        // Bright ground is dimmed under the bright dots.
        let ground = self.colour(pixel);
        let ground = if ground.luma() > BRIGHT { ground.scaled(45) } else { ground };
        (dots, theme.on(ACCENT, ground))
    }

    /// The arrow from a generated cell to its parent.
    fn arrow(&self, (px, py): (i32, i32)) -> Option<char> {
        let size = self.screen.size();
        let (x, y) = (u16::try_from(self.window.left + px).ok()?, u16::try_from(self.window.top + py).ok()?);
        let cell = size.contains(Cell::new(x, y)).then_some(Cell::new(x, y))?;
        let parent = self.run?.cell_facts(size.index(cell))?.parent;
        let toward = |from: u16, to: u16| (i32::from(to) - i32::from(from)).signum();
        let (unicode, ascii) = match (toward(x, parent.x), toward(y, parent.y)) {
            (0, 0) => return None,
            (0, -1) => ('↑', '^'),
            (0, _) => ('↓', 'v'),
            (-1, 0) => ('←', '<'),
            (_, 0) => ('→', '>'),
            (-1, -1) => ('↖', '\\'),
            (1, 1) => ('↘', '\\'),
            (-1, _) => ('↙', '/'),
            _ => ('↗', '/'),
        };
        Some(self.screen.theme.pick_glyph(unicode, ascii))
    }

    /// Draws the letters of start and goal.
    fn draw_ends(&self, buffer: &mut Buffer) {
        let ground = self.screen.ground();
        for (cell, letter) in [(ground.goal(), 'G'), (ground.start(), 'S')] {
            let Some((column, row)) = self.window.char_of(cell) else { continue };
            put(buffer, (column, row), letter, self.screen.theme.selected());
            if self.window.is_close && column + 1 < self.window.area.right() {
                put(buffer, (column + 1, row), ' ', self.screen.theme.selected());
            }
        }
    }

    /// Brackets around the cursor's character.
    fn draw_cursor(&self, buffer: &mut Buffer) {
        let Some((column, row)) = self.window.char_of(self.screen.cursor) else { return };
        let after = if self.window.is_close { column + 2 } else { column + 1 };
        for (column, glyph) in [(column.checked_sub(1), '['), (Some(after), ']')] {
            let inside = |column: &u16| (self.window.area.left()..self.window.area.right()).contains(column);
            if let Some(cell) = column.filter(inside).and_then(|column| buffer.cell_mut((column, row))) {
                if cell.symbol() == "▀" {
                    cell.bg = self.screen.theme.color(self.under((column.unwrap_or(0), row)));
                }
                cell.set_char(glyph).set_style(Style::new().add_modifier(Modifier::BOLD));
                if !self.screen.theme.is_mono() {
                    cell.fg = self.screen.theme.color(SNOW);
                }
            }
        }
        if let Some(cell) = buffer.cell_mut((column, row)).filter(|_| self.screen.theme.is_mono()) {
            cell.modifier.insert(Modifier::UNDERLINED);
        }
    }

    /// The mean colour under a character of half blocks.
    fn under(&self, (column, row): (u16, u16)) -> Rgb {
        let (dx, dy) = (i32::from(column - self.window.area.x), i32::from(row - self.window.area.y) * 2);
        self.colour(self.at((dx, dy))).mean(self.colour(self.at((dx, dy + 1))))
    }
}

/// Ink that is legible on a ground without standing out.
fn legible_ink(theme: Theme, ground: Rgb) -> Style {
    let colour = if ground.luma() > BRIGHT { ground.scaled(35) } else { ground.mixed(SNOW, 55) };
    Style::new().fg(theme.color(colour)).bg(theme.color(ground))
}

fn put(buffer: &mut Buffer, at: (u16, u16), glyph: char, style: Style) {
    if let Some(cell) = buffer.cell_mut(at) {
        cell.reset();
        cell.set_char(glyph).set_style(style);
    }
}
