//! Draws a screen of characters as an image.

use super::font::FontCache;
use super::image::Image;
use crate::tui::{self, CHARACTER, Canvas, Painting, Rgb};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Position;
use ratatui::style::{Color, Modifier};

/// The terminal's default foreground and background.
const DEFAULT_COLOURS: (Rgb, Rgb) = (Rgb(206, 210, 218), Rgb(12, 12, 12));
/// The sixteen named colours, as most terminals show them.
const NAMED_COLOURS: [(Color, Rgb); 16] = [
    (Color::Black, Rgb(12, 12, 12)),
    (Color::Red, Rgb(197, 15, 31)),
    (Color::Green, Rgb(19, 161, 14)),
    (Color::Yellow, Rgb(193, 156, 0)),
    (Color::Blue, Rgb(0, 55, 218)),
    (Color::Magenta, Rgb(136, 23, 152)),
    (Color::Cyan, Rgb(58, 150, 221)),
    (Color::Gray, Rgb(204, 204, 204)),
    (Color::DarkGray, Rgb(118, 118, 118)),
    (Color::LightRed, Rgb(231, 72, 86)),
    (Color::LightGreen, Rgb(22, 198, 12)),
    (Color::LightYellow, Rgb(249, 241, 165)),
    (Color::LightBlue, Rgb(59, 120, 255)),
    (Color::LightMagenta, Rgb(180, 0, 158)),
    (Color::LightCyan, Rgb(97, 214, 214)),
    (Color::White, Rgb(242, 242, 242)),
];

/// Draws a screen, each character `8 × 16` pixels times the scale, and its land as a terminal shows it that takes
/// pictures.
pub fn draw_buffer(buffer: &Buffer, land: Option<&Canvas>, scale: usize) -> Image {
    let mut letters = FontCache::new(scale);
    let painting = land.and_then(|land| Painting::new(land, buffer, CHARACTER));
    let (width, height) = letters.size;
    let area = buffer.area;
    let mut image =
        Image::new(usize::from(area.width) * width, usize::from(area.height) * height, DEFAULT_COLOURS.1);
    let fine = (width / CHARACTER.0, height / CHARACTER.1);
    if let Some(painting) = &painting {
        let land = painting.area();
        let pixels = painting.paint(land);
        for (at, colours) in land.positions().zip(pixels.chunks(CHARACTER.0 * CHARACTER.1)) {
            let corner = (usize::from(at.x - area.x) * width, usize::from(at.y - area.y) * height);
            for (i, colour) in colours.iter().enumerate() {
                let at = (corner.0 + i % CHARACTER.0 * fine.0, corner.1 + i / CHARACTER.0 * fine.1);
                image.fill(at, fine, *colour);
            }
        }
    }
    for (i, cell) in buffer.content.iter().enumerate() {
        let columns = usize::from(area.width);
        let corner = (i % columns * width, i / columns * height);
        let (ink, ground) = character_colours(cell);
        let place = Position::from(buffer.pos_of(i));
        let is_written = painting.as_ref().and_then(|painting| painting.is_written(place));
        if is_written.is_none() {
            image.fill(corner, letters.size, ground);
        }
        let bold = cell.modifier.contains(Modifier::BOLD);
        let letter =
            cell.symbol().chars().next().filter(|letter| is_written != Some(false) && *letter != ' ');
        if let Some(letter) = letter {
            let cover = letters.coverage(letter, bold);
            letters.draw_coverage(&mut image, corner, &cover, ink);
        }
        if cell.modifier.contains(Modifier::UNDERLINED) {
            let thick = (height / 16).max(1);
            image.fill((corner.0, corner.1 + height - 2 * thick), (width, thick), ink);
        }
    }
    image
}

/// Foreground and background of a character.
fn character_colours(cell: &Cell) -> (Rgb, Rgb) {
    let (mut ink, mut ground) = (rgb(cell.fg, DEFAULT_COLOURS.0), rgb(cell.bg, DEFAULT_COLOURS.1));
    if cell.modifier.contains(Modifier::REVERSED) {
        std::mem::swap(&mut ink, &mut ground);
    }
    if cell.modifier.contains(Modifier::DIM) {
        ink = ink.mixed(ground, 45);
    }
    (ink, ground)
}

/// A terminal colour as RGB.
fn rgb(color: Color, own: Rgb) -> Rgb {
    match color {
        Color::Reset => own,
        Color::Rgb(r, g, b) => Rgb(r, g, b),
        Color::Indexed(index) => {
            NAMED_COLOURS.get(usize::from(index)).map_or_else(|| tui::rgb_of_index(index), |named| named.1)
        }
        color => NAMED_COLOURS.iter().find(|named| named.0 == color).map_or(own, |named| named.1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    #[test]
    fn half_blocks_are_two_squares() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 2, 1));
        let style = Style::new().fg(Color::Rgb(1, 2, 3)).bg(Color::Indexed(16));
        buffer.set_string(0, 0, "▀", style);
        buffer.set_string(1, 0, " ", Style::new().fg(Color::Red).add_modifier(Modifier::REVERSED));
        let image = draw_buffer(&buffer, None, 2);
        assert_eq!((image.width, image.height), (32, 32));
        assert_eq!((image.at(0, 0), image.at(15, 15)), (Rgb(1, 2, 3), Rgb(1, 2, 3)));
        assert_eq!((image.at(0, 16), image.at(15, 31)), (Rgb(0, 0, 0), Rgb(0, 0, 0)));
        assert_eq!(image.at(16, 0), NAMED_COLOURS[1].1);
    }
}
