//! Parses a level: TOML first, then everything that TOML cannot check.

use super::data::{Feared, Level, LevelAnswer, LevelSite, LevelTown, LevelUnit, Tower};
use super::glyphs::Glyph;
use super::place::LevelError;
use super::reader::LevelReader;
use super::tables::{AnswerTable, FearedTable, LevelFile, SiteTable, TowerTable, TownTable, UnitTable};
use super::words::{GOODS, MEASURES, TOWN_KINDS, UNIT_KINDS};
use crate::grid::{Cell, Layer, Size};
use crate::text::is_visible;
use std::ops::Range;
use toml::Spanned;
use toml_parser::Source;
use toml_parser::lexer::TokenKind;

/// Smallest and largest side of a level, in cells.
pub const SIDE_MIN: u16 = 4;
/// See [`SIDE_MIN`].
pub use crate::grid::SIDE_MAX;
/// Longest text of a level, in bytes.
pub const TEXT_MAX: usize = 32 << 20;
/// Longest text of what a level is about, in bytes.
const ABOUT_MAX: usize = 2000;
/// Most sites, settlements, units or goals.
pub const THINGS_MAX: usize = 4096;
/// The digit of the widest road.
const ROAD_DIGIT_MAX: u8 = 4;
/// The number of answers to what a level asks.
const ANSWERS: std::ops::RangeInclusive<usize> = 2..=4;
/// Most tokens (signs, words, numbers, strings, line ends) of a level's text; a map is one string. Each takes far more memory
/// to parse than it takes in the text.
pub const TOKENS_MAX: usize = 1 << 18;

impl Level {
    /// Reads a level.
    ///
    /// # Errors
    /// The first thing that is wrong, with its line and column and what would be right.
    pub fn parse(text: &str) -> Result<Level, LevelError> {
        let fail = |byte, what| Err(LevelError::at(text, byte, what));
        if text.len() > TEXT_MAX {
            return fail(0, format!("a level's text is at most {} MiB long", TEXT_MAX >> 20));
        }
        if let Some(over) = token_offsets(text).nth(TOKENS_MAX) {
            return fail(over, format!("a level has at most {TOKENS_MAX} signs and words"));
        }
        let file: LevelFile = toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            LevelError::at(text, start, error.message().trim().replace('\n', "; "))
        })?;
        let reader = LevelReader { text, map: read_map(text, &file.map)? };
        let heights = file.heights.as_ref().map(|drawn| reader.digits(drawn, ("height", 9))).transpose()?;
        let roads = file.roads.as_ref().map(|drawn| reader.roads(drawn)).transpose()?;
        let things = [
            file.site.len(),
            file.town.len(),
            file.unit.len(),
            file.tower.len(),
            file.feared.len(),
            file.goal.len(),
            file.solution.len(),
        ];
        if things.iter().any(|count| *count > THINGS_MAX) {
            return fail(0, format!("a level has at most {THINGS_MAX} things of a kind"));
        }
        let towns = reader.towns(&file.town)?;
        let units = reader.units(&file.unit, &towns)?;
        let (measure, par) = reader.par(&file)?;
        Ok(Level {
            name: reader.name(&file.name)?,
            about: reader.about(&file.about)?,
            learnt: file.learnt.as_ref().map_or(Ok(String::new()), |text| reader.about(text))?,
            ask: file.ask.as_ref().map_or(Ok(String::new()), |text| reader.about(text))?,
            answers: reader.answers(file.ask.as_ref(), &file.answer)?,
            seed: file.seed,
            fog: file.fog,
            tools: file.tools,
            brushes: reader.brushes(&file)?,
            coin: file.coin.as_ref().map_or(Ok(0), |coin| reader.coin(coin))?,
            measure: MEASURES[measure],
            par,
            heights,
            roads,
            sites: reader.sites(&file.site)?,
            feared: reader.feared(&file.feared)?,
            towers: reader.towers(&file.tower, &towns, &units)?,
            goals: reader.goals(&file.goal, &units)?,
            solution: reader.solution(&file.solution, (&file.unit, &units))?,
            towns,
            units,
            map: reader.map,
            text: text.to_owned(),
        })
    }
}

/// Offsets of the tokens of a text, none of which is stored.
fn token_offsets(text: &str) -> impl Iterator<Item = usize> {
    let tokens = Source::new(text).lex();
    let parts = tokens.filter(|token| !matches!(token.kind(), TokenKind::Whitespace | TokenKind::Comment));
    parts.map(|token| token.span().start())
}

/// Rows of a picture, without line ends and without the indentation of the closing quotes.
fn rows(picture: &str) -> Vec<&str> {
    picture.trim_end().lines().map(str::trim_end).collect()
}

