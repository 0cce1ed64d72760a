//! Makes exports, each on a thread of its own, apart from the screen and the simulation.
//!
//! Their contents do not live here (`export`).

use crate::app::daily;
use crate::app::export::{self, MapStyle};
use crate::app::play::{MainMessage, background, faults, panics};
use crate::save::{SaveError, SaveSlot};
use crate::scene::score_text;
use crate::sim::{Game, level_text};
use crate::tui::{Canvas, ExportKind};
use crate::world::World;
use ratatui::buffer::Buffer;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;

/// Scale of a picture of the screen.
const PICTURE_SCALE: usize = 2;

/// Makes exports of the game in a slot, beside its save.
#[derive(Clone)]
pub(in crate::app::play) struct ExportWorker {
    slot: Arc<SaveSlot>,
    wake: Sender<MainMessage>,
}

impl ExportWorker {
    /// A worker for the game in this slot; reports finished exports to `wake`.
    pub(in crate::app::play) fn new(slot: Arc<SaveSlot>, wake: Sender<MainMessage>) -> ExportWorker {
        ExportWorker { slot, wake }
    }

    /// Exports a screen as a picture, with its land.
    pub(in crate::app::play) fn export_picture(&self, screen: Buffer, land: Option<Canvas>, tick: u64) {
        let name = format!("{}-{tick}.png", self.slot.name());
        self.run_export(ExportKind::Picture, name, move || {
            export::draw_buffer(&screen, land.as_ref(), PICTURE_SCALE).png()
        });
    }

    /// Exports a recording.
    pub(in crate::app::play) fn export_recording(&self, text: String, tick: u64) {
        let name = format!("{}-{tick}.cast", self.slot.name());
        self.run_export(ExportKind::Cast, name, move || Ok(text.into_bytes()));
    }

    /// Exports a copy of the land as a map, history or chronicle.
    pub(in crate::app::play) fn export_land(&self, keepsake: ExportKind, copy: World) {
        let (slot, tick) = (self.slot.name(), copy.tick);
        let name = match &keepsake {
            ExportKind::Chronicle => chronicle_name(slot, &copy),
            ExportKind::Map => format!("{slot}-{tick}-map.png"),
            ExportKind::Score => format!("{slot}-{tick}-score.txt"),
            ExportKind::Level(_) => format!("{slot}-{tick}.toml"),
            _ => format!("{slot}-{tick}.gif"),
        };
        let land = daily::land_words(copy.seed, slot.starts_with(daily::SLOT_PREFIX));
        self.run_export(keepsake.clone(), name, move || {
            match &keepsake {
                ExportKind::Chronicle => return Ok(export::chronicle(&copy).into_bytes()),
                ExportKind::Score => return Ok(score_text(&copy, &land).into_bytes()),
                ExportKind::Level(cut) => return level_text(&copy, cut).map(String::into_bytes),
                _ => {}
            }
            let game = Game::from_world(copy);
            let style = MapStyle::default();
            if keepsake == ExportKind::Map {
                return export::draw_map(&game, style).png();
            }
            export::history_gif(&game, style, export::DEFAULT_FRAMES)
        });
    }

    /// Makes and writes an export on a new thread, and reports the result.
    fn run_export(
        &self,
        keepsake: ExportKind,
        name: String,
        work: impl FnOnce() -> Result<Vec<u8>, String> + Send + 'static,
    ) {
        let (slot, wake) = (Arc::clone(&self.slot), self.wake.clone());
        let thread = std::thread::Builder::new().name(keepsake.name().to_owned());
        let kept = keepsake.clone();
        let run = move || {
            let made = panics::catch(|| {
                faults::panic_for_test("keepsake", u64::MAX);
                work()
            });
            let made = made.unwrap_or_else(|fault| Err(format!("the export crashed: {}", fault.one_line())));
            let written =
                made.and_then(|bytes| slot.write_new_beside(&name, &bytes).map_err(|e| e.to_string()));
            let _ = wake.send(MainMessage::Exported(keepsake, written));
        };
        match thread.spawn(run) {
            Ok(thread) => background::keep(thread),
            Err(error) => {
                let _ = self.wake.send(MainMessage::Exported(kept, Err(error.to_string())));
            }
        }
    }
}

/// Writes the chronicle on this thread.
pub(super) fn write_chronicle(slot: &SaveSlot, world: &World) -> Result<PathBuf, SaveError> {
    slot.write_beside(&chronicle_name(slot.name(), world), export::chronicle(world).as_bytes())
}

/// The chronicle of a land is named after its seed, that of a level after the level.
fn chronicle_name(slot: &str, world: &World) -> String {
    if slot.starts_with("land-") {
        format!("chronicle-{}.md", world.seed)
    } else {
        format!("chronicle-{slot}.md")
    }
}
