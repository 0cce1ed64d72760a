//! Modes: what the keyboard controls, and its name in the help.
//!
//! The keys of each are in `keymap`.

/// What the keyboard currently controls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// Viewing the land.
    #[default]
    Land,
    /// A path is proposed.
    Go,
    /// Waypoints are being set.
    Waypoints,
    /// The land is being edited.
    Draw,
    /// The land's history is replayed.
    History,
    /// The path between any two cells is explained.
    RouteQuery,
    /// The player plays as a unit, action by action.
    Possession,
    /// A destination for the possessed unit is being chosen.
    Destination,
    /// The director has the camera.
    Watch,
    /// The menu of orders.
    Orders,
    /// The list of lenses.
    Lenses,
    /// The cards of unit and cursor.
    Card,
    /// The event log.
    Log,
    /// The export menu.
    Export,
    /// A year's summary.
    Year,
    /// A settlement's page.
    Town,
    /// The page of the arc.
    Objectives,
    /// The ledger.
    Ledger,
    /// The land some days ahead with a change and without.
    WhatIf,
    /// A race of searches over the land: the bet, and the run.
    Race,
    /// The help.
    Help,
    /// The quit prompt.
    Quit,
    /// What a wanderer can do about what waits.
    Choosing,
    /// What a wanderer carries and can buy.
    Pack,
    /// The card at the end of a life.
    LifeOver,
    /// The list of levels.
    Levels,
    /// The card at the end of a level.
    LevelOver,
}

/// What the next digit does to a bookmark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookmarkPrompt {
    /// Sets a bookmark at the cursor.
    Set,
    /// Jumps to a bookmark.
    Jump,
}

impl Mode {
    /// All modes, those of views last.
    pub const ALL: [Mode; 27] = [
        Mode::Land,
        Mode::Go,
        Mode::Waypoints,
        Mode::Draw,
        Mode::History,
        Mode::RouteQuery,
        Mode::Possession,
        Mode::Destination,
        Mode::Watch,
        Mode::Orders,
        Mode::Lenses,
        Mode::Card,
        Mode::Log,
        Mode::Export,
        Mode::Year,
        Mode::Town,
        Mode::Objectives,
        Mode::Ledger,
        Mode::WhatIf,
        Mode::Race,
        Mode::Help,
        Mode::Quit,
        Mode::Choosing,
        Mode::Pack,
        Mode::LifeOver,
        Mode::Levels,
        Mode::LevelOver,
    ];

    /// The modes of views.
    pub const VIEWS: &[Mode] = Mode::ALL.split_at(9).1;

    /// Whether letters go into a filter.
    pub fn takes_text(self) -> bool {
        matches!(self, Mode::Orders | Mode::Lenses | Mode::Log | Mode::Export | Mode::Levels)
    }

    /// Whether the keyboard moves the cursor over the land. The others are of views that lie over it.
    pub fn moves_cursor(self) -> bool {
        self != Mode::Watch && !Mode::VIEWS.contains(&self)
    }

    /// Whether the keys control a possessed unit.
    pub fn is_possession(self) -> bool {
        matches!(self, Mode::Possession | Mode::Destination)
    }

    /// Its name in the help.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Land => "land",
            Mode::Go => "going",
            Mode::Waypoints => "waypoints",
            Mode::Draw => "drawing",
            Mode::History => "history",
            Mode::RouteQuery => "explaining",
            Mode::Possession => "playing a unit",
            Mode::Destination => "choosing a destination",
            Mode::Watch => "watching",
            Mode::Orders => "orders",
            Mode::Lenses => "lenses",
            Mode::Card => "cards",
            Mode::Log => "log",
            Mode::Export => "export",
            Mode::Year => "year",
            Mode::Town => "settlement",
            Mode::Objectives => "objectives",
            Mode::Ledger => "ledger",
            Mode::WhatIf => "what if",
            Mode::Race => "race",
            Mode::Help => "help",
            Mode::Quit => "quit",
            Mode::Choosing => "choosing",
            Mode::Pack => "pack",
            Mode::LifeOver => "end of a life",
            Mode::Levels => "levels",
            Mode::LevelOver => "end of a level",
        }
    }
}
