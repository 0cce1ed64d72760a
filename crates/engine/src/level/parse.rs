//! Parses a level: TOML first, then everything that TOML cannot check.

use super::parse_goal::{GoalTable, StepTable};
use super::place::LevelError;
use super::{
    Feared, GOODS, Glyph, Level, LevelOrder, LevelSite, LevelTown, LevelUnit, MEASURES, PEOPLES, SIDE_MAX,
    SIDE_MIN, TEXT_MAX, TOWN_KINDS, Tower, UNIT_KINDS,
};
use crate::grid::{Cell, Layer, Size};
use crate::text::{Printable, is_visible};
use serde::Deserialize;
use std::ops::Range;
use toml::Spanned;
use toml_parser::Source;
use toml_parser::lexer::TokenKind;

/// Longest name, in characters.
const NAME_MAX: usize = 40;
/// Longest text of what a level is about, in bytes.
const ABOUT_MAX: usize = 2000;
/// Most sites, settlements, units or goals.
pub const THINGS_MAX: usize = 4096;
/// Most tokens (signs, words, numbers, strings, line ends) of a level's text; a map is one string. Each takes far more memory
/// to parse than it takes in the text.
pub const TOKENS_MAX: usize = 1 << 18;
/// Most orders of one unit.
pub(super) const ORDERS_MAX: usize = 64;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LevelFile {
    name: Spanned<String>,
    about: Spanned<String>,
    #[serde(default = "default_seed")]
    seed: u64,
    #[serde(default = "default_true")]
    fog: bool,
    #[serde(default = "default_true")]
    tools: bool,
    pub par: Option<Spanned<u32>>,
    pub measure: Option<Spanned<String>>,
    map: Spanned<String>,
    heights: Option<Spanned<String>>,
    #[serde(default)]
    site: Vec<SiteTable>,
    #[serde(default)]
    town: Vec<TownTable>,
    #[serde(default)]
    unit: Vec<UnitTable>,
    #[serde(default)]
    tower: Vec<TowerTable>,
    #[serde(default)]
    feared: Vec<FearedTable>,
    #[serde(default)]
    pub goal: Vec<Spanned<GoalTable>>,
    #[serde(default)]
    solution: Vec<Spanned<StepTable>>,
}

fn default_seed() -> u64 {
    1
}

