//! The history of a land as a film: how roads, settlements and the border of the known came to be.
//!
//! Its pictures are those of the keyframes that the land itself keeps; nothing is played again.

use super::gif::Film;
use super::map::{MapStyle, dated_map};
use crate::scene;
use crate::sim::Game;
use crate::world::FRAMES_MAX;

/// Hundredths of a second that a frame stays; the first and the last stay longer.
const STAY: u16 = 8;
/// See [`STAY`].
const STAY_AT_THE_ENDS: u16 = 150;
/// Frames that can be asked for: no land keeps more than the last.
pub const FRAMES: std::ops::RangeInclusive<u64> = 2..=FRAMES_MAX as u64 + 1;

/// The bytes of a GIF file with at most so many frames, from the first day of a land to now.
///
/// # Errors
/// When it is too large for one: in words.
pub fn history(game: &Game, style: MapStyle, frames: u64) -> Result<Vec<u8>, String> {
    let last = scene::history_len(&game.world).saturating_sub(1);
    let picture = |index: usize| dated_map(game, style, index);
    let mut film = Film::begin([&picture(0), &picture(last)])?;
    for index in sampled(last, frames) {
        let stay = if index == 0 || index == last { STAY_AT_THE_ENDS } else { STAY };
        film.add(&picture(index), stay)?;
    }
    film.finish()
}

/// So many of the numbers from 0 to `last`, evenly, both ends among them; all, if there are fewer.
fn sampled(last: usize, frames: u64) -> impl Iterator<Item = usize> {
    let steps = last.min(frames.clamp(*FRAMES.start(), *FRAMES.end()) as usize - 1);
    (0..=steps).map(move |i| last * i / steps.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_taken_evenly_and_with_both_ends() {
        let taken = |last, frames| sampled(last, frames).collect::<Vec<_>>();
        assert_eq!(taken(0, 90), [0]);
        assert_eq!(taken(3, 90), [0, 1, 2, 3]);
        assert_eq!(taken(96, 5), [0, 24, 48, 72, 96]);
        assert_eq!(taken(10, 2), [0, 10]);
        for (last, frames) in [(256, 90), (256, 256), (97, 96)] {
            let taken = taken(last, frames);
            assert_eq!((taken.len() as u64, taken[0], taken[taken.len() - 1]), (frames, 0, last));
            let gaps: Vec<usize> = taken.windows(2).map(|two| two[1] - two[0]).collect();
            let (least, most) = (last / (taken.len() - 1), last.div_ceil(taken.len() - 1));
            assert!(gaps.iter().all(|gap| (least..=most).contains(gap)), "{gaps:?}");
        }
    }
}
