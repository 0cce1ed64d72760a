//! The menu of orders: all orders with their descriptions, filtered by typing.
//!
//! Orders that need a place take the cursor's; anything else is up to the mode that an order opens.

use super::keymap::{Intent, Mode};
use super::picker::Picker;
use super::state::{Effect, Overlay, Purpose, Screen};
use super::targeted_orders::Aim;
use crate::scene::{Good, Order, Queue, Scene, Sought, StackEdit};

/// What a row of the menu does.
#[derive(Clone, Debug)]
enum Act {
    /// Proposes an order at the cursor.
    Propose(Purpose),
    /// Gives an order that needs no place.
    Give(fn() -> Order),
    /// Gives an order about what is under the cursor.
    Aim(Aim),
    /// Removes layers from its behaviour stack.
    Unstack(StackEdit),
    /// Opens the list of orders that can be pushed onto its stack.
    Push,
    /// Does what a key does.
    Key(Intent),
    /// Opens waypoint mode on the existing stops.
    Edit,
}

/// A row: name, action, description.
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
    row("travel", Act::Propose(Purpose::Travel), "go to the cursor"),
    row("then", Act::Propose(Purpose::Append), "go to the cursor after its other orders"),
    row("insert", Act::Propose(Purpose::Insert), "insert where it adds the least distance"),
    row("waypoints", Act::Key(Intent::Waypoints), "plan a route with several waypoints"),
    row("edit", Act::Edit, "remove or move its stops"),
    row("undo", Act::Key(Intent::Undo), "undo the last order or change"),
    row("drop", Act::Unstack(StackEdit::Drop), "end the current behaviour, resume the next"),
    row("clear", Act::Unstack(StackEdit::Clear), "drop everything but its livelihood"),
    row("push", Act::Push, "do something first, then resume (choose what)"),
    row("patrol", Act::Propose(Purpose::Patrol), "patrol between here and the cursor"),
    row("follow", Act::Aim(Aim::Follow), "stay near the unit under the cursor"),
    row("connect", Act::Propose(Purpose::Connect), "build a road to the cursor, reusing roads"),
    row("settle", Act::Propose(Purpose::Settle), "found a hamlet at the cursor"),
    row("explore", Act::Give(|| Order::Explore), "explore the border of the known land"),
    row("trade", Act::Give(|| Order::Trade), "carry goods where they pay most"),
    row("rest", Act::Give(|| Order::Rest), "sleep here"),
    row("wander", Act::Give(|| Order::Wander), "wander about for a day"),
    row("stay", Act::Give(|| Order::Stay), "stay near here for a day"),
    row("stop", Act::Give(|| Order::Stop), "stand still for good"),
    row("flee", Act::Give(|| Order::Flee), "run far from foes, never fight"),
    row("retreat", Act::Give(|| Order::Retreat), "run from foes, but fight back"),
    row("avoid", Act::Give(|| Order::Avoid), "keep away from all others for a day"),
    row("group", Act::Give(|| Order::Group), "gather for a day with others that do so"),
    row("shun", Act::Aim(Aim::Shun), "move away from what is under the cursor"),
    row("guard", Act::Aim(Aim::Guard), "hold the place under the cursor"),
    row("defend", Act::Aim(Aim::Defend), "keep foes off what is under the cursor"),
    row("escort", Act::Aim(Aim::Escort), "shield the unit under the cursor from foes"),
    row("attack", Act::Aim(Aim::Attack), "attack the foe under the cursor"),
    row("surround", Act::Aim(Aim::Surround), "surround the foe under the cursor together"),
    row("spy", Act::Aim(Aim::Spy), "watch what is under the cursor, report home"),
    row("search", Act::Aim(Aim::Search), "search for this unit once it is out of sight"),
    row("settlement", Act::Give(|| Order::Search(Sought::Settlement)), "search for an unknown settlement"),
    row("grain", Act::Give(|| Order::Search(Sought::Site(Good::Grain))), "search for another place with grain"),
    row("timber", Act::Give(|| Order::Search(Sought::Site(Good::Timber))), "search for another place with timber"),
    row("stone", Act::Give(|| Order::Search(Sought::Site(Good::Stone))), "search for another place with stone"),
    row("ore", Act::Give(|| Order::Search(Sought::Site(Good::Ore))), "search for another place with ore"),
    row("salt", Act::Give(|| Order::Search(Sought::Site(Good::Salt))), "search for another place with salt"),
    row("fish", Act::Give(|| Order::Search(Sought::Site(Good::Fish))), "search for another place with fish"),
    row("work", Act::Aim(Aim::Work), "fetch what the site here yields"),
    row("rally", Act::Key(Intent::Rally), "set the rally point of this settlement"),
    row("all", Act::Key(Intent::AllOfKind), "select all of its kind"),
];

impl Act {
    /// Whether it can be pushed onto a behaviour stack.
    fn can_be_pushed(&self) -> bool {
        let pushable = [Purpose::Travel, Purpose::Patrol, Purpose::Settle];
        match self {
            Act::Propose(purpose) => pushable.contains(purpose),
            Act::Give(_) | Act::Aim(_) => true,
            Act::Key(_) | Act::Edit | Act::Unstack(_) | Act::Push => false,
        }
    }
}

/// Rows of the menu that contain the filter: names that start with it first, then other names, then descriptions.
/// With `pushing`, only rows that can be pushed.
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

    /// Carries out the highlighted row.
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

    /// Enters waypoint mode with the first existing stop selected.
    fn enter_edit(&mut self, scene: &Scene) -> Vec<Effect> {
        let effects = self.update(Intent::Waypoints, scene);
        if self.mode == Mode::Waypoints {
            self.pick(1, scene);
        }
        effects
    }
}
