//! Handling intents in the lab. Time is in `time`, the mouse in `mouse`, lists in `lists`.

use super::brush::Brush;
use super::keymap::{LabBinding, LabIntent, LabMode, TABLE, TOPICS};
use super::lists::LabMaps;
use super::question::BreakCard;
use super::state::{LabEffect, LabScreen};
use crate::grid::{Cell, line};
use crate::lab::{Breaker, LabMap, LabSession, LineForm, Setup, SetupPart, WEIGHT_MAX, export_posthoc};
use crate::text::is_visible;
use crate::tui::input::keymap::Topic;
use crate::tui::kit::view::{self, Host, ListAction, Views};
use crate::tui::kit::{Layout, ListView};
use crate::tui::look::theme::Theme;
use crate::tui::map::camera::{Zoom, moved};
use crate::tui::overlays::help::{HelpHost, HelpView};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// At most this many changes of the map can be undone.
const UNDO_MAX: usize = 32;
/// Step of the heuristic's weight, in percent.
const WEIGHT_STEP_PERCENT: u16 = 50;

impl LabScreen {
    /// Handles a key.
    pub fn key(&mut self, key: &KeyEvent) -> Vec<LabEffect> {
        if key.kind == KeyEventKind::Release {
            return Vec::new();
        }
        match self.intent(key) {
            Some(intent) => self.update(intent),
            None if self.mode() == LabMode::List => Vec::new(),
            None => {
                self.notices.refuse("no such key — ? lists all keys");
                Vec::new()
            }
        }
    }

