//! Giving orders: proposals, waypoints, rally points.
//!
//! Paths come from the planner; here is only the player's input until it becomes a command. The list of orders is in
//! `menu`; editing existing stops is in `edits`.

use super::draft::{Draft, Proposal};
use super::edits::stop_glyph;
use super::targeted_orders::TargetedOrder;
use crate::grid::Cell;
use crate::scene::{Command, Edit, Order, Question, Queue, Scene, StackEdit, UnitId, counted};
use crate::tui::effect::Effect;
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::input::keys::Keys;
use crate::tui::questions::{OpenQuestions, QuestionKind};
use crate::tui::selection::Selection;
use crate::tui::state::Screen;

/// The maximum number of waypoints.
const STOPS_MAX: usize = 32;

impl Screen {
    /// Handles intents that give orders or edit the land.
    pub fn update_order(&mut self, intent: KeyIntent, scene: &Scene) -> Vec<Effect> {
        match (self.mode, intent) {
            (_, KeyIntent::Draw) => {
                self.return_to_land();
                (self.mode, self.editing.foresight) = (Mode::Draw, None);
                Vec::new()
            }
            (Mode::Draw, _) => self.update_draw(intent, scene),
            (Mode::Land, KeyIntent::Confirm) => {
                if let Some(mine) = scene.mine.iter().find(|mine| mine.2 == self.map.cursor) {
                    return self.select(vec![mine.0]);
                }
                let next = self.keys.key_for(KeyIntent::Next);
                self.notify(format!("none of your units is here — {next} selects the next"))
            }
            (Mode::Go, KeyIntent::Go | KeyIntent::Confirm) => self.take_proposal(self.draft.queue(), scene),
            (Mode::Waypoints, KeyIntent::Append) => self.add_stop(self.map.cursor),
            (Mode::Waypoints, KeyIntent::BestInsert) => self.ask_insert(),
            (Mode::Waypoints, KeyIntent::Undo) => {
                if !self.draft.undo() {
                    let back = self.keys.key_for(KeyIntent::Back);
                    self.notices.notify(format!("nothing to undo — {back} leaves"));
                }
                self.draft.ask_preview(self.selection.leader(), &mut self.questions)
            }
            (Mode::Waypoints, KeyIntent::Pick(by)) => {
                self.pick(by, scene);
                Vec::new()
            }
            (Mode::Waypoints, KeyIntent::RemoveStop) => self.edit_stop(Edit::Remove, scene),
            (Mode::Waypoints, KeyIntent::MoveStop) => self.edit_stop(Edit::MoveTo(self.map.cursor), scene),
            (Mode::Waypoints, KeyIntent::Confirm) => self.give_route(false),
            (Mode::Waypoints, KeyIntent::Patrol) => self.give_route(true),
            (Mode::Land, KeyIntent::Go) => self.propose(Proposal::Travel, self.map.cursor),
            (Mode::Land, KeyIntent::Append) => self.propose(Proposal::Append, self.map.cursor),
            (Mode::Land, KeyIntent::BestInsert) => self.propose(Proposal::Insert, self.map.cursor),
            (Mode::Go, KeyIntent::Append) => self.take_proposal(Queue::Append, scene),
            (_, KeyIntent::Rally) => self.enter_rally(scene),
            (_, KeyIntent::Waypoints) => self.enter_waypoints(),
            (_, KeyIntent::Undo) => {
                if self.selection.leader_or_refuse(&self.keys, &mut self.notices).is_none() {
                    return Vec::new();
                }
                self.notices.notify("last order undone");
                vec![Effect::Command(Command::UndoOrders { units: self.selection.units.clone() })]
            }
            _ => Vec::new(),
        }
    }

    /// Proposes an order at a cell, and asks for its preview.
    pub(in crate::tui) fn propose(&mut self, purpose: Proposal, cell: Cell) -> Vec<Effect> {
        let Some(unit) = self.selection.leader_or_refuse(&self.keys, &mut self.notices) else {
            return Vec::new();
        };
        self.mode = Mode::Go;
        let question = self.draft.propose(purpose, cell, (unit, self.selection.leader_cell));
        vec![self.questions.ask(QuestionKind::Preview, question)]
    }

