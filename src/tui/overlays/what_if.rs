//! What if: the land ten days on with a change and without it, side by side, with what differs in traffic or in fear, and
//! the choice of one of the two.
//!
//! Both come as an answer. Keeping one of them is giving its commands, like any others.

use crate::scene::{Command, DAYS_AHEAD, DIFFERENCES, Fork, Question, Scene, TownKind, Viewport, WhatIf};
use crate::tui::effect::Effect;
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::kit::view::{self, Reply, View};
use crate::tui::kit::{draw_frame, shorten, write, write_lines};
use crate::tui::look::theme::{ACCENT, DIM, RUNNER_UP, TEXT, Theme};
use crate::tui::map::camera::Window;
use crate::tui::map::canvas::Canvas;
use crate::tui::map::places::draw_signs;
use crate::tui::modes::draft::WhatIfState;
use crate::tui::progress_line;
use crate::tui::questions::QuestionKind;
use crate::tui::state::Screen;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Color;
use ratatui::text::{Line, Span};

/// Its maximum width and height.
const SIZE_MAX: (u16, u16) = (132, 40);
/// Lines of the frame, of the heading above each map, and of the words below them.
const OTHER_LINES: u16 = 2 + 1 + 3;
/// How strongly a difference colours the land, weak and strong, in percent.
const TINT_PERCENT: (u32, u32) = (35, 85);
/// A difference is shown from this share of a strong one on: less is chance.
const SHOWN_SHARE: u32 = 4;

impl Screen {
    /// Looks ahead with these commands and without; without any, with the edits of this moment. Time stands still.
    pub(super) fn look_ahead(&mut self, commands: Vec<Command>, change: String) -> Vec<Effect> {
        let was_running = !self.time_pace.paused;
        self.what_if = WhatIfState { change, was_running, ..WhatIfState::default() };
        self.notices.take();
        self.views.open(WhatIfView { keeps_with: true, lens: 0 });
        let map = map_areas(self)[0];
        let question = Question::WhatIf { commands, size_max: (map.width, map.height * 2) };
        let mut effects = if was_running { self.set_paused(true) } else { Vec::new() };
        effects.push(self.questions.ask(QuestionKind::WhatIf, question));
        effects
    }

    /// Takes how far a comparison is, in percent.
    pub fn take_progress(&mut self, ticket: u64, percent: usize) {
        if self.questions.kind_of(ticket) == Some(QuestionKind::WhatIf) {
            self.what_if.percent = percent;
        }
    }

    /// There is nothing to compare, or no race: leaves the view that waits for it.
    pub(crate) fn give_up(&mut self, mode: Mode, why: String) -> Vec<Effect> {
        let effects = if self.active_mode() == mode { view::back(self) } else { None };
        self.notices.refuse(why);
        effects.unwrap_or_default()
    }
}

/// Time goes on as before.
fn leave(screen: &mut Screen) -> Vec<Effect> {
    screen.questions.forget(QuestionKind::WhatIf);
    let was_running = std::mem::take(&mut screen.what_if).was_running;
    let mut effects = vec![Effect::ForgetQuestion];
    effects.extend(if was_running { screen.set_paused(false) } else { Vec::new() });
    effects
}

/// Looks ahead with what is proposed, or with the edits of this moment, and without.
pub(crate) fn ask(screen: &mut Screen, scene: &Scene) -> Vec<Effect> {
    let mut copy = screen.clone();
    let (effects, change) = match screen.mode {
        Mode::Go => (copy.take_proposal(copy.draft.queue(), scene), "this order".to_owned()),
        Mode::Waypoints => (copy.update_order(KeyIntent::Confirm, scene), "this route".to_owned()),
        Mode::Draw if screen.editing.line_start.is_some() => {
            (copy.update_draw(KeyIntent::Confirm, scene), format!("this {}", screen.editing.tool.name()))
        }
        _ => (Vec::new(), "these edits".to_owned()),
    };
    let commands = effects.into_iter().filter_map(|effect| match effect {
        Effect::Command(command) => Some(command),
        _ => None,
    });
    let commands: Vec<Command> = commands.collect();
    if commands.is_empty() && matches!(screen.mode, Mode::Go | Mode::Waypoints) {
        return screen.notify("nothing is proposed yet");
    }
    screen.look_ahead(commands, change)
}

