//! Forts: where a guard alone does not keep fear from a road, its people builds a tower at the cell that most routes
//! cross, and the guard holds that cell from then on.
//!
//! The place is chosen by counting the shortest paths over each cell (betweenness), as far as the people knows the
//! land. A fort is a tower like any other: it sees far, strangers avoid its view, its own travellers feel safer, and
//! raiders that know it choose other places for an ambush. What does not live here: guards (`guards`), and the player's
//! own towers (`land_edits`).

use super::Game;
use super::guards::{COVERED_STEPS, GUARD_FEAR_MIN};
use crate::grid::{Cell, Layer, STRAIGHT};
use crate::plan::betweenness;
use crate::world::{
    AnnalEvent, Behaviour, Believed, Brush, Kind, Subject, TOWER_SIGHT, Tier, TownId, Unit, UnitOrPlace,
};
use std::cmp::Reverse;

/// The number of settlements between which paths are counted: those nearest to the place.
const ENDS_MAX: usize = 5;
/// How far beside the road the tower stands at most, in steps.
const TOWER_DISTANCE_STEPS: u16 = 2;
/// How near to its post a guard must be to hold it, in steps.
const AT_POST_STEPS: u32 = 3;

impl Game {
    /// The largest settlement of a people fortifies the most feared of its guarded places, if it can pay; called once a
    /// day.
    pub(super) fn build_fort(&mut self, id: TownId) {
        let (people, coin) = (self.world.town(id).people, Brush::Tower.coin());
        if !self.can_spare(people, coin) || self.largest_town(people) != Some(id) {
            return;
        }
        let Some((guard, post)) = self.most_feared_post(people) else { return };
        let Some((choke, paths)) = self.choke_point_near(people, post) else { return };
        let Some(cell) = self.tower_site_near(people, choke) else { return };
        self.world.peoples[usize::from(people)].coin -= coin;
        self.raise_tower(people, cell);
        if let Some(base) = self.world.units[guard].stack.first_mut() {
            *base = Behaviour::Defend { ward: UnitOrPlace::Place(choke) };
        }
        self.world.record_event(people, id, AnnalEvent::Fortified(choke));
        if people == 0 {
            let (name, place) = (self.world.town(id).name.clone(), self.whereabouts(choke));
            let text =
                format!("{name} raises a fort {place}: {paths} ways lead through there, and it is feared");
            self.queue_event_about(Subject::Danger, 7, cell, text);
        }
    }

    /// The guard of a people that holds the most feared post away from any fort, and that post.
    fn most_feared_post(&self, people: u8) -> Option<(usize, Cell)> {
        let size = self.world.size();
        let forts = || self.world.ground.towers.iter().filter(|(_, owner)| **owner == people);
        let is_open = |post: Cell| {
            forts().all(|(index, _)| size.cell(*index as usize).chebyshev(post) > u32::from(TOWER_SIGHT))
        };
        let is_there =
            |index: usize, post: Cell| self.world.units[index].cell.chebyshev(post) <= AT_POST_STEPS;
        let posts = self.guards_of(people).filter(|(index, post)| is_there(*index, *post) && is_open(*post));
        posts
            .map(|(index, post)| (self.fear_max_around(people, post), Reverse(index), post))
            .filter(|(fear, ..)| *fear >= GUARD_FEAR_MIN)
            .max()
            .map(|(_, Reverse(index), post)| (index, post))
    }

    /// The known road cell around a post that most of the cheapest paths between the surrounding markets cross, and how
    /// many. Ties go to the cell with least open ground around it.
    pub(super) fn choke_point_near(&self, people: u8, post: Cell) -> Option<(Cell, u16)> {
        let belief = &self.world.people(people).belief;
        let path_counts = self.path_counts_around(people, post, self.world.markets_of(people));
        let sees = |cell: Cell| self.derived.visible[usize::from(people)][cell] > 0;
        let is_road = |cell: &Cell| {
            matches!(belief.at(*cell), Believed::Known { tier, .. } if tier.is_road())
                && !(sees(*cell) && self.derived.haven[*cell])
        };
        let is_barred = |cell: Cell| match belief.at(cell) {
            Believed::Known { surface, .. } => surface.is_blocked(),
            Believed::Unknown(_) => false,
        };
        // Blocked ground counts more the nearer it is.
        let closeness = |cell: Cell| -> u32 {
            let barred = self.world.size().square(cell, TOWER_DISTANCE_STEPS).filter(|near| is_barred(*near));
            barred.map(|near| (u32::from(TOWER_DISTANCE_STEPS) + 1) * STRAIGHT - near.octile(cell)).sum()
        };
        let roads = self.world.size().square(post, COVERED_STEPS as u16).filter(is_road);
        let best = roads
            .filter(|cell| path_counts[*cell] > 0)
            .max_by_key(|cell| (path_counts[*cell], closeness(*cell), *cell));
        best.map(|cell| (cell, path_counts[cell]))
    }

    /// For each cell, how many of the cheapest known paths between the nearest of these settlements cross it.
    pub(super) fn path_counts_around(
        &self,
        people: u8,
        place: Cell,
        towns: impl Iterator<Item = TownId>,
    ) -> Layer<u16> {
        let mut ends: Vec<Cell> = towns.map(|id| self.world.town(id).cell).collect();
        ends.sort_unstable_by_key(|end| (end.octile(place), *end));
        ends.truncate(ENDS_MAX);
        betweenness(&self.planner(people, Kind::Porter, &[]), &ends)
    }

    /// The highest ground beside a road where a tower can stand without blocking the road. Only cells that the people
    /// sees now count, since building happens on the true ground.
    fn tower_site_near(&self, people: u8, road: Cell) -> Option<Cell> {
        let land = &self.world.land;
        let is_site = |cell: &Cell| {
            self.derived.visible[usize::from(people)][*cell] > 0
                && self.world.ground.tier[*cell] < Tier::Path
                && self.can_edit(*cell, Brush::Tower)
                && !super::passages::is_narrow(land, *cell)
        };
        let near = self
            .world
            .size()
            .square(road, TOWER_DISTANCE_STEPS)
            .filter(|cell| *cell != road && is_site(cell));
        near.max_by_key(|cell| (land.height[*cell], Reverse(cell.octile(road)), *cell))
    }

    /// The unit of the player's people that holds the place below a tower.
    pub fn fort_guard(&self, tower: Cell) -> Option<&Unit> {
        let is_below = |layer: &Behaviour| match layer {
            Behaviour::Defend { ward: UnitOrPlace::Place(place) } => {
                place.chebyshev(tower) <= u32::from(TOWER_DISTANCE_STEPS)
            }
            _ => false,
        };
        self.world.units.iter().find(|unit| unit.people == 0 && unit.stack.iter().any(is_below))
    }
}
