//! `r` while a path is explained: a bet on one of four searches, which then race there over the player's own land.
//!
//! How they run and what the land shows of it is in `race_run`. Time stands still meanwhile.

use super::race_run::{RACER_ROWS, RACERS, Race, Racer};
use crate::grid::Cell;
use crate::lab::grouped;
use crate::scene::{Command, ORDERS_MAX, Order, Question, Queue, Scene};
use crate::tui::effect::Effect;
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::kit::view::{Reply, View};
use crate::tui::kit::{
    LIST_COLUMNS, ListRow, ListSource, ListView, PlaceOf, fill, shorten, titled_line, wrapped, write,
    write_lines,
};
use crate::tui::look::color::Rgb;
use crate::tui::look::theme::{DIM, TEXT, Theme, hue_at};
use crate::tui::questions::QuestionKind;
use crate::tui::state::Screen;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

/// Most cells of a land over which searches race: all four are kept in full.
const CELLS_MAX: u32 = 1 << 20;

/// The camera returns, and time goes on as before.
fn leave(screen: &mut Screen) -> Vec<Effect> {
    screen.questions.forget(QuestionKind::Race);
    let Some(race) = screen.race.take() else { return Vec::new() };
    screen.map.camera = race.camera;
    if race.was_running { screen.set_paused(false) } else { Vec::new() }
}

/// Opens the list of bets on a race to the cursor, and asks for the land. Time stands still.
pub(crate) fn enter(screen: &mut Screen) -> Vec<Effect> {
    let to = screen.map.cursor;
    let Some(query) = screen.explaining.query.filter(|query| query.start != to) else {
        return screen.refuse("move the cursor to the destination first");
    };
    if u32::from(screen.map.land.0) * u32::from(screen.map.land.1) > CELLS_MAX {
        return screen.refuse("this land is too large for a race: open the lab");
    }
    let walker = screen.selection.leader().filter(|_| screen.selection.leader_cell == Some(query.start));
    let was_running = !screen.time_pace.paused;
    screen.race = Some(Box::new(Race::between((query.start, to), walker, was_running, screen.map.camera)));
    screen.notices.take();
    screen.views.open(ListView::at(BetList, 0));
    let mut effects = if was_running { screen.set_paused(true) } else { Vec::new() };
    let question = Question::LandBetween { kind: query.kind, from: query.start, to };
    effects.push(screen.questions.ask(QuestionKind::Race, question));
    effects
}

/// The searches to bet on.
#[derive(Clone, Debug)]
struct BetList;

impl ListSource<Screen> for BetList {
    const BESIDE: Option<PlaceOf<Screen>> = Some(Screen::char_of_cursor);
    const SIZE_MAX: (u16, usize) = (LIST_COLUMNS, RACERS.len());
    const MODE: Mode = Mode::Race;

    fn heading(&self, _: &Screen, _: &Scene) -> String {
        "A race of searches".to_owned()
    }

    fn prompt(&self, _: &Screen, _: &Scene) -> String {
        "bet on the one that expands the fewest cells".to_owned()
    }

    fn rows(&self, _: &Screen, _: &Scene) -> Vec<ListRow> {
        let row = |(item, racer): (usize, &Racer)| {
            ListRow::new(item, format!("{} {}", item + 1, racer.name), racer.words)
        };
        RACERS.iter().enumerate().map(row).collect()
    }

    fn choose(&mut self, item: usize, screen: &mut Screen, _: &Scene) -> Reply<Screen> {
        let now = screen.clock.now_ms;
        if let Some(race) = &mut screen.race {
            race.place_bet(item, now);
            let ends = race.ends;
            screen.map.show_both(ends, screen.map_area());
            screen.views.open(RaceView);
        }
        Reply::close()
    }

    fn closed(&self, screen: &mut Screen) -> Vec<Effect> {
        leave(screen)
    }
}

/// The race on the screen: the land shows it, and a card below tells it.
#[derive(Clone, Debug)]
struct RaceView;

impl View<Screen> for RaceView {
    fn mode(&self) -> Mode {
        Mode::Race
    }

