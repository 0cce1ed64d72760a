//! Questions of the screen that need the planner. They are answered between two ticks.
//!
//! Answering reads the world and changes nothing, so no hash changes.

use super::Command;
use super::explain::{self, Explanation};
use super::foresight::Foresight;
use super::possession;
use super::preview::{self, TripPreview};
use super::priced::{self, Leak, PricedLand};
use super::what_if::WhatIf;
use super::year::{YearCard, return_card, year_card};
use crate::grid::Cell;
use crate::sim::Game;
use crate::world::{Kind, PeopleIx, TownIx, UnitId};

/// Why there is nothing to compare.
pub const NOTHING_PROPOSED: &str =
    "nothing to compare: propose an order, draw while time is paused, or choose a work in the ledger";

/// What the screen can ask.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// What would a unit's trip along these stops be like?
    Preview {
        /// The unit that would walk.
        unit: UnitId,
        /// Whether it starts at the end of its current orders, rather than where it stands.
        append: bool,
        /// The stops, in order.
        stops: Vec<Cell>,
    },
    /// Before which of these stops does `cell` add the least cost?
    BestInsert {
        /// The unit that would walk.
        unit: UnitId,
        /// The stops so far.
        stops: Vec<Cell>,
        /// The new stop.
        cell: Cell,
    },
    /// What does each cell cost a unit, by its people's beliefs? Without a unit: a porter of the first people.
    Land {
        /// The unit that would walk.
        unit: Option<UnitId>,
        /// The goal, unless the unit has one.
        cursor: Cell,
    },
    /// What does each cell cost a unit of a kind, by the player's people's beliefs?
    LandBetween {
        /// Kind of the unit.
        kind: Kind,
        /// Start.
        from: Cell,
        /// Goal.
        to: Cell,
    },
    /// The figures and pictures of a year.
    Year {
        /// The year, from 1; `None` for a player who returns: the last half year at least, until now.
        year: Option<u32>,
        /// Largest columns and rows of its pictures, in pixels.
        size_max: (u16, u16),
    },
    /// Who would take another path if some commands were given?
    Foresee {
        /// The commands.
        commands: Vec<Command>,
    },
    /// What if some commands were given, or those that were given a moment ago had not been?
    WhatIf {
        /// The commands; without any, those of the moment.
        commands: Vec<Command>,
        /// Largest columns and rows of its pictures, in pixels.
        size_max: (u16, u16),
    },
    /// Before which of a unit's current orders does a new stop add the least cost?
    Insertion {
        /// The unit whose orders are meant.
        unit: UnitId,
        /// The new stop.
        cell: Cell,
    },
    /// What would a road from where the unit stands to a cell be like?
    Road {
        /// The unit that would build it.
        unit: UnitId,
        /// Whether it starts at the end of its current orders, rather than where it stands.
        append: bool,
        /// Where it would end.
        goal: Cell,
    },
    /// What would the trip of a settlement's new units be like?
    Rally {
        /// Which settlement.
        town: TownIx,
        /// The rally points, in order.
        stops: Vec<Cell>,
    },
    /// Where should the unit that the player plays as explore next, and why?
    Explore {
        /// The unit.
        unit: UnitId,
    },
    /// Why does a unit take its path?
    Explain {
        /// The unit.
        unit: UnitId,
    },
    /// Which path would a unit take on a leg of a trip that is proposed, and why?
    ExplainProposed {
        /// The unit.
        unit: UnitId,
        /// Start of the leg.
        from: Cell,
        /// Its end.
        to: Cell,
    },
    /// Which path would a unit of a kind take between two cells, and why?
    ExplainBetween {
        /// Kind of the unit.
        kind: Kind,
        /// Start.
        from: Cell,
        /// Goal.
        to: Cell,
    },
}

/// Answer to a [`Question`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// To `Preview`, `Road`, `Rally` and `Explore`; the last leg ends at the goal.
    Preview(TripPreview),
    /// To `BestInsert`: the index at which to insert the cell, and the added cost.
    BestInsert {
        /// Index into the stops so far.
        index: usize,
        /// Added cost in milli-steps.
        added_cost: u32,
    },
    /// To `Insertion`.
    Insertion {
        /// Index of the stop before which to insert, from 0; the number of stops means the end.
        at: u16,
        /// Cell of that stop.
        before: Option<Cell>,
        /// The two new legs, and what they add in words.
        preview: TripPreview,
    },
    /// To `Explain`, `ExplainProposed` and `ExplainBetween`.
    Explain(Box<Explanation>),
    /// To `Land`, and to `LandBetween` without a leak, which is only for the lab's list of maps.
    Land(Box<PricedLand>, Leak),
    /// To `Year`.
    Year(Box<YearCard>),
    /// To `Foresee`.
    Foresight(Box<Foresight>),
    /// To `WhatIf`.
    WhatIf(Box<WhatIf>),
    /// There is no answer; the text says why.
    Unavailable(String),
}

/// Answers a question; changes nothing.
pub fn answer(game: &Game, question: &Question) -> Answer {
    answered(game, question).unwrap_or_else(Answer::Unavailable)
}

/// The answer to a question, or why there is none.
fn answered(game: &Game, question: &Question) -> Result<Answer, String> {
    let unit = |id: &UnitId| game.world.unit(*id).ok_or_else(|| "no unit is selected".to_owned());
    Ok(match question {
        Question::Preview { unit: id, append, stops } => {
            Answer::Preview(preview::preview_trip(game, unit(id)?, *append, stops))
        }
        Question::BestInsert { unit: id, stops, cell } => {
            let (index, added_cost) = preview::best_index(game, unit(id)?, stops, *cell)?;
            Answer::BestInsert { index, added_cost }
        }
        Question::Insertion { unit: id, cell } => {
            let (at, before, preview) = preview::preview_insertion(game, unit(id)?, *cell)?;
            Answer::Insertion { at, before, preview }
        }
        Question::Road { unit: id, append, goal } => {
            Answer::Preview(preview::preview_road(game, unit(id)?, *append, *goal)?)
        }
        Question::Rally { town, stops } => Answer::Preview(preview::preview_rally(game, *town, stops)?),
        Question::Explore { unit: id } => Answer::Preview(possession::suggest_exploration(game, unit(id)?)?),
        Question::Explain { unit: id } => Answer::Explain(Box::new(explain::explain_unit(game, unit(id)?))),
        Question::ExplainProposed { unit: id, from, to } => {
            Answer::Explain(Box::new(explain::explain_proposed(game, unit(id)?, *from, *to)?))
        }
        Question::ExplainBetween { kind, from, to } => {
            Answer::Explain(Box::new(explain::explain_between(game, *kind, *from, *to)?))
        }
        Question::Land { unit, cursor } => {
            let (land, leak) = priced::priced_land(game, *unit, *cursor);
            Answer::Land(Box::new(land), leak)
        }
        Question::LandBetween { kind, from, to } => {
            let land = priced::land_of(game, (PeopleIx::PLAYER, *kind), (*from, *to));
            Answer::Land(Box::new(land), Leak::default())
        }
        // These take a while: the session looks ahead on a thread of its own.
        Question::Foresee { .. } | Question::WhatIf { .. } => return Err(NOTHING_PROPOSED.to_owned()),
        Question::Year { year, size_max: most } => Answer::Year(Box::new(match year {
            Some(year) => year_card(game, *year, *most),
            None => return_card(game, *most),
        })),
    })
}