/// The comparison on the screen.
#[derive(Clone, Debug)]
struct WhatIfView {
    /// Whether the land with the change would be kept.
    keeps_with: bool,
    /// What is compared: an index into [`DIFFERENCES`], or beyond it nothing.
    lens: usize,
}

impl View<Screen> for WhatIfView {
    fn mode(&self) -> Mode {
        Mode::WhatIf
    }

    /// The whole screen: a click beside the card leaves it as its key does.
    fn area(&self, screen: &Screen, _: &Scene) -> Rect {
        screen.area
    }

    fn key(&mut self, intent: KeyIntent, screen: &mut Screen, _: &Scene) -> Reply<Screen> {
        match intent {
            KeyIntent::OtherLand => self.keeps_with = !self.keeps_with,
            KeyIntent::Next => self.lens = (self.lens + 1) % (DIFFERENCES.len() + 1),
            KeyIntent::Confirm => return self.keep(screen),
            _ => {}
        }
        Reply::stay()
    }

    /// A click on a map chooses it; on the chosen one, keeps it.
    fn mouse(&mut self, at: Position, screen: &mut Screen, _: &Scene) -> Reply<Screen> {
        let Some(side) = map_areas(screen).iter().position(|area| area.contains(at)) else {
            let is_beside = !card_area(screen).contains(at);
            return if is_beside { Reply::Close(leave(screen)) } else { Reply::stay() };
        };
        if self.keeps_with == (side == 1) {
            return self.keep(screen);
        }
        self.keeps_with = side == 1;
        Reply::stay()
    }

    fn draw(&self, buffer: &mut Buffer, screen: &Screen, _: &Scene) {
        let theme = screen.theme;
        let heading = format!("What if? {DAYS_AHEAD} days ahead");
        let inner = draw_frame(buffer, theme, card_area(screen), &heading);
        let Some(what_if) = &screen.what_if.answer else {
            let bar = progress_line("looking ahead", screen.what_if.percent, usize::from(inner.width));
            return write(buffer, inner, inner.height / 2, &Line::styled(bar, theme.bold(ACCENT)));
        };
        let names = ["without".to_owned(), format!("with {}", screen.what_if.change)];
        let forks = [&what_if.without, &what_if.with];
        for (side, area) in map_areas(screen).into_iter().enumerate() {
            let is_kept = self.keeps_with == (side == 1);
            let style = if is_kept { theme.selected() } else { theme.text(DIM) };
            let name = format!(" {} ", shorten(&names[side], usize::from(area.width).saturating_sub(2)));
            let above = Rect { y: area.y.saturating_sub(1), height: 1, ..area };
            write(buffer, above, 0, &Line::styled(name, style));
            draw_fork(buffer, (theme, area), (what_if, forks[side]), self.lens);
        }
        let last = inner.height.saturating_sub(3);
        let words = what_if.words.iter().map(|words| shorten(words, usize::from(inner.width)));
        write_lines(buffer, inner, last, words.map(|words| Line::styled(words, theme.text(TEXT))));
        write(buffer, inner, last + 2, &legend(theme, self.lens));
    }

    fn closed(&self, screen: &mut Screen) -> Vec<Effect> {
        leave(screen)
    }
}

impl WhatIfView {
    /// Keeps the chosen land.
    fn keep(&self, screen: &mut Screen) -> Reply<Screen> {
        let Some(what_if) = screen.what_if.answer.take() else { return Reply::stay() };
        let mut effects = leave(screen);
        let commands = if self.keeps_with { what_if.to_keep_with } else { what_if.to_keep_without };
        effects.splice(..0, commands.into_iter().map(Effect::Command));
        screen.notices.notify(if self.keeps_with { "kept with it" } else { "kept without it" });
        if screen.views.is_empty() && screen.mode != Mode::Draw {
            screen.return_to_land();
        }
        screen.editing.line_start = None;
        Reply::Close(effects)
    }
}

