//! The form by which a level is made of the land in view: goals, one after the other, then it is played.
//!
//! What a goal is about is selected on the map: the selected unit, and the place of the cursor. What has been put
//! together stays while the form is closed, and in the level that is tried.

use super::export_kind::ExportKind;
use super::level_draft::{DAYS, KINDS, LOADS};
use crate::grid::Cell;
use crate::scene::{Goal, LevelCut, Scene, counted};
use crate::tui::effect::Effect;
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::kit::view::Reply;
use crate::tui::kit::{ListRow, ListSource, PlaceOf};
use crate::tui::map::camera::moved;
use crate::tui::state::Screen;

/// The rows of the form; those of the goals come last.
const KIND: usize = 0;
const TIME: usize = 1;
const NUMBER: usize = 2;
const UNSEEN: usize = 3;
const FED: usize = 4;
const ADD: usize = 5;
const PLAY: usize = 6;
const FIRST_GOAL: usize = 7;

/// The form as a list.
#[derive(Clone, Debug)]
pub(super) struct LevelForm;

impl ListSource<Screen> for LevelForm {
    const SIZE_MAX: (u16, usize) = (40, 16);
    const BESIDE: Option<PlaceOf<Screen>> = Some(Screen::char_of_cursor);
    const MODE: Mode = Mode::Export;

    fn heading(&self, _: &Screen, _: &Scene) -> String {
        "A level of this view".to_owned()
    }

    fn prompt(&self, screen: &Screen, _: &Scene) -> String {
        let [change, leave] =
            [KeyIntent::Confirm, KeyIntent::Back].map(|intent| screen.keys.key_for_in(Mode::Export, intent));
        format!("{change} changes, {leave}: to the map")
    }

    fn rows(&self, screen: &Screen, _: &Scene) -> Vec<ListRow> {
        let draft = &screen.campaign.draft;
        let (kind, demands) = KINDS[draft.kind];
        let yes_or_no = |is_set: bool| if is_set { "yes" } else { "no" };
        let mut rows = vec![
            ListRow::new(KIND, format!("goal: {kind}"), demands),
            ListRow::new(TIME, format!("time: {}", counted(DAYS[draft.days] as usize, "day")), "until when"),
        ];
        match kind {
            "deliver" => {
                rows.push(ListRow::new(NUMBER, counted(LOADS[draft.loads] as usize, "load"), "how many"));
            }
            "reach" | "home" => {
                let unseen = format!("unseen: {}", yes_or_no(draft.is_unseen));
                rows.push(ListRow::new(UNSEEN, unseen, "by strangers"));
            }
            _ => {}
        }
        if kind == "reach" {
            rows.push(ListRow::new(FED, format!("fed: {}", yes_or_no(draft.is_fed)), "never without food"));
        }
        rows.push(ListRow::new(ADD, "add it", "as it is on the map"));
        rows.push(ListRow::new(PLAY, "play it", "and keep it as a text"));
        let goal = |(i, (words, _)): (usize, &(String, Goal))| {
            ListRow::new(FIRST_GOAL + i, format!("drop goal {}", i + 1), words.clone())
        };
        rows.extend(draft.goals.iter().enumerate().map(goal));
        rows
    }

    fn choose(&mut self, item: usize, screen: &mut Screen, scene: &Scene) -> Reply<Screen> {
        let draft = &mut screen.campaign.draft;
        let next = |value: usize, count: usize| (value + 1) % count;
        match item {
            KIND => draft.kind = next(draft.kind, KINDS.len()),
            TIME => draft.days = next(draft.days, DAYS.len()),
            NUMBER => draft.loads = next(draft.loads, LOADS.len()),
            UNSEEN => draft.is_unseen = !draft.is_unseen,
            FED => draft.is_fed = !draft.is_fed,
            ADD => drop(add_goal(screen, scene)),
            PLAY => return play(screen, scene),
            goal => drop(draft.goals.remove(goal - FIRST_GOAL)),
        }
        Reply::stay()
    }
}

/// Adds the goal that is being put together, or says what it lacks; returns whether it did.
fn add_goal(screen: &mut Screen, scene: &Scene) -> bool {
    let name = scene.unit_card.as_ref().and_then(|card| card.title.split(',').next());
    let unit = screen.selection.leader().zip(name);
    match screen.campaign.draft.goal(unit, screen.map.cursor, scene.land) {
        Ok(goal) => screen.campaign.draft.goals.push(goal),
        Err(why) => {
            screen.notices.refuse(why);
            return false;
        }
    }
    true
}

/// Plays the land in view with the goals that were added, or with the one that is being put together.
fn play(screen: &mut Screen, scene: &Scene) -> Reply<Screen> {
    if screen.campaign.draft.goals.is_empty() && !add_goal(screen, scene) {
        return Reply::stay();
    }
    let window = screen.window();
    let (columns, rows) = window.pixels();
    let corner = |(x, y): (u16, u16)| {
        let by = (window.left + i32::from(x) * window.scale, window.top + i32::from(y) * window.scale);
        moved(Cell::new(0, 0), by, scene.land)
    };
    let (from, to) = (corner((0, 0)), corner((columns.saturating_sub(1), rows.saturating_sub(1))));
    let goals = screen.campaign.draft.goals.iter().map(|(_, goal)| goal.clone()).collect();
    Reply::Close(vec![Effect::Pause(true), Effect::Export(ExportKind::Level(LevelCut { from, to, goals }))])
}
