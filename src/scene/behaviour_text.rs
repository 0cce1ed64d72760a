//! What somebody does, in words: each layer of a stack with why it is there, and why one stands still.
//!
//! Where the words stand is `card`'s and `explain`'s.

use super::card::doing;
use crate::mind::AVOID_ROOM;
use crate::sim::Game;
use crate::world::{Behaviour, Block, Errand, Mark, Order, Sought, Unit, UnitId};

/// Ticks up to which a stay is a mere pause.
const PAUSE: u64 = 30;

/// The stack of a unit, top first, a line each: what and why.
pub(super) fn layers(game: &Game, unit: &Unit) -> Vec<String> {
    // A wanderer has no livelihood to go back to.
    let below = usize::from(game.world.wander.is_some() && unit.people == 0);
    let layers = unit.stack.iter().enumerate().skip(below).rev();
    let words = layers.map(|(i, behaviour)| (doing(game, behaviour), why(game, unit, i)));
    if unit.stack.len() == 1 + below {
        return words.map(|(what, why)| format!("{what} ({why})")).collect();
    }
    words.enumerate().map(|(i, (what, why))| format!("{} {what} ({why})", i + 1)).collect()
}

/// Why a layer of the stack is there.
fn why(game: &Game, unit: &Unit, layer: usize) -> &'static str {
    let failed = matches!(unit.blocked, Some((Block::NoWay, _)));
    match &unit.stack[layer] {
        _ if layer == 0 => "its livelihood",
        Behaviour::Lived => "you live it",
        Behaviour::Travel { errand: Errand::Lived, .. } => "because you want to",
        Behaviour::Rest { .. } | Behaviour::Travel { errand: Errand::Camp, .. } => "for the night",
        Behaviour::Stay { .. } if failed => "a pause after what failed",
        _ if layer == 1 && unit.ordered => "ordered",
        Behaviour::Stay { .. } if matches!(unit.stack[layer - 1], Behaviour::Trade { trip: Some(_), .. }) => {
            "it waits for company: the way is feared"
        }
        Behaviour::Stay { until, .. } if *until <= game.world.tick + PAUSE => "a pause",
        Behaviour::Stay { .. } => "its orders are done",
        Behaviour::Travel { errand: Errand::Trade, .. } => "to sell and buy",
        Behaviour::Travel { errand: Errand::Settle, .. } | Behaviour::Settle { .. } => "to found a hamlet",
        Behaviour::Travel { errand: Errand::Explore | Errand::Other, .. } => "for what is below",
        Behaviour::Wander { .. } if matches!(unit.stack[layer - 1], Behaviour::Group { .. }) => {
            "for what is below"
        }
        Behaviour::Flee { .. } | Behaviour::Retreat { .. } => "for its life",
        _ => "put on top",
    }
}

/// A behaviour that is not everybody's daily life, in a few words.
pub(super) fn doing_more(game: &Game, behaviour: &Behaviour) -> String {
    let name = |id: UnitId| name(game, id);
    let from = |id: &Option<UnitId>| id.map_or(String::new(), |id| format!(" from {}", name(id)));
    match behaviour {
        Behaviour::Flee { from: whom, .. } => format!("Flee{}", from(whom)),
        Behaviour::Retreat { from: whom, .. } => format!("Retreat{}, striking back", from(whom)),
        Behaviour::Search { what, .. } => format!("Search for {}", sought(game, *what)),
        Behaviour::Spy { mark, learned: true, .. } => {
            format!("Bring home what it saw of {}", marked(game, *mark))
        }
        Behaviour::Spy { mark, .. } => format!("Spy on {}", marked(game, *mark)),
        Behaviour::Defend { ward } => format!("Defend {}", marked(game, *ward)),
        Behaviour::Guard { at } => format!("Guard {}", game.place_name(*at)),
        Behaviour::Attack { whom, .. } => format!("Attack {}", name(*whom)),
        Behaviour::Surround { whom, .. } => format!("Surround {}", name(*whom)),
        Behaviour::Shun { mark, .. } => format!("Shun {}", marked(game, *mark)),
        Behaviour::Avoid { .. } => "Avoid everybody".to_owned(),
        Behaviour::Group { .. } => "Group with others".to_owned(),
        Behaviour::Work { site, store, .. } => {
            format!("Work at {} for {}", game.place_name(*site), game.world.town(*store).name)
        }
        Behaviour::Escort { whom } => format!("Escort {}", name(*whom)),
        _ => String::new(),
    }
}

