//! The screen's state: camera, cursor, mode, selection, drafts, pending questions. Plain data.
//!
//! It is changed in `update`, `orders` and `mouse`, and drawn in `chrome`, `panel` and `marks`.

use super::clock::{ScreenClock, TimePace};
use super::effect::Effect;
use super::kit::view::{self, Views};
use super::kit::{Layout, Notices};
use super::questions::{OpenQuestions, QuestionKind};
pub(super) use super::selection::HeldStop;
use super::selection::{Bookmarks, Pointer, Selection};
use crate::scene::{Answer, Explanation, Foresight, Question, Scene, Viewport, YearCard};
use crate::tui::cards::headlines::Headlines;
use crate::tui::input::hints::Hints;
use crate::tui::input::keymap::Mode;
use crate::tui::input::keys::Keys;
use crate::tui::look::theme::Theme;
use crate::tui::map::camera::Window;
use crate::tui::map::state::Map;
pub(super) use crate::tui::modes::draft::Proposal;
use crate::tui::modes::draft::{Draft, Editing, Explaining, Possession, WhatIfState};
use crate::tui::modes::history_replay::HistoryReplay;
use crate::tui::overlays::campaign::Campaign;
use crate::tui::overlays::race_run::Race;
use ratatui::layout::Rect;

/// Whether the card is unfolded, and the level's last known state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GoalsCard {
    /// Whether the card is unfolded.
    pub is_unfolded: bool,
    /// Its first visible line.
    pub scroll: u16,
    /// The lines that it takes above the map while it is folded.
    pub(super) lines: u16,
    /// Whether the level was over at the last scene; `None` before the first scene with a level.
    pub(super) was_over: Option<bool>,
}

impl GoalsCard {
    /// Whether a level is being played.
    pub(super) fn is_in_level(self) -> bool {
        self.was_over.is_some()
    }

    /// Folds the card when time starts to run, until the level ends. Returns whether a level is being played.
    pub(super) fn start(&mut self) -> bool {
        let goes_on = self.was_over == Some(false);
        self.is_unfolded &= !goes_on;
        goes_on
    }
}

/// What a land is to the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LandRole {
    /// A land of its own.
    #[default]
    Own,
    /// A land of its own, to which it returns after a while.
    Returned,
    /// It shows a newcomer what lands come to, until the player does something in it.
    Showcase,
    /// The land of a day: its score is told when its years are over.
    Daily,
}

/// What is known of the land that is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlayedLand {
    /// What it is to the player.
    pub role: LandRole,
    /// Whether a work is offered.
    pub(super) has_offer: bool,
    /// Whether the open page asks about a charter.
    pub(super) has_charter: bool,
    /// Whether a scene of it has arrived.
    pub(super) has_scene: bool,
    /// The year of the last scene.
    pub(super) last_year: Option<u32>,
}

impl PlayedLand {
    /// Takes what a new scene says of offers.
    fn take_scene(&mut self, scene: &Scene) {
        self.has_charter = scene.page.as_ref().is_some_and(|page| page.offer.is_some());
        self.has_offer = scene.status.offers > 0 && !scene.status.has_steward;
    }

    /// Takes the year of a scene; returns the last one if it is over.
    pub(super) fn take_year(&mut self, year: u32) -> Option<u32> {
        self.last_year.replace(year).filter(|before| year > *before)
    }
}

/// The screen.
#[derive(Clone, Debug, Default)]
pub struct Screen {
    /// Colours and glyphs.
    pub theme: Theme,
    /// The key bindings.
    pub keys: Keys,
    /// The terminal's size.
    pub area: Rect,
    /// What the map shows, and where.
    pub map: Map,
    /// The mode below any view.
    pub mode: Mode,
    /// What lies over the land and receives the keys.
    pub views: Views<Screen>,
    /// The selected units.
    pub selection: Selection,
    /// Cells to jump back to.
    pub bookmarks: Bookmarks,
    /// What the mouse holds.
    pub pointer: Pointer,
    /// The order that is being put together.
    pub draft: Draft,
    /// How the land is being edited.
    pub editing: Editing,
    /// What is being explained.
    pub explaining: Explaining,
    /// The unit that the player plays as.
    pub possession: Possession,
    /// Whether the cursor is on a settlement.
    pub is_on_settlement: bool,
    /// The position in the history replay.
    pub history_replay: HistoryReplay,
    /// The open summary of a year.
    pub year_card: Option<Box<YearCard>>,
    /// The land some days ahead with a change and without, as far as it is known.
    pub what_if: WhatIfState,
    /// The race of searches that is shown.
    pub race: Option<Box<Race>>,
    /// The goals of a level.
    pub goals: GoalsCard,
    /// What is known of the land that is played.
    pub played: PlayedLand,
    /// The levels, and their results.
    pub campaign: Campaign,
    /// Whether the game captures the mouse.
    pub mouse: bool,
    /// Whether the director takes the camera of an idle player.
    pub auto_follow: bool,
    /// The hints of the bottom line.
    pub hints: Hints,
    /// The lines of the log that are told beside the map.
    pub headlines: Headlines,
    /// The current message.
    pub notices: Notices,
    /// The pace of time.
    pub time_pace: TimePace,
    /// The program's clock.
    pub clock: ScreenClock,
    /// The questions whose answers are awaited.
    pub questions: OpenQuestions,
}

