//! The tools that edit the land: brushes, spawning and removing units.
//!
//! What a tool does to the land is up to its command; where it is applied is in `brushes`.

use crate::scene::{Brush, Kind, Paint, Pixel, Surface, Visibility};
use crate::tui::look::theme::{self, CHROME, TEXT, Theme};
use ratatui::style::Style;

/// A tool of draw mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    /// A brush.
    Brush(Brush),
    /// Adds a unit.
    Spawn(Kind),
    /// Removes units.
    Remove,
}

impl Default for Tool {
    fn default() -> Self {
        Tool::Brush(Brush::Wall)
    }
}

/// The tools with their keys, in the order of the palette.
pub const TOOLS: [(char, Tool); 13] = [
    ('1', Tool::Brush(Brush::Wall)),
    ('2', Tool::Brush(Brush::Bridge)),
    ('3', Tool::Brush(Brush::Mud)),
    ('4', Tool::Brush(Brush::Fire)),
    ('5', Tool::Brush(Brush::River)),
    ('6', Tool::Brush(Brush::Beacon)),
    ('7', Tool::Brush(Brush::Tower)),
    ('8', Tool::Brush(Brush::Prefer)),
    ('9', Tool::Brush(Brush::Avoid)),
    ('0', Tool::Brush(Brush::Forbid)),
    ('e', Tool::Brush(Brush::Erase)),
    ('s', Tool::Spawn(Kind::Porter)),
    ('r', Tool::Remove),
];

impl Tool {
    /// Its index in the palette; all kinds of units share one.
    pub(crate) fn index(self) -> usize {
        let same = |other: Tool| match (self, other) {
            (Tool::Spawn(_), Tool::Spawn(_)) => true,
            (one, other) => one == other,
        };
        TOOLS.iter().position(|(_, tool)| same(*tool)).unwrap_or(0)
    }

    /// Its key.
    pub fn key(self) -> char {
        TOOLS[self.index()].0
    }

    /// Its name.
    pub fn name(self) -> String {
        match self {
            Tool::Brush(brush) => brush.name().to_owned(),
            Tool::Spawn(kind) => format!("spawn {}", kind.row().name),
            Tool::Remove => "remove".to_owned(),
        }
    }

    /// Its price: `2 coin a cell`, or `free`.
    pub fn price(self, free_build: bool) -> String {
        let (coin, each) = match self {
            Tool::Brush(brush) => (brush.coin(), " a cell"),
            Tool::Spawn(kind) => (kind.row().coin, ""),
            Tool::Remove => (0, ""),
        };
        if coin == 0 || free_build { "free".to_owned() } else { format!("{coin} coin{each}") }
    }

    /// What it does, as short text; `next` is the key of the next tool.
    pub fn description(self, next: &str) -> String {
        let words = match self {
            Tool::Brush(Brush::Wall) => "blocks movement and sight",
            Tool::Brush(Brush::Bridge) => "crosses water: as easy as grass, never wears",
            Tool::Brush(Brush::Mud) => "can be crossed, very slowly",
            Tool::Brush(Brush::Fire) => "blocks for two days, may spread to woods",
            Tool::Brush(Brush::River) => "water that can be waded",
            Tool::Brush(Brush::Beacon) => "your units prefer paths in its light",
            Tool::Brush(Brush::Tower) => "watches far around, deters strangers",
            Tool::Brush(Brush::Prefer) => "your units prefer to walk here",
            Tool::Brush(Brush::Avoid) => "your units avoid walking here",
            Tool::Brush(Brush::Forbid) => "your units never walk here",
            Tool::Brush(Brush::Erase) => "removes what a brush put there",
            Tool::Spawn(_) => {
                return format!("adds a unit ({next} changes its kind)");
            }
            Tool::Remove => "removes your units",
        };
        words.to_owned()
    }

    /// The next or previous tool; for spawning, the next or previous kind of unit.
    pub(crate) fn next_by(self, by: i32) -> Tool {
        let turned = |at: usize, count: usize| (at as i32 + by).rem_euclid(count as i32) as usize;
        match self {
            Tool::Spawn(kind) => Tool::Spawn(Kind::ALL[turned(kind as usize, Kind::SETTLED)]),
            other => TOOLS[turned(other.index(), TOOLS.len())].1,
        }
    }

    /// The letter and style of a cell it was applied to.
    pub(crate) fn swatch(self, theme: Theme) -> (char, Style) {
        let brush = match self {
            Tool::Brush(brush) => brush,
            Tool::Spawn(kind) => return (kind.row().letter, theme.bold(TEXT)),
            Tool::Remove => return (theme.pick_glyph('×', 'x'), theme.bold(TEXT)),
        };
        let paint = brush.paint().unwrap_or_default();
        let surface = brush.surface().unwrap_or(Surface::Grass);
        let pixel =
            Pixel { surface, paint, visibility: Visibility::Visible, relief: 100, ..Pixel::default() };
        let letter = match (paint, brush) {
            (_, Brush::Erase) => theme.pick_glyph('∙', '-'),
            (Paint::None, _) => theme::letter(pixel, theme.glyphs),
            _ => theme::paint_glyph(paint, theme.glyphs),
        };
        let ground = if brush == Brush::Erase { CHROME } else { theme.pixel(pixel, 3) };
        let ink = if ground.luma() > 120 { CHROME } else { theme::SNOW };
        (letter, theme.on(ink, ground))
    }
}
