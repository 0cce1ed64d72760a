//! What is read in many places of a level: names, words, cells and orders, each with an error that says where and what to do.

use super::data::LevelUnit;
use super::glyphs::Glyph;
use super::order::LevelOrder;
use super::place::LevelError;
use super::tables::UnitTable;
use super::words::PEOPLES;
use crate::grid::{Cell, Layer, Size};
use crate::text::{Printable, is_visible};
use std::ops::Range;
use toml::Spanned;

/// Longest name, in characters.
const NAME_MAX: usize = 40;
/// Most orders of one unit.
pub(super) const ORDERS_MAX: usize = 64;

/// Context for parsing the things on a map.
pub(super) struct LevelReader<'a> {
    pub(super) text: &'a str,
    pub(super) map: Layer<Glyph>,
}

impl LevelReader<'_> {
    pub(super) fn error(&self, span: &Range<usize>, what: impl Into<String>) -> LevelError {
        LevelError::at(self.text, span.start, what)
    }

    /// The owner of a thing: the player's people by default.
    pub(super) fn people(&self, given: Option<&Spanned<String>>) -> Result<&'static str, LevelError> {
        given.map_or(Ok(PEOPLES[0]), |given| self.one_of(given, "people", &PEOPLES))
    }

    pub(super) fn orders(
        &self,
        texts: &[Spanned<String>],
        units: &[UnitTable],
    ) -> Result<Vec<LevelOrder>, LevelError> {
        if let Some(over) = texts.get(ORDERS_MAX) {
            return Err(self.error(&over.span(), format!("a unit can have {ORDERS_MAX} orders at most")));
        }
        let order = |text: &Spanned<String>| {
            let fail = |what: String| self.error(&text.span(), what);
            let order = LevelOrder::parse(text.get_ref()).map_err(fail)?;
            if let Some(cell) = order.cells().iter().find(|cell| !self.map.size().contains(**cell)) {
                return Err(fail(self.off_the_map(*cell)));
            }
            if order.cells().len() > ORDERS_MAX {
                return Err(fail(format!("a round can have {ORDERS_MAX} places at most")));
            }
            let named =
                |name: &str| units.iter().any(|unit| unit.name.as_ref().is_some_and(|n| n.get_ref() == name));
            match order.target_name() {
                Some(name) if !named(name) => {
                    let word = text.get_ref().split_whitespace().next().unwrap_or_default();
                    Err(fail(format!("there is no unit named '{}' to {word}", Printable(name))))
                }
                _ => Ok(order),
            }
        };
        texts.iter().map(order).collect()
    }

    pub(super) fn name(&self, name: &Spanned<String>) -> Result<String, LevelError> {
        let text = name.get_ref().trim();
        let length = text.chars().count();
        if length == 0 || length > NAME_MAX || !text.chars().all(is_visible) {
            return Err(self
                .error(&name.span(), format!("a name has 1 to {NAME_MAX} characters, all of them visible")));
        }
        Ok(text.to_owned())
    }

    pub(super) fn named(&self, name: &Spanned<String>, units: &[LevelUnit]) -> Result<String, LevelError> {
        let wanted = name.get_ref();
        if units.iter().any(|unit| unit.name.as_ref() == Some(wanted)) {
            return Ok(wanted.clone());
        }
        Err(self.error(&name.span(), format!("there is no unit named '{}'", Printable(wanted))))
    }

    pub(super) fn one_of(
        &self,
        word: &Spanned<String>,
        what: &str,
        known: &'static [&'static str],
    ) -> Result<&'static str, LevelError> {
        self.index_of(word, what, known).map(|index| known[index])
    }

    pub(super) fn index_of(
        &self,
        word: &Spanned<String>,
        what: &str,
        known: &[&str],
    ) -> Result<usize, LevelError> {
        let found = known.iter().position(|name| name == word.get_ref());
        let unknown =
            || format!("'{}' is no {what}; use one of: {}", Printable(word.get_ref()), known.join(", "));
        found.ok_or_else(|| self.error(&word.span(), unknown()))
    }

    /// A passable cell.
    pub(super) fn passable_cell(&self, at: &Spanned<(u16, u16)>, what: &str) -> Result<Cell, LevelError> {
        let (x, y) = *at.get_ref();
        let cell = Cell::new(x, y);
        let Some(ground) = self.map.get(cell) else {
            return Err(self.error(&at.span(), self.off_the_map(cell)));
        };
        if ground.is_blocked() {
            let what =
                format!("{what} cannot be on {}: move it from {x}, {y} to passable ground", ground.name());
            return Err(self.error(&at.span(), what));
        }
        Ok(cell)
    }

    pub(super) fn on_the_map(&self, at: &Spanned<(u16, u16)>) -> Result<Cell, LevelError> {
        let (x, y) = *at.get_ref();
        let cell = Cell::new(x, y);
        let inside = self.map.size().contains(cell);
        if inside { Ok(cell) } else { Err(self.error(&at.span(), self.off_the_map(cell))) }
    }

    pub(super) fn off_the_map(&self, cell: Cell) -> String {
        let Size { width, height } = self.map.size();
        format!(
            "{}, {} is off the map, whose columns go from 0 to {} and rows from 0 to {}",
            cell.x,
            cell.y,
            width - 1,
            height - 1
        )
    }
}