/// Scenes after which an open explanation is requested again.
const EXPLAIN_INTERVAL_SCENES: u32 = 40;

impl Screen {
    /// A screen of this size.
    pub fn new(theme: Theme, width: u16, height: u16, mouse: bool) -> Screen {
        let area = Rect::new(0, 0, width, height);
        let mut screen = Screen { theme, area, mouse, auto_follow: true, ..Screen::default() };
        (screen.clock.has_motion, screen.hints.are_on) = (true, true);
        screen
    }

    /// The mode that receives the keys.
    pub fn active_mode(&self) -> Mode {
        self.views.mode().unwrap_or(self.mode)
    }

    /// The layout.
    pub fn layout(&self) -> Layout {
        if self.map.director.is_full {
            Layout::whole(self.area)
        } else if self.shows_briefing() || self.views.mode() == Some(Mode::LevelOver) {
            Layout::beside_text(self.area)
        } else {
            Layout::new(self.area)
        }
    }

    /// The map's window.
    pub fn window(&self) -> Window {
        self.map.window(self.map_area())
    }

    /// The screen position of the cursor, if it is in view.
    pub(super) fn char_of_cursor(&self) -> Option<(u16, u16)> {
        self.window().char_of(self.map.cursor)
    }

    /// The part of the land to be shown, as a request for a scene.
    pub fn view(&self) -> Viewport {
        let window = self.window();
        let (columns, rows) = window.pixels();
        // Trips are shown of the selected units, or else of the one that the director shows.
        let mut selected = self.selection.units.clone();
        if selected.is_empty() {
            selected.extend(self.map.director.shot.as_ref().and_then(|shot| shot.story.unit));
        }
        let mut view = Viewport {
            left: window.left,
            top: window.top,
            columns,
            rows,
            cells_per_pixel: window.scale as u16,
            selected,
            cursor: self.map.cursor,
            reveal: self.map.reveal,
            past_frame: (self.mode == Mode::History).then_some(self.history_replay.frame),
            overview_size: self.map.overview_size(&self.layout(), &window),
            // They are wanted now, or in a moment.
            shows_stories: self.is_watching() || self.may_direct(),
            shows_searches: self.map.search_overlay.is_on && self.mode != Mode::History,
            lens: self.map.lens.filter(|_| self.mode != Mode::History),
            ..Viewport::default()
        };
        self.views.request(&mut view);
        view
    }

    /// Shows a message; nothing else happens.
    pub(super) fn notify(&mut self, words: impl Into<String>) -> Vec<Effect> {
        self.notices.notify(words);
        Vec::new()
    }

    /// Shows a refusal; nothing else happens.
    pub(super) fn refuse(&mut self, why: impl Into<String>) -> Vec<Effect> {
        self.notices.refuse(why);
        Vec::new()
    }

    /// Reports what a command did, or why it was refused. In draw mode the counter reports it instead.
    pub fn report_command(&mut self, text: String, refused: bool) {
        match (refused, self.mode) {
            (true, _) => {
                self.possession.requested = None;
                self.editing.pinch = None;
                self.editing.stroke_cells.clear();
                self.notices.refuse(text);
            }
            (false, Mode::Draw) => drop(self.notices.take()),
            (false, _) => {}
        }
    }

