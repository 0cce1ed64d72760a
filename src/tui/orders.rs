//! Giving orders: proposals, waypoints, rally points.
//!
//! Paths come from the planner; here is only the player's input until it becomes a command. The list of orders is in
//! `menu`; editing existing stops is in `edits`.

use super::edits::number;
use super::keymap::{Intent, Mode};
use super::state::{Effect, Matter, Purpose, Screen};
use crate::grid::Cell;
use crate::scene::{Command, Edit, Order, Question, Queue, Scene, TownId, UnitId, counted};

/// The maximum number of waypoints.
const MOST_STOPS: usize = 32;

impl Screen {
    /// Handles intents that give orders or edit the land.
    pub fn order(&mut self, intent: Intent, scene: &Scene) -> Vec<Effect> {
        match (self.mode, intent) {
            (_, Intent::Draw) => self.enter_draw(),
            (Mode::Draw, _) => self.draw(intent, scene),
            (Mode::Land, Intent::Confirm) => self.choose(self.cursor, scene),
            (Mode::Go, Intent::Go | Intent::Confirm) => self.go(scene),
            (Mode::Waypoints, Intent::Append) => self.add_stop(self.cursor),
            (Mode::Waypoints, Intent::BestInsert) => self.ask_insert(),
            (Mode::Waypoints, Intent::Undo) => self.undo_draft(),
            (Mode::Waypoints, Intent::Pick(by)) => {
                self.pick(by, scene);
                Vec::new()
            }
            (Mode::Waypoints, Intent::RemoveStop) => self.remove_stop(scene),
            (Mode::Waypoints, Intent::MoveStop) => self.move_stop(scene),
            (Mode::Waypoints, Intent::Confirm) => self.give_way(false),
            (Mode::Waypoints, Intent::Patrol) => self.give_way(true),
            (Mode::Land, Intent::Go) => self.propose(Purpose::Travel, self.cursor),
            (Mode::Land, Intent::Append) => self.propose(Purpose::Append, self.cursor),
            (Mode::Land, Intent::BestInsert) => self.propose(Purpose::Insert, self.cursor),
            (Mode::Go, Intent::Append) => self.take_proposal(Queue::Append, scene),
            (_, Intent::Rally) => self.enter_rally(scene),
            (_, Intent::Waypoints) => self.enter_waypoints(),
            (_, Intent::Undo) => self.unqueue(),
            _ => Vec::new(),
        }
    }

    /// The first selected unit; refuses if there is none.
    pub fn somebody(&mut self) -> Option<UnitId> {
        if self.selected.is_empty() {
            let next = self.keys.word(Intent::Next);
            self.refuse(format!("no unit selected — press {next} or click one"));
        }
        self.leader()
    }

    /// A command with these orders for all selected units.
    pub fn command(&self, orders: Vec<Order>, queue: Queue) -> Effect {
        let given = |orders| Effect::Command(Command::Orders { units: self.selected.clone(), orders, queue });
        self.pushed(&orders).unwrap_or_else(|| given(orders))
    }

    /// Selects the player's unit on the cell.
    pub fn choose(&mut self, cell: Cell, scene: &Scene) -> Vec<Effect> {
        let here = scene.mine.iter().find(|m| m.2 == cell).map(|m| m.0);
        if let Some(id) = here {
            return self.select(vec![id]);
        }
        self.say(format!("none of your units is here — {} selects the next", self.keys.word(Intent::Next)));
        Vec::new()
    }

    /// Proposes an order at a cell, and asks for its preview.
    pub fn propose(&mut self, purpose: Purpose, cell: Cell) -> Vec<Effect> {
        let Some(unit) = self.somebody() else { return Vec::new() };
        self.mode = Mode::Go;
        self.purpose = purpose;
        self.target = Some(cell);
        self.preview = None;
        self.no_preview = None;
        self.insertion = None;
        let append = purpose == Purpose::Append;
        let question = match purpose {
            Purpose::Insert => Question::Insertion { unit, cell },
            Purpose::Connect => Question::Road { unit, append, goal: cell },
            Purpose::Patrol => {
                let back = self.stand.unwrap_or(cell);
                Question::Preview { unit, append, stops: vec![cell, back] }
            }
            Purpose::Travel | Purpose::Append | Purpose::Settle | Purpose::Aim(_) => {
                Question::Preview { unit, append, stops: vec![cell] }
            }
        };
        vec![self.ask(Matter::Preview, question)]
    }

