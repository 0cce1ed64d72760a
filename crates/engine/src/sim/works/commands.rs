//! The player's decisions about works: fund, postpone or refuse what is offered; close, open, remove, and take a toll on
//! what stands; and whether a steward decides instead.

use super::build;
use crate::sim::walk::PathsBefore;
use crate::sim::{Game, commands};
use crate::world::{
    CommandOutcome, Offer, PeopleIx, REFUSED_MAX, Rejection, TOLL_MAX, Work, WorkCommand, WorkId,
    push_bounded,
};

/// Carries out a decision.
///
/// # Errors
/// When there is no such offer or work, or too little coin.
pub(in crate::sim) fn run_command(
    game: &mut Game,
    command: WorkCommand,
) -> Result<CommandOutcome, Rejection> {
    match command {
        WorkCommand::Fund(id) => fund(game, id),
        WorkCommand::Postpone(id) => {
            let place = offer_place(game, id)?;
            game.world.works.offers[place].is_postponed = true;
            Ok(CommandOutcome::text("it will be offered again next season"))
        }
        WorkCommand::Refuse(id) => refuse(game, id),
        WorkCommand::Close(id) => {
            own_work(game, id)?;
            build::close(game, id);
            Ok(CommandOutcome::text("closed: it costs nothing, and decays within two seasons"))
        }
        WorkCommand::Open(id) => open(game, id),
        WorkCommand::Remove(id) => remove(game, id),
        WorkCommand::Toll(id, coin) => set_toll(game, id, coin),
        WorkCommand::Steward(is_on) => {
            game.world.works.steward = is_on;
            let words = if is_on { "a steward decides about works" } else { "you decide about works" };
            Ok(CommandOutcome::text(words))
        }
    }
}

fn offer_place(game: &Game, id: WorkId) -> Result<usize, Rejection> {
    game.world.works.offers.iter().position(|offer| offer.id == id).ok_or(Rejection::NoSuchWork)
}

fn own_work(game: &Game, id: WorkId) -> Result<&Work, Rejection> {
    let own = game.world.works.get(id).filter(|work| work.people == PeopleIx::PLAYER);
    own.ok_or(Rejection::NoSuchWork)
}

fn fund(game: &mut Game, id: WorkId) -> Result<CommandOutcome, Rejection> {
    let place = offer_place(game, id)?;
    let offer: &Offer = &game.world.works.offers[place];
    if !build::has_room(&game.world)
        || !offer.cells.iter().all(|cell| build::can_build(game, offer.kind, *cell))
    {
        return Err(Rejection::WorkBlocked);
    }
    let price = offer.price;
    commands::pay(&mut game.world, price)?;
    let offer = game.world.works.offers.remove(place);
    build::build(game, PeopleIx::PLAYER, &offer);
    Ok(CommandOutcome::text(format!("{} built for {} coin", offer.kind.name(), offer.price)))
}

fn refuse(game: &mut Game, id: WorkId) -> Result<CommandOutcome, Rejection> {
    let place = offer_place(game, id)?;
    let works = &mut game.world.works;
    let offer = works.offers.remove(place);
    push_bounded(&mut works.refused, (offer.kind, offer.middle()), REFUSED_MAX);
    Ok(CommandOutcome::text("refused: it will not be offered again"))
}

/// Opens a closed work again for a season's upkeep.
fn open(game: &mut Game, id: WorkId) -> Result<CommandOutcome, Rejection> {
    let work = own_work(game, id)?.clone();
    if work.is_open {
        return Err(Rejection::NoSuchWork);
    }
    commands::pay(&mut game.world, work.upkeep)?;
    build::open(game, id);
    Ok(CommandOutcome::text(format!("open again for {} coin", work.upkeep)))
}

fn remove(game: &mut Game, id: WorkId) -> Result<CommandOutcome, Rejection> {
    let work = own_work(game, id)?.clone();
    if build::is_in_use(game, &work) {
        return Err(Rejection::WorkBlocked);
    }
    build::lower(game, &work);
    build::set_toll(game, id, 0);
    game.world.works.list.retain(|other| other.id != id);
    game.world.mark_trips_stale(PeopleIx::PLAYER, &work.cells);
    Ok(CommandOutcome::text(format!("{} removed", work.kind.name())))
}

fn set_toll(game: &mut Game, id: WorkId, coin: u8) -> Result<CommandOutcome, Rejection> {
    let work = own_work(game, id)?;
    if !work.kind.takes_toll() || coin > TOLL_MAX {
        return Err(Rejection::NoSuchWork);
    }
    let (cell, cheaper) = (work.middle(), coin < work.toll);
    let before = PathsBefore::of(game);
    build::set_toll(game, id, coin);
    let outcome = CommandOutcome::text(format!("toll: {coin} coin a load"));
    game.derived.counter.begin(outcome.clone());
    before.replan_affected(game, &[cell], 0, cheaper);
    Ok(outcome)
}