    /// Sets the time, in milliseconds; returns whether the screen needs redrawing because of it.
    pub fn advance_clock(&mut self, now: u64) -> bool {
        let blinks = self.explaining.is_open_in(self.mode) && self.clock.blinks_until(now);
        self.clock.now_ms = now;
        self.note_hint();
        let speed = Some(self.time_pace.speed).filter(|_| !self.time_pace.paused);
        let has_motion = self.clock.has_motion;
        let changes = [
            blinks,
            self.notices.advance(now),
            self.map.advance(now, speed, has_motion),
            self.editing.advance(now),
            self.race.as_mut().is_some_and(|race| race.advance(now, has_motion)),
            self.mode == Mode::History && self.history_replay.advance(now),
        ];
        changes.contains(&true) || self.is_animating()
    }

    /// Whether an animation is running, so that the next frame differs.
    pub fn is_animating(&self) -> bool {
        let now = self.clock.now_ms;
        let moves = self.map.search_overlay.is_replaying(now) || self.editing.flash.1 > now;
        let races = self.race.as_ref().is_some_and(|race| race.is_running());
        self.mode == Mode::History && self.history_replay.is_playing()
            || races
            || self.clock.has_motion
                && (moves || self.map.traces.is_moving() || self.editing.pinch(now).is_some())
    }

