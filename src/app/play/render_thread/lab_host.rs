//! Clocks and files for the lab's screen: time to run, loading and storing maps, and timing of searches. The screen
//! does not live here (`tui::lab`).

use super::guest::{Guest, GuestEffect};
use crate::app::codex::{included_book, suite_map};
use crate::app::maps::{MapList, glyph_costs_words};
use crate::app::play::{clock, session};
use crate::codex::Book;
use crate::grid::Size;
use crate::lab::{LabMap, LabSession, Setup, with_prepared};
use crate::scene::{Leak, PricedLand};
use crate::search::Tally;
use crate::text::Printable;
use crate::tui::lab::{CodexProgress, LabEffect, LabScreen, Reader};
use crate::tui::{self, Screen};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::Event;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

/// Time per frame for the search of a worst map.
const BREAKER_SLICE: Duration = Duration::from_millis(15);
/// A search that takes less is measured several times, and the minimum is used.
const SHORT_SEARCH: Duration = Duration::from_millis(2);
/// Number of repetitions.
const REPETITIONS: u32 = 5;

/// The lab's screen with its clocks and files.
pub(super) struct LabHost {
    /// The screen.
    pub screen: LabScreen,
    maps: MapList,
    /// The pages of the codex, once they are read.
    book: Option<Rc<Book>>,
    /// What of them was read, if no page is open.
    progress: CodexProgress,
}

impl LabHost {
    /// A host for a screen, with the maps of this folder of saves and the map that it opens with.
    pub(super) fn new(mut screen: LabScreen, saves: &Path, says: &str) -> LabHost {
        let maps = MapList::new(saves, Some((says, screen.session.ground())));
        screen.maps = maps.list();
        screen.advance_clock(clock::millis());
        LabHost { screen, maps, book: None, progress: session::codex_progress() }
    }

    /// A host for a land of the game, with the look of the game's screen. The list of maps includes the leak, to
    /// compare. `None` if no cell is passable.
    pub(super) fn over_land(screen: &Screen, land: PricedLand, leak: Leak, saves: &Path) -> Option<LabHost> {
        let PricedLand { name, size, prices, start, goal, .. } = land.clone();
        let leaked = LabMap::new(format!("{name}, leaked"), size, leak.0)?.with_ends(start, goal);
        let ground = LabMap::new(name, size, prices)?.with_ends(start, goal);
        let area = (screen.area.width, screen.area.height);
        let mut lab = LabScreen::new(screen.theme, area, LabSession::new(ground));
        (lab.keys, lab.mouse, lab.from_game) = (screen.keys.clone(), screen.mouse, true);
        let mut bench = LabHost::new(lab, saves, "as known to its people");
        bench.maps.add("a leak: unseen ground costs 5, 6 or 7 by its true kind", leaked);
        bench.screen.maps = bench.maps.list();
        bench.screen.own_land = Some(land);
        bench.screen.start_run();
        Some(bench)
    }

    /// A host for the codex with the look of the game's screen, at the page that something in the game leads to.
    pub(super) fn over_codex(screen: &Screen, from: &str, saves: &Path) -> LabHost {
        let area = (screen.area.width, screen.area.height);
        let ground = LabMap::open("nothing", Size::new(8, 4));
        let mut lab = LabScreen::new(screen.theme, area, LabSession::new(ground));
        (lab.keys, lab.mouse, lab.from_game) = (screen.keys.clone(), screen.mouse, true);
        let mut bench = LabHost::new(lab, saves, "plain ground");
        bench.open_codex(from);
        bench
    }

    /// Opens the codex at the page that something leads to, else at the one read last, else at the first.
    pub(super) fn open_codex(&mut self, from: &str) {
        match self.book.clone().map_or_else(|| included_book().map(Rc::new), Ok) {
            Ok(book) => {
                let page = book.opened_by(from);
                self.read(book, page);
            }
            Err(why) => self.screen.notices.refuse(why),
        }
    }

    /// Opens a book at a page, else at the one read last, else at the first.
    pub(super) fn read(&mut self, book: Rc<Book>, page: Option<usize>) {
        let last = self.progress.last.as_ref().and_then(|id| book.index_of(id));
        self.open_page(book, page.or(last).unwrap_or(0));
    }

    /// Opens a page.
    pub(super) fn open_page(&mut self, book: Rc<Book>, page: usize) {
        let progress = self.screen.progress().cloned().unwrap_or_else(|| self.progress.clone());
        self.book = Some(book.clone());
        match Reader::open(book, page, progress, &suite_map) {
            Ok((reader, session)) => {
                self.screen.read(reader, session);
                self.store_progress();
            }
            Err(why) => self.screen.notices.refuse(why),
        }
    }

    /// Remembers what was read.
    pub(super) fn store_progress(&mut self) {
        if let Some(words) = self.screen.progress().and_then(session::remember_codex) {
            self.screen.notices.refuse(words);
        }
    }

