//! Colours and glyphs of the lab's map.
//!
//! Blue: expanded, darker the earlier; mint: in the frontier; amber: the path and its ends; white: the cell expanded
//! last and the parents of the cell under the cursor. Where there is no colour, each has its own glyph.

use crate::tui::look::color::Rgb;
use crate::tui::look::theme::{ACCENT, Glyphs, Palette, SNOW, Theme};
use ratatui::style::{Modifier, Style};

/// What a pixel of the map shows; of several in one place, the last of this list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum LabMark {
    /// Off the map.
    #[default]
    Void,
    /// A wall.
    Wall,
    /// Ground that no search has generated.
    Free,
    /// Free, under a line of what the algorithm prepared.
    ShapeLine,
    /// Free, under a node of it.
    ShapeNode,
    /// Expanded by both of two.
    Both,
    /// Expanded by the first of two alone.
    First,
    /// Expanded by the second of two alone.
    Second,
    /// Expanded, from 0 (first) to 255 (last).
    Expanded(u8),
    /// In the frontier.
    Frontier,
    /// On the chain of parents from the cursor's cell.
    Chain,
    /// On the path that was found.
    Path,
    /// Expanded last.
    Current,
}

/// Off the map.
const VOID: Rgb = Rgb(9, 10, 13);
/// A wall.
const WALL: Rgb = Rgb(27, 29, 36);
/// Ground by its cost in milli-steps.
const GROUND: [(u16, Rgb); 6] = [
    (250, Rgb(132, 130, 122)),
    (1000, Rgb(72, 80, 88)),
    (2000, Rgb(82, 80, 66)),
    (3000, Rgb(88, 80, 48)),
    (5000, Rgb(78, 54, 34)),
    (9000, Rgb(62, 36, 28)),
];
/// Expanded first, in the middle, and last: blues that stay blue in 256 colours.
const EXPANDED: [Rgb; 3] = [Rgb(20, 60, 160), Rgb(34, 100, 204), Rgb(138, 190, 246)];
/// Lines and nodes of what an algorithm prepared: violet, dimmer than any mark of a search.
const SHAPE_LINE: Rgb = Rgb(122, 92, 150);
const SHAPE_NODE: Rgb = Rgb(176, 134, 206);
/// In the frontier.
pub(crate) const FRONTIER: Rgb = Rgb(128, 232, 164);
/// Expanded only by the first of two searches.
pub(crate) const FIRST: Rgb = Rgb(72, 132, 226);
/// Expanded only by the second.
pub(crate) const SECOND: Rgb = Rgb(206, 104, 46);
/// Expanded by both.
pub(crate) const BOTH: Rgb = Rgb(150, 140, 150);
/// How much the ground shows through expanded cells, in percent.
const GROUND_PERCENT: u32 = 22;

/// The colour of ground by its cost in milli-steps.
fn ground_colour(price: u16) -> Rgb {
    let above = GROUND.iter().position(|(limit, _)| price <= *limit).unwrap_or(GROUND.len() - 1);
    let ((low, from), (high, to)) = (GROUND[above.saturating_sub(1)], GROUND[above]);
    let span = u32::from(high - low).max(1);
    from.mixed(to, (u32::from(price.clamp(low, high) - low) * 100) / span)
}

/// Ground of a land that its people has not seen.
pub(super) const UNSEEN: Rgb = Rgb(44, 48, 60);
/// A land's own colours keep this much of their brightness, in percent: marks are brighter. Impassable ground keeps less.
const LAND_PERCENT: u32 = 70;
const LAND_WALL_PERCENT: u32 = 40;

/// The colour of a pixel on ground of this cost; a land has its own.
pub fn colour(theme: Theme, spot: LabMark, price: u16, land: Option<Rgb>) -> Rgb {
    let dark = if theme.palette == Palette::Contrast { 60 } else { 100 };
    let under = land.map_or_else(|| ground_colour(price), |own| own.scaled(LAND_PERCENT)).scaled(dark);
    let over = |colour: Rgb| colour.mixed(under, GROUND_PERCENT);
    match spot {
        LabMark::Void => VOID,
        LabMark::Wall => land.map_or(WALL, |own| own.scaled(LAND_WALL_PERCENT)).scaled(dark),
        LabMark::Free => under,
        LabMark::ShapeLine => over(SHAPE_LINE),
        LabMark::ShapeNode => over(SHAPE_NODE),
        LabMark::Expanded(age) => over(expansion_colour(age)),
        LabMark::First => over(FIRST),
        LabMark::Second => over(SECOND),
        LabMark::Both => over(BOTH),
        LabMark::Frontier => FRONTIER,
        LabMark::Path => ACCENT,
        LabMark::Chain | LabMark::Current => SNOW,
    }
}

/// The colour of dots of what an algorithm prepared.
pub(super) fn shape_dots() -> Rgb {
    SHAPE_NODE
}

/// The colour of a cell by its time of expansion, 0 (first) to 255 (last).
pub(crate) fn expansion_colour(age: u8) -> Rgb {
    let percent = u32::from(age % 128) * 100 / 127;
    if age < 128 { EXPANDED[0].mixed(EXPANDED[1], percent) } else { EXPANDED[1].mixed(EXPANDED[2], percent) }
}

/// Whether glyphs replace colours.
pub(crate) fn uses_glyphs(theme: Theme) -> bool {
    theme.is_mono() || theme.glyphs == Glyphs::Ascii
}

/// The glyph of a pixel, for screens without colour.
pub(crate) fn glyph(theme: Theme, spot: LabMark, price: u16) -> char {
    match spot {
        LabMark::Void => ' ',
        LabMark::Wall => theme.pick_glyph('▒', '#'),
        LabMark::Free => cost_digit(price).unwrap_or('.'),
        LabMark::ShapeLine => ':',
        LabMark::ShapeNode => '&',
        LabMark::Expanded(_) => 'o',
        LabMark::First => '<',
        LabMark::Second => '>',
        LabMark::Both => '=',
        LabMark::Frontier => '%',
        LabMark::Chain => '+',
        LabMark::Path => '*',
        LabMark::Current => '@',
    }
}

/// The cost as a multiple of plain ground, if it is more than once.
pub(crate) fn cost_digit(price: u16) -> Option<char> {
    let times = u32::from(price.saturating_add(500) / 1000);
    (times > 1).then(|| char::from_digit(times.min(9), 10)).flatten()
}

/// The style of a glyph without colour.
pub(crate) fn mono_style(spot: LabMark) -> Style {
    match spot {
        LabMark::Frontier | LabMark::Chain => Style::new().add_modifier(Modifier::BOLD),
        LabMark::Path | LabMark::Current => Style::new().add_modifier(Modifier::REVERSED),
        LabMark::Free | LabMark::Wall | LabMark::ShapeLine => Style::new().add_modifier(Modifier::DIM),
        _ => Style::new(),
    }
}
