//! The wanderer's game in words and numbers: waystones, what waits on the way, what is carried and sold, and how a life
//! ended.
//!
//! The rules are in `sim`; how it looks is up to the screen.

use super::text;
use super::words::counted;
use super::{ChoiceView, MarketView, StoneView, WaitingView, WanderView};
use crate::grid::Cell;
use crate::sim::{self, Game};
use crate::world::{
    Choice, DAY, Encounter, Ending, Nearness, Parcel, PastLife, PeopleIx, Thing, WOUNDS_MAX, Waiting, Wander,
    Waystone, World,
};

/// State of the wanderer's game.
pub(super) fn wander_view(game: &Game) -> Option<WanderView> {
    let wander = game.world.wander.as_ref()?;
    let belief = &game.world.peoples[PeopleIx::PLAYER].belief;
    let view = |stone: &Waystone| StoneView {
        cell: belief.is_known(stone.cell).then_some(stone.cell),
        is_reached: stone.reached,
        is_home: stone.home,
    };
    let here = game.world.possessed().map(|index| game.world.units[index].cell);
    let over = wander.lives.last().filter(|_| game.world.possession.is_none());
    Some(WanderView {
        hint: wander.hint().map_or_else(String::new, |hint| text::hint_words(&game.world, hint)),
        stones: wander.stones.iter().map(view).collect(),
        score: wander.score(),
        life_number: wander.lives.len() as u32 + 1,
        last_life_words: over.map(|life| life_summary(game, wander, life)),
        ended_tick: over.map_or(0, |life| life.ended),
        is_won: wander.is_won(),
        coin: game.world.people(PeopleIx::PLAYER).coin,
        pack: wander.journey.pack.things().to_vec(),
        parcel: here.zip(wander.journey.parcel).map(|(here, parcel)| parcel_words(&game.world, here, parcel)),
        waiting: wander.journey.waiting.map(|waiting| waiting_view(&game.world, waiting)),
        market: market_view(game),
        last_trail: over.map(|life| life.trail.clone()).unwrap_or_default(),
    })
}

/// What waits on the way, and what can be done about it.
fn waiting_view(world: &World, waiting: Waiting) -> WaitingView {
    let is_at_hand = waiting.nearness == Nearness::AtHand;
    let unit = world.possessed().map(|index| &world.units[index]);
    let wounds = unit.map_or(0, |unit| unit.wounds);
    let choice = |(choice, odds): (Choice, u32)| {
        let name = text::choice_name(waiting.what, choice);
        let pays =
            choice == Choice::Give && matches!(waiting.what, Encounter::Robbers | Encounter::TollKeeper);
        let name = if pays { format!("{name} {} coin", world.coin_asked()) } else { name.to_owned() };
        ChoiceView { choice, name, odds: odds_words((waiting.what, wounds), choice, odds) }
    };
    let what = if is_at_hand {
        text::encounter_words(waiting.what).to_owned()
    } else {
        text::sign_words(waiting.what, unit.and_then(|unit| sim::direction_to(unit.cell, waiting.cell)))
    };
    WaitingView {
        what,
        cell: waiting.cell,
        since: waiting.since,
        is_at_hand,
        choices: world.choices().into_iter().map(choice).collect(),
    }
}

/// The odds of a choice, and what comes of it otherwise to a wanderer with these wounds.
fn odds_words((what, wounds): (Encounter, u8), choice: Choice, odds: u32) -> String {
    match choice {
        _ if odds == 100 => "certain".to_owned(),
        Choice::GoRound => format!("{odds} %, or it comes to you"),
        _ if wounds + what.wounds() >= WOUNDS_MAX => format!("{odds} %, or death"),
        _ => format!("{odds} %, or {}", counted(what.wounds().into(), "wound")),
    }
}

/// What the settlement here sells, and the parcel that it has.
fn market_view(game: &Game) -> Option<MarketView> {
    let cell = game.world.units[game.world.possessed()?].cell;
    let town = game.places().town_at(cell)?;
    let is_foe = game.world.at_war(PeopleIx::PLAYER, game.world.town(town).people);
    (!is_foe).then(|| MarketView {
        name: game.world.town(town).name.clone(),
        wares: game.world.wares(town),
        parcel: game.world.parcel_offered(town).map(|parcel| parcel_words(&game.world, cell, parcel)),
    })
}

/// What a parcel pays, and where it is due as seen from a cell.
fn parcel_words(world: &World, from: Cell, parcel: Parcel) -> String {
    let to = world.town(parcel.to);
    let way = sim::direction_to(from, to.cell).map_or_else(String::new, |side| {
        format!(", {} {side}", counted(from.chebyshev(to.cell) as usize, "step"))
    });
    format!("{} coin: to {}{way}", parcel.coin, to.name)
}

/// Summary of a life that has ended, in sentences.
fn life_summary(game: &Game, wander: &Wander, life: &PastLife) -> Vec<String> {
    let place = sim::whereabouts(&game.world, life.cell);
    let days = counted(((life.ended - life.born) / DAY) as usize, "day");
    let end = format!("{} {} {place}, after {days}.", life.name, text::ending_words(&game.world, life));
    let home = wander.stones_home();
    let mut words = vec![end];
    if life.ending != Ending::Home {
        words.extend(life.chosen.iter().map(text::chosen_words));
    }
    words.extend([
        format!(
            "{} seen; {} and {} brought home.",
            counted(life.discovered as usize, "cell"),
            counted(life.brought as usize, "cell"),
            counted(usize::from(life.stones), "waystone")
        ),
        format!(
            "Life {}; {home} of {} waystones are home, score {}.",
            wander.lives.len(),
            wander.stones.len(),
            wander.score()
        ),
    ]);
    let last = if wander.is_won() {
        "All five waystones are home. You have won."
    } else {
        "The trails remain. Set out again from home."
    };
    let unlocked = Thing::for_sale(home).last().filter(|_| life.stones > 0 && !wander.is_won());
    words.extend(unlocked.map(|thing| format!("From now on, {} is for sale.", thing.row().name)));
    words.push(last.to_owned());
    words
}