    /// Carries out an effect; returns what is left of it.
    fn apply_effect(&mut self, effect: LabEffect) -> Option<GuestEffect> {
        match effect {
            LabEffect::Load(index) => match self.maps.load_index(index) {
                Ok(ground) => self.screen.load_map(ground),
                Err(why) => self.screen.notices.refuse(why),
            },
            LabEffect::SaveMap(ground) => match self.maps.store_map(&ground) {
                Ok(path) => {
                    self.screen.maps = self.maps.list();
                    // The format has no room for costs, and the scenario's length holds only with them.
                    let costs = glyph_costs_words(&ground);
                    let hint =
                        costs.map_or_else(String::new, |list| format!("solve it with --costs {list}: "));
                    self.screen.notices.notify(format!("{hint}saved as {}", Printable(path)));
                }
                Err(error) => self.screen.notices.refuse(format!("not saved: {error}")),
            },
            LabEffect::Export { name, text } => match self.maps.store_trace(&name, &text) {
                Ok(path) => self.screen.notices.notify(format!("saved as {}", Printable(path))),
                Err(error) => self.screen.notices.refuse(format!("not saved: {error}")),
            },
            LabEffect::OpenPage(Some(page)) => {
                if let Some(book) = self.book.clone() {
                    self.open_page(book, page);
                }
            }
            LabEffect::OpenPage(None) => self.screen.notices.refuse("there is no such page"),
            LabEffect::OpenCodex(from) => self.open_codex(&from),
            LabEffect::Leave => {
                self.store_progress();
                return Some(GuestEffect::Leave);
            }
            LabEffect::Interrupt => return Some(GuestEffect::Interrupt),
            LabEffect::Suspend => return Some(GuestEffect::Suspend),
            LabEffect::Mouse(on) => return Some(GuestEffect::Mouse(on)),
        }
        None
    }

    /// Times a lane that has no time yet, unless something is being dragged.
    fn time_lane(&mut self) -> bool {
        if self.screen.held.is_some() {
            return false;
        }
        let lanes = self.screen.session.lanes();
        let untimed = lanes.iter().position(|lane| {
            lane.duration_nanos.is_none() && lane.run.as_ref().is_ok_and(|run| !run.recording().is_cut)
        });
        let Some(lane) = untimed else { return false };
        if let Some(nanos) = search_nanos(self.screen.session.ground(), &lanes[lane].setup) {
            self.screen.session.set_duration(lane, nanos);
        }
        true
    }
}

impl Guest for LabHost {
    fn event(&mut self, event: &Event) -> Vec<GuestEffect> {
        self.screen.now_ms = clock::millis();
        let effects = match event {
            Event::Key(key) => self.screen.key(key),
            Event::Mouse(mouse) => self.screen.mouse(mouse),
            Event::Paste(text) => self.screen.paste(text),
            _ => Vec::new(),
        };
        effects.into_iter().filter_map(|effect| self.apply_effect(effect)).collect()
    }

    fn resize(&mut self, (width, height): (u16, u16)) {
        self.screen.resize(width, height);
    }

    fn advance(&mut self) -> bool {
        let mut changed = self.screen.advance_clock(clock::millis());
        let until = clock::now() + BREAKER_SLICE;
        while self.screen.is_breaking() && clock::now() < until {
            self.screen.step_breaker();
            changed = true;
        }
        changed | self.time_lane()
    }

    fn is_animating(&self) -> bool {
        self.screen.is_animating()
    }

    fn draw(&self, buffer: &mut Buffer) {
        tui::lab::draw(buffer, &self.screen);
    }

    fn refuse(&mut self, why: &str) {
        self.screen.notices.refuse(why);
    }

    fn hand_back(&self, screen: &mut Screen) {
        (screen.theme, screen.mouse) = (self.screen.theme, self.screen.mouse);
    }
}

/// Duration of a prepared, unobserved search, in nanoseconds.
fn search_nanos(ground: &LabMap, setup: &Setup) -> Option<u64> {
    let measured = with_prepared(ground, setup, |solver, (start, goal)| {
        let mut once = || {
            let before = clock::now();
            solver.begin(start, goal);
            solver.run(u32::MAX, &mut Tally::default());
            clock::now().saturating_sub(before)
        };
        let first = once();
        let repetitions = if first < SHORT_SEARCH { REPETITIONS } else { 0 };
        (0..repetitions).map(|_| once()).fold(first, Duration::min)
    });
    measured.ok().map(|time| time.as_nanos() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;
    use crate::tui::Theme;

    /// The land and its leak come first in the list of maps, with the same start and goal.
    #[test]
    fn the_leak_is_listed_beside_the_land_with_the_same_query() {
        let screen = Screen::new(Theme::default(), 80, 24, true);
        let land = PricedLand {
            name: "Ada's land".to_owned(),
            size: Size::new(3, 2),
            prices: vec![1000, 0, 6000, 1000, 2000, 6000],
            ground: vec![None; 6],
            start: Cell::new(2, 0),
            goal: Cell::new(0, 0),
        };
        let leak = Leak(vec![1000, 0, 7000, 1000, 2000, 5000]);
        let nowhere = tempfile::tempdir().expect("a folder");
        let bench =
            LabHost::over_land(&screen, land.clone(), leak.clone(), nowhere.path()).expect("free cells");
        assert!(bench.screen.maps[1].1.contains("leak") && !bench.screen.maps[0].1.contains("leak"));
        let [honest, leaked] = [0, 1].map(|place| bench.maps.load_index(place).expect("both are there"));
        assert_eq!((honest.costs(), leaked.costs()), (&land.prices[..], &leak.0[..]));
        assert_eq!(bench.screen.session.ground(), &honest);
        for ground in [honest, leaked] {
            assert_eq!((ground.start(), ground.goal()), (land.start, land.goal));
        }
    }
}
