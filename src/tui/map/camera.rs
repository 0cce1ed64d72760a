//! The camera: which cell of the land is where on the screen.
//!
//! Drawing and the meaning of clicks are elsewhere.

use crate::grid::Cell;
use ratatui::layout::Rect;

/// The zoom level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum Zoom {
    /// Several cells per half character.
    Far,
    /// One cell per half character.
    #[default]
    Near,
    /// Two characters per cell.
    Close,
}

/// A position and a zoom level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Camera {
    /// The cell in the middle.
    pub centre: Cell,
    /// The zoom level.
    pub zoom: Zoom,
    /// Cells per pixel when zoomed out, at most; fewer if the whole land fits.
    pub scale_max: i32,
}

impl Zoom {
    /// The initial zoom: close if the whole land then fits into the window.
    pub fn initial(area: Rect, land: (u16, u16)) -> Zoom {
        let close = Window { area, is_close: true, ..Window::default() };
        let (columns, rows) = close.pixels();
        if land.0 <= columns && land.1 <= rows { Zoom::Close } else { Zoom::Near }
    }

    /// The next nearer or farther zoom; the last one stays.
    pub(crate) fn next(self, nearer: bool) -> Zoom {
        match (self, nearer) {
            (Zoom::Far, true) | (Zoom::Close, false) => Zoom::Near,
            (Zoom::Near | Zoom::Close, true) => Zoom::Close,
            (Zoom::Near | Zoom::Far, false) => Zoom::Far,
        }
    }
}

impl Default for Camera {
    fn default() -> Self {
        Camera { centre: Cell::default(), zoom: Zoom::default(), scale_max: 4 }
    }
}

/// The map's part of the screen, as seen by a camera.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Window {
    /// Characters on the screen.
    pub area: Rect,
    /// Cell of the top left pixel; may lie off the land.
    pub left: i32,
    /// See `left`.
    pub top: i32,
    /// Cells per pixel.
    pub scale: i32,
    /// Whether a cell takes two columns and one row, instead of a half block per pixel.
    pub is_close: bool,
}

/// The camera follows the cursor when it is nearer to the edge than this, in pixels.
const MARGIN_PIXELS: i32 = 4;

impl Camera {
    /// The window of this camera over a land of this size. It shows as much land as possible: a small land is centred,
    /// and no edge of a large one is far inside the window.
    pub fn window(self, area: Rect, land: (u16, u16)) -> Window {
        let close = self.zoom == Zoom::Close;
        let mut window = Window { area, left: 0, top: 0, scale: 1, is_close: close };
        let (columns, rows) = window.pixels();
        if self.zoom == Zoom::Far {
            let fits = |cells: u16, pixels: u16| i32::from(cells.div_ceil(pixels.max(1)));
            window.scale = fits(land.0, columns).max(fits(land.1, rows)).clamp(2, self.scale_max);
        }
        let scale = window.scale;
        let edge = |centre: u16, pixels: u16, size: u16| {
            let span = i32::from(pixels) * scale;
            let least = (-MARGIN_PIXELS * scale).min((i32::from(size) - span) / 2);
            let most = i32::from(size) - span - least;
            (i32::from(centre) - span / 2).clamp(least, most.max(least)).div_euclid(scale) * scale
        };
        window.left = edge(self.centre.x, columns, land.0);
        window.top = edge(self.centre.y, rows, land.1);
        window
    }

    /// Looks at a land for the first time: close if it then fits as a whole, and at its middle if it fits, else at a cell.
    pub fn fit(&mut self, area: Rect, land: (u16, u16), cell: Cell) {
        self.zoom = Zoom::initial(area, land);
        let (columns, rows) = self.window(area, land).pixels();
        let is_whole = land.0 <= columns && land.1 <= rows;
        self.centre = if is_whole { Cell::new(land.0 / 2, land.1 / 2) } else { cell };
    }

    /// Moves the centre to where the window really has it.
    pub fn settle_centre(&mut self, area: Rect, land: (u16, u16)) {
        let window = self.window(area, land);
        let (columns, rows) = window.pixels();
        let middle = |first: i32, pixels: u16, size: u16| {
            (first + i32::from(pixels) * window.scale / 2).clamp(0, i32::from(size.max(1)) - 1) as u16
        };
        self.centre = Cell::new(middle(window.left, columns, land.0), middle(window.top, rows, land.1));
    }

