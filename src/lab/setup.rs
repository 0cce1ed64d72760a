//! A setup: an algorithm of the catalogue with its exchangeable parts. Each part has a list of choices, each with the
//! question that it answers. Running a setup does not live here (`trace`).

use super::ground::Ground;
use super::parts::{FRONTIERS, GRAPHS, GraphKind, HEURISTICS, TIES};
use crate::graph::{Corner, Moves};
use crate::search::catalogue::{CatalogueRow, Constructor, ROWS};
use crate::search::{Parts, Rank};

/// A part of a setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The row of the catalogue.
    Algorithm,
    /// The estimate of the distance.
    Heuristic,
    /// Tie-breaking.
    Ties,
    /// The open list.
    Frontier,
    /// Which cells are neighbours.
    Graph,
}

impl Part {
    /// All of them, in display order.
    pub const ALL: [Part; 5] = [Part::Algorithm, Part::Heuristic, Part::Ties, Part::Frontier, Part::Graph];

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Part::Algorithm => "algorithm",
            Part::Heuristic => "heuristic",
            Part::Ties => "ties",
            Part::Frontier => "frontier",
            Part::Graph => "graph",
        }
    }
}

/// One line of a list of choices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Its name.
    pub name: &'static str,
    /// The question that it answers.
    pub question: &'static str,
    /// Why it is not available here, if so.
    pub lacks: Option<String>,
}

/// An algorithm with its parts. The default is A* with a bucket queue on squares with eight neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Indices into the lists. Index 0 of every list except the algorithms is the algorithm's own part.
    row: usize,
    heuristic: usize,
    ties: usize,
    frontier: usize,
    graph: usize,
    /// Weight of the estimate in percent, if changed.
    weight: Option<u16>,
}

/// Largest weight, in percent.
pub const WEIGHT_MAX: u16 = 1000;

impl Default for Setup {
    fn default() -> Setup {
        Setup::of("astar").unwrap_or(Setup {
            row: 0,
            heuristic: 0,
            ties: 0,
            frontier: 0,
            graph: 0,
            weight: None,
        })
    }
}

impl Setup {
    /// The setup of a row of the catalogue.
    pub fn of(id: &str) -> Option<Setup> {
        let row = ROWS.iter().position(|row| row.id == id)?;
        Some(Setup { row, heuristic: 0, ties: 0, frontier: 0, graph: 0, weight: None })
    }

    /// The same over another graph.
    #[must_use]
    pub fn on(mut self, graph: GraphKind) -> Setup {
        self.graph = GRAPHS.iter().position(|line| line.2 == graph).unwrap_or(self.graph);
        self
    }

