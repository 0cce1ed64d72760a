//! The main thread's part of exports: copies of the screen, the current recording, and unfinished exports.

use crate::app::export::{DEFAULT_SECONDS, Recording};
use crate::app::play::session::ExportWorker;
use crate::scene::Scene;
use crate::text::Printable;
use crate::tui::{self, Canvas, ExportKind, Screen};
use ratatui::buffer::Buffer;
use std::path::PathBuf;
use std::time::Duration;

/// Length of a recording.
const RECORDING_LENGTH: Duration = Duration::from_secs(DEFAULT_SECONDS);

/// Exports in progress.
pub(super) struct Exports {
    worker: ExportWorker,
    /// The current recording, and the tick at which it started.
    recording: Option<(Recording, u64)>,
    /// Unfinished exports.
    unfinished: Vec<ExportKind>,
    /// Whether the player was warned on leaving that something would be lost.
    was_warned: bool,
}

impl Exports {
    /// No exports yet.
    pub(super) fn new(worker: ExportWorker) -> Exports {
        Exports { worker, recording: None, unfinished: Vec::new(), was_warned: false }
    }

    /// Starts an export; returns true if it needs a copy of the land from the simulation.
    pub(super) fn start(
        &mut self,
        kind: &ExportKind,
        screen: &mut Screen,
        scene: &Scene,
        now: Duration,
    ) -> bool {
        match kind {
            ExportKind::Cast if self.recording.is_some() => screen.notices.refuse("already recording"),
            ExportKind::Cast => self.begin_recording(screen, scene, now),
            _ if self.unfinished.contains(kind) => {
                screen.notices.refuse(format!("still exporting the {}", kind.name()));
            }
            ExportKind::Picture => {
                self.unfinished.push(kind.clone());
                let (screen, land) = screen_without_messages(screen, scene);
                self.worker.export_picture(screen, land, scene.status.tick);
            }
            ExportKind::Map
            | ExportKind::History
            | ExportKind::Chronicle
            | ExportKind::Score
            | ExportKind::Level(_) => {
                self.unfinished.push(kind.clone());
                return true;
            }
        }
        false
    }

    fn begin_recording(&mut self, screen: &Screen, scene: &Scene, now: Duration) {
        let size = (screen.area.width, screen.area.height);
        let title = format!("Wayworn, seed {}", scene.status.seed);
        self.recording = Some((Recording::begin(size, &title, now), scene.status.tick));
    }

    /// Adds a drawn frame to the current recording.
    pub(super) fn add_frame(&mut self, now: Duration, screen: &Screen, scene: &Scene) {
        if let Some((recording, _)) = &mut self.recording {
            recording.add_frame(now, screen, scene);
        }
    }

    /// Ends a recording that is long enough; returns whether it did.
    pub(super) fn end_long_recording(&mut self, screen: &mut Screen, now: Duration) -> bool {
        let over =
            self.recording.as_ref().is_some_and(|(recording, _)| recording.length(now) >= RECORDING_LENGTH);
        if over {
            self.end_recording(screen, now);
        }
        over
    }

    /// Ends the current recording, if there is one.
    pub(super) fn end_recording(&mut self, screen: &mut Screen, now: Duration) {
        if let Some((recording, tick)) = self.recording.take() {
            self.unfinished.push(ExportKind::Cast);
            screen.notices.notify("recording finished");
            self.worker.export_recording(recording.finish(now), tick);
        }
    }

    /// Reports a finished export.
    pub(super) fn finish(&mut self, screen: &mut Screen, kind: &ExportKind, made: Result<PathBuf, String>) {
        self.unfinished.retain(|other| other != kind);
        match made {
            Ok(path) => screen.notices.notify(format!("{} saved as {}", kind.name(), Printable(path))),
            Err(why) => screen.notices.refuse(format!("no {}: {why}", kind.name())),
        }
    }

    /// Whether exports are unfinished.
    pub(super) fn has_unfinished(&self) -> bool {
        !self.unfinished.is_empty()
    }

    /// The export that would be lost by leaving now; `None` if the player was warned before.
    pub(super) fn warning(&mut self) -> Option<&'static str> {
        let first = self.unfinished.first().map(ExportKind::name);
        let was_warned = std::mem::replace(&mut self.was_warned, first.is_some());
        first.filter(|_| !was_warned)
    }
}

/// The screen without temporary messages, and its land.
fn screen_without_messages(screen: &Screen, scene: &Scene) -> (Buffer, Option<Canvas>) {
    let mut calm = screen.clone();
    calm.views.clear();
    calm.notices.take();
    let mut buffer = Buffer::empty(calm.area);
    let land = tui::draw_with_land(&mut buffer, &calm, scene);
    (buffer, land)
}
