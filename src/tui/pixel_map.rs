//! The land at pixels in a terminal that shows pictures: what it shows, and which pictures turn that into what a frame
//! wants.
//!
//! Words, marks and everything around the land stay characters. Where a picture has not been sent yet, or its place
//! shows another part of the land, the half blocks of the frame stay. How a picture becomes bytes does not live here
//! (`graphics`), nor what the land looks like (`painter`).

use super::camera::Window;
use super::canvas::Canvas;
use super::color::Rgb;
use super::graphics::{CHARACTER, GraphicsProtocol, Picture};
use super::painter::Painting;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier};

/// Width and height of a block, in characters.
const BLOCK: (u16, u16) = (8, 2);
/// Bytes per second after which pictures wait, and most bytes of them that are saved up for a frame.
const BYTES_PER_SECOND: i64 = 120_000;
const CREDIT_MAX: i64 = 20_000;
/// Most bytes of characters for which pictures wait.
const DEBT_MAX: i64 = 5 * BYTES_PER_SECOND;
/// So many frames after the map has moved its land is sent: while it moves, half blocks are as good and cheaper.
const STILL_FRAMES: u8 = 6;
/// Pixels as alike as this are not sent again: most differences between two steps of a channel.
const ALIKE_MAX: u8 = 8;

/// The pixels of a character, row by row.
type Pixels = [Rgb; CHARACTER.0 * CHARACTER.1];

/// The land at pixels, as the terminal shows it.
#[derive(Debug)]
pub struct PixelMap {
    protocol: GraphicsProtocol,
    /// The part of the land.
    window: Window,
    /// What is shown in place of each character, row by row.
    shown: Vec<Option<Box<Pixels>>>,
    /// The block that may be sent next.
    next_block: usize,
    /// Bytes that may be sent; negative after frames of many.
    credit: i64,
    /// Frames since the map moved, as far as they count.
    still_frames: u8,
    /// Whether some of what the last frame wanted has not been sent.
    pub is_unfinished: bool,
}

/// What a frame wants in place of its characters.
struct Wanted {
    /// Pixels where the land shows.
    pixels: Vec<Option<Box<Pixels>>>,
    /// Whether no character is written there.
    is_bare: Vec<bool>,
}

impl PixelMap {
    /// The land of a terminal that takes pictures and shows none.
    pub fn new(protocol: GraphicsProtocol) -> PixelMap {
        let (window, shown) = (Window::default(), Vec::new());
        PixelMap {
            protocol,
            window,
            shown,
            next_block: 0,
            credit: CREDIT_MAX,
            still_frames: 0,
            is_unfinished: false,
        }
    }

    /// Allows for the bytes that a terminal takes in so many milliseconds.
    pub fn earn(&mut self, ms: u64) {
        let earned = BYTES_PER_SECOND.saturating_mul(ms.min(1000) as i64) / 1000;
        self.credit = (self.credit + earned).min(CREDIT_MAX);
    }

    /// Counts the bytes of a frame, pictures and characters.
    pub fn spend(&mut self, bytes: usize) {
        self.credit = (self.credit - bytes as i64).max(-DEBT_MAX);
    }

    /// Sends pictures of a frame's land, as many as may be, and takes what they show out of the frame. `shown` is the
    /// frame before; where a picture has spoilt it, it is changed so that it differs.
    pub fn send(
        &mut self,
        land: Option<&Canvas>,
        (shown, frame): (&mut Buffer, &mut Buffer),
        out: &mut Vec<u8>,
    ) {
        let land = land.filter(|land| Painting::is_for(land.theme));
        let window = land.map_or(Window::default(), |land| land.window);
        if window != self.window {
            self.clear(out);
            self.window = window;
            self.shown.resize(window.area.area() as usize, None);
            self.still_frames = 0;
        }
        self.still_frames = self.still_frames.saturating_add(1);
        // Nothing is shown yet, so nothing has to be painted.
        let has_moved = self.still_frames < STILL_FRAMES;
        self.is_unfinished = land.is_some() && has_moved;
        let Some(painting) =
            land.filter(|_| !has_moved).and_then(|land| Painting::new(land, frame, CHARACTER))
        else {
            return;
        };
        let wanted = Wanted::new(&painting, window.area, self.protocol);
        self.uncover(&wanted, out);
        self.send_outdated(&wanted, shown, out);
        self.take_out(&wanted, shown, frame);
    }

    /// Sends the blocks that are outdated, first those in whose place there are still half blocks.
    fn send_outdated(&mut self, wanted: &Wanted, shown: &mut Buffer, out: &mut Vec<u8>) {
        let end = out.len() + self.credit.max(0) as usize;
        let blocks = self.blocks();
        for is_first in [true, false] {
            let first = self.next_block;
            for i in (0..blocks.len()).map(|i| (i + first) % blocks.len()) {
                let Some(area) = self.outdated(wanted, blocks[i], is_first) else { continue };
                if out.len() >= end {
                    self.is_unfinished = true;
                    continue;
                }
                self.send_picture(wanted, i + 1, area, shown, out);
                self.next_block = (i + 1) % blocks.len();
            }
        }
    }

    /// Deletes all pictures; where they take the place of characters, those of the next frame do.
    fn clear(&mut self, out: &mut Vec<u8>) {
        if self.shown.iter().any(Option::is_some) {
            out.extend(self.protocol.delete_all());
        }
        self.shown.clear();
    }

