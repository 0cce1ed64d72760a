//! Carries out what units want to do among others.

use crate::mind;
use crate::mind::{Deed, Intent, Move};
use crate::sim::settlements::{camps, families, trade};
use crate::sim::{Game, danger, defence};
use crate::world::UnitIx;

/// What a unit does after a deed.
pub(in crate::sim) enum AfterDeed {
    /// It may have another intent this tick.
    Again,
    /// It waits for the next tick.
    Wait,
    /// The deed was not done, but this is.
    Instead(Intent),
}

/// Carries out what a unit wants to do among others.
pub(in crate::sim) fn carry_out(game: &mut Game, index: UnitIx, deed: Deed) -> AfterDeed {
    match deed {
        Deed::Trade => again_if(trade::do_business(game, index)),
        Deed::SeekBed => seek_bed(game, index),
        Deed::LieDown => {
            camps::lie_down(game, index);
            AfterDeed::Wait
        }
        Deed::FoundTown => {
            families::arrive(game, index);
            AfterDeed::Again
        }
        Deed::Ambush => again_if(danger::choose_ambush(game, index)),
        Deed::Eat => {
            danger::eat_loot(game, index);
            AfterDeed::Again
        }
        Deed::DeliverNews => {
            defence::deliver_news(game, index);
            AfterDeed::Again
        }
    }
}

fn again_if(done: bool) -> AfterDeed {
    if done { AfterDeed::Again } else { AfterDeed::Wait }
}

/// Turns aside for a bed. Without one, a spent unit lies down where it is, and any other walks on.
fn seek_bed(game: &mut Game, index: UnitIx) -> AfterDeed {
    let is_spent = game.world.units[index].fatigue >= mind::SPENT_AFTER_TIME;
    if camps::seek_bed(game, index) {
        return AfterDeed::Again;
    }
    AfterDeed::Instead(if is_spent { Intent::Do(Deed::LieDown) } else { Intent::Move(Move::Walk) })
}
