//! `workbench study`: many worlds live in parallel without a screen, and are compared with real-world figures.
//!
//! What is measured and compared is in [`crate::study`]; here are threads, progress and the file.

mod study_file;

use crate::app::console::{self, print_error};
use crate::app::land_args::{LandArgs, parse_seeds};
use crate::app::output::{self, ForceArgs};
use crate::app::progress::ProgressLine;
use crate::app::usage::number;
use crate::grid::Size;
use crate::land::Recipe;
use crate::save::SaveError;
use crate::study::history::YEAR_TICKS;
use crate::study::report::{self, Judged, StudyScope};
use crate::study::{Prediction, Record, Test, VERSION, predictions, run};
use crate::text::Printable;
use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;
use study_file::{StudyFile, StudyFileError, StudyLine};

/// Longest life of a world, in years.
const YEARS_MAX: f64 = 1000.0;
/// Time between two progress reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(300);

/// What to study.
#[derive(clap::Args, Clone, Debug)]
#[command(group = clap::ArgGroup::new("form"))]
pub struct StudyArgs {
    /// Seeds of the worlds, `FIRST..LAST`, both included.
    #[arg(long, value_name = "A..B", default_value = "1..4", value_parser = parse_seeds)]
    seeds: RangeInclusive<u64>,
    #[command(flatten)]
    land: LandArgs,
    /// Years that each world lives, such as 20 or 0.5.
    #[arg(long, default_value = "20", value_parser = parse_years)]
    years: f64,
    /// Worlds that live at the same time, each on a thread of its own [default: one per core].
    #[arg(long, value_parser = number::<u16>(1..=256))]
    jobs: Option<u16>,
    /// File for the progress, so that an interrupted study can be resumed.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
    /// Only these predictions, such as T05,T15.
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    only: Vec<String>,
    /// Print JSON.
    #[arg(long, group = "form")]
    json: bool,
    /// Print CSV.
    #[arg(long, group = "form")]
    csv: bool,
    /// Print a Markdown table.
    #[arg(long, group = "form")]
    markdown: bool,
}

/// Parses the years that worlds live.
fn parse_years(text: &str) -> Result<f64, String> {
    let years = text.parse::<f64>().ok().filter(|years| *years >= 0.01 && *years <= YEARS_MAX);
    years.ok_or_else(|| {
        format!("'{}' is not a number of years: write a number from 0.01 to {YEARS_MAX}", Printable(text))
    })
}

/// Why a study fails.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// There is no such prediction.
    #[error("there is no prediction '{id}': {1}", id = Printable(.0))]
    Unknown(String, String),
    /// The output file is one that may not be written.
    #[error(transparent)]
    OutNotWritable(#[from] SaveError),
    /// The file cannot be used.
    #[error(transparent)]
    File(#[from] StudyFileError),
    /// A world cannot be made, or a thread cannot be started.
    #[error("{0}")]
    Work(String),
    /// The findings cannot be printed.
    #[error("the findings cannot be printed: {0}")]
    Output(#[from] io::Error),
}

/// Studies and prints.
///
/// # Errors
/// When the arguments are invalid, a world cannot be made, or a file cannot be written.
pub fn study(args: &StudyArgs) -> Result<(), StudyError> {
    let wanted = selected_predictions(&args.only)?;
    args.out.as_deref().map(output::continued_output).transpose()?;
    let mut kept = StudyFile::open(args.out.as_deref(), args.force.force)?;
    if kept.was_truncated {
        print_error("the last line of the study's file was cut off; its world lives again");
    }
    let plan = StudyPlan { args, wanted: &wanted };
    let tasks: Vec<Task> =
        plan.tasks().into_iter().filter(|task| plan.done(&kept.lines, task).is_none()).collect();
    plan.run_tasks(&tasks, &mut kept)?;
    let judged = plan.judge(&kept.lines);
    let of = StudyScope { seeds: plan.seeds(), size: plan.size(), years: args.years };
    let text = match args {
        StudyArgs { json: true, .. } => return Ok(console::print_json(&report::json(&of, &judged))?),
        StudyArgs { csv: true, .. } => report::csv(&judged),
        StudyArgs { markdown: true, .. } => report::markdown(&judged),
        _ => report::text(&of, &judged),
    };
    Ok(console::print(&format!("{text}\n"))?)
}

/// The predictions with these ids; all of them without ids.
fn selected_predictions(ids: &[String]) -> Result<Vec<&'static Prediction>, StudyError> {
    let all = predictions();
    if let Some(id) =
        ids.iter().find(|id| all.iter().all(|prediction| !prediction.id.eq_ignore_ascii_case(id)))
    {
        let hint = crate::app::levels::similar_names_hint(id, all.iter().map(|prediction| prediction.id));
        return Err(StudyError::Unknown(id.clone(), hint));
    }
    let is_wanted = |prediction: &&Prediction| {
        ids.is_empty() || ids.iter().any(|id| id.eq_ignore_ascii_case(prediction.id))
    };
    Ok(all.into_iter().filter(is_wanted).collect())
}

/// The work of one thread at a time.
#[derive(Clone, Copy)]
enum Task {
    /// Let the world of this seed live.
    World(u64),
    /// Make an experiment.
    Experiment(&'static Prediction),
}

/// The study as requested.
struct StudyPlan<'a> {
    args: &'a StudyArgs,
    wanted: &'a [&'static Prediction],
}

