//! Images as rows of bytes, and as PNG files.
//!
//! What is drawn on them does not live here.

use crate::tui::Rgb;

/// Channels per pixel.
pub(super) const CHANNELS: usize = 3;

/// An image: red, green and blue of each pixel, row by row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Image {
    /// Columns of pixels.
    pub width: usize,
    /// Rows of pixels.
    pub height: usize,
    /// `width × height × 3` bytes.
    pub bytes: Vec<u8>,
}

impl Image {
    /// An image of one colour.
    pub fn new(width: usize, height: usize, Rgb(r, g, b): Rgb) -> Image {
        Image { width, height, bytes: [r, g, b].repeat(width * height) }
    }

    fn pixel(&mut self, x: usize, y: usize) -> Option<&mut [u8]> {
        let inside = x < self.width && y < self.height;
        let at = (y * self.width + x) * CHANNELS;
        if inside { self.bytes.get_mut(at..at + CHANNELS) } else { None }
    }

    /// The colour of a pixel.
    #[cfg(test)]
    pub fn at(&self, x: usize, y: usize) -> Rgb {
        let at = (y * self.width + x) * CHANNELS;
        Rgb(self.bytes[at], self.bytes[at + 1], self.bytes[at + 2])
    }

    /// Blends a colour over a pixel, with coverage 0 (none) to 255 (full); pixels off the picture are ignored.
    pub fn blend(&mut self, x: usize, y: usize, Rgb(r, g, b): Rgb, cover: u8) {
        let Some(pixel) = self.pixel(x, y) else { return };
        let cover = u32::from(cover);
        for (below, ink) in pixel.iter_mut().zip([r, g, b]) {
            *below = ((u32::from(*below) * (255 - cover) + u32::from(ink) * cover + 127) / 255) as u8;
        }
    }

    /// Fills a rectangle.
    pub fn fill(&mut self, (left, top): (usize, usize), (width, height): (usize, usize), colour: Rgb) {
        for y in top..(top + height).min(self.height) {
            for x in left..(left + width).min(self.width) {
                self.blend(x, y, colour, 255);
            }
        }
    }

    /// Encodes it as a PNG file.
    ///
    /// # Errors
    /// When it is too large for a PNG file: in words.
    pub fn png(&self) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
        writer.write_image_data(&self.bytes).map_err(|error| error.to_string())?;
        writer.finish().map_err(|error| error.to_string())?;
        Ok(bytes)
    }
}
