//! The land as pixels, and pixels as characters: half blocks, two columns per cell, or letters.
//!
//! `marks` draws units, labels and paths over it; `theme` has the ground's colours.

use super::camera::Window;
use crate::scene::{Form, NO_SHADE, Paint, Pixel, Scene, Surface, Tier, Visibility};
use crate::tui::look::color::{Depth, Rgb};
use crate::tui::look::ramp;
use crate::tui::look::theme::{self, CHROME, Glyphs, SHROUD, SNOW, Theme};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Position;
use ratatui::style::{Color, Modifier, Style};

/// The edge of a band keeps this much of its brightness, in percent.
const BAND_EDGE_PERCENT: u32 = 62;
/// The ground under a name is at most this bright.
pub(super) const UNDER_NAME_LUMA: u32 = 96;

/// How the land shows behind a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ground {
    /// As it is, and the character says no more than it.
    Bare,
    /// As it is, behind what is written.
    Land,
    /// Darkened for a name.
    UnderName,
    /// Not at all.
    Hidden,
}

/// The window's pixels with their colours.
#[derive(Clone, Debug)]
pub struct Canvas {
    /// The window it fills.
    pub(crate) window: Window,
    pub(crate) theme: Theme,
    columns: i32,
    rows: i32,
    pixels: Vec<Pixel>,
    /// A shade for each pixel under a lens, else empty.
    shades: Vec<u8>,
    colours: Vec<Rgb>,
    /// The pixels' named colours, only with sixteen colours, which cannot be mixed.
    named_colours: Vec<Color>,
}

impl Canvas {
    /// The scene's land in this window. The scene may have been made for another window: what it lacks stays dark until
    /// the next one arrives.
    pub(crate) fn new(scene: &Scene, window: Window, theme: Theme) -> Canvas {
        let (columns, rows) = window.pixels();
        let (columns, rows) = (i32::from(columns), i32::from(rows));
        let mut canvas = Canvas {
            window,
            theme,
            columns,
            rows,
            pixels: Vec::with_capacity((columns * rows) as usize),
            shades: Vec::new(),
            colours: Vec::with_capacity((columns * rows) as usize),
            named_colours: Vec::new(),
        };
        let has_names = theme.effective() == Depth::Sixteen;
        // Divisions are dear, and the same for every row.
        let (left, top) = (window.left.div_euclid(window.scale), window.top.div_euclid(window.scale));
        let x_of = |px: i32| window.left + px * window.scale;
        let across: Vec<Sampled> =
            (0..columns).map(|px| Sampled::of(x_of(px), scene.view.left, scene)).collect();
        for py in 0..rows {
            let down = Sampled::of(window.top + py * window.scale, scene.view.top, scene);
            for (px, across) in (0..columns).zip(&across) {
                let (pixel, shade) = sample(scene, *across, down);
                let grain = theme::grain(left + px, top + py);
                let mut colour = theme.pixel(pixel, grain);
                if let Some(shade) = shade {
                    colour = ramp::lens_colour(shade, pixel, colour);
                    canvas.shades.push(shade);
                }
                canvas.colours.push(colour);
                if has_names {
                    let named = if shade.is_some() { Color::Black } else { Theme::sixteen_color(pixel) };
                    canvas.named_colours.push(named);
                }
                canvas.pixels.push(pixel);
            }
        }
        if scene.lens.as_ref().is_some_and(|lens| lens.bands) {
            canvas.draw_band_edges();
        }
        canvas
    }

    /// Draws dark lines between the shades of a lens.
    fn draw_band_edges(&mut self) {
        for py in 0..self.rows {
            for px in 0..self.columns {
                let shade = |at| self.index(at).map_or(NO_SHADE, |i| self.shades[i]);
                let here = shade((px, py));
                let other = |at| shade(at) != here && shade(at) != NO_SHADE;
                if here != NO_SHADE && (other((px + 1, py)) || other((px, py + 1))) {
                    self.recolour((px, py), Color::Black, |colour| colour.scaled(BAND_EDGE_PERCENT));
                }
            }
        }
    }

    #[inline]
    fn index(&self, (px, py): (i32, i32)) -> Option<usize> {
        let inside = px >= 0 && py >= 0 && px < self.columns && py < self.rows;
        inside.then(|| (py * self.columns + px) as usize)
    }

    /// The pixel at a position.
    #[inline]
    pub(crate) fn pixel(&self, at: (i32, i32)) -> Option<Pixel> {
        self.pixels.get(self.index(at)?).copied()
    }

    /// The pixel at a position, with its colour.
    pub(super) fn coloured_pixel(&self, at: (i32, i32)) -> Option<(Pixel, Rgb)> {
        self.index(at).map(|index| (self.pixels[index], self.colours[index]))
    }

