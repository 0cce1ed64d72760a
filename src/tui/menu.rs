//! The menu of orders: every order there is, with a sentence each, filtered by typing.
//!
//! What an order needs besides is the mode's that it opens; those that need a place take the cursor's.

use super::keymap::{Intent, Mode};
use super::picker::Picker;
use super::state::{Effect, Overlay, Purpose, Screen};
use super::targeted_orders::Aim;
use crate::scene::{Good, Order, Queue, Scene, Sought, StackEdit};

/// What a row of the menu does.
#[derive(Clone, Debug)]
enum Act {
    /// Proposes something at the cursor's place.
    Propose(Purpose),
    /// Gives an order that needs no place.
    Give(fn() -> Order),
    /// Orders something about whom or what the cursor is on.
    Aim(Aim),
    /// Takes from what lies on its stack.
    Unstack(StackEdit),
    /// Opens the list of what can be put on its stack.
    Push,
    /// Does what a key does.
    Key(Intent),
    /// Opens the waypoints on the stops there are.
    Edit,
}

/// A row: a word, what it does, and a sentence.
pub struct MenuRow {
    pub word: &'static str,
    act: Act,
    pub says: &'static str,
}

const fn row(word: &'static str, act: Act, says: &'static str) -> MenuRow {
    MenuRow { word, act, says }
}

/// The menu.
#[rustfmt::skip]
pub const MENU: [MenuRow; 41] = [
    row("travel", Act::Propose(Purpose::Travel), "go to the cursor's place"),
    row("then", Act::Propose(Purpose::Append), "go to the cursor's place after its other orders"),
    row("insert", Act::Propose(Purpose::Insert), "the cursor's place among its orders, where the way grows least"),
    row("waypoints", Act::Key(Intent::Waypoints), "a way of several places that you set in turn"),
    row("edit", Act::Edit, "remove or move the stops it has"),
    row("undo", Act::Key(Intent::Undo), "take back the last order, or the last change of what it does"),
    row("drop", Act::Unstack(StackEdit::Drop), "give up what it does now; what lies below it goes on"),
    row("clear", Act::Unstack(StackEdit::Clear), "forget all but its livelihood"),
    row("push", Act::Push, "something first, then on with what it does now: choose what"),
    row("patrol", Act::Propose(Purpose::Patrol), "from here to the cursor's place and back, for ever"),
    row("follow", Act::Aim(Aim::Follow), "keep near who is under the cursor"),
    row("connect", Act::Propose(Purpose::Connect), "build a road to the cursor's place, over roads there are"),
    row("settle", Act::Propose(Purpose::Settle), "found a hamlet at the cursor's place"),
    row("explore", Act::Give(|| Order::Explore), "look for the border of the known"),
    row("trade", Act::Give(|| Order::Trade), "carry goods where it pays most"),
    row("rest", Act::Give(|| Order::Rest), "sleep here"),
    row("wander", Act::Give(|| Order::Wander), "walk about for a day"),
    row("stay", Act::Give(|| Order::Stay), "keep near here for a day"),
    row("stop", Act::Give(|| Order::Stop), "stand still for good"),
    row("flee", Act::Give(|| Order::Flee), "run from foes to where they are far, and never strike"),
    row("retreat", Act::Give(|| Order::Retreat), "the same, but strike back"),
    row("avoid", Act::Give(|| Order::Avoid), "keep away from everybody for a day"),
    row("group", Act::Give(|| Order::Group), "gather for a day with others who do"),
    row("shun", Act::Aim(Aim::Shun), "go away from who or what is under the cursor"),
    row("guard", Act::Aim(Aim::Guard), "hold the cursor's place"),
    row("defend", Act::Aim(Aim::Defend), "keep foes off who or what is under the cursor"),
    row("escort", Act::Aim(Aim::Escort), "keep between who is under the cursor and foes"),
    row("attack", Act::Aim(Aim::Attack), "go for the foe under the cursor"),
    row("surround", Act::Aim(Aim::Surround), "ring the foe under the cursor, each on one side"),
    row("spy", Act::Aim(Aim::Spy), "watch who or what is under the cursor unseen, and bring it home"),
    row("search", Act::Aim(Aim::Search), "look for who is under the cursor, should he get out of sight"),
    row("settlement", Act::Give(|| Order::Search(Sought::Settlement)), "search for a settlement that is not known"),
    row("grain", Act::Give(|| Order::Search(Sought::Site(Good::Grain))), "search for another place for grain"),
    row("timber", Act::Give(|| Order::Search(Sought::Site(Good::Timber))), "search for another place for timber"),
    row("stone", Act::Give(|| Order::Search(Sought::Site(Good::Stone))), "search for another place for stone"),
    row("ore", Act::Give(|| Order::Search(Sought::Site(Good::Ore))), "search for another place for ore"),
    row("salt", Act::Give(|| Order::Search(Sought::Site(Good::Salt))), "search for another place for salt"),
    row("fish", Act::Give(|| Order::Search(Sought::Site(Good::Fish))), "search for another place for fish"),
    row("work", Act::Aim(Aim::Work), "fetch what the site at the cursor yields, load by load"),
    row("rally", Act::Key(Intent::Rally), "what those do first whom the settlement at the cursor hires"),
    row("all", Act::Key(Intent::AllOfKind), "select all of its kind"),
];

