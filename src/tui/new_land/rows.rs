//! The rows of the chooser: what each shows of a wish, and how it changes it.

use super::super::theme::{ACCENT, DIM, TEXT, Theme};
use super::{LEFT, LandWish};
use crate::grid::Size;
use crate::scene::{Preset, Recipe, SLIDERS};
use ratatui::text::{Line, Span};

/// The sides that are offered, in cells.
const SIDES: [u16; 6] = [128, 256, 512, 1024, 2048, 4096];
/// Columns before a slider's bar, of the bar, and of a label.
const BAR_AT: u16 = 13;
const BAR: u16 = 14;
const LABEL: usize = 8;

/// A row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionRow {
    /// The seed.
    Seed,
    /// Columns and rows of the land.
    Side,
    /// The preset.
    Kind,
    /// The slider with this place.
    Slider(usize),
    /// Whether nothing but the sea bars anybody's way.
    Gentle,
}

/// All rows, from above.
pub const ROWS: [OptionRow; SLIDERS + 4] = {
    let mut rows = [OptionRow::Gentle; SLIDERS + 4];
    (rows[0], rows[1], rows[2]) = (OptionRow::Seed, OptionRow::Side, OptionRow::Kind);
    let mut i = 0;
    while i < SLIDERS {
        rows[3 + i] = OptionRow::Slider(i);
        i += 1;
    }
    rows
};

impl OptionRow {
    /// Whether it can be pulled.
    pub fn is_slider(self) -> bool {
        matches!(self, OptionRow::Slider(_))
    }

    /// Turns it up or down; of what is no slider to the next or the one before.
    pub fn turn(self, wish: &mut LandWish, by: i32) {
        match self {
            OptionRow::Seed => wish.seed = wish.seed.saturating_add_signed(i64::from(by.signum())),
            OptionRow::Side => {
                let at = SIDES.iter().position(|side| *side >= wish.size.width).unwrap_or(SIDES.len() - 1);
                let side = SIDES[step(at, by, SIDES.len())];
                wish.size = Size::new(side, side);
            }
            OptionRow::Kind => {
                let at = Preset::ALL.iter().position(|kind| *kind == wish.recipe.preset).unwrap_or(0);
                wish.recipe.preset =
                    Preset::ALL[(at as i32 + by.signum()).rem_euclid(Preset::ALL.len() as i32) as usize];
            }
            OptionRow::Slider(i) => {
                let value = i32::from(wish.recipe.sliders()[i].1) + by;
                self.put(wish, value.clamp(0, 100) as u8);
            }
            OptionRow::Gentle => wish.recipe.gentle = !wish.recipe.gentle,
        }
    }

    /// Puts it so far from its lower end, in percent; the seed stays.
    pub fn put(self, wish: &mut LandWish, percent: u8) {
        match self {
            OptionRow::Slider(i) => {
                let mut values = wish.recipe.sliders().map(|(_, value)| value);
                values[i] = percent.min(100);
                wish.recipe = wish.recipe.with_sliders(values);
            }
            OptionRow::Side => {
                let side = SIDES[(usize::from(percent) * (SIDES.len() - 1) / 100).min(SIDES.len() - 1)];
                wish.size = Size::new(side, side);
            }
            OptionRow::Kind => {
                let last = Preset::ALL.len() - 1;
                wish.recipe.preset = Preset::ALL[(usize::from(percent) * last / 100).min(last)];
            }
            OptionRow::Gentle => wish.recipe.gentle = percent > 50,
            OptionRow::Seed => {}
        }
    }

    /// How far a slider is pulled when one clicks into this column.
    pub fn percent_at(self, column: u16) -> Option<u8> {
        let at = column.checked_sub(BAR_AT).filter(|at| self.is_slider() && *at < BAR)?;
        Some((at * 100 / (BAR - 1)) as u8)
    }

    fn label(self, recipe: Recipe) -> &'static str {
        match self {
            OptionRow::Seed => "seed",
            OptionRow::Side => "size",
            OptionRow::Kind => "kind",
            OptionRow::Slider(i) => recipe.sliders()[i].0,
            OptionRow::Gentle => "gentle",
        }
    }

    /// As it stands.
    pub fn line(self, theme: Theme, wish: &LandWish, is_marked: bool) -> Line<'static> {
        let value = match self {
            OptionRow::Seed => wish.seed.to_string(),
            OptionRow::Side => format!("{}x{}", wish.size.width, wish.size.height),
            OptionRow::Kind => wish.recipe.preset.name().to_owned(),
            OptionRow::Slider(i) => return slider(theme, wish.recipe.sliders()[i], is_marked),
            OptionRow::Gentle if wish.recipe.gentle => "only the sea bars".to_owned(),
            OptionRow::Gentle => "no".to_owned(),
        };
        let (label, value) = (self.label(wish.recipe), format!("< {value:<18} >"));
        row(theme, label, vec![Span::styled(value, theme.text(TEXT))], is_marked)
    }
}

fn step(at: usize, by: i32, count: usize) -> usize {
    (at as i32 + by.signum()).clamp(0, count as i32 - 1) as usize
}

fn slider(theme: Theme, (label, value): (&'static str, u8), is_marked: bool) -> Line<'static> {
    let done = usize::from(BAR) * usize::from(value) / 100;
    let full = theme.word("━", "#").repeat(done);
    let rest = theme.word("─", ".").repeat(usize::from(BAR) - done);
    let bar = vec![
        Span::styled("< ", theme.text(TEXT)),
        Span::styled(full, theme.bold(ACCENT)),
        Span::styled(rest, theme.text(DIM)),
        Span::styled(format!(" {value:>3} >"), theme.text(TEXT)),
    ];
    row(theme, label, bar, is_marked)
}

fn row(theme: Theme, label: &'static str, value: Vec<Span<'static>>, is_marked: bool) -> Line<'static> {
    let style = if is_marked { theme.selected() } else { theme.text(DIM) };
    let mark = if is_marked { ">" } else { " " };
    let mut spans = vec![Span::styled(format!(" {mark}{label:<LABEL$}"), style), Span::raw(" ")];
    spans.extend(value);
    debug_assert!(spans.iter().map(Span::width).sum::<usize>() <= usize::from(LEFT) + 20);
    Line::from(spans)
}
