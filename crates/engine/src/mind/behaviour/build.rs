//! Build: makes a road, cell by cell, along a planned path.

use super::phrase::{Phrase, Sentence};
use super::rules::{Outlook, Rules};
use crate::grid::Cell;
use crate::mind::Intent;
use crate::plan::{needs_road, road_plan, road_work_ticks};
use crate::world::{
    BUILD_MAX, Behaviour, Believed, Build, FEW_MAX, FailureReason, Order, OrderProblem, Places, Unit, World,
};

impl Rules for Build {
    /// Goes to the next cell that is not yet road and builds there; finally walks to the end of the route.
    fn decide(&self, places: Places, unit: &Unit) -> Intent {
        let (world, path, next) = (places.world, &self.path, usize::from(self.next));
        let belief = &world.peoples[unit.people].belief;
        let open = (next..path.len()).find(|i| needs_road(world, unit.people, path[*i]));
        let goal = match open {
            Some(i) if i > next => {
                let later = Build { path: path.clone(), next: i as u16, worked: 0 };
                return Intent::Replace(Behaviour::Build(later));
            }
            Some(i) if unit.cell == path[i] => return Intent::BuildRoad,
            Some(i) => path[i],
            None => match path.last() {
                Some(end) if *end != unit.cell => *end,
                _ => return Intent::Done,
            },
        };
        match belief.at(goal) {
            Believed::Known { surface, .. } if unit.kind.ground_time(surface).is_none() => {
                Intent::Fail(FailureReason::RoadBlocked)
            }
            Believed::Known { .. } | Believed::Unknown(_) => Intent::travel_to(goal),
        }
    }

    fn is_sound(&self, world: &World) -> bool {
        (1..=BUILD_MAX).contains(&self.path.len())
            && self.path.iter().all(|cell| world.size().contains(*cell))
            && usize::from(self.next) <= self.path.len()
            && self.worked <= FEW_MAX
    }

    fn describe(&self) -> Sentence {
        let (cells, next) = (self.path.len() as u64, u64::from(self.next));
        let mut sentence: Sentence = vec!["Road to ".into()];
        sentence.extend(self.path.last().map(|end| Phrase::Place(*end)));
        let now = Phrase::Number((next + 1).min(cells));
        sentence.extend([", cell ".into(), now, " of ".into(), Phrase::Number(cells)]);
        sentence
    }

    fn order(&self) -> Order {
        self.path.last().map_or(Order::Stay, |goal| Order::Connect(*goal))
    }

    fn idle_reason(&self, _places: Places, _unit: &Unit) -> Option<Sentence> {
        Some(vec!["working on the road".into()])
    }

    fn outlook(&self, world: &World, unit: &Unit) -> Outlook {
        let Some(end) = self.path.last() else { return Outlook::Until(world.tick) };
        let ahead = &self.path[usize::from(self.next).min(self.path.len())..];
        let ticks =
            |cell: &Cell| u64::from(road_work_ticks(world, unit.people, unit.kind, *cell).unwrap_or(0));
        let work: u64 = ahead.iter().map(ticks).sum();
        Outlook::Work(*end, work.saturating_sub(self.worked.into()))
    }

    fn needs_exact_goal(&self) -> bool {
        true
    }
}

impl Build {
    /// What an order to build a road begins with: the road planned from where the unit stands.
    pub(super) fn ordered(world: &World, unit: &Unit, goal: Cell) -> Result<Build, OrderProblem> {
        let plan = road_plan(world, unit.people, unit.kind, unit.path_start(), goal);
        if !plan.reaches {
            return Err(OrderProblem::NoRoadRoute);
        }
        let path = plan.cells.into_iter().map(|(cell, _)| cell).collect();
        Ok(Build { path, next: 0, worked: 0 })
    }
}