    /// The intent of a key now. The player's steering letters have priority.
    fn intent(&self, key: &KeyEvent) -> Option<LabIntent> {
        let (held, mode) = (key.modifiers, self.mode());
        if held.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c' | 'C') => Some(LabIntent::Interrupt),
                KeyCode::Char('z' | 'Z') => Some(LabIntent::Suspend),
                _ => None,
            };
        }
        if held.contains(KeyModifiers::ALT) {
            return None;
        }
        let steered = self.keys.steering(key.code, held.contains(KeyModifiers::SHIFT));
        if let Some((dx, dy)) = steered.filter(|_| mode.moves_cursor()) {
            return Some(LabIntent::Steer(dx, dy));
        }
        let bound = TABLE.iter().find(|row| row.modes.contains(&mode) && row.keys.contains(&key.code));
        match (bound, key.code) {
            (Some(row), _) => Some(row.intent),
            (None, KeyCode::Char(letter)) if mode == LabMode::List && is_visible(letter) => {
                Some(LabIntent::Type(letter))
            }
            _ => None,
        }
    }

    /// Types a pasted text into a filter; nothing else takes one.
    pub fn paste(&mut self, text: &str) -> Vec<LabEffect> {
        let typed = text.chars().filter(|letter| self.mode() == LabMode::List && is_visible(*letter));
        let typed: Vec<LabIntent> = typed.map(LabIntent::Type).collect();
        typed.into_iter().flat_map(|intent| self.update(intent)).collect()
    }

    /// Carries out an intent.
    pub fn update(&mut self, intent: LabIntent) -> Vec<LabEffect> {
        match intent {
            LabIntent::Interrupt => return vec![LabEffect::Interrupt],
            LabIntent::Suspend => return vec![LabEffect::Suspend],
            LabIntent::Quit => return vec![LabEffect::Leave],
            LabIntent::Game if self.from_game => return vec![LabEffect::Leave],
            LabIntent::Back => self.go_back(),
            LabIntent::Help => self.toggle_help(),
            _ if !self.views.is_empty() => return view::key(self, intent, &()).unwrap_or_default(),
            LabIntent::Mouse => return self.toggle_mouse(),
            LabIntent::Save => return vec![LabEffect::SaveMap(Box::new(self.ground().clone()))],
            LabIntent::Export => return self.export(),
            LabIntent::Pause => return self.toggle_run(),
            LabIntent::Step(by) => self.step_by(by),
            LabIntent::Faster => self.set_speed(self.speed + 1),
            LabIntent::Slower => self.set_speed(self.speed.saturating_sub(1)),
            LabIntent::First => self.seek(0),
            LabIntent::Last => self.seek(u32::MAX),
            LabIntent::Steer(dx, dy) => self.move_cursor(dx, dy),
            LabIntent::ZoomIn => self.zoom(true),
            LabIntent::ZoomOut => self.zoom(false),
            LabIntent::Row(by) => self.scroll_text(by),
            LabIntent::TurnPage(by) => return self.turn_page(by.into()),
            LabIntent::Codex => return self.open_contents(),
            LabIntent::Colours => self.next_palette(),
            LabIntent::Tint => self.toggle_tint(),
            LabIntent::PathForm => self.next_path_form(),
            LabIntent::Shape => self.toggle_shape(),
            _ => self.update_setup(intent),
        }
        Vec::new()
    }

    /// Handles intents about setups, lanes and the map.
    fn update_setup(&mut self, intent: LabIntent) {
        match intent {
            LabIntent::Choose(part) => self.open_choices(part),
            LabIntent::Maps => self.views.open(ListView::at(LabMaps, 0)),
            LabIntent::RaiseWeight => self.change_weight(true),
            LabIntent::LowerWeight => self.change_weight(false),
            LabIntent::Add => self.add_lane(),
            LabIntent::Remove => self.remove_lane(),
            LabIntent::Next if self.swap_text() => {}
            LabIntent::Next => self.select_lane(self.lane + 1),
            LabIntent::Previous => self.select_lane(self.lane + self.session.lanes().len() - 1),
            LabIntent::SelectLane(lane) => self.select_lane(lane),
            LabIntent::ToggleQuiz => self.toggle_quiz(),
            LabIntent::Draw => self.is_drawing = true,
            LabIntent::Brush(brush) => self.brush = brush,
            LabIntent::NextBrush => self.brush = self.brush.next_by(1),
            LabIntent::PreviousBrush => self.brush = self.brush.next_by(Brush::ALL.len() - 1),
            LabIntent::Start => self.set_end(LabMap::move_start, "start"),
            LabIntent::Goal => self.set_end(LabMap::move_goal, "goal"),
            LabIntent::Undo => self.undo(),
            LabIntent::Break => self.start_breaking(),
            LabIntent::Confirm if self.is_drawing => {
                self.push_undo();
                self.paint(self.cursor, self.cursor, self.brush.price());
            }
            _ => {}
        }
    }

    /// Goes back one step. Never leaves the lab.
    fn go_back(&mut self) {
        self.held = None;
        if view::back(self).is_some() {
        } else if self.is_reading_only() {
            self.swap_text();
        } else if self.is_drawing {
            self.is_drawing = false;
        } else if self.shown.tint {
            self.shown.tint = false;
        } else if self.run.take().is_none() {
            self.notices.notify(if self.from_game { "q returns to the game" } else { "q leaves" });
        }
    }

    fn toggle_help(&mut self) {
        if self.mode() == LabMode::Help {
            view::back(self);
        } else {
            self.views.open(HelpView::default());
        }
    }

    fn toggle_mouse(&mut self) -> Vec<LabEffect> {
        self.mouse = !self.mouse;
        self.notices.notify(if self.mouse {
            "the mouse controls the lab"
        } else {
            "the mouse selects text — M switches back"
        });
        vec![LabEffect::Mouse(self.mouse)]
    }

    fn export(&mut self) -> Vec<LabEffect> {
        let ground = self.session.ground();
        let Some(run) = self.playback() else {
            self.notices.refuse("no run to export");
            return Vec::new();
        };
        let name = format!("{} {}", ground.name, self.selected_lane().setup.row().id);
        vec![LabEffect::Export { name, text: export_posthoc(ground, run.recording()).text }]
    }

    fn toggle_tint(&mut self) {
        self.shown.tint = !self.shown.tint && self.session.lanes().len() > 1;
        if self.session.lanes().len() < 2 {
            self.notices.refuse("add a second search first (r): the tint compares two");
        }
    }

    fn toggle_shape(&mut self) {
        self.shown.shape = !self.shown.shape;
        let has_any = self.playback().is_some_and(|run| run.recording().drawing.node_count > 0);
        self.notices.notify(match (has_any, self.shown.shape) {
            (true, true) => "shows what was prepared",
            (true, false) => "hides what was prepared",
            (false, _) => "this algorithm searches the cells themselves",
        });
    }

    /// Switches to the next form of the path: its cells, then the lines along it.
    fn next_path_form(&mut self) {
        let after = self.shown.path_form.map_or(0, |form| form as usize + 1);
        self.shown.path_form = LineForm::ALL.get(after).copied();
        let words = match self.shown.path_form {
            None => "the path as its cells",
            Some(LineForm::Centres) => "from centre to centre, as a machine moves",
            Some(LineForm::Edges) => "from edge to edge: each turn is cut a little",
            Some(LineForm::Corners) => "taut, turning at corners: the shortest line",
            Some(LineForm::Soft) => "a curve that stays inside the path's cells",
            Some(LineForm::Smooth) => "a curve through every centre: the longest",
        };
        let is_seen = self.shown.path_form.is_none() || self.camera.zoom == Zoom::Close;
        self.notices.notify(format!("{words}{}", if is_seen { "" } else { " — zoom in (z) to see it" }));
    }

    pub(super) fn toggle_quiz(&mut self) {
        self.quiz.is_on = !self.quiz.is_on;
        self.notices.notify(if self.quiz.is_on { "quiz before each run" } else { "no quiz before runs" });
    }

    fn next_palette(&mut self) {
        let words = self.theme.next_palette();
        self.notices.notify(words);
    }

    pub(super) fn move_cursor(&mut self, dx: i32, dy: i32) {
        let scale = self.window(0).scale;
        self.look_at(moved(self.cursor, (dx * scale, dy * scale), self.land()));
    }

    pub(super) fn zoom(&mut self, nearer: bool) {
        self.is_zoomed = true;
        self.camera.zoom = self.camera.zoom.next(nearer);
        self.camera.centre = self.cursor;
        self.look_at(self.cursor);
    }

    pub(super) fn select_lane(&mut self, lane: usize) {
        self.lane = lane % self.session.lanes().len();
    }

    fn change_weight(&mut self, heavier: bool) {
        let mut setup = self.selected_lane().setup;
        let Some(weight) = setup.weight() else {
            self.notices.refuse(format!("{} has no weight to change", setup.row().id));
            return;
        };
        let other =
            if heavier { weight + WEIGHT_STEP_PERCENT } else { weight.saturating_sub(WEIGHT_STEP_PERCENT) };
        setup.set_weight(other.min(WEIGHT_MAX));
        self.notices.notify(format!("heuristic weight {} %", other.min(WEIGHT_MAX)));
        self.set_setup(setup);
    }

    /// Replaces the selected lane's setup. With the quiz on, nothing of it is shown before.
    pub(super) fn set_setup(&mut self, setup: Setup) {
        self.session.set_setup(self.lane, setup);
        self.reset_run();
    }

    /// Resets after a change of setups or map: with the quiz on, to the first expansion, else the result stays in view.
    fn reset_run(&mut self) {
        self.quiz.forget_answer();
        self.quiz.is_unseen = true;
        if self.quiz.is_on {
            self.run = None;
            self.session.seek(0);
        }
        if self.run.is_none() {
            self.speed = self.default_speed();
        }
    }

    fn add_lane(&mut self) {
        let taken: Vec<&str> = self.session.lanes().iter().map(|lane| lane.setup.row().id).collect();
        let other =
            ["dijkstra", "greedy", "weighted-astar", "astar"].into_iter().find(|id| !taken.contains(id));
        let mut setup = other.and_then(Setup::of).unwrap_or_default();
        setup.choose(SetupPart::Graph, self.selected_lane().setup.choice(SetupPart::Graph));
        if !self.session.add_setup(setup) {
            self.notices.refuse("at most four searches — X removes one");
            return;
        }
        self.lane = self.session.lanes().len() - 1;
        self.lanes_changed();
    }

    fn remove_lane(&mut self) {
        if !self.session.remove_setup(self.lane) {
            self.notices.refuse("the last search cannot be removed");
            return;
        }
        self.lane = self.lane.min(self.session.lanes().len() - 1);
        self.lanes_changed();
    }

    fn lanes_changed(&mut self) {
        self.shown.tint &= self.session.lanes().len() > 1;
        if self.session.position() == 0 {
            self.reset_run();
        } else {
            // The others are compared from here on.
            self.quiz.forget_answer();
        }
        self.fit();
    }

    /// Loads another map; the setups stay.
    pub fn load_map(&mut self, ground: LabMap) {
        let setups: Vec<Setup> = self.session.lanes().iter().map(|lane| lane.setup).collect();
        self.session = LabSession::of(ground, &setups);
        (self.draft, self.is_drawing, self.is_zoomed) = (None, false, false);
        self.undo_stack.clear();
        self.views.clear();
        self.cursor = self.session.ground().start();
        self.reset_run();
        self.fit();
    }

    fn start_breaking(&mut self) {
        self.run = None;
        self.break_count += 1;
        let breaker = Breaker::new(self.selected_lane().setup.row(), self.break_count);
        self.views.open(BreakCard(breaker));
    }

    fn set_end(&mut self, set: impl FnOnce(&mut LabMap, Cell) -> bool, word: &str) {
        let cursor = self.cursor;
        if !self.ground().is_free(cursor) {
            self.notices.refuse(format!("the {word} cannot stand in a wall"));
            return;
        }
        self.push_undo();
        set(self.edit_ground(), cursor);
    }

    /// The map, mutably; it is solved again with the next frame.
    pub(super) fn edit_ground(&mut self) -> &mut LabMap {
        self.draft.get_or_insert_with(|| self.session.ground().clone())
    }

    /// Notes the current map for undo.
    pub(super) fn push_undo(&mut self) {
        if self.undo_stack.len() == UNDO_MAX {
            self.undo_stack.remove(0);
        }
        let ground = self.ground().clone();
        self.undo_stack.push(ground);
    }

    fn undo(&mut self) {
        // Picking up an end and putting it back changes nothing.
        while self.undo_stack.last() == Some(self.ground()) {
            self.undo_stack.pop();
        }
        match self.undo_stack.pop() {
            Some(ground) => self.draft = Some(ground),
            None => self.notices.refuse("nothing to undo"),
        }
    }

    /// Gives the cells of a straight line this cost, in milli-steps.
    pub(super) fn paint(&mut self, from: Cell, to: Cell, price: u16) {
        let ground = self.edit_ground();
        for cell in line(from, to) {
            ground.set_cost(cell, price);
        }
    }
}

