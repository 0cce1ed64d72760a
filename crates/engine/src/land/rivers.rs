//! Width of rivers: a brook is one cell wide, a river two, and a great river three, with a channel in its middle that is
//! too deep to wade except at fords. In a gorge all of them stay narrow.

use super::elevation::Relief;
use super::water::{Drainage, RIVER_FLOW};
use super::{Land, Surface};
use crate::graph::find_root;
use crate::grid::{Cell, Dir8, Layer, Size};

/// Cells that usually drain through a river that is two cells wide.
const BROAD_FLOW: u32 = 700;
/// Cells that usually drain through one that is three cells wide.
const GREAT_FLOW: u32 = 1800;
/// How far a bank may rise over the river that widens into it, as a share of the highest peak.
const BANK: f32 = 0.03;
/// Distance between fords along a great river, in cells.
const FORD_EVERY: u32 = 14;
/// Length of a ford, in cells.
const FORD_CELLS: u32 = 4;

/// The part of a river that covers a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Channel {
    /// Nothing.
    #[default]
    Dry,
    /// Water that can be waded.
    Shallow,
    /// Water that bars the way.
    Deep,
}

/// The rivers of a drained land.
pub(super) fn channels(relief: &Relief, drainage: &Drainage) -> Layer<Channel> {
    let size = relief.elevation.size();
    let mut channels = Layer::new(size, Channel::Dry);
    let [broad, great_flow] = [BROAD_FLOW, GREAT_FLOW].map(|usual| usual * drainage.river_flow / RIVER_FLOW);
    let mut great = Vec::new();
    for cell in size.cells().filter(|cell| drainage.is_river(*cell) && !drainage.lake[*cell]) {
        channels[cell] = Channel::Shallow;
        let Some(dir) = drainage.down[cell].filter(|_| drainage.flow[cell] >= broad) else { continue };
        let banks = banks(relief, drainage, cell, dir);
        let is_great = drainage.flow[cell] >= great_flow;
        for bank in banks.iter().flatten().take(1 + usize::from(is_great)) {
            channels[*bank] = Channel::Shallow;
        }
        if is_great && banks.iter().all(Option::is_some) {
            great.push(cell);
        }
    }
    deepen(drainage, &mut channels, great);
    channels
}

/// The cells on both sides of a river that it may widen into, the lower one first.
fn banks(relief: &Relief, drainage: &Drainage, cell: Cell, dir: Dir8) -> [Option<Cell>; 2] {
    let size = relief.elevation.size();
    let aside = if dir.is_diagonal() { 1 } else { 2 };
    let level = relief.above_sea(cell) + BANK;
    let mut banks = [aside, 8 - aside].map(|eighths| {
        let bank = size.step(cell, dir.rotated(eighths))?;
        let is_low = !relief.is_sea(bank) && relief.above_sea(bank) <= level;
        (is_low && !drainage.lake[bank]).then_some(bank)
    });
    let height = |bank: &Option<Cell>| bank.map_or(f32::MAX, |bank| relief.elevation[bank]);
    banks.sort_by(|a, b| height(a).total_cmp(&height(b)));
    banks
}

/// Makes the middle of great rivers too deep to wade, except at fords, which are counted from the mouth.
fn deepen(drainage: &Drainage, channels: &mut Layer<Channel>, mut great: Vec<Cell>) {
    let size = channels.size();
    let mut steps = Layer::new(size, 0u32);
    // Flow grows downstream.
    great.sort_unstable_by_key(|cell| (std::cmp::Reverse(drainage.flow[*cell]), size.index(*cell)));
    for cell in great {
        let below = drainage.down[cell].and_then(|dir| size.step(cell, dir));
        steps[cell] = below.map_or(0, |below| steps[below]) + 1;
        if steps[cell] % FORD_EVERY >= FORD_CELLS {
            channels[cell] = Channel::Deep;
        }
    }
}

/// Adds a ford wherever a deep channel would separate ground that nothing else joins.
pub(super) fn add_missing_fords(land: &mut Land, is_deep: impl Fn(Cell) -> bool) {
    let size = land.size;
    let (part, areas) = land.parts();
    let mut joined: Vec<u32> = (0..areas.len() as u32).collect();
    for cell in size.cells().filter(|cell| is_deep(*cell)) {
        let mut here = None;
        for beside in beside(size, cell).filter(|beside| part[*beside] != u32::MAX) {
            let other = find_root(&mut joined, part[beside]);
            match here {
                None => here = Some(other),
                Some(first) if first != other => {
                    joined[other as usize] = first;
                    land.surface[cell] = Surface::River;
                }
                Some(_) => {}
            }
        }
    }
}

fn beside(size: Size, cell: Cell) -> impl Iterator<Item = Cell> {
    size.neighbours(cell).filter(|(dir, _)| !dir.is_diagonal()).map(|(_, beside)| beside)
}
