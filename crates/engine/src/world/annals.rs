//! Annals: what a people has recorded of a settlement, its own or another's, as it came to know it.
//!
//! `sim` decides what is recorded and when; `scene` puts it into words.

use super::{PeopleIx, TownKind};
use crate::grid::Cell;
use serde::{Deserialize, Serialize};

/// Events that are kept of one settlement.
pub const EVENTS_MAX: usize = 24;

/// What happened to a settlement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum AnnalEvent {
    /// The people founded it itself; `Town::why` says why.
    Founded,
    /// It was first seen or heard of, as this.
    Found(TownKind),
    /// It became something larger.
    Grew {
        /// What.
        to: TownKind,
        /// Residents then.
        residents: u32,
    },
    /// It became something smaller.
    Shrank {
        /// What.
        to: TownKind,
        /// Residents then.
        residents: u32,
    },
    /// It is known to be abandoned.
    Fell,
    /// Families that left it within the year.
    SentOut(u32),
    /// Robberies of its travellers in its realm within the year.
    Robbed(u32),
    /// Cells of road in its realm that were paved within the year.
    Paved(u32),
    /// It had a ford bridged.
    Bridged(Cell),
    /// Its best year so far, by travellers who came.
    BestYear(u32),
    /// It had a fort built at the busiest place of a feared road.
    Fortified(Cell),
    /// It became another people's.
    ChangedHands {
        /// Whose it is now.
        to: PeopleIx,
        /// Whether it was cut off in war; if not, it lived by the other's markets.
        by_war: bool,
    },
    /// Residents that a sickness killed within the year.
    Sickened(u32),
    /// Residents that died of hunger within the year.
    Starved(u32),
}

/// An event with its tick.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Annal {
    /// When; of what is counted over a year, when it first happened.
    pub tick: u64,
    /// What.
    pub what: AnnalEvent,
}

impl AnnalEvent {
    /// Whether it is dropped before others when there are too many.
    pub const fn is_ordinary(self) -> bool {
        matches!(
            self,
            AnnalEvent::SentOut(_)
                | AnnalEvent::Robbed(_)
                | AnnalEvent::Paved(_)
                | AnnalEvent::Bridged(_)
                | AnnalEvent::Fortified(_)
        )
    }

    /// Both merged, if they are counts of the same thing.
    const fn with(self, more: AnnalEvent) -> Option<AnnalEvent> {
        Some(match (self, more) {
            (AnnalEvent::SentOut(a), AnnalEvent::SentOut(b)) => AnnalEvent::SentOut(a.saturating_add(b)),
            (AnnalEvent::Robbed(a), AnnalEvent::Robbed(b)) => AnnalEvent::Robbed(a.saturating_add(b)),
            (AnnalEvent::Paved(a), AnnalEvent::Paved(b)) => AnnalEvent::Paved(a.saturating_add(b)),
            (AnnalEvent::Sickened(a), AnnalEvent::Sickened(b)) => AnnalEvent::Sickened(a.saturating_add(b)),
            (AnnalEvent::Starved(a), AnnalEvent::Starved(b)) => AnnalEvent::Starved(a.saturating_add(b)),
            _ => return None,
        })
    }
}

/// Records an event at `tick`, in a year that began at `year_began`, in a settlement's annals (oldest first). Yearly counts
/// are added up; a better year replaces the best; beyond [`EVENTS_MAX`] the oldest ordinary event is dropped, or else the
/// oldest but the first.
pub(super) fn write(annals: &mut Vec<Annal>, tick: u64, year_began: u64, what: AnnalEvent) {
    if let AnnalEvent::BestYear(visitors) = what {
        let best = |annal: &Annal| matches!(annal.what, AnnalEvent::BestYear(_));
        if let Some(at) = annals.iter().position(best) {
            if matches!(annals[at].what, AnnalEvent::BestYear(before) if before >= visitors) {
                return;
            }
            annals.remove(at);
        }
    }
    for annal in annals.iter_mut().rev().take_while(|annal| annal.tick >= year_began) {
        if let Some(both) = annal.what.with(what) {
            annal.what = both;
            return;
        }
    }
    if annals.len() >= EVENTS_MAX {
        annals.remove(annals.iter().position(|annal| annal.what.is_ordinary()).unwrap_or(1));
    }
    annals.push(Annal { tick, what });
}