impl StudyPlan<'_> {
    fn seeds(&self) -> String {
        format!("{}..{}", self.args.seeds.start(), self.args.seeds.end())
    }

    /// Size of the worlds, and the kind of land if it is not the default.
    fn size(&self) -> String {
        let (Size { width, height }, recipe) = (self.args.land.size, self.args.land.recipe());
        let size = format!("{width}x{height}");
        let gentle = if recipe.gentle { " gentle" } else { "" };
        if recipe == Recipe::default() { size } else { format!("{size} {}{gentle}", recipe.words(" ")) }
    }

    fn ticks(&self) -> u64 {
        (self.args.years * YEAR_TICKS as f64).round() as u64
    }

    /// All tasks, worlds first: they take longest.
    fn tasks(&self) -> Vec<Task> {
        let of_worlds = self.wanted.iter().any(|prediction| matches!(prediction.test, Test::Worlds(_)));
        let worlds = self.args.seeds.clone().filter(|_| of_worlds).map(Task::World);
        let is_experiment = |prediction: &&&Prediction| matches!(prediction.test, Test::Experiment(_));
        worlds.chain(self.wanted.iter().filter(is_experiment).map(|p| Task::Experiment(p))).collect()
    }

    /// The line of a task that is done already.
    fn done<'l>(&self, lines: &'l [StudyLine], task: &Task) -> Option<&'l StudyLine> {
        lines.iter().find(|line| match (line, task) {
            (StudyLine::World { seed, size, years, .. }, Task::World(wanted)) => {
                seed == wanted && *size == self.size() && years.total_cmp(&self.args.years).is_eq()
            }
            (StudyLine::Experiment { experiment, seeds, .. }, Task::Experiment(wanted)) => {
                experiment == wanted.id && *seeds == self.seeds()
            }
            _ => false,
        })
    }

    /// Does the tasks on the requested number of threads.
    fn run_tasks(&self, tasks: &[Task], kept: &mut StudyFile) -> Result<(), StudyError> {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        let jobs = self.args.jobs.map_or(cores, usize::from).min(tasks.len());
        let (next, ticks_done) = (AtomicUsize::new(0), AtomicU64::new(0));
        let worlds = tasks.iter().filter(|task| matches!(task, Task::World(_))).count() as u64;
        let (sender, results) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                let (sender, next, ticks_done) = (sender.clone(), &next, &ticks_done);
                scope.spawn(move || {
                    while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let line = with_one_thread(|| self.run_task(task, ticks_done));
                        if line.is_err() {
                            next.store(tasks.len(), Ordering::Relaxed);
                        }
                        // The receiver is gone if another task failed: then this task was the last.
                        if sender.send(line).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut news = StudyProgress::new(tasks.len(), worlds * self.ticks());
            loop {
                match results.recv_timeout(REPORT_INTERVAL) {
                    Ok(line) => {
                        let line = line.map_err(StudyError::Work)?;
                        kept.add(&line)?;
                        news.done(&line);
                    }
                    Err(RecvTimeoutError::Timeout) => news.report(ticks_done.load(Ordering::Relaxed)),
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
            }
        })
    }

    /// Does one task; `ticks_done` counts the ticks of all worlds.
    fn run_task(&self, task: &Task, ticks_done: &AtomicU64) -> Result<StudyLine, String> {
        match *task {
            Task::World(seed) => {
                let mut before = 0;
                let report = &mut |tick| {
                    ticks_done.fetch_add(tick - before, Ordering::Relaxed);
                    before = tick;
                };
                let record = run::run_world(
                    (seed, self.args.land.size, self.args.land.recipe()),
                    self.ticks(),
                    report,
                );
                let record = record.map_err(|error| error.to_string())?;
                Ok(StudyLine::World {
                    version: VERSION,
                    seed,
                    size: self.size(),
                    years: self.args.years,
                    record,
                })
            }
            Task::Experiment(prediction) => {
                let Test::Experiment(experiment) = prediction.test else {
                    return Err(format!("{} is not an experiment", prediction.id));
                };
                let mut finding = experiment(self.args.seeds.clone());
                finding.values.retain(|(_, value)| value.is_finite());
                let (experiment, seeds) = (prediction.id.to_owned(), self.seeds());
                Ok(StudyLine::Experiment { version: VERSION, experiment, seeds, finding })
            }
        }
    }

    /// Judges every prediction by the lines, in the order of seeds.
    fn judge(&self, lines: &[StudyLine]) -> Vec<Judged> {
        let record = |seed: u64| match self.done(lines, &Task::World(seed)) {
            Some(StudyLine::World { record, .. }) => Some(record.clone()),
            _ => None,
        };
        let records: Vec<Record> = self.args.seeds.clone().filter_map(record).collect();
        let finding = |prediction: &&'static Prediction| match prediction.test {
            Test::Worlds(judge) => Some(judge(&records)),
            Test::Experiment(_) => match self.done(lines, &Task::Experiment(prediction)) {
                Some(StudyLine::Experiment { finding, .. }) => Some(finding.clone()),
                _ => None,
            },
        };
        let judged = self.wanted.iter().filter_map(|prediction| {
            let mut finding = finding(prediction)?;
            finding.values.retain(|(_, value)| value.is_finite());
            Some(Judged { prediction, finding })
        });
        judged.collect()
    }
}

