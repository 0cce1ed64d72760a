//! What is most worth watching now: trips that matter, and places where something has just happened.
//!
//! When the camera goes where is the screen's business.

use super::behaviour_text::behaviour_words;
use super::explain::current_path;
use super::text;
use super::words::counted;
use super::{Story, Viewport};
use crate::sim::{self, Game};
use crate::world::{Behaviour, DAY, Event, EventLine, PeopleIx, Trade, Unit, UnitId};
use std::cmp::Reverse;

/// Stories that are offered at once.
const STORIES_MAX: usize = 12;
/// For how long something that happened is worth a look: two days.
const NEWS_TICKS: u64 = 2 * DAY;
/// Importance from which on something that happened is worth a look.
const NEWS_WEIGHT_MIN: u8 = 4;
/// Steps that a trip still has to go to be worth a look.
const STEPS_MIN: usize = 8;
/// Share of fear in a path's price from which on it is told, in percent.
const FEAR_PERCENT_MIN: u64 = 10;

/// The stories of the player's people, the best first, if the view asks for them.
pub(super) fn stories(game: &Game, view: &Viewport) -> Vec<Story> {
    if !view.shows_stories {
        return Vec::new();
    }
    let units = game.world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER);
    let trips = units.filter_map(|unit| Some((worth_of_trip(unit)?, Source::Trip(unit))));
    let lines = game.world.events.lines().rev();
    let recent = lines.take_while(|(line, _)| line.tick + NEWS_TICKS >= game.world.tick);
    let news = recent.filter_map(|(line, event)| {
        let weight = event.kind.weight();
        (weight >= NEWS_WEIGHT_MIN).then_some((u32::from(weight) * 10, Source::News(line, event)))
    });
    let mut ranked: Vec<(u32, Source)> = trips.chain(news).collect();
    // Stable: of equals, the unit with the smallest id, and the latest news.
    ranked.sort_by_key(|(worth, _)| Reverse(*worth));
    let stories = ranked.into_iter().filter_map(|(_, source)| source.story(game, &view.selected));
    stories.take(STORIES_MAX).collect()
}

/// What a story is made from.
enum Source<'a> {
    Trip(&'a Unit),
    News(&'a EventLine, &'a Event),
}

impl Source<'_> {
    fn story(&self, game: &Game, shown: &[UnitId]) -> Option<Story> {
        Some(match self {
            Source::Trip(unit) => Story {
                unit: Some(unit.id),
                cell: unit.cell,
                words: trip_words(game, unit, shown),
                ..Story::default()
            },
            Source::News(line, event) => Story {
                unit: None,
                event: Some(event.id),
                cell: event.at?,
                words: text::line_words(&game.world, line, event),
            },
        })
    }
}

/// How much a unit's trip is worth watching: by what it does, and how far it still goes. `None` if it is not under way.
fn worth_of_trip(unit: &Unit) -> Option<u32> {
    let path = unit.path.as_ref().filter(|path| !path.is_over())?;
    let is_awake = unit.top().is_some_and(|top| !top.rules().is_sleep());
    let worth = |behaviour: &Behaviour| match behaviour {
        Behaviour::Flee(_) | Behaviour::Retreat(_) | Behaviour::Attack(_) => 80,
        Behaviour::Settle(_) => 65,
        Behaviour::Herald(_) | Behaviour::Spy(_) | Behaviour::Search(_) | Behaviour::Escort(_) => 50,
        Behaviour::Build(_) | Behaviour::Explore(_) => 40,
        Behaviour::Trade(Trade { trip: Some(_), .. }) => 20,
        _ => 10,
    };
    let most = unit.stack.iter().map(worth).max()?;
    let laden = if unit.cargo.is_some() { 10 } else { 0 };
    let steps = path.steps.len();
    (is_awake && steps >= STEPS_MIN).then_some(most + laden + steps.min(60) as u32 / 3)
}

/// `Ada carries salt from Mill to Oxley: 46 steps, 30 % of the cost is fear`.
fn trip_words(game: &Game, unit: &Unit, shown: &[UnitId]) -> String {
    let town = |id| game.world.town(id).name.as_str();
    let trade = match (unit.stack.first(), unit.cargo) {
        (Some(Behaviour::Trade(Trade { trip: Some((to, from)), .. })), Some(cargo)) => {
            Some(format!("{} carries {} from {} to {}", unit.name, cargo.good.name(), town(*from), town(*to)))
        }
        (Some(Behaviour::Trade(Trade { trip: Some((to, _)), .. })), None) => {
            Some(format!("{} walks to {} to buy", unit.name, town(*to)))
        }
        _ => None,
    };
    let what = unit.stack.iter().rev().find_map(|behaviour| match behaviour {
        Behaviour::Flee(_) | Behaviour::Retreat(_) => {
            Some(format!("{}: {}", game.world.title_of(unit), behaviour_words(game, behaviour)))
        }
        Behaviour::Settle(settle) => {
            let verb = if sim::known_place(game, settle.at).is_some() { "move to" } else { "settle" };
            Some(format!("{} leads families to {verb} {}", unit.name, sim::place_name(game, settle.at)))
        }
        _ => None,
    });
    let doing = || unit.top().map_or_else(String::new, |top| behaviour_words(game, top));
    let what = what.or(trade).unwrap_or_else(|| format!("{}: {}", game.world.title_of(unit), doing()));
    format!("{what}: {}", path_words(game, unit, shown))
}

/// How long the rest of a unit's path is, and how much of its price is fear, if much. Only that of a shown unit is priced.
fn path_words(game: &Game, unit: &Unit, shown: &[UnitId]) -> String {
    let steps = counted(unit.path.as_ref().map_or(0, |path| path.steps.len()), "step");
    let rest = shown.contains(&unit.id).then(|| current_path(game, unit)).flatten();
    let fear = rest.map_or(0, |rest| {
        let (fear, all) = (rest.terms.fear.max(0) as u64, rest.terms.total().max(1) as u64);
        fear * 100 / all
    });
    if fear < FEAR_PERCENT_MIN { steps } else { format!("{steps}, {fear} % of the cost is fear") }
}