impl Act {
    /// Whether it can be put on top of what somebody does.
    fn can_be_pushed(&self) -> bool {
        let ways = [Purpose::Travel, Purpose::Patrol, Purpose::Settle];
        match self {
            Act::Propose(purpose) => ways.contains(purpose),
            Act::Give(_) | Act::Aim(_) => true,
            Act::Key(_) | Act::Edit | Act::Unstack(_) | Act::Push => false,
        }
    }
}

/// Rows of the menu whose word or sentence contains the filter: first words that begin with it, then other words; of
/// those only the ones that can be pushed, if that is wanted.
pub fn menu_rows(filter: &str, pushing: bool) -> Vec<usize> {
    let wanted = filter.to_lowercase();
    let rank = |row: &MenuRow| match row.word.find(&wanted) {
        Some(0) => Some(0),
        Some(_) => Some(1),
        None => row.says.contains(&wanted).then_some(2),
    };
    let mut rows: Vec<(u8, usize)> =
        MENU.iter().enumerate().filter_map(|(i, row)| Some((rank(row)?, i))).collect();
    rows.retain(|(_, row)| !pushing || MENU[*row].act.can_be_pushed());
    rows.sort_unstable();
    rows.into_iter().map(|(_, row)| row).collect()
}

impl Screen {
    /// Opens the menu of orders.
    pub fn open_orders(&mut self) -> Vec<Effect> {
        if self.somebody().is_some() {
            self.pushing = false;
            self.overlay = Some(Overlay::Orders(Picker::default()));
        }
        Vec::new()
    }

    /// Does what the marked row of the menu says.
    pub fn pick_order(&mut self, picker: &Picker, scene: &Scene) -> Vec<Effect> {
        let rows = menu_rows(&picker.filter, self.pushing);
        let Some(&row) = rows.get(picker.marked(rows.len())) else { return Vec::new() };
        self.overlay = None;
        match &MENU[row].act {
            Act::Propose(purpose) => self.propose(*purpose, self.cursor),
            Act::Key(intent) => self.update(*intent, scene),
            Act::Edit => self.enter_edit(scene),
            Act::Aim(aim) => self.aim(*aim, scene),
            Act::Unstack(edit) => self.edit_stack(edit.clone(), 0, scene),
            Act::Push => self.open_pushes(),
            Act::Give(order) => {
                self.say(format!("ordered: {}", MENU[row].word));
                let effect = self.command(vec![order()], Queue::Replace);
                self.pushing = false;
                vec![effect]
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
}
