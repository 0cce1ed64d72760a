//! The menu of orders: all orders with their descriptions, filtered by typing.
//!
//! Orders that need a place take the cursor's; anything else is up to the mode that an order opens.

use crate::scene::{Good, Order, Queue, Scene, SearchGoal, StackEdit};
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::kit::view::Reply;
use crate::tui::kit::{LIST_COLUMNS, ListRow, ListSource, ListView, PlaceOf};
use crate::tui::modes::targeted_orders::TargetedOrder;
use crate::tui::state::{Proposal, Screen};

/// What a row of the menu does.
#[derive(Clone, Debug)]
enum MenuAction {
    /// Proposes an order at the cursor.
    Propose(Proposal),
    /// Gives an order that needs no place.
    Give(fn() -> Order),
    /// Gives an order about what is under the cursor.
    Targeted(TargetedOrder),
    /// Removes layers from its behaviour stack.
    EditStack(StackEdit),
    /// Opens the list of orders that can be pushed onto its stack.
    Push,
    /// Does what a key does.
    Key(KeyIntent),
    /// Opens waypoint mode on the existing stops.
    Edit,
}

/// A row: name, action, description.
pub(super) struct MenuRow {
    pub name: &'static str,
    action: MenuAction,
    pub description: &'static str,
}

const fn row(word: &'static str, act: MenuAction, says: &'static str) -> MenuRow {
    MenuRow { name: word, action: act, description: says }
}

/// The menu.
#[rustfmt::skip]
pub(super) const MENU: [MenuRow; 41] = [
    row("travel", MenuAction::Propose(Proposal::Travel), "go to the cursor"),
    row("then", MenuAction::Propose(Proposal::Append), "go to the cursor after its other orders"),
    row("insert", MenuAction::Propose(Proposal::Insert), "insert where it adds the least distance"),
    row("waypoints", MenuAction::Key(KeyIntent::Waypoints), "plan a route with several waypoints"),
    row("edit", MenuAction::Edit, "remove or move its stops"),
    row("undo", MenuAction::Key(KeyIntent::Undo), "undo the last order or change"),
    row("drop", MenuAction::EditStack(StackEdit::Drop), "end the current behaviour, resume the next"),
    row("clear", MenuAction::EditStack(StackEdit::Clear), "drop everything but its livelihood"),
    row("push", MenuAction::Push, "do something first, then resume (choose what)"),
    row("patrol", MenuAction::Propose(Proposal::Patrol), "patrol between here and the cursor"),
    row("follow", MenuAction::Targeted(TargetedOrder::Follow), "stay near the unit under the cursor"),
    row("connect", MenuAction::Propose(Proposal::Connect), "build a road to the cursor, reusing roads"),
    row("settle", MenuAction::Propose(Proposal::Settle), "found a hamlet at the cursor"),
    row("explore", MenuAction::Give(|| Order::Explore), "explore the border of the known land"),
    row("trade", MenuAction::Give(|| Order::Trade), "carry goods where they pay most"),
    row("rest", MenuAction::Give(|| Order::Rest), "sleep here"),
    row("wander", MenuAction::Give(|| Order::Wander), "wander about for a day"),
    row("stay", MenuAction::Give(|| Order::Stay), "stay near here for a day"),
    row("stop", MenuAction::Give(|| Order::Stop), "stand still for good"),
    row("flee", MenuAction::Give(|| Order::Flee), "run far from foes, never fight"),
    row("retreat", MenuAction::Give(|| Order::Retreat), "run from foes, but fight back"),
    row("disperse", MenuAction::Give(|| Order::Disperse), "keep away from all others for a day"),
    row("group", MenuAction::Give(|| Order::Group), "gather for a day with others that do so"),
    row("avoid", MenuAction::Targeted(TargetedOrder::Avoid), "move away from what is under the cursor"),
    row("guard", MenuAction::Targeted(TargetedOrder::Guard), "hold the place under the cursor"),
    row("defend", MenuAction::Targeted(TargetedOrder::Defend), "keep foes off what is under the cursor"),
    row("escort", MenuAction::Targeted(TargetedOrder::Escort), "shield the unit under the cursor from foes"),
    row("attack", MenuAction::Targeted(TargetedOrder::Attack), "attack the foe under the cursor"),
    row("surround", MenuAction::Targeted(TargetedOrder::Surround), "surround the foe under the cursor together"),
    row("spy", MenuAction::Targeted(TargetedOrder::Spy), "watch what is under the cursor, report home"),
    row("search", MenuAction::Targeted(TargetedOrder::Search), "search for this unit once it is out of sight"),
    row("settlement", MenuAction::Give(|| Order::Search(SearchGoal::Settlement)), "search for an unknown settlement"),
    row("grain", MenuAction::Give(|| Order::Search(SearchGoal::Site(Good::Grain))), "search for another place with grain"),
    row("timber", MenuAction::Give(|| Order::Search(SearchGoal::Site(Good::Timber))), "search for another place with timber"),
    row("stone", MenuAction::Give(|| Order::Search(SearchGoal::Site(Good::Stone))), "search for another place with stone"),
    row("ore", MenuAction::Give(|| Order::Search(SearchGoal::Site(Good::Ore))), "search for another place with ore"),
    row("salt", MenuAction::Give(|| Order::Search(SearchGoal::Site(Good::Salt))), "search for another place with salt"),
    row("fish", MenuAction::Give(|| Order::Search(SearchGoal::Site(Good::Fish))), "search for another place with fish"),
    row("work", MenuAction::Targeted(TargetedOrder::Work), "fetch what the site here yields"),
    row("rally", MenuAction::Key(KeyIntent::Rally), "set the rally point of this settlement"),
    row("all", MenuAction::Key(KeyIntent::AllOfKind), "select all of its kind"),
];

