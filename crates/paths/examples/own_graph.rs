//! A graph of your own, generated while it is searched: measure four litres with jugs of eight, five and three litres.
#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::error::Error;
use wayworn_paths::graph::{Cost, Graph, NodeId, Visit};
use wayworn_paths::search::{Goal, Heuristic, NoObserver, Rank, Search, Step, run};

/// Litres that each jug holds.
const JUGS: [u32; 3] = [8, 5, 3];
/// The amount to measure, in litres.
const WANTED: u32 = 4;

/// Litres in each jug.
type State = [u32; 3];

/// One node per state: its fill levels as the digits of a number in base 9.
fn node(state: State) -> NodeId {
    state.iter().fold(0, |node, litres| node * 9 + litres)
}

fn state(node: NodeId) -> State {
    [node / 81, node / 9 % 9, node % 9]
}

/// One edge per pouring, each at cost 1.
struct Jugs;

impl Graph for Jugs {
    fn node_count(&self) -> u32 {
        9 * 9 * 9
    }

    fn successors(&self, visit: Visit, emit: &mut impl FnMut(NodeId, Cost)) {
        let before = state(visit.node);
        for from in 0..JUGS.len() {
            for to in (0..JUGS.len()).filter(|to| *to != from) {
                let poured = before[from].min(JUGS[to] - before[to]);
                let mut after = before;
                after[from] -= poured;
                after[to] += poured;
                if poured > 0 {
                    emit(node(after), 1);
                }
            }
        }
    }
}

/// Any state with the wanted amount in one jug.
struct Measured;

impl Goal for Measured {
    fn contains(&self, node: NodeId) -> bool {
        state(node).contains(&WANTED)
    }
}

impl Heuristic for Measured {
    fn estimate(&self, node: NodeId) -> Cost {
        // Never more than the true cost: an amount that is not measured yet takes at least one pouring.
        Cost::from(!self.contains(node))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let start = node([8, 0, 0]);
    let mut search = Search::new(Jugs.node_count(), start, Rank::AStar, &Measured, u32::MAX);
    let Step::Found(goal) = run(&mut search, &Jugs, &Measured, u32::MAX, &mut NoObserver) else {
        return Err("it cannot be measured".into());
    };
    println!("jugs of {JUGS:?} litres, {WANTED} wanted:");
    for (pourings, node) in search.path_to(goal).into_iter().enumerate() {
        let bars = state(node).map(|litres| "▄".repeat(litres as usize));
        println!("{pourings:3}  {:8} {:5} {:3}  {:?}", bars[0], bars[1], bars[2], state(node));
    }
    println!("{} states expanded", search.expansions());
    Ok(())
}
