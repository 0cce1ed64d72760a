//! Orders as they are being given: the proposed way, waypoints, the menu, and the brush.
//!
//! The way itself is the planner's: here is only what the player wants, until it becomes a command.

use super::keymap::{Intent, Mode};
use super::state::{Brush, Effect, Matter, Overlay, Picker, Screen, Stroke};
use crate::grid::{Cell, line};
use crate::scene::{Command, Order, Question, Queue, Scene, Surface, UnitId};

/// A row of the menu of orders: a word, and what it means.
pub const MENU: [(&str, &str); 10] = [
    ("travel", "to the cursor"),
    ("explore", "the border of the known"),
    ("trade", "where it pays most"),
    ("settle", "found a hamlet at the cursor"),
    ("patrol", "from here to the cursor and back"),
    ("follow", "who is under the cursor"),
    ("rest", "sleep here"),
    ("wander", "about, for a day"),
    ("stay", "near here, for a day"),
    ("stop", "stand still for good"),
];

/// At most this many waypoints.
const MOST_STOPS: usize = 32;

impl Screen {
    /// Intents that give orders or bend the land.
    pub fn order(&mut self, intent: Intent, scene: &Scene) -> Vec<Effect> {
        match (self.mode, intent) {
            (Mode::Draw, Intent::Confirm) => self.paint(self.cursor, self.cursor, true, scene),
            (Mode::Draw, Intent::Undo) => self.unpaint(),
            (_, Intent::Draw) => self.enter_draw(),
            (Mode::Land, Intent::Confirm) => self.choose(self.cursor, scene),
            (Mode::Go, Intent::Go | Intent::Confirm) => self.go(),
            (Mode::Waypoints, Intent::Append) => self.add_stop(self.cursor),
            (Mode::Waypoints, Intent::BestInsert) => self.ask_insert(),
            (Mode::Waypoints, Intent::Undo) => self.drop_stop(),
            (Mode::Waypoints, Intent::Confirm) => self.give_way(false),
            (Mode::Waypoints, Intent::Patrol) => self.give_way(true),
            (Mode::Land, Intent::Go) => self.propose(self.cursor),
            (_, Intent::Append) => self.append(self.cursor),
            (_, Intent::Waypoints) => self.enter_waypoints(),
            (_, Intent::Undo) => self.unqueue(),
            _ => Vec::new(),
        }
    }

    fn somebody(&mut self) -> Option<UnitId> {
        if self.selected.is_empty() {
            let next = self.keys.word(Intent::Next);
            self.refuse(format!("nobody is selected — {next} picks the next, a click picks who you see"));
        }
        self.leader()
    }

    fn command(&self, orders: Vec<Order>, queue: Queue) -> Effect {
        Effect::Command(Command::Orders { units: self.selected.clone(), orders, queue })
    }

    /// Selects whoever stands on the cell.
    pub fn choose(&mut self, cell: Cell, scene: &Scene) -> Vec<Effect> {
        let here = scene.mine.iter().find(|m| m.2 == cell).map(|m| m.0);
        if let Some(id) = here {
            return self.select(vec![id]);
        }
        self.say(format!("nobody of yours is here — {} picks the next", self.keys.word(Intent::Next)));
        Vec::new()
    }

    /// Proposes the way to a cell, in words and drawn.
    pub fn propose(&mut self, cell: Cell) -> Vec<Effect> {
        let Some(unit) = self.somebody() else { return Vec::new() };
        self.mode = Mode::Go;
        self.target = Some(cell);
        self.preview = None;
        self.no_preview = None;
        vec![self.ask(Matter::Preview, Question::Preview { unit, append: false, stops: vec![cell] })]
    }

    /// The cursor was steered: a proposed way goes along.
    pub fn retarget(&mut self, cell: Cell) -> Vec<Effect> {
        if self.mode == Mode::Ask {
            return self.ask_between();
        }
        if self.mode == Mode::Go && self.target != Some(cell) { self.propose(cell) } else { Vec::new() }
    }