    /// Moves the proposal to the cell the cursor has moved to.
    pub fn retarget(&mut self, cell: Cell) -> Vec<Effect> {
        if self.mode == Mode::Ask {
            return self.ask_between();
        }
        if self.mode == Mode::Aim {
            return self.ask_way(cell);
        }
        let goes_along = self.mode == Mode::Go && self.target != Some(cell);
        if goes_along { self.propose(self.purpose, cell) } else { Vec::new() }
    }

    /// Confirms the proposal.
    pub fn go(&mut self, scene: &Scene) -> Vec<Effect> {
        let queue = if self.purpose == Purpose::Append { Queue::Append } else { Queue::Replace };
        self.take_proposal(queue, scene)
    }

    fn take_proposal(&mut self, queue: Queue, scene: &Scene) -> Vec<Effect> {
        let (Some(cell), Some(unit)) = (self.target, self.leader()) else { return Vec::new() };
        if let Purpose::Aim(aim) = self.purpose {
            return self.take_aim(aim, cell, queue, scene);
        }
        let effect = match (self.purpose, queue) {
            (Purpose::Insert, Queue::Replace) => {
                let Some((at, place)) = self.insertion else {
                    self.say(self.no_preview.clone().unwrap_or_else(|| "still finding a path".to_owned()));
                    return Vec::new();
                };
                Effect::Command(Command::EditOrders { unit, at, place, edit: Edit::Insert(Order::Go(cell)) })
            }
            // Only one unit builds: several would block each other.
            (Purpose::Connect, _) => Effect::Command(Command::Orders {
                units: vec![unit],
                orders: vec![Order::Connect(cell)],
                queue,
            }),
            (Purpose::Settle, _) => self.command(vec![Order::Settle(cell)], queue),
            (Purpose::Patrol, _) => {
                let points = self.stand.into_iter().chain([cell]).collect();
                self.command(vec![Order::Patrol(points)], queue)
            }
            _ => self.command(vec![Order::Go(cell)], queue),
        };
        self.say(match (self.purpose, queue) {
            (Purpose::Travel, Queue::Replace) => self.words("on the way"),
            (Purpose::Insert, Queue::Replace) => self.preview_words("inserted"),
            (_, Queue::Append) => self.added_words(),
            _ => self.preview_words("ordered"),
        });
        self.leave_modes();
        vec![effect]
    }

    /// The preview's words, or this text.
    fn preview_words(&self, or_else: &str) -> String {
        let words = self.preview.as_ref().map(|preview| preview.words.clone());
        words.filter(|words| !words.is_empty()).unwrap_or_else(|| or_else.to_owned())
    }

    /// The preview's words for a path that is being taken, or this text.
    fn words(&self, or_else: &str) -> String {
        match &self.preview {
            Some(preview) if preview.words.starts_with("to ") => format!("going {}", preview.words),
            Some(preview) if !preview.words.is_empty() => preview.words.clone(),
            _ => or_else.to_owned(),
        }
    }

    fn added_words(&self) -> String {
        format!("added to its orders — {} undoes it", self.keys.word(Intent::Undo))
    }

    /// Appends a cell to the orders at once.
    pub fn append(&mut self, cell: Cell) -> Vec<Effect> {
        if self.somebody().is_none() {
            return Vec::new();
        }
        let effect = self.command(vec![Order::Go(cell)], Queue::Append);
        self.leave_modes();
        self.say(self.added_words());
        vec![effect]
    }

    fn unqueue(&mut self) -> Vec<Effect> {
        if self.somebody().is_none() {
            return Vec::new();
        }
        self.say("last order undone");
        vec![Effect::Command(Command::Unqueue { units: self.selected.clone() })]
    }

    fn enter_waypoints(&mut self) -> Vec<Effect> {
        if self.somebody().is_none() {
            return Vec::new();
        }
        let first = self.target.take();
        self.leave_modes();
        self.mode = Mode::Waypoints;
        self.notice = None;
        match first {
            Some(cell) => self.add_stop(cell),
            None => Vec::new(),
        }
    }

