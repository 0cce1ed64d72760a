//! The arc of the player: the line of the present objective, and the page of its chapters.

use super::card::sized_name;
use super::text;
use super::words::{capitalized, short_date};
use super::{CauseLink, Fact, LinkGroup, ObjectiveView, PageView};
use crate::grid::Cell;
use crate::sim::Game;
use crate::world::{Aim, AimKind, Chapter, Charter, KEPT_COIN, PeopleIx, Stake, TownIx, Warning, World};

/// The present objective in a line: what goes wrong, or else the first aim that is not met.
pub(super) fn objective_line(game: &Game) -> Option<ObjectiveView> {
    let (world, objectives) = (&game.world, &game.world.objectives);
    if let Some(warning) = objectives.warning {
        return Some(ObjectiveView {
            words: capitalized(&text::warning_words(world, warning)),
            cell: warning_cell(world, warning),
            is_warning: true,
            ..ObjectiveView::default()
        });
    }
    let Some(chapter) = objectives.chapter() else {
        let cell = greatest_town(world).map_or_else(Cell::default, |id| world.town(id).cell);
        return Some(ObjectiveView { words: "The land is won".to_owned(), cell, ..ObjectiveView::default() });
    };
    let aim = objectives.aims.iter().find(|aim| !aim.is_met()).or_else(|| objectives.aims.last())?;
    Some(ObjectiveView {
        words: capitalized(&text::aim_words(world, aim)),
        progress: text::progress_words(aim),
        works: text::saved_share(aim),
        reward: format!("{} pays {} coin", chapter.name(), chapter.coin()),
        cell: aim_cell(world, aim).unwrap_or_default(),
        is_warning: false,
    })
}

/// The page of the arc.
pub(super) fn objectives_page(game: &Game) -> PageView {
    let (world, objectives) = (&game.world, &game.world.objectives);
    let title = match objectives.chapter() {
        Some(chapter) => format!("{}, chapter {} of 3", chapter.name(), chapter as usize + 1),
        None => "The land is won".to_owned(),
    };
    let mut facts: Vec<Fact> = Chapter::ALL.into_iter().map(|chapter| chapter_fact(world, chapter)).collect();
    if let Some(warning) = objectives.warning {
        facts.push(("danger", text::warning_words(world, warning)));
    }
    let won = greatest_town(world).filter(|_| objectives.is_won());
    if let Some(id) = won {
        facts.push(("greatest", sized_name(world.town(id))));
    }
    let aims = || objectives.aims.iter().map(|aim| aim_link(world, aim)).collect();
    PageView {
        title,
        facts,
        groups: vec![LinkGroup {
            heading: if won.is_some() { "Because" } else { "To reach" }.to_owned(),
            links: won.map_or_else(aims, |id| text::because(world, id)),
        }],
        list_heading: if world.charters.open.is_empty() { String::new() } else { "Charters".to_owned() },
        list: world.charters.open.iter().map(|charter| charter_row(world, charter)).collect(),
        offer: world.charters.offer().map(|charter| charter.id),
    }
}

fn chapter_fact(world: &World, chapter: Chapter) -> Fact {
    let objectives = &world.objectives;
    let words = match objectives.reached.get(chapter as usize) {
        Some(tick) => format!("reached {}", short_date(*tick)),
        None if objectives.chapter() == Some(chapter) => {
            format!("{}: {} coin when all of it holds at once", chapter_words(chapter), chapter.coin())
        }
        None => format!("then: {}", chapter_words(chapter)),
    };
    (chapter.name(), words)
}

/// What a chapter is about.
fn chapter_words(chapter: Chapter) -> &'static str {
    match chapter {
        Chapter::Trails => "join the first hamlets",
        Chapter::Roads => "keep a road that feeds five settlements",
        Chapter::Realm => "bring the farthest settlements together",
    }
}

/// A charter: by when, and what is promised.
fn charter_row(world: &World, charter: &Charter) -> (String, String) {
    let state =
        if charter.is_accepted { format!("{} carried", charter.carried / 100) } else { "offered".to_owned() };
    let rival = &world.people(charter.rival).name;
    let stake = match charter.stake {
        Stake::Village => format!("or {rival} gets its market"),
        Stake::Toll => format!("or {rival} takes a toll"),
    };
    let (loads, good, town) = (charter.loads, charter.good.name(), &world.town(charter.to).name);
    (
        format!("by {}", short_date(charter.deadline)),
        format!("{loads} loads of {good} to {town} for {KEPT_COIN} coin, {stake}: {state}"),
    )
}

fn aim_link(world: &World, aim: &Aim) -> CauseLink {
    let saved = Some(text::saved_share(aim)).filter(|share| !share.is_empty());
    let saved = saved.map_or_else(String::new, |share| format!("works save {share}"));
    let parts = [text::progress_words(aim), saved, text::stretch_words(world, aim)];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let mark = if aim.is_met() { "reached: " } else { "" };
    let words = capitalized(&format!("{mark}{}", text::aim_words(world, aim)));
    CauseLink {
        words: format!("{words}: {}", parts.join("; ")),
        cell: aim_cell(world, aim),
        ..CauseLink::default()
    }
}

/// The cell that decides about an aim, or else a cell from which it can be viewed.
fn aim_cell(world: &World, aim: &Aim) -> Option<Cell> {
    let cells = &aim.stretch.cells;
    let end = || match aim.kind {
        AimKind::Near { from, .. } => Some(world.town(from).cell),
        AimKind::Joined | AimKind::Fed | AimKind::Peace => greatest_town(world).map(|id| world.town(id).cell),
    };
    cells.get(cells.len() / 2).copied().or_else(end)
}

fn warning_cell(world: &World, warning: Warning) -> Cell {
    match warning {
        Warning::Hunger { town, .. } | Warning::Fear { town, .. } => world.town(town).cell,
        Warning::Debt => greatest_town(world).map_or_else(Cell::default, |id| world.town(id).cell),
    }
}

/// The settlement of the player's people with the most residents; of equals the oldest.
pub(super) fn greatest_town(world: &World) -> Option<TownIx> {
    let own = world.living_towns().filter(|id| world.town(*id).people == PeopleIx::PLAYER);
    own.max_by_key(|id| (world.town(*id).residents, std::cmp::Reverse(*id)))
}
