//! What a page shows: its map and runs as a session of the lab, its experiment, and the figures of both.
//!
//! Figures of a run, costs and lengths in milli-steps:
//!
//! ```text
//! found                     1 if there is a path, else 0
//! cost, optimum             of the path; of the cheapest path
//! cells, turns              cells of the path; how often it changes direction
//! expanded, generated, inserted, removed, skipped, reopened, frontier_max
//! bytes, graph_nodes, graph_edges     prepared beforehand: memory, and the size of a graph of its own, if it is drawn
//! centres, edges, corners, soft, smooth     length of the path drawn in that form
//! ```
//!
//! Figures of the map (`map.…`): `width`, `height`, `free`, `walls`, `changed`: cells unlike the page's. Those of an
//! experiment have its name, with `_` for `-`, before them.

use super::experiments::{self, Findings};
use super::formula::Formula;
use super::page::{Foretold, Page, PageScene, Piece, Prediction, Sentence, Solution, Task};
use crate::grid::{Cell, Size};
use crate::lab::{
    LabAnswer, LabMap, LabPlayback, LabQuestion, LabSession, LineForm, SessionLane, Setup, grouped,
    line_length,
};
use crate::land;
use crate::sim::counted;
use crate::world::Kind;

/// Finds a map of the suite by its name.
pub type FindMap<'a> = &'a dyn Fn(&str) -> Option<LabMap>;

/// Most cells along a side of a map in a page.
const SIDE_MAX: u16 = 512;

/// A page's scene as it is now.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The map as the page has it.
    original: Option<LabMap>,
    /// Names of the runs, in the order of the session's lanes.
    names: Vec<String>,
    /// The setups of the page.
    setups: Vec<Setup>,
    /// The experiment and its name in formulas.
    findings: Option<(String, Findings)>,
}

impl Stage {
    /// The scene of a page, and a session of the lab for it if it has runs or a map.
    ///
    /// # Errors
    /// What does not exist or cannot be.
    pub fn open(page: &Page, find: FindMap<'_>) -> Result<(Stage, LabSession), String> {
        let Some(scene) = &page.scene else { return Ok((Stage::empty(), LabSession::new(blank()))) };
        let map = scene_map(scene, find)?;
        let (names, setups): (Vec<String>, Vec<Setup>) = scene.runs.iter().cloned().unzip();
        let session = LabSession::of(map.clone(), &setups);
        let mut stage = Stage { original: Some(map), names, setups, findings: None };
        if let Some(id) = &scene.experiment {
            experiments::find(id).ok_or_else(|| format!("there is no experiment '{id}'"))?;
            stage.findings = Some((id.clone(), Findings::default()));
            stage.refresh(&session);
        }
        Ok((stage, session))
    }

    fn empty() -> Stage {
        Stage { original: None, names: Vec::new(), setups: Vec::new(), findings: None }
    }

    /// Repeats the experiment on the session's map.
    pub fn refresh(&mut self, session: &LabSession) {
        if let Some((id, findings)) = &mut self.findings
            && let Some(experiment) = experiments::find(id)
        {
            *findings = experiment(session.ground()).unwrap_or_default();
        }
    }

    /// What the experiment found.
    pub fn findings(&self) -> Option<&Findings> {
        self.findings.as_ref().map(|(_, findings)| findings)
    }

    /// Number of runs that the page has.
    pub fn run_count(&self) -> usize {
        self.names.len()
    }

    /// The value of a formula in a session of this scene.
    ///
    /// # Errors
    /// What it names and there is not, or that it has no value.
    pub fn value(&self, formula: &Formula, session: &LabSession) -> Result<i64, String> {
        formula.value(&|whose, which| self.figure(whose, which, session))
    }

    /// The question of a prediction, with its right answer.
    ///
    /// # Errors
    /// Why no answer is right.
    pub fn question(&self, asked: &Prediction, session: &LabSession) -> Result<LabQuestion, String> {
        let (text, answers) = (asked.ask.clone(), asked.answers.clone());
        match &asked.right {
            Foretold::Number(number) => {
                let value = self.value(number, session)?;
                let index = usize::try_from(value - 1).ok().filter(|index| *index < answers.len());
                let right = LabAnswer::Listed(index.ok_or_else(|| format!("there is no answer {value}"))?);
                Ok(LabQuestion { text, answers, right, outcome: self.figures_words(number, session) })
            }
            Foretold::Expands(run, place) => {
                let cell = self.run(run, session)?.expanded_cell(*place);
                let cell = cell.ok_or_else(|| format!("{run} ends before expansion {place}"))?;
                let outcome = format!("expansion {place} of {run}");
                Ok(LabQuestion { text, answers, right: LabAnswer::Cell(cell), outcome })
            }
        }
    }

    /// The figures of a formula as words: `astar.expanded 93`.
    pub fn figures_words(&self, formula: &Formula, session: &LabSession) -> String {
        let mut words: Vec<String> = Vec::new();
        for (whose, which) in formula.figures() {
            let value = self.figure(whose, which, session).map_or_else(|why| why, |value| value.to_string());
            let line = format!("{whose}.{which} {value}");
            if !words.contains(&line) {
                words.push(line);
            }
        }
        words.join(", ")
    }

