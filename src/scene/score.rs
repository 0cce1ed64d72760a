//! The score of a land's first years, and the text of five lines that tells it.

use super::card::sized_name;
use super::objectives::greatest_town;
use super::text::because;
use super::words::counted;
use super::{LinkGroup, PageView};
use crate::grid::Cell;
use crate::world::{Believed, DAY_TIME, PeopleIx, SCORED_TICKS, Tier, TownIx, World};

/// Columns and rows of the map in pixels; two rows take a line.
const MAP_COLUMNS: u16 = 24;
const MAP_ROWS: u16 = 8;
/// Letters of a line beside the map, at most.
const WORDS_MAX: usize = 72;

/// The score of a land, in tenths of a day: the walking time that the works of the player's people saved on each hundred
/// deliveries of the first years.
fn score_tenths(world: &World) -> u64 {
    let tally = &world.tally;
    tally.scored_time.saturating_mul(1000) / u64::from(DAY_TIME) / tally.scored_trips.max(1)
}

/// The page that tells the score: the figures, and what the greatest settlement came of.
pub(super) fn score_page(world: &World) -> PageView {
    let tenths = score_tenths(world);
    let saved = format!("{}.{} days for each hundred trips", tenths / 10, tenths % 10);
    let trips = counted(world.tally.scored_trips as usize, "trip");
    let works = world.works.of(PeopleIx::PLAYER).filter(|work| work.is_open).count();
    let facts = vec![("saved", saved), ("by", format!("{} on {trips}", counted(works, "work")))];
    let town = greatest_town(world);
    PageView {
        title: if world.tick < SCORED_TICKS { "So far" } else { "Three years are over" }.to_owned(),
        facts,
        groups: town
            .map(|id| LinkGroup { heading: sized_name(world.town(id)), links: because(world, id) })
            .into_iter()
            .collect(),
        ..PageView::default()
    }
}

/// Five lines to be pasted: what the land is called and its score; then a map of its roads, and beside it what its greatest
/// settlement came of. Before the first years are over, the score so far.
pub fn score_text(world: &World, land: &str) -> String {
    let tenths = score_tenths(world);
    let so_far = if world.tick < SCORED_TICKS { " so far" } else { "" };
    let head =
        format!("Wayworn {land}: {}.{} days saved for each hundred trips{so_far}", tenths / 10, tenths % 10);
    let map = map_lines(world);
    let words = greatest_town(world).map_or_else(Vec::new, |town| chain(world, town));
    let words = words.into_iter().chain(std::iter::repeat(String::new()));
    let beside =
        map.into_iter().zip(words).map(|(map, words)| format!("{map}  {words}").trim_end().to_owned());
    std::iter::once(head).chain(beside).map(|line| line + "\n").collect()
}

/// A settlement, and what it came of, a line each.
fn chain(world: &World, id: TownIx) -> Vec<String> {
    let links = because(world, id).into_iter().map(|link| format!("← {}", link.words));
    let clipped = |line: String| match line.char_indices().nth(WORDS_MAX) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    };
    std::iter::once(sized_name(world.town(id))).chain(links).map(clipped).collect()
}

/// The known roads in half blocks.
fn map_lines(world: &World) -> Vec<String> {
    let is_road = |column: u16, row: u16| {
        let size = world.size();
        let span = |at: u16, parts: u16, whole: u16| {
            let edge = |at: u16| (u32::from(at) * u32::from(whole) / u32::from(parts)) as u16;
            edge(at)..edge(at + 1)
        };
        let (columns, rows) = (span(column, MAP_COLUMNS, size.width), span(row, MAP_ROWS, size.height));
        let crossing = columns.len();
        let belief = &world.people(PeopleIx::PLAYER).belief;
        let cells = rows.flat_map(|y| columns.clone().map(move |x| Cell::new(x, y)));
        let is_road =
            |cell: &Cell| matches!(belief.at(*cell), Believed::Known { tier, .. } if tier >= Tier::Dirt);
        cells.filter(is_road).count() >= crossing.max(1)
    };
    let block = |column: u16, line: u16| match (is_road(column, 2 * line), is_road(column, 2 * line + 1)) {
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
        (false, false) => '·',
    };
    (0..MAP_ROWS / 2).map(|line| (0..MAP_COLUMNS).map(|column| block(column, line)).collect()).collect()
}
