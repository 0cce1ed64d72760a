//! The public formats for grid benchmarks (Sturtevant 2012): maps, and scenarios with known lengths. Pure: text
//! goes in, data comes out.
//!
//! A map is four lines of header (`type octile`, `height H`, `width W`, `map`) and then the rows. A scenario file is
//! a line `version 1` and then lines of nine words: bucket, map, its width and height, start x and y, goal x and y,
//! length of the shortest path. Lengths are integers in units of 10⁻⁸ steps, so that comparisons are the same on every
//! machine.

use crate::graph::{Corner, Moves, PLAIN, Terrain};
use crate::grid::{Cell, Size};
use std::fmt;

/// Longest side of a public map, in cells.
pub const MAP_SIDE_MAX: usize = crate::grid::SIDE_MAX as usize;
/// Longest text of a public map or scenario file, in bytes.
pub const BENCHMARK_TEXT_MAX: usize = 32 << 20;
/// One step, in the units of published lengths.
pub const STEP_UNITS: u64 = 100_000_000;
/// √2 steps, in the units of published lengths.
pub const DIAGONAL_UNITS: u64 = 141_421_356;
/// Tolerance of published lengths (0.011 steps); more where few digits were printed.
const TOLERANCE_UNITS: u64 = 1_100_000;
/// Significant digits of lengths in the older files.
const DIGITS: usize = 6;

/// Units per step for which a diagonal step is √2 steps to six decimals. Milli-steps are exact to three only, so that long
/// paths of many diagonals would be preferred to shorter ones of few.
pub const EXACT_STEP_UNITS: u16 = 985;

/// Characters of a word from a file that a message repeats, at most.
const SHOWN_MAX: usize = 60;

/// Glyphs of ground and of walls.
const GROUND: &[u8] = b".GS";
const WALLS: &[u8] = b"@OTW";

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FormatError {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub what: String,
}

impl FormatError {
    /// An error at a line and a column, both from 1.
    pub fn new(line: usize, column: usize, what: impl Into<String>) -> FormatError {
        FormatError { line, column, what: what.into() }
    }

    /// An error at a byte of the text.
    pub fn at(text: &str, byte: usize, what: impl Into<String>) -> FormatError {
        let before = text.get(..byte.min(text.len())).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        FormatError::new(line, column, what)
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.what)
    }
}

impl std::error::Error for FormatError {}

/// A public map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicMap {
    size: Size,
    glyphs: Vec<u8>,
}

/// Costs of glyphs, in milli-steps; glyphs not listed keep their meaning.
pub type GlyphCosts = Vec<(u8, u16)>;

/// One query of a scenario file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Scenario {
    /// Line of the file, from 1.
    pub line: usize,
    /// Start.
    pub start: Cell,
    /// Goal.
    pub goal: Cell,
    /// Published length of the shortest path, in units of 10⁻⁸ steps.
    pub length: u64,
    /// Tolerance for rounding, in the same units.
    pub tolerance: u64,
}

impl Scenario {
    /// Whether it says that there is no path: a length of 0 between two different cells.
    pub fn is_unreachable(&self) -> bool {
        self.length == 0 && self.start != self.goal
    }

    /// Whether a path over neighbouring cells has the published length.
    pub fn matches_length(&self, path: &[Cell]) -> bool {
        true_length(path).abs_diff(self.length) <= self.tolerance
    }
}

impl PublicMap {
    /// Reads a map. Memory is taken only once the header has been checked against the text's length.
    ///
    /// # Errors
    /// The first thing that is wrong, with its line and column and what would be right.
    pub fn parse(text: &str) -> Result<PublicMap, FormatError> {
        let mut lines = HeaderLines::new(text);
        lines.expect("type octile")?;
        let header = lines.at;
        let height = lines.side("height")?;
        let width = lines.side("width")?;
        lines.expect("map")?;
        let rest = text.len() - lines.at;
        if rest < width * height {
            let what = format!(
                "a map of {width}x{height} cells has more cells than this file has bytes: mend width or height"
            );
            return Err(FormatError::at(text, header, what));
        }
        let mut glyphs = Vec::with_capacity(width * height);
        for row in 0..height {
            let Some((begin, line)) = lines.next() else {
                let what = format!("the map ends after {row} rows, and its header says {height}");
                return Err(FormatError::at(text, text.len(), what));
            };
            if let Some(bad) =
                line.bytes().position(|glyph| !GROUND.contains(&glyph) && !WALLS.contains(&glyph))
            {
                let glyph = line[..].chars().find(|c| {
                    !c.is_ascii() || !(GROUND.contains(&(*c as u8)) || WALLS.contains(&(*c as u8)))
                });
                let what = format!(
                    "{:?} is no ground; use one of . G S for ground and @ O T W for walls",
                    glyph.unwrap_or('?')
                );
                return Err(FormatError::at(text, begin + bad, what));
            }
            if line.len() != width {
                let what = format!("this row has {} cells, and the header says {width}", line.len());
                return Err(FormatError::at(text, begin + line.len().min(width), what));
            }
            glyphs.extend_from_slice(line.as_bytes());
        }
        while let Some((begin, line)) = lines.next() {
            if !line.is_empty() {
                let what = format!("there are more rows than the {height} that the header says");
                return Err(FormatError::at(text, begin, what));
            }
        }
        Ok(PublicMap { size: Size::new(width as u16, height as u16), glyphs })
    }

