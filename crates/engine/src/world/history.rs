//! The land's history as the player's people knew it: keyframes of roads, frontiers and settlements, each stored as a
//! delta to the one before.
//!
//! `sim` decides when a keyframe is taken, `scene` how it is drawn.

use super::belief::{Glance, glance};
use super::{People, Tier, TownIx, TownKind};
use crate::grid::{Layer, Size};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Keyframes kept; when there are more, or they are too long, every other one is dropped.
pub const FRAMES_MAX: usize = 256;
/// Cells that are compared at once; most stretches of land do not change in a day.
const STRETCH: usize = 256;
/// Limits of a history per cell of the land, in bytes and in changed cells; `MORE` is added to both.
pub const HISTORY_BYTES_PER_CELL: usize = 4;
const CHANGES_PER_CELL: usize = 64;
const MORE: usize = 1 << 20;

/// The tier that a glance shows; `None` for an unknown cell.
pub fn tier_of(glance: Glance) -> Option<Tier> {
    glance.checked_sub(1).map(Tier::from_index)
}

/// The delta to the keyframe before (of the first: to an unknown land).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Keyframe {
    /// When.
    pub tick: u64,
    /// Runs of cells with a new glance, row by row; see [`runs`].
    ground: Vec<u8>,
    /// Known settlements that had become something else, in the order of their ids.
    towns: Vec<(TownIx, TownKind)>,
}

/// All keyframes, oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct History {
    /// At most [`FRAMES_MAX`].
    pub frames: Vec<Keyframe>,
    /// How often the interval between keyframes was doubled.
    pub doublings: u8,
}

impl History {
    /// Records a keyframe of a people's belief. `glances` is the ground of the keyframe before, and is updated to this one.
    pub fn record(&mut self, tick: u64, people: &People, glances: &mut Layer<Glance>) {
        let known = self.towns_at(self.frames.len());
        let kinds = people.sightings.iter().map(|(id, seen)| (*id, seen.kind));
        let changed = kinds.filter(|(id, kind)| known.get(id) != Some(kind)).collect();
        let ground = changes(people.belief.words(), glances.values_mut());
        self.frames.push(Keyframe { tick, ground, towns: changed });
        // Two keyframes fit on any land; merging keyframes drops changes that were reverted.
        while self.frames.len() > 2 && !self.fits(glances.values().len()) {
            self.thin();
        }
    }

    /// Whether it is within the limits of what can be loaded, on a land of `area` cells.
    fn fits(&self, area: usize) -> bool {
        let lengths = self.frames.iter().flat_map(|frame| runs(&frame.ground)).map(|(_, length, _)| length);
        self.frames.len() <= FRAMES_MAX
            && self.bytes() <= HISTORY_BYTES_PER_CELL * area + MORE
            && lengths.sum::<usize>() <= CHANGES_PER_CELL * area + MORE
    }

    /// Drops every other keyframe, merging it into the one after it. The first and the last stay.
    fn thin(&mut self) {
        let mut kept: Vec<Keyframe> = Vec::with_capacity(FRAMES_MAX / 2 + 1);
        let mut frames = std::mem::take(&mut self.frames).into_iter();
        kept.extend(frames.next());
        while let Some(dropped) = frames.next() {
            kept.push(match frames.next() {
                Some(next) => dropped.then(next),
                None => dropped,
            });
        }
        self.frames = kept;
        self.doublings += 1;
    }

    /// The ground as it was in the keyframe with this index (of none, if there is none).
    pub fn ground_at(&self, size: Size, index: usize) -> Layer<Glance> {
        let mut glances = Layer::new(size, 0);
        for frame in self.frames.iter().take(index.saturating_add(1)) {
            for (start, length, value) in runs(&frame.ground) {
                glances.values_mut()[start..start + length].fill(value);
            }
        }
        glances
    }

    /// The settlements known before the keyframe with this index.
    pub fn towns_at(&self, index: usize) -> BTreeMap<TownIx, TownKind> {
        self.frames.iter().take(index).flat_map(|frame| frame.towns.iter().copied()).collect()
    }

    /// What a settlement was in the keyframes before this index, where it changed, each with its tick.
    pub fn kinds_of(&self, town: TownIx, index: usize) -> impl Iterator<Item = (u64, TownKind)> {
        let kind = move |frame: &Keyframe| {
            let at = frame.towns.binary_search_by_key(&town, |(id, _)| *id).ok()?;
            Some((frame.tick, frame.towns[at].1))
        };
        self.frames.iter().take(index).filter_map(kind)
    }

    /// Bytes that the grounds of all keyframes take.
    pub fn bytes(&self) -> usize {
        self.frames.iter().map(|frame| frame.ground.len()).sum()
    }