/// What the glyphs of a picture with these bytes stand for, row by row. `read` says what is wrong with a glyph, and
/// `uneven` with a row of so many cells that is not of this width.
fn read_rows<T>(
    (text, span): (&str, Range<usize>),
    (rows, width): (&[&str], usize),
    read: impl Fn(char) -> Result<T, String>,
    uneven: impl Fn(usize) -> String,
) -> Result<Vec<T>, LevelError> {
    let mut values = Vec::with_capacity(width * rows.len());
    for (y, row) in rows.iter().enumerate() {
        let wrong = |x, what| LevelError::in_picture(text, &span, y, x, what);
        for (x, glyph) in row.chars().enumerate() {
            values.push(read(glyph).map_err(|what| wrong(x, what))?);
        }
        let count = row.chars().count();
        if count != width {
            return Err(wrong(count.min(width), uneven(count)));
        }
    }
    Ok(values)
}

fn read_map(text: &str, map: &Spanned<String>) -> Result<Layer<Glyph>, LevelError> {
    let rows = rows(map.get_ref());
    let width = rows.first().map_or(0, |row| row.chars().count());
    let sides = usize::from(SIDE_MIN)..=usize::from(SIDE_MAX);
    if !sides.contains(&width) || !sides.contains(&rows.len()) {
        let what = format!(
            "a map of {width}x{} cells cannot be played; each side must be between {SIDE_MIN} and {SIDE_MAX}",
            rows.len()
        );
        return Err(LevelError::at(text, map.span().start, what));
    }
    let wrong = |glyph| format!("{glyph:?} is no ground; use one of: {}", Glyph::legend());
    let ground = |glyph| Glyph::from_glyph(glyph).ok_or_else(|| wrong(glyph));
    let uneven = |count| format!("this row has {count} cells and the first has {width}: make them equal");
    let values = read_rows((text, map.span()), (&rows, width), ground, uneven)?;
    let size = Size::new(width as u16, rows.len() as u16);
    Layer::from_values(size, values)
        .ok_or_else(|| LevelError::at(text, map.span().start, "the map is not whole"))
}