    /// Columns and rows.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Line and column of a map's file, both from 1, where a cell is drawn: the rows begin after four lines.
    pub fn place_of(cell: Cell) -> (usize, usize) {
        (usize::from(cell.y) + 5, usize::from(cell.x) + 1)
    }

    /// The map as a terrain of eight neighbours where diagonals need both corners free, in milli-steps.
    pub fn terrain(&self, costs: &GlyphCosts) -> Terrain {
        self.priced(costs, PLAIN)
    }

    /// The same with [`EXACT_STEP_UNITS`] units a step: for lengths that are to be compared with published ones.
    pub fn exact_terrain(&self) -> Terrain {
        self.priced(&GlyphCosts::new(), EXACT_STEP_UNITS)
    }

    fn priced(&self, costs: &GlyphCosts, plain: u16) -> Terrain {
        let price = |glyph: &u8| {
            let listed = costs.iter().find(|(listed, _)| listed == glyph).map(|(_, price)| *price);
            listed.unwrap_or(if GROUND.contains(glyph) { plain } else { 0 })
        };
        let prices = self.glyphs.iter().map(price).collect();
        let terrain = Terrain::new(self.size, prices, Moves::Eight(Corner::BothFree));
        terrain.expect("there is a glyph for every cell")
    }
}

/// Reads costs of glyphs, such as `.=1,S=3,W=5`: in steps, with at most three decimals.
///
/// # Errors
/// The problem, and how to mend it.
pub fn parse_costs(text: &str) -> Result<GlyphCosts, String> {
    let cost = |item: &str| {
        let hint = || {
            format!("'{}' is no cost: write GLYPH=STEPS, such as S=3, with 0.001 to 65 steps", shown(item))
        };
        let (glyph, steps) = item.split_once('=').ok_or_else(hint)?;
        let glyph = match glyph.as_bytes() {
            [glyph] if GROUND.contains(glyph) || WALLS.contains(glyph) => *glyph,
            _ => {
                return Err(format!("'{}' is no glyph of a map; use one of . G S @ O T W", shown(glyph)));
            }
        };
        let units = parse_units(steps).ok_or_else(hint)?;
        let price = units / (STEP_UNITS / u64::from(PLAIN));
        let price =
            u16::try_from(price).ok().filter(|price| (1..=65_000).contains(price)).ok_or_else(hint)?;
        Ok((glyph, price))
    };
    let costs = text.split(',').map(|item| cost(item.trim())).collect::<Result<GlyphCosts, String>>()?;
    let twice = (1..costs.len()).find(|i| costs[..*i].iter().any(|(glyph, _)| *glyph == costs[*i].0));
    match twice {
        Some(i) => Err(format!("'{}' has two costs: give it one", char::from(costs[i].0))),
        None => Ok(costs),
    }
}

/// Bytes as text.
///
/// # Errors
/// The first byte that is not text, with its line and column.
pub fn text_of(bytes: Vec<u8>) -> Result<String, FormatError> {
    String::from_utf8(bytes).map_err(|error| {
        let (good, bad) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
        let before = String::from_utf8_lossy(good);
        let what = format!("byte {:#04x} is no text: these files are plain ASCII", bad.first().unwrap_or(&0));
        FormatError::at(&before, before.len(), what)
    })
}