    /// Moves the proposal to the cell the cursor has moved to.
    pub fn retarget(&mut self, cell: Cell) -> Vec<Effect> {
        if self.mode == Mode::RouteQuery {
            return self.ask_route();
        }
        if self.mode == Mode::Destination {
            return self.preview_path_to(cell);
        }
        if self.mode == Mode::Draw {
            return self.questions.ask_any(QuestionKind::Foresee, self.editing.question(cell));
        }
        let goes_along = self.mode == Mode::Go && self.draft.target != Some(cell);
        if goes_along { self.propose(self.draft.proposal, cell) } else { Vec::new() }
    }

    /// Confirms the proposal; an append leaves the other orders.
    pub(in crate::tui) fn take_proposal(&mut self, queue: Queue, scene: &Scene) -> Vec<Effect> {
        let (Some(cell), Some(unit)) = (self.draft.target, self.selection.leader()) else {
            return Vec::new();
        };
        let effect = match self.draft.proposal {
            Proposal::Targeted(aim) => return self.give_targeted(aim, cell, queue, scene),
            Proposal::Insert if queue == Queue::Replace => {
                let Some((at, place)) = self.draft.insertion else {
                    return self.notify(
                        self.draft.no_preview.clone().unwrap_or_else(|| "still finding a path".to_owned()),
                    );
                };
                Effect::Command(Command::EditOrders { unit, at, place, edit: Edit::Insert(Order::Go(cell)) })
            }
            // Only one unit builds: several would block each other.
            Proposal::Connect => Effect::Command(Command::Orders {
                units: vec![unit],
                orders: vec![Order::Connect(cell)],
                queue,
            }),
            Proposal::Settle => self.draft.command(&self.selection, vec![Order::Settle(cell)], queue),
            Proposal::Patrol => {
                let points = self.selection.leader_cell.into_iter().chain([cell]).collect();
                self.draft.command(&self.selection, vec![Order::Patrol(points)], queue)
            }
            Proposal::Travel | Proposal::Append | Proposal::Insert => {
                self.draft.command(&self.selection, vec![Order::Go(cell)], queue)
            }
        };
        self.notices.notify(match (self.draft.proposal, queue) {
            (Proposal::Travel, Queue::Replace) => self.draft.path_words("on the way"),
            (Proposal::Insert, Queue::Replace) => self.draft.preview_words("inserted"),
            (_, Queue::Append) => appended_words(&self.keys),
            _ => self.draft.preview_words("ordered"),
        });
        self.return_to_land();
        vec![effect]
    }

    /// Appends a cell to the orders at once.
    pub(in crate::tui) fn append(&mut self, cell: Cell) -> Vec<Effect> {
        self.return_to_land();
        self.notices.notify(appended_words(&self.keys));
        vec![self.draft.command(&self.selection, vec![Order::Go(cell)], Queue::Append)]
    }

    /// Gives the order about what is on a cell.
    pub fn give_targeted(
        &mut self,
        aim: TargetedOrder,
        cell: Cell,
        queue: Queue,
        scene: &Scene,
    ) -> Vec<Effect> {
        let Some(order) = aim.order(cell, self.selection.other_at(cell, scene)) else {
            let word = aim.label().to_lowercase();
            return self.refuse(format!("no unit here: point at the one to {word}, or click it"));
        };
        let effect = self.draft.command(&self.selection, vec![order], queue);
        self.notices.notify(format!("ordered: {}", aim.label().to_lowercase()));
        self.return_to_land();
        vec![effect]
    }

    fn enter_waypoints(&mut self) -> Vec<Effect> {
        if self.selection.leader_or_refuse(&self.keys, &mut self.notices).is_none() {
            return Vec::new();
        }
        let first = self.draft.target.take();
        self.return_to_land();
        self.mode = Mode::Waypoints;
        self.notices.take();
        first.map_or_else(Vec::new, |cell| self.add_stop(cell))
    }

