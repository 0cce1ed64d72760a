//! Events in words: the only place where a sentence is made of what happened. A file a kind.
//!
//! The words name only what the player's people knows: a settlement that it has not heard of is *a place unknown*. What
//! happened, and when it is told, does not live here (`world::event`, `sim::events`).

mod causes;
mod danger;
mod goal;
mod journey;
mod life;
mod objective;
mod player;
mod reason;
mod relation;
mod road;
mod settlement;
mod teller;
mod trade;
mod travel;

pub(super) use causes::{because, causes_and_effects, deed_words, thread_of};
pub use causes::{cause_words, persons, why_settlements};
pub use danger::ending_words;
pub use goal::{goal_words, loss_words, measure_words, result_words};
pub use journey::{choice_name, chosen_words, encounter_name, encounter_words, sign_words};
pub use life::{hint_words, ordinal};
pub use objective::{aim_words, progress_words, saved_share, stretch_words, warning_words};
pub use reason::no_path_words;
pub use travel::scouting_words;

use super::words::capitalized;
use crate::world::{CommandOutcome, Event, EventKind, EventLine, World};
use teller::Teller;

/// An event as a sentence.
pub fn event_words(world: &World, event: &Event) -> String {
    let teller = Teller { world, event };
    let words = match event.kind {
        EventKind::Travel(what) => travel::words(&teller, what),
        EventKind::Trade(what) => trade::words(&teller, what),
        EventKind::Settlement(what) => settlement::words(&teller, what),
        EventKind::Road(what) => road::words(&teller, what),
        EventKind::Danger(what) => danger::words(&teller, what),
        EventKind::Relation(what) => relation::words(&teller, what),
        EventKind::Player(what) => player::words(&teller, what),
        EventKind::Life(what) => return life::words(&teller, what),
    };
    capitalized(&words)
}

/// A line of the log as a sentence, with how many other events it stands for.
pub fn line_words(world: &World, line: &EventLine, event: &Event) -> String {
    let words = event_words(world, event);
    if line.merged > 0 { format!("{words} (+{} more)", line.merged) } else { words }
}

/// The result of a command in one line.
pub fn outcome_words(world: &World, outcome: &CommandOutcome) -> String {
    match &outcome.event {
        Some(event) => event_words(world, event),
        None => outcome.text.clone(),
    }
}
