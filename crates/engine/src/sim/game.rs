//! A game: the saved world and what is derived from it.

use crate::graph::NodeId;
use crate::grid::Cell;
use crate::plan::{BelievedPrices, Planner};
use crate::sim::Derived;
use crate::world::{Kind, PeopleIx, Places, Unit, World};

/// What one system does in a tick.
pub type System = fn(&mut Game);

/// A world with its derived state.
pub struct Game {
    /// The saved state.
    pub world: World,
    /// The state that can be rebuilt from it.
    pub derived: Derived,
}

impl Game {
    /// Rebuilds all derived state from a sound world (see `World::check`).
    pub fn from_world(mut world: World) -> Game {
        world.peoples.iter_mut().for_each(|people| people.belief.invalidate_towers());
        let derived = Derived::of(&world);
        Game { world, derived }
    }

    /// Settlements, ruins, camps and occupied cells, for minds.
    pub fn places(&self) -> Places<'_> {
        self.derived.places_in(&self.world)
    }

    /// The planner for a kind of a people; `crowd` are nearby cells that others hold.
    pub fn planner(&self, people: PeopleIx, kind: Kind, crowd: &[Cell]) -> Planner<'_> {
        let people_ref = (&self.world.peoples[people], people);
        Planner::new(people_ref, kind, &self.world.land.height, self.derived.tools(), crowd)
    }

    /// The planner for one unit, at its hunger.
    pub fn planner_of(&self, unit: &Unit) -> Planner<'_> {
        self.planner(unit.people, unit.kind, &[]).with_hunger(unit.hunger())
    }

    /// The land as a people believes it to be, priced for a kind.
    pub fn believes(&self, people: PeopleIx, kind: Kind, crowd: &[Cell]) -> BelievedPrices<'_> {
        let size = self.world.size();
        let crowd = crowd.iter().map(|cell| size.index(*cell) as NodeId).collect();
        let table = self.derived.tables.table_for(people, kind);
        BelievedPrices::new(&self.world.peoples[people], &self.world.land.height, table, crowd)
    }

    /// The same for one unit, at its hunger.
    pub fn believes_of(&self, unit: &Unit) -> BelievedPrices<'_> {
        self.believes(unit.people, unit.kind, &[]).with_hunger(unit.hunger())
    }
}