fn default_true() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SiteTable {
    good: Spanned<String>,
    at: Spanned<(u16, u16)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TownTable {
    name: Option<Spanned<String>>,
    kind: Spanned<String>,
    people: Option<Spanned<String>>,
    at: Spanned<(u16, u16)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitTable {
    name: Option<Spanned<String>>,
    kind: Spanned<String>,
    people: Option<Spanned<String>>,
    at: Spanned<(u16, u16)>,
    cargo: Option<Spanned<String>>,
    #[serde(default)]
    orders: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FearedTable {
    at: Spanned<(u16, u16)>,
    steps: Spanned<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TowerTable {
    at: Spanned<(u16, u16)>,
    people: Option<Spanned<String>>,
}

/// Reads a level.
pub(super) fn parse(text: &str) -> Result<Level, LevelError> {
    if text.len() > TEXT_MAX {
        return Err(LevelError::at(
            text,
            0,
            format!("a level's text is at most {} MiB long", TEXT_MAX >> 20),
        ));
    }
    if let Some(over) = token_offsets(text).nth(TOKENS_MAX) {
        return Err(LevelError::at(text, over, format!("a level has at most {TOKENS_MAX} signs and words")));
    }
    let file: LevelFile = toml::from_str(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        LevelError::at(text, start, error.message().trim().replace('\n', "; "))
    })?;
    let reader = LevelReader { text, map: read_map(text, &file.map)? };
    let heights = file.heights.as_ref().map(|heights| reader.heights(heights)).transpose()?;
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
        return Err(LevelError::at(text, 0, format!("a level has at most {THINGS_MAX} things of a kind")));
    }
    let towns = reader.towns(&file.town)?;
    let units = reader.units(&file.unit, &towns)?;
    let (measure, par) = reader.par(&file)?;
    Ok(Level {
        name: reader.name(&file.name)?,
        about: reader.about(&file.about)?,
        seed: file.seed,
        fog: file.fog,
        tools: file.tools,
        measure: MEASURES[measure],
        par,
        heights,
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

fn read_map(text: &str, map: &Spanned<String>) -> Result<Layer<Glyph>, LevelError> {
    let rows = rows(map.get_ref());
    let fail = |row, column, what| Err(LevelError::in_picture(text, &map.span(), row, column, what));
    let width = rows.first().map_or(0, |row| row.chars().count());
    let sides = usize::from(SIDE_MIN)..=usize::from(SIDE_MAX);
    if !sides.contains(&width) || !sides.contains(&rows.len()) {
        let what = format!(
            "a map of {width}x{} cells cannot be played; each side must be between {SIDE_MIN} and {SIDE_MAX}",
            rows.len()
        );
        return Err(LevelError::at(text, map.span().start, what));
    }
    let mut values = Vec::with_capacity(width * rows.len());
    for (y, row) in rows.iter().enumerate() {
        for (x, glyph) in row.chars().enumerate() {
            match Glyph::from_glyph(glyph) {
                Some(ground) => values.push(ground),
                None => {
                    return fail(y, x, format!("{glyph:?} is no ground; use one of: {}", Glyph::legend()));
                }
            }
        }
        let count = row.chars().count();
        if count != width {
            return fail(
                y,
                count.min(width),
                format!("this row has {count} cells and the first has {width}: make them equal"),
            );
        }
    }
    let size = Size::new(width as u16, rows.len() as u16);
    Layer::from_values(size, values)
        .ok_or_else(|| LevelError::at(text, map.span().start, "the map is not whole"))
}

/// Context for parsing the things on a map.
pub(super) struct LevelReader<'a> {
    text: &'a str,
    pub map: Layer<Glyph>,
}

impl LevelReader<'_> {
    pub(super) fn error(&self, span: &Range<usize>, what: impl Into<String>) -> LevelError {
        LevelError::at(self.text, span.start, what)
    }

    fn heights(&self, heights: &Spanned<String>) -> Result<Layer<u8>, LevelError> {
        let size = self.map.size();
        let span = heights.span();
        let fail = |row, column, what| Err(LevelError::in_picture(self.text, &span, row, column, what));
        let rows = rows(heights.get_ref());
        if rows.len() != usize::from(size.height) {
            let what = format!(
                "there are {} rows of heights and {} of the map: make them equal",
                rows.len(),
                size.height
            );
            return Err(self.error(&span, what));
        }
        let mut values = Vec::with_capacity(size.area());
        for (y, row) in rows.iter().enumerate() {
            for (x, glyph) in row.chars().enumerate() {
                match glyph.to_digit(10) {
                    Some(digit) => values.push(digit as u8),
                    None => return fail(y, x, format!("{glyph:?} is no height; use a digit from 0 to 9")),
                }
            }
            let count = row.chars().count();
            if count != usize::from(size.width) {
                let what = format!(
                    "this row has {count} heights and the map {} columns: make them equal",
                    size.width
                );
                return fail(y, count.min(usize::from(size.width)), what);
            }
        }
        Layer::from_values(size, values).ok_or_else(|| self.error(&span, "the heights are not whole"))
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

    /// The owner of a thing: the player's people by default.
    fn people(&self, given: Option<&Spanned<String>>) -> Result<&'static str, LevelError> {
        given.map_or(Ok(PEOPLES[0]), |given| self.one_of(given, "people", &PEOPLES))
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

    fn name(&self, name: &Spanned<String>) -> Result<String, LevelError> {
        let text = name.get_ref().trim();
        let length = text.chars().count();
        if length == 0 || length > NAME_MAX || !text.chars().all(is_visible) {
            return Err(self
                .error(&name.span(), format!("a name has 1 to {NAME_MAX} characters, all of them visible")));
        }
        Ok(text.to_owned())
    }

    fn one_of(
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
