//! The land in characters of six or eight parts, each in one of two colours: finer than half blocks where a terminal
//! shows no pictures.
//!
//! What the land looks like does not live here (`painter`), nor whether a terminal has such characters (`app`).

use super::canvas::Canvas;
use super::painter::Painting;
use crate::tui::look::color::{ALIKE_MAX, Rgb};
use crate::tui::look::theme::Glyphs;
use ratatui::buffer::Buffer;
use ratatui::style::Color;
use ratatui::symbols::pixel::{OCTANTS, SEXTANTS};

impl Glyphs {
    /// The characters of two columns of parts that the land is drawn in, if any, by which of their parts are of the first
    /// colour: a bit each, row by row.
    pub fn mosaic(self) -> Option<&'static [char]> {
        match self {
            Glyphs::Sextants => Some(&SEXTANTS),
            Glyphs::Octants => Some(&OCTANTS),
            Glyphs::Unicode | Glyphs::Ascii => None,
        }
    }
}

/// Draws the land of a frame in the characters of its theme, where none is written. What is `shown` stays where it is
/// alike, which saves bytes.
pub fn draw_mosaic(land: &Canvas, shown: &Buffer, frame: &mut Buffer) {
    let Some(symbols) = land.theme.glyphs.mosaic() else { return };
    let rows = symbols.len().ilog2() as usize / 2;
    let Some(painting) = Painting::new(land, frame, (2, rows)) else { return };
    let colours = painting.paint(painting.area());
    let painted = painting.area().positions().zip(colours.chunks(2 * rows));
    for (at, colours) in painted.filter(|(at, _)| painting.is_written(*at) == Some(false)) {
        let (parts, [ink, ground]) = in_two_colours(colours);
        let Some(cell) = frame.cell_mut(at) else { continue };
        cell.set_char(symbols[parts]).set_fg(land.theme.color(ink)).set_bg(land.theme.color(ground));
        let is_alike = |shown, wanted| matches!(shown, Color::Rgb(r, g, b) if Rgb(r, g, b).is_alike(wanted));
        let before = shown.cell(at).filter(|before| before.symbol() == cell.symbol());
        let before = before.filter(|before| is_alike(before.fg, ink) && is_alike(before.bg, ground));
        if let Some(before) = before {
            cell.clone_from(before);
        }
    }
}

/// Some colours as two: which of them are the first, a bit each, and what the two are.
fn in_two_colours(colours: &[Rgb]) -> (usize, [Rgb; 2]) {
    let channels = colours.iter().map(|colour| [colour.0, colour.1, colour.2]);
    let range = |of: usize| {
        let values = channels.clone().map(|channels| channels[of]);
        (values.clone().max().unwrap_or(0), values.min().unwrap_or(0))
    };
    let widest = (0..3).max_by_key(|of| range(*of).0 - range(*of).1).unwrap_or(0);
    let (most, least) = range(widest);
    let middle = if most - least > ALIKE_MAX { least + (most - least) / 2 } else { most };
    let is_first = |channels: &[u8; 3]| channels[widest] > middle;
    let parts = channels.clone().enumerate().map(|(i, channels)| usize::from(is_first(&channels)) << i).sum();
    let mean = |first: bool| {
        let own: Vec<[u8; 3]> = channels.clone().filter(|channels| is_first(channels) == first).collect();
        let mean = |of: usize| {
            let sum: usize = own.iter().map(|channels| usize::from(channels[of])).sum();
            (sum / own.len().max(1)) as u8
        };
        Rgb(mean(0), mean(1), mean(2)).stepped()
    };
    (parts, if parts == 0 { [mean(false); 2] } else { [mean(true), mean(false)] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_colours_stay_as_they_are_and_more_become_the_nearest() {
        let (sea, sand) = (Rgb(16, 32, 64), Rgb(224, 192, 128));
        assert_eq!(in_two_colours(&[sea, sand, sand, sea, sea, sand]), (0b10_0110, [sand, sea]));
        assert_eq!(in_two_colours(&[sea; 8]), (0, [sea; 2]));
        let (parts, [light, dark]) = in_two_colours(&[sea, Rgb(24, 40, 64), sand, Rgb(208, 192, 128)]);
        assert_eq!((parts, dark.luma() < 50, light.luma() > 170), (0b1100, true, true));
    }

    #[test]
    fn each_character_has_the_parts_of_its_place() {
        for (glyphs, rows) in [(Glyphs::Sextants, 3), (Glyphs::Octants, 4)] {
            let symbols = glyphs.mosaic().unwrap();
            let all: std::collections::BTreeSet<_> = symbols.iter().collect();
            assert_eq!((all.len(), symbols.len()), (1 << (2 * rows), 1 << (2 * rows)));
            let left = (0..rows).map(|row| 1 << (2 * row)).sum::<usize>();
            let found = [0, left, left << 1, symbols.len() - 1].map(|parts| symbols[parts]);
            assert_eq!(found, [' ', '▌', '▐', '█']);
        }
    }
}
