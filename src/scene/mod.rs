//! What the screen needs to draw one tick, and answers to its questions.
//!
//! A [`Scene`] is a self-contained snapshot in words and numbers. The screen draws it and never reads the world, so it
//! can neither change the world nor see half a tick. Building a scene changes nothing.
//!
//! Reading order: `view` (what is asked of a scene), `snapshot` (the scene and its parts), `pixels`; `build`, and for its
//! parts `far_view`, `trunks`, `atlas`, `features`, `townscape`, `card`, `forecast`, `search_overlay`, `overview` and `words`; `text` (events in words); `lens` (the
//! table of lenses), `fields` and `strategy`; `goals` (the goals of a level); `history`, `year` and `page` for the past;
//! `ledger` for works; `possession` for the unit that the player plays as; `answer` (the questions), `preview`,
//! `explain`, `foresight` and `what_if`.
//!
//! Colours, layout and keys do not live here; they are the screen's.

mod answer;
mod atlas;
mod behaviour_text;
mod build;
mod card;
mod catchments;
mod explain;
mod far_view;
mod features;
mod fields;
mod forecast;
mod foresight;
mod goals;
mod history;
mod ledger;
mod lens;
mod network;
mod objectives;
mod overview;
mod page;
mod pixels;
mod possession;
mod preview;
mod priced;
mod progressive;
mod score;
mod search_overlay;
mod snapshot;
mod stories;
mod strategy;
pub mod text;
mod townscape;
mod trunks;
mod view;
mod wander;
mod what_if;
mod words;
mod year;

pub use crate::land::{Feature, FeatureKind, Good, Preset, Recipe, SLIDERS};
pub use crate::sim::LevelCut;
pub use crate::world::{
    Action, Brush, Choice, Command, DAY, Edit, EventId, Goal, GoalDemand, GoalStatus, Kind, ORDERS_MAX,
    Order, PACK_SLOTS, PeopleIx, Queue, SCORED_YEARS, SEASON_DAYS, SearchGoal, StackEdit, TOLL_MAX, Thing,
    TownIx, UnitId, UnitOrPlace, WOUNDS_MAX, WorkCommand, WorkId,
};
pub use answer::{Answer, NOTHING_PROPOSED, Question, answer};
pub use build::{build_scene, build_scene_with};
pub use explain::{Explanation, PlannedCost, RouteTerms};
pub use fields::LensCaches;
pub use foresight::{Detour, Foresight, foresee};
pub use history::{HistoryFrame, history_frame, history_len};
pub use lens::{LENSES, LensRow, NO_SHADE};
pub use network::{RoadNetwork, Segment};
pub use overview::{build_overview, build_overview_with};
pub use pixels::{Form, Pixel, Visibility};
pub use preview::{TripLeg, TripPreview};
pub use priced::{Leak, PricedLand};
pub use score::score_text;
pub use snapshot::{
    Card, CauseLink, ChoiceView, EditEffect, Fact, GoalLine, Happening, HappeningKind, HistoryPosition,
    Landmarks, LedgerItem, LedgerPage, LedgerRow, LensPicture, LevelCard, LevelTrails, LinkGroup, LogLine,
    MarketView, ObjectiveView, PageView, PossessedView, Scene, SearchView, Stance, Status, StoneView, Stop,
    Story, TownMarker, TripView, UnitMarker, WaitingView, WanderView,
};
pub use view::{Lens, PageKind, Viewport};
pub use what_if::{
    DAYS_AHEAD, DIFFERENCES, Difference, Fork, TICKS_AHEAD, Tallies, WhatIf, compare, look_ahead,
};
pub use words::{counted, date, kind_name, short_date, why_words};
pub use year::{CounterfactualState, YearCard, YearPicture, YearRow};

pub use crate::land::Surface;
pub use crate::plan::{OrderedCell, SearchOrder};
pub use crate::world::{Paint, Subject, Tier, TownKind};
