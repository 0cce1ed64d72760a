//! Topics of the help: the heading under which a key is listed.
//!
//! The keys are in `keymap`.

use super::keymap::Intent;

/// The heading of a row in the help.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// Time.
    Time,
    /// Looking.
    Look,
    /// Selecting units.
    Choose,
    /// Orders.
    Order,
    /// Waypoints.
    Waypoints,
    /// Editing the land.
    Bend,
    /// The land's history.
    History,
    /// Playing as a unit.
    Live,
    /// The program.
    Program,
    /// The setup of a search in the lab.
    Setup,
    /// Comparing searches in the lab.
    Race,
    /// The lab's map.
    Map,
    /// The lab itself.
    Lab,
}

impl Topic {
    /// The game's topics, in the order of its help.
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
            Topic::Look => "View",
            Topic::Choose => "Selection",
            Topic::Order => "Orders",
            Topic::Waypoints => "Waypoints",
            Topic::Bend => "Editing the land",
            Topic::History => "History",
            Topic::Live => "Playing as a unit",
            Topic::Program => "Game",
            Topic::Setup => "Setup",
            Topic::Race => "Comparison",
            Topic::Map => "Map",
            Topic::Lab => "Lab",
        }
    }

    /// The intent that opens the mode it is about, if any.
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
