//! A setup: an algorithm of the catalogue with its exchangeable parts. Each part has a list of choices, each with the
//! question that it answers. Running a setup does not live here (`run`).

use super::ground::LabMap;
use super::parts::{FRONTIERS, GRAPHS, GraphKind, HEURISTICS, TIES};
use crate::graph::{Corner, Moves};
use crate::search::catalogue::{CatalogueRow, Constructor, Promise, ROWS};
use crate::search::frontiers::TieRule;
use crate::search::{FrontierKind, Metric, Parts, Rank, TieBreak};

/// A part of a setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupPart {
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

impl SetupPart {
    /// All of them, in display order.
    pub const ALL: [SetupPart; 5] =
        [SetupPart::Algorithm, SetupPart::Heuristic, SetupPart::Ties, SetupPart::Frontier, SetupPart::Graph];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            SetupPart::Algorithm => "algorithm",
            SetupPart::Heuristic => "heuristic",
            SetupPart::Ties => "ties",
            SetupPart::Frontier => "frontier",
            SetupPart::Graph => "graph",
        }
    }

    /// Its choices on any map, each with the question that it answers.
    fn lines(self) -> Vec<(&'static str, &'static str)> {
        match self {
            SetupPart::Algorithm => ROWS.iter().map(|row| (row.name, row.question)).collect(),
            SetupPart::Heuristic => HEURISTICS.iter().map(|line| (line.0, line.1)).collect(),
            SetupPart::Ties => TIES.iter().map(|line| (line.0, line.1)).collect(),
            SetupPart::Frontier => FRONTIERS.iter().map(|line| (line.0, line.1)).collect(),
            SetupPart::Graph => GRAPHS.iter().map(|line| (line.0, line.1)).collect(),
        }
    }
}

/// One line of a list of choices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartChoice {
    /// Its name.
    pub name: &'static str,
    /// The question that it answers.
    pub question: &'static str,
    /// Why it is not available here, if so.
    pub unavailable_because: Option<String>,
}

/// An algorithm with its parts. The default is A* with a bucket queue on squares with eight neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// By part, an index into its list. Index 0 of every list except the algorithms is the algorithm's own part.
    chosen: [usize; SetupPart::ALL.len()],
    /// Weight of the estimate in percent, if changed.
    weight: Option<u16>,
}

/// Largest weight, in percent.
pub const WEIGHT_MAX: u16 = 1000;

impl Default for Setup {
    fn default() -> Setup {
        Setup::of("astar").unwrap_or(Setup { chosen: [0; _], weight: None })
    }
}

impl Setup {
    /// The setup of a row of the catalogue.
    pub fn of(id: &str) -> Option<Setup> {
        let row = ROWS.iter().position(|row| row.id == id)?;
        Some(Setup { chosen: [row, 0, 0, 0, 0], weight: None })
    }

    /// Reads `[NAME:] ID [PART=CHOICE …]`: the id of a row, and choices for its parts by their names with `-` for
    /// whatever is no letter or digit, or `weight=PERCENT`. Without a name it is the id with `_` for `-`.
    ///
    /// # Errors
    /// What is unknown.
    pub fn parse_named(text: &str) -> Result<(String, Setup), String> {
        let (name, setup) = text.split_once(':').map_or((None, text), |(name, setup)| (Some(name), setup));
        let mut words = setup.split_whitespace();
        let id = words.next().unwrap_or_default();
        let mut setup = Setup::of(id).ok_or_else(|| format!("there is no algorithm '{id}'"))?;
        for word in words {
            let (part, choice) =
                word.split_once('=').ok_or_else(|| format!("'{word}' is not PART=CHOICE"))?;
            setup.choose_named(part, choice)?;
        }
        Ok((name.unwrap_or(id).trim().replace('-', "_"), setup))
    }

