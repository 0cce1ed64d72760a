//! A frontier with a selectable rule for equal f, to see the effect of ties. The default is [`TieRule::LargerG`]; all
//! rules yield the same cost with different expansions.

use super::super::{FrontierKey, HeapFrontier, PriorityQueue};
use crate::graph::{Cost, NodeId};
use std::collections::BTreeMap;

/// Which of several entries with equal f goes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TieRule {
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

/// A frontier with a tie rule: it maps keys so that the total order implements the rule.
#[derive(Clone, Debug)]
pub struct Tied<F = HeapFrontier> {
    ties: TieRule,
    inner: F,
    /// The original keys in the order of their pushes, where that order is the rule.
    pushed: Vec<FrontierKey>,
    /// g of each ⟨f, node⟩, where g is not part of the rule.
    costs: BTreeMap<(Cost, NodeId), Cost>,
}

impl Tied {
    /// An empty heap under this rule.
    pub fn new(ties: TieRule) -> Self {
        Self::with_inner(HeapFrontier::default(), ties)
    }
}

impl<F: PriorityQueue> Tied<F> {
    /// An empty frontier with this rule. Under the rules by push order or by node an indexed frontier sees entries
    /// instead of nodes, and moves none.
    pub fn with_inner(inner: F, ties: TieRule) -> Self {
        Self { ties, inner, pushed: Vec::new(), costs: BTreeMap::new() }
    }
}

impl<F: PriorityQueue> PriorityQueue for Tied<F> {
    fn push(&mut self, key: FrontierKey) {
        let index = self.pushed.len() as u32;
        let mapped = match self.ties {
            TieRule::LargerG => key,
            TieRule::SmallerG => FrontierKey { g: Cost::MAX - key.g, ..key },
            TieRule::SmallerNode => {
                self.costs.insert((key.f, key.node), key.g);
                FrontierKey { g: 0, ..key }
            }
            TieRule::LastIn => FrontierKey { g: index.into(), node: index, ..key },
            TieRule::FirstIn => FrontierKey { g: Cost::MAX - Cost::from(index), node: index, ..key },
        };
        if matches!(self.ties, TieRule::LastIn | TieRule::FirstIn) {
            self.pushed.push(key);
        }
        self.inner.push(mapped);
    }
    fn pop(&mut self) -> Option<FrontierKey> {
        let mapped = self.inner.pop()?;
        Some(match self.ties {
            TieRule::LargerG => mapped,
            TieRule::SmallerG => FrontierKey { g: Cost::MAX - mapped.g, ..mapped },
            TieRule::SmallerNode => {
                FrontierKey { g: self.costs.get(&(mapped.f, mapped.node)).copied()?, ..mapped }
            }
            TieRule::LastIn | TieRule::FirstIn => *self.pushed.get(mapped.node as usize)?,
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