    /// Starts setting the rally point of the settlement under the cursor.
    fn enter_rally(&mut self, scene: &Scene) -> Vec<Effect> {
        let Some(place) = scene.town_markers.iter().find(|place| place.cell == self.map.cursor) else {
            let rally = self.keys.key_for(KeyIntent::Rally);
            return self.refuse(format!("put the cursor on a settlement: {rally} sets its rally point"));
        };
        self.return_to_land();
        self.mode = Mode::Waypoints;
        self.draft.rallying = Some((place.id, place.name.clone()));
        self.draft.stops.clone_from(&place.rally_points);
        self.draft.ask_preview(self.selection.leader(), &mut self.questions)
    }

    /// Adds a waypoint to the draft.
    pub fn add_stop(&mut self, cell: Cell) -> Vec<Effect> {
        if self.draft.stops.len() >= STOPS_MAX {
            return self.refuse(format!("at most {STOPS_MAX} waypoints"));
        }
        if self.draft.stops.last() == Some(&cell) {
            let go = self.keys.key_for(KeyIntent::Confirm);
            self.notices.notify(format!("already the last waypoint — {go} goes"));
            return self.draft.ask_preview(self.selection.leader(), &mut self.questions);
        }
        self.draft.selected_stop = None;
        self.draft.change(|stops| stops.push(cell));
        self.draft.ask_preview(self.selection.leader(), &mut self.questions)
    }

    /// Inserts the cursor's cell where it adds the least distance: into a draft at once, into orders as a proposal.
    fn ask_insert(&mut self) -> Vec<Effect> {
        let cell = self.map.cursor;
        if !self.draft.is_edited(self.mode) {
            return self.propose(Proposal::Insert, cell);
        }
        let is_path = self.draft.rallying.is_none() && !self.draft.stops.is_empty();
        let Some(unit) = self.selection.leader().filter(|_| is_path) else { return self.add_stop(cell) };
        let question = Question::BestInsert { unit, stops: self.draft.stops.clone(), cell };
        vec![self.questions.ask(QuestionKind::Insert, question)]
    }

    /// Inserts the cursor's cell into the draft at the planner's index, adding `grows` milli-steps.
    pub fn insert_stop(&mut self, index: usize, grows: u32) -> Vec<Effect> {
        if self.mode != Mode::Waypoints || self.draft.stops.len() >= STOPS_MAX {
            return Vec::new();
        }
        let (index, cell) = (index.min(self.draft.stops.len()), self.map.cursor);
        let steps = counted(grows.div_ceil(1000) as usize, "step");
        let undo = self.keys.key_for(KeyIntent::Undo);
        self.notices.notify(format!("inserted as stop {}: +{steps} — {undo} undoes it", stop_glyph(index)));
        self.draft.change(|stops| stops.insert(index, cell));
        self.draft.ask_preview(self.selection.leader(), &mut self.questions)
    }

    fn give_route(&mut self, patrol: bool) -> Vec<Effect> {
        if let Some((town, name)) = self.draft.rallying.take() {
            let orders = self.draft.take_orders(patrol);
            let done = if orders.is_empty() { "removed" } else { "set" };
            self.notices.notify(format!("{name}: rally point {done}"));
            self.return_to_land();
            return vec![Effect::Command(Command::Rally { town, orders })];
        }
        if self.draft.stops.is_empty() {
            let add = self.keys.key_for(KeyIntent::Append);
            return self.refuse(format!("no waypoints yet: click, or press {add} at the cursor"));
        }
        if self.selection.leader_or_refuse(&self.keys, &mut self.notices).is_none() {
            return Vec::new();
        }
        let orders = self.draft.take_orders(patrol);
        let effect = self.draft.command(&self.selection, orders, Queue::Replace);
        self.notices.notify(if patrol {
            "on patrol".to_owned()
        } else {
            self.draft.path_words("on the way")
        });
        self.return_to_land();
        vec![effect]
    }
}

impl Draft {
    /// Takes a proposal for a unit, whose cell may be known; returns its preview as a question.
    fn propose(&mut self, purpose: Proposal, cell: Cell, (unit, here): (UnitId, Option<Cell>)) -> Question {
        (self.proposal, self.target, self.insertion) = (purpose, Some(cell), None);
        self.drop_preview();
        let append = purpose == Proposal::Append;
        match purpose {
            Proposal::Insert => Question::Insertion { unit, cell },
            Proposal::Connect => Question::Road { unit, append, goal: cell },
            Proposal::Patrol => Question::Preview { unit, append, stops: vec![cell, here.unwrap_or(cell)] },
            Proposal::Travel | Proposal::Append | Proposal::Settle | Proposal::Targeted(_) => {
                Question::Preview { unit, append, stops: vec![cell] }
            }
        }
    }