    /// Starts setting the rally point of the settlement under the cursor.
    fn enter_rally(&mut self, scene: &Scene) -> Vec<Effect> {
        let Some(place) = scene.places.iter().find(|place| place.cell == self.cursor) else {
            let rally = self.keys.word(Intent::Rally);
            self.refuse(format!("put the cursor on a settlement: {rally} sets its rally point"));
            return Vec::new();
        };
        self.leave_modes();
        self.mode = Mode::Waypoints;
        self.rallying = Some((place.id, place.name.clone()));
        self.draft.clone_from(&place.rally);
        self.preview_draft()
    }

    /// Adds a waypoint to the draft.
    pub fn add_stop(&mut self, cell: Cell) -> Vec<Effect> {
        if self.draft.len() >= MOST_STOPS {
            self.refuse(format!("at most {MOST_STOPS} waypoints"));
            return Vec::new();
        }
        if self.draft.last() == Some(&cell) {
            let go = self.keys.word(Intent::Confirm);
            self.say(format!("already the last waypoint — {go} goes"));
            return self.preview_draft();
        }
        self.picked = None;
        self.change_draft(|draft| draft.push(cell))
    }

    /// Asks for a preview of the draft.
    pub fn preview_draft(&mut self) -> Vec<Effect> {
        self.preview = None;
        self.no_preview = None;
        let stops = self.draft.clone();
        let question = match (&self.rallying, self.leader()) {
            _ if stops.is_empty() => return Vec::new(),
            (Some((town, _)), _) => Question::Rally { town: *town, stops },
            (None, Some(unit)) => Question::Preview { unit, append: false, stops },
            (None, None) => return Vec::new(),
        };
        vec![self.ask(Matter::Preview, question)]
    }

    /// Inserts the cursor's cell where it adds the least distance: into a draft at once, into orders as a proposal.
    fn ask_insert(&mut self) -> Vec<Effect> {
        if !self.edits_draft() {
            return self.propose(Purpose::Insert, self.cursor);
        }
        match self.leader().filter(|_| self.rallying.is_none() && !self.draft.is_empty()) {
            Some(unit) => {
                let question = Question::BestInsert { unit, stops: self.draft.clone(), cell: self.cursor };
                vec![self.ask(Matter::Insert, question)]
            }
            None => self.add_stop(self.cursor),
        }
    }

    /// Inserts the cursor's cell into the draft at the planner's index, adding `grows` milli-steps.
    pub fn insert(&mut self, index: usize, grows: u32) -> Vec<Effect> {
        if self.mode != Mode::Waypoints || self.draft.len() >= MOST_STOPS {
            return Vec::new();
        }
        let (index, cell) = (index.min(self.draft.len()), self.cursor);
        let steps = counted(grows.div_ceil(1000) as usize, "step");
        let undo = self.keys.word(Intent::Undo);
        self.say(format!("inserted as stop {}: +{steps} — {undo} undoes it", number(index)));
        self.change_draft(|draft| draft.insert(index, cell))
    }

    fn give_way(&mut self, patrol: bool) -> Vec<Effect> {
        if let Some((town, name)) = self.rallying.clone() {
            return self.give_rally(town, &name, patrol);
        }
        if self.draft.is_empty() {
            self.refuse(format!(
                "no waypoints yet: click, or press {} at the cursor",
                self.keys.word(Intent::Append)
            ));
            return Vec::new();
        }
        if self.somebody().is_none() {
            return Vec::new();
        }
        let orders = self.take_draft(patrol);
        let effect = self.command(orders, Queue::Replace);
        self.say(if patrol { "on patrol".to_owned() } else { self.words("on the way") });
        self.leave_modes();
        vec![effect]
    }

    fn give_rally(&mut self, town: TownId, name: &str, patrol: bool) -> Vec<Effect> {
        let orders = if self.draft.is_empty() { Vec::new() } else { self.take_draft(patrol) };
        self.say(match orders.len() {
            0 => format!("{name}: rally point removed"),
            _ => format!("{name}: rally point set"),
        });
        self.leave_modes();
        vec![Effect::Command(Command::Rally { town, orders })]
    }

    fn take_draft(&mut self, patrol: bool) -> Vec<Order> {
        let stops = std::mem::take(&mut self.draft);
        if patrol { vec![Order::Patrol(stops)] } else { stops.into_iter().map(Order::Go).collect() }
    }
}