    /// The whole screen: a click beside the card leaves the race as its key does.
    fn area(&self, screen: &Screen, _: &Scene) -> Rect {
        screen.area
    }

    fn key(&mut self, intent: KeyIntent, screen: &mut Screen, _: &Scene) -> Reply<Screen> {
        if intent == KeyIntent::Confirm { confirm(screen) } else { Reply::stay() }
    }

    /// A click shows the end; then one on the card confirms.
    fn mouse(&mut self, at: Position, screen: &mut Screen, _: &Scene) -> Reply<Screen> {
        let is_over = screen.race.as_ref().is_some_and(|race| race.is_over());
        if is_over && !card_area(screen).contains(at) {
            return Reply::Close(leave(screen));
        }
        confirm(screen)
    }

    fn draw(&self, buffer: &mut Buffer, screen: &Screen, _: &Scene) {
        let Some(race) = &screen.race else { return };
        let (theme, area) = (screen.theme, card_area(screen));
        fill(buffer, area, theme.text(TEXT));
        write(buffer, area, 0, &titled_line(theme, "Race", &race.bet_words(), area.width, ""));
        let inner = Rect { x: area.x + 1, y: area.y + 1, width: area.width - 2, height: area.height - 1 };
        let width = inner.width / 2;
        for racer in 0..RACERS.len() {
            let column = Rect { x: inner.x + width * (racer as u16 % 2), width, ..inner };
            write(buffer, column, racer as u16 / 2, &racer_line(theme, race, racer));
        }
        let Some(verdict) = race.verdict() else { return };
        let lines = wrapped(&verdict, usize::from(inner.width), theme.text(TEXT));
        write_lines(buffer, inner, RACER_ROWS, lines);
    }

    fn closed(&self, screen: &mut Screen) -> Vec<Effect> {
        leave(screen)
    }
}

/// Stops along a path that keep a unit on it: where it turns, the last one at its end; fewer if there are too many.
fn stops_along(path: &[Cell]) -> Vec<Order> {
    let turns = |three: &&[Cell]| three[0].dir_to(three[1]) != three[1].dir_to(three[2]);
    let corners: Vec<Cell> = path.windows(3).filter(turns).map(|three| three[1]).collect();
    let every = corners.len().div_ceil(ORDERS_MAX - 1).max(1);
    let kept = corners.into_iter().step_by(every);
    kept.chain(path.last().copied()).map(Order::Go).collect()
}

/// Shows the end of the race; at its end, sends the unit along the winner's path or leaves.
fn confirm(screen: &mut Screen) -> Reply<Screen> {
    let Some(race) = &mut screen.race else { return Reply::close() };
    if !race.is_over() {
        race.finish();
        return Reply::stay();
    }
    let (walker, orders) = (race.goes_on(), stops_along(race.path()));
    let mut effects = leave(screen);
    if let Some(unit) = walker {
        screen.return_to_land();
        let walk = Command::Orders { units: vec![unit], orders, queue: Queue::Replace };
        effects.insert(0, Effect::Command(walk));
    }
    Reply::Close(effects)
}

/// The card, at the bottom of the map.
fn card_area(screen: &Screen) -> Rect {
    let map = screen.layout().map;
    let height = screen.race.as_ref().map_or(0, |race| race.card_rows(map));
    Rect { y: map.bottom() - height, height, ..map }
}

/// A search in its hue, with its letter and how many cells it has expanded: bold once it has ended.
fn racer_line(theme: Theme, race: &Race, index: usize) -> Line<'static> {
    let racer = &RACERS[index];
    let (count, has_ended) = race.progress(index).unwrap_or_default();
    let style = if has_ended { theme.bold(TEXT) } else { theme.text(DIM) };
    Line::from(vec![
        Span::styled(format!(" {} ", racer.letter), theme.on(Rgb(0, 0, 0), hue_at(racer.hue).0)),
        Span::styled(format!(" {} ", shorten(racer.name, 18)), theme.text(TEXT)),
        Span::styled(grouped(u64::from(count)), style),
    ])
}