    /// A text with its values in place.
    pub fn fill(&self, sentence: &Sentence, session: &LabSession) -> Sentence {
        let piece = |piece: &Piece| match piece {
            Piece::Value(formula) => {
                Piece::Words(self.value(formula, session).map_or_else(|_| "–".to_owned(), number_words))
            }
            other => other.clone(),
        };
        Sentence(sentence.0.iter().map(piece).collect())
    }

    fn figure(&self, whose: &str, which: &str, session: &LabSession) -> Result<i64, String> {
        let unknown = || format!("there is no figure {whose}.{which}");
        if whose == "map" {
            return self.map_figure(which, session.ground()).ok_or_else(unknown);
        }
        if let Some((_, findings)) = self.findings.as_ref().filter(|(id, _)| id.replace('-', "_") == whose) {
            return findings.figure(which).ok_or_else(unknown);
        }
        run_figure(self.lane(whose, session)?, self.run(whose, session)?, which).ok_or_else(unknown)
    }

    fn lane<'a>(&self, name: &str, session: &'a LabSession) -> Result<&'a SessionLane, String> {
        let lane = self.names.iter().position(|own| own == name).and_then(|at| session.lanes().get(at));
        lane.ok_or_else(|| format!("there is no run '{name}'"))
    }

    fn run<'a>(&self, name: &str, session: &'a LabSession) -> Result<&'a LabPlayback, String> {
        self.lane(name, session)?.run.as_ref().map_err(Clone::clone)
    }

    fn map_figure(&self, which: &str, map: &LabMap) -> Option<i64> {
        let walls = map.costs().iter().filter(|cost| **cost == 0).count();
        Some(match which {
            "width" => map.size().width.into(),
            "height" => map.size().height.into(),
            "walls" => walls as i64,
            "free" => (map.size().area() - walls) as i64,
            "changed" => self.changed_cells(map) as i64,
            _ => return None,
        })
    }

    fn changed_cells(&self, map: &LabMap) -> usize {
        self.original.as_ref().map_or(0, |original| {
            original.costs().iter().zip(map.costs()).filter(|(old, new)| old != new).count()
        })
    }

    /// Whether a task is solved in this session: its formula is true, and no more was changed than may be.
    pub fn is_solved(&self, task: &Task, session: &LabSession) -> bool {
        self.excess(task, session).is_none() && self.value(&task.win, session).is_ok_and(|value| value != 0)
    }

    /// What was changed that a task does not allow, in words.
    pub fn excess(&self, task: &Task, session: &LabSession) -> Option<String> {
        let (map, original) = (session.ground(), self.original.as_ref()?);
        let changed = self.changed_cells(map);
        if map.size() != original.size() {
            return Some("another map".to_owned());
        }
        if changed > task.edit.cells {
            return Some(format!("{} changed, at most {}", counted(changed, "cell"), task.edit.cells));
        }
        let ends = |map: &LabMap| (map.start(), map.goal());
        if !task.edit.ends && ends(map) != ends(original) {
            return Some("start or goal was moved".to_owned());
        }
        let setups = session.lanes().iter().map(|lane| lane.setup).take(self.setups.len());
        (!task.edit.runs && !setups.eq(self.setups.iter().copied())).then(|| "a run was changed".to_owned())
    }

    /// Makes the changes of a solution.
    ///
    /// # Errors
    /// Which of them cannot be made.
    pub fn solve(&self, solution: &Solution, session: &mut LabSession) -> Result<(), String> {
        for (lane, text) in solution.runs.iter().enumerate() {
            session.set_setup(lane, Setup::parse_named(text)?.1);
        }
        let cells = changed_costs(solution);
        let mut refused = None;
        session.edit_map(|map| {
            for (cell, cost) in cells {
                if !map.set_cost(cell, cost) {
                    refused = Some(format!("{},{} does not change", cell.x, cell.y));
                }
            }
            for (end, is_start) in [(solution.from, true), (solution.to, false)] {
                let Some([x, y]) = end else { continue };
                let cell = Cell::new(x, y);
                let has_moved = if is_start { map.move_start(cell) } else { map.move_goal(cell) };
                if !has_moved {
                    refused = Some(format!("no end can move to {x},{y}"));
                }
            }
            true
        });
        refused.map_or(Ok(()), Err)
    }
}

fn changed_costs(solution: &Solution) -> Vec<(Cell, u16)> {
    let walls = solution.walls.iter().map(|[x, y]| (Cell::new(*x, *y), 0));
    let free = solution.free.iter().map(|[x, y]| (Cell::new(*x, *y), 1000));
    let costs = solution.costs.iter().map(|[x, y, times]| (Cell::new(*x, *y), times.saturating_mul(1000)));
    walls.chain(free).chain(costs).collect()
}

/// A number with its digits in groups.
fn number_words(value: i64) -> String {
    let digits = grouped(value.unsigned_abs());
    if value < 0 { format!("−{digits}") } else { digits }
}