    /// Resizes the screen; the same cell stays in the middle.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.area = Rect::new(0, 0, width, height);
    }

    /// Requests the explanation of the leader's path, if one is open.
    pub fn request_explanation(&mut self) -> Vec<Effect> {
        self.explaining.scenes_since = 0;
        if self.mode == Mode::RouteQuery {
            self.explaining.ask_again();
            return self.ask_route();
        }
        if let Some((unit, _)) = self.explaining.foe.filter(|_| self.explaining.is_open) {
            return vec![self.questions.ask(QuestionKind::Explain, Question::Explain { unit })];
        }
        let Some(unit) = self.selection.leader().filter(|_| self.explaining.is_open) else {
            return Vec::new();
        };
        let proposed = self.draft.proposed_leg(self.mode);
        let question = match proposed.or_else(|| self.selection.queued_leg(self.map.cursor)) {
            Some((from, to)) => Question::ExplainProposed { unit, from, to },
            None => Question::Explain { unit },
        };
        vec![self.questions.ask(QuestionKind::Explain, question)]
    }

    /// Takes an answer.
    pub fn take_answer(&mut self, ticket: u64, answer: Answer) -> Vec<Effect> {
        let Some(kind) = self.questions.kind_of(ticket) else { return Vec::new() };
        match answer {
            Answer::Preview(preview) => {
                // The words of a new preview replace an older message; one that is only measured anew says nothing new.
                if self.draft.preview.is_none() {
                    self.notices.take();
                }
                self.draft.take_preview(preview);
                return self.request_explanation();
            }
            Answer::Insertion { at, before, preview } => {
                self.draft.insertion = Some((at, before));
                self.draft.take_preview(preview);
                self.notices.take();
                return self.request_explanation();
            }
            Answer::Explain(explanation) => {
                let is_first = self.explaining.answer.replace(explanation).is_none();
                if is_first {
                    self.uncover_explained();
                }
                self.explaining.note_answer();
                return self.ask_route();
            }
            Answer::BestInsert { index, added_cost: grows } => return self.insert_stop(index, grows),
            Answer::Year(card) => self.year_card = Some(card),
            Answer::Foresight(foresight) if kind == QuestionKind::Pinch => {
                let held_ms = self.editing.start_pinch(foresight, self.clock.now_ms);
                if held_ms.is_some_and(|held_ms| held_ms > 0) {
                    self.notices.take();
                }
                return held_ms.map(Effect::Hold).into_iter().collect();
            }
            Answer::Foresight(foresight) => {
                self.editing.foresight = Some(foresight);
                self.notices.take();
            }
            Answer::WhatIf(what_if) => self.what_if.answer = Some(what_if),
            Answer::Land(land, _) if kind == QuestionKind::Race => {
                let now = self.clock.now_ms;
                if let Some(Err(why)) = self.race.as_mut().map(|race| race.prepare(*land, now)) {
                    return self.give_up(Mode::Race, why);
                }
            }
            Answer::Land(land, leak) => return vec![Effect::Lab(land, leak)],
            Answer::Unavailable(why) if kind == QuestionKind::Preview => {
                self.draft.preview = None;
                self.draft.no_preview = Some(why);
            }
            Answer::Unavailable(why) if kind == QuestionKind::Explain => {
                let explanation = Explanation { words: vec![why], ..Explanation::default() };
                self.explaining.answer = Some(Box::new(explanation));
                self.explaining.note_answer();
                return self.ask_route();
            }
            Answer::Unavailable(why) if kind == QuestionKind::Foresee => {
                let foresight = Foresight { words: why, ..Foresight::default() };
                self.editing.foresight = Some(Box::new(foresight));
            }
            Answer::Unavailable(_) if kind == QuestionKind::Pinch => {
                return self.editing.skip_pinch().into_iter().collect();
            }
            Answer::Unavailable(why) if kind == QuestionKind::WhatIf => {
                return self.give_up(Mode::WhatIf, why);
            }
            Answer::Unavailable(why) => self.notices.refuse(why),
        }
        Vec::new()
    }

    /// Takes a new scene.
    pub fn take_scene(&mut self, scene: &Scene) -> Vec<Effect> {
        self.map.take_scene(scene);
        self.played.take_scene(scene);
        self.editing.is_free = scene.status.is_building_free;
        let (now, is_known) = (self.clock.now_ms, self.played.has_scene);
        if self.editing.start_flash(scene.last_edit.flash_count, now, is_known) && self.clock.moves() {
            self.map.traces.start_ripple(self.editing.stroke_middle().unwrap_or(self.map.cursor), now);
        }
        let (speed, moves) = (self.time_pace.speed, self.clock.moves());
        self.map.traces.take_scene(scene, now, speed, moves);
        let is_fastest = self.time_pace.is_fastest() && !self.mode.is_possession();
        if self.time_pace.is_slowed {
            self.headlines.hold(now);
        } else {
            self.headlines.take_scene(&scene.log, is_fastest, now);
        }
        let mut effects = self.announce_score(scene);
        self.announce_year(scene.status.year);
        let is_at_level_edge = self.announce_goals(scene);
        let is_first = !self.played.has_scene && scene.land.0 > 0;
        if is_first {
            self.played.has_scene = true;
            // What came before, such as a film of years, was not this screen's.
            self.clock.last_input_ms = now;
            self.map.camera.fit(self.map_area(), scene.land, scene.busiest_cell);
            self.map.cursor = scene.busiest_cell;
        }
        let has_life_ended = self.sync_possession(scene);
        if is_first {
            let is_back = self.played.role == LandRole::Returned && scene.status.year != 1;
            effects.extend((is_back && self.mode == Mode::Land).then(|| self.open_year(None)));
        }
        effects.extend(view::take_picture(self, scene));
        if self.selection.take_scene(scene) {
            effects.extend(self.handle_lost_leader());
            return effects;
        }
        self.is_on_settlement = scene.town_markers.iter().any(|place| place.cell == self.map.cursor);
        if let Some(cell) = self.selection.leader_cell.filter(|_| self.map.follow) {
            self.map.camera.keep_in_view(cell, self.map_area(), self.map.land);
        }
        effects.extend(self.direct(scene));
        let (leader, has_motion) = (self.selection.leader(), self.clock.has_motion);
        self.map.search_overlay.take_scene(&scene.searches, leader, now, has_motion);
        if is_at_level_edge || has_life_ended {
            // No time passes while the player reads.
            self.time_pace.paused = true;
            effects.push(Effect::Pause(true));
            return effects;
        }
        self.explaining.scenes_since += 1;
        if self.explaining.scenes_since >= EXPLAIN_INTERVAL_SCENES {
            effects.extend(self.request_explanation());
            if self.draft.preview.is_some() && !self.time_pace.paused {
                effects.extend(self.draft.ask_preview_anew(self.selection.leader(), &mut self.questions));
            }
        }
        effects
    }

    fn handle_lost_leader(&mut self) -> Vec<Effect> {
        self.notices.notify("the selected unit is gone: it retired, or the log tells why");
        self.explaining.drop_answer();
        if self.selection.units.is_empty() {
            self.return_to_land();
        }
        self.request_explanation()
    }

    /// Returns to land mode; drafts are dropped.
    pub fn return_to_land(&mut self) {
        if self.mode == Mode::RouteQuery {
            self.explaining.drop_answer();
            self.questions.forget(QuestionKind::Explain);
        }
        self.mode = Mode::Land;
        self.draft = Draft::default();
        (self.pointer.held_stop, self.pointer.drag) = (None, None);
        self.editing.line_start = None;
        self.questions.forget(QuestionKind::Preview);
        self.questions.forget(QuestionKind::Insert);
    }
}