    fn choose_named(&mut self, part: &str, choice: &str) -> Result<(), String> {
        if part == "weight" {
            let percent = choice.parse().map_err(|_| format!("'{choice}' is not a weight in percent"))?;
            self.set_weight(percent);
            return Ok(());
        }
        let known = SetupPart::ALL.into_iter().skip(1).find(|known| known.name() == part);
        let known = known.ok_or_else(|| format!("there is no part '{part}'"))?;
        let names: Vec<String> = known.lines().into_iter().map(|(name, _)| hyphenated(name)).collect();
        let index = names
            .iter()
            .position(|name| name == choice)
            .ok_or_else(|| format!("there is no {part} '{choice}': it is one of {}", names.join(", ")))?;
        self.choose(known, index);
        Ok(())
    }

    /// The same over another graph.
    #[must_use]
    pub fn with_graph(mut self, graph: GraphKind) -> Setup {
        if let Some(index) = GRAPHS.iter().position(|line| line.2 == graph) {
            self.choose(SetupPart::Graph, index);
        }
        self
    }

    /// The row of the catalogue.
    pub fn row(&self) -> &'static CatalogueRow {
        &ROWS[self.choice(SetupPart::Algorithm)]
    }

    /// Index of the choice for a part.
    pub fn choice(&self, part: SetupPart) -> usize {
        self.chosen[part as usize]
    }

    /// Makes a choice; an index out of range changes nothing.
    pub fn choose(&mut self, part: SetupPart, index: usize) {
        if index < part.lines().len() {
            self.chosen[part as usize] = index;
        }
    }

    /// Name of the choice for a part.
    pub fn name_of(&self, part: SetupPart) -> &'static str {
        if self.can_exchange(part) { part.lines()[self.choice(part)].0 } else { "its own" }
    }

    /// Whether this part of the algorithm can be exchanged. All algorithms run on squares; other graphs need the
    /// best-first loop.
    pub fn can_exchange(&self, part: SetupPart) -> bool {
        matches!(part, SetupPart::Algorithm | SetupPart::Graph) || self.parts().is_some()
    }

    /// The choices for a part on this map.
    pub fn choices(&self, part: SetupPart, ground: &LabMap) -> Vec<PartChoice> {
        match part {
            SetupPart::Algorithm => self.algorithm_choices(ground),
            SetupPart::Heuristic | SetupPart::Frontier => self.part_choices(part),
            SetupPart::Ties => self.tie_choices(),
            SetupPart::Graph => {
                let lines = GRAPHS.iter().map(|(name, question, kind)| {
                    let is_other = kind.moves().is_none() && self.parts().is_none();
                    let lacks = is_other.then(|| "only for best-first algorithms".to_owned());
                    PartChoice { name, question, unavailable_because: lacks }
                });
                lines.collect()
            }
        }
    }

    fn algorithm_choices(&self, ground: &LabMap) -> Vec<PartChoice> {
        let moves = self.graph().moves();
        let terrain = ground.terrain(moves.unwrap_or(Moves::Eight(Corner::BothFree)));
        let lacks = |row: &CatalogueRow| match (
            terrain.as_ref().and_then(|terrain| row.unmet_need(terrain)),
            moves,
            row.constructor,
        ) {
            (_, None, Constructor::Custom(_)) => Some("only on plain squares".to_owned()),
            (need, ..) => need.map(|need| format!("needs {}", need.description())),
        };
        ROWS.iter()
            .map(|row| PartChoice { name: row.name, question: row.question, unavailable_because: lacks(row) })
            .collect()
    }

    /// The rules for ties. Buckets have no order of their own for entries of one f: they take the newest.
    fn tie_choices(&self) -> Vec<PartChoice> {
        let has_buckets = self.parts().is_some_and(|parts| parts.frontier == FrontierKind::Buckets);
        let mut choices = self.part_choices(SetupPart::Ties);
        for (choice, (_, _, rule)) in choices.iter_mut().zip(&TIES) {
            let is_order = matches!(rule, Some((rule, TieBreak::None)) if *rule != TieRule::LastIn);
            if has_buckets && is_order {
                choice.unavailable_because =
                    Some("buckets take the newest: choose a heap first (f)".to_owned());
            }
        }
        choices
    }

    fn part_choices(&self, part: SetupPart) -> Vec<PartChoice> {
        let lacks =
            (!self.can_exchange(part)).then(|| format!("{} has a {} of its own", self.row().id, part.name()));
        let choice = |(name, question)| PartChoice { name, question, unavailable_because: lacks.clone() };
        part.lines().into_iter().map(choice).collect()
    }

    /// Weight of the estimate in percent: 0 is Dijkstra's algorithm, 100 is A*, more is greedier. `None` for rows that
    /// are not the best-first loop by g and h.
    pub fn weight(&self) -> Option<u16> {
        let own = match self.row().constructor {
            Constructor::BestFirst(parts) => match parts.rank {
                Rank::UniformCost => 0,
                Rank::AStar => 100,
                Rank::Weighted { percent } | Rank::DynamicWeighted { percent, .. } => percent,
                _ => return None,
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
        if let Some(measure) = HEURISTICS[self.choice(SetupPart::Heuristic)].2 {
            parts.metric = Some(measure);
        }
        if let Some((ties, nudge)) = TIES[self.choice(SetupPart::Ties)].2 {
            (parts.ties, parts.tie_break) = (ties, nudge);
        }
        if let Some(frontier) = FRONTIERS[self.choice(SetupPart::Frontier)].2 {
            parts.frontier = frontier;
        }
        Some(parts)
    }

    /// What the choices promise together: parts that are exchanged can break the promise of the algorithm.
    pub fn promise(&self) -> Promise {
        let (own, constructor) = (self.row().promise, self.row().constructor);
        let (Some(parts), Constructor::BestFirst(mut unchanged)) = (self.parts(), constructor) else {
            return own;
        };
        // The order of equals decides about no cost.
        unchanged.ties = parts.ties;
        if parts == unchanged {
            return own;
        }
        let percent = match (parts.frontier, parts.rank) {
            (FrontierKind::Beam(_) | FrontierKind::Bandwidth(_), _) => return Promise::Maybe,
            (FrontierKind::DepthBiased(_), _) => return Promise::Complete,
            (_, Rank::UniformCost) => 0,
            (_, Rank::AStar) => 100,
            (_, Rank::Weighted { percent } | Rank::DynamicWeighted { percent, .. }) => percent,
            _ => return Promise::Complete,
        };
        let is_bounded = percent == 0 || self.is_admissible(parts.metric);
        match percent {
            _ if !is_bounded || parts.tie_break != TieBreak::None => Promise::Complete,
            0..=100 => Promise::Optimal,
            percent => Promise::Within(percent),
        }
    }

    /// Whether an estimate is never more than what is left to go.
    fn is_admissible(&self, metric: Option<Metric>) -> bool {
        match metric {
            None | Some(Metric::Zero) => true,
            Some(Metric::Manhattan) => self.graph().moves() == Some(Moves::Four),
            Some(Metric::Squared) => false,
            Some(_) => self.graph().moves().is_some(),
        }
    }

    /// Which cells are neighbours.
    pub fn graph(&self) -> GraphKind {
        GRAPHS[self.choice(SetupPart::Graph)].2
    }

    /// Its name, with the exchanged parts.
    pub fn name(&self) -> String {
        let changed = SetupPart::ALL
            .into_iter()
            .skip(1)
            .filter(|part| self.choice(*part) > 0 && self.can_exchange(*part));
        let mut words: Vec<String> = vec![self.row().id.to_owned()];
        words.extend(changed.map(|part| self.name_of(part).to_owned()));
        if let (Some(_), Some(weight)) = (self.weight, self.weight()) {
            words.push(format!("{weight} %"));
        }
        words.join(" · ")
    }
}

/// A name in small letters, with `-` for each run of anything else.
fn hyphenated(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_lowercase()
}