    /// Deletes pictures that lie behind something else than land.
    fn uncover(&mut self, wanted: &Wanted, out: &mut Vec<u8>) {
        if !self.protocol.is_under_text() {
            return;
        }
        for (i, block) in self.blocks().into_iter().enumerate() {
            let places: Vec<usize> = self.places(block).collect();
            if places.iter().any(|at| self.shown[*at].is_some() && wanted.pixels[*at].is_none()) {
                self.protocol.delete(i + 1, out);
                for at in places {
                    self.shown[at] = None;
                }
            }
        }
    }

    /// The blocks of the window, in characters of it.
    fn blocks(&self) -> Vec<Rect> {
        let area = Rect { x: 0, y: 0, ..self.window.area };
        let corners = (0..area.height)
            .step_by(BLOCK.1.into())
            .flat_map(|y| (0..area.width).step_by(BLOCK.0.into()).map(move |x| (x, y)));
        corners.map(|(x, y)| Rect::new(x, y, BLOCK.0, BLOCK.1).intersection(area)).collect()
    }

    /// The places of the characters of an area.
    fn places(&self, area: Rect) -> impl Iterator<Item = usize> + use<> {
        let width = usize::from(self.window.area.width);
        area.positions().map(move |at| usize::from(at.y) * width + usize::from(at.x))
    }

    /// The part of a block to send. With `is_first` only if some of it shows no pixels where there should be.
    fn outdated(&self, wanted: &Wanted, block: Rect, is_first: bool) -> Option<Rect> {
        let is_outdated = |at: usize| !are_alike(self.shown[at].as_deref(), wanted.pixels[at].as_deref());
        let is_missing = |at: usize| self.shown[at].is_none() && wanted.pixels[at].is_some();
        if is_first && !self.places(block).any(is_missing) {
            return None;
        }
        let positions = block.positions().zip(self.places(block));
        let outdated =
            positions.filter(|(_, at)| is_outdated(*at)).map(|(at, _)| Rect::from((at, (1, 1).into())));
        let area = outdated.reduce(Rect::union)?;
        Some(if self.protocol.is_under_text() { block } else { area })
    }

    fn send_picture(
        &mut self,
        wanted: &Wanted,
        number: usize,
        area: Rect,
        shown: &mut Buffer,
        out: &mut Vec<u8>,
    ) {
        let (left, top) = (self.window.area.x, self.window.area.y);
        let width = usize::from(self.window.area.width);
        let rows = (0..usize::from(area.height) * CHARACTER.1).map(|y| (y / CHARACTER.1, y % CHARACTER.1));
        let mut pixels = Vec::with_capacity(area.area() as usize * CHARACTER.0 * CHARACTER.1);
        for (row, y) in rows {
            let first = (usize::from(area.y) + row) * width + usize::from(area.x);
            for cell in &wanted.pixels[first..first + usize::from(area.width)] {
                let pixel = |x| cell.as_ref().map(|pixels| pixels[y * CHARACTER.0 + x]);
                pixels.extend((0..CHARACTER.0).map(pixel));
            }
        }
        let corner = (area.x + left, area.y + top);
        let picture = Picture { corner, size: (area.width, area.height), pixels };
        self.protocol.write(number, &picture, out);
        for (position, at) in area.positions().zip(self.places(area)) {
            self.shown[at].clone_from(&wanted.pixels[at]);
            if !self.protocol.is_under_text()
                && let Some(cell) = shown.cell_mut(Position::new(position.x + left, position.y + top))
            {
                *cell = picture_cell();
            }
        }
    }

    /// Takes characters out of a frame where the terminal shows pixels.
    fn take_out(&mut self, wanted: &Wanted, shown: &mut Buffer, frame: &mut Buffer) {
        let is_under_text = self.protocol.is_under_text();
        for (at, position) in self.window.area.positions().enumerate() {
            let Some(cell) = frame.cell_mut(position) else { continue };
            let has_pixels = self.shown[at].is_some() && wanted.pixels[at].is_some();
            if !has_pixels {
                // A character takes the place of the picture.
                self.shown[at] = self.shown[at].take().filter(|_| is_under_text);
            } else if !is_under_text {
                *cell = picture_cell();
                shown[position] = picture_cell();
            } else if wanted.is_bare[at] {
                *cell = Cell::EMPTY;
            } else {
                cell.bg = Color::Reset;
            }
        }
    }
}

impl Wanted {
    fn new(painting: &Painting, area: Rect, protocol: GraphicsProtocol) -> Wanted {
        let mut wanted = Wanted { pixels: Vec::new(), is_bare: Vec::new() };
        for at in area.positions() {
            let behind = painting.behind(at.x, at.y);
            let is_bare = behind.as_ref().is_some_and(|(is_written, _)| !is_written);
            let behind = behind.filter(|_| is_bare || protocol.is_under_text());
            wanted.is_bare.push(is_bare);
            wanted.pixels.push(behind.map(|(_, rows)| {
                let mut colours = rows.flatten().map(|colour| colour.stepped());
                Box::new(std::array::from_fn(|_| colours.next().unwrap_or_default()))
            }));
        }
        wanted
    }
}

/// Whether one may be shown for the other.
fn are_alike(shown: Option<&Pixels>, wanted: Option<&Pixels>) -> bool {
    match (shown, wanted) {
        (Some(shown), Some(wanted)) => {
            let differs = |a: u8, b: u8| a.abs_diff(b) > ALIKE_MAX;
            let are_unlike =
                |(a, b): (&Rgb, &Rgb)| differs(a.0, b.0) || differs(a.1, b.1) || differs(a.2, b.2);
            !shown.iter().zip(wanted).any(are_unlike)
        }
        (shown, wanted) => shown == wanted,
    }
}

/// What stands for a character in whose place there is a picture: no frame has it by itself.
fn picture_cell() -> Cell {
    let mut cell = Cell::EMPTY;
    cell.modifier = Modifier::HIDDEN;
    cell
}