    /// Takes the proposed way.
    pub fn go(&mut self) -> Vec<Effect> {
        let Some(cell) = self.target else { return Vec::new() };
        let effect = self.command(vec![Order::Go(cell)], Queue::Replace);
        self.say(self.words("on the way"));
        self.leave_modes();
        vec![effect]
    }

    /// What the preview says, or else.
    fn words(&self, or_else: &str) -> String {
        match &self.preview {
            Some(preview) if !preview.words.is_empty() => format!("going {}", preview.words),
            _ => or_else.to_owned(),
        }
    }

    /// Adds a cell behind the orders at once.
    pub fn append(&mut self, cell: Cell) -> Vec<Effect> {
        if self.somebody().is_none() {
            return Vec::new();
        }
        let cell = self.target.unwrap_or(cell);
        let effect = self.command(vec![Order::Go(cell)], Queue::Append);
        self.leave_modes();
        self.say(format!("added to the orders — {} takes it back", self.keys.word(Intent::Undo)));
        vec![effect]
    }

    fn unqueue(&mut self) -> Vec<Effect> {
        if self.somebody().is_none() {
            return Vec::new();
        }
        self.say("the last order is taken back");
        vec![Effect::Command(Command::Unqueue { units: self.selected.clone() })]
    }

    fn enter_waypoints(&mut self) -> Vec<Effect> {
        if self.somebody().is_none() {
            return Vec::new();
        }
        let first = self.target.take();
        self.leave_modes();
        self.mode = Mode::Waypoints;
        match first {
            Some(cell) => self.add_stop(cell),
            None => Vec::new(),
        }
    }

    /// Adds a place to the draft.
    pub fn add_stop(&mut self, cell: Cell) -> Vec<Effect> {
        if self.draft.len() >= MOST_STOPS {
            self.refuse(format!("at most {MOST_STOPS} places"));
        } else if self.draft.last() == Some(&cell) {
            self.say(format!("that is the last place already — {} goes", self.keys.word(Intent::Confirm)));
        } else {
            self.draft.push(cell);
        }
        self.preview_draft()
    }

    fn drop_stop(&mut self) -> Vec<Effect> {
        if self.draft.pop().is_none() {
            self.say(format!("no places are left — {} leaves", self.keys.word(Intent::Back)));
        }
        self.preview_draft()
    }

    fn preview_draft(&mut self) -> Vec<Effect> {
        let Some(unit) = self.leader().filter(|_| !self.draft.is_empty()) else {
            self.preview = None;
            self.no_preview = None;
            return Vec::new();
        };
        let stops = self.draft.clone();
        vec![self.ask(Matter::Preview, Question::Preview { unit, append: false, stops })]
    }

    fn ask_insert(&mut self) -> Vec<Effect> {
        let Some(unit) = self.leader() else { return Vec::new() };
        if self.draft.is_empty() {
            return self.add_stop(self.cursor);
        }
        let question = Question::BestInsert { unit, stops: self.draft.clone(), cell: self.cursor };
        vec![self.ask(Matter::Insert, question)]
    }

    /// The best place for an insertion is known.
    pub fn insert(&mut self, index: usize, grows: u32) -> Vec<Effect> {
        if self.mode != Mode::Waypoints || self.draft.len() >= MOST_STOPS {
            return Vec::new();
        }
        let index = index.min(self.draft.len());
        self.draft.insert(index, self.cursor);
        self.say(format!("put in as place {}: +{} steps", index + 1, grows.div_ceil(1000)));
        self.preview_draft()
    }

    fn give_way(&mut self, patrol: bool) -> Vec<Effect> {
        if self.draft.is_empty() {
            self.refuse(format!(
                "no places yet: click, or move the cursor and press {}",
                self.keys.word(Intent::Append)
            ));
            return Vec::new();
        }
        if self.somebody().is_none() {
            return Vec::new();
        }
        let stops = std::mem::take(&mut self.draft);
        let orders =
            if patrol { vec![Order::Patrol(stops)] } else { stops.into_iter().map(Order::Go).collect() };
        let effect = self.command(orders, Queue::Replace);
        self.say(if patrol { "on patrol".to_owned() } else { self.words("on the way") });
        self.leave_modes();
        vec![effect]
    }

