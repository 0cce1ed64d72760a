//! Exports a recorded run as a search trace for Posthoc (<https://posthoc.pathfinding.ai/docs/search-trace>), version
//! 1.4.0, a program in which researchers step through searches and see their trees. It reads YAML and therefore JSON;
//! this is JSON with one event per line.
//!
//! `source` and `destination` are the ends of the query; further sources are other places where a search starts. Each
//! expansion is an `expand`, a `generate` for every node that it relaxed, and a `close`; the last event, `end`, is the
//! path found. Nodes are identified by `id`, and `pId` is the parent; `g`, `h` and `f` are integer milli-steps. Rows
//! that are not the best-first loop have an `f` where they reported one, and no `h`. The map, which Posthoc reads
//! itself and shows as a layer below, and files do not live here.

use super::ground::LabMap;
use super::run::RecordedRun;
use crate::graph::{Cost, NodeId};
use crate::search::Heuristic;
use crate::trace::TraceEvent;
use std::fmt::Write;

/// Most events written; a longer trace ends with an event `cut`, because Posthoc becomes slow beyond that.
const EVENTS_MAX: usize = 1 << 20;

/// How it is drawn: each node as a square in the colour of its last event, and the path as a line.
const HEAD: &str = r##"{
"version": "1.4.0",
"views": {
"main": [
{"$": "square", "$if": "${{ $.type == 'source' }}", "shade": "#26a269"},
{"$": "square", "$if": "${{ $.type == 'destination' }}", "shade": "#c64600"},
{"$": "square", "$if": "${{ $.type == 'generate' }}", "shade": "#f6d32d"},
{"$": "square", "$if": "${{ $.type == 'expand' }}", "shade": "#e66100"},
{"$": "square", "$if": "${{ $.type == 'close' }}", "shade": "#62a0ea"},
{"$": "path", "$if": "${{ $.type == 'end' }}", "points": "${{ $.path }}", "fill": "#c01c28", "line-width": 0.3}
],
"square": [
{"$": "rect", "x": "${{ $.x }}", "y": "${{ $.y }}", "width": 1, "height": 1, "fill": "${{ $.shade }}"}
]
},
"pivot": {"x": "${{ $.x + 0.5 }}", "y": "${{ $.y + 0.5 }}", "scale": 1},
"events": [
"##;

/// An exported trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PosthocTrace {
    /// Its text.
    pub text: String,
    /// Events in it.
    pub events: usize,
    /// Expansions among them.
    pub expanded: usize,
    /// Whether it ends before the search did.
    pub is_cut: bool,
}

/// Exports a run.
pub fn export_posthoc(ground: &LabMap, run: &RecordedRun) -> PosthocTrace {
    let mut writer = PosthocWriter::new(ground, run);
    writer.write_ends();
    let (mut begin, mut expanded) = (0, 0);
    for events in run.trace.expansions() {
        if begin + events.len() > EVENTS_MAX {
            break;
        }
        for (place, event) in (begin..).zip(events) {
            writer.write_event(place, *event);
        }
        if let Some(TraceEvent::Expanded { node, g, f }) = events.first().copied() {
            writer.write("close", node, Some(g), Some(f));
        }
        begin += events.len();
        expanded += 1;
    }
    let is_cut = run.is_cut || begin < run.trace.events().len();
    writer.finish(is_cut);
    PosthocTrace { text: writer.text, events: writer.events, expanded, is_cut }
}

/// Writes the events.
struct PosthocWriter<'a> {
    ground: &'a LabMap,
    run: &'a RecordedRun,
    text: String,
    events: usize,
    /// Parent of each node; itself where a search starts, `None` if not written yet.
    parents: Vec<Option<NodeId>>,
    /// The last expanded node.
    last_expanded: Option<NodeId>,
    /// For each event that relaxed a node: the rank with which the node is expanded later, if it is.
    ranks: Vec<Option<Cost>>,
}

impl<'a> PosthocWriter<'a> {
    fn new(ground: &'a LabMap, run: &'a RecordedRun) -> Self {
        let nodes = ground.size().area() * run.trace.states_per_cell() as usize;
        let events = run.trace.events();
        PosthocWriter {
            ground,
            run,
            text: HEAD.to_owned(),
            events: 0,
            parents: vec![None; nodes],
            last_expanded: None,
            ranks: later_ranks(&events[..events.len().min(EVENTS_MAX)], nodes),
        }
    }

    /// Writes the ends of the query.
    fn write_ends(&mut self) {
        let first = self.run.trace.events().first();
        let start = self.node_at(self.ground.size().index(self.ground.start()), first);
        let goal = self.node_at(self.ground.size().index(self.ground.goal()), None);
        self.write("source", start, None, None);
        self.parents[start as usize] = Some(start);
        self.write("destination", goal, None, None);
    }

