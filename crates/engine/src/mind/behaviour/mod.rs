//! Behaviours, a file each: what a unit wants while it does so, what makes the data sound, how it is ordered, and what
//! the card says of it. The data is in `world::behaviour`.
//!
//! Whatever is special to a few behaviours is a question of [`Rules`] with a default, so that nothing outside has to
//! list behaviours. What several share is beside this folder: `targets`, `approach`, `flight`, `scent`.
//!
//! Reading order: `rules`, `phrase`, `orders`; `travel`, `stay`, `rest`, `stop`, `possessed`; `explore`, `trade`, `settle`,
//! `work`, `build`; `patrol`, `follow`, `wander`, `group`, `disperse`; `attack`, `surround`, `defend`, `guard`, `escort`,
//! `flee`, `retreat`, `avoid`, `search`, `spy`; `herald`, `raid`, `graze`, `hunt`.

mod attack;
mod avoid;
mod build;
mod defend;
mod disperse;
mod escort;
mod explore;
mod flee;
mod follow;
mod graze;
mod group;
mod guard;
mod herald;
mod hunt;
mod orders;
mod patrol;
mod phrase;
mod possessed;
mod raid;
mod rest;
mod retreat;
mod rules;
mod search;
mod settle;
mod spy;
mod stay;
mod stop;
mod surround;
mod trade;
mod travel;
mod wander;
mod work;

pub use avoid::AVOID_STEPS;
pub use disperse::DISPERSE_STEPS;
pub use explore::is_frontier;
pub use group::TOGETHER_STEPS;
pub use hunt::HUNGRY_AFTER_TICKS;
pub use orders::behaviour_for;
pub use phrase::{Phrase, Sentence};
pub use raid::SATED_TICKS;
pub use rules::{Outlook, Rules, StackLayer, Strikes};
pub use spy::LEARNING_TICKS;
pub use stay::STAY_RADIUS_STEPS;
pub use travel::is_bound_for;
pub use work::LOAD_WORK_TICKS;

use crate::world::Behaviour;

impl Behaviour {
    /// Its rules.
    pub fn rules(&self) -> &dyn Rules {
        match self {
            Behaviour::Stop => &stop::StandStill,
            Behaviour::Stay(stay) => stay,
            Behaviour::Explore(explore) => explore,
            Behaviour::Travel(travel) => travel,
            Behaviour::Trade(trade) => trade,
            Behaviour::Settle(settle) => settle,
            Behaviour::Wander(stroll) => stroll,
            Behaviour::Rest(rest) => rest,
            Behaviour::Patrol(patrol) => patrol,
            Behaviour::Follow(follow) => follow,
            Behaviour::Build(build) => build,
            Behaviour::Herald(herald) => herald,
            Behaviour::Raid(raid) => raid,
            Behaviour::Flee(flee) => flee,
            Behaviour::Retreat(retreat) => retreat,
            Behaviour::Search(search) => search,
            Behaviour::Spy(spy) => spy,
            Behaviour::Defend(defend) => defend,
            Behaviour::Guard(guard) => guard,
            Behaviour::Attack(attack) => attack,
            Behaviour::Surround(surround) => surround,
            Behaviour::Avoid(avoid) => avoid,
            Behaviour::Disperse(disperse) => disperse,
            Behaviour::Group(group) => group,
            Behaviour::Work(work) => work,
            Behaviour::Escort(escort) => escort,
            Behaviour::Graze => &graze::Grazing,
            Behaviour::Hunt(hunt) => hunt,
            Behaviour::Possessed => &possessed::PlayedByPlayer,
        }
    }
}
