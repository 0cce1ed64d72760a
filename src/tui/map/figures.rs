//! Units on the map: letters, digits for crowds, and zoomed out only what one looks for.
//!
//! Their brightness from afar is in `canvas`.

use super::overprint::Marks;
use crate::scene::{Scene, Stance, UnitMarker};
use crate::tui::look::theme::{BEAST, CHROME, DIM, FOE, SNOW, STRANGER, STUCK, Theme};
use ratatui::style::{Modifier, Style};

/// At least so many units on a character are a number.
const CROWD_MIN: usize = 3;
/// The sign of units under way with goods, zoomed out, in Unicode and in ASCII.
pub(crate) const CARAVAN: (char, char) = ('»', '>');

/// Which units a zoom shows by letters, and which by signs.
#[derive(Clone, Copy)]
struct FigureScale {
    /// Zoomed out, people are the brightness of the land, but for those that the player looks for.
    is_far: bool,
    /// As long as the land does not fit, caravans and crowds have signs.
    is_middle: bool,
    is_mono: bool,
}

impl FigureScale {
    fn is_letter(self, unit: &UnitMarker) -> bool {
        let is_sought = unit.selected || unit.stance == Stance::Enemy || unit.letter == '@';
        !self.is_far || is_sought || self.is_mono && unit.stance != Stance::Beast
    }

    fn is_shown(self, unit: &UnitMarker) -> bool {
        self.is_letter(unit) || self.is_middle && unit.stance != Stance::Beast
    }
}

impl Marks<'_> {
    /// Draws the units.
    pub(crate) fn figures(&mut self, scene: &Scene) {
        let window = self.canvas.window;
        let is_far = window.scale > 1;
        let is_middle = is_far && !window.shows_whole(scene.land);
        let scale = FigureScale { is_far, is_middle, is_mono: self.theme.is_mono() };
        let units = scene.unit_markers.iter().filter(|unit| scale.is_shown(unit));
        let mut shown: Vec<((u16, u16), &UnitMarker)> =
            units.filter_map(|unit| Some((window.char_of(unit.cell)?, unit))).collect();
        shown.sort_by_key(|(at, unit)| (at.1, at.0, !scale.is_letter(unit), !unit.selected, unit.stance));
        let mut caravan = None;
        for group in shown.chunk_by(|a, b| a.0 == b.0) {
            let (at, unit) = group[0];
            if let Some(letter) = group_letter(group, scale.is_letter(unit)) {
                self.figure(at, unit, letter);
            } else if group.iter().any(|(_, unit)| unit.state == '$') {
                // Of caravans in a row one is enough.
                let before = caravan.replace(at);
                if before.is_none_or(|(column, row)| (column + 1, row) != at) {
                    self.figure(at, unit, self.theme.pick_glyph(CARAVAN.0, CARAVAN.1));
                }
            }
        }
    }

    /// Draws the first unit of a character, unless a settlement hides it.
    fn figure(&mut self, (column, row): (u16, u16), unit: &UnitMarker, letter: char) {
        let is_first = unit.selected || unit.letter == '@' || unit.stance == Stance::Enemy;
        if self.space.is_sign(column, row) && !is_first {
            return;
        }
        match unit.stance {
            // Beasts are small: a letter on the bare ground.
            Stance::Beast if !unit.selected => self.over(column, row, letter, BEAST, true),
            _ => self.put(column, row, letter, unit_style(self.theme, unit)),
        }
        self.occupy(column, row);
        if self.canvas.window.is_close {
            self.put(column + 1, row, unit.state, unit_style(self.theme, unit));
            self.occupy(column + 1, row);
        }
    }
}

/// The letter of the units on a character, of the first one if `is_letter`; `None` if they have none.
fn group_letter(group: &[((u16, u16), &UnitMarker)], is_letter: bool) -> Option<char> {
    let unit = group[0].1;
    let crowd =
        char::from_digit(group.len() as u32, 36).filter(|_| group.len() >= CROWD_MIN && !unit.selected);
    crowd.or(is_letter.then(|| unit_letter(unit)))
}

/// A unit's letter: a capital for a foe.
fn unit_letter(figure: &UnitMarker) -> char {
    if figure.stance == Stance::Enemy { figure.letter.to_ascii_uppercase() } else { figure.letter }
}

/// The plate that makes a unit stand out on any ground: white letters are one's own, blue underlined ones another
/// people's, and a foe is a capital, dark on red. So colour is not the only difference.
fn unit_style(theme: Theme, unit: &UnitMarker) -> Style {
    let is_foreign = matches!(unit.stance, Stance::Enemy | Stance::Other);
    let style = match (unit.stance, unit.state) {
        _ if unit.selected => theme.selected(),
        _ if theme.is_mono() => Style::new().add_modifier(Modifier::REVERSED),
        (Stance::Enemy, _) => theme.on(CHROME, FOE).add_modifier(Modifier::BOLD),
        (Stance::Other, _) => theme.text(STRANGER),
        (Stance::Beast, _) => theme.text(BEAST),
        (Stance::Own, '!') => theme.bold(STUCK),
        (Stance::Own, 'z') => theme.bold(DIM),
        (Stance::Own, _) => theme.bold(SNOW),
    };
    if is_foreign { style.add_modifier(Modifier::UNDERLINED) } else { style }
}
