//! The medial axis: lines in the middle between obstacles, one cell wide, which keep as far from walls as they can
//! (generalized cylinders, Brooks 1983).

use super::super::skeleton::{Connectivity, thin};
use super::super::{Graph, NodeId, Roads, Terrain, Visit};
use super::clearance::distance_to_walls;
use crate::grid::Layer;
use std::collections::VecDeque;

/// The axes of a terrain, and the way to them from everywhere.
#[derive(Clone, Debug)]
pub struct MedialAxis {
    /// The same ground with walls off the axes.
    axes: Terrain,
    /// For each free cell, the next one on the fewest steps to an axis; itself on an axis.
    next: Vec<NodeId>,
    widths: Layer<u16>,
}

/// A narrow place between two wider ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pass {
    /// The cell of an axis that is nearest to walls.
    pub cell: NodeId,
    /// Steps of a king from it to the nearest wall.
    pub width: u16,
}

impl MedialAxis {
    /// Thins the free cells of a terrain to axes that are connected as they are.
    pub fn of(terrain: &Terrain) -> Self {
        let mut mask = distance_to_walls(terrain).map(|width| *width > 0);
        thin(&mut mask, Connectivity::Four);
        let off_axes = |node: NodeId| !mask[terrain.cell(node)];
        let mut axes = terrain.clone();
        for node in (0..terrain.node_count()).filter(|node| off_axes(*node) && !terrain.is_wall(*node)) {
            axes.set_price(node, 0);
        }
        Self { next: ways_to(terrain, &axes), axes, widths: distance_to_walls(terrain) }
    }

    /// The ground with walls off the axes.
    pub fn axes(&self) -> &Terrain {
        &self.axes
    }

    /// The fewest steps from a free cell to an axis, both ends included.
    pub fn way_to_axis(&self, cell: NodeId) -> Vec<NodeId> {
        let mut way = vec![cell];
        while let Some(here) = way.last().copied().filter(|here| self.next[*here as usize] != *here) {
            way.push(self.next[here as usize]);
        }
        way
    }

    /// Steps of a king from each cell to the nearest wall or off the map.
    pub fn widths(&self) -> &Layer<u16> {
        &self.widths
    }

    /// The narrowest place of each axis between two junctions, if it is narrower than both ends.
    pub fn passes(&self) -> Vec<Pass> {
        let width = |cell: &NodeId| self.widths.values()[*cell as usize];
        let roads = Roads::of(&self.axes);
        let narrowest = |road: &Vec<NodeId>| {
            let least = road.iter().map(width).min()?;
            // Of a narrow stretch, its middle.
            let narrow: Vec<NodeId> = road.iter().copied().filter(|cell| width(cell) == least).collect();
            let cell = narrow[narrow.len() / 2];
            let is_narrower = [road.first()?, road.last()?].iter().all(|end| width(&cell) < width(end));
            is_narrower.then(|| Pass { cell, width: width(&cell) })
        };
        roads.roads().iter().filter_map(narrowest).collect()
    }

    /// Bytes that axes and ways take.
    pub fn bytes(&self) -> usize {
        self.axes.bytes() + self.next.len() * size_of::<NodeId>() + size_of_val(self.widths.values())
    }
}

/// For each free cell, the next one on the fewest steps to a free cell of the axes.
fn ways_to(terrain: &Terrain, axes: &Terrain) -> Vec<NodeId> {
    let mut next = vec![NodeId::MAX; terrain.node_count() as usize];
    let mut queue: VecDeque<NodeId> = (0..axes.node_count()).filter(|node| !axes.is_wall(*node)).collect();
    for node in &queue {
        next[*node as usize] = *node;
    }
    while let Some(node) = queue.pop_front() {
        terrain.successors(Visit { node, parent: node }, &mut |before, _| {
            if next[before as usize] == NodeId::MAX {
                next[before as usize] = node;
                queue.push_back(before);
            }
        });
    }
    next
}