    /// Whether every keyframe lies in the past of `tick` and on a land of this size (for untrusted input).
    pub fn is_sound(&self, size: Size, towns: usize, tick: u64) -> bool {
        self.fits(size.area())
            && self.doublings < 32
            && self.frames.is_sorted_by(|one, next| one.tick < next.tick)
            && self.frames.last().is_none_or(|frame| frame.tick <= tick)
            && self.frames.iter().all(|frame| frame.is_sound(size.area(), towns))
    }
}

impl Keyframe {
    /// Both deltas merged.
    fn then(self, next: Keyframe) -> Keyframe {
        let both = self.towns.into_iter().chain(next.towns);
        let towns: BTreeMap<TownIx, TownKind> = both.collect();
        Keyframe {
            tick: next.tick,
            ground: merged(&self.ground, &next.ground),
            towns: towns.into_iter().collect(),
        }
    }

    /// Whether its runs fit a land of `area` cells, and its settlements are below `towns`.
    fn is_sound(&self, area: usize, towns: usize) -> bool {
        let mut rest = self.ground.as_slice();
        let mut end = 0usize;
        while !rest.is_empty() {
            let Some((skip, packed)) = number(&mut rest).zip(number(&mut rest)) else { return false };
            let length = packed >> 3;
            let after = end.checked_add(skip).and_then(|start| start.checked_add(length));
            let Some(after) = after.filter(|after| *after <= area && length > 0) else { return false };
            if packed & 7 > Tier::ALL.len() {
                return false;
            }
            end = after;
        }
        self.towns.iter().all(|(id, _)| usize::from(id.0) < towns)
    }
}

/// Runs of cells whose glance differs from `before`, which is updated.
fn changes(words: &[u16], before: &mut [Glance]) -> Vec<u8> {
    let mut writer = Writer::default();
    for (i, (words, before)) in words.chunks(STRETCH).zip(before.chunks_mut(STRETCH)).enumerate() {
        let difference =
            words.iter().zip(before.iter()).fold(0, |sum, (word, old)| sum | (glance(*word) ^ old));
        if difference == 0 {
            continue;
        }
        for (j, (word, old)) in words.iter().zip(before).enumerate() {
            let new = glance(*word);
            if *old != new {
                *old = new;
                writer.cell(i * STRETCH + j, new);
            }
        }
    }
    writer.finish()
}

/// Two deltas merged: where both change a cell, the later wins.
fn merged(first: &[u8], second: &[u8]) -> Vec<u8> {
    let cells = |bytes| {
        runs(bytes).flat_map(|(start, length, value)| (start..start + length).map(move |i| (i, value)))
    };
    let (mut older, mut newer) = (cells(first).peekable(), cells(second).peekable());
    let mut writer = Writer::default();
    loop {
        let (cell, value) = match (older.peek().copied(), newer.peek().copied()) {
            (None, None) => return writer.finish(),
            (Some(old), None) => old,
            (Some(old), Some(new)) if old.0 < new.0 => old,
            (_, Some(new)) => new,
        };
        older.next_if(|(other, _)| *other == cell);
        newer.next_if(|(other, _)| *other == cell);
        writer.cell(cell, value);
    }
}

/// The runs in a keyframe's bytes: first cell, number of cells, glance.
///
/// A run is two numbers, each in groups of seven bits, least first, all but the last with the high bit set: the cells
/// since the end of the run before, and eight times its length with its glance added.
fn runs(bytes: &[u8]) -> impl Iterator<Item = (usize, usize, Glance)> {
    let mut rest = bytes;
    let mut end = 0;
    std::iter::from_fn(move || {
        let (skip, packed) = number(&mut rest).zip(number(&mut rest))?;
        let (start, length) = (end + skip, packed >> 3);
        end = start + length;
        Some((start, length, (packed & 7) as Glance))
    })
}

/// Takes a number off the front; `None` at the end, or when it is larger than any land.
fn number(bytes: &mut &[u8]) -> Option<usize> {
    let mut value = 0;
    for shift in [0, 7, 14, 21, 28] {
        let (first, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= usize::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

/// Writes runs from cells in ascending order.
#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    /// End of the last run that was written.
    end: usize,
    /// The run that is growing: first cell, cell after the last, glance.
    run: Option<(usize, usize, Glance)>,
}

impl Writer {
    fn cell(&mut self, cell: usize, value: Glance) {
        match &mut self.run {
            Some((_, after, same)) if *after == cell && *same == value => *after += 1,
            _ => {
                self.flush();
                self.run = Some((cell, cell + 1, value));
            }
        }
    }

    fn flush(&mut self) {
        let Some((start, after, value)) = self.run.take() else { return };
        self.number(start - self.end);
        self.number((after - start) << 3 | usize::from(value));
        self.end = after;
    }

    fn number(&mut self, mut value: usize) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    fn finish(mut self) -> Vec<u8> {
        self.flush();
        self.bytes.shrink_to_fit();
        self.bytes
    }
}
