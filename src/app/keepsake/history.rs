//! The history of a land as a film: how roads, settlements and the border of the known came to be.
//!
//! A save does not hold its past, but its replay does: the game is played again from the beginning, unseen, and looked
//! at now and then.

use super::Snapshot;
use super::gif::Film;
use super::map::{MapStyle, dated_map};
use crate::save::{self, Replay};
use crate::sim::Game;

/// Hundredths of a second that a frame stays; the first and the last stay longer.
const STAY: u16 = 8;
/// See [`STAY`].
const STAY_AT_THE_ENDS: u16 = 150;
/// Frames that a history can have.
pub const FRAMES: std::ops::RangeInclusive<u64> = 2..=500;

/// The bytes of a GIF file with so many frames, from the beginning of a land to now.
///
/// # Errors
/// When there is no replay, or it does not lead to this land: in words.
pub fn history(snapshot: &Snapshot, style: MapStyle, frames: u64) -> Result<Vec<u8>, String> {
    let replay = record(snapshot)?;
    let frames = frames.clamp(*FRAMES.start(), *FRAMES.end());
    let end = snapshot.game.world.tick;
    let ticks: Vec<u64> = (0..frames).map(|i| end * i / (frames - 1)).collect();
    let mut film = Film::begin(&dated_map(&snapshot.game, style))?;
    let mut shown = Ok(());
    let again = save::relive(&replay, &ticks, |game: &Game| {
        let at_an_end = matches!(game.world.tick, tick if tick == 0 || tick == end);
        let stay = if at_an_end { STAY_AT_THE_ENDS } else { STAY };
        if shown.is_ok() {
            shown = film.add(&dated_map(game, style), stay);
        }
    });
    let again = again.map_err(|error| error.to_string())?;
    shown?;
    if again.world.hash() == snapshot.game.world.hash() {
        film.finish()
    } else {
        Err(format!("{} does not lead to this land as it is", snapshot.replay.display()))
    }
}

/// The commands that led to this land; later ones never happened.
fn record(snapshot: &Snapshot) -> Result<Replay, String> {
    let why = "the history is played again from it";
    let Some(commands) = snapshot.commands else {
        return Err(format!("this land has no replay, and {why}"));
    };
    let mut replay = save::load_replay(&snapshot.replay).map_err(|error| format!("{error}; {why}"))?;
    replay.commands.truncate(commands as usize);
    Ok(replay)
}