    /// The row of the catalogue.
    pub fn row(&self) -> &'static CatalogueRow {
        &ROWS[self.row]
    }

    /// Index of the choice for a part.
    pub fn chosen(&self, part: Part) -> usize {
        match part {
            Part::Algorithm => self.row,
            Part::Heuristic => self.heuristic,
            Part::Ties => self.ties,
            Part::Frontier => self.frontier,
            Part::Graph => self.graph,
        }
    }

    /// Makes a choice; an index out of range changes nothing.
    pub fn choose(&mut self, part: Part, index: usize) {
        let (choice, count) = match part {
            Part::Algorithm => (&mut self.row, ROWS.len()),
            Part::Heuristic => (&mut self.heuristic, HEURISTICS.len()),
            Part::Ties => (&mut self.ties, TIES.len()),
            Part::Frontier => (&mut self.frontier, FRONTIERS.len()),
            Part::Graph => (&mut self.graph, GRAPHS.len()),
        };
        if index < count {
            *choice = index;
        }
    }

    /// Name of the choice for a part.
    pub fn name_of(&self, part: Part) -> &'static str {
        match part {
            Part::Algorithm => self.row().name,
            _ if !self.exchanges(part) => "its own",
            Part::Heuristic => HEURISTICS[self.heuristic].0,
            Part::Ties => TIES[self.ties].0,
            Part::Frontier => FRONTIERS[self.frontier].0,
            Part::Graph => GRAPHS[self.graph].0,
        }
    }

    /// Whether this part of the algorithm can be exchanged. All algorithms run on squares; other graphs need the
    /// best-first
    /// loop.
    pub fn exchanges(&self, part: Part) -> bool {
        matches!(part, Part::Algorithm | Part::Graph) || self.parts().is_some()
    }

    /// The choices for a part on this map.
    pub fn list(&self, part: Part, ground: &Ground) -> Vec<Choice> {
        match part {
            Part::Algorithm => self.algorithms(ground),
            Part::Heuristic => self.lines(part, HEURISTICS.iter().map(|line| (line.0, line.1))),
            Part::Ties => self.lines(part, TIES.iter().map(|line| (line.0, line.1))),
            Part::Frontier => self.lines(part, FRONTIERS.iter().map(|line| (line.0, line.1))),
            Part::Graph => {
                let lines = GRAPHS.iter().map(|(name, question, kind)| {
                    let is_other = kind.moves().is_none() && self.parts().is_none();
                    let lacks = is_other.then(|| "only for best-first algorithms".to_owned());
                    Choice { name, question, lacks }
                });
                lines.collect()
            }
        }
    }

    fn algorithms(&self, ground: &Ground) -> Vec<Choice> {
        let moves = self.graph().moves();
        let terrain = ground.terrain(moves.unwrap_or(Moves::Eight(Corner::BothFree)));
        let lacks = |row: &CatalogueRow| match (
            terrain.as_ref().and_then(|terrain| row.unmet_need(terrain)),
            moves,
            row.constructor,
        ) {
            (_, None, Constructor::Custom(_)) => Some("only on squares".to_owned()),
            (need, ..) => need.map(|need| format!("needs {}", need.description())),
        };
        ROWS.iter().map(|row| Choice { name: row.name, question: row.question, lacks: lacks(row) }).collect()
    }

    fn lines(&self, part: Part, lines: impl Iterator<Item = (&'static str, &'static str)>) -> Vec<Choice> {
        let lacks =
            (!self.exchanges(part)).then(|| format!("{} has a {} of its own", self.row().id, part.word()));
        lines.map(|(name, question)| Choice { name, question, lacks: lacks.clone() }).collect()
    }

    /// Weight of the estimate in percent: 0 is Dijkstra's algorithm, 100 is A*, more is greedier. `None` for rows that
    /// are
    /// not the best-first loop by g and h.
    pub fn weight(&self) -> Option<u16> {
        let own = match self.row().constructor {
            Constructor::BestFirst(parts) => match parts.rank {
                Rank::UniformCost => 0,
                Rank::AStar => 100,
                Rank::Weighted { percent } | Rank::DynamicWeighted { percent, .. } => percent,
                Rank::Greedy => return None,
            },
            Constructor::Custom(_) => return None,
        };
        Some(self.weight.unwrap_or(own))
    }

    /// Changes the weight of the estimate, at most to [`WEIGHT_MAX`] percent.
    pub fn set_weight(&mut self, percent: u16) {
        self.weight = Some(percent.min(WEIGHT_MAX));
    }

    /// The parts of the best-first loop, if the row uses it.
    pub fn parts(&self) -> Option<Parts> {
        let Constructor::BestFirst(mut parts) = self.row().constructor else { return None };
        match (self.weight, parts.rank) {
            (None, _) | (_, Rank::Greedy) => {}
            (Some(percent), Rank::DynamicWeighted { start_estimate: far, .. }) => {
                parts.rank = Rank::DynamicWeighted { percent, start_estimate: far }
            }
            (Some(percent), _) => parts.rank = Rank::Weighted { percent },
        }
        if let Some(measure) = HEURISTICS[self.heuristic].2 {
            parts.metric = Some(measure);
        }
        if let Some((ties, nudge)) = TIES[self.ties].2 {
            (parts.ties, parts.tie_break) = (ties, nudge);
        }
        if let Some(frontier) = FRONTIERS[self.frontier].2 {
            parts.frontier = frontier;
        }
        Some(parts)
    }

    /// Which cells are neighbours.
    pub fn graph(&self) -> GraphKind {
        GRAPHS[self.graph].2
    }

    /// Its name, with the exchanged parts.
    pub fn name(&self) -> String {
        let changed =
            Part::ALL.into_iter().skip(1).filter(|part| self.chosen(*part) > 0 && self.exchanges(*part));
        let mut words: Vec<String> = vec![self.row().id.to_owned()];
        words.extend(changed.map(|part| self.name_of(part).to_owned()));
        if let (Some(_), Some(weight)) = (self.weight, self.weight()) {
            words.push(format!("{weight} %"));
        }
        words.join(" · ")
    }
}
