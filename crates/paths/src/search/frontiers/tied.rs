//! A frontier whose rule among equal f can be chosen, to see what ties do. The default of the house is
//! [`Ties::LargerG`]; all rules give the same cost and other expansions.

use super::super::{Frontier, Key, Queue};
use crate::graph::{Cost, NodeId};
use std::collections::BTreeMap;

/// Which of several entries of equal f goes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Ties {
    /// The one with the larger g, then the smaller node: nearest to the goal by the estimate.
    LargerG,
    /// The one with the smaller g, then the smaller node: the worst rule, which widens the search.
    SmallerG,
    /// The smaller node.
    SmallerNode,
    /// The newest.
    LastIn,
    /// The oldest.
    FirstIn,
}

/// Any frontier under a tie rule: it is given keys that say the rule in the words of the total order.
#[derive(Clone, Debug)]
pub struct Tied<F = Frontier> {
    ties: Ties,
    inner: F,
    /// The true keys in the order in which they came, where that order is the rule.
    pushed: Vec<Key>,
    /// g of each ⟨f, node⟩, where g is no part of the rule.
    costs: BTreeMap<(Cost, NodeId), Cost>,
}

impl Tied {
    /// An empty heap under this rule.
    pub fn new(ties: Ties) -> Self {
        Self::over(Frontier::default(), ties)
    }
}

impl<F: Queue> Tied<F> {
    /// An empty frontier under this rule. One that pops in the order of pushes or of nodes is asked about entries,
    /// not nodes, and so finds none to move.
    pub fn over(inner: F, ties: Ties) -> Self {
        Self { ties, inner, pushed: Vec::new(), costs: BTreeMap::new() }
    }
}

impl<F: Queue> Queue for Tied<F> {
    fn push(&mut self, key: Key) {
        let number = self.pushed.len() as u32;
        let told = match self.ties {
            Ties::LargerG => key,
            Ties::SmallerG => Key { g: Cost::MAX - key.g, ..key },
            Ties::SmallerNode => {
                self.costs.insert((key.f, key.node), key.g);
                Key { g: 0, ..key }
            }
            Ties::LastIn => Key { g: number.into(), node: number, ..key },
            Ties::FirstIn => Key { g: Cost::MAX - Cost::from(number), node: number, ..key },
        };
        if matches!(self.ties, Ties::LastIn | Ties::FirstIn) {
            self.pushed.push(key);
        }
        self.inner.push(told);
    }
    fn pop(&mut self) -> Option<Key> {
        let told = self.inner.pop()?;
        Some(match self.ties {
            Ties::LargerG => told,
            Ties::SmallerG => Key { g: Cost::MAX - told.g, ..told },
            Ties::SmallerNode => Key { g: self.costs.get(&(told.f, told.node)).copied()?, ..told },
            Ties::LastIn | Ties::FirstIn => *self.pushed.get(told.node as usize)?,
        })
    }
    fn len(&self) -> usize {
        self.inner.len()
    }
    fn clear(&mut self) {
        self.inner.clear();
        self.pushed.clear();
        self.costs.clear();
    }
}
