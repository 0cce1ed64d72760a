//! The list of levels, and the card at the end of one.

use super::campaign::STARS_MAX;
use crate::scene::{GoalStatus, LevelCard, Scene};
use crate::tui::effect::Effect;
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::kit::view::{Reply, View};
use crate::tui::kit::{Layout, ListRow, ListSource, ListView, PlaceOf, draw_frame, wrap, write, write_lines};
use crate::tui::look::theme::{ACCENT, DIM, KEY, TEXT, Theme};
use crate::tui::map::marks::{NAIVE_DOT, PAR_DOT, dot};
use crate::tui::state::Screen;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Columns of what a level asks: little of the land is covered.
const ASK_COLUMNS: u16 = 44;
/// Ticks that are taken back at once: ten seconds at ×1.
const TAKEN_BACK_TICKS: u64 = 200;
/// The list's width, and the most rows shown at once.
const LIST_SIZE_MAX: (u16, usize) = (112, 30);
/// The item of a shelf's heading.
const HEADING: usize = usize::MAX;
/// The item of the land that the player came from.
const LAND: usize = HEADING - 1;

impl Screen {
    /// Opens what a level asks before the player first gives an order or lets time run, which is done once that is
    /// answered; returns whether it does.
    pub(crate) fn asks_before(&mut self, intent: KeyIntent) -> bool {
        let asks = self.views.is_empty() && self.campaign.asks_before(intent);
        if asks {
            let before = self.map_area();
            self.views.open(ListView::at(Ask { before: intent }, 0));
            self.map.refit(before, self.map_area());
        }
        asks
    }

    /// Opens the card at the end of a level of the campaign; returns whether there is one.
    pub(crate) fn announce_level_end(&mut self, card: &LevelCard) -> bool {
        if self.campaign.level().is_none() {
            return false;
        }
        self.campaign.note(card.stars.unwrap_or(0));
        let before = self.map_area();
        self.goals.is_unfolded = false;
        self.views.open(LevelOver);
        self.map.refit(before, self.map_area());
        true
    }
}

/// Takes back the last ten seconds of a level.
pub(crate) fn take_back(screen: &mut Screen, scene: &Scene) -> Vec<Effect> {
    if scene.level.is_none() {
        return screen.refuse("only what happens in a level can be taken back");
    }
    vec![Effect::TakeBack(scene.status.tick.saturating_sub(TAKEN_BACK_TICKS))]
}

/// What a level asks before it begins.
#[derive(Clone, Debug)]
struct Ask {
    /// What the player meant to do.
    before: KeyIntent,
}

impl ListSource<Screen> for Ask {
    const SIZE_MAX: (u16, usize) = (ASK_COLUMNS, usize::MAX);
    const BESIDE: Option<PlaceOf<Screen>> = Some(|_| None);
    const MODE: Mode = Mode::Choosing;

    fn heading(&self, _: &Screen, _: &Scene) -> String {
        "What do you think?".to_owned()
    }

    fn prompt(&self, screen: &Screen, _: &Scene) -> String {
        screen.campaign.level().map(|level| level.ask.clone()).unwrap_or_default()
    }

    fn rows(&self, screen: &Screen, _: &Scene) -> Vec<ListRow> {
        let answers = screen.campaign.level().map(|level| &level.answers[..]).unwrap_or_default();
        let row = |(item, (words, _)): (usize, &(String, _))| {
            ListRow::new(item, format!("{} {words}", item + 1), "")
        };
        answers.iter().enumerate().map(row).collect()
    }

    fn choose(&mut self, item: usize, screen: &mut Screen, scene: &Scene) -> Reply<Screen> {
        screen.campaign.answered = Some(item);
        let mut effects = self.closed(screen);
        effects.extend(screen.update(self.before, scene));
        Reply::Close(effects)
    }

    fn closed(&self, screen: &mut Screen) -> Vec<Effect> {
        let after = screen.map_area();
        let rows = screen.campaign.ask_rows(&screen.layout());
        screen.map.refit(Rect { height: after.height.saturating_sub(rows), ..after }, after);
        Vec::new()
    }
}

