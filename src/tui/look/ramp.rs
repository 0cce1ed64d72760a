//! The colours of a lens: a ramp from blue to orange, and its digits and inks where colours are missing.

use super::color::Rgb;
use crate::scene::{NO_SHADE, Pixel, Visibility};
use ratatui::style::Color;

/// Blue to orange in perceptually even steps of lightness and hue (`OKLab`).
const RAMP: [Rgb; 10] = [
    Rgb(34, 70, 170),
    Rgb(59, 86, 165),
    Rgb(83, 100, 160),
    Rgb(107, 112, 154),
    Rgb(131, 123, 146),
    Rgb(155, 134, 137),
    Rgb(180, 143, 126),
    Rgb(204, 153, 113),
    Rgb(230, 162, 95),
    Rgb(255, 170, 70),
];

/// The same ramp in sixteen colours, as ink on black; a digit goes with it.
const RAMP_SIXTEEN: [Color; 10] = [
    Color::Blue,
    Color::Blue,
    Color::LightBlue,
    Color::LightBlue,
    Color::Gray,
    Color::Gray,
    Color::White,
    Color::Yellow,
    Color::Yellow,
    Color::LightYellow,
];

/// The colour of a shade (0 to 99) in full, flat light.
pub(crate) fn ramp(shade: u8) -> Rgb {
    let step = usize::from(shade / 10).min(9);
    RAMP[step].mixed(RAMP[(step + 1).min(9)], u32::from(shade % 10) * 10)
}

/// The colour of a pixel under a lens: the ramp with relief; a pixel without a value is dark grey.
pub(crate) fn lens_colour(shade: u8, pixel: Pixel, ground: Rgb) -> Rgb {
    match (shade, pixel.visibility) {
        (NO_SHADE, Visibility::OffLand | Visibility::Unseen) => ground,
        (NO_SHADE, _) => {
            let grey = ground.luma() as u8;
            Rgb(grey, grey, grey).mixed(ground, 25).scaled(45)
        }
        _ => ramp(shade).scaled(u32::midpoint(u32::from(pixel.relief.clamp(66, 128)), 100)),
    }
}

/// The digit of a shade, for screens without enough colours.
pub(crate) fn digit(shade: u8) -> Option<char> {
    if shade == NO_SHADE { None } else { char::from_digit(u32::from(shade / 10), 10) }
}

/// The ink of a shade in sixteen colours.
pub(crate) fn sixteen_color(shade: u8) -> Color {
    RAMP_SIXTEEN[usize::from(shade / 10).min(9)]
}
