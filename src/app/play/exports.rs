//! The main thread's part in making keepsakes: copies of the screen, a running recording, and what is still under way.

use super::export_worker::Workshop;
use crate::app::export::{Recording, USUAL_SECONDS};
use crate::scene::Scene;
use crate::text::Printable;
use crate::tui::{self, Keepsake, Screen};
use ratatui::buffer::Buffer;
use std::path::PathBuf;
use std::time::Duration;

/// How long a recording is.
const LENGTH: Duration = Duration::from_secs(USUAL_SECONDS);

/// What is under way.
pub struct Keepsakes {
    workshop: Workshop,
    /// The frames so far, and the tick at which they began.
    recording: Option<(Recording, u64)>,
    /// What is being made.
    making: Vec<Keepsake>,
    /// The player wanted to leave and was told that something would be lost.
    warned: bool,
}

impl Keepsakes {
    /// Nothing so far.
    pub fn new(workshop: Workshop) -> Keepsakes {
        Keepsakes { workshop, recording: None, making: Vec::new(), warned: false }
    }

    /// Begins what the screen can give; true when a copy of the land is needed for it.
    pub fn take(&mut self, keepsake: Keepsake, screen: &mut Screen, scene: &Scene, now: Duration) -> bool {
        match keepsake {
            Keepsake::Cast if self.recording.is_some() => screen.refuse("already recording"),
            Keepsake::Cast => self.begin_recording(screen, scene, now),
            _ if self.making.contains(&keepsake) => {
                screen.refuse(format!("still at work on the {}", keepsake.word()));
            }
            Keepsake::Picture => {
                self.making.push(keepsake);
                self.workshop.picture(drawn(screen, scene), scene.status.tick);
            }
            Keepsake::Map | Keepsake::History | Keepsake::Chronicle => {
                self.making.push(keepsake);
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

    /// A frame was drawn.
    pub fn record(&mut self, now: Duration, screen: &Screen, scene: &Scene) {
        if let Some((recording, _)) = &mut self.recording {
            recording.frame(now, screen, scene);
        }
    }

    /// Ends a recording that is long enough; true when the screen has changed by that.
    pub fn look_after(&mut self, screen: &mut Screen, now: Duration) -> bool {
        let over = self.recording.as_ref().is_some_and(|(recording, _)| recording.length(now) >= LENGTH);
        if over {
            self.end_recording(screen, now);
        }
        over
    }

    /// Ends the recording, if one runs.
    pub fn end_recording(&mut self, screen: &mut Screen, now: Duration) {
        if let Some((recording, tick)) = self.recording.take() {
            self.making.push(Keepsake::Cast);
            screen.say("the recording is over");
            self.workshop.cast(recording.finish(now), tick);
        }
    }

    /// Something is done.
    pub fn made(&mut self, screen: &mut Screen, keepsake: Keepsake, made: Result<PathBuf, String>) {
        self.making.retain(|other| *other != keepsake);
        match made {
            Ok(path) => screen.say(format!("{} kept as {}", keepsake.word(), Printable(path))),
            Err(why) => screen.refuse(format!("no {}: {why}", keepsake.word())),
        }
    }

    /// Whether something would be lost by leaving now.
    pub fn is_at_work(&self) -> bool {
        !self.making.is_empty()
    }

    /// What would be lost by leaving now; it is said once, and the next time one may.
    pub fn warn(&mut self) -> Option<&'static str> {
        let first = self.making.first().map(|keepsake| keepsake.word());
        let was_warned = std::mem::replace(&mut self.warned, first.is_some());
        first.filter(|_| !was_warned)
    }
}

/// The screen as it is, without what is said for a moment.
fn drawn(screen: &Screen, scene: &Scene) -> Buffer {
    let mut calm = screen.clone();
    calm.overlay = None;
    calm.notice = None;
    let mut buffer = Buffer::empty(calm.area);
    tui::draw(&mut buffer, &calm, scene);
    buffer
}