    /// A command with these orders for all selected units, or one that pushes the first order onto the leader's stack, if
    /// the player asked for that.
    pub(in crate::tui) fn command(&self, selection: &Selection, orders: Vec<Order>, queue: Queue) -> Effect {
        let pushed = orders.first().filter(|_| self.is_pushing);
        Effect::Command(match (selection.leader(), pushed) {
            (Some(unit), Some(order)) => {
                Command::EditStack { unit, height: 0, edit: StackEdit::Push(order.clone()) }
            }
            _ => Command::Orders { units: selection.units.clone(), orders, queue },
        })
    }

    /// Asks for the path along the stops.
    pub(super) fn ask_preview(
        &mut self,
        leader: Option<UnitId>,
        questions: &mut OpenQuestions,
    ) -> Vec<Effect> {
        self.drop_preview();
        self.ask_preview_anew(leader, questions)
    }

    /// The same while the path that was found is still shown: its unit may have walked on.
    pub(in crate::tui) fn ask_preview_anew(
        &self,
        leader: Option<UnitId>,
        questions: &mut OpenQuestions,
    ) -> Vec<Effect> {
        questions.ask_any(QuestionKind::Preview, self.question(leader))
    }

    /// The order that is waiting for a target.
    pub(in crate::tui) fn pending_targeted(&self, mode: Mode) -> Option<TargetedOrder> {
        match self.proposal {
            Proposal::Targeted(aim) if mode == Mode::Go => Some(aim),
            _ => None,
        }
    }

    /// What the proposal does to the other orders.
    pub(in crate::tui) fn queue(&self) -> Queue {
        if self.proposal == Proposal::Append { Queue::Append } else { Queue::Replace }
    }

    /// The ends of the leg that is being proposed: to the target, to the stop that is inserted, or to the selected
    /// waypoint of a draft, else its last.
    pub(in crate::tui) fn proposed_leg(&self, mode: Mode) -> Option<(Cell, Cell)> {
        let legs = self.preview.as_ref().map(|preview| &preview.legs)?;
        let leg = match mode {
            Mode::Go => legs.first(),
            Mode::Waypoints => self.selected_stop.and_then(|at| legs.get(at)).or(legs.last()),
            _ => None,
        }?;
        Some((*leg.cells.first()?, leg.to))
    }

    /// The preview's words, or this text.
    fn preview_words(&self, or_else: &str) -> String {
        let words = self.preview.as_ref().map(|preview| preview.words.clone());
        words.filter(|words| !words.is_empty()).unwrap_or_else(|| or_else.to_owned())
    }

    /// The preview's words for a path that is being taken, or this text.
    fn path_words(&self, or_else: &str) -> String {
        match &self.preview {
            Some(preview) if preview.words.starts_with("to ") => format!("going {}", preview.words),
            _ => self.preview_words(or_else),
        }
    }

    /// The path along the stops as a question: from the rally's settlement, or else from the leader.
    fn question(&self, leader: Option<UnitId>) -> Option<Question> {
        let stops = Some(self.stops.clone()).filter(|stops| !stops.is_empty())?;
        Some(match &self.rallying {
            Some((town, _)) => Question::Rally { town: *town, stops },
            None => Question::Preview { unit: leader?, append: false, stops },
        })
    }

    /// Takes the stops out as orders.
    fn take_orders(&mut self, patrol: bool) -> Vec<Order> {
        let stops = std::mem::take(&mut self.stops);
        match (stops.is_empty(), patrol) {
            (false, true) => vec![Order::Patrol(stops)],
            _ => stops.into_iter().map(Order::Go).collect(),
        }
    }
}

fn appended_words(keys: &Keys) -> String {
    format!("added to its orders — {} undoes it", keys.key_for(KeyIntent::Undo))
}
