//! Carries out what units want to do in settlements and camps.

use crate::mind;
use crate::mind::{Deed, Intent, Move};
use crate::sim::Game;
use crate::sim::settlements::{camps, families, trade};
use crate::world::{TripPurpose, UnitIx};

/// What a unit does after a deed.
pub(in crate::sim) enum AfterDeed {
    /// It may have another intent this tick.
    Again,
    /// It waits for the next tick.
    Wait,
    /// The deed was not done, but this is.
    Instead(Intent),
}

/// Carries out what a unit wants to do in a settlement or a camp.
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
        Deed::GiveUp(purpose) => {
            give_up(game, index, purpose);
            AfterDeed::Wait
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

/// Ends the business for which a unit was on a trip that has failed.
fn give_up(game: &mut Game, index: UnitIx, purpose: TripPurpose) {
    match purpose {
        TripPurpose::Trade => trade::give_up_trip(&mut game.world, index),
        TripPurpose::Settle => families::give_up_settling(game, index),
        _ => {}
    }
}
