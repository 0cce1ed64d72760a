//! Behaviours in words: what each layer of a unit's stack does and why it is there, and why a unit stands still.
//!
//! `card` and `explain` place the words; nothing is laid out here.

use super::card::behaviour_words;
use crate::mind::DISPERSE_STEPS;
use crate::sim::{self, Game};
use crate::world::{
    Attack, Avoid, Behaviour, Block, Defend, Escort, Flee, Guard, Order, Raid, Retreat, Search, SearchGoal,
    SiteWork, Spy, Stay, Surround, Trade, Travel, TripPurpose, Unit, UnitId, UnitOrPlace,
};

/// A stay of at most so many ticks is called a pause.
const PAUSE_TICKS_MAX: u64 = 30;

/// The behaviour stack of a unit, top first, one line per layer: what and why.
pub(super) fn stack_lines(game: &Game, unit: &Unit) -> Vec<String> {
    // A wanderer has no livelihood: its bottom layer is not shown.
    let below = usize::from(game.world.wander.is_some() && unit.people == 0);
    let layers = unit.stack.iter().enumerate().skip(below).rev();
    let words = layers.map(|(i, behaviour)| (behaviour_words(game, behaviour), layer_reason(game, unit, i)));
    if unit.stack.len() == 1 + below {
        return words.map(|(what, why)| format!("{what} ({why})")).collect();
    }
    words.enumerate().map(|(i, (what, why))| format!("{} {what} ({why})", i + 1)).collect()
}

/// Why a layer is on the stack.
fn layer_reason(game: &Game, unit: &Unit, layer: usize) -> &'static str {
    let failed = matches!(unit.blocked, Some((Block::NoWay, _)));
    match &unit.stack[layer] {
        _ if layer == 0 => "its livelihood",
        Behaviour::Possessed => "you play as it",
        Behaviour::Travel(Travel { purpose: TripPurpose::Possession, .. }) => "your order",
        Behaviour::Rest(_) | Behaviour::Travel(Travel { purpose: TripPurpose::Camp, .. }) => "for the night",
        Behaviour::Stay(_) if failed => "a pause after a failure",
        _ if layer == 1 && unit.ordered => "ordered",
        Behaviour::Stay(_)
            if matches!(unit.stack[layer - 1], Behaviour::Trade(Trade { trip: Some(_), .. })) =>
        {
            "waiting for company: the route is feared"
        }
        Behaviour::Stay(Stay { until, .. }) if *until <= game.world.tick + PAUSE_TICKS_MAX => "a pause",
        Behaviour::Stay(_) => "all orders done",
        Behaviour::Travel(Travel { purpose: TripPurpose::Trade, .. }) => "to sell and buy",
        Behaviour::Travel(Travel { purpose: TripPurpose::Settle, .. }) | Behaviour::Settle(_) => {
            "to found a hamlet"
        }
        Behaviour::Travel(Travel { purpose: TripPurpose::Explore | TripPurpose::Other, .. }) => {
            "for the task below"
        }
        Behaviour::Wander(_) if matches!(unit.stack[layer - 1], Behaviour::Group(_)) => "for the task below",
        Behaviour::Flee(_) | Behaviour::Retreat(_) => "for its life",
        _ => "added on top",
    }
}

/// The less common behaviours, in a few words.
pub(super) fn less_common_words(game: &Game, behaviour: &Behaviour) -> String {
    let name = |id: UnitId| unit_name(game, id);
    let from_words = |id: &Option<UnitId>| id.map_or(String::new(), |id| format!(" from {}", name(id)));
    match behaviour {
        Behaviour::Flee(Flee { from, .. }) => format!("Flee{}", from_words(from)),
        Behaviour::Retreat(Retreat { from, .. }) => format!("Retreat{}, striking back", from_words(from)),
        Behaviour::Search(Search { what, .. }) => format!("Search for {}", sought_name(game, *what)),
        Behaviour::Spy(Spy { mark, learned: true, .. }) => {
            format!("Report home on {}", mark_name(game, *mark))
        }
        Behaviour::Spy(Spy { mark, .. }) => format!("Spy on {}", mark_name(game, *mark)),
        Behaviour::Defend(Defend { ward }) => format!("Defend {}", mark_name(game, *ward)),
        Behaviour::Guard(Guard { at }) => format!("Guard {}", sim::place_name(game, *at)),
        Behaviour::Attack(Attack { unit: target, .. }) => format!("Attack {}", name(*target)),
        Behaviour::Surround(Surround { unit: target, .. }) => format!("Surround {}", name(*target)),
        Behaviour::Avoid(Avoid { mark, .. }) => format!("Avoid {}", mark_name(game, *mark)),
        Behaviour::Disperse(_) => "Disperse".to_owned(),
        Behaviour::Group(_) => "Group with others".to_owned(),
        Behaviour::Work(SiteWork { site, store, .. }) => {
            format!("Work at {} for {}", sim::place_name(game, *site), game.world.town(*store).name)
        }
        Behaviour::Escort(Escort { unit: leader }) => format!("Escort {}", name(*leader)),
        _ => String::new(),
    }
}

