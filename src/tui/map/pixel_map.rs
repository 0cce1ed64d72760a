//! The land at pixels in a terminal that shows pictures: what it shows, and which pictures turn that into what a frame
//! wants.
//!
//! Words, marks and everything around the land stay characters. Where a picture has not been sent yet, or its place
//! shows another part of the land, the half blocks of the frame stay. How a picture becomes bytes does not live here
//! (`graphics`), nor what the land looks like (`painter`).

use super::camera::Window;
use super::canvas::Canvas;
use super::graphics::{CHARACTER, GraphicsProtocol, Picture};
use super::painter::Painting;
use crate::tui::look::color::Rgb;
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
/// Most blocks that a frame looks at to see whether they are outdated: what a frame may cost.
const LOOKED_AT_MAX: usize = 64;

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
    /// The block to be looked at next.
    next_block: usize,
    /// How many have not been looked at since the screen changed.
    blocks_left: usize,
    /// Bytes that may be sent; negative after frames of many.
    credit: i64,
    /// Frames since the map moved, as far as they count.
    still_frames: u8,
    /// Whether some of what the last frame wanted may not have been sent.
    pub is_unfinished: bool,
}

/// What a frame wants in place of its characters.
struct Wanted<'a> {
    painting: Painting<'a>,
    /// Where the land shows at pixels: whether a character is written over it.
    is_written: Vec<Option<bool>>,
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
            blocks_left: 0,
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

    /// Notes that the screen has changed, so that any block may be outdated.
    pub fn renew(&mut self) {
        self.blocks_left = self.blocks().len();
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
            self.renew();
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
        let wanted = Wanted::new(painting, self.protocol);
        self.uncover(&wanted, out);
        self.send_outdated(&wanted, shown, out);
        self.take_out(&wanted, shown, frame);
    }

    /// Sends blocks in whose place there are still half blocks, then outdated ones among the next few.
    fn send_outdated(&mut self, wanted: &Wanted, shown: &mut Buffer, out: &mut Vec<u8>) {
        let end = out.len() + self.credit.max(0) as usize;
        let blocks = self.blocks();
        for (i, block) in blocks.iter().enumerate() {
            let is_missing = |at: usize| self.shown[at].is_none() && wanted.is_written[at].is_some();
            if out.len() < end && self.places(*block).any(is_missing) {
                self.send_block(wanted, i, *block, shown, out);
            }
        }
        for _ in 0..self.blocks_left.min(LOOKED_AT_MAX) {
            if out.len() >= end {
                break;
            }
            let i = self.next_block % blocks.len();
            self.send_block(wanted, i, blocks[i], shown, out);
            self.next_block = i + 1;
            self.blocks_left -= 1;
        }
        self.is_unfinished = self.blocks_left > 0;
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
            if places.iter().any(|at| self.shown[*at].is_some() && wanted.is_written[*at].is_none()) {
                self.protocol.delete(i + 1, out);
                for at in places {
                    self.shown[at] = None;
                }
            }
        }
    }

    /// The blocks of the window, in characters of it; from right to left, so that night and day come from the east.
    fn blocks(&self) -> Vec<Rect> {
        let area = Rect { x: 0, y: 0, ..self.window.area };
        let columns = (0..area.width).step_by(BLOCK.0.into()).rev();
        let corners = columns.flat_map(|x| (0..area.height).step_by(BLOCK.1.into()).map(move |y| (x, y)));
        corners.map(|(x, y)| Rect::new(x, y, BLOCK.0, BLOCK.1).intersection(area)).collect()
    }

    /// The places of the characters of an area.
    fn places(&self, area: Rect) -> impl Iterator<Item = usize> + use<> {
        let width = usize::from(self.window.area.width);
        area.positions().map(move |at| usize::from(at.y) * width + usize::from(at.x))
    }

    /// Sends what is outdated of a block.
    fn send_block(&mut self, wanted: &Wanted, i: usize, block: Rect, shown: &mut Buffer, out: &mut Vec<u8>) {
        let (left, top) = (self.window.area.x, self.window.area.y);
        let colours = wanted.painting.paint(Rect { x: block.x + left, y: block.y + top, ..block });
        let painted = self.places(block).zip(colours.chunks(CHARACTER.0 * CHARACTER.1));
        let stepped = |colours: &[Rgb]| Box::new(std::array::from_fn(|i| colours[i].stepped()));
        let painted: Vec<_> =
            painted.map(|(at, colours)| wanted.is_written[at].map(|_| stepped(colours))).collect();
        let places = block.positions().zip(self.places(block)).zip(&painted);
        let outdated = places
            .filter(|((_, at), pixels)| !are_alike(self.shown[*at].as_deref(), pixels.as_deref()))
            .map(|((at, _), _)| Rect::from((at, (1, 1).into())));
        let Some(outdated) = outdated.reduce(Rect::union) else { return };
        let area = if self.protocol.is_under_text() { block } else { outdated };
        let of = |x: u16, y: u16| &painted[usize::from((y - block.y) * block.width + x - block.x)];
        let rows = area.rows().flat_map(|row| (0..CHARACTER.1).map(move |y| (row, y)));
        let pixel = |at: Position, y: usize, x: usize| {
            of(at.x, at.y).as_ref().map(|pixels| pixels[y * CHARACTER.0 + x])
        };
        let pixels = rows.flat_map(|(row, y)| {
            row.positions().flat_map(move |at| (0..CHARACTER.0).map(move |x| pixel(at, y, x)))
        });
        let corner = (area.x + left, area.y + top);
        let picture = Picture { corner, size: (area.width, area.height), pixels: pixels.collect() };
        self.protocol.write(i + 1, &picture, out);
        for (position, at) in area.positions().zip(self.places(area)) {
            self.shown[at].clone_from(of(position.x, position.y));
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
            let has_pixels = self.shown[at].is_some() && wanted.is_written[at].is_some();
            if !has_pixels {
                // A character takes the place of the picture.
                self.shown[at] = self.shown[at].take().filter(|_| is_under_text);
            } else if !is_under_text {
                *cell = picture_cell();
                shown[position] = picture_cell();
            } else if wanted.is_written[at] == Some(false) {
                *cell = Cell::EMPTY;
            } else {
                cell.bg = Color::Reset;
            }
        }
    }
}

impl Wanted<'_> {
    fn new(painting: Painting<'_>, protocol: GraphicsProtocol) -> Wanted<'_> {
        let is_shown = |is_written: &bool| !is_written || protocol.is_under_text();
        let written = |at| painting.is_written(at).filter(is_shown);
        let is_written = painting.area().positions().map(written).collect();
        Wanted { painting, is_written }
    }
}

/// Whether one may be shown for the other.
fn are_alike(shown: Option<&Pixels>, wanted: Option<&Pixels>) -> bool {
    match (shown, wanted) {
        (Some(shown), Some(wanted)) => shown.iter().zip(wanted).all(|(a, b)| a.is_alike(*b)),
        (shown, wanted) => shown == wanted,
    }
}

/// What stands for a character in whose place there is a picture: no frame has it by itself.
fn picture_cell() -> Cell {
    let mut cell = Cell::EMPTY;
    cell.modifier = Modifier::HIDDEN;
    cell
}
