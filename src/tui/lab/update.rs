//! What an intent does to the lab's screen. Time is in `time`, the mouse in `mouse`, lists in `lists`.

use super::brush::Brush;
use super::keymap::{LabIntent, LabMode, TABLE};
use super::state::{LabEffect, LabOverlay, LabScreen};
use crate::grid::{Cell, line};
use crate::lab::{Breaker, Form, Ground, Part, Session, Setup, WEIGHT_MAX, posthoc};
use crate::text::is_visible;
use crate::tui::camera::Zoom;
use crate::tui::picker::Picker;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// Changes of the map that can be taken back.
const EARLIER_MAX: usize = 32;
/// A step of the weight, in percent.
const WEIGHT_STEP: u16 = 50;

impl LabScreen {
    /// A key was pressed.
    pub fn key(&mut self, key: &KeyEvent) -> Vec<LabEffect> {
        if key.kind == KeyEventKind::Release {
            return Vec::new();
        }
        match self.intent(key) {
            Some(intent) => self.update(intent),
            None if self.mode() == LabMode::List => Vec::new(),
            None => {
                self.refuse("no such key — ? lists all");
                Vec::new()
            }
        }
    }

    /// What a key means now. The letters that a player has chosen to steer with come first.
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

    /// An intent is carried out.
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

    /// What concerns setups, lanes and map.
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

    /// Peels one layer. Never leaves.
    fn back(&mut self) {
        self.held = None;
        if self.overlay.take().is_some() {
        } else if self.draws {
            self.draws = false;
        } else if self.tints {
            self.tints = false;
        } else if self.run.take().is_none() {
            self.say(if self.from_game { "q goes back to the game" } else { "q leaves" });
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
            "the mouse works here"
        } else {
            "the mouse marks text — M gives it back"
        });
        vec![LabEffect::Mouse(self.mouse)]
    }

    fn export(&mut self) -> Vec<LabEffect> {
        let ground = self.session.ground();
        let Some(run) = self.playback() else {
            self.refuse("there is no run to take along");
            return Vec::new();
        };
        let name = format!("{} {}", ground.name, self.shown().setup.row().id);
        vec![LabEffect::Export { name, text: posthoc(ground, run.trace()).text }]
    }

    fn toggle_tint(&mut self) {
        self.tints = !self.tints && self.session.lanes().len() > 1;
        if self.session.lanes().len() < 2 {
            self.refuse("r sets another beside it first: the tint tells two apart");
        }
    }

    /// The next form of a way: its cells, then the lines of those who walk it.
    fn next_form(&mut self) {
        let after = self.form.map_or(0, |form| form as usize + 1);
        self.form = Form::ALL.get(after).copied();
        let words = match self.form {
            None => "the way as its cells",
            Some(Form::Centres) => "from centre to centre: how a machine walks",
            Some(Form::Edges) => "from edge to edge: every turn is cut a little",
            Some(Form::Corners) => "taut, turning at corners only: in these cells no line is shorter",
            Some(Form::Soft) => "a curve in each cell, which it never leaves",
            Some(Form::Smooth) => "a curve through every centre: the longest",
        };
        let is_seen = self.form.is_none() || self.camera.zoom == Zoom::Close;
        self.say(format!("{words}{}", if is_seen { "" } else { " — z draws it" }));
    }

    fn toggle_asking(&mut self) {
        self.asks = !self.asks;
        self.say(if self.asks { "it is asked before a run" } else { "nothing is asked any more" });
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
        self.say(format!("the estimate counts {} %", other.min(WEIGHT_MAX)));
        self.set(setup);
    }

    /// Exchanges the setup that is looked at. With a question to come nothing of it is told before.
    pub(super) fn set(&mut self, setup: Setup) {
        self.session.set(self.lane, setup);
        self.begin_anew();
    }

    /// What is on the table has changed: a run begins at its beginning if it is asked before, else all is shown.
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
            self.refuse("four are enough — X takes one away");
            return;
        }
        self.lane = self.session.lanes().len() - 1;
        self.lanes_changed();
    }

    fn remove_lane(&mut self) {
        if !self.session.remove(self.lane) {
            self.refuse("the last one stays");
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

    /// Another map; the setups stay.
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

    /// The map, to be changed; it is solved anew with the next picture.
    pub(super) fn changing(&mut self) -> &mut Ground {
        self.draft.get_or_insert_with(|| self.session.ground().clone())
    }

    /// What the map is now can be had back.
    pub(super) fn remember(&mut self) {
        if self.earlier.len() == EARLIER_MAX {
            self.earlier.remove(0);
        }
        let ground = self.ground().clone();
        self.earlier.push(ground);
    }

    fn undo(&mut self) {
        // Whoever took an end up and put it down again has changed nothing.
        while self.earlier.last() == Some(self.ground()) {
            self.earlier.pop();
        }
        match self.earlier.pop() {
            Some(ground) => self.draft = Some(ground),
            None => self.refuse("nothing was changed"),
        }
    }

    /// Gives the cells of a straight line this price.
    pub(super) fn paint(&mut self, from: Cell, to: Cell, price: u16) {
        let ground = self.changing();
        for cell in line(from, to) {
            ground.set_price(cell, price);
        }
    }
}
