//! Colours as numbers, and the conversion of true colours to what a terminal can show.
//!
//! `theme` assigns the colours.

use super::oklab;
use ratatui::style::Color;
use std::cell::RefCell;
use std::sync::OnceLock;

/// Colours as alike as this may be shown for each other: most differences between two steps of a channel.
pub(crate) const ALIKE_MAX: u8 = 8;

/// A true colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// The terminal's colour depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Depth {
    /// 24 bits.
    #[default]
    True,
    /// The cube and the greys of 256.
    Indexed,
    /// The sixteen named ones.
    Sixteen,
    /// None: reverse, bold and glyphs.
    Mono,
}

impl Rgb {
    /// Every channel times `percent / 100`, at most 255.
    #[must_use]
    #[inline]
    pub fn scaled(self, percent: u32) -> Rgb {
        let scale = |v: u8| (u32::from(v) * percent / 100).min(255) as u8;
        Rgb(scale(self.0), scale(self.1), scale(self.2))
    }

    /// `percent` of `other` in it, mixed as eyes see it (`oklab`).
    #[must_use]
    #[inline]
    pub fn mixed(self, other: Rgb, percent: u32) -> Rgb {
        match percent {
            0 => self,
            100 => other,
            _ if self == other => self,
            _ => {
                let (a, b) = ([self.0, self.1, self.2], [other.0, other.1, other.2]);
                let [r, g, b] = oklab::mixed(a, b, percent);
                Rgb(r, g, b)
            }
        }
    }

    /// Perceived brightness, 0 to 255 (not linear light).
    #[inline]
    pub fn luma(self) -> u32 {
        (u32::from(self.0) * 213 + u32::from(self.1) * 715 + u32::from(self.2) * 72) / 1000
    }

    /// No brighter than `limit`.
    #[must_use]
    #[inline]
    pub fn capped(self, limit: u32) -> Rgb {
        let luma = self.luma().max(1);
        if luma > limit { self.scaled(limit * 100 / luma) } else { self }
    }

    /// With channels that are multiples of `step`, or the highest there are.
    #[must_use]
    pub(crate) fn rounded(self, step: u16) -> Rgb {
        let round = |v: u8| ((u16::from(v) + step / 2) / step * step).min(255) as u8;
        Rgb(round(self.0), round(self.1), round(self.2))
    }

    /// In steps of eight, or of four where it is dark. The steps are invisible; neighbours that become equal need no
    /// bytes, which makes a frame a fifth smaller.
    #[must_use]
    #[inline]
    pub(crate) fn stepped(self) -> Rgb {
        let step = |v: u8| if v < 64 { (v + 2) & !3 } else { v.saturating_add(4) & !7 };
        Rgb(step(self.0), step(self.1), step(self.2))
    }

    /// Whether it will do where the other is shown.
    pub(crate) fn is_alike(self, other: Rgb) -> bool {
        let is_near = |a: u8, b: u8| a.abs_diff(b) <= ALIKE_MAX;
        is_near(self.0, other.0) && is_near(self.1, other.1) && is_near(self.2, other.2)
    }

    /// With so many percent of its distance from grey.
    #[must_use]
    #[inline]
    pub fn saturated(self, percent: u32) -> Rgb {
        let grey = self.luma() as i32;
        let vivid =
            |v: u8| (grey + ((i32::from(v) - grey) * percent as i32).div_euclid(100)).clamp(0, 255) as u8;
        Rgb(vivid(self.0), vivid(self.1), vivid(self.2))
    }

    /// With half its saturation.
    #[must_use]
    #[inline]
    pub(super) fn half_saturated(self) -> Rgb {
        let grey = self.luma();
        let half = |v: u8| u32::from(v).midpoint(grey) as u8;
        Rgb(half(self.0), half(self.1), half(self.2))
    }

    /// The mean of two.
    #[must_use]
    pub fn mean(self, other: Rgb) -> Rgb {
        self.mixed(other, 50)
    }
}

/// A colour of the land, as the terminal shows it.
#[inline]
pub(super) fn land_color(rgb: Rgb, depth: Depth) -> Color {
    match depth {
        Depth::True => {
            let Rgb(r, g, b) = rgb.stepped();
            Color::Rgb(r, g, b)
        }
        Depth::Indexed => Color::Indexed(land_index(rgb)),
        Depth::Sixteen => nearest_of_sixteen(rgb),
        Depth::Mono => Color::Reset,
    }
}