    /// Changes a pixel's colour; with sixteen colours it becomes `named`, or stays.
    #[inline]
    pub(crate) fn recolour(
        &mut self,
        at: (i32, i32),
        named: impl Into<Option<Color>>,
        change: impl Fn(Rgb) -> Rgb,
    ) {
        let Some(index) = self.index(at) else { return };
        self.colours[index] = change(self.colours[index]);
        if let (Some(colour), Some(named)) = (self.named_colours.get_mut(index), named.into()) {
            *colour = named;
        }
    }

    /// Changes the colour of each pixel, row by row, where there are more colours than sixteen.
    #[inline]
    pub(super) fn recolour_each(&mut self, change: impl Fn(usize, Pixel, Rgb) -> Rgb) {
        for (i, (pixel, colour)) in self.pixels.iter().zip(&mut self.colours).enumerate() {
            *colour = change(i, *pixel, *colour);
        }
    }

    /// The pixels under a character: the upper and the lower, or the same one twice.
    #[inline]
    fn pixels_under(&self, column: u16, row: u16) -> ((i32, i32), (i32, i32)) {
        let dx = i32::from(column) - i32::from(self.window.area.x);
        let dy = i32::from(row) - i32::from(self.window.area.y);
        if self.window.is_close { ((dx / 2, dy), (dx / 2, dy)) } else { ((dx, dy * 2), (dx, dy * 2 + 1)) }
    }

    /// All pixels that are like this, row by row, each with its position.
    pub(super) fn pixels_like(
        &self,
        is_like: impl Fn(&Pixel) -> bool,
    ) -> impl Iterator<Item = ((i32, i32), Pixel)> {
        let placed =
            |(i, pixel): (usize, &Pixel)| ((i as i32 % self.columns, i as i32 / self.columns), *pixel);
        self.pixels.iter().enumerate().filter(move |(_, pixel)| is_like(pixel)).map(placed)
    }

    /// Whether some pixel is like this.
    pub(super) fn any_pixel(&self, is_like: impl Fn(&Pixel) -> bool) -> bool {
        self.pixels.iter().any(is_like)
    }

    /// Whether a road passes under a character.
    pub(super) fn has_road(&self, column: u16, row: u16) -> bool {
        let (upper, lower) = self.pixels_under(column, row);
        [upper, lower].into_iter().any(|at| self.pixel(at).is_some_and(|pixel| pixel.tier.is_road()))
    }

    /// The mean colour under a character.
    pub(crate) fn ground(&self, column: u16, row: u16) -> Rgb {
        let (upper, lower) = self.pixels_under(column, row);
        let colour = |at| self.index(at).map_or(SHROUD, |i| self.colours[i]);
        colour(upper).mean(colour(lower))
    }

    /// The background colour under a character, as the terminal shows it.
    pub(super) fn backdrop(&self, column: u16, row: u16) -> Color {
        let (_, lower) = self.pixels_under(column, row);
        match self.index(lower).and_then(|i| self.named_colours.get(i)) {
            Some(named) => *named,
            None => self.theme.color(self.ground(column, row)),
        }
    }

    /// How the land shows behind a character that has been drawn over it.
    pub(super) fn ground_of(&self, cell: &Cell, at: Position) -> Ground {
        let (upper, lower) = self.pixels_under(at.x, at.y);
        let (symbol, style) = self.character(upper, lower, at.x);
        let is_own =
            cell.symbol().chars().eq([symbol]) && (Some(cell.fg), Some(cell.bg)) == (style.fg, style.bg);
        let ground = self.ground(at.x, at.y);
        if is_own && self.is_texture(upper, at.x) {
            Ground::Bare
        } else if cell.bg == self.theme.color(ground) {
            Ground::Land
        } else if cell.bg == self.theme.color(ground.capped(UNDER_NAME_LUMA)) {
            Ground::UnderName
        } else {
            Ground::Hidden
        }
    }

    /// Whether the land's own character only shows what its colour shows.
    fn is_texture(&self, at: (i32, i32), column: u16) -> bool {
        let second = (column - self.window.area.x) % 2 == 1;
        let says_more = |pixel: Pixel| if second { pixel.paint != Paint::None } else { is_named(pixel.form) };
        !self.window.is_close || self.shades.is_empty() && !self.pixel(at).is_some_and(says_more)
    }

    #[inline]
    fn colour(&self, at: (i32, i32)) -> Color {
        let Some(index) = self.index(at) else { return self.theme.color(SHROUD) };
        match self.named_colours.get(index) {
            Some(named) => *named,
            None => self.theme.color(self.colours[index]),
        }
    }

