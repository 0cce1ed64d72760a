//! Handling intents: changes to the screen, and effects for the rest of the program.
//!
//! Nothing here depends on a terminal, so tests can drive it. Orders are in `orders`, the mouse in `mouse`.

use super::clock::SPEEDS;
use super::effect::Effect;
use super::kit::view::{self, Host, ListAction, Views};
use super::kit::{Layout, ListView};
use super::questions::QuestionKind;
use super::state::{LandRole, Screen};
use crate::grid::Cell;
use crate::scene::{PageKind, Question, Scene, UnitId, Viewport, kind_name};
use crate::text::is_visible;
use crate::tui::cards::bottom_line::next_hint;
use crate::tui::cards::card_view::CardView;
use crate::tui::cards::goals;
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::input::mode::BookmarkPrompt;
use crate::tui::look::theme::Theme;
use crate::tui::map::camera::moved;
use crate::tui::map::small_map;
use crate::tui::modes::possession::pause_action;
use crate::tui::overlays::export_menu::ExportMenu;
use crate::tui::overlays::help::HelpView;
use crate::tui::overlays::ledger::LedgerView;
use crate::tui::overlays::level_views::{self, level_list};
use crate::tui::overlays::log::LogView;
use crate::tui::overlays::page::{self, PageCard};
use crate::tui::overlays::quit::QuitPrompt;
use crate::tui::overlays::{explanation, lenses, menu, race, what_if};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind};

/// What is said of a box without units.
pub(super) const NONE_IN_BOX: &str = "none of your units in the box";

impl Screen {
    /// Handles a key.
    pub fn key(&mut self, key: &KeyEvent, scene: &Scene) -> Vec<Effect> {
        if key.kind == KeyEventKind::Release {
            return Vec::new();
        }
        let skipped = self.editing.skip_pinch();
        skipped.into_iter().chain(self.press_key(key, scene)).collect()
    }

    fn press_key(&mut self, key: &KeyEvent, scene: &Scene) -> Vec<Effect> {
        if self.is_watching() && self.keys.intent(Mode::Watch, key) == Some(KeyIntent::NextStory) {
            return self.update_watch(KeyIntent::NextStory, scene);
        }
        self.note_input();
        // Between words of a filter.
        if key.code == KeyCode::Char(' ') && self.views.is_filtered() {
            return self.update(KeyIntent::Type(' '), scene);
        }
        match self.keys.intent(self.active_mode(), key) {
            Some(intent) => self.update(intent, scene),
            // A proposal waits to be confirmed: what is no key must not cover it with a message.
            None if self.active_mode().takes_text() || self.active_mode() == Mode::Go => Vec::new(),
            None => {
                self.refuse(format!("no such key — {} lists all keys", self.keys.key_for(KeyIntent::Help)))
            }
        }
    }

    /// Types a pasted text into a filter; nothing else takes one.
    pub fn paste(&mut self, text: &str, scene: &Scene) -> Vec<Effect> {
        let typed = text.chars().filter(|letter| self.active_mode().takes_text() && is_visible(*letter));
        let typed: Vec<KeyIntent> = typed.map(KeyIntent::Type).collect();
        typed.into_iter().flat_map(|intent| self.update(intent, scene)).collect()
    }

