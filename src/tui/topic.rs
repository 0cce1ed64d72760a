//! Topics of the help: under which heading a key stands.
//!
//! The keys are in `keymap`.

use super::keymap::Intent;

/// Where a row of the help stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// Time.
    Time,
    /// Looking.
    Look,
    /// Choosing who.
    Choose,
    /// Orders.
    Order,
    /// Waypoints.
    Waypoints,
    /// Bending the land.
    Bend,
    /// The land's history.
    History,
    /// Living somebody.
    Live,
    /// The program.
    Program,
    /// What is run in the lab.
    Setup,
    /// Several side by side in the lab.
    Race,
    /// The lab's map.
    Map,
    /// The lab itself.
    Lab,
}

impl Topic {
    /// Those of the game, in the order of its help.
    pub const ALL: [Topic; 9] = [
        Topic::Time,
        Topic::Look,
        Topic::Choose,
        Topic::Order,
        Topic::Waypoints,
        Topic::Bend,
        Topic::History,
        Topic::Live,
        Topic::Program,
    ];

    /// Its heading.
    pub fn word(self) -> &'static str {
        match self {
            Topic::Time => "Time",
            Topic::Look => "Looking",
            Topic::Choose => "Choosing",
            Topic::Order => "Orders",
            Topic::Waypoints => "Waypoints",
            Topic::Bend => "Bending the land",
            Topic::History => "History",
            Topic::Live => "Living somebody",
            Topic::Program => "The game",
            Topic::Setup => "What is run",
            Topic::Race => "Side by side",
            Topic::Map => "The map",
            Topic::Lab => "The lab",
        }
    }

    /// What opens the mode that it is about, if it is about one.
    pub fn opened_by(self) -> Option<Intent> {
        match self {
            Topic::Waypoints => Some(Intent::Waypoints),
            Topic::Bend => Some(Intent::Draw),
            Topic::History => Some(Intent::History),
            Topic::Live => Some(Intent::Live),
            _ => None,
        }
    }
}
