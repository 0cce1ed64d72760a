//! The parameters of a land to be made, and the rows of the new-land screen, which show and change one each.

use crate::grid::Size;
use crate::scene::{Preset, Recipe, SLIDERS};
use crate::tui::look::theme::{ACCENT, DIM, TEXT, Theme};
use ratatui::text::{Line, Span};

/// Columns of the rows.
pub(super) const ROW_COLUMNS: u16 = 35;
/// The side lengths on offer, in cells.
const SIDES_CELLS: [u16; 6] = [128, 256, 512, 1024, 2048, 4096];
/// Column of a slider's bar, its width, and columns of a label.
const BAR_COLUMN: u16 = 13;
const BAR_COLUMNS: u16 = 14;
const LABEL_COLUMNS: usize = 8;

/// The parameters of the land to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LandParams {
    /// Its seed.
    pub seed: u64,
    /// Its size.
    pub size: Size,
    /// Its generator's settings.
    pub recipe: Recipe,
}

/// A row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OptionRow {
    /// The seed.
    Seed,
    /// Columns and rows of the land.
    Side,
    /// The preset.
    Kind,
    /// The slider with this index.
    Slider(usize),
    /// Whether only the sea is impassable.
    Gentle,
}

/// All rows, from the top.
pub(super) const ROWS: [OptionRow; SLIDERS + 4] = {
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
    /// Whether it is a slider.
    pub(super) fn is_slider(self) -> bool {
        matches!(self, OptionRow::Slider(_))
    }

    /// Changes a slider by `by`, other rows to the next or previous value.
    pub(super) fn step_value(self, params: &mut LandParams, by: i32) {
        match self {
            OptionRow::Seed => params.seed = params.seed.saturating_add_signed(i64::from(by.signum())),
            OptionRow::Side => {
                let at = SIDES_CELLS
                    .iter()
                    .position(|side| *side >= params.size.width)
                    .unwrap_or(SIDES_CELLS.len() - 1);
                let side = SIDES_CELLS[step_index(at, by, SIDES_CELLS.len())];
                params.size = Size::new(side, side);
            }
            OptionRow::Kind => {
                let at = Preset::ALL.iter().position(|kind| *kind == params.recipe.preset).unwrap_or(0);
                params.recipe.preset =
                    Preset::ALL[(at as i32 + by.signum()).rem_euclid(Preset::ALL.len() as i32) as usize];
            }
            OptionRow::Slider(i) => {
                let value = i32::from(params.recipe.sliders()[i].1) + by;
                self.set_percent(params, value.clamp(0, 100) as u8);
            }
            OptionRow::Gentle => params.recipe.gentle = !params.recipe.gentle,
        }
    }

    /// Sets it to a position in percent of its range; the seed stays.
    pub(super) fn set_percent(self, params: &mut LandParams, percent: u8) {
        match self {
            OptionRow::Slider(i) => {
                let mut values = params.recipe.sliders().map(|(_, value)| value);
                values[i] = percent.min(100);
                params.recipe = params.recipe.with_sliders(values);
            }
            OptionRow::Side => {
                let side = SIDES_CELLS
                    [(usize::from(percent) * (SIDES_CELLS.len() - 1) / 100).min(SIDES_CELLS.len() - 1)];
                params.size = Size::new(side, side);
            }
            OptionRow::Kind => {
                let last = Preset::ALL.len() - 1;
                params.recipe.preset = Preset::ALL[(usize::from(percent) * last / 100).min(last)];
            }
            OptionRow::Gentle => params.recipe.gentle = percent > 50,
            OptionRow::Seed => {}
        }
    }

    /// The slider position of a click into this column, in percent.
    pub(super) fn percent_at(self, column: u16) -> Option<u8> {
        let at = column.checked_sub(BAR_COLUMN).filter(|at| self.is_slider() && *at < BAR_COLUMNS)?;
        Some((at * 100 / (BAR_COLUMNS - 1)) as u8)
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

    /// The row as a line.
    pub(super) fn line(self, theme: Theme, params: &LandParams, is_marked: bool) -> Line<'static> {
        let value = match self {
            OptionRow::Seed => params.seed.to_string(),
            OptionRow::Side => format!("{}x{}", params.size.width, params.size.height),
            OptionRow::Kind => params.recipe.preset.name().to_owned(),
            OptionRow::Slider(i) => return slider(theme, params.recipe.sliders()[i], is_marked),
            OptionRow::Gentle if params.recipe.gentle => "only the sea blocks".to_owned(),
            OptionRow::Gentle => "no".to_owned(),
        };
        let (label, value) = (self.label(params.recipe), format!("< {value:<18} >"));
        row(theme, label, vec![Span::styled(value, theme.text(TEXT))], is_marked)
    }
}

fn step_index(at: usize, by: i32, count: usize) -> usize {
    (at as i32 + by.signum()).clamp(0, count as i32 - 1) as usize
}

fn slider(theme: Theme, (label, value): (&'static str, u8), is_marked: bool) -> Line<'static> {
    let done = usize::from(BAR_COLUMNS) * usize::from(value) / 100;
    let full = theme.pick_text("━", "#").repeat(done);
    let rest = theme.pick_text("─", ".").repeat(usize::from(BAR_COLUMNS) - done);
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
    let mut spans = vec![Span::styled(format!(" {mark}{label:<LABEL_COLUMNS$}"), style), Span::raw(" ")];
    spans.extend(value);
    debug_assert!(spans.iter().map(Span::width).sum::<usize>() <= usize::from(ROW_COLUMNS) + 20);
    Line::from(spans)
}
