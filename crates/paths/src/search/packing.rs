//! Ways in few bits: places, directions, run lengths, turns, turning points.
//!
//! Which one is shortest depends on the way: long straight legs favour run lengths, many short ones turns. Sizes are
//! counted in bits as the codes would be written one behind the other.

use crate::grid::{Cell, Dir8};

/// Bits of a direction where there are four.
const FOUR_BITS: usize = 2;
/// Bits of a direction where there are eight.
const EIGHT_BITS: usize = 3;
/// Bits of a run's length.
const RUN_BITS: usize = 8;

/// The directions of a way over neighbouring cells; `None` where two of them are no neighbours.
pub fn directions(way: &[Cell]) -> Option<Vec<Dir8>> {
    way.windows(2).map(|two| two[0].dir_to(two[1])).collect()
}

/// Runs of equal directions, each of at most 255 steps.
pub fn runs(dirs: &[Dir8]) -> Vec<(Dir8, u8)> {
    let mut runs: Vec<(Dir8, u8)> = Vec::new();
    for dir in dirs {
        match runs.last_mut() {
            Some((last, length)) if last == dir && *length < u8::MAX => *length += 1,
            _ => runs.push((*dir, 1)),
        }
    }
    runs
}

/// The directions of runs.
pub fn unrolled(runs: &[(Dir8, u8)]) -> Vec<Dir8> {
    runs.iter().flat_map(|(dir, length)| std::iter::repeat_n(*dir, usize::from(*length))).collect()
}

/// Bits of runs where there are four directions.
pub fn run_bits(runs: &[(Dir8, u8)]) -> usize {
    runs.len() * (FOUR_BITS + RUN_BITS)
}

/// A code of turns for ways of four directions that never go back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turned {
    /// The first direction.
    pub first: Dir8,
    /// `0` a step straight on, `10` a turn to the left, `11` a turn to the right.
    pub bits: Vec<bool>,
    /// Whether the first direction and every turn are a step at the same time.
    pub turns_are_steps: bool,
}

impl Turned {
    /// Codes a way; `None` if it has no step, a diagonal one, or turns back.
    pub fn of(dirs: &[Dir8], turns_are_steps: bool) -> Option<Turned> {
        let first = *dirs.first().filter(|dir| !dir.is_diagonal())?;
        let mut bits = Vec::new();
        let mut heading = first;
        for (i, dir) in dirs.iter().enumerate() {
            match (*dir as u8 + 8 - heading as u8) % 8 {
                0 => {}
                2 => bits.extend([true, true]),
                6 => bits.extend([true, false]),
                _ => return None,
            }
            let is_told = turns_are_steps && (i == 0 || *dir != heading);
            if !is_told {
                bits.push(false);
            }
            heading = *dir;
        }
        Some(Turned { first, bits, turns_are_steps })
    }

    /// The directions it was made of.
    pub fn directions(&self) -> Vec<Dir8> {
        let mut heading = self.first;
        let mut dirs: Vec<Dir8> = self.turns_are_steps.then_some(heading).into_iter().collect();
        let mut bits = self.bits.iter();
        while let Some(is_turn) = bits.next() {
            if *is_turn {
                heading = heading.turned(if bits.next() == Some(&true) { 2 } else { 6 });
            }
            if !*is_turn || self.turns_are_steps {
                dirs.push(heading);
            }
        }
        dirs
    }

    /// Bits, the first direction included.
    pub fn len_bits(&self) -> usize {
        FOUR_BITS + self.bits.len()
    }
}

/// Directions told by the change from the one before, clockwise, where there are `of` directions in all; the first one
/// is told as it is. A step back is never taken on a shortest way, which leaves one code less.
pub fn relative(dirs: &[u8], of: u8) -> Vec<u8> {
    let before = std::iter::once(0).chain(dirs.iter().copied());
    before.zip(dirs).map(|(before, dir)| (dir + of - before) % of).collect()
}

/// The directions that were told by changes.
pub fn absolute(turns: &[u8], of: u8) -> Vec<u8> {
    let turn = |heading: &mut u8, turn: &u8| {
        *heading = (*heading + turn) % of;
        Some(*heading)
    };
    turns.iter().scan(0, turn).collect()
}

/// A way of eight directions in runs, each told by its turn. The run lengths say what is straight on, and shortest ways
/// never turn by more than a quarter of a circle: four turns are left, two bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnedRuns {
    /// The first direction and its steps.
    pub first: (Dir8, u8),
    /// Turn, and steps after it. 0 and 1 are a quarter and an eighth to the left, 2 and 3 an eighth and a quarter to the
    /// right.
    pub rest: Vec<(u8, u8)>,
}

/// What each code of a turn means, in eighths of a circle, clockwise.
const TURNS: [u8; 4] = [6, 7, 1, 2];

impl TurnedRuns {
    /// Codes a way; `None` if it has no step, turns by more than a quarter, or goes straight on for more than 255 steps.
    pub fn of(dirs: &[Dir8]) -> Option<TurnedRuns> {
        let runs = runs(dirs);
        let code = |two: &[(Dir8, u8)]| {
            let turn = (two[1].0 as u8 + 8 - two[0].0 as u8) % 8;
            Some((TURNS.iter().position(|known| *known == turn)? as u8, two[1].1))
        };
        Some(TurnedRuns { first: *runs.first()?, rest: runs.windows(2).map(code).collect::<Option<_>>()? })
    }

    /// The directions it was made of.
    pub fn directions(&self) -> Vec<Dir8> {
        let mut runs = vec![self.first];
        let mut heading = self.first.0;
        for (code, length) in &self.rest {
            heading = heading.turned(TURNS[usize::from(*code & 3)]);
            runs.push((heading, *length));
        }
        unrolled(&runs)
    }

    /// Bits, the first direction included.
    pub fn len_bits(&self) -> usize {
        EIGHT_BITS + RUN_BITS + self.rest.len() * (FOUR_BITS + RUN_BITS)
    }
}

/// Bytes that the ways of so many walkers take, of so many steps each, at so many bits a step. Worth asking before ways
/// are packed: fifty walkers with a hundred steps each need 20,000 bytes as plain places.
pub fn bytes(walkers: usize, steps: usize, bits: usize) -> usize {
    (walkers * steps * bits).div_ceil(8)
}

/// The ends of a way's straight legs.
pub fn turning_points(way: &[Cell]) -> Vec<Cell> {
    let goes_on = |i: usize| way[i - 1].dir_to(way[i]) == way[i].dir_to(way[i + 1]);
    (0..way.len()).filter(|i| *i == 0 || i + 1 == way.len() || !goes_on(*i)).map(|i| way[i]).collect()
}
