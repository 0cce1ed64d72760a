//! Text in images, with an embedded font (see `assets/font`).

use super::blocks;
use super::image::Image;
use crate::tui::Rgb;
use ab_glyph::{Font, FontRef, Glyph, PxScale, ScaleFont, point};
use std::collections::HashMap;
use std::rc::Rc;

const REGULAR: &[u8] = include_bytes!("../../../assets/font/DejaVuSansMono.ttf");
const BOLD: &[u8] = include_bytes!("../../../assets/font/DejaVuSansMono-Bold.ttf");

/// Width and height of a character at scale 1, in pixels; half a character is square.
pub const CHARACTER_PIXELS: (usize, usize) = (8, 16);

/// The font at one size, with a cache of drawn characters.
pub(super) struct FontCache {
    /// Width and height of a character, in pixels.
    pub size: (usize, usize),
    faces: [FontRef<'static>; 2],
    drawn: HashMap<(char, bool), Rc<[u8]>>,
}

impl FontCache {
    /// The font at a scale, from 1.
    pub(super) fn new(scale: usize) -> FontCache {
        let face = |bytes| match FontRef::try_from_slice(bytes) {
            Ok(face) => face,
            // It is embedded, and every test that draws reads it.
            Err(error) => unreachable!("the embedded font is valid: {error}"),
        };
        let size = (CHARACTER_PIXELS.0 * scale, CHARACTER_PIXELS.1 * scale);
        FontCache { size, faces: [face(REGULAR), face(BOLD)], drawn: HashMap::new() }
    }

    /// Coverage of each pixel of a character, 0 to 255, row by row.
    pub(super) fn coverage(&mut self, letter: char, bold: bool) -> Rc<[u8]> {
        let (size, faces) = (self.size, &self.faces);
        let drawn = self.drawn.entry((letter, bold)).or_insert_with(|| {
            let own = blocks::block_coverage(letter, size);
            own.unwrap_or_else(|| glyph_coverage(&faces[usize::from(bold)], letter, size)).into()
        });
        Rc::clone(drawn)
    }

    /// Draws a line of text from this pixel; returns its width in pixels.
    pub(super) fn draw_text(
        &mut self,
        image: &mut Image,
        at: (usize, usize),
        text: &str,
        ink: Rgb,
        bold: bool,
    ) -> usize {
        let mut x = at.0;
        for letter in text.chars() {
            let cover = self.coverage(letter, bold);
            self.draw_coverage(image, (x, at.1), &cover, ink);
            x += self.size.0;
        }
        x - at.0
    }

    /// Draws a character's coverage over a picture.
    pub(super) fn draw_coverage(
        &self,
        image: &mut Image,
        (left, top): (usize, usize),
        cover: &[u8],
        ink: Rgb,
    ) {
        for (i, cover) in cover.iter().enumerate().filter(|(_, cover)| **cover > 0) {
            image.blend(left + i % self.size.0, top + i / self.size.0, ink, *cover);
        }
    }
}

/// A glyph of the font, scaled to the width of a character and centred vertically; what exceeds the box is clipped.
fn glyph_coverage(face: &FontRef<'_>, letter: char, (width, height): (usize, usize)) -> Vec<u8> {
    let mut cover = vec![0; width * height];
    // The font is monospaced; its scale is given by height.
    let unit = face.as_scaled(PxScale::from(1.0));
    let scale = PxScale::from(width as f32 / unit.h_advance(face.glyph_id('0')).max(f32::EPSILON));
    let scaled = face.as_scaled(scale);
    let baseline = (height as f32 - scaled.height()) / 2.0 + scaled.ascent();
    let glyph = Glyph { id: face.glyph_id(letter), scale, position: point(0.0, baseline.round()) };
    let Some(outline) = face.outline_glyph(glyph) else { return cover };
    let corner = outline.px_bounds().min;
    outline.draw(|x, y, share| {
        let (x, y) = (corner.x as i64 + i64::from(x), corner.y as i64 + i64::from(y));
        if (0..width as i64).contains(&x) && (0..height as i64).contains(&y) {
            cover[y as usize * width + x as usize] = (share.clamp(0.0, 1.0) * 255.0).round() as u8;
        }
    });
    cover
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_glyph_of_the_screen_is_in_the_font() {
        let mut letters = FontCache::new(1);
        let missing = letters.coverage('\u{e000}', false);
        let marks = "⌂◉▴♣◆≈·×–—…’“”‖▶▁▂▃▄▅▆▇█▀─━│⚑☼♜→←−÷›‹▪∴∩√▒¹³";
        for mark in marks.chars().chain('!'..='~').chain('À'..='ž') {
            for bold in [false, true] {
                let cover = letters.coverage(mark, bold);
                assert!(cover.iter().any(|c| *c > 0), "{mark} is empty");
                assert_ne!(cover, missing, "{mark} is not in the font");
            }
        }
    }
}