    /// The node of a cell with several: the one that this event expands, if it is in the cell, else the first.
    fn node_at(&self, cell: usize, event: Option<&TraceEvent>) -> NodeId {
        match event {
            Some(TraceEvent::Expanded { node, .. }) if self.run.trace.cell_of(*node) == cell => *node,
            _ => cell as u32 * self.run.trace.states_per_cell(),
        }
    }

    fn write_event(&mut self, place: usize, event: TraceEvent) {
        match event {
            TraceEvent::Expanded { node, g, f } => {
                self.introduce(node);
                self.last_expanded = Some(node);
                self.write("expand", node, Some(g), Some(f));
            }
            TraceEvent::Relaxed { node, g, parent } => {
                self.introduce(parent);
                // A node that is its own parent keeps the parent that it had.
                if parent != node || self.parents[node as usize].is_none() {
                    self.parents[node as usize] = Some(parent);
                }
                let rank = self.run.rank.map(|rank| rank.f_value(g, self.run.heuristic.estimate(node)));
                self.write("generate", node, Some(g), rank.or(self.ranks[place]));
            }
        }
    }

    /// Introduces a node that was not generated: if it is an end, a search starts there; otherwise its parent is the
    /// last expanded node.
    fn introduce(&mut self, node: NodeId) {
        if self.parents[node as usize].is_some() {
            return;
        }
        let cell = self.ground.size().cell(self.run.trace.cell_of(node));
        let is_end = cell == self.ground.start() || cell == self.ground.goal();
        let before = self.last_expanded.filter(|_| !is_end);
        self.parents[node as usize] = Some(before.unwrap_or(node));
        if before.is_none() {
            self.write("source", node, None, None);
        }
    }

    /// Writes one event.
    fn write(&mut self, what: &str, node: NodeId, g: Option<Cost>, f: Option<Cost>) {
        let cell = self.ground.size().cell(self.run.trace.cell_of(node));
        let comma = if self.events == 0 { "" } else { ",\n" };
        _ = write!(
            self.text,
            "{comma}{{\"type\": \"{what}\", \"id\": {node}, \"x\": {}, \"y\": {}",
            cell.x, cell.y
        );
        if let Some(parent) = self.parents[node as usize].filter(|_| g.is_some()) {
            let parent = if parent == node { "null".to_owned() } else { parent.to_string() };
            _ = write!(self.text, ", \"pId\": {parent}");
        }
        for (name, value) in [("g", g), ("h", self.estimate(node).filter(|_| g.is_some())), ("f", f)] {
            if let Some(value) = value {
                _ = write!(self.text, ", \"{name}\": {value}");
            }
        }
        self.text.push('}');
        self.events += 1;
    }

    fn estimate(&self, node: NodeId) -> Option<Cost> {
        self.run.rank.map(|_| self.run.heuristic.estimate(node))
    }

    /// Writes the path found, or where the trace was cut, and the end of the text.
    fn finish(&mut self, is_cut: bool) {
        let goal = self.node_at(self.ground.size().index(self.ground.goal()), self.run.trace.events().last());
        match (&self.run.path, self.run.cost, self.last_expanded) {
            (_, _, Some(last)) if is_cut => self.write("cut", last, None, None),
            (Some(path), Some(cost), _) => {
                self.write("end", goal, Some(cost), None);
                let centre = |index: &u32| {
                    let cell = self.ground.size().cell(*index as usize);
                    format!("{{\"x\": {}.5, \"y\": {}.5}}", cell.x, cell.y)
                };
                let points: Vec<String> = path.iter().map(centre).collect();
                self.text.pop();
                _ = write!(self.text, ", \"path\": [{}]}}", points.join(", "));
            }
            _ => {}
        }
        self.text.push_str("\n]\n}\n");
    }
}

/// For each event that relaxed a node: the rank with which the node is expanded at that cost later, if it is.
fn later_ranks(events: &[TraceEvent], nodes: usize) -> Vec<Option<Cost>> {
    let mut later = vec![None; nodes];
    let mut ranks = vec![None; events.len()];
    for (rank, event) in ranks.iter_mut().zip(events).rev() {
        match *event {
            TraceEvent::Expanded { node, g, f } => later[node as usize] = Some((g, f)),
            TraceEvent::Relaxed { node, g, .. } => {
                *rank = later[node as usize].filter(|(then, _)| *then == g).map(|(_, f)| f);
            }
        }
    }
    ranks
}