/// Orders about other units and about danger, in a few words.
pub(super) fn less_common_order_words(game: &Game, order: &Order) -> String {
    match order {
        Order::Flee => "flee".to_owned(),
        Order::Retreat => "retreat".to_owned(),
        Order::Search(what) => format!("search for {}", sought_name(game, *what)),
        Order::Spy(mark) => format!("spy on {}", mark_name(game, *mark)),
        Order::Defend(ward) => format!("defend {}", mark_name(game, *ward)),
        Order::Guard(at) => format!("guard {}", sim::place_name(game, *at)),
        Order::Attack(target) => format!("attack {}", unit_name(game, *target)),
        Order::Surround(target) => format!("surround {}", unit_name(game, *target)),
        Order::Avoid(mark) => format!("avoid {}", mark_name(game, *mark)),
        Order::Disperse => "disperse".to_owned(),
        Order::Group => "group with others".to_owned(),
        Order::Work(site) => format!("work at {}", sim::place_name(game, *site)),
        Order::Escort(leader) => format!("escort {}", unit_name(game, *leader)),
        _ => String::new(),
    }
}

/// Why a unit with this behaviour stands still although nothing blocks it.
pub(super) fn standing_reason(game: &Game, unit: &Unit, top: &Behaviour) -> Option<String> {
    let words = match top {
        Behaviour::Flee(_) | Behaviour::Retreat(_) if game.places().town_at(unit.cell).is_some() => {
            "hiding here until nothing chases it"
        }
        Behaviour::Flee(_) | Behaviour::Retreat(_) => "catching its breath: no safer place, or no pursuer",
        Behaviour::Search(_) => "choosing where to search next",
        Behaviour::Spy(Spy { since: Some(_), .. }) => "watching, unseen",
        Behaviour::Spy(_) => "waiting to come nearer, unseen",
        Behaviour::Defend(_) => "standing by its ward",
        Behaviour::Guard(_) => "standing guard",
        Behaviour::Attack(_) => "next to its enemy",
        Behaviour::Surround(_) => "holding its place in the ring",
        Behaviour::Avoid(_) => "looking for a path farther off",
        Behaviour::Disperse(_) => {
            return Some(format!("no one is within {DISPERSE_STEPS} steps, or there is nowhere to go"));
        }
        Behaviour::Group(_) => "with its group, or waiting for it",
        Behaviour::Work(SiteWork { worked, .. }) => {
            return Some(format!(
                "working: {} %",
                u64::from(*worked) * 100 / u64::from(crate::sim::LOAD_WORK_TICKS)
            ));
        }
        Behaviour::Escort(_) => "standing by the unit it escorts",
        Behaviour::Raid(Raid { site: Some(_), .. }) => "in ambush, out of sight of the road",
        Behaviour::Raid(_) => "looking for a place for an ambush",
        Behaviour::Patrol(_) => "holding the only point of its patrol",
        Behaviour::Build(_) => "working on the road",
        Behaviour::Wander(_) | Behaviour::Explore(_) => "choosing where to go next",
        _ => return None,
    };
    Some(words.to_owned())
}

pub(super) fn unit_name(game: &Game, id: UnitId) -> &str {
    game.world.unit(id).map_or("a unit that is gone", |unit| unit.name.as_str())
}

fn mark_name(game: &Game, mark: UnitOrPlace) -> String {
    match mark {
        UnitOrPlace::Unit(id) => unit_name(game, id).to_owned(),
        UnitOrPlace::Place(cell) => sim::place_name(game, cell),
    }
}

fn sought_name(game: &Game, what: SearchGoal) -> String {
    match what {
        SearchGoal::Unit(id) => unit_name(game, id).to_owned(),
        SearchGoal::Settlement => "a settlement".to_owned(),
        SearchGoal::Site(good) => good.name().to_owned(),
    }
}
