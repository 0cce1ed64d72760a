//! The menu of orders: every order there is, with a sentence each, filtered by typing.
//!
//! What an order needs besides is the mode's that it opens; those that need a place take the cursor's.

use super::keymap::{Intent, Mode};
use super::picker::Picker;
use super::state::{Effect, Overlay, Purpose, Screen};
use crate::scene::{Order, Queue, Scene};

/// What a row of the menu does.
#[derive(Clone, Copy, Debug)]
enum Act {
    /// Proposes something at the cursor's place.
    Propose(Purpose),
    /// Gives an order that needs no place.
    Give(fn() -> Order),
    /// Orders to keep near whom the cursor is on.
    Follow,
    /// Does what a key does.
    Key(Intent),
    /// Opens the waypoints on the stops there are.
    Edit,
}

/// A row: a word, what it does, and a sentence.
pub struct Row {
    pub word: &'static str,
    act: Act,
    pub says: &'static str,
}

const fn row(word: &'static str, act: Act, says: &'static str) -> Row {
    Row { word, act, says }
}

/// The menu.
#[rustfmt::skip]
pub const MENU: [Row; 18] = [
    row("travel", Act::Propose(Purpose::Travel), "go to the cursor's place"),
    row("then", Act::Propose(Purpose::Append), "go to the cursor's place after its other orders"),
    row("insert", Act::Propose(Purpose::Insert), "the cursor's place among its orders, where the way grows least"),
    row("waypoints", Act::Key(Intent::Waypoints), "a way of several places that you set in turn"),
    row("edit", Act::Edit, "remove or move the stops it has"),
    row("undo", Act::Key(Intent::Undo), "take back the last order that has not begun"),
    row("patrol", Act::Propose(Purpose::Patrol), "from here to the cursor's place and back, for ever"),
    row("follow", Act::Follow, "keep near who is under the cursor"),
    row("connect", Act::Propose(Purpose::Connect), "build a road to the cursor's place, over roads there are"),
    row("settle", Act::Propose(Purpose::Settle), "found a hamlet at the cursor's place"),
    row("explore", Act::Give(|| Order::Explore), "look for the border of the known"),
    row("trade", Act::Give(|| Order::Trade), "carry goods where it pays most"),
    row("rest", Act::Give(|| Order::Rest), "sleep here"),
    row("wander", Act::Give(|| Order::Wander), "walk about for a day"),
    row("stay", Act::Give(|| Order::Stay), "keep near here for a day"),
    row("stop", Act::Give(|| Order::Stop), "stand still for good"),
    row("rally", Act::Key(Intent::Rally), "what those do first whom the settlement at the cursor hires"),
    row("all", Act::Key(Intent::AllOfKind), "select all of its kind"),
];

/// Rows of the menu whose word or sentence contains the filter: first words that begin with it, then other words.
pub fn menu_rows(filter: &str) -> Vec<usize> {
    let wanted = filter.to_lowercase();
    let rank = |row: &Row| match row.word.find(&wanted) {
        Some(0) => Some(0),
        Some(_) => Some(1),
        None => row.says.contains(&wanted).then_some(2),
    };
    let mut rows: Vec<(u8, usize)> =
        MENU.iter().enumerate().filter_map(|(i, row)| Some((rank(row)?, i))).collect();
    rows.sort_unstable();
    rows.into_iter().map(|(_, row)| row).collect()
}

impl Screen {
    /// Opens the menu of orders.
    pub fn open_orders(&mut self) -> Vec<Effect> {
        if self.somebody().is_some() {
            self.overlay = Some(Overlay::Orders(Picker::default()));
        }
        Vec::new()
    }

    /// Does what the marked row of the menu says.
    pub fn pick_order(&mut self, picker: &Picker, scene: &Scene) -> Vec<Effect> {
        let rows = menu_rows(&picker.filter);
        let Some(&row) = rows.get(picker.marked(rows.len())) else { return Vec::new() };
        self.overlay = None;
        match MENU[row].act {
            Act::Propose(purpose) => self.propose(purpose, self.cursor),
            Act::Key(intent) => self.update(intent, scene),
            Act::Edit => self.enter_edit(scene),
            Act::Follow => self.order_to_follow(scene),
            Act::Give(order) => {
                self.say(format!("ordered: {}", MENU[row].word));
                vec![self.command(vec![order()], Queue::Replace)]
            }
        }
    }

    /// Waypoint mode, with the first of the stops there are picked.
    fn enter_edit(&mut self, scene: &Scene) -> Vec<Effect> {
        let effects = self.update(Intent::Waypoints, scene);
        if self.mode == Mode::Waypoints {
            self.pick(1, scene);
        }
        effects
    }

    fn order_to_follow(&mut self, scene: &Scene) -> Vec<Effect> {
        let other = |id| !self.selected.contains(id);
        let whom = scene.figures.iter().find(|f| f.cell == self.cursor && other(&f.id)).map(|f| f.id);
        let Some(whom) = whom else {
            self.refuse("put the cursor on whom to follow");
            return Vec::new();
        };
        self.say("ordered: follow");
        vec![self.command(vec![Order::Follow(whom)], Queue::Replace)]
    }
}