impl MenuAction {
    /// Whether it can be pushed onto a behaviour stack.
    fn can_be_pushed(&self) -> bool {
        match self {
            MenuAction::Propose(purpose) => match purpose {
                Proposal::Travel | Proposal::Patrol | Proposal::Settle | Proposal::Targeted(_) => true,
                Proposal::Append | Proposal::Insert | Proposal::Connect => false,
            },
            MenuAction::Give(_) | MenuAction::Targeted(_) => true,
            MenuAction::Key(_) | MenuAction::Edit | MenuAction::EditStack(_) | MenuAction::Push => false,
        }
    }

    /// Whether it has what it needs: stops, layers, a settlement or a unit under the cursor.
    fn can_be_done(&self, screen: &Screen, scene: &Scene) -> bool {
        match self {
            MenuAction::Propose(Proposal::Append | Proposal::Insert) | MenuAction::Edit => {
                !screen.selection.stops.is_empty()
            }
            MenuAction::EditStack(_) => scene.layers > 1,
            MenuAction::Key(KeyIntent::Rally) => screen.is_on_settlement,
            MenuAction::Targeted(TargetedOrder::Work) => {
                scene.landmarks.sites.iter().any(|(cell, _)| *cell == screen.map.cursor)
            }
            MenuAction::Targeted(aim) => {
                let cell = screen.map.cursor;
                aim.order(cell, screen.selection.other_at(cell, scene)).is_some()
            }
            MenuAction::Propose(
                Proposal::Travel
                | Proposal::Settle
                | Proposal::Patrol
                | Proposal::Connect
                | Proposal::Targeted(_),
            )
            | MenuAction::Give(_)
            | MenuAction::Push
            | MenuAction::Key(_) => true,
        }
    }
}

/// The menu as a list.
#[derive(Clone, Debug)]
pub(super) struct OrderMenu;

/// Opens the menu of orders.
pub(in crate::tui) fn open(screen: &mut Screen) {
    if screen.selection.leader_or_refuse(&screen.keys, &mut screen.notices).is_some() {
        screen.draft.is_pushing = false;
        screen.views.open(ListView::at(OrderMenu, 0));
    }
}

impl ListSource<Screen> for OrderMenu {
    const BESIDE: Option<PlaceOf<Screen>> = Some(Screen::char_of_cursor);
    const SIZE_MAX: (u16, usize) = (LIST_COLUMNS, usize::MAX);
    const MODE: Mode = Mode::Orders;

    fn heading(&self, screen: &Screen, scene: &Scene) -> String {
        let what = if screen.draft.is_pushing { "Do this first" } else { "Orders" };
        format!("{what} — cursor on {}", scene.cursor_card.title)
    }

    /// What the selected unit can do now comes first.
    fn rows(&self, screen: &Screen, scene: &Scene) -> Vec<ListRow> {
        let is_offered = |row: &MenuRow| !screen.draft.is_pushing || row.action.can_be_pushed();
        let mut offered: Vec<(usize, MenuRow)> =
            MENU.into_iter().enumerate().filter(|(_, row)| is_offered(row)).collect();
        offered.sort_by_key(|(_, row)| !row.action.can_be_done(screen, scene));
        offered.into_iter().map(|(item, row)| ListRow::new(item, row.name, row.description)).collect()
    }

    fn choose(&mut self, item: usize, screen: &mut Screen, scene: &Scene) -> Reply<Screen> {
        let row = &MENU[item];
        Reply::Close(match &row.action {
            MenuAction::Propose(purpose) => screen.propose(*purpose, screen.map.cursor),
            MenuAction::Key(intent) => screen.update(*intent, scene),
            MenuAction::Edit => {
                let effects = screen.update(KeyIntent::Waypoints, scene);
                if screen.mode == Mode::Waypoints {
                    screen.pick(1, scene);
                }
                effects
            }
            // Given at once if a unit is there, else when Enter or a click chooses the target.
            MenuAction::Targeted(aim) => {
                let cell = screen.map.cursor;
                let unit = screen.selection.other_at(cell, scene);
                // An order about a place is the same with a unit there.
                if aim.order(cell, unit) == aim.order(cell, None) {
                    screen.propose(Proposal::Targeted(*aim), cell)
                } else {
                    screen.give_targeted(*aim, cell, Queue::Replace, scene)
                }
            }
            MenuAction::EditStack(edit) => {
                let say = (&screen.keys, &mut screen.notices);
                Vec::from_iter(screen.selection.edit_stack(edit.clone(), 0, scene, say))
            }
            MenuAction::Push => {
                screen.draft.is_pushing = true;
                screen.views.open(ListView::at(OrderMenu, 0));
                Vec::new()
            }
            MenuAction::Give(order) => {
                screen.notices.notify(format!("ordered: {}", row.name));
                let effect = screen.draft.command(&screen.selection, vec![order()], Queue::Replace);
                screen.draft.is_pushing = false;
                vec![effect]
            }
        })
    }
}