impl Host for LabScreen {
    type Mode = LabMode;
    type Intent = LabIntent;
    type Effect = LabEffect;
    type Picture = ();
    type Request = ();

    fn views(&self) -> &Views<LabScreen> {
        &self.views
    }

    fn views_mut(&mut self) -> &mut Views<LabScreen> {
        &mut self.views
    }

    fn carry_out(&mut self, intent: LabIntent, (): &()) -> Vec<LabEffect> {
        self.update(intent)
    }

    fn list_action(intent: LabIntent) -> Option<ListAction> {
        match intent {
            LabIntent::Row(by) => Some(ListAction::Row(by)),
            LabIntent::Type(letter) => Some(ListAction::Type(letter)),
            LabIntent::Undo => Some(ListAction::Delete),
            LabIntent::Confirm => Some(ListAction::Confirm),
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
        self.panes().layout
    }
}

impl HelpHost for LabScreen {
    const TABLE: &'static [LabBinding] = TABLE;
    const HELP: (LabMode, LabIntent) = (LabMode::Help, LabIntent::Help);

    fn topics(&self) -> Vec<Topic> {
        TOPICS.to_vec()
    }

    fn mode_of_keys(&self) -> LabMode {
        self.mode()
    }

    fn mode_name(mode: LabMode) -> &'static str {
        mode.name()
    }

    fn extra_rows(&self, topic: Topic) -> [Vec<(&'static str, String)>; 2] {
        let rows = match topic {
            Topic::View => vec![
                ("arrows", format!("move the cursor (also {})", self.keys.steering_text())),
                ("Shift+them", "move 8 cells at a time (also capitals)".to_owned()),
                ("blue", "expanded, darker if earlier (no colour: o)".to_owned()),
                ("mint", "in the frontier (no colour: %)".to_owned()),
                ("amber", "the path (no colour: *)".to_owned()),
                ("white", "from the cursor to the start (no colour: +)".to_owned()),
                ("", "the last expansion (no colour: @)".to_owned()),
                ("hover", "show the cell's g, h and f".to_owned()),
                ("drag", "move S and G, draw and erase walls".to_owned()),
                ("wheel", "zoom".to_owned()),
                ("right drag", "move the map".to_owned()),
                ("", "timeline, captions, panel, keys: clickable".to_owned()),
            ],
            Topic::Lab => vec![("Ctrl+Z", "suspend to the shell".to_owned())],
            _ => Vec::new(),
        };
        [rows, Vec::new()]
    }
}