/// Whether the player's answer was right, if the level has asked and been answered.
fn answer_words(screen: &Screen, card: &LevelCard) -> Option<String> {
    let level = screen.campaign.level()?;
    let (given, trails) = (screen.campaign.answered?, card.trails.as_ref()?);
    // What the level teaches holds for par's way, which the player's may be far from.
    let right = level.right_answer(&trails.par)?;
    let (said, best) = (&level.answers.get(given)?.0, &level.answers.get(right)?.0);
    let verdict = if given == right { "so it is at par".to_owned() } else { format!("at par it is: {best}") };
    Some(format!("You thought: {said}; {verdict}."))
}

/// The stars of a result, filled and empty ones.
fn star_words(theme: Theme, stars: u8) -> String {
    let (full, empty) = (theme.pick_glyph('★', '*'), theme.pick_glyph('☆', '.'));
    (0..STARS_MAX).map(|star| if star < stars { full } else { empty }).collect()
}

/// The rows of the list: each shelf's heading with its levels.
fn rows(screen: &Screen) -> Vec<ListRow> {
    let campaign = &screen.campaign;
    let mut rows = Vec::new();
    let mut shelf = "";
    for (item, level) in campaign.levels.iter().enumerate() {
        if level.shelf != shelf {
            shelf = level.shelf;
            rows.push(ListRow::new(HEADING, shelf.to_uppercase(), ""));
        }
        let stars = campaign.stars_of(level);
        // What a level teaches would tell how it is won.
        let learnt = if stars > 0 { level.learnt.as_str() } else { "" };
        let description = format!("{} {learnt}", star_words(screen.theme, stars));
        rows.push(ListRow::new(item, format!("  {}", level.title), description));
    }
    rows
}

/// The list of levels.
#[derive(Clone, Debug)]
pub(crate) struct LevelList;

/// The list of levels, with the one that is being played highlighted.
pub(crate) fn level_list(screen: &Screen) -> ListView<LevelList> {
    let current = screen.campaign.current.unwrap_or(0);
    ListView::at(LevelList, rows(screen).iter().position(|row| row.item == current).unwrap_or(0))
}

impl ListSource<Screen> for LevelList {
    const SIZE_MAX: (u16, usize) = LIST_SIZE_MAX;
    const MODE: Mode = Mode::Levels;

    fn heading(&self, screen: &Screen, _: &Scene) -> String {
        let won = screen.campaign.levels.iter().filter(|level| screen.campaign.stars_of(level) > 0).count();
        format!("Levels: {won} of {} won", screen.campaign.levels.len())
    }

    fn rows(&self, screen: &Screen, scene: &Scene) -> Vec<ListRow> {
        let land = scene.level.as_ref().map(|_| ListRow::new(LAND, "Back to the land", "the one saved last"));
        rows(screen).into_iter().chain(land).collect()
    }

    fn choose(&mut self, item: usize, screen: &mut Screen, _: &Scene) -> Reply<Screen> {
        match screen.campaign.levels.get(item) {
            None if item == LAND => Reply::Close(vec![Effect::LastLand]),
            Some(level) => Reply::Close(vec![Effect::Level(level.name.clone())]),
            None => Reply::stay(),
        }
    }
}

/// The card at the end of a level.
#[derive(Clone, Debug)]
struct LevelOver;

impl View<Screen> for LevelOver {
    fn mode(&self) -> Mode {
        Mode::LevelOver
    }

    /// Beside the land, which shows what it tells about; on a narrow screen there is no room for both.
    fn area(&self, screen: &Screen, scene: &Scene) -> Rect {
        let layout = screen.layout();
        let height = || lines(screen, scene, layout.map.width).len() as u16 + 5;
        if layout.panel.is_empty() { layout.centred(layout.map.width, height()) } else { layout.panel }
    }

    fn key(&mut self, intent: KeyIntent, screen: &mut Screen, scene: &Scene) -> Reply<Screen> {
        let campaign = &screen.campaign;
        let level = match intent {
            KeyIntent::NextLevel => campaign.next(),
            KeyIntent::Retry => campaign.level(),
            KeyIntent::Codex => return Reply::Stay(vec![Effect::Codex(screen.codex_topic(scene))]),
            KeyIntent::TakeBack => return Reply::Close(take_back(screen, scene)),
            KeyIntent::Levels => {
                screen.views.clear();
                screen.views.open(level_list(screen));
                return Reply::stay();
            }
            _ => return Reply::stay(),
        };
        match level {
            Some(level) => Reply::Close(vec![Effect::Level(level.name.clone())]),
            None => Reply::stay(),
        }
    }

