//! The wanderer's lists: what to do about what waits on the way, and what is carried, sold and asked for here.

use super::draft::Possession;
use crate::scene::{Action, Choice, ChoiceView, PACK_SLOTS, Scene, WaitingView, WanderView};
use crate::tui::effect::Effect;
use crate::tui::input::keymap::Mode;
use crate::tui::kit::view::Reply;
use crate::tui::kit::{LIST_COLUMNS, ListRow, ListSource, ListView, PlaceOf};
use crate::tui::state::Screen;

/// What can be done about what waits.
#[derive(Clone, Debug)]
pub(super) struct Choices;

impl ListSource<Screen> for Choices {
    const BESIDE: Option<PlaceOf<Screen>> = Some(Screen::char_of_played);
    const SIZE_MAX: (u16, usize) = (LIST_COLUMNS, usize::MAX);
    const MODE: Mode = Mode::Choosing;

    fn heading(&self, _: &Screen, scene: &Scene) -> String {
        if waiting(scene).is_some_and(|waiting| waiting.is_at_hand) { "Choose" } else { "Ahead" }.to_owned()
    }

    fn prompt(&self, _: &Screen, scene: &Scene) -> String {
        waiting(scene).map_or_else(String::new, |waiting| waiting.what.clone())
    }

    fn rows(&self, _: &Screen, scene: &Scene) -> Vec<ListRow> {
        let Some(waiting) = waiting(scene) else { return Vec::new() };
        let choice = |(item, choice): (usize, &ChoiceView)| {
            ListRow::new(item, format!("{} {}", item + 1, choice.name), choice.odds.clone())
        };
        let mut rows: Vec<ListRow> = waiting.choices.iter().enumerate().map(choice).collect();
        if !waiting.is_at_hand {
            rows.push(ListRow::new(rows.len(), format!("{} go on", rows.len() + 1), "see what comes"));
        }
        rows
    }

    fn choose(&mut self, item: usize, screen: &mut Screen, scene: &Scene) -> Reply<Screen> {
        let choice = waiting(scene).and_then(|waiting| waiting.choices.get(item)).map(|choice| choice.choice);
        let Some(choice) = choice else { return Reply::close() };
        let mut effects = screen.act(Action::Choose(choice));
        if let Some(goal) = screen.possession.goal.filter(|_| choice == Choice::GoRound) {
            effects.extend(screen.preview_path_to(goal));
        }
        Reply::Close(effects)
    }
}

/// What is carried, sold and asked for here.
#[derive(Clone, Debug)]
pub(super) struct PackList;

impl ListSource<Screen> for PackList {
    const BESIDE: Option<PlaceOf<Screen>> = Some(Screen::char_of_played);
    const SIZE_MAX: (u16, usize) = (LIST_COLUMNS, usize::MAX);
    const MODE: Mode = Mode::Pack;

    fn heading(&self, _: &Screen, scene: &Scene) -> String {
        let here = scene.wander.as_ref().and_then(|wander| wander.market.as_ref());
        here.map_or_else(|| "Pack".to_owned(), |market| format!("Pack, and market of {}", market.name))
    }

    fn prompt(&self, _: &Screen, scene: &Scene) -> String {
        scene.wander.as_ref().map_or_else(String::new, |wander| {
            let more = if wander.market.is_none() { "; settlements sell more" } else { "" };
            format!("{} coin, {} of {PACK_SLOTS} things{more}", wander.coin, wander.pack.len())
        })
    }

    fn rows(&self, _: &Screen, scene: &Scene) -> Vec<ListRow> {
        let items = scene.wander.as_ref().map(pack_items).unwrap_or_default();
        items
            .into_iter()
            .enumerate()
            .map(|(item, (_, name, words))| ListRow::new(item, name, words))
            .collect()
    }

    fn choose(&mut self, item: usize, screen: &mut Screen, scene: &Scene) -> Reply<Screen> {
        let items = scene.wander.as_ref().map(pack_items).unwrap_or_default();
        match items.get(item).and_then(|(action, ..)| *action) {
            Some(action @ Action::Use(_)) => Reply::Close(screen.act(action)),
            Some(action) => Reply::Stay(screen.act(action)),
            None => Reply::stay(),
        }
    }
}

/// The rows of the pack: what they do, if they do anything, their names, and what is said about them.
fn pack_items(wander: &WanderView) -> Vec<(Option<Action>, String, String)> {
    let held = wander.pack.iter().flat_map(|thing| {
        let row = thing.row();
        let carried = (Some(Action::Drop(*thing)), row.name.to_owned(), format!("carried: {}", row.words));
        let deed =
            row.deed.map(|(deed, words)| (Some(Action::Use(*thing)), deed.to_owned(), words.to_owned()));
        [Some(carried), deed].into_iter().flatten()
    });
    let parcel = wander.parcel.iter().map(|words| (None, "parcel".to_owned(), words.clone()));
    let market = wander.market.iter().flat_map(|market| {
        let sold = market.wares.iter().map(|thing| {
            let row = thing.row();
            (
                Some(Action::Buy(*thing)),
                format!("buy {}", row.name),
                format!("{} coin: {}", row.price, row.words),
            )
        });
        let offered = market.parcel.iter();
        let offered =
            offered.map(|words| (Some(Action::TakeParcel), "take a parcel".to_owned(), words.clone()));
        sold.chain(offered).collect::<Vec<_>>()
    });
    held.chain(parcel).chain(market).collect()
}

fn waiting(scene: &Scene) -> Option<&WaitingView> {
    scene.wander.as_ref()?.waiting.as_ref()
}

impl Possession {
    /// Takes what waits; returns whether something has come into sight or to hand, so that the choices open.
    pub(super) fn take_choices(&mut self, scene: &Scene) -> bool {
        let waiting = waiting(scene).filter(|waiting| !waiting.choices.is_empty());
        self.has_to_choose = waiting.is_some_and(|waiting| waiting.is_at_hand);
        let asked = waiting.map(|waiting| (waiting.since, waiting.is_at_hand));
        std::mem::replace(&mut self.asked, asked) != asked && asked.is_some()
    }
}

impl Screen {
    /// The screen position of the unit that is played, if it is in view.
    fn char_of_played(&self) -> Option<(u16, u16)> {
        self.possession.unit.and_then(|(_, cell)| self.window().char_of(cell))
    }

    /// Opens the pack, or the choices while one has to be made.
    pub(super) fn open_pack(&mut self) -> Vec<Effect> {
        if self.possession.has_to_choose {
            self.views.open(ListView::at(Choices, 0));
        } else if self.possession.has_one_life {
            self.views.open(ListView::at(PackList, 0));
        } else {
            self.notices.refuse("only a wanderer carries a pack");
        }
        Vec::new()
    }
}
