//! Overlays: lists, cards and prompts that cover the land and receive the keys.
//!
//! They are drawn in `popup` and in their own modules.

use super::kit::Picker;
use crate::scene::PageKind;

/// An open overlay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Overlay {
    /// The help, scrolled by this many lines.
    Help(u16),
    /// The menu of orders.
    Orders(Picker),
    /// The list of lenses.
    Lenses(Picker),
    /// The event log.
    Log(Picker),
    /// The export menu.
    Export(Picker),
    /// A year's summary.
    Year,
    /// A page, scrolled by this many lines.
    Page(PageKind, u16),
    /// The ledger, with this row selected.
    Ledger(usize),
    /// The quit prompt.
    Quit,
    /// The card at the end of a life.
    LifeOver,
}

impl Overlay {
    /// The open list's picker, if a list is open.
    pub fn picker(&self) -> Option<&Picker> {
        match self {
            Overlay::Orders(picker)
            | Overlay::Lenses(picker)
            | Overlay::Log(picker)
            | Overlay::Export(picker) => Some(picker),
            Overlay::Help(_)
            | Overlay::Year
            | Overlay::Page(..)
            | Overlay::Ledger(_)
            | Overlay::Quit
            | Overlay::LifeOver => None,
        }
    }

    /// The same, mutably.
    pub fn picker_mut(&mut self) -> Option<&mut Picker> {
        match self {
            Overlay::Orders(picker)
            | Overlay::Lenses(picker)
            | Overlay::Log(picker)
            | Overlay::Export(picker) => Some(picker),
            Overlay::Help(_)
            | Overlay::Year
            | Overlay::Page(..)
            | Overlay::Ledger(_)
            | Overlay::Quit
            | Overlay::LifeOver => None,
        }
    }
}
