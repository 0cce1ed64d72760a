//! Topics of the help: the heading under which a key is listed.
//!
//! The keys, and which of them opens what a topic is about, are in `keymap`.

/// The heading of a row in the help.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// Time.
    Time,
    /// Looking.
    View,
    /// Selecting units.
    Selection,
    /// Orders.
    Order,
    /// Waypoints.
    Waypoints,
    /// Editing the land.
    Editing,
    /// The land's history.
    History,
    /// Playing as a unit.
    Possession,
    /// The program.
    Program,
    /// The setup of a search in the lab.
    Setup,
    /// Comparing searches in the lab.
    Comparison,
    /// The lab's map.
    Map,
    /// The codex.
    Codex,
    /// The lab itself.
    Lab,
}

impl Topic {
    /// The game's topics, in the order of its help.
    pub const ALL: [Topic; 9] = [
        Topic::Time,
        Topic::View,
        Topic::Selection,
        Topic::Order,
        Topic::Waypoints,
        Topic::Editing,
        Topic::History,
        Topic::Possession,
        Topic::Program,
    ];

    /// Its heading.
    pub fn heading(self) -> &'static str {
        match self {
            Topic::Time => "Time",
            Topic::View => "View",
            Topic::Selection => "Selection",
            Topic::Order => "Orders",
            Topic::Waypoints => "Waypoints",
            Topic::Editing => "Editing the land",
            Topic::History => "History",
            Topic::Possession => "Playing as a unit",
            Topic::Program => "Game",
            Topic::Setup => "Setup",
            Topic::Comparison => "Comparison",
            Topic::Map => "Map",
            Topic::Codex => "Codex",
            Topic::Lab => "Lab",
        }
    }
}
