//! Experiments of the codex: small computations, other than one search on one map, whose figures a page can show and
//! claim. Each is a row: an id, and a function of the scene's map.

mod behaviours;
mod changing;
mod choices;
mod cost;
mod findings;
mod game_loop;
mod lands;
mod learning;
mod minds;
mod people;
mod shapes;
mod states;
mod walks;

use crate::lab::LabMap;

pub use findings::{Curve, Findings};

/// What is done on a scene's map: the same map always gives the same findings, none if it does not suit.
type Experiment = fn(&LabMap) -> Option<Findings>;

/// All experiments, by topic, with their names in a scene; in formulas with `_` for `-`.
const EXPERIMENTS: &[(&str, Experiment)] = &[
    ("nearest", choices::nearest),
    ("neighbours", choices::neighbours),
    ("exchanged", choices::exchanged),
    ("areas", choices::areas),
    ("representations", shapes::representations),
    ("closed", states::closed),
    ("fuel", states::fuel),
    ("heights", cost::heights),
    ("kinds", cost::kinds),
    ("road-price", cost::road_price),
    ("fear", cost::fear),
    ("foes", cost::foes),
    ("watched", cost::watched),
    ("looks", cost::looks),
    ("gap", cost::gap),
    ("day-reach", cost::day_reach),
    ("curiosity", cost::curiosity),
    ("replanning", changing::replanning),
    ("repair", changing::repair),
    ("bad-splice", changing::bad_splice),
    ("notices", changing::notices),
    ("meeting", walks::meeting),
    ("bystander", walks::bystander),
    ("company", walks::company),
    ("reserved", walks::reserved),
    ("one-flood", walks::one_flood),
    ("slices", game_loop::slices),
    ("first-step", game_loop::first_step),
    ("refinement", game_loop::refinement),
    ("growth", game_loop::growth),
    ("crowd-work", game_loop::crowd_work),
    ("by-hand", game_loop::by_hand),
    ("gentle", game_loop::gentle),
    ("relative", game_loop::relative),
    ("staying", behaviours::staying),
    ("fleeing", behaviours::fleeing),
    ("defending", behaviours::defending),
    ("surrounding", behaviours::surrounding),
    ("following", behaviours::following),
    ("working", behaviours::working),
    ("exploring", minds::exploring),
    ("spying", minds::spying),
    ("stack", minds::stack),
    ("fog", minds::fog),
    ("waypoints", minds::waypoints),
    ("ambush", minds::ambush),
    ("herd", minds::herd),
    ("trade-roads", people::trade_roads),
    ("chokes", people::chokes),
    ("crossing", people::crossing),
    ("founded", people::founded),
    ("forest", people::forest),
    ("memory", learning::memory),
    ("crossings", learning::crossings),
    ("heuristic", learning::heuristic),
    ("fit", learning::fit),
    ("genetic", learning::genetic),
    ("values", learning::values),
    ("markets", learning::markets),
];

/// The experiment with this id.
pub(super) fn find(id: &str) -> Option<Experiment> {
    EXPERIMENTS.iter().find(|(known, _)| *known == id).map(|(_, experiment)| *experiment)
}
