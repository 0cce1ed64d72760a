//! The prompt before the game is left.

use crate::scene::Scene;
use crate::tui::effect::Effect;
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::kit::view::{Reply, View};
use crate::tui::kit::{draw_frame, write};
use crate::tui::look::theme::{DIM, KEY, TEXT};
use crate::tui::state::Screen;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// The prompt.
#[derive(Clone, Debug)]
pub(crate) struct QuitPrompt;

impl View<Screen> for QuitPrompt {
    fn mode(&self) -> Mode {
        Mode::Quit
    }

    fn area(&self, screen: &Screen, _: &Scene) -> Rect {
        screen.layout().centred(54, 5)
    }

    fn key(&mut self, intent: KeyIntent, _: &mut Screen, _: &Scene) -> Reply<Screen> {
        match intent {
            KeyIntent::Confirm => Reply::Stay(vec![Effect::Quit]),
            KeyIntent::NewLand => Reply::Close(vec![Effect::NewLand]),
            _ => Reply::stay(),
        }
    }

    fn draw(&self, buffer: &mut Buffer, screen: &Screen, scene: &Scene) {
        let area = self.area(screen, scene);
        let inner = draw_frame(buffer, screen.theme, area, "Leave this land?");
        let theme = screen.theme;
        write(
            buffer,
            inner,
            0,
            &Line::styled("It is saved and resumes where you left it.", theme.text(TEXT)),
        );
        let key = |intent| screen.keys.key_for_in(Mode::Quit, intent);
        let answer = Line::from(vec![
            Span::styled(key(KeyIntent::Confirm), theme.bold(KEY)),
            Span::styled(" save and quit   ", theme.text(DIM)),
            Span::styled(key(KeyIntent::NewLand), theme.bold(KEY)),
            Span::styled(" new land   ", theme.text(DIM)),
            Span::styled(key(KeyIntent::Back), theme.bold(KEY)),
            Span::styled(" stay", theme.text(DIM)),
        ]);
        write(buffer, inner, 2, &answer);
    }
}
