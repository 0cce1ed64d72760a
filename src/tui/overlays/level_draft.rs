//! The goals of a level that is being made of a land. The form that puts them together is in `level_form`.

use crate::grid::Cell;
use crate::scene::{DAY, Goal, GoalDemand, GoalStatus, UnitId, counted};
use crate::tui::map::camera::moved;

/// Kinds of goals, and what each demands.
pub(super) const KINDS: [(&str, &str); 7] = [
    ("reach", "unit gets to cursor"),
    ("see", "cursor's place is seen"),
    ("survive", "unit lives on"),
    ("hold", "no foe near cursor"),
    ("deliver", "loads are sold"),
    ("home", "unit sees it, returns"),
    ("bring", "its load to cursor"),
];
/// Days, and loads, that a goal can name, beginning with what is usual.
pub(super) const DAYS: [u64; 8] = [6, 8, 12, 20, 40, 1, 2, 4];
pub(super) const LOADS: [u32; 5] = [4, 8, 16, 1, 2];
/// How far around the cursor no foe may come, in cells.
const HOLD_RADIUS: i32 = 2;
/// For how long a place has to be watched.
const WATCH_TICKS: u32 = DAY as u32 / 2;

/// The goals of a level in the making, and the one that is being put together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LevelDraft {
    /// Which of [`KINDS`], [`DAYS`] and [`LOADS`].
    pub(crate) kind: usize,
    pub(crate) days: usize,
    pub(super) loads: usize,
    pub(crate) is_unseen: bool,
    pub(super) is_fed: bool,
    /// What has been added, each in words.
    pub(crate) goals: Vec<(String, Goal)>,
}

impl LevelDraft {
    /// The places that the goals are about.
    pub(crate) fn pins(&self) -> impl Iterator<Item = Cell> {
        self.goals.iter().flat_map(|(_, goal)| goal.marks())
    }

    /// The goal that is being put together, of this unit and this place, in words and as it is.
    pub(crate) fn goal(
        &self,
        unit: Option<(UnitId, &str)>,
        at: Cell,
        land: (u16, u16),
    ) -> Result<(String, Goal), String> {
        let kind = KINDS[self.kind].0;
        let secretly = if self.is_unseen { " unseen" } else { "" };
        let who = unit.ok_or("select the unit that the goal is about");
        let (words, demand) = match kind {
            "see" => ("the place is seen".to_owned(), GoalDemand::SeePlace(at)),
            "survive" => (format!("{} lives", who?.1), GoalDemand::Survive(who?.0)),
            "hold" => {
                let corner = |by: i32| moved(at, (by, by), land);
                let demand = GoalDemand::Hold { from: corner(-HOLD_RADIUS), to: corner(HOLD_RADIUS) };
                ("no foe comes near".to_owned(), demand)
            }
            "deliver" => {
                let loads = LOADS[self.loads];
                (format!("{} sold", counted(loads as usize, "load")), GoalDemand::Deliver(loads))
            }
            "home" => {
                let (unit, name) = who?;
                let (watch, unseen) = (WATCH_TICKS, self.is_unseen);
                let demand = GoalDemand::Home { unit, of: at, watch, watched: 0, unseen };
                (format!("{name} watches{secretly}"), demand)
            }
            "bring" => {
                let (unit, name) = who?;
                (format!("{name} brings its load"), GoalDemand::Bring { unit, good: None, at })
            }
            _ => {
                let (unit, name) = who?;
                let (fed, unit) = (self.is_fed, Some(unit));
                let words = format!("{name} gets there{secretly}{}", if fed { " fed" } else { "" });
                (words, GoalDemand::Reach { unit, at, unseen: self.is_unseen, fed })
            }
        };
        Ok((words, Goal { demand, until: DAYS[self.days] * DAY, state: GoalStatus::Open }))
    }
}