/// Reads a scenario file for a map of this size.
///
/// # Errors
/// The first thing that is wrong, with its line and column and what would be right.
pub fn parse_scenarios(text: &str, size: Size) -> Result<Vec<Scenario>, FormatError> {
    let mut lines = HeaderLines::new(text);
    let head = lines.next();
    if head.is_none_or(|(_, line)| !line.starts_with("version")) {
        return Err(FormatError::at(text, 0, "a scenario file begins with a line 'version 1'"));
    }
    let mut scenarios = Vec::new();
    while let Some((begin, line)) = lines.next() {
        if line.trim().is_empty() {
            continue;
        }
        let scenario = read_scenario(line, lines.number, size);
        scenarios.push(scenario.map_err(|(at, what)| FormatError::at(text, begin + at, what))?);
    }
    if scenarios.is_empty() {
        return Err(FormatError::at(text, text.len(), "there is no scenario in this file"));
    }
    Ok(scenarios)
}

/// Reads one line; an error is a byte offset and the problem.
fn read_scenario(line: &str, number: usize, size: Size) -> Result<Scenario, (usize, String)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    // The map's name may contain spaces; fields are counted from the end.
    let numbers = words.len().checked_sub(7).filter(|first| *first >= 2).map(|first| &words[first..]);
    let Some(&[width, height, x, y, goal_x, goal_y, length]) = numbers else {
        let count = words.len();
        let what = format!(
            "a scenario has nine words (bucket, map, width, height, start x y, goal x y, length), this line has {count}"
        );
        return Err((0, what));
    };
    // Words are parts of the line.
    let at = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    let whole = |word: &str| {
        word.parse::<u16>().map_err(|_| (at(word), format!("'{}' is no number from 0 to 65535", shown(word))))
    };
    let (word, said) = (width, Size::new(whole(width)?, whole(height)?));
    let Size { width: columns, height: rows } = size;
    if said != size {
        let Size { width, height } = said;
        let what =
            format!("this scenario is for a map of {width}x{height} cells, and the map has {columns}x{rows}");
        return Err((at(word), what));
    }
    let cell = |x: &str, y: &str| {
        let cell = Cell::new(whole(x)?, whole(y)?);
        let off =
            || (at(x), format!("{}, {} is off the map, which has {columns}x{rows} cells", cell.x, cell.y));
        if size.contains(cell) { Ok(cell) } else { Err(off()) }
    };
    let wrong = || (at(length), format!("'{}' is no length: write it like 12.41421356", shown(length)));
    let units = parse_units(length).ok_or_else(wrong)?;
    let tolerance = rounding(length).max(TOLERANCE_UNITS);
    Ok(Scenario { line: number, start: cell(x, y)?, goal: cell(goal_x, goal_y)?, length: units, tolerance })
}

/// Half a unit of the last digit, where a length was printed with six digits: 10539.9 is anything from 10539.85 on.
fn rounding(length: &str) -> u64 {
    let (whole, part) = length.split_once('.').unwrap_or((length, ""));
    if whole.len() + part.len() > DIGITS {
        return 0;
    }
    let last = 10u64.pow(whole.len().min(DIGITS) as u32) * STEP_UNITS / 10u64.pow(DIGITS as u32);
    last / 2 + 1
}

/// A decimal number in units of 10⁻⁸; further decimals are cut off.
fn parse_units(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !is_number(whole) || !is_number(part) || whole.len() > 9 {
        return None;
    }
    let decimals: u64 = format!("{part:0<8}")[..8].parse().ok()?;
    Some(whole.parse::<u64>().ok()? * STEP_UNITS + decimals)
}

/// Length of a path over neighbouring cells, in units of 10⁻⁸ steps: straight steps, and diagonal ones of √2.
pub fn true_length(path: &[Cell]) -> u64 {
    let step =
        |two: &[Cell]| if two[0].x != two[1].x && two[0].y != two[1].y { DIAGONAL_UNITS } else { STEP_UNITS };
    path.windows(2).map(step).sum()
}

/// A word from a file as a message repeats it: what is invisible is an escape, and a long word is cut.
fn shown(word: &str) -> String {
    let mut letters = word.chars();
    let head: String = letters.by_ref().take(SHOWN_MAX).flat_map(char::escape_debug).collect();
    if letters.next().is_some() { head + "…" } else { head }
}

/// The lines of a text with the byte where each begins, without line ends.
struct HeaderLines<'a> {
    text: &'a str,
    at: usize,
    /// Lines read.
    number: usize,
}