impl LevelReader<'_> {
    /// A picture of digits beside that of the ground.
    fn digits(&self, drawn: &Spanned<String>, (what, most): (&str, u8)) -> Result<Layer<u8>, LevelError> {
        let size = self.map.size();
        let span = drawn.span();
        let rows = rows(drawn.get_ref());
        if rows.len() != usize::from(size.height) {
            let what = format!(
                "there are {} rows of {what}s and {} of the map: make them equal",
                rows.len(),
                size.height
            );
            return Err(self.error(&span, what));
        }
        let wrong = |glyph| format!("{glyph:?} is no {what}; use a digit from 0 to {most}");
        let digit = |glyph: char| {
            let digit = glyph.to_digit(10).filter(|digit| *digit <= u32::from(most));
            digit.map(|digit| digit as u8).ok_or_else(|| wrong(glyph))
        };
        let width = usize::from(size.width);
        let uneven =
            |count| format!("this row has {count} {what}s and the map {width} columns: make them equal");
        let values = read_rows((self.text, span.clone()), (&rows, width), digit, uneven)?;
        Layer::from_values(size, values)
            .ok_or_else(|| self.error(&span, format!("the {what}s are not whole")))
    }

    /// Roads, on passable ground.
    fn roads(&self, drawn: &Spanned<String>) -> Result<Layer<u8>, LevelError> {
        let roads = self.digits(drawn, ("road", ROAD_DIGIT_MAX))?;
        let is_wrong = |cell: &Cell| roads[*cell] > 0 && self.map[*cell].is_blocked();
        match self.map.size().cells().find(is_wrong) {
            None => Ok(roads),
            Some(at) => {
                let what = format!("a road cannot lie on {}", self.map[at].name());
                let (row, column) = (usize::from(at.y), usize::from(at.x));
                Err(LevelError::in_picture(self.text, &drawn.span(), row, column, what))
            }
        }
    }

    fn sites(&self, tables: &[SiteTable]) -> Result<Vec<LevelSite>, LevelError> {
        let site = |table: &SiteTable| {
            Ok(LevelSite {
                good: self.one_of(&table.good, "good", &GOODS)?,
                cell: self.passable_cell(&table.at, "a site")?,
            })
        };
        tables.iter().map(site).collect()
    }

    fn feared(&self, tables: &[FearedTable]) -> Result<Vec<Feared>, LevelError> {
        let feared = |table: &FearedTable| {
            let (cell, steps) = (self.passable_cell(&table.at, "fear")?, *table.steps.get_ref());
            if steps == 0 {
                return Err(self.error(&table.steps.span(), "what is feared is feared by 1 to 255 steps"));
            }
            Ok(Feared { cell, steps })
        };
        tables.iter().map(feared).collect()
    }

    fn answers(
        &self,
        ask: Option<&Spanned<String>>,
        tables: &[AnswerTable],
    ) -> Result<Vec<LevelAnswer>, LevelError> {
        if let Some(ask) = ask.filter(|_| !ANSWERS.contains(&tables.len())) {
            return Err(self.error(&ask.span(), "what a level asks has two to four answers"));
        }
        if let Some(answer) = tables.first().filter(|_| ask.is_none()) {
            return Err(self.error(&answer.words.span(), "an answer needs a question: ask = \"...\""));
        }
        let answer = |table: &AnswerTable| {
            Ok(LevelAnswer {
                words: self.name(&table.words)?,
                cell: self.passable_cell(&table.at, "an answer")?,
            })
        };
        tables.iter().map(answer).collect()
    }

    fn towns(&self, tables: &[TownTable]) -> Result<Vec<LevelTown>, LevelError> {
        let mut towns: Vec<LevelTown> = Vec::new();
        for table in tables {
            let name = table.name.as_ref().map(|name| self.name(name)).transpose()?;
            let kind = self.one_of(&table.kind, "kind of settlement", &TOWN_KINDS)?;
            let cell = self.passable_cell(&table.at, "a settlement")?;
            if towns.iter().any(|other| other.cell == cell) {
                return Err(self.error(&table.at.span(), "another settlement stands here already"));
            }
            if let (Some(given), true) =
                (&table.name, name.is_some() && towns.iter().any(|other| other.name == name))
            {
                return Err(self.error(&given.span(), "another settlement has this name already"));
            }
            let people = self.people(table.people.as_ref())?;
            towns.push(LevelTown { name, kind, people, cell });
        }
        Ok(towns)
    }

    fn units(&self, tables: &[UnitTable], towns: &[LevelTown]) -> Result<Vec<LevelUnit>, LevelError> {
        let mut units: Vec<LevelUnit> = Vec::new();
        for table in tables {
            let name = table.name.as_ref().map(|name| self.name(name)).transpose()?;
            let kind = self.one_of(&table.kind, "kind of unit", &UNIT_KINDS)?;
            let cell = self.passable_cell(&table.at, "a unit")?;
            // Within a settlement there is room for many.
            let is_free =
                !units.iter().any(|other| other.cell == cell) || towns.iter().any(|town| town.cell == cell);
            if !is_free {
                return Err(
                    self.error(&table.at.span(), "another unit stands here already; put one beside it")
                );
            }
            if let (Some(given), true) =
                (&table.name, name.is_some() && units.iter().any(|other| other.name == name))
            {
                return Err(self.error(&given.span(), "another unit has this name already"));
            }
            let orders = self.orders(&table.orders, tables)?;
            let people = self.people(table.people.as_ref())?;
            let cargo = table.cargo.as_ref().map(|good| self.one_of(good, "good", &GOODS)).transpose()?;
            units.push(LevelUnit { name, kind, people, cell, cargo, orders });
        }
        Ok(units)
    }

    fn towers(
        &self,
        tables: &[TowerTable],
        towns: &[LevelTown],
        units: &[LevelUnit],
    ) -> Result<Vec<Tower>, LevelError> {
        let tower = |table: &TowerTable| {
            let cell = self.passable_cell(&table.at, "a tower")?;
            self.is_vacant(&table.at, cell, (towns, units))?;
            Ok(Tower { cell, people: self.people(table.people.as_ref())? })
        };
        tables.iter().map(tower).collect()
    }

    /// A level's description as one line; line breaks in the file do not matter.
    fn about(&self, about: &Spanned<String>) -> Result<String, LevelError> {
        let text = about.get_ref().split_whitespace().collect::<Vec<_>>().join(" ");
        if text.len() > ABOUT_MAX || !text.chars().all(is_visible) {
            let what = format!("what a level is about takes at most {ABOUT_MAX} bytes, all of them visible");
            return Err(self.error(&about.span(), what));
        }
        Ok(text)
    }

    /// Whether a tower's cell is free of units and settlements.
    fn is_vacant(
        &self,
        at: &Spanned<(u16, u16)>,
        cell: Cell,
        (towns, units): (&[LevelTown], &[LevelUnit]),
    ) -> Result<(), LevelError> {
        let is_taken =
            towns.iter().any(|town| town.cell == cell) || units.iter().any(|unit| unit.cell == cell);
        if is_taken {
            return Err(self.error(&at.span(), "a unit or a settlement stands here already"));
        }
        Ok(())
    }
}
