//! Films as GIF files: one palette, and only the changes of each frame.

use super::cast::{FRAMES_PER_SECOND, play_seconds};
use super::image::{CHANNELS, Image};
use super::{ExportView, draw_buffer};
use crate::scene::Scene;
use crate::sim::Game;
use crate::tui::{self, Screen};
use crate::world::World;
use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use ratatui::buffer::Buffer;
use std::collections::HashMap;
use std::time::Duration;

/// Colours of the palette; one more index means "unchanged".
const COLOURS: usize = 255;
/// The index of an unchanged pixel.
const UNCHANGED: u8 = 255;
/// One in so many pixels is sampled for the palette.
const SAMPLE_INTERVAL: i32 = 7;

/// The bytes of a GIF file with the frames of a recording: the next seconds of a copy of a land.
///
/// # Errors
/// When the screen is too large for a GIF file: in words.
pub fn recording_gif(world: &World, look: ExportView, seconds: u64, scale: usize) -> Result<Vec<u8>, String> {
    let game = || Game::from_world(world.clone());
    let picture = |screen: &Screen, scene: &Scene| {
        let mut buffer = Buffer::empty(screen.area);
        tui::draw(&mut buffer, screen, scene);
        draw_buffer(&buffer, None, scale)
    };
    // Night may fall meanwhile: the palette is of the first frame and of one in the middle.
    let (mut first, mut middle) = (None, None);
    play_seconds(game(), look, seconds / 2 + 1, |now, screen, scene| {
        if now.is_zero() {
            first = Some(picture(screen, scene));
        }
        if middle.is_none() && now * 2 >= Duration::from_secs(seconds) {
            middle = Some(picture(screen, scene));
        }
    });
    let (Some(first), Some(middle)) = (first, middle) else { return Err("nothing to record".to_owned()) };
    let mut film = GifFilm::begin([&first, &middle])?;
    let mut added = Ok(());
    play_seconds(game(), look, seconds, |_, screen, scene| {
        if added.is_ok() {
            added = film.add(&picture(screen, scene), (100 / FRAMES_PER_SECOND) as u16);
        }
    });
    added.and_then(|()| film.finish())
}

/// A film in progress.
pub(super) struct GifFilm {
    encoder: Encoder<Vec<u8>>,
    quantiser: NeuQuant,
    indices: HashMap<[u8; CHANNELS], u8>,
    /// Palette indices of the previous picture.
    previous: Vec<u8>,
    width: u16,
    height: u16,
}

impl GifFilm {
    /// Starts a film of pictures with the size and colours of these two.
    pub(super) fn begin(colours: [&Image; 2]) -> Result<GifFilm, String> {
        let sizes = (u16::try_from(colours[0].width), u16::try_from(colours[0].height));
        let (Ok(width), Ok(height)) = sizes else {
            return Err("a GIF can be at most 65535 pixels wide and high: use a smaller --scale".to_owned());
        };
        let pixels = colours.into_iter().flat_map(|image| image.bytes.chunks_exact(CHANNELS));
        let opaque: Vec<u8> = pixels.flat_map(|c| [c[0], c[1], c[2], 255]).collect();
        let quantiser = NeuQuant::new(SAMPLE_INTERVAL, COLOURS, &opaque);
        let mut palette = quantiser.color_map_rgb();
        palette.resize((COLOURS + 1) * CHANNELS, 0);
        let mut encoder =
            Encoder::new(Vec::new(), width, height, &palette).map_err(|error| error.to_string())?;
        encoder.set_repeat(Repeat::Infinite).map_err(|error| error.to_string())?;
        Ok(GifFilm { encoder, quantiser, indices: HashMap::new(), previous: Vec::new(), width, height })
    }

    /// Adds a picture, shown for so many hundredths of a second.
    pub(super) fn add(&mut self, image: &Image, hundredths: u16) -> Result<(), String> {
        let next: Vec<u8> = image.bytes.chunks_exact(CHANNELS).map(|colour| self.index(colour)).collect();
        let mut frame = self.changed_frame(&next);
        frame.delay = hundredths;
        frame.dispose = DisposalMethod::Keep;
        frame.transparent = Some(UNCHANGED);
        self.previous = next;
        self.encoder.write_frame(&frame).map_err(|error| error.to_string())
    }

    /// The bytes of the file.
    pub(super) fn finish(self) -> Result<Vec<u8>, String> {
        self.encoder.into_inner().map_err(|error| error.to_string())
    }

    fn index(&mut self, colour: &[u8]) -> u8 {
        let key = [colour[0], colour[1], colour[2]];
        let quantiser = &self.quantiser;
        *self.indices.entry(key).or_insert_with(|| quantiser.index_of(&[key[0], key[1], key[2], 255]) as u8)
    }

    /// The smallest rectangle with all changes; one pixel if there are none.
    fn changed_frame(&self, next: &[u8]) -> Frame<'static> {
        let width = usize::from(self.width);
        let differs = |i: &usize| self.previous.get(*i) != Some(&next[*i]);
        let (mut left, mut right, mut top, mut bottom) = (width, 0, usize::from(self.height), 0);
        for i in (0..next.len()).filter(differs) {
            let (x, y) = (i % width, i / width);
            (left, right) = (left.min(x), right.max(x + 1));
            (top, bottom) = (top.min(y), bottom.max(y + 1));
        }
        if right == 0 {
            (left, right, top, bottom) = (0, 1, 0, 1);
        }
        let inside = (top..bottom).flat_map(|y| (left..right).map(move |x| y * width + x));
        let pixels: Vec<u8> = inside.map(|i| if differs(&i) { next[i] } else { UNCHANGED }).collect();
        Frame {
            left: left as u16,
            top: top as u16,
            width: (right - left) as u16,
            height: (bottom - top) as u16,
            buffer: pixels.into(),
            ..Frame::default()
        }
    }
}
