//! Behaviours and orders in words: what each layer of a unit's stack does and why it is there.
//!
//! What a behaviour says is among its rules, as facts; here they get their names. `card` and `explain` place the words.

use super::words::hours_words;
use crate::level::OrderSubject;
use crate::mind::{Phrase, StackLayer};
use crate::sim::{self, Game};
use crate::world::{Behaviour, Order, PeopleIx, SearchGoal, Unit, UnitId};

/// The behaviour stack of a unit, top first, one line per layer: what and why.
pub(super) fn stack_lines(game: &Game, unit: &Unit) -> Vec<String> {
    // A wanderer has no livelihood: its bottom layer is not shown.
    let below = usize::from(game.world.wander.is_some() && unit.people == PeopleIx::PLAYER);
    let layers = unit.stack.iter().enumerate().skip(below).rev();
    let words = layers.map(|(i, behaviour)| (behaviour_words(game, behaviour), layer_reason(game, unit, i)));
    if unit.stack.len() == 1 + below {
        return words.map(|(what, why)| format!("{what} ({why})")).collect();
    }
    words.enumerate().map(|(i, (what, why))| format!("{} {what} ({why})", i + 1)).collect()
}

/// Why a layer is on the stack.
fn layer_reason(game: &Game, unit: &Unit, height: usize) -> &'static str {
    if height == 0 {
        return "its livelihood";
    }
    unit.stack[height].rules().reason(&StackLayer { unit, height, tick: game.world.tick })
}

/// A behaviour in a few words.
pub(super) fn behaviour_words(game: &Game, behaviour: &Behaviour) -> String {
    sentence_words(game, &behaviour.rules().describe())
}

/// A sentence with the names of what it is about.
pub(super) fn sentence_words(game: &Game, sentence: &[Phrase]) -> String {
    let words = |phrase: &Phrase| match *phrase {
        Phrase::Words(words) => words.to_owned(),
        Phrase::Number(number) => number.to_string(),
        Phrase::Ticks(ticks) => hours_words(ticks),
        Phrase::Place(cell) => sim::place_name(game, cell),
        Phrase::Unit(id) => unit_name(game, id).to_owned(),
        Phrase::Town(id) => game.world.town(id).name.clone(),
        Phrase::Sought(what) => sought_name(game, what),
    };
    sentence.iter().map(words).collect()
}

/// An order in a few words, or one point of a patrol. A walk is only its goal: most orders are walks.
pub(super) fn order_words(game: &Game, order: &Order, point: usize) -> String {
    let what = match order.subject() {
        OrderSubject::Nothing => None,
        OrderSubject::Cells(cells) => cells.get(point).map(|cell| Phrase::Place(*cell)),
        OrderSubject::Unit(id) => Some(Phrase::Unit(*id)),
        OrderSubject::Goal(what) => Some(Phrase::Sought(*what)),
    };
    match (order, what) {
        (Order::Go(_), Some(goal)) => sentence_words(game, &[goal]),
        (order, Some(what)) => sentence_words(game, &[order.words().into(), " ".into(), what]),
        (order, None) => order.words().to_owned(),
    }
}

fn unit_name(game: &Game, id: UnitId) -> &str {
    game.world.unit(id).map_or("a unit that is gone", |unit| unit.name.as_str())
}

fn sought_name(game: &Game, what: SearchGoal) -> String {
    match what {
        SearchGoal::Unit(id) => unit_name(game, id).to_owned(),
        SearchGoal::Settlement => "a settlement".to_owned(),
        SearchGoal::Site(good) => good.name().to_owned(),
    }
}
