//! The export menu.

use super::camera::moved;
use super::export_kind::{EXPORTS, ExportKind};
use super::keymap::Mode;
use super::kit::view::Reply;
use super::kit::{ListRow, ListSource};
use super::state::{Effect, Screen};
use crate::grid::Cell;
use crate::scene::{LevelCut, Scene};

/// The menu as a list.
#[derive(Clone, Debug)]
pub(super) struct ExportMenu;

impl ListSource<Screen> for ExportMenu {
    const SIZE_MAX: (u16, usize) = (48, EXPORTS.len() + 1);

    fn mode(&self) -> Mode {
        Mode::Export
    }

    fn heading(&self, _: &Screen, _: &Scene) -> String {
        "Export".to_owned()
    }

    fn rows(&self, _: &Screen, _: &Scene) -> Vec<ListRow> {
        let rows = EXPORTS.iter().enumerate().map(|(item, row)| ListRow::new(item, row.1, row.2));
        rows.chain([ListRow::new(EXPORTS.len(), "level", "this view: play who is selected")]).collect()
    }

    fn choose(&mut self, item: usize, screen: &mut Screen, scene: &Scene) -> Reply<Screen> {
        let Some((kind, word, _)) = EXPORTS.get(item).copied() else { return export_level(screen, scene) };
        screen.notify(match kind {
            ExportKind::Cast => "recording the next 20 seconds".to_owned(),
            _ => format!("exporting the {word} in the background"),
        });
        Reply::Close(vec![Effect::Export(kind)])
    }
}

/// Exports the land in view as a level in which the selected unit has to reach the cursor.
fn export_level(screen: &mut Screen, scene: &Scene) -> Reply<Screen> {
    let Some(unit) = screen.selection.units.first().copied() else {
        screen.refuse("first select who has a way to go, and move the cursor to its goal");
        return Reply::close();
    };
    let window = screen.window();
    let (columns, rows) = window.pixels();
    let corner = |(x, y): (u16, u16)| {
        let by = (window.left + i32::from(x) * window.scale, window.top + i32::from(y) * window.scale);
        moved(Cell::new(0, 0), by, scene.land)
    };
    let (from, to) = (corner((0, 0)), corner((columns.saturating_sub(1), rows.saturating_sub(1))));
    let cut = LevelCut { from, to, unit, goal: screen.map.cursor };
    Reply::Close(vec![Effect::Pause(true), Effect::Export(ExportKind::Level(cut))])
}
