//! Handling intents: changes to the screen, and effects for the rest of the program.
//!
//! Nothing here depends on a terminal, so tests can drive it. Orders are in `orders`, the mouse in `mouse`.

use super::clock::SPEEDS;
use super::effect::Effect;
use super::kit::view::{self, Host, ListAction, View, Views};
use super::kit::{Layout, ListView};
use super::questions::QuestionKind;
use super::state::{LandRole, Screen};
use crate::grid::Cell;
use crate::scene::{Command, Question, Scene, UnitId, Viewport, counted, kind_name};
use crate::text::is_visible;
use crate::tui::cards::card_view::CardView;
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::input::mode::BookmarkPrompt;
use crate::tui::look::theme::Theme;
use crate::tui::map::camera::moved;
use crate::tui::map::search_overlay::SearchOverlay;
use crate::tui::overlays::export_menu::ExportMenu;
use crate::tui::overlays::help::HelpView;
use crate::tui::overlays::ledger::LedgerView;
use crate::tui::overlays::log::LogView;
use crate::tui::overlays::quit::QuitPrompt;
use ratatui::crossterm::event::{KeyEvent, KeyEventKind};

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
        if let Some(effects) = self.cut_by_key(key, scene) {
            return effects;
        }
        self.note_input();
        match self.keys.intent(self.active_mode(), key) {
            Some(intent) => self.update(intent, scene),
            // A proposal waits to be confirmed: what is no key must not cover it with a message.
            None if self.active_mode().takes_text() || self.active_mode() == Mode::Go => Vec::new(),
            None => {
                self.refuse(format!("no such key — {} lists all keys", self.keys.key_for(KeyIntent::Help)));
                Vec::new()
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
            KeyIntent::Pause if self.is_possessing() && self.views.is_empty() => self.pause_action(scene),
            _ if self.asks_before(intent) => Vec::new(),
            // Nothing walks while searches race.
            KeyIntent::Pause if self.race.is_some() => Vec::new(),
            KeyIntent::Pause => self.set_paused(!self.time_pace.paused),
            KeyIntent::Help => self.toggle_help(),
            KeyIntent::Back if self.is_possessing() && self.views.is_empty() => self.back_from_possession(),
            KeyIntent::Back => self.go_back(),
            _ if !self.views.is_empty() => view::key(self, intent, scene).unwrap_or_default(),
            KeyIntent::Step => self.step_tick(),
            KeyIntent::Faster => self.set_speed(self.time_pace.speed + 1),
            KeyIntent::Slower => self.set_speed(self.time_pace.speed.saturating_sub(1)),
            KeyIntent::Steer(dx, dy) if self.mode == Mode::Possession => self.step_or_travel(dx, dy),
            KeyIntent::Steer(dx, dy) => self.move_cursor(dx, dy),
            KeyIntent::Digit(digit) if let Some(what) = awaits => self.use_bookmark(what, digit),
            _ => self.update_land(intent, scene),
        }
    }

    fn update_land(&mut self, intent: KeyIntent, scene: &Scene) -> Vec<Effect> {
        match intent {
            KeyIntent::ZoomIn => self.zoom(true),
            KeyIntent::ZoomOut => self.zoom(false),
            KeyIntent::Busiest => self.jump(scene.busiest_cell),
            KeyIntent::Follow => self.toggle_follow(),
            KeyIntent::Reveal => self.toggle_knowledge(),
            KeyIntent::SearchOverlay => self.toggle_search_overlay(),
            KeyIntent::Lenses => self.toggle_lens(),
            KeyIntent::Colours => self.next_palette(),
            KeyIntent::Card => self.open(CardView::over(self)),
            KeyIntent::Log => self.open(LogView::at_told_line(self, scene)),
            KeyIntent::History => self.enter_history(scene),
            KeyIntent::First | KeyIntent::Last => {
                let last = self.history_replay.last();
                self.history_replay.show(if intent == KeyIntent::Last { last } else { 0 });
                Vec::new()
            }
            KeyIntent::Year => self.open_year(scene),
            KeyIntent::Town => self.open_town(scene),
            KeyIntent::Objectives if scene.level.is_some() => self.toggle_goals(scene),
            KeyIntent::Objectives => self.open_objectives(scene),
            KeyIntent::Ledger => self.open(LedgerView::default()),
            KeyIntent::WhatIf => self.ask_what_if(scene),
            KeyIntent::SkipHint => self.skip_hint(),
            KeyIntent::SmallMap => self.toggle_small_map(scene),
            KeyIntent::SetBookmark => self.await_bookmark(BookmarkPrompt::Set),
            KeyIntent::JumpToBookmark => self.await_bookmark(BookmarkPrompt::Jump),
            KeyIntent::Orders => self.open_orders(),
            KeyIntent::Quit => self.open(QuitPrompt),
            KeyIntent::NewLand => vec![Effect::NewLand],
            KeyIntent::Levels => self.open_levels(),
            KeyIntent::TakeBack => self.take_level_back(scene),
            KeyIntent::Save => vec![Effect::Save],
            KeyIntent::Export => self.open(ListView::at(ExportMenu, 0)),
            KeyIntent::Mouse => self.toggle_mouse(),
            KeyIntent::Next => self.select_next_by(scene, 1),
            KeyIntent::Previous => self.select_next_by(scene, -1),
            KeyIntent::AllOfKind => self.select_kind(scene),
            KeyIntent::Box => self.box_corner(scene),
            KeyIntent::SetGroup => self.await_group(),
            KeyIntent::Digit(digit) => self.use_group(digit, scene),
            KeyIntent::Explain if self.is_possessing() => self.explain_foe(scene),
            KeyIntent::Explain => self.page_explanation(),
            KeyIntent::RouteQuery => self.enter_route_query(),
            KeyIntent::Lab => self.enter_lab(),
            KeyIntent::Codex => vec![Effect::Codex(self.codex_topic(scene))],
            KeyIntent::PlayAs => self.possess(scene),
            _ if self.is_possessing() => self.update_possessed(intent),
            KeyIntent::NextKind => self.next_kind(),
            KeyIntent::Race => self.enter_race(),
            KeyIntent::Confirm if self.mode == Mode::RouteQuery => self.restart_query(self.map.cursor),
            _ => self.update_order(intent, scene),
        }
    }

    /// Pauses or resumes.
    pub fn set_paused(&mut self, paused: bool) -> Vec<Effect> {
        self.time_pace.paused = paused;
        let before = self.map_area();
        if !paused && self.goals.start() {
            // The message said how to start.
            self.notice = None;
            self.refit(before);
        }
        vec![Effect::Pause(paused)]
    }

    fn step_tick(&mut self) -> Vec<Effect> {
        let mut effects = if self.time_pace.paused { Vec::new() } else { self.set_paused(true) };
        effects.push(Effect::Step);
        effects
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

    fn open(&mut self, view: impl View<Screen> + 'static) -> Vec<Effect> {
        self.views.open(view);
        Vec::new()
    }

    fn toggle_help(&mut self) -> Vec<Effect> {
        if self.active_mode() != Mode::Help {
            return self.open(HelpView::default());
        }
        view::back(self).unwrap_or_default()
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
        } else if self.explaining.is_open {
            self.explaining.is_open = false;
            self.drop_explanation();
        } else if self.map.lens.take().is_some() {
        } else if self.map.search_overlay.is_on {
            return self.toggle_search_overlay();
        } else if !self.selection.units.is_empty() {
            self.selection.units.clear();
            self.map.follow = false;
        } else {
            self.notify(format!("{} saves and quits", self.keys.key_for(KeyIntent::Quit)));
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
        self.look_at(to);
        self.retarget(to)
    }

    /// Moves the cursor to a cell, and the camera so that it is in view.
    pub fn look_at(&mut self, cell: Cell) {
        self.map.cursor = cell;
        let map = self.map_area();
        self.map.camera.keep_in_view(cell, map, self.map.land);
    }

    /// Moves the cursor to a cell; centres the camera there if the cell is not well in view.
    pub fn visit(&mut self, cell: Cell) {
        let before = self.map.camera.centre;
        self.look_at(cell);
        if self.map.camera.centre != before {
            self.map.camera.centre = cell;
        }
    }

    /// Moves the cursor to a cell and centres the camera there.
    pub fn jump(&mut self, cell: Cell) -> Vec<Effect> {
        self.map.cursor = cell;
        self.map.camera.centre = cell;
        Vec::new()
    }

    /// Zooms in or out; the cursor's cell stays where it is on the screen.
    pub fn zoom(&mut self, nearer: bool) -> Vec<Effect> {
        let before = self.window().char_of(self.map.cursor);
        self.map.camera.zoom = self.map.camera.zoom.next(nearer);
        if let Some((column, row)) = before {
            self.hold_cursor_at(column, row);
        }
        let cursor = self.map.cursor;
        self.look_at(cursor);
        Vec::new()
    }

    /// Moves the camera so that the cursor's cell is at this screen position.
    pub(super) fn hold_cursor_at(&mut self, column: u16, row: u16) {
        self.map.camera.centre = self.map.cursor;
        if let Some((x, y)) = self.window().char_of(self.map.cursor) {
            self.pan(i32::from(x) - i32::from(column), i32::from(y) - i32::from(row));
        }
    }

    /// Moves the camera by this many characters; its centre stays on the land.
    pub fn pan(&mut self, columns: i32, rows: i32) -> Vec<Effect> {
        let area = self.map_area();
        self.map.camera.pan(area, self.map.land, (columns, rows));
        self.map.follow &= columns == 0 && rows == 0;
        Vec::new()
    }

    fn toggle_follow(&mut self) -> Vec<Effect> {
        self.map.follow = !self.map.follow && !self.selection.units.is_empty();
        self.notify(if self.map.follow { "the camera follows the unit" } else { "the camera stays here" });
        Vec::new()
    }

    fn toggle_knowledge(&mut self) -> Vec<Effect> {
        if !self.map.can_reveal {
            self.refuse("win the land, or build freely, to see it whole");
            return Vec::new();
        }
        self.map.reveal = !self.map.reveal;
        self.notify(if self.map.reveal {
            "whole land shown — your people know less"
        } else {
            "only what your people know"
        });
        Vec::new()
    }

    fn toggle_search_overlay(&mut self) -> Vec<Effect> {
        self.map.search_overlay = SearchOverlay::switched(!self.map.search_overlay.is_on);
        Vec::new()
    }

    fn next_palette(&mut self) -> Vec<Effect> {
        let words = self.theme.next_palette();
        self.notify(words);
        Vec::new()
    }

    /// Requests the land for the lab; the lab opens with the answer.
    fn enter_lab(&mut self) -> Vec<Effect> {
        let question = Question::Land { unit: self.leader(), cursor: self.map.cursor };
        vec![self.questions.ask(QuestionKind::Lab, question)]
    }

    /// What on the screen the codex is asked about: a level that is over, an explanation's largest difference, the
    /// settlement under the cursor, the lens, the selected unit.
    pub(super) fn codex_topic(&self, scene: &Scene) -> String {
        let level = self.campaign.level().filter(|_| self.active_mode() == Mode::LevelOver);
        let explanation = self.explaining.answer.as_ref().filter(|_| self.is_explaining());
        let term = explanation.and_then(|explanation| explanation.largest_difference());
        let letter =
            self.leader().and_then(|id| scene.mine.iter().find(|unit| unit.0 == id)).map(|unit| unit.1);
        let place = scene.town_markers.iter().find(|marker| marker.cell == self.map.cursor);
        let topics = [
            level.map(|level| format!("level:{}", level.name)),
            term.map(|term| format!("term:{term}")),
            place.map(|marker| format!("place:{}", marker.kind.name())),
            self.map.lens.map(|lens| format!("lens:{}", lens.row().name)),
            letter.and_then(kind_name).map(|kind| format!("unit:{kind}")),
        ];
        topics.into_iter().flatten().next().unwrap_or_default()
    }

    pub(super) fn toggle_free_build(&mut self, scene: &Scene) -> Vec<Effect> {
        let free = !scene.status.is_building_free;
        self.notify(if free { "sandbox: building is free" } else { "building costs coin" });
        vec![Effect::Command(Command::FreeBuild(free))]
    }

    fn toggle_mouse(&mut self) -> Vec<Effect> {
        self.mouse = !self.mouse;
        let word = self.keys.key_for(KeyIntent::Mouse);
        self.notify(if self.mouse {
            "the mouse controls the game".to_owned()
        } else {
            format!("the mouse selects text — {word} switches back")
        });
        vec![Effect::Mouse(self.mouse)]
    }

    /// Selects these units and shows the first.
    pub fn select(&mut self, units: Vec<UnitId>) -> Vec<Effect> {
        let changed = units.first() != self.selection.units.first();
        self.selection.units = units;
        if !changed {
            return Vec::new();
        }
        self.drop_explanation();
        self.map.search_overlay.replay_last(self.leader());
        self.request_explanation()
    }

    fn select_next_by(&mut self, scene: &Scene, by: i32) -> Vec<Effect> {
        let count = scene.mine.len() as i32;
        if count == 0 {
            self.refuse("no units left to select");
            return Vec::new();
        }
        let position = |id: UnitId| scene.mine.iter().position(|m| m.0 == id);
        let at = self.leader().and_then(position);
        let next = if let Some(at) = at {
            (at as i32 + by).rem_euclid(count) as usize
        } else {
            let walker = scene.nearest_under_way.and_then(position);
            walker.or_else(|| nearest_unit(scene, self.map.cursor)).unwrap_or(0)
        };
        let (id, _, cell) = scene.mine[next];
        self.return_to_land();
        self.visit(cell);
        self.select(vec![id])
    }

    fn select_kind(&mut self, scene: &Scene) -> Vec<Effect> {
        let letter = self.leader().and_then(|id| scene.mine.iter().find(|m| m.0 == id)).map(|m| m.1);
        let Some((leader, letter)) = self.leader().zip(letter) else {
            self.refuse(format!("select a unit first ({})", self.keys.key_for(KeyIntent::Next)));
            return Vec::new();
        };
        let others = scene.mine.iter().filter(|m| m.1 == letter && m.0 != leader).map(|m| m.0);
        let all: Vec<UnitId> = std::iter::once(leader).chain(others).collect();
        self.notify(format!("{} selected", all.len()));
        self.select(all)
    }

    /// Selects all units of a unit's kind in view, that unit first.
    pub fn select_kind_in_view(&mut self, first: UnitId, scene: &Scene) -> Vec<Effect> {
        let Some(letter) = scene.mine.iter().find(|m| m.0 == first).map(|m| m.1) else { return Vec::new() };
        let mine = |id: &UnitId| scene.mine.binary_search_by_key(id, |m| m.0).is_ok();
        let alike = scene.unit_markers.iter().filter(|f| f.letter == letter && f.id != first && mine(&f.id));
        let all: Vec<UnitId> = std::iter::once(first).chain(alike.map(|f| f.id)).collect();
        self.notify(format!("{} in view selected", all.len()));
        self.select(all)
    }

    fn box_corner(&mut self, scene: &Scene) -> Vec<Effect> {
        let Some(corner) = self.selection.box_corner.take() else {
            self.selection.box_corner = Some(self.map.cursor);
            self.notify(format!(
                "move to the other corner, then press {} again",
                self.keys.key_for(KeyIntent::Box)
            ));
            return Vec::new();
        };
        self.select_box(corner, self.map.cursor, scene)
    }

    /// Selects all units between two corners.
    pub fn select_box(&mut self, a: Cell, b: Cell, scene: &Scene) -> Vec<Effect> {
        let within = |at: u16, a: u16, b: u16| at >= a.min(b) && at <= a.max(b);
        let inside = |c: Cell| within(c.x, a.x, b.x) && within(c.y, a.y, b.y);
        let units: Vec<UnitId> = scene.mine.iter().filter(|m| inside(m.2)).map(|m| m.0).collect();
        if units.is_empty() {
            self.refuse("none of your units in the box");
            return Vec::new();
        }
        self.notify(format!("{} selected", units.len()));
        self.select(units)
    }

    fn await_group(&mut self) -> Vec<Effect> {
        self.selection.is_setting_group = !self.selection.units.is_empty();
        if self.selection.is_setting_group {
            self.notify("group number? 1-9");
        } else {
            self.refuse(format!("select a unit first ({})", self.keys.key_for(KeyIntent::Next)));
        }
        Vec::new()
    }

    fn use_group(&mut self, digit: u8, scene: &Scene) -> Vec<Effect> {
        let index = usize::from(digit).min(9);
        if std::mem::take(&mut self.selection.is_setting_group) {
            self.selection.groups[index].clone_from(&self.selection.units);
            self.notify(format!("group {digit}: {}", counted(self.selection.units.len(), "unit")));
            return Vec::new();
        }
        let units = self.selection.groups[index].clone();
        let first = units.first().and_then(|id| scene.mine.iter().find(|m| m.0 == *id));
        let Some(first) = first else {
            let set = self.keys.key_for(KeyIntent::SetGroup);
            self.refuse(format!("group {digit} is empty — {set} {digit} sets it"));
            return Vec::new();
        };
        self.look_at(first.2);
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
        self.refuse(text);
    }

    fn looks(&self) -> Theme {
        self.theme
    }

    fn parts(&self) -> Layout {
        self.layout()
    }
}

/// Index of the player's unit that is nearest to a cell.
fn nearest_unit(scene: &Scene, cell: Cell) -> Option<usize> {
    (0..scene.mine.len()).min_by_key(|i| scene.mine[*i].2.octile(cell))
}