/// An order about others or about danger, in a few words.
pub(super) fn ordered_more(game: &Game, order: &Order) -> String {
    match order {
        Order::Flee => "flee".to_owned(),
        Order::Retreat => "retreat".to_owned(),
        Order::Search(what) => format!("search for {}", sought(game, *what)),
        Order::Spy(mark) => format!("spy on {}", marked(game, *mark)),
        Order::Defend(ward) => format!("defend {}", marked(game, *ward)),
        Order::Guard(at) => format!("guard {}", game.place_name(*at)),
        Order::Attack(whom) => format!("attack {}", name(game, *whom)),
        Order::Surround(whom) => format!("surround {}", name(game, *whom)),
        Order::Shun(mark) => format!("shun {}", marked(game, *mark)),
        Order::Avoid => "avoid everybody".to_owned(),
        Order::Group => "group with others".to_owned(),
        Order::Work(site) => format!("work at {}", game.place_name(*site)),
        Order::Escort(whom) => format!("escort {}", name(game, *whom)),
        _ => String::new(),
    }
}

/// Why somebody who does this stands still while nothing is in his way.
pub(super) fn still_more(game: &Game, unit: &Unit, top: &Behaviour) -> Option<String> {
    let words = match top {
        Behaviour::Flee { .. } | Behaviour::Retreat { .. } if game.places().town_at(unit.cell).is_some() => {
            "it hides here until nobody is after it"
        }
        Behaviour::Flee { .. } | Behaviour::Retreat { .. } => {
            "it sees nowhere safer, or nobody any more, and catches its breath"
        }
        Behaviour::Search { .. } => "it looks where to search next",
        Behaviour::Spy { since: Some(_), .. } => "it watches, and nobody sees it",
        Behaviour::Spy { .. } => "it waits unseen until it can come nearer",
        Behaviour::Defend { .. } => "it stands by its ward",
        Behaviour::Guard { .. } => "it stands guard",
        Behaviour::Attack { .. } => "it is at its foe",
        Behaviour::Surround { .. } => "it holds its place in the ring",
        Behaviour::Shun { .. } => "it looks for a way farther off",
        Behaviour::Avoid { .. } => {
            return Some(format!("nobody is within {AVOID_ROOM} steps, or there is nowhere to go"));
        }
        Behaviour::Group { .. } => "the others come to it, or it is with them",
        Behaviour::Work { worked, .. } => {
            return Some(format!("it works: {} of {} ticks", worked, crate::sim::LOAD_WORK));
        }
        Behaviour::Escort { .. } => "it stands by whom it escorts",
        Behaviour::Raid { site: Some(_), .. } => "it lies in wait where the road cannot see it",
        Behaviour::Raid { .. } => "it looks for a place to lie in wait",
        Behaviour::Patrol { .. } => "it holds the one place of its round",
        Behaviour::Build { .. } => "it works on the road",
        Behaviour::Wander { .. } | Behaviour::Explore { .. } => "it looks where to go next",
        _ => return None,
    };
    Some(words.to_owned())
}

fn name(game: &Game, id: UnitId) -> &str {
    game.world.unit(id).map_or("somebody who is gone", |unit| unit.name.as_str())
}

fn marked(game: &Game, mark: Mark) -> String {
    match mark {
        Mark::Unit(id) => name(game, id).to_owned(),
        Mark::Place(cell) => game.place_name(cell),
    }
}

fn sought(game: &Game, what: Sought) -> String {
    match what {
        Sought::Unit(id) => name(game, id).to_owned(),
        Sought::Settlement => "a settlement".to_owned(),
        Sought::Site(good) => good.name().to_owned(),
    }
}
