//! How each surface is drawn where nothing stands on it: in full colour, in sixteen, and as a letter.

use super::color::Rgb;
use crate::scene::Surface;
use ratatui::style::Color;

/// How a surface looks.
pub(super) struct SurfaceLook {
    /// Its colour in full, flat light.
    pub colour: Rgb,
    /// Its colour where there are sixteen.
    pub named: Color,
    /// Its letter, in Unicode and in ASCII.
    pub letters: (char, char),
}

/// How a surface looks.
#[inline]
pub(super) const fn look_of(surface: Surface) -> SurfaceLook {
    let (colour, named, letters) = match surface {
        Surface::DeepWater => (Rgb(22, 44, 78), Color::Blue, ('~', '~')),
        Surface::ShallowWater => (Rgb(40, 78, 116), Color::LightBlue, ('≈', '-')),
        Surface::River => (Rgb(74, 138, 190), Color::LightCyan, ('=', '=')),
        Surface::Sand => (Rgb(128, 122, 104), Color::Gray, (',', ',')),
        Surface::Meadow => (Rgb(128, 160, 84), Color::LightGreen, ('.', '.')),
        Surface::Grass => (Rgb(98, 140, 74), Color::Green, ('\'', '\'')),
        Surface::Forest => (Rgb(52, 98, 58), Color::Green, ('"', '"')),
        Surface::DeepWood => (Rgb(36, 76, 50), Color::Green, ('&', '&')),
        Surface::Swamp => (Rgb(74, 96, 72), Color::Cyan, (';', ';')),
        Surface::Hill => (Rgb(134, 124, 84), Color::Gray, ('n', 'n')),
        Surface::Rock => (Rgb(122, 114, 108), Color::Gray, ('^', '^')),
        Surface::Peak => (Rgb(214, 216, 222), Color::White, ('A', 'A')),
        Surface::Wall => (Rgb(176, 78, 62), Color::Red, ('▒', 'W')),
        Surface::Bridge => (Rgb(164, 102, 58), Color::Yellow, ('H', 'H')),
        Surface::Mud => (Rgb(88, 66, 50), Color::Magenta, ('_', '_')),
        Surface::Fire => (Rgb(246, 88, 24), Color::LightRed, ('F', 'F')),
        Surface::Burnt => (Rgb(48, 42, 40), Color::Black, ('x', 'x')),
        Surface::Beacon => (Rgb(255, 226, 120), Color::LightYellow, ('☼', 'Y')),
        Surface::Tower => (Rgb(172, 154, 206), Color::LightMagenta, ('♜', 'I')),
        Surface::Field => (Rgb(164, 158, 74), Color::LightYellow, ('≡', 'f')),
        Surface::Cut => (Rgb(150, 134, 116), Color::Gray, (':', ':')),
    };
    SurfaceLook { colour, named, letters }
}
