//! What can lie over the land and take the keys: lists, cards, questions.
//!
//! How they look is in `popup` and in the files of each.

use super::picker::Picker;
use crate::scene::TownId;

/// What lies over the land and takes the keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Overlay {
    /// The help, scrolled by so many lines.
    Help(u16),
    /// The menu of orders.
    Orders(Picker),
    /// The list of lenses.
    Lenses(Picker),
    /// The list of the log.
    Log(Picker),
    /// The menu of what can be taken along.
    Keepsakes(Picker),
    /// The card of a year.
    Year,
    /// The page of a settlement, scrolled by so many lines.
    Town(TownId, u16),
    /// Asked whether to quit.
    Quit,
    /// How a life ended.
    Over,
}

impl Overlay {
    /// The list that is open, if one is.
    pub fn picker(&self) -> Option<&Picker> {
        match self {
            Overlay::Orders(picker)
            | Overlay::Lenses(picker)
            | Overlay::Log(picker)
            | Overlay::Keepsakes(picker) => Some(picker),
            Overlay::Help(_) | Overlay::Year | Overlay::Town(..) | Overlay::Quit | Overlay::Over => None,
        }
    }

    /// The same, to be changed.
    pub fn picker_mut(&mut self) -> Option<&mut Picker> {
        match self {
            Overlay::Orders(picker)
            | Overlay::Lenses(picker)
            | Overlay::Log(picker)
            | Overlay::Keepsakes(picker) => Some(picker),
            Overlay::Help(_) | Overlay::Year | Overlay::Town(..) | Overlay::Quit | Overlay::Over => None,
        }
    }
}
