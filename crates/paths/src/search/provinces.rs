//! Provinces: areas of any shape as nodes, with a table of which areas share a border and what it costs to go there.
//! The search over them is the same as over squares, with coarser queries.
//!
//! An area is represented by its centre: the cell of it that is nearest to the mean of all. The cost to a neighbour is
//! that of the cheapest path from centre to centre through the two areas alone, so that an estimate between centres
//! that is admissible on the terrain is admissible between areas.

use super::{HeapFrontier, NoObserver, NoTarget, Rank, Search, StampedLabels, Step};
use crate::graph::{EdgeFiltered, Edges, Graph, NodeId, Terrain, Visit};

/// A map of areas.
#[derive(Clone, Debug)]
pub struct Provinces {
    borders: Edges,
    centres: Vec<NodeId>,
}

impl Provinces {
    /// The areas of a terrain whose cells are labelled `0`, `1`, … `count - 1`, each on at least one free cell. Cells
    /// with larger labels, like walls, belong to no area.
    ///
    /// Returns `None` if an area has no cell, or if the number of labels is wrong.
    pub fn of(terrain: &Terrain, labels: &[u32], count: u32) -> Option<Self> {
        if labels.len() != terrain.node_count() as usize {
            return None;
        }
        let middles = (0..count).map(|area| centre(terrain, labels, area)).collect::<Option<Vec<_>>>()?;
        let mut search =
            Search::from_parts(HeapFrontier::default(), StampedLabels::new(terrain.node_count()));
        let mut table = Vec::new();
        for (area, middle) in (0..count).zip(&middles) {
            let mut row = Vec::new();
            for other in neighbour_labels(terrain, labels, area).into_iter().filter(|other| *other < count) {
                let is_in_either = |node: NodeId| [area, other].contains(&labels[node as usize]);
                let both = EdgeFiltered { graph: terrain, keeps: |_, to| is_in_either(to) };
                search.restart(*middle, Rank::UniformCost, &NoTarget);
                while search.step(&both, &NoTarget, &mut NoObserver) == Step::Working {}
                row.extend(search.cost_of(middles[other as usize]).map(|cost| (other, cost)));
            }
            table.push(row);
        }
        Some(Self { borders: Edges::new(&table), centres: middles })
    }

    /// The borders as edges between areas, with the cost from centre to centre in milli-steps.
    pub fn borders(&self) -> &Edges {
        &self.borders
    }

    /// The centre of each area, in their order.
    pub fn centres(&self) -> &[NodeId] {
        &self.centres
    }
}

/// The nodes of an area.
fn nodes_of<'a>(
    terrain: &'a Terrain,
    labels: &'a [u32],
    area: u32,
) -> impl Iterator<Item = NodeId> + Clone + 'a {
    (0..terrain.node_count()).filter(move |node| labels[*node as usize] == area && !terrain.is_wall(*node))
}

fn centre(terrain: &Terrain, labels: &[u32], area: u32) -> Option<NodeId> {
    let nodes = nodes_of(terrain, labels, area);
    let sums = nodes
        .clone()
        .map(|node| terrain.cell(node))
        .fold((0u64, 0u64, 0u64), |(n, x, y), cell| (n + 1, x + u64::from(cell.x), y + u64::from(cell.y)));
    let (count, x, y) = sums;
    // Distances are scaled by `count`, so that the mean need not be rounded.
    let off = |node: &NodeId| {
        let cell = terrain.cell(*node);
        let (dx, dy) = ((u64::from(cell.x) * count).abs_diff(x), (u64::from(cell.y) * count).abs_diff(y));
        u128::from(dx).pow(2) + u128::from(dy).pow(2)
    };
    nodes.min_by_key(|node| (off(node), *node))
}

/// The labels of the neighbours of an area, in ascending order.
fn neighbour_labels(terrain: &Terrain, labels: &[u32], area: u32) -> Vec<u32> {
    let mut others = Vec::new();
    for node in nodes_of(terrain, labels, area) {
        terrain.successors(Visit { node, parent: node }, &mut |next, _| others.push(labels[next as usize]));
    }
    others.sort_unstable();
    others.dedup();
    others.retain(|other| *other != area);
    others
}
