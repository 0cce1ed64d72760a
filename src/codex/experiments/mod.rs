//! Experiments of the codex: small computations, other than one search on one map, whose figures a page can show and
//! claim. Each is a row: an id, what it does, and a function of the scene's map.

mod behaviours;
mod changing;
mod choices;
mod cost;
mod experiment;
mod game_loop;
mod lands;
mod learning;
mod minds;
mod people;
mod shapes;
mod states;
mod walks;

pub use experiment::{Curve, Experiment, Findings};

/// All experiments, by topic.
pub const EXPERIMENTS: &[&[Experiment]] = &[
    choices::CHOICES,
    shapes::SHAPES,
    states::STATES,
    cost::COST,
    changing::CHANGE,
    walks::WALKS,
    game_loop::GAME_LOOP,
    behaviours::BEHAVIOURS,
    minds::MINDS,
    people::PEOPLE,
    learning::LEARNING,
];

/// The experiment with this id.
pub(super) fn find(id: &str) -> Option<&'static Experiment> {
    EXPERIMENTS.iter().copied().flatten().find(|experiment| experiment.id == id)
}
