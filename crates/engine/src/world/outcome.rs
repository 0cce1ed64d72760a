//! What a command that was carried out returns: nothing of it is saved.

use super::Event;

/// The result of a command, in one line for the player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CommandOutcome {
    /// The line; empty if it is that of the event.
    pub text: String,
    /// The event that it caused, if that says it all.
    pub event: Option<Event>,
}

impl CommandOutcome {
    /// A result in words.
    pub fn text(text: impl Into<String>) -> CommandOutcome {
        CommandOutcome { text: text.into(), event: None }
    }

    /// A result that an event says.
    pub fn event(event: Event) -> CommandOutcome {
        CommandOutcome { text: String::new(), event: Some(event) }
    }
}
