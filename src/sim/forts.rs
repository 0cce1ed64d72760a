//! Forts: where a guard alone does not keep fear from a road, his people raises a tower at the place through which most
//! ways lead, and he holds that place from then on.
//!
//! Where it stands is terrain analysis by counting ways, of what the people knows. A fort is a tower like any other: it
//! sees far, strangers feel seen from it, travellers of its own feel safer, and raiders who know it lie in wait
//! elsewhere. What does not live here: guards (`guards`), and the player's own towers (`bending`).

use super::Game;
use super::bending::built;
use crate::grid::{Cell, STRAIGHT};
use crate::land::Surface;
use crate::plan::traversals;
use crate::world::{
    Behaviour, Believed, Brush, Change, Changed, Happened, Kind, Mark, Subject, TOWER_SIGHT, Tier, TownId,
    Unit,
};
use std::cmp::Reverse;

/// Fear at a guarded place from which on it is fortified, in milli-steps.
const FORTIFIED_FROM: u32 = 3000;
/// Fear this near to a post is fear of that place, and a road this near can be what is fortified, in steps.
const AROUND: u16 = 8;
/// Markets between which ways are counted: those nearest to the post.
const ENDS: usize = 5;
/// How far beside the road the tower stands at most, in steps.
const BESIDE: u16 = 2;
/// How near to his post a guard is who holds it, in steps.
const AT_POST: u32 = 3;
/// Coin that a people keeps for other things.
const KEPT: u32 = 40;

impl Game {
    /// The largest settlement of a people has the most feared of its guarded places fortified, if it can pay; once a day.
    pub(super) fn fortify(&mut self, id: TownId) {
        let people = self.world.town(id).people;
        let coin = Brush::Tower.coin();
        // A level is as it was drawn.
        if self.world.trial.is_some()
            || self.world.people(people).coin < coin + KEPT
            || self.largest_of(people) != Some(id)
        {
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
        let (size, belief) = (self.world.size(), &self.world.people(people).belief);
        let forts = || self.world.ground.towers.iter().filter(|(_, owner)| **owner == people);
        let is_open = |post: Cell| {
            forts().all(|(index, _)| size.cell(*index as usize).steps_to(post) > u32::from(TOWER_SIGHT))
        };
        let fear_at = |post: Cell| {
            let near = belief.feared_places().filter(|(cell, _)| cell.steps_to(post) <= u32::from(AROUND));
            near.map(|(_, fear)| fear).max().unwrap_or(0)
        };
        let guards = self.world.units.iter().enumerate().filter(|(_, unit)| unit.people == people);
        let posts = guards.filter_map(|(index, unit)| Some((index, post_held_by(unit)?)));
        posts
            .filter(|(_, post)| is_open(*post))
            .map(|(index, post)| (fear_at(post), Reverse(index), post))
            .filter(|(fear, ..)| *fear >= FORTIFIED_FROM)
            .max()
            .map(|(_, Reverse(index), post)| (index, post))
    }

    /// The known road cell around a post over which most of the cheapest ways between the markets around lead, the one
    /// with least room around it of several; and how many ways those are.
    fn choke_near(&self, people: u8, post: Cell) -> Option<(Cell, u16)> {
        let belief = &self.world.people(people).belief;
        let mut markets: Vec<Cell> =
            self.world.markets_of(people).map(|id| self.world.town(id).cell).collect();
        markets.sort_unstable_by_key(|market| (market.octile(post), *market));
        markets.truncate(ENDS);
        let ways = traversals(&self.planner(people, Kind::Porter, &[]), &markets);
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
        let roads = self.world.size().square(post, AROUND).filter(is_road);
        let best =
            roads.filter(|cell| ways[*cell] > 0).max_by_key(|cell| (ways[*cell], closeness(*cell), *cell));
        best.map(|cell| (cell, ways[cell]))
    }

    /// The highest open ground beside a road that is in nobody's way; of what the people sees now, as hands meet the true
    /// ground.
    fn overlooking(&self, people: u8, road: Cell) -> Option<Cell> {
        let land = &self.world.land;
        let is_site = |cell: &Cell| {
            let surface = land.surface[*cell];
            !surface.is_blocked()
                && !surface.is_built()
                && surface != Surface::River
                && self.world.ground.tier[*cell] < Tier::Path
                && self.derived.visible[usize::from(people)][*cell] > 0
                && self.is_free(*cell)
                && !super::passages::is_narrow(land, *cell)
        };
        let near = self.world.size().square(road, BESIDE).filter(|cell| *cell != road && is_site(cell));
        near.max_by_key(|cell| (land.height[*cell], Reverse(cell.octile(road)), *cell))
    }

    fn raise_tower(&mut self, people: u8, cell: Cell) {
        let before = self.world.patch(cell);
        self.lay(cell, built(before, Surface::Tower, people, self.world.tick));
        let what = Changed::Ground { cell, before, after: Surface::Tower };
        self.behold(&[Change { what, paid: 0 }]);
    }
}

/// The place that a guard holds for his living, if he is there.
fn post_held_by(unit: &Unit) -> Option<Cell> {
    match unit.stack.first() {
        Some(Behaviour::Defend { ward: Mark::Place(post) })
            if unit.kind == Kind::Guard && !unit.ordered && unit.cell.steps_to(*post) <= AT_POST =>
        {
            Some(*post)
        }
        _ => None,
    }
}