fn run_figure(lane: &SessionLane, run: &LabPlayback, which: &str) -> Option<i64> {
    let counts = run.final_counts();
    let recording = run.recording();
    let path = recording.path.as_ref();
    let form = |form| lane.whole_path_line(form).map(|line| line_length(&line) as i64);
    Some(match which {
        "found" => path.is_some().into(),
        "cost" => recording.cost? as i64,
        "optimum" => lane.optimum? as i64,
        "cells" => path?.len() as i64,
        "turns" => turns(&run.whole_path()?),
        "expanded" => counts.expanded.into(),
        "generated" => counts.generated.into(),
        "inserted" => counts.inserted.into(),
        "removed" => counts.removed.into(),
        "skipped" => counts.skipped.into(),
        "reopened" => counts.reopened.into(),
        "frontier_max" => counts.open_max.into(),
        "bytes" => recording.prepared_bytes as i64,
        "graph_nodes" => recording.drawing.node_count as i64,
        "graph_edges" => recording.drawing.edge_count as i64,
        "centres" => form(LineForm::Centres)?,
        "edges" => form(LineForm::Edges)?,
        "corners" => form(LineForm::Corners)?,
        "soft" => form(LineForm::Soft)?,
        "smooth" => form(LineForm::Smooth)?,
        _ => return None,
    })
}

/// How often a path over these cells changes direction.
fn turns(path: &[Cell]) -> i64 {
    let by = |from: u16, to: u16| i32::from(to) - i32::from(from);
    let way = |from: Cell, to: Cell| (by(from.x, to.x), by(from.y, to.y));
    let same = |(ax, ay): (i32, i32), (bx, by): (i32, i32)| ax * by == ay * bx && ax * bx + ay * by > 0;
    path.windows(3).filter(|at| !same(way(at[0], at[1]), way(at[1], at[2]))).count() as i64
}

/// The map of a scene, with its ends.
fn scene_map(scene: &PageScene, find: FindMap<'_>) -> Result<LabMap, String> {
    let map = if scene.map.contains('\n') {
        picture(&scene.map)?
    } else if let Some(land) = scene.map.strip_prefix("land:") {
        land_map(land)?
    } else {
        find(&scene.map).ok_or_else(|| format!("there is no map '{}'", scene.map))?
    };
    let ends = [(scene.from, map.start()), (scene.to, map.goal())];
    let [start, goal] = ends.map(|(given, own)| given.map_or(own, |[x, y]| Cell::new(x, y)));
    for end in [start, goal] {
        if !map.is_free(end) {
            return Err(format!("{},{} is a wall or off the map", end.x, end.y));
        }
    }
    Ok(map.with_ends(start, goal))
}

/// A map of plain ground for pages without a scene.
fn blank() -> LabMap {
    LabMap::open("nothing", Size::new(8, 4))
}

/// Reads a picture.
fn picture(text: &str) -> Result<LabMap, String> {
    let rows: Vec<&str> = text.lines().map(str::trim_end).filter(|row| !row.is_empty()).collect();
    let (width, height) = (rows.first().map_or(0, |row| row.chars().count()), rows.len());
    let is_whole = rows.iter().all(|row| row.chars().count() == width);
    if !is_whole || width > usize::from(SIDE_MAX) || height > usize::from(SIDE_MAX) {
        return Err(format!("a picture has rows of equal length, at most {SIDE_MAX} of each"));
    }
    let size = Size::new(width as u16, height as u16);
    let (mut costs, mut ends) = (Vec::new(), [None; 2]);
    for (index, glyph) in rows.iter().flat_map(|row| row.chars()).enumerate() {
        costs.push(match glyph {
            '.' => 1000,
            '2'..='9' => 1000 * (glyph as u16 - u16::from(b'0')),
            '#' => 0,
            'S' | 'G' => {
                ends[usize::from(glyph == 'G')] = Some(size.cell(index));
                1000
            }
            _ => return Err(format!("'{}' is no ground: . 2-9 # S G", glyph.escape_debug())),
        });
    }
    let map = LabMap::new("picture", size, costs).ok_or("a picture needs free cells")?;
    let (start, goal) = (ends[0].unwrap_or(map.start()), ends[1].unwrap_or(map.goal()));
    Ok(map.with_ends(start, goal))
}

/// The land of `SEED/SIDE`, as one who knows it all would walk it.
fn land_map(text: &str) -> Result<LabMap, String> {
    let wrong = || format!("'land:{}' is not land:SEED/SIDE", text.escape_debug());
    let (seed, side) = text.split_once('/').ok_or_else(wrong)?;
    let (seed, side): (u64, u16) = (seed.parse().map_err(|_| wrong())?, side.parse().map_err(|_| wrong())?);
    if side > SIDE_MAX {
        return Err(format!("a land in a page has at most {SIDE_MAX} cells a side"));
    }
    let size = Size::new(side, side);
    let land = land::generate(seed, size).map_err(|error| error.to_string())?;
    let cost = |cell| Kind::Porter.ground_time(land.surface[cell]).unwrap_or(0).min(u16::MAX.into()) as u16;
    let costs = size.cells().map(cost).collect();
    LabMap::new(format!("land {seed}"), size, costs).ok_or_else(|| "the land is all water".to_owned())
}
