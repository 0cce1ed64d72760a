//! The ledger: what came in, what each work of the player's people saves, earns and costs, what closes if it is not paid
//! for, and what is offered.

use super::words::{counted, tenths_of_days};
use super::{LedgerItem, LedgerPage, LedgerRow, Viewport};
use crate::sim::{self, Game};
use crate::world::{DAY_TIME, Offer, PeopleIx, Work, WorkFigures, WorkId, WorkKind, World};
use std::cmp::{Ordering, Reverse};

/// The ledger, if a view asks for it.
pub(super) fn ledger_page(game: &Game, view: &Viewport) -> Option<LedgerPage> {
    if !view.shows_ledger {
        return None;
    }
    let world = &game.world;
    let offers = world.works.offers.iter().map(|offer| offer_row(world, offer));
    let unpaid = unpaid(world);
    let is_there = |work: &&Work| work.cells.iter().any(|built| is_as_built(world, work, built.cell));
    let mut works: Vec<&Work> = world.works.of(PeopleIx::PLAYER).filter(is_there).collect();
    works.sort_by_key(|work| (Reverse(figures(work).coin()), work.id));
    let works = works.into_iter().map(|work| work_row(world, work, unpaid.contains(&work.id)));
    Some(LedgerPage {
        balance: balance_words(world),
        due: due_words(world, unpaid.len()),
        keeper: keeper_words(world),
        rows: offers.chain(works).collect(),
    })
}

/// Works that coin does not suffice for at the season's end.
fn unpaid(world: &World) -> Vec<WorkId> {
    let mut coin = world.people(PeopleIx::PLAYER).coin;
    let mut is_unpaid = |work: &&Work| match coin.checked_sub(work.upkeep) {
        Some(rest) => {
            coin = rest;
            false
        }
        None => true,
    };
    let open = world.works.by_worth(PeopleIx::PLAYER).into_iter();
    open.filter(|work| is_unpaid(work)).map(|work| work.id).collect()
}

/// `74 coin · earned 12, last season 20`.
fn balance_words(world: &World) -> String {
    let own = || world.works.of(PeopleIx::PLAYER);
    let now: u32 = own().map(|work| work.now.coin()).sum();
    let last: u32 = own().map(|work| work.last.coin()).sum();
    format!("{} coin · earned {now}, last season {last}", world.people(PeopleIx::PLAYER).coin)
}

/// What the season's end takes and brings: `due 9 · 1 work would close · households spend 3`.
fn due_words(world: &World, unpaid: usize) -> String {
    let open = world.works.of(PeopleIx::PLAYER).filter(|work| work.is_open);
    let due: u32 = open.map(|work| work.upkeep).sum();
    let closing =
        if unpaid > 0 { format!(" · {} would close", counted(unpaid, "work")) } else { String::new() };
    format!("due {due}{closing}{}", drift_words(world, world.people(PeopleIx::PLAYER).coin, due))
}

/// What the season's end does to the rest of the coin: ` · households spend 3`, or ` · markets pay 4`.
fn drift_words(world: &World, coin: u32, due: u32) -> String {
    if !world.is_played_for_coin() {
        return String::new();
    }
    let rest = coin.saturating_sub(due);
    let after = world.coin_after_season(rest);
    match after.cmp(&rest) {
        Ordering::Equal => String::new(),
        Ordering::Greater => format!(" · markets pay {}", after - rest),
        Ordering::Less => format!(" · households spend {}", rest - after),
    }
}

fn keeper_words(world: &World) -> &'static str {
    match (world.free_build, world.works.steward) {
        (true, _) => "Sandbox: building is free, and nothing earns",
        (false, true) => "A steward decides",
        (false, false) => "You decide",
    }
}

/// The season to show: the last one, or the first so far.
fn figures(work: &Work) -> WorkFigures {
    if work.last == WorkFigures::default() { work.now } else { work.last }
}

/// `36 coin, repaid in 2.1 seasons: 61 trips × 0.30 days`, which is of each season; of a step to an objective `14 coin:
/// saves 0.06 days today; Trails asks for 0.10 and pays 40`.
fn offer_row(world: &World, offer: &Offer) -> LedgerRow {
    let each = offer.saved / u64::from(offer.trips.max(1));
    let tenths = offer.repayment() / 100;
    let (trips, days) = (counted(offer.trips as usize, "trip"), hundredths_of_days(each));
    let why = match world.objectives.step(&offer.cells) {
        Some((chapter, aim)) => {
            let [saved, asked] =
                [aim.stretch.time, aim.saved_target()].map(|time| hundredths_of_days(time.into()));
            let (name, pays) = (chapter.name(), chapter.coin());
            format!(": saves {saved} days today; {name} asks for {asked} and pays {pays}")
        }
        None if offer.gain() == 0 => ": no trip would gain by it now".to_owned(),
        None => format!(", repaid in {}.{} seasons: {trips} × {days} days", tenths / 10, tenths % 10),
    };
    let kept = if offer.is_postponed { " · kept for next season" } else { "" };
    LedgerRow {
        item: LedgerItem::Offer(offer.id),
        name: format!("{} {}", name(offer.kind, offer.cells.len()), sim::whereabouts(world, offer.middle())),
        words: format!("{} coin{why}{kept}", offer.price),
        cell: offer.middle(),
        toll: None,
        is_open: false,
    }
}

fn work_row(world: &World, work: &Work, is_unpaid: bool) -> LedgerRow {
    let state = if is_unpaid { "would close · " } else { "" };
    let toll = if work.toll > 0 { format!(" · toll {}", work.toll) } else { String::new() };
    LedgerRow {
        item: LedgerItem::Work(work.id),
        name: format!("{} {}", name(work.kind, work.cells.len()), sim::whereabouts(world, work.middle())),
        words: format!("{state}{}{toll}", work_words(work)),
        cell: work.middle(),
        toll: work.kind.takes_toll().then_some(work.toll),
        is_open: work.is_open,
    }
}

/// What a work does in a season, `saves 4.2 days a season · earns 12 · costs 6`; one that is closed does nothing, and
/// decays.
fn work_words(work: &Work) -> String {
    let (season, upkeep) = (figures(work), work.upkeep);
    let (days, coin) = (tenths_of_days(season.saved), season.coin());
    if work.is_open {
        format!("saves {days} days a season · earns {coin} · costs {upkeep}")
    } else {
        format!("closed, decays · saved {days} days, earned {coin}, opens for {upkeep}")
    }
}

/// `bridge of 3 cells`, or `guard`.
fn name(kind: WorkKind, cells: usize) -> String {
    if cells > 1 { format!("{} of {cells}", kind.name()) } else { kind.name().to_owned() }
}

/// Walking time in milli-steps as days with two decimals.
fn hundredths_of_days(time: u64) -> String {
    let hundredths = time * 100 / u64::from(DAY_TIME);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// The work on a cell in words, for its card.
pub(super) fn work_at(world: &World, cell: crate::grid::Cell) -> Option<(&'static str, String)> {
    let has =
        |work: &&Work| work.cells.iter().any(|built| built.cell == cell) && is_as_built(world, work, cell);
    let work = world.works.of(PeopleIx::PLAYER).find(has)?;
    Some((work.kind.name(), work_words(work)))
}

/// Whether a cell of a work was not undone or changed today: it is struck off the list of works once a day.
fn is_as_built(world: &World, work: &Work, cell: crate::grid::Cell) -> bool {
    !work.is_open || world.stands(work.kind, cell)
}