/// Runs work with a planning pool of one thread: worlds that live side by side do not share one.
fn with_one_thread<T: Send>(work: impl FnOnce() -> Result<T, String> + Send) -> Result<T, String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(|error| error.to_string())?;
    pool.install(work)
}

/// Progress reports: a line that is redrawn in a terminal, otherwise a line per finished task.
struct StudyProgress {
    progress: ProgressLine,
    is_terminal: bool,
    tasks: usize,
    done: usize,
    ticks: u64,
}

impl StudyProgress {
    fn new(tasks: usize, ticks: u64) -> StudyProgress {
        StudyProgress {
            progress: ProgressLine::for_long_work(),
            is_terminal: io::stderr().is_terminal(),
            tasks,
            done: 0,
            ticks,
        }
    }

    fn report(&mut self, ticks_done: u64) {
        match self.ticks {
            0 => self.progress.show_count("experiments", self.done as u64, self.tasks as u64),
            ticks => self.progress.show_count("ticks", ticks_done, ticks),
        }
    }

    fn done(&mut self, line: &StudyLine) {
        self.done += 1;
        if !self.is_terminal {
            let what = match line {
                StudyLine::World { seed, .. } => format!("the world of seed {seed}"),
                StudyLine::Experiment { experiment, .. } => format!("the experiment {experiment}"),
            };
            print_error(&format!("{what} is done ({} of {})", self.done, self.tasks));
        }
    }
}
