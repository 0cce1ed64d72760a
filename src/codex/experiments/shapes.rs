//! Map representations side by side on the scene's map, with questions between its corners and its ends.

use super::findings::Findings;
use super::lands::found;
use crate::graph::{Components, Corner, Moves, NodeId};
use crate::lab::LabMap;
use crate::search::comparison::{ComparedRepresentation, compare_representations};

/// Questions asked of each representation.
const QUESTIONS: usize = 12;

/// Prepares every representation of the map, and asks each the same questions.
pub(super) fn representations(map: &LabMap) -> Option<Findings> {
    let terrain = map.terrain(Moves::Eight(Corner::BothFree))?;
    let cells = Components::of(&terrain).largest();
    // Far ends, spread over the map: each cell with the one half a map further.
    let at = |number: usize| cells[number * cells.len() / QUESTIONS / 2];
    let questions: Vec<(NodeId, NodeId)> =
        (0..QUESTIONS).map(|number| (at(number), at(number + QUESTIONS))).collect();
    let compared = compare_representations(&terrain, &questions);
    let figure = |name: &'static [(&'static str, &'static str)],
                  value: fn(&ComparedRepresentation) -> u64| {
        let of = |(id, figure): &(&str, &'static str)| {
            let row = compared.iter().find(|row| row.id == *id)?;
            Some((*figure, value(row) as i64))
        };
        name.iter().filter_map(of).collect::<Vec<_>>()
    };
    let nodes = figure(NODES, |row| row.node_count);
    let edges = figure(EDGES, |row| row.edge_count);
    let costs = figure(COSTS, |row| row.cost_permille().unwrap_or(0));
    Some(found(&[nodes, edges, costs].concat()))
}

/// Figures of nodes, by row.
const NODES: &[(&str, &str)] = &[
    ("astar", "cells_nodes"),
    ("visibility", "visibility_nodes"),
    ("mesh-middles", "mesh_nodes"),
    ("quadtree", "quadtree_nodes"),
];

/// Figures of edges, by row.
const EDGES: &[(&str, &str)] =
    &[("visibility", "visibility_edges"), ("tangents", "tangents_edges"), ("mesh-middles", "mesh_edges")];

/// Figures of the cost in thousandths of the shortest lines, by row.
const COSTS: &[(&str, &str)] = &[
    ("astar", "cells_permille"),
    ("visibility", "visibility_permille"),
    ("mesh-centres", "centres_permille"),
    ("mesh-middles", "middles_permille"),
    ("mesh-funnel", "funnel_permille"),
];