    /// Carries out an intent.
    pub fn update(&mut self, intent: KeyIntent, scene: &Scene) -> Vec<Effect> {
        self.hints.note_used(intent);
        if self.played.role == LandRole::Showcase && intent != KeyIntent::Back {
            self.played.role = LandRole::Own;
        }
        let digits = matches!(intent, KeyIntent::Digit(_) | KeyIntent::SetGroup);
        self.selection.is_setting_group &= digits;
        let awaits = self.bookmarks.prompt.take().filter(|_| digits);
        match intent {
            KeyIntent::Interrupt => vec![Effect::Interrupt],
            KeyIntent::Suspend => vec![Effect::Suspend],
            KeyIntent::Pause if self.mode == Mode::History => {
                self.history_replay.play(self.clock.now_ms);
                Vec::new()
            }
            KeyIntent::Pause if self.mode.is_possession() && self.views.is_empty() => {
                self.act(pause_action(scene))
            }
            _ if self.asks_before(intent) => Vec::new(),
            KeyIntent::Pause | KeyIntent::Step if self.active_mode() == Mode::Choosing => {
                self.refuse("choose first")
            }
            // Nothing walks while searches race.
            KeyIntent::Pause if self.race.is_some() => Vec::new(),
            KeyIntent::Pause => self.set_paused(!self.time_pace.paused),
            KeyIntent::Help if self.active_mode() == Mode::Help => view::back(self).unwrap_or_default(),
            KeyIntent::Help => {
                self.views.open(HelpView::default());
                Vec::new()
            }
            KeyIntent::Back if self.mode.is_possession() && self.views.is_empty() => {
                self.back_from_possession()
            }
            KeyIntent::Back => self.go_back(),
            _ if !self.views.is_empty() => view::key(self, intent, scene).unwrap_or_default(),
            KeyIntent::Step => {
                let mut effects = if self.time_pace.paused { Vec::new() } else { self.set_paused(true) };
                effects.push(Effect::Step);
                effects
            }
            KeyIntent::Faster => self.set_speed(self.time_pace.speed + 1),
            KeyIntent::Slower => self.set_speed(self.time_pace.speed.saturating_sub(1)),
            KeyIntent::Steer(dx, dy) if self.mode == Mode::Possession => {
                let action = self.possession.step_or_travel((dx, dy), self.map.land);
                action.map_or_else(Vec::new, |action| self.act(action))
            }
            KeyIntent::Steer(dx, dy) => self.move_cursor(dx, dy),
            KeyIntent::Digit(digit) if let Some(what) = awaits => {
                // A jump says nothing.
                self.notices.take();
                if let Some(said) = self.bookmarks.take_digit(what, digit, &mut self.map, &self.keys) {
                    self.notices.say(said);
                }
                Vec::new()
            }
            _ => self.update_land(intent, scene),
        }
    }

    /// Carries out what changes only what is shown; hands on the rest.
    fn update_land(&mut self, intent: KeyIntent, scene: &Scene) -> Vec<Effect> {
        match intent {
            KeyIntent::ZoomIn => self.map.zoom(true, self.map_area()),
            KeyIntent::ZoomOut => self.map.zoom(false, self.map_area()),
            KeyIntent::Busiest => self.map.jump(scene.busiest_cell),
            KeyIntent::Follow => {
                let words = self.map.toggle_follow(!self.selection.units.is_empty());
                self.notices.notify(words);
            }
            KeyIntent::Reveal => {
                let said = self.map.toggle_knowledge();
                self.notices.say(said);
            }
            KeyIntent::SearchOverlay => self.map.search_overlay.toggle(),
            KeyIntent::Lenses => lenses::toggle(self),
            KeyIntent::Colours => {
                let words = self.theme.next_palette();
                self.notices.notify(words);
            }
            KeyIntent::Card => self.views.open(CardView::over(self)),
            KeyIntent::Log => self.views.open(LogView::at_told_line(self, scene)),
            KeyIntent::First => self.history_replay.show(0),
            KeyIntent::Last => self.history_replay.show(self.history_replay.last()),
            KeyIntent::Town if let Some(event) = self.map.director.told => {
                self.views.open(PageCard::of(PageKind::Event(event)));
            }
            KeyIntent::Town => match PageCard::of_town(self.map.cursor, scene) {
                Some(page) => self.views.open(page),
                None => self.notices.refuse("no settlement in sight"),
            },
            KeyIntent::Objectives if scene.level.is_some() => goals::toggle(self, scene),
            KeyIntent::Ledger => self.views.open(LedgerView::default()),
            KeyIntent::SkipHint => match next_hint(self) {
                Some((hint, _)) => self.hints.note_used(hint),
                None => self.notices.notify("no hint left"),
            },
            KeyIntent::SmallMap => small_map::toggle(self, scene),
            KeyIntent::SetBookmark | KeyIntent::JumpToBookmark => {
                let sets = intent == KeyIntent::SetBookmark;
                let what = if sets { BookmarkPrompt::Set } else { BookmarkPrompt::Jump };
                let said = self.bookmarks.await_digit(what, &self.keys);
                self.notices.say(said);
            }
            KeyIntent::Orders => menu::open(self),
            KeyIntent::Quit => self.views.open(QuitPrompt),
            KeyIntent::Levels => self.views.open(level_list(self)),
            KeyIntent::Export => self.views.open(ListView::at(ExportMenu, 0)),
            KeyIntent::SetGroup => {
                let said = self.selection.await_group(&self.keys);
                self.notices.say(said);
            }
            _ => return self.update_game(intent, scene),
        }
        Vec::new()
    }