/// The area of the card.
fn card_area(screen: &Screen) -> Rect {
    let layout = screen.layout();
    let (width, room) = (screen.area.width.min(SIZE_MAX.0), layout.keys.y.saturating_sub(layout.map.y));
    let answer = screen.what_if.answer.as_ref();
    let lines = answer.map_or(width / 4, |what_if| what_if.view.rows.div_ceil(2));
    let height = room.min(SIZE_MAX.1).min(lines + OTHER_LINES);
    Rect::new((screen.area.width - width) / 2, layout.map.y + (room - height) / 2, width, height)
}

/// The areas of the two maps.
fn map_areas(screen: &Screen) -> [Rect; 2] {
    let card = card_area(screen);
    let width = card.width.saturating_sub(6) / 2;
    let height = card.height.saturating_sub(OTHER_LINES);
    [0, 1].map(|side| Rect::new(card.x + 2 + side * (width + 2), card.y + 2, width, height))
}

/// What the colours mean.
fn legend(theme: Theme, lens: usize) -> Line<'static> {
    let Some(lens) = DIFFERENCES.get(lens) else {
        return Line::styled("the land as it is", theme.text(DIM));
    };
    Line::from(vec![
        Span::styled(format!("{} with it: ", lens.name), theme.text(DIM)),
        Span::styled("+ more", theme.bold(ACCENT)),
        Span::styled("  ", theme.text(DIM)),
        Span::styled("− less", theme.bold(RUNNER_UP)),
    ])
}

/// Draws one of the two lands, in the middle of an area, coloured where they differ.
fn draw_fork(
    buffer: &mut Buffer,
    (theme, area): (Theme, Rect),
    (what_if, fork): (&WhatIf, &Fork),
    lens: usize,
) {
    let (columns, rows) = (what_if.view.columns, what_if.view.rows);
    let room = area.intersection(buffer.area);
    let (width, height) = (room.width.min(columns), room.height.min(rows.div_ceil(2)));
    let area = Rect { x: room.x + (room.width - width) / 2, width, height, ..room };
    let view = Viewport { columns, rows, cells_per_pixel: 1, ..Viewport::default() };
    let scene = Scene { land: (columns, rows), view, pixels: fork.pixels.clone(), ..Scene::default() };
    let mut canvas = Canvas::new(&scene, Window { area, left: 0, top: 0, scale: 1, is_close: false }, theme);
    let compared = DIFFERENCES.get(lens).zip(what_if.differences.get(lens));
    let differing = compared.into_iter().flat_map(|(lens, by)| {
        by.iter()
            .enumerate()
            .filter(|(_, by)| by.unsigned_abs() * SHOWN_SHARE >= lens.strong)
            .map(|(i, by)| (i, *by, lens.strong))
    });
    let marked: Vec<(u16, u16, i32, u32)> = differing
        .map(|(i, by, strong)| {
            let percent = if by.unsigned_abs() >= strong { TINT_PERCENT.1 } else { TINT_PERCENT.0 };
            ((i % usize::from(columns.max(1))) as u16, (i / usize::from(columns.max(1))) as u16, by, percent)
        })
        .collect();
    for (x, y, by, percent) in &marked {
        let (ink, named) = if *by > 0 { (ACCENT, Color::Yellow) } else { (RUNNER_UP, Color::LightBlue) };
        canvas.recolour((i32::from(*x), i32::from(*y)), named, |ground| ground.mixed(ink, *percent));
    }
    canvas.write(buffer);
    for (x, y, by, _) in marked.iter().filter(|_| theme.is_mono()) {
        if let Some(cell) = buffer.cell_mut((area.x + x, area.y + y / 2)).filter(|_| y / 2 < height) {
            cell.set_char(if *by > 0 { '+' } else { '-' });
        }
    }
    let large = fork.town_markers.iter().filter(|place| place.kind >= TownKind::Village);
    draw_signs(buffer, (theme, &canvas), &what_if.view, large);
}
