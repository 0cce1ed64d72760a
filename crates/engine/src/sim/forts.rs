//! Forts: where a guard alone does not keep fear from a road, his people raises a tower at the place through which most
//! ways lead, and he holds that place from then on.
//!
//! Where it stands is terrain analysis by counting ways, of what the people knows. A fort is a tower like any other: it
//! sees far, strangers feel seen from it, travellers of its own feel safer, and raiders who know it lie in wait
//! elsewhere. What does not live here: guards (`guards`), and the player's own towers (`bending`).

use super::Game;
use super::guards::{COVERED, GUARDED_FROM};
use crate::grid::{Cell, Layer, STRAIGHT};
use crate::plan::traversals;
use crate::world::{
    Behaviour, Believed, Brush, Happened, Kind, Mark, Subject, TOWER_SIGHT, Tier, TownId, Unit,
};
use std::cmp::Reverse;

/// Settlements between which ways are counted: those nearest to the place.
const ENDS: usize = 5;
/// How far beside the road the tower stands at most, in steps.
const BESIDE: u16 = 2;
/// How near to his post a guard is who holds it, in steps.
const AT_POST: u32 = 3;

impl Game {
    /// The largest settlement of a people has the most feared of its guarded places fortified, if it can pay; once a day.
    pub(super) fn fortify(&mut self, id: TownId) {
        let (people, coin) = (self.world.town(id).people, Brush::Tower.coin());
        if !self.can_spare(people, coin) || self.largest_of(people) != Some(id) {
            return;
        }
        let Some((guard, post)) = self.feared_post(people) else { return };
        let Some((choke, ways)) = self.choke_near(people, post) else { return };
        let Some(cell) = self.overlooking(people, choke) else { return };
        self.world.peoples[usize::from(people)].coin -= coin;
        self.raise_tower(people, cell);
        if let Some(base) = self.world.units[guard].stack.first_mut() {
            *base = Behaviour::Defend { ward: Mark::Place(choke) };
        }
        self.world.write(people, id, Happened::Fortified(choke));
        if people == 0 {
            let (name, place) = (self.world.town(id).name.clone(), self.whereabouts(choke));
            let text =
                format!("{name} raises a fort {place}: {ways} ways lead through there, and it is feared");
            self.note_about(Subject::Danger, 7, cell, text);
        }
    }

    /// The most feared place, not far from any fort, that a guard of a people holds for his living; and the guard.
    fn feared_post(&self, people: u8) -> Option<(usize, Cell)> {
        let size = self.world.size();
        let forts = || self.world.ground.towers.iter().filter(|(_, owner)| **owner == people);
        let is_open = |post: Cell| {
            forts().all(|(index, _)| size.cell(*index as usize).steps_to(post) > u32::from(TOWER_SIGHT))
        };
        let is_there = |index: usize, post: Cell| self.world.units[index].cell.steps_to(post) <= AT_POST;
        let posts = self.guards_of(people).filter(|(index, post)| is_there(*index, *post) && is_open(*post));
        posts
            .map(|(index, post)| (self.fear_around(people, post), Reverse(index), post))
            .filter(|(fear, ..)| *fear >= GUARDED_FROM)
            .max()
            .map(|(_, Reverse(index), post)| (index, post))
    }

    /// The known road cell around a post over which most of the cheapest ways between the markets around lead, the one
    /// with least room around it of several; and how many ways those are.
    pub(super) fn choke_near(&self, people: u8, post: Cell) -> Option<(Cell, u16)> {
        let belief = &self.world.people(people).belief;
        let ways = self.ways_around(people, post, self.world.markets_of(people));
        let sees = |cell: Cell| self.derived.visible[usize::from(people)][cell] > 0;
        let is_road = |cell: &Cell| {
            matches!(belief.at(*cell), Believed::Known { tier, .. } if tier.is_road())
                && !(sees(*cell) && self.derived.haven[*cell])
        };
        let is_barred = |cell: Cell| match belief.at(cell) {
            Believed::Known { surface, .. } => surface.is_blocked(),
            Believed::Unknown(_) => false,
        };
        // What bars the way counts for more the nearer it is.
        let closeness = |cell: Cell| -> u32 {
            let barred = self.world.size().square(cell, BESIDE).filter(|near| is_barred(*near));
            barred.map(|near| (u32::from(BESIDE) + 1) * STRAIGHT - near.octile(cell)).sum()
        };
        let roads = self.world.size().square(post, COVERED as u16).filter(is_road);
        let best =
            roads.filter(|cell| ways[*cell] > 0).max_by_key(|cell| (ways[*cell], closeness(*cell), *cell));
        best.map(|cell| (cell, ways[cell]))
    }

    /// How many of the cheapest ways that a people knows between those of these settlements that are nearest to a place lead
    /// over each cell.
    pub(super) fn ways_around(
        &self,
        people: u8,
        place: Cell,
        towns: impl Iterator<Item = TownId>,
    ) -> Layer<u16> {
        let mut ends: Vec<Cell> = towns.map(|id| self.world.town(id).cell).collect();
        ends.sort_unstable_by_key(|end| (end.octile(place), *end));
        ends.truncate(ENDS);
        traversals(&self.planner(people, Kind::Porter, &[]), &ends)
    }

    /// The highest ground beside a road that a tower can stand on and that is in nobody's way; of what the people sees now,
    /// as hands meet the true ground.
    fn overlooking(&self, people: u8, road: Cell) -> Option<Cell> {
        let land = &self.world.land;
        let is_site = |cell: &Cell| {
            self.derived.visible[usize::from(people)][*cell] > 0
                && self.world.ground.tier[*cell] < Tier::Path
                && self.can_bend(*cell, Brush::Tower)
                && !super::passages::is_narrow(land, *cell)
        };
        let near = self.world.size().square(road, BESIDE).filter(|cell| *cell != road && is_site(cell));
        near.max_by_key(|cell| (land.height[*cell], Reverse(cell.octile(road)), *cell))
    }

    /// Whoever of the player's people holds the place that a tower looks down on.
    pub fn holder_of_fort(&self, tower: Cell) -> Option<&Unit> {
        let is_below = |layer: &Behaviour| match layer {
            Behaviour::Defend { ward: Mark::Place(place) } => place.steps_to(tower) <= u32::from(BESIDE),
            _ => false,
        };
        self.world.units.iter().find(|unit| unit.people == 0 && unit.stack.iter().any(is_below))
    }
}