    fn update_game(&mut self, intent: KeyIntent, scene: &Scene) -> Vec<Effect> {
        match intent {
            KeyIntent::History => self.enter_history(scene),
            KeyIntent::Year => vec![self.open_year(Some(scene.status.year.saturating_sub(1).max(1)))],
            KeyIntent::Objectives => page::open_objectives(self, scene),
            KeyIntent::WhatIf => what_if::ask(self, scene),
            KeyIntent::NewLand => vec![Effect::NewLand],
            KeyIntent::TakeBack => level_views::take_back(self, scene),
            KeyIntent::Save => vec![Effect::Save],
            KeyIntent::Mouse => {
                self.mouse = !self.mouse;
                let off = || format!("the mouse selects text — {} switches back", self.keys.key_for(intent));
                self.notices.notify(if self.mouse {
                    "the mouse controls the game".to_owned()
                } else {
                    off()
                });
                vec![Effect::Mouse(self.mouse)]
            }
            KeyIntent::Next => self.select_next_by(scene, 1),
            KeyIntent::Previous => self.select_next_by(scene, -1),
            KeyIntent::AllOfKind => {
                let first = format!("select a unit first ({})", self.keys.key_for(KeyIntent::Next));
                self.select_all(self.selection.kind_of_leader(scene), &first)
            }
            KeyIntent::Box => {
                if let Some(corner) = self.selection.box_corner.take() {
                    return self.select_all(units_between(corner, self.map.cursor, scene), NONE_IN_BOX);
                }
                self.selection.box_corner = Some(self.map.cursor);
                let again = self.keys.key_for(KeyIntent::Box);
                self.notify(format!("move to the other corner, then press {again} again"))
            }
            KeyIntent::Digit(digit) => self.use_group(digit, scene),
            KeyIntent::Explain if self.mode.is_possession() => self.explain_foe(scene),
            KeyIntent::Explain => explanation::turn_page(self),
            KeyIntent::RouteQuery => {
                self.enter_route_query();
                Vec::new()
            }
            // The lab opens with the answer.
            KeyIntent::Lab => {
                let question = Question::Land { unit: self.selection.leader(), cursor: self.map.cursor };
                vec![self.questions.ask(QuestionKind::Lab, question)]
            }
            KeyIntent::Codex => vec![Effect::Codex(self.codex_topic(scene))],
            KeyIntent::PlayAs => self.possess(scene),
            _ if self.mode.is_possession() => self.update_possessed(intent),
            KeyIntent::NextKind => {
                self.explaining.next_kind();
                self.ask_route()
            }
            KeyIntent::Race => race::enter(self),
            KeyIntent::Confirm if self.mode == Mode::RouteQuery => {
                self.explaining.start_query(self.map.cursor);
                Vec::new()
            }
            _ => self.update_order(intent, scene),
        }
    }

    /// Pauses or resumes.
    pub fn set_paused(&mut self, paused: bool) -> Vec<Effect> {
        self.time_pace.paused = paused;
        let before = self.map_area();
        if !paused && self.goals.start() {
            // The message said how to start.
            self.notices.take();
            self.map.refit(before, self.map_area());
        }
        vec![Effect::Pause(paused)]
    }

    fn set_speed(&mut self, requested: usize) -> Vec<Effect> {
        let speed = requested.min(SPEEDS.len() - 1);
        self.time_pace.speed = speed;
        let mut effects = vec![Effect::Speed(speed)];
        if self.time_pace.paused {
            effects.extend(self.set_paused(false));
        }
        effects
    }

    /// Goes back one step: leaves the view, mode, box, explanation, lens or search overlay, or clears the selection.
    /// Never quits.
    fn go_back(&mut self) -> Vec<Effect> {
        self.pointer.held_stop = None;
        if let Some(effects) = view::back(self) {
            return effects;
        }
        if self.played.role == LandRole::Showcase {
            return vec![Effect::OwnLand];
        }
        if self.mode == Mode::History {
            return self.leave_history();
        }
        if self.editing.line_start.take().is_some() {
        } else if self.mode != Mode::Land {
            self.return_to_land();
            return self.request_explanation();
        } else if self.selection.box_corner.take().is_some() || self.pointer.drag.take().is_some() {
            // What it said of the other corner is over, too.
            self.notices.take();
        } else if self.explaining.is_open {
            self.explaining.is_open = false;
            self.explaining.drop_answer();
        } else if self.map.lens.take().is_some() {
        } else if self.map.search_overlay.is_on {
            self.map.search_overlay.toggle();
        } else if !self.selection.units.is_empty() {
            self.selection.units.clear();
            self.map.follow = false;
        } else {
            self.notices.notify(format!("{} saves and quits", self.keys.key_for(KeyIntent::Quit)));
        }
        Vec::new()
    }

