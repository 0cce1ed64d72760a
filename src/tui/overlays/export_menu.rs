//! The export menu.

use super::export_kind::{EXPORTS, ExportKind};
use super::level_form::LevelForm;
use crate::scene::Scene;
use crate::tui::effect::Effect;
use crate::tui::input::keymap::Mode;
use crate::tui::kit::view::Reply;
use crate::tui::kit::{ListRow, ListSource, ListView};
use crate::tui::state::Screen;

/// The menu as a list.
#[derive(Clone, Debug)]
pub(crate) struct ExportMenu;

impl ListSource<Screen> for ExportMenu {
    const SIZE_MAX: (u16, usize) = (48, EXPORTS.len() + 1);
    const MODE: Mode = Mode::Export;

    fn heading(&self, _: &Screen, _: &Scene) -> String {
        "Export".to_owned()
    }

    fn rows(&self, _: &Screen, scene: &Scene) -> Vec<ListRow> {
        let rows = EXPORTS.iter().enumerate().map(|(item, row)| ListRow::new(item, row.1, row.2));
        let level = ListRow::new(EXPORTS.len(), "level", "this view, with goals to play for");
        // One is made of a land.
        rows.chain(scene.level.is_none().then_some(level)).collect()
    }

    fn choose(&mut self, item: usize, screen: &mut Screen, _: &Scene) -> Reply<Screen> {
        let Some((kind, word, _)) = EXPORTS.get(item).cloned() else {
            screen.views.open(ListView::at(LevelForm, 0));
            return Reply::close();
        };
        screen.notices.notify(match kind {
            ExportKind::Cast => "recording the next 20 seconds".to_owned(),
            _ => format!("exporting the {word} in the background"),
        });
        Reply::Close(vec![Effect::Export(kind)])
    }
}