    /// Opens the menu of orders.
    pub fn open_orders(&mut self) -> Vec<Effect> {
        if self.somebody().is_some() {
            self.overlay = Some(Overlay::Orders(Picker::default()));
        }
        Vec::new()
    }

    /// Gives the marked order of the menu.
    pub fn pick_order(&mut self, picker: &Picker, scene: &Scene) -> Vec<Effect> {
        let rows = menu_rows(&picker.filter);
        let Some(&row) = rows.get(picker.row.min(rows.len().saturating_sub(1))) else { return Vec::new() };
        let here = self.leader().and_then(|id| scene.mine.iter().find(|m| m.0 == id)).map(|m| m.2);
        let order = match MENU[row].0 {
            "travel" => Order::Go(self.cursor),
            "explore" => Order::Explore,
            "trade" => Order::Trade,
            "settle" => Order::Settle(self.cursor),
            "patrol" => Order::Patrol(here.into_iter().chain([self.cursor]).collect()),
            "rest" => Order::Rest,
            "wander" => Order::Wander,
            "stay" => Order::Stay,
            "stop" => Order::Stop,
            _ => {
                let other = |id| !self.selected.contains(id);
                let Some(figure) = scene.figures.iter().find(|f| f.cell == self.cursor && other(&f.id))
                else {
                    self.refuse("put the cursor on whom to follow");
                    return Vec::new();
                };
                Order::Follow(figure.id)
            }
        };
        self.overlay = None;
        self.say(format!("ordered: {}", MENU[row].0));
        vec![self.command(vec![order], Queue::Replace)]
    }

    fn enter_draw(&mut self) -> Vec<Effect> {
        self.leave_modes();
        self.mode = Mode::Draw;
        self.brush = Brush::Wall;
        Vec::new()
    }

    /// Paints a straight line; `fresh` begins a new stroke.
    pub fn paint(&mut self, from: Cell, to: Cell, fresh: bool, scene: &Scene) -> Vec<Effect> {
        let build = self.brush == Brush::Wall;
        if fresh || self.strokes.is_empty() {
            self.strokes.push(Stroke { cells: Vec::new(), build });
        }
        let Some(stroke) = self.strokes.last_mut() else { return Vec::new() };
        let wanted = |c: &Cell| is_wall(scene, *c) != Some(build);
        let cells: Vec<Cell> = line(from, to).filter(|c| wanted(c) && !stroke.cells.contains(c)).collect();
        if cells.is_empty() {
            return Vec::new();
        }
        stroke.cells.extend(&cells);
        vec![Effect::Command(Command::Wall { cells, build })]
    }

    fn unpaint(&mut self) -> Vec<Effect> {
        let Some(stroke) = self.strokes.pop().filter(|s| !s.cells.is_empty()) else {
            self.say("nothing is left to undo");
            return Vec::new();
        };
        self.say("the last stroke is undone");
        vec![Effect::Command(Command::Wall { cells: stroke.cells, build: !stroke.build })]
    }
}

/// Rows of the menu that contain the filter.
pub fn menu_rows(filter: &str) -> Vec<usize> {
    let wanted = filter.to_lowercase();
    (0..MENU.len()).filter(|i| MENU[*i].0.contains(&wanted)).collect()
}

/// Whether a cell of the picture is known to be a wall.
fn is_wall(scene: &Scene, cell: Cell) -> Option<bool> {
    let view = &scene.view;
    let (px, py) = (i32::from(cell.x) - view.left, i32::from(cell.y) - view.top);
    let inside = view.cells_per_pixel == 1 && px >= 0 && py >= 0 && px < i32::from(view.columns);
    let index = (py * i32::from(view.columns) + px) as usize;
    let pixel = scene.pixels.get(index).filter(|_| inside)?;
    Some(pixel.surface == Surface::Wall)
}