    fn closed(&self, screen: &mut Screen) -> Vec<Effect> {
        screen.map.refit(Layout::beside_text(screen.area).map, screen.map_area());
        Vec::new()
    }

    fn draw(&self, buffer: &mut Buffer, screen: &Screen, scene: &Scene) {
        let Some(card) = &scene.level else { return };
        let (theme, area) = (screen.theme, self.area(screen, scene));
        let inner = draw_frame(buffer, theme, area, &card.name);
        for (row, (words, is_result)) in lines(screen, scene, area.width).into_iter().enumerate() {
            let style = if is_result { theme.bold(ACCENT) } else { theme.text(TEXT) };
            write(buffer, inner, row as u16, &Line::styled(words, style));
        }
        let keys = key_lines(screen, usize::from(inner.width));
        let first = (inner.height as usize).saturating_sub(keys.len());
        write_lines(buffer, inner, first as u16, keys);
    }
}

/// The keys of the card at the end, in as many lines as they take.
fn key_lines(screen: &Screen, width: usize) -> Vec<Line<'static>> {
    let theme = screen.theme;
    let next = screen.campaign.next().map(|_| (KeyIntent::NextLevel, "next"));
    let others = [
        (KeyIntent::Retry, "again"),
        (KeyIntent::TakeBack, "take back"),
        (KeyIntent::Levels, "levels"),
        (KeyIntent::Codex, "why"),
        (KeyIntent::Back, "close"),
    ];
    let mut lines = vec![Line::default()];
    for (intent, word) in next.into_iter().chain(others) {
        let key = Span::styled(screen.keys.key_for_in(Mode::LevelOver, intent).to_owned(), theme.bold(KEY));
        let word = Span::styled(format!(" {word}  "), theme.text(DIM));
        let last = lines.len() - 1;
        if lines[last].width() + key.width() + word.width() > width + 2 {
            lines.push(Line::default());
        }
        lines.last_mut().into_iter().for_each(|line| line.spans.extend([key.clone(), word.clone()]));
    }
    lines
}

/// The lines of the card, and whether each is about the result: stars, then what was learnt or lost.
fn lines(screen: &Screen, scene: &Scene, width: u16) -> Vec<(String, bool)> {
    let Some(card) = &scene.level else { return Vec::new() };
    let stars = star_words(screen.theme, card.stars.unwrap_or(0));
    let is_won = card.stars.is_some_and(|stars| stars > 0);
    let mut paragraphs = vec![(format!("{stars}  {}", card.standing_words), true), (String::new(), false)];
    if is_won {
        let learnt = screen.campaign.level().map(|level| level.learnt.clone()).unwrap_or_default();
        paragraphs.push((learnt, false));
    } else {
        let lost = card.goals.iter().filter(|goal| matches!(goal.state, GoalStatus::Lost(_)));
        paragraphs
            .extend(lost.take(1).map(|goal| (format!("Not met: {}: {}", goal.words, goal.loss), false)));
    }
    paragraphs.extend(answer_words(screen, card).map(|words| (words, false)));
    if card.trails.as_ref().is_some_and(|trails| !trails.own.is_empty() && !trails.par.is_empty()) {
        let (own, par) = (dot(screen.theme), PAR_DOT);
        let naive = if card.naive.len() > 1 { format!(", {NAIVE_DOT} the naive one") } else { String::new() };
        paragraphs.push((format!("On the land: {own} your way, {par} par's{naive}."), false));
    }
    let room = usize::from(width).saturating_sub(4);
    let wrapped = |(words, is_result): (String, bool)| {
        let lines = if words.is_empty() { vec![String::new()] } else { wrap(&words, room) };
        lines.into_iter().map(move |line| (line, is_result)).collect::<Vec<_>>()
    };
    paragraphs.into_iter().flat_map(wrapped).collect()
}
