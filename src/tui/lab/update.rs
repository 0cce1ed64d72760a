//! Handling intents in the lab. Time is in `time`, the mouse in `mouse`, lists in `lists`.

use super::brush::Brush;
use super::keymap::{LabIntent, LabMode, TABLE};
use super::state::{LabEffect, LabOverlay, LabScreen};
use crate::grid::{Cell, line};
use crate::lab::{Breaker, Form, Ground, Part, Session, Setup, WEIGHT_MAX, posthoc};
use crate::text::is_visible;
use crate::tui::camera::Zoom;
use crate::tui::picker::Picker;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// At most this many changes of the map can be undone.
const EARLIER_MAX: usize = 32;
/// Step of the heuristic's weight, in percent.
const WEIGHT_STEP: u16 = 50;

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
                self.refuse("no such key — ? lists all keys");
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
        if let Some((dx, dy)) = steered.filter(|_| mode.steers()) {
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

    /// Carries out an intent.
    pub fn update(&mut self, intent: LabIntent) -> Vec<LabEffect> {
        match intent {
            LabIntent::Interrupt => return vec![LabEffect::Interrupt],
            LabIntent::Suspend => return vec![LabEffect::Suspend],
            LabIntent::Quit => return vec![LabEffect::Leave],
            LabIntent::Game if self.from_game => return vec![LabEffect::Leave],
            LabIntent::Back => self.back(),
            LabIntent::Help => self.help(),
            _ if self.overlay.is_some() => return self.in_overlay(intent),
            LabIntent::Mouse => return self.toggle_mouse(),
            LabIntent::Save => return vec![LabEffect::Keep(Box::new(self.ground().clone()))],
            LabIntent::Export => return self.export(),
            LabIntent::Pause => return self.pause(),
            LabIntent::Step(by) => self.step(by),
            LabIntent::Faster => self.set_speed(self.speed + 1),
            LabIntent::Slower => self.set_speed(self.speed.saturating_sub(1)),
            LabIntent::First => self.seek(0),
            LabIntent::Last => self.seek(u32::MAX),
            LabIntent::Steer(dx, dy) => self.steer(dx, dy),
            LabIntent::ZoomIn => self.zoom(true),
            LabIntent::ZoomOut => self.zoom(false),
            LabIntent::Colours => self.next_palette(),
            LabIntent::Tint => self.toggle_tint(),
            LabIntent::Walk => self.next_form(),
            _ => self.at_the_table(intent),
        }
        Vec::new()
    }

    /// Handles intents about setups, lanes and the map.
    fn at_the_table(&mut self, intent: LabIntent) {
        match intent {
            LabIntent::Choose(part) => self.open_choices(part),
            LabIntent::Maps => self.overlay = Some(LabOverlay::Maps(Picker::default())),
            LabIntent::Heavier => self.weigh(true),
            LabIntent::Lighter => self.weigh(false),
            LabIntent::Add => self.add_lane(),
            LabIntent::Remove => self.remove_lane(),
            LabIntent::Next => self.look_at_lane(self.lane + 1),
            LabIntent::Previous => self.look_at_lane(self.lane + self.session.lanes().len() - 1),
            LabIntent::Lane(lane) => self.look_at_lane(lane),
            LabIntent::Asking => self.toggle_asking(),
            LabIntent::Draw => self.draws = true,
            LabIntent::Brush(brush) => self.brush = brush,
            LabIntent::NextBrush => self.brush = self.brush.after(1),
            LabIntent::PreviousBrush => self.brush = self.brush.after(Brush::ALL.len() - 1),
            LabIntent::Start => self.set_end(Ground::move_start, "start"),
            LabIntent::Goal => self.set_end(Ground::move_goal, "goal"),
            LabIntent::Undo => self.undo(),
            LabIntent::Break => self.begin_to_break(),
            LabIntent::Confirm if self.draws => {
                self.remember();
                self.paint(self.cursor, self.cursor, self.brush.price());
            }
            _ => {}
        }
    }

    fn in_overlay(&mut self, intent: LabIntent) -> Vec<LabEffect> {
        match (&mut self.overlay, intent) {
            (Some(LabOverlay::Help(at)), LabIntent::Row(by)) => {
                *at = (i32::from(*at) + by).clamp(0, 200) as u16;
            }
            (Some(LabOverlay::Help(_)), LabIntent::Confirm) => self.overlay = None,
            (Some(LabOverlay::Ask(_)), LabIntent::Answer(answer)) => self.answer(answer),
            (Some(LabOverlay::Ask(_)), LabIntent::Confirm) => self.start(),
            (Some(LabOverlay::Ask(_)), LabIntent::Asking) => {
                self.toggle_asking();
                self.start();
            }
            (Some(LabOverlay::Break(breaker)), LabIntent::Confirm) => {
                let ground = breaker.best().clone();
                self.overlay = None;
                self.take(ground);
            }
            (Some(LabOverlay::Break(breaker)), LabIntent::Save) => {
                return vec![LabEffect::Keep(Box::new(breaker.best().clone()))];
            }
            (Some(LabOverlay::Choices(..) | LabOverlay::Maps(_)), LabIntent::Confirm) => return self.pick(),
            _ => self.type_into(intent),
        }
        Vec::new()
    }

    /// Goes back one step. Never leaves the lab.
    fn back(&mut self) {
        self.held = None;
        if self.overlay.take().is_some() {
        } else if self.draws {
            self.draws = false;
        } else if self.tints {
            self.tints = false;
        } else if self.run.take().is_none() {
            self.say(if self.from_game { "q returns to the game" } else { "q leaves" });
        }
    }

    fn help(&mut self) {
        self.overlay = match self.overlay {
            Some(LabOverlay::Help(_)) => None,
            _ => Some(LabOverlay::Help(0)),
        };
    }

    fn toggle_mouse(&mut self) -> Vec<LabEffect> {
        self.mouse = !self.mouse;
        self.say(if self.mouse {
            "the mouse controls the lab"
        } else {
            "the mouse selects text — M switches back"
        });
        vec![LabEffect::Mouse(self.mouse)]
    }

    fn export(&mut self) -> Vec<LabEffect> {
        let ground = self.session.ground();
        let Some(run) = self.playback() else {
            self.refuse("no run to export");
            return Vec::new();
        };
        let name = format!("{} {}", ground.name, self.shown().setup.row().id);
        vec![LabEffect::Export { name, text: posthoc(ground, run.trace()).text }]
    }

    fn toggle_tint(&mut self) {
        self.tints = !self.tints && self.session.lanes().len() > 1;
        if self.session.lanes().len() < 2 {
            self.refuse("add a second search first (r): the tint compares two");
        }
    }

    /// Switches to the next form of the path: its cells, then the lines along it.
    fn next_form(&mut self) {
        let after = self.form.map_or(0, |form| form as usize + 1);
        self.form = Form::ALL.get(after).copied();
        let words = match self.form {
            None => "the path as its cells",
            Some(Form::Centres) => "from centre to centre, as a machine moves",
            Some(Form::Edges) => "from edge to edge: each turn is cut a little",
            Some(Form::Corners) => "taut, turning at corners: the shortest line",
            Some(Form::Soft) => "a curve that stays inside the path's cells",
            Some(Form::Smooth) => "a curve through every centre: the longest",
        };
        let is_seen = self.form.is_none() || self.camera.zoom == Zoom::Close;
        self.say(format!("{words}{}", if is_seen { "" } else { " — zoom in (z) to see it" }));
    }

    fn toggle_asking(&mut self) {
        self.asks = !self.asks;
        self.say(if self.asks { "quiz before each run" } else { "no quiz before runs" });
    }

    fn next_palette(&mut self) {
        let (palette, word) = self.theme.palette.next();
        self.theme.palette = palette;
        self.say(format!("colours: {word}"));
    }

    fn steer(&mut self, dx: i32, dy: i32) {
        let (scale, land) = (self.window(0).scale, self.land());
        let moved =
            |at: u16, by: i32, size: u16| (i32::from(at) + by * scale).clamp(0, i32::from(size) - 1) as u16;
        self.look_at(Cell::new(moved(self.cursor.x, dx, land.0), moved(self.cursor.y, dy, land.1)));
    }

    pub(super) fn zoom(&mut self, nearer: bool) {
        self.is_zoomed = true;
        self.camera.zoom = match (self.camera.zoom, nearer) {
            (Zoom::Far, true) | (Zoom::Close, false) => Zoom::Near,
            (Zoom::Near | Zoom::Close, true) => Zoom::Close,
            (Zoom::Near | Zoom::Far, false) => Zoom::Far,
        };
        self.camera.centre = self.cursor;
        self.look_at(self.cursor);
    }

    pub(super) fn look_at_lane(&mut self, lane: usize) {
        self.lane = lane % self.session.lanes().len();
    }

    fn weigh(&mut self, heavier: bool) {
        let mut setup = self.shown().setup;
        let Some(weight) = setup.weight() else {
            self.refuse(format!("{} has no weight to change", setup.row().id));
            return;
        };
        let other = if heavier { weight + WEIGHT_STEP } else { weight.saturating_sub(WEIGHT_STEP) };
        setup.set_weight(other.min(WEIGHT_MAX));
        self.say(format!("heuristic weight {} %", other.min(WEIGHT_MAX)));
        self.set(setup);
    }

    /// Replaces the selected lane's setup. With the quiz on, nothing of it is shown before.
    pub(super) fn set(&mut self, setup: Setup) {
        self.session.set(self.lane, setup);
        self.begin_anew();
    }

    /// Resets after a change of setups or map: with the quiz on, to the first expansion, else the result stays in view.
    fn begin_anew(&mut self) {
        self.guess = None;
        self.verdict = None;
        self.is_fresh = true;
        if self.asks {
            self.run = None;
            self.session.seek(0);
        }
        if self.run.is_none() {
            self.speed = self.usual_speed();
        }
    }

    fn add_lane(&mut self) {
        let taken: Vec<&str> = self.session.lanes().iter().map(|lane| lane.setup.row().id).collect();
        let other =
            ["dijkstra", "greedy", "weighted-astar", "astar"].into_iter().find(|id| !taken.contains(id));
        let mut setup = other.and_then(Setup::of).unwrap_or_default();
        setup.choose(Part::Graph, self.shown().setup.chosen(Part::Graph));
        if !self.session.add(setup) {
            self.refuse("at most four searches — X removes one");
            return;
        }
        self.lane = self.session.lanes().len() - 1;
        self.lanes_changed();
    }

    fn remove_lane(&mut self) {
        if !self.session.remove(self.lane) {
            self.refuse("the last search cannot be removed");
            return;
        }
        self.lane = self.lane.min(self.session.lanes().len() - 1);
        self.lanes_changed();
    }

    fn lanes_changed(&mut self) {
        self.tints &= self.session.lanes().len() > 1;
        self.begin_anew();
        self.fit();
    }

    /// Loads another map; the setups stay.
    pub fn take(&mut self, ground: Ground) {
        let setups: Vec<Setup> = self.session.lanes().iter().map(|lane| lane.setup).collect();
        self.session = Session::of(ground, &setups);
        (self.draft, self.draws, self.is_zoomed) = (None, false, false);
        self.earlier.clear();
        self.overlay = None;
        self.cursor = self.session.ground().start();
        self.begin_anew();
        self.fit();
    }

    fn begin_to_break(&mut self) {
        self.run = None;
        self.breaks += 1;
        let breaker = Breaker::new(self.shown().setup.row(), self.breaks);
        self.overlay = Some(LabOverlay::Break(Box::new(breaker)));
    }

    fn set_end(&mut self, set: impl FnOnce(&mut Ground, Cell) -> bool, word: &str) {
        let cursor = self.cursor;
        if !self.ground().is_free(cursor) {
            self.refuse(format!("the {word} cannot stand in a wall"));
            return;
        }
        self.remember();
        set(self.changing(), cursor);
    }

    /// The map, mutably; it is solved again with the next frame.
    pub(super) fn changing(&mut self) -> &mut Ground {
        self.draft.get_or_insert_with(|| self.session.ground().clone())
    }

    /// Notes the current map for undo.
    pub(super) fn remember(&mut self) {
        if self.earlier.len() == EARLIER_MAX {
            self.earlier.remove(0);
        }
        let ground = self.ground().clone();
        self.earlier.push(ground);
    }

    fn undo(&mut self) {
        // Picking up an end and putting it back changes nothing.
        while self.earlier.last() == Some(self.ground()) {
            self.earlier.pop();
        }
        match self.earlier.pop() {
            Some(ground) => self.draft = Some(ground),
            None => self.refuse("nothing to undo"),
        }
    }

    /// Gives the cells of a straight line this cost, in milli-steps.
    pub(super) fn paint(&mut self, from: Cell, to: Cell, price: u16) {
        let ground = self.changing();
        for cell in line(from, to) {
            ground.set_price(cell, price);
        }
    }
}
