//! The history of a land as a film: the growth of roads, settlements and known land.
//!
//! It uses the keyframes that the world stores; nothing is replayed.

use super::gif::GifFilm;
use super::map::{MapStyle, draw_dated_map};
use crate::scene;
use crate::sim::Game;
use crate::world::FRAMES_MAX;

/// Duration of a frame in hundredths of a second.
const FRAME_HUNDREDTHS: u16 = 8;
/// Duration of the first and of the last frame in hundredths of a second.
const END_FRAME_HUNDREDTHS: u16 = 150;
/// Allowed numbers of frames: no land stores more than the maximum.
pub const FRAMES_ALLOWED: std::ops::RangeInclusive<u64> = 2..=FRAMES_MAX as u64 + 1;

/// The bytes of a GIF file with at most so many frames, from a land's first day to now.
///
/// # Errors
/// When the land is too large for a GIF file: in words.
pub fn history_gif(game: &Game, style: MapStyle, frames: u64) -> Result<Vec<u8>, String> {
    let last = scene::history_len(&game.world).saturating_sub(1);
    let picture = |index: usize| draw_dated_map(game, style, index);
    let mut film = GifFilm::begin([&picture(0), &picture(last)])?;
    for index in sample_evenly(last, frames) {
        let stay = if index == 0 || index == last { END_FRAME_HUNDREDTHS } else { FRAME_HUNDREDTHS };
        film.add(&picture(index), stay)?;
    }
    film.finish()
}

/// So many numbers from 0 to `last`, evenly, including both ends; all, if there are fewer.
fn sample_evenly(last: usize, frames: u64) -> impl Iterator<Item = usize> {
    let steps = last.min(frames.clamp(*FRAMES_ALLOWED.start(), *FRAMES_ALLOWED.end()) as usize - 1);
    (0..=steps).map(move |i| last * i / steps.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_sampled_evenly_including_both_ends() {
        let taken = |last, frames| sample_evenly(last, frames).collect::<Vec<_>>();
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