    /// Writes the land.
    pub(crate) fn write(&self, buffer: &mut Buffer) {
        let area = self.window.area;
        let has_halves = !self.window.is_close && !self.theme.is_mono() && self.theme.glyphs != Glyphs::Ascii;
        if has_halves && self.shades.is_empty() {
            return self.write_halves(buffer);
        }
        for row in area.top()..area.bottom() {
            for column in area.left()..area.right() {
                let (upper, lower) = self.pixels_under(column, row);
                let (symbol, style) = self.character(upper, lower, column);
                if let Some(cell) = buffer.cell_mut((column, row)) {
                    cell.set_char(symbol).set_style(style);
                }
            }
        }
    }

    /// Writes the land where it is nothing but half blocks, as it mostly is.
    fn write_halves(&self, buffer: &mut Buffer) {
        let area = self.window.area.intersection(buffer.area);
        let columns = usize::from(self.window.area.width);
        let shown: Vec<Color> = if self.named_colours.is_empty() {
            self.colours.iter().map(|colour| self.theme.color(*colour)).collect()
        } else {
            self.named_colours.clone()
        };
        for (row, colours) in area.rows().zip(shown.chunks((columns * 2).max(1))) {
            let start = buffer.index_of(row.x, row.y);
            let cells = &mut buffer.content[start..][..usize::from(row.width)];
            let (upper, lower) = colours.split_at(columns);
            for (cell, (above, below)) in cells.iter_mut().zip(upper.iter().zip(lower)) {
                cell.set_symbol(if above == below { " " } else { "▀" });
                (cell.fg, cell.bg) = (*above, *below);
            }
        }
    }

    #[inline]
    fn character(&self, upper: (i32, i32), lower: (i32, i32), column: u16) -> (char, Style) {
        if let Some(shown) = self.lens_digit(upper, lower, column) {
            return shown;
        }
        if self.theme.is_mono() {
            return self.mono_character(upper, lower, column);
        }
        if self.window.is_close {
            return self.close_character(upper, column);
        }
        let (above, below) = (self.colour(upper), self.colour(lower));
        if above == below {
            return (' ', Style::new().fg(above).bg(below));
        }
        if self.theme.glyphs == Glyphs::Ascii {
            let ground = self.colour(self.more_significant(upper, lower));
            return (' ', Style::new().fg(ground).bg(ground));
        }
        ('▀', Style::new().fg(above).bg(below))
    }

    /// The digit of a lens, where colour alone is not enough: with few colours, in ASCII, and in the close zoom.
    fn lens_digit(&self, upper: (i32, i32), lower: (i32, i32), column: u16) -> Option<(char, Style)> {
        let depth = self.theme.effective();
        let poor = matches!(depth, Depth::Sixteen | Depth::Mono) || self.theme.glyphs == Glyphs::Ascii;
        if self.shades.is_empty() || !(poor || self.window.is_close) {
            return None;
        }
        let shade = |at| self.index(at).map_or(NO_SHADE, |i| self.shades[i]);
        let at = if shade(upper) == NO_SHADE { lower } else { upper };
        let second = self.window.is_close && (column - self.window.area.x) % 2 == 1;
        let glyph = ramp::digit(shade(at)).filter(|_| !second).unwrap_or(' ');
        let style = match depth {
            Depth::Mono => Style::new(),
            Depth::Sixteen => Style::new().fg(ramp::sixteen_color(shade(at).min(99))).bg(Color::Black),
            Depth::True | Depth::Indexed => {
                let ground = self.index(at).map_or(SHROUD, |i| self.colours[i]);
                let ink = if ground.luma() > 120 {
                    ground.scaled(50)
                } else {
                    ground.mixed(Rgb(255, 255, 255), 50)
                };
                Style::new().fg(self.theme.color(ink)).bg(self.colour(at))
            }
        };
        Some((glyph, style))
    }

    /// A character of the close zoom: each cell has the faint letter of its ground.
    fn close_character(&self, at: (i32, i32), column: u16) -> (char, Style) {
        let ground = self.index(at).map_or(SHROUD, |i| self.colours[i]);
        let second = (column - self.window.area.x) % 2 == 1;
        let letter = match self.pixel(at) {
            Some(pixel) if second => theme::paint_glyph(pixel.paint, self.theme.glyphs),
            Some(pixel) if is_named(pixel.form) => theme::letter(pixel, self.theme.glyphs),
            Some(pixel) if pixel.tier >= Tier::Path => ' ',
            Some(pixel) if matches!(pixel.surface, Surface::Meadow | Surface::Grass) => ' ',
            Some(pixel) => theme::letter(pixel, self.theme.glyphs),
            None => ' ',
        };
        let is_strong = !second && self.pixel(at).is_some_and(|pixel| is_named(pixel.form));
        let ink = match (ground.luma() > 120, is_strong) {
            (true, true) => CHROME,
            (true, false) => ground.scaled(80),
            (false, true) => SNOW,
            (false, false) => ground.scaled(135),
        };
        (letter, Style::new().fg(self.theme.color(ink)).bg(self.colour(at)))
    }