/// A colour of text and marks, as the terminal shows it: unlike the land's, it is not saturated for 256 colours, and
/// true colours are not stepped.
pub(super) fn text_color(rgb: Rgb, depth: Depth) -> Color {
    match depth {
        Depth::True => Color::Rgb(rgb.0, rgb.1, rgb.2),
        Depth::Indexed => Color::Indexed(text_index(rgb)),
        Depth::Sixteen | Depth::Mono => land_color(rgb, depth),
    }
}

/// The true colour of an index of the 256-colour palette (from 16 on; the first sixteen are the user's).
pub fn rgb_of_index(index: u8) -> Rgb {
    if index >= 232 {
        let grey = 8 + (index - 232) * 10;
        return Rgb(grey, grey, grey);
    }
    let level = |v: u8| if v == 0 { 0 } else { 55 + v * 40 };
    let cube = index.saturating_sub(16);
    Rgb(level(cube / 36), level(cube / 6 % 6), level(cube % 6))
}

/// The index that looks most like a true colour of the land.
pub(super) fn land_index(rgb: Rgb) -> u8 {
    static TABLE: OnceLock<Vec<u8>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let full = |v: usize| (v * 8 + 4) as u8;
        let all = 0..32 * 32 * 32usize;
        all.map(|i| saturated_index(Rgb(full(i >> 10), full(i >> 5 & 31), full(i & 31)))).collect()
    });
    let at = usize::from(rgb.0 >> 3) << 10 | usize::from(rgb.1 >> 3) << 5 | usize::from(rgb.2 >> 3);
    table.get(at).copied().unwrap_or(16)
}

/// The index for text and marks. They use few colours, so the last answers are cached.
fn text_index(rgb: Rgb) -> u8 {
    const CACHED: usize = 64;
    thread_local! {
        static LAST: RefCell<[(Rgb, u8); CACHED]> = const { RefCell::new([(Rgb(0, 0, 0), 16); CACHED]) };
    }
    let place = (usize::from(rgb.0) + 5 * usize::from(rgb.1) + 11 * usize::from(rgb.2)) % CACHED;
    LAST.with_borrow_mut(|last| {
        if last[place].0 != rgb {
            last[place] = (rgb, nearest_index(rgb, 100));
        }
        last[place].1
    })
}

/// The index for a colour of the land. The colour is saturated first, dark ones the most: the palette's greys are so
/// close together that every muted green would become one of them.
fn saturated_index(rgb: Rgb) -> u8 {
    let percent = 257 - (rgb.luma() as i32).clamp(60, 150) * 9 / 10;
    nearest_index(rgb, percent)
}

/// The nearest of 240 colours to this one with its saturation scaled by `percent`.
fn nearest_index(rgb: Rgb, percent: i32) -> u8 {
    let luma = rgb.luma() as i32;
    let vivid = |v: u8| luma + (i32::from(v) - luma) * percent / 100;
    let (r, g, b) = (vivid(rgb.0), vivid(rgb.1), vivid(rgb.2));
    let distance = |index: &u8| {
        let c = rgb_of_index(*index);
        let (dr, dg, db) = (r - i32::from(c.0), g - i32::from(c.1), b - i32::from(c.2));
        let dl = luma - c.luma() as i32;
        2 * dr * dr + 3 * dg * dg + 2 * db * db + 4 * dl * dl
    };
    (16..=255).min_by_key(distance).unwrap_or(16)
}

/// The nearest of sixteen colours: hue first, then brightness. Only for the chrome; the land has its own table.
fn nearest_of_sixteen(rgb: Rgb) -> Color {
    let (r, g, b) = (i32::from(rgb.0), i32::from(rgb.1), i32::from(rgb.2));
    let (high, low) = (r.max(g).max(b), r.min(g).min(b));
    if high - low < 48 {
        return match high {
            0..=60 => Color::Black,
            61..=150 => Color::DarkGray,
            151..=215 => Color::Gray,
            _ => Color::White,
        };
    }
    let half = i32::midpoint(high, low);
    let (plain, light) = match (r > half, g > half, b > half) {
        (true, true, _) => (Color::Yellow, Color::LightYellow),
        (true, false, true) => (Color::Magenta, Color::LightMagenta),
        (true, false, false) => (Color::Red, Color::LightRed),
        (false, true, true) => (Color::Cyan, Color::LightCyan),
        (false, true, false) => (Color::Green, Color::LightGreen),
        (false, false, _) => (Color::Blue, Color::LightBlue),
    };
    if high > 170 { light } else { plain }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greens_stay_green_in_256() {
        for green in [Rgb(52, 98, 58), Rgb(98, 140, 74), Rgb(128, 160, 84), Rgb(36, 76, 50)] {
            let shown = rgb_of_index(land_index(green));
            assert!(shown.1 > shown.0 || shown.1 > shown.2, "{green:?} became {shown:?}");
        }
    }
}
