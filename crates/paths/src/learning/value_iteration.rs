//! Value iteration (Bellman 1957): what each state is worth, spread back from rewards.
//!
//! The idea: a state is worth the best of its choices: the reward at once, and what the next state is worth, a little less
//! for being later. Begin with values that are wrong and apply this to all states again and again, until nothing changes.
//! With costs as negative rewards, an end that is worth nothing and no discount, the values are the distances to the end:
//! the same as one flood backwards, which expands each node once.
//! Promise: exact without a discount, if every step costs something; with one, off by rounding. Needs: all choices and rewards
//! known beforehand; those that have to be found out are in `reward_learning`.
//! Units: those of the rewards; discounts in thousandths. Ties: the first choice.
//! Cost: all choices per sweep; without a discount as many sweeps as the longest best path has steps, at most.
//! Differs from the paper in known next states instead of chances of several.

use crate::graph::{Graph, NodeId, Terrain, Visit};

/// Discount of nothing: what comes later counts as much.
pub const UNDISCOUNTED: i64 = 1000;

/// States, and what can be done in each.
pub trait Choices {
    /// Number of states.
    fn state_count(&self) -> usize;
    /// Whether nothing comes after a state.
    fn is_end(&self, state: usize) -> bool;
    /// Emits the choices of a state that is no end: the next state and the reward.
    fn choices(&self, state: usize, emit: &mut impl FnMut(usize, i64));
}

/// Trips to a goal: each step is a choice, and its cost a negative reward.
pub struct TripsTo<'a> {
    /// Where.
    pub terrain: &'a Terrain,
    /// The end.
    pub goal: NodeId,
}

impl Choices for TripsTo<'_> {
    fn state_count(&self) -> usize {
        self.terrain.node_count() as usize
    }

    fn choices(&self, state: usize, emit: &mut impl FnMut(usize, i64)) {
        let visit = Visit { node: state as NodeId, parent: state as NodeId };
        self.terrain.successors(visit, &mut |next, cost| emit(next as usize, -(cost as i64)));
    }

    fn is_end(&self, state: usize) -> bool {
        state == self.goal as usize
    }
}

/// Values of states.
#[derive(Clone, Debug)]
pub struct StateValues {
    values: Vec<Option<i64>>,
    discount: i64,
}

impl StateValues {
    /// Ends are worth nothing, and the rest is not known. For tasks that end.
    pub fn from_ends(world: &impl Choices) -> StateValues {
        let values = (0..world.state_count()).map(|state| world.is_end(state).then_some(0)).collect();
        StateValues { values, discount: UNDISCOUNTED }
    }

    /// Every state is worth nothing at first, and what comes a choice later counts this many thousandths. For tasks
    /// without an end.
    pub fn discounted(world: &impl Choices, discount: i64) -> StateValues {
        StateValues { values: vec![Some(0); world.state_count()], discount }
    }

    /// What a state is worth, if it is known.
    pub fn value(&self, state: usize) -> Option<i64> {
        self.values[state]
    }

    /// Looks at all states once, by their values before the sweep; returns how many values have changed.
    pub fn sweep(&mut self, world: &impl Choices) -> usize {
        let next: Vec<Option<i64>> = (0..self.values.len())
            .map(|state| self.best(world, state).map_or(self.values[state], |best| Some(best.1)))
            .collect();
        let changed = next.iter().zip(&self.values).filter(|(new, old)| new != old).count();
        self.values = next;
        changed
    }

    /// The best choice of a state: the next state, and the value of choosing it.
    pub fn best(&self, world: &impl Choices, state: usize) -> Option<(usize, i64)> {
        let mut best: Option<(usize, i64)> = None;
        if world.is_end(state) {
            return None;
        }
        world.choices(state, &mut |next, reward| {
            let Some(later) = self.values[next] else { return };
            let value = reward + later * self.discount / UNDISCOUNTED;
            if best.is_none_or(|(_, known)| value > known) {
                best = Some((next, value));
            }
        });
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Corner, Moves};
    use crate::search::{Algorithm, NoObserver, Step, field::DistanceField};

    #[test]
    fn values_of_trips_are_distances() {
        let text = "......\n.####.\n......\n.#.##.\n.#..#.";
        let mut terrain = Terrain::from_text(text, Moves::Eight(Corner::BothFree)).unwrap();
        terrain.set_price(12, 4000);
        let goal = 26;
        let world = TripsTo { terrain: &terrain, goal };
        let (mut values, mut sweeps) = (StateValues::from_ends(&world), 0);
        while values.sweep(&world) > 0 {
            sweeps += 1;
        }
        let mut field = DistanceField::new(&terrain);
        field.begin(goal, goal);
        while field.step(&mut NoObserver) == Step::Working {}
        for node in (0..terrain.node_count()).filter(|node| !terrain.is_wall(*node)) {
            let distance = field.cost_from(node).map(|cost| -(cost as i64));
            assert_eq!(values.value(node as usize), distance, "{node}");
        }
        assert!(sweeps > 4, "{sweeps}");
    }

    /// Two places: staying in the first pays 1, going to the second nothing, staying there 3.
    struct TwoPlaces;
    impl Choices for TwoPlaces {
        fn state_count(&self) -> usize {
            2
        }
        fn is_end(&self, _state: usize) -> bool {
            false
        }
        fn choices(&self, state: usize, emit: &mut impl FnMut(usize, i64)) {
            emit(state, if state == 0 { 1000 } else { 3000 });
            emit(1, if state == 0 { 0 } else { 3000 });
        }
    }

    #[test]
    fn patience_changes_the_best_choice() {
        for (discount, expected) in [(900, 1), (100, 0)] {
            let mut values = StateValues::discounted(&TwoPlaces, discount);
            (0..400).for_each(|_| {
                values.sweep(&TwoPlaces);
            });
            assert_eq!(values.best(&TwoPlaces, 0).unwrap().0, expected, "{discount}");
        }
    }
}