    fn mono_character(&self, upper: (i32, i32), lower: (i32, i32), column: u16) -> (char, Style) {
        let second = self.window.is_close && (column - self.window.area.x) % 2 == 1;
        let Some(pixel) = self.pixel(self.more_significant(upper, lower)) else { return (' ', Style::new()) };
        let letter = if second {
            theme::paint_glyph(pixel.paint, self.theme.glyphs)
        } else {
            theme::letter(pixel, self.theme.glyphs)
        };
        let style = match (pixel.visibility, pixel.tier) {
            (_, Tier::Path | Tier::Dirt | Tier::Paved | Tier::Highway) if !pixel.is_lane => {
                Style::new().add_modifier(Modifier::BOLD)
            }
            (Visibility::Remembered, _) => Style::new().add_modifier(Modifier::DIM),
            _ => Style::new(),
        };
        (letter, style)
    }

    /// The more significant of two pixels.
    fn more_significant(&self, upper: (i32, i32), lower: (i32, i32)) -> (i32, i32) {
        let weight = |at| {
            self.pixel(at).map_or(0, |p| match (p.visibility, p.tier, p.surface) {
                (Visibility::OffLand | Visibility::Unseen | Visibility::SeenLater, _, _) => 0,
                (_, tier, _) if tier >= Tier::Path => 9 + tier as u8,
                (_, _, surface) if surface.is_built() => 8,
                (_, _, Surface::River) => 7,
                _ => 1,
            })
        };
        if weight(lower) > weight(upper) { lower } else { upper }
    }
}

/// Whether a form stands out by its letter in the close zoom.
const fn is_named(form: Form) -> bool {
    matches!(form, Form::Gate | Form::Market | Form::Inn)
}

/// The colours of a scene's land, pixel by pixel, without marks.
pub fn land_colours(scene: &Scene, theme: Theme) -> Vec<Rgb> {
    let view = &scene.view;
    let scale = i32::from(view.cells_per_pixel.max(1));
    let (left, top) = (view.left.div_euclid(scale), view.top.div_euclid(scale));
    let columns = i32::from(view.columns.max(1));
    let colour = |(i, pixel): (usize, &Pixel)| {
        let grain = theme::grain(left + i as i32 % columns, top + i as i32 / columns);
        let colour = theme.pixel(*pixel, grain);
        let grey = colour.luma() as u8;
        if theme.is_mono() { Rgb(grey, grey, grey) } else { colour }
    };
    scene.pixels.iter().enumerate().map(colour).collect()
}

/// A column or row of a window.
#[derive(Clone, Copy)]
struct Sampled {
    /// That of the land.
    cell: i32,
    /// That of the scene's pixels.
    pixel: i32,
}

impl Sampled {
    /// That of a cell, in a scene whose first is `first`.
    fn of(cell: i32, first: i32, scene: &Scene) -> Sampled {
        let scale = i32::from(scene.view.cells_per_pixel.max(1));
        Sampled { cell, pixel: (cell - first).div_euclid(scale) }
    }
}

/// The scene's pixel at a cell of the land, and its shade under a lens.
#[inline]
fn sample(scene: &Scene, across: Sampled, down: Sampled) -> (Pixel, Option<u8>) {
    let view = &scene.view;
    let (px, py) = (across.pixel, down.pixel);
    let shades = scene.lens.as_ref().map(|lens| &lens.shades);
    if px < 0 || py < 0 || px >= i32::from(view.columns) || py >= i32::from(view.rows) {
        let (width, height) = (i32::from(scene.land.0), i32::from(scene.land.1));
        let light = if (0..width).contains(&across.cell) && (0..height).contains(&down.cell) {
            Visibility::Unseen
        } else {
            Visibility::OffLand
        };
        return (Pixel { visibility: light, ..Pixel::default() }, shades.map(|_| NO_SHADE));
    }
    let index = py as usize * usize::from(view.columns) + px as usize;
    let pixel = scene.pixels.get(index).copied().unwrap_or_default();
    (pixel, shades.map(|shades| shades.get(index).copied().unwrap_or(NO_SHADE)))
}
