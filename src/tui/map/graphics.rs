//! Pictures as bytes, for the terminals that show them: the protocols of Kitty and of iTerm2, and Sixel.
//!
//! Which pictures a frame needs does not live here (`pixel_map`), nor how a terminal says what it knows (`app`).

use crate::tui::look::color::Rgb;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use icy_sixel::{EncodeOptions, SixelImage};
use std::io::Write;

/// Width and height of a character, in pixels of the land.
pub const CHARACTER: (usize, usize) = (4, 8);
/// Most colours of a picture, a limit of Sixel and of the smaller form of PNG.
const COLOURS_MAX: usize = 256;
/// Most bytes of a picture in one sequence of Kitty.
const CHUNK_BYTES: usize = 4096;

/// How a terminal takes pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GraphicsProtocol {
    /// Kitty's: pictures lie under the text until they are deleted.
    Kitty,
    /// iTerm2's: pictures take the place of characters.
    Iterm,
    /// Sixel: the same, in pixels of the terminal.
    Sixel {
        /// Width and height of a character, in these pixels.
        character: (u16, u16),
    },
}

/// A picture in place of some characters.
pub(crate) struct Picture {
    /// Column and row of its upper left character on the screen.
    pub(crate) corner: (u16, u16),
    /// Its columns and rows, in characters.
    pub(crate) size: (u16, u16),
    /// Its pixels, row by row; `None` shows what is behind.
    pub(crate) pixels: Vec<Option<Rgb>>,
}

impl GraphicsProtocol {
    /// Whether pictures stay where text is written over them.
    pub(super) fn is_under_text(self) -> bool {
        self == GraphicsProtocol::Kitty
    }

    /// Writes a picture; one with the same number takes its place, where pictures have numbers.
    pub(crate) fn write(self, number: usize, picture: &Picture, out: &mut Vec<u8>) {
        let (column, row) = picture.corner;
        let _ = write!(out, "\x1b[{};{}H", row + 1, column + 1);
        match self {
            GraphicsProtocol::Kitty => write_kitty(number, picture, out),
            GraphicsProtocol::Iterm => write_iterm(picture, out),
            GraphicsProtocol::Sixel { character } => {
                if let Some(sixel) = sixel(picture, character) {
                    out.extend(sixel.as_bytes());
                }
            }
        }
    }

    /// Deletes a picture.
    pub(super) fn delete(self, number: usize, out: &mut Vec<u8>) {
        if self == GraphicsProtocol::Kitty {
            let _ = write!(out, "\x1b_Ga=d,d=I,i={number},q=2\x1b\\");
        }
    }

    /// What deletes all pictures.
    pub fn delete_all(self) -> &'static [u8] {
        if self == GraphicsProtocol::Kitty { b"\x1b_Ga=d,d=A,q=2\x1b\\" } else { b"" }
    }
}

/// Below text and above the ground of characters, without moving the cursor, without an answer.
fn write_kitty(number: usize, picture: &Picture, out: &mut Vec<u8>) {
    let Some(png) = png(picture) else { return };
    let (columns, rows) = picture.size;
    let text = STANDARD.encode(png);
    let chunks = text.as_bytes().chunks(CHUNK_BYTES);
    let last = chunks.len() - 1;
    for (i, chunk) in chunks.enumerate() {
        let more = u8::from(i < last);
        let _ = match i {
            0 => write!(out, "\x1b_Ga=T,f=100,q=2,C=1,z=-1,i={number},p=1,c={columns},r={rows},m={more};"),
            _ => write!(out, "\x1b_Gm={more},q=2;"),
        };
        out.extend(chunk);
        out.extend(b"\x1b\\");
    }
}

fn write_iterm(picture: &Picture, out: &mut Vec<u8>) {
    let Some(png) = png(picture) else { return };
    let (columns, rows) = picture.size;
    let size = png.len();
    let _ = write!(
        out,
        "\x1b]1337;File=inline=1;size={size};width={columns};height={rows};preserveAspectRatio=0;doNotMoveCursor=1:{}\x1b\\",
        STANDARD.encode(png)
    );
}

/// A picture as a PNG of at most 256 colours.
fn png(picture: &Picture) -> Option<Vec<u8>> {
    let (colours, pixels) = with_few_colours(&picture.pixels);
    let (columns, rows) = (usize::from(picture.size.0), usize::from(picture.size.1));
    let mut bytes = Vec::new();
    let mut encoder =
        png::Encoder::new(&mut bytes, (columns * CHARACTER.0) as u32, (rows * CHARACTER.1) as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    let channels = colours.iter().map(|colour| colour.unwrap_or_default());
    encoder.set_palette(channels.flat_map(|Rgb(r, g, b)| [r, g, b]).collect::<Vec<u8>>());
    // What shows what is behind comes first.
    if colours.first() == Some(&None) {
        encoder.set_trns(vec![0u8]);
    }
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&pixels).ok()?;
    writer.finish().ok()?;
    Some(bytes)
}

/// The colours of pixels in order, and the place of each pixel's among them. Where they are too many, channels are
/// rounded.
fn with_few_colours(pixels: &[Option<Rgb>]) -> (Vec<Option<Rgb>>, Vec<u8>) {
    let mut step = 1;
    loop {
        let rounded: Vec<Option<Rgb>> =
            pixels.iter().map(|pixel| pixel.map(|colour| colour.rounded(step))).collect();
        let mut colours = rounded.clone();
        colours.sort_unstable();
        colours.dedup();
        if colours.len() <= COLOURS_MAX {
            let place = |pixel| colours.binary_search(pixel).unwrap_or_default() as u8;
            let places = rounded.iter().map(place).collect();
            return (colours, places);
        }
        step *= 2;
    }
}

/// A picture as Sixel, scaled up to the pixels of the terminal.
fn sixel(picture: &Picture, character: (u16, u16)) -> Option<String> {
    let (across, down) = (usize::from(character.0), usize::from(character.1));
    let (columns, rows) = (usize::from(picture.size.0), usize::from(picture.size.1));
    let (width, height) = (columns * across, rows * down);
    let mut channels = Vec::with_capacity(width * height * 4);
    for y in 0..height {
        for x in 0..width {
            let (from_x, from_y) = (x * CHARACTER.0 / across, y * CHARACTER.1 / down);
            let pixel = picture.pixels[from_y * columns * CHARACTER.0 + from_x];
            let Rgb(r, g, b) = pixel.unwrap_or_default();
            channels.extend([r, g, b, if pixel.is_some() { u8::MAX } else { 0 }]);
        }
    }
    // Without dithering, which is noise at this size and makes neighbours differ.
    let options = EncodeOptions { diffusion: 0.0, ..EncodeOptions::default() };
    SixelImage::try_from_rgba(channels, width, height).ok()?.encode_with(&options).ok()
}
