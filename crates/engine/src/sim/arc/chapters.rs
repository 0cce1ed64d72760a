//! Chapters: which aims they have on this land, and what reaching one pays. Everything is measured once a day.

use crate::grid::Cell;
use crate::land::Surface;
use crate::sim::arc::{charters, conditions, danger, trips};
use crate::sim::{Game, events};
use crate::world::{
    AMOUNT_MAX, Aim, AimKind, Believed, Chapter, DAY, DAY_TIME, PeopleIx, PlayerEvent, SEASON_DAYS, Tier,
    TownIx, TownKind, TownPair, World, add_capped,
};

/// The tick of the day at which the arc is measured.
const MEASURE_TICK: u64 = 11;
/// Settlements that are joined in the first chapter.
const FIRST_TOWNS: usize = 3;
/// Settlements that a road joins in the second one.
const JOINED_MIN: u32 = 5;
/// Days in a row for which there must be peace in the last one.
const PEACE_DAYS: u32 = SEASON_DAYS as u32;
/// Pairs of settlements that are tried for the last chapter, the farthest first.
const FARTHEST_PAIRS: usize = 8;

/// Measures the arc once a day: aims, chapters, and what goes wrong.
pub(in crate::sim) fn update_objectives(game: &mut Game) {
    let world = &game.world;
    if world.wander.is_some() || world.level_goals.is_some() || world.tick % DAY != MEASURE_TICK {
        return;
    }
    forget_fallen_works(&mut game.world);
    game.world.objectives.warning = danger::warning(&game.world);
    conditions::measure_road(game);
    let aims = &game.world.objectives.aims;
    if !aims.is_empty() && aims.iter().all(Aim::is_met) {
        reach_chapter(game);
    }
    if !game.world.objectives.aims.iter().all(|aim| is_standing(&game.world, aim)) {
        game.world.objectives.aims.clear();
    }
    if game.world.objectives.aims.is_empty() {
        game.world.objectives.aims = choose_aims(game);
    }
    trips::request_trips(&mut game.world);
    charters::run_charters(game);
}

/// Forgets bridges that are gone and roads that are overgrown, as far as the player's people knows.
fn forget_fallen_works(world: &mut World) {
    let World { objectives, peoples, land, .. } = world;
    let (size, belief) = (land.size, &peoples[PeopleIx::PLAYER].belief);
    objectives.retain_works(|index| match belief.at(size.cell(*index as usize)) {
        Believed::Known { surface, tier, .. } => surface == Surface::Bridge || tier >= Tier::Dirt,
        Believed::Unknown(_) => true,
    });
}

fn is_standing(world: &World, aim: &Aim) -> bool {
    let stands =
        |id: TownIx| world.town(id).kind != TownKind::Ruin && world.town(id).people == PeopleIx::PLAYER;
    match aim.kind {
        AimKind::Near { from, to } => stands(from) && stands(to),
        AimKind::Joined | AimKind::Fed | AimKind::Peace => true,
    }
}

/// Pays the present chapter and begins the next.
fn reach_chapter(game: &mut Game) {
    let Some(chapter) = game.world.objectives.chapter() else { return };
    let aims = std::mem::take(&mut game.world.objectives.aims);
    let tick = game.world.tick;
    game.world.objectives.reached.push(tick);
    add_capped(&mut game.world.peoples[PeopleIx::PLAYER].coin, chapter.coin(), AMOUNT_MAX);
    let at = aims.iter().find_map(|aim| trips::middle_of(&game.world, aim));
    let at = at.or_else(|| first_market(&game.world)).unwrap_or_default();
    events::tell(game, at, PlayerEvent::ChapterReached { chapter });
}

fn first_market(world: &World) -> Option<Cell> {
    conditions::own_markets(world).first().map(|id| world.town(*id).cell)
}

/// The aims of the present chapter on this land; none if the land does not offer them yet.
fn choose_aims(game: &Game) -> Vec<Aim> {
    match game.world.objectives.chapter() {
        Some(Chapter::Trails) => first_pairs(&game.world)
            .into_iter()
            .filter_map(|(from, to)| near_aim(game, (from, to), DAY_TIME, Tier::Dirt))
            .collect(),
        Some(Chapter::Roads) => {
            vec![Aim::new(AimKind::Joined, JOINED_MIN), Aim::new(AimKind::Fed, SEASON_DAYS as u32)]
        }
        Some(Chapter::Realm) => {
            farthest_aim(game).map_or_else(Vec::new, |aim| vec![aim, Aim::new(AimKind::Peace, PEACE_DAYS)])
        }
        None => Vec::new(),
    }
}

/// Every two of the oldest markets.
fn first_pairs(world: &World) -> Vec<(TownIx, TownIx)> {
    let mut towns = conditions::own_markets(world);
    towns.truncate(FIRST_TOWNS);
    let pairs = (0..towns.len()).flat_map(|later| (0..later).map(move |first| (first, later)));
    pairs.map(|(first, later)| (towns[first], towns[later])).collect()
}

/// The trip between the farthest markets, in half the time that it took before there were roads.
fn farthest_aim(game: &Game) -> Option<Aim> {
    let world = &game.world;
    let known = |id: &TownIx| {
        let cell = world.town(*id).cell;
        matches!(world.people(PeopleIx::PLAYER).belief.at(cell), Believed::Known { .. })
    };
    let towns: Vec<TownIx> = conditions::own_markets(world).into_iter().filter(known).collect();
    let pairs = towns.iter().flat_map(|from| towns.iter().map(move |to| (*from, *to)));
    let apart = |(from, to): &(TownIx, TownIx)| world.town(*from).cell.octile(world.town(*to).cell);
    let mut pairs: Vec<(TownIx, TownIx)> = pairs.filter(|(from, to)| from < to).collect();
    pairs.sort_by_key(|pair| (std::cmp::Reverse(apart(pair)), *pair));
    pairs.into_iter().take(FARTHEST_PAIRS).find_map(|(from, to)| {
        let first = trips::time_without_roads(game, from, to)?;
        near_aim(game, (from, to), first / 2, Tier::Highway)
    })
}

/// An aim to bring two settlements within a walking time, or as near to it as a road of a tier can; `None` if no path is
/// known.
fn near_aim(game: &Game, (from, to): TownPair, time: u32, tier: Tier) -> Option<Aim> {
    let possible = trips::possible_time(game, from, to, tier)?;
    Some(Aim::new(AimKind::Near { from, to }, time.max(possible)))
}