impl<'a> HeaderLines<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, at: 0, number: 0 }
    }

    fn next(&mut self) -> Option<(usize, &'a str)> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        let (begin, length) = (self.at, rest.find('\n').unwrap_or(rest.len()));
        self.at += (length + 1).min(rest.len());
        self.number += 1;
        let line = &rest[..length];
        Some((begin, line.strip_suffix('\r').unwrap_or(line)))
    }

    fn expect(&mut self, words: &str) -> Result<(), FormatError> {
        let begin = self.at;
        let found = self.next().map(|(_, line)| line.trim_end());
        let wrong = || FormatError::at(self.text, begin, format!("here a map has a line '{words}'"));
        if found == Some(words) { Ok(()) } else { Err(wrong()) }
    }

    fn side(&mut self, name: &str) -> Result<usize, FormatError> {
        let begin = self.at;
        let line = self.next().map_or("", |(_, line)| line);
        let number = line.strip_prefix(name).map(str::trim).and_then(|number| number.parse::<usize>().ok());
        let fits = number.filter(|side| (1..=MAP_SIDE_MAX).contains(side));
        let what = || format!("here a map has a line '{name} N' with N from 1 to {MAP_SIDE_MAX}");
        fits.ok_or_else(|| FormatError::at(self.text, begin, what()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str) -> (usize, usize, String) {
        let error = PublicMap::parse(text).unwrap_err();
        (error.line, error.column, error.what)
    }

    #[test]
    fn maps_are_read_with_any_line_ends() {
        for end in ["\n", "\r\n"] {
            let text = ["type octile", "height 2", "width 3", "map", ".@.", "GTS", ""].join(end);
            let map = PublicMap::parse(&text).unwrap();
            assert_eq!(map.size(), Size::new(3, 2));
            let terrain = map.terrain(&parse_costs("S=3,T=2.5").unwrap());
            let prices: Vec<u16> = (0..6).map(|node| terrain.price(node)).collect();
            assert_eq!(prices, [1000, 0, 1000, 1000, 2500, 3000]);
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        assert_eq!(wrong("").0, 1);
        assert_eq!(wrong("type octile\nheight x\n").0, 2);
        assert_eq!(wrong("type octile\nheight 2\nwidth 99999999999\nmap\n").0, 3);
        assert!(
            wrong("type octile\nheight 4096\nwidth 4096\nmap\n..\n")
                .2
                .contains("more cells than this file has bytes")
        );
        let head = "type octile\nheight 2\nwidth 2\nmap\n";
        assert_eq!(wrong(&format!("{head}..\n.x\n")).0, 6);
        assert_eq!(wrong(&format!("{head}..\n.x\n")).1, 2);
        assert_eq!(wrong(&format!("{head}..\n...\n")).1, 3);
        assert_eq!(wrong(&format!("{head}....\n")).0, 5);
        assert_eq!(wrong(&format!("{head}..\n..\n..\n")).0, 7);
        assert_eq!(wrong(&format!("{head}..\n.ü\n")).0, 6);
    }

    #[test]
    fn words_are_repeated_visibly_and_briefly() {
        let said = parse_costs(&format!("S=\u{1b}[2J\u{202e}{}", "9".repeat(10_000))).unwrap_err();
        assert!(said.starts_with("'S=\\u{1b}[2J\\u{202e}99") && said.contains("9…' is no cost"), "{said}");
        assert!(said.len() < 200, "{said}");
    }

    #[test]
    fn scenarios_are_read_and_checked() {
        let size = Size::new(4, 3);
        let read = |rows: &str| parse_scenarios(&format!("version 1\n{rows}"), size);
        let rows = read("0\ta map.map\t4\t3\t0\t0\t3\t2\t4.41421356237\n").unwrap();
        assert_eq!(
            rows,
            [Scenario {
                line: 2,
                start: Cell::new(0, 0),
                goal: Cell::new(3, 2),
                length: 441_421_356,
                tolerance: TOLERANCE_UNITS
            }]
        );
        assert_eq!(read("0 m 4 3 0 0 3 2 10539.9").unwrap()[0].tolerance, STEP_UNITS / 20 + 1);
        for bad in [
            "0 m 4 3 0 0 3 3 1",
            "0 m 4 4 0 0 3 2 1",
            "0 m 4 3 0 0 3",
            "0 m 4 3 0 0 3 2 -1",
            "0 m 4 3 0 0 3 2 1e3",
            "",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