    /// Moves so that the cell is well inside the window.
    pub fn keep_in_view(&mut self, cell: Cell, area: Rect, land: (u16, u16)) {
        self.settle_centre(area, land);
        let window = self.window(area, land);
        let (columns, rows) = window.pixels();
        let shift = |at: u16, first: i32, pixels: u16| {
            let span = i32::from(pixels) * window.scale;
            let margin = (MARGIN_PIXELS * window.scale).min((span - 1) / 2).max(0);
            let at = i32::from(at);
            (at - (first + span - 1 - margin)).max(0) + (at - (first + margin)).min(0)
        };
        let by = (shift(cell.x, window.left, columns), shift(cell.y, window.top, rows));
        self.centre = moved(self.centre, by, land);
    }

    /// Moves by this many characters; its centre stays on the land.
    pub fn pan(&mut self, area: Rect, land: (u16, u16), (columns, rows): (i32, i32)) {
        self.settle_centre(area, land);
        self.centre = moved(self.centre, self.window(area, land).cells(columns, rows), land);
    }
}

/// The cell this far to the right and down, or the last one of the land that way.
pub(crate) fn moved(cell: Cell, (dx, dy): (i32, i32), land: (u16, u16)) -> Cell {
    let at = |at: u16, by: i32, size: u16| (i32::from(at) + by).clamp(0, i32::from(size.max(1)) - 1) as u16;
    Cell::new(at(cell.x, dx, land.0), at(cell.y, dy, land.1))
}

impl Window {
    /// Columns and rows of pixels.
    pub fn pixels(&self) -> (u16, u16) {
        if self.is_close {
            (self.area.width.div_ceil(2), self.area.height)
        } else {
            (self.area.width, self.area.height.saturating_mul(2))
        }
    }

    /// Whether it shows all of a land of this size.
    pub(super) fn shows_whole(&self, land: (u16, u16)) -> bool {
        let (columns, rows) = self.pixels();
        let holds = |first: i32, pixels: u16, size: u16| {
            first <= 0 && first + i32::from(pixels) * self.scale >= i32::from(size)
        };
        holds(self.left, columns, land.0) && holds(self.top, rows, land.1)
    }

    /// The number of cells that this many characters span.
    pub fn cells(&self, columns: i32, rows: i32) -> (i32, i32) {
        if self.is_close { (columns / 2, rows) } else { (columns * self.scale, rows * 2 * self.scale) }
    }

    /// The pixel of a cell, which may lie outside the window.
    pub fn pixel_of(&self, cell: Cell) -> (i32, i32) {
        let pixel = |at: u16, first: i32| (i32::from(at) - first).div_euclid(self.scale.max(1));
        (pixel(cell.x, self.left), pixel(cell.y, self.top))
    }

    /// The screen position of a cell, if it is in the window.
    pub fn char_of(&self, cell: Cell) -> Option<(u16, u16)> {
        self.char_at(self.pixel_of(cell))
    }

    /// The screen position of a pixel, if it is in the window.
    pub(super) fn char_at(&self, (px, py): (i32, i32)) -> Option<(u16, u16)> {
        let (dx, dy) = if self.is_close { (px * 2, py) } else { (px, py.div_euclid(2)) };
        let inside =
            dx >= 0 && dy >= 0 && dx < i32::from(self.area.width) && dy < i32::from(self.area.height);
        inside.then(|| (self.area.x + dx as u16, self.area.y + dy as u16))
    }

    /// The cell at a screen position; `lower` means the lower cell of a half block. `None` outside window or land.
    pub fn cell_at(&self, column: u16, row: u16, lower: bool, land: (u16, u16)) -> Option<Cell> {
        if !self.area.contains((column, row).into()) {
            return None;
        }
        let dx = i32::from(column - self.area.x);
        let dy = i32::from(row - self.area.y);
        let (px, py) = if self.is_close { (dx / 2, dy) } else { (dx, dy * 2 + i32::from(lower)) };
        let x = self.left + px * self.scale + (self.scale - 1) / 2;
        let y = self.top + py * self.scale + (self.scale - 1) / 2;
        let inside = x >= 0 && y >= 0 && x < i32::from(land.0) && y < i32::from(land.1);
        inside.then(|| Cell::new(x as u16, y as u16))
    }
}