    fn move_cursor(&mut self, dx: i32, dy: i32) -> Vec<Effect> {
        if self.map.land.0 == 0 || self.map.land.1 == 0 {
            return Vec::new();
        }
        if self.mode == Mode::History && dx != 0 {
            self.history_replay.scrub(dx);
            return Vec::new();
        }
        let scale = self.window().scale;
        let to = moved(self.map.cursor, (dx * scale, dy * scale), self.map.land);
        self.map.follow = false;
        self.map.look_at(to, self.map_area());
        self.retarget(to)
    }

    /// What on the screen the codex is asked about: a level that is over, an explanation's largest difference, the
    /// settlement under the cursor, the lens, the selected unit.
    pub(super) fn codex_topic(&self, scene: &Scene) -> String {
        let level = self.campaign.level().filter(|_| self.active_mode() == Mode::LevelOver);
        let explanation = self.explaining.answer.as_ref().filter(|_| self.explaining.is_open_in(self.mode));
        let term = explanation.and_then(|explanation| explanation.largest_difference());
        let place = scene.town_markers.iter().find(|marker| marker.cell == self.map.cursor);
        let topics = [
            level.map(|level| format!("level:{}", level.name)),
            term.map(|term| format!("term:{term}")),
            place.map(|marker| format!("place:{}", marker.kind.name())),
            self.map.lens.map(|lens| format!("lens:{}", lens.row().name)),
            self.selection.leader_letter(scene).and_then(kind_name).map(|kind| format!("unit:{kind}")),
        ];
        topics.into_iter().flatten().next().unwrap_or_default()
    }

    /// Selects these units and shows the first.
    pub fn select(&mut self, units: Vec<UnitId>) -> Vec<Effect> {
        let changed = units.first() != self.selection.units.first();
        self.selection.units = units;
        if !changed {
            return Vec::new();
        }
        self.explaining.drop_answer();
        self.map.search_overlay.replay_last(self.selection.leader());
        self.request_explanation()
    }

    fn select_next_by(&mut self, scene: &Scene, by: i32) -> Vec<Effect> {
        let Some((id, cell)) = self.selection.next_by(by, scene, self.map.cursor) else {
            return self.refuse("no units left to select");
        };
        self.return_to_land();
        self.map.visit(cell, self.map_area());
        self.select(vec![id])
    }

    /// Selects several units, or says why there are none.
    pub(super) fn select_all(&mut self, units: Vec<UnitId>, none: &str) -> Vec<Effect> {
        if units.is_empty() {
            return self.refuse(none);
        }
        self.notices.notify(format!("{} selected", units.len()));
        self.select(units)
    }

    fn use_group(&mut self, digit: u8, scene: &Scene) -> Vec<Effect> {
        if let Some(words) = self.selection.set_group(digit) {
            return self.notify(words);
        }
        let units = self.selection.groups[usize::from(digit).min(9)].clone();
        let first = units.first().and_then(|id| scene.mine.iter().find(|m| m.0 == *id));
        let Some(first) = first else {
            let set = self.keys.key_for(KeyIntent::SetGroup);
            return self.refuse(format!("group {digit} is empty — {set} {digit} sets it"));
        };
        self.map.look_at(first.2, self.map_area());
        self.select(units)
    }
}

impl Host for Screen {
    type Mode = Mode;
    type Intent = KeyIntent;
    type Effect = Effect;
    type Picture = Scene;
    type Request = Viewport;

    fn views(&self) -> &Views<Screen> {
        &self.views
    }

    fn views_mut(&mut self) -> &mut Views<Screen> {
        &mut self.views
    }

    fn carry_out(&mut self, intent: KeyIntent, scene: &Scene) -> Vec<Effect> {
        self.update(intent, scene)
    }

    fn list_action(intent: KeyIntent) -> Option<ListAction> {
        match intent {
            KeyIntent::Row(by) => Some(ListAction::Row(by)),
            KeyIntent::Type(letter) => Some(ListAction::Type(letter)),
            KeyIntent::Undo => Some(ListAction::Delete),
            KeyIntent::Confirm => Some(ListAction::Confirm),
            KeyIntent::Digit(digit) => Some(ListAction::Digit(digit)),
            _ => None,
        }
    }

    fn show_refusal(&mut self, text: String) {
        self.notices.refuse(text);
    }

    fn looks(&self) -> Theme {
        self.theme
    }

    fn parts(&self) -> Layout {
        self.layout()
    }
}

/// The player's units between two corners.
pub(super) fn units_between(a: Cell, b: Cell, scene: &Scene) -> Vec<UnitId> {
    let within = |at: u16, a: u16, b: u16| at >= a.min(b) && at <= a.max(b);
    let inside = |c: Cell| within(c.x, a.x, b.x) && within(c.y, a.y, b.y);
    scene.mine.iter().filter(|m| inside(m.2)).map(|m| m.0).collect()
}
