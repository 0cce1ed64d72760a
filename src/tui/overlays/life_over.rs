//! The card at the end of a life.

use crate::scene::Scene;
use crate::tui::effect::Effect;
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::kit::view::{Reply, View};
use crate::tui::kit::{draw_frame, wrap, write};
use crate::tui::look::theme::{ACCENT, DIM, KEY, TEXT};
use crate::tui::state::Screen;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Its maximum width.
const WIDTH_MAX: u16 = 64;

/// The card.
#[derive(Clone, Debug)]
pub(crate) struct LifeOver;

impl View<Screen> for LifeOver {
    fn mode(&self) -> Mode {
        Mode::LifeOver
    }

    fn area(&self, screen: &Screen, scene: &Scene) -> Rect {
        let layout = screen.layout();
        let words = scene.wander.as_ref().and_then(|wander| wander.last_life_words.as_ref());
        let height = words.map_or(0, |words| lines(words, WIDTH_MAX.min(layout.map.width)).len());
        layout.centred(WIDTH_MAX, height as u16 + 5)
    }

    fn key(&mut self, intent: KeyIntent, screen: &mut Screen, scene: &Scene) -> Reply<Screen> {
        match intent {
            KeyIntent::Confirm => {
                let mut effects = screen.set_paused(false);
                effects.extend(screen.possess(scene));
                Reply::Close(effects)
            }
            KeyIntent::Quit => Reply::Close(screen.update(KeyIntent::Quit, scene)),
            _ => Reply::stay(),
        }
    }

    fn draw(&self, buffer: &mut Buffer, screen: &Screen, scene: &Scene) {
        let Some(wander) = &scene.wander else { return };
        let Some(words) = &wander.last_life_words else { return };
        let (theme, area) = (screen.theme, self.area(screen, scene));
        let lines = lines(words, area.width);
        let heading = if wander.is_won { "Home" } else { "This life is over" };
        let inner = draw_frame(buffer, theme, area, heading);
        for (row, words) in lines.iter().enumerate() {
            let style = if row == 0 { theme.bold(ACCENT) } else { theme.text(TEXT) };
            write(buffer, inner, row as u16, &Line::styled(words.clone(), style));
        }
        let key = |intent| screen.keys.key_for_in(Mode::LifeOver, intent).to_owned();
        let mut keys = Vec::new();
        if !wander.is_won {
            keys.push(Span::styled(key(KeyIntent::Confirm), theme.bold(KEY)));
            keys.push(Span::styled(" next life    ", theme.text(DIM)));
        }
        keys.push(Span::styled(key(KeyIntent::Back), theme.bold(KEY)));
        keys.push(Span::styled(" view the land", theme.text(DIM)));
        write(buffer, inner, inner.height.saturating_sub(1), &Line::from(keys));
    }

    fn closed(&self, screen: &mut Screen) -> Vec<Effect> {
        screen.notices.notify(format!("{} starts the next life", screen.keys.key_for(KeyIntent::PlayAs)));
        screen.set_paused(false)
    }
}

/// The story of the life, in lines that fit a card of this width.
fn lines(words: &[String], width: u16) -> Vec<String> {
    words.iter().flat_map(|words| wrap(words, usize::from(width).saturating_sub(4))).collect()
}
