//! A hand-made scene for the screen's tests: a coast, a road, two settlements, three units.

use std::sync::Arc;
use wayworn::grid::Cell;
use wayworn::scene::{
    Card, CauseLink, Choice, ChoiceView, DAY, EditEffect, EventId, Explanation, HistoryPosition, Landmarks,
    LedgerItem, LedgerPage, LedgerRow, Lens, LensPicture, LevelCard, LevelTrails, LinkGroup, LogLine,
    MarketView, NO_SHADE, ObjectiveView, OrderedCell, PageKind, PageView, PeopleIx, Pixel, PlannedCost,
    PossessedView, RouteTerms, Scene, SearchOrder, SearchView, Stance, Status, StoneView, Stop, Subject,
    Surface, Thing, Tier, TownIx, TownKind, TownMarker, TripView, UnitId, UnitMarker, Viewport, Visibility,
    WaitingView, WanderView, WorkId,
};
use wayworn::tui::{Campaign, CampaignLevel, Mode, Screen};

/// The land's size in cells: width, height.
pub(crate) const LAND: (u16, u16) = (200, 160);

/// The scene for this screen's view of the land.
pub(crate) fn scene(screen: &Screen) -> Scene {
    let view = screen.view();
    let pixels = pixels(&view);
    let selected = view.selected.clone();
    let figure = |id, x, y, letter| UnitMarker {
        id: UnitId(id),
        cell: Cell::new(x, y),
        letter,
        state: ' ',
        stance: Stance::Own,
        selected: selected.contains(&UnitId(id)),
    };
    let figures = vec![figure(1, 100, 80, 's'), figure(2, 104, 82, 'p'), figure(3, 104, 83, 'p')];
    let place = |id, name: &str, kind, x, y| TownMarker {
        id: TownIx(id),
        rally_points: Vec::new(),
        name: name.to_owned(),
        kind,
        is_own: true,
        cell: Cell::new(x, y),
        residents: 40,
    };
    let route: Vec<Cell> = (100..130).map(|x| Cell::new(x, 80)).collect();
    Scene {
        land: LAND,
        lens: lens(&view, &pixels),
        planner_words: if view.shows_searches { "3 wait, 2 search".to_owned() } else { String::new() },
        searches: if view.shows_searches { vec![thought(7, true), thought(5, false)] } else { Vec::new() },
        pixels,
        mine: figures.iter().map(|f| (f.id, f.letter, f.cell)).collect(),
        nearest_under_way: None,
        unit_markers: figures,
        town_markers: vec![
            place(0, "Threeways", TownKind::Town, 95, 70),
            place(1, "Mill", TownKind::Hamlet, 120, 90),
        ],
        landmarks: Landmarks {
            camps: vec![Cell::new(110, 74)],
            sites: vec![(Cell::new(88, 84), "ore")],
            ..Landmarks::default()
        },
        log: (1..6).map(line).collect(),
        status: status(),
        layers: if selected.is_empty() { 0 } else { 2 },
        unit_card: (!selected.is_empty()).then(unit_card),
        cursor_card: meadow(),
        page: view.page.map(page),
        ledger: view.shows_ledger.then(ledger),
        routes: if selected.is_empty() {
            Vec::new()
        } else {
            vec![TripView { stops: stops(&route), cells: route }]
        },
        foretold: Vec::new(),
        stories: Vec::new(),
        last_edit: EditEffect::default(),
        level: (screen.active_mode() == Mode::LevelOver).then(|| level(true)),
        life: screen.mode.is_possession().then(life),
        wander: match screen.active_mode() {
            Mode::Choosing => Some(WanderView { waiting: Some(robbers()), ..wander() }),
            Mode::LifeOver | Mode::Pack => Some(wander()),
            _ => None,
        },
        objective: Some(wanted()),
        past: view
            .past_frame
            .map(|index| HistoryPosition { tick: index as u64 * DAY, ..HistoryPosition::default() }),
        busiest_cell: Cell::new(100, 80),
        overview: view.overview_size.map(|_| Arc::new(overview())),
        view,
    }
}

fn pixels(view: &Viewport) -> Vec<Pixel> {
    let scale = i32::from(view.cells_per_pixel.max(1));
    let all = (0..i32::from(view.rows)).flat_map(|y| (0..i32::from(view.columns)).map(move |x| (x, y)));
    all.map(|(x, y)| pixel(view.left + x * scale, view.top + y * scale)).collect()
}

/// A level in play, or won with two stars.
pub(crate) fn level(is_over: bool) -> LevelCard {
    LevelCard {
        name: "The trap".into(),
        about: "Press g to send Ada.".into(),
        standing_words: if is_over { "met in 23 hours, par 20 hours: score 85" } else { "0 hours so far" }
            .into(),
        stars: is_over.then_some(2),
        is_over,
        trails: is_over.then(|| Arc::new(trails())),
        naive: (96..104).map(|x| Cell::new(x, 82)).collect(),
        ..LevelCard::default()
    }
}

/// A trail beside that of par.
fn trails() -> LevelTrails {
    let trail = |y| (90..110).map(|x| Cell::new(x, y)).collect();
    LevelTrails { own: vec![trail(80)], par: vec![trail(83)] }
}

/// A campaign of two levels, of which the first is being played.
pub(crate) fn campaign() -> Campaign {
    let level = |name: &str, title: &str, shelf| CampaignLevel {
        name: name.into(),
        title: title.into(),
        shelf,
        learnt: "A planner looks ahead before the first step, so a dead end costs it nothing.".into(),
        ask: if name == "u-trap" { "Which way will Ada take?".into() } else { String::new() },
        answers: if name == "u-trap" {
            vec![("around the north".into(), Cell::new(95, 83)), ("into the bay".into(), Cell::new(95, 80))]
        } else {
            Vec::new()
        },
    };
    let levels = vec![level("u-trap", "The trap", "see"), level("two-peaks", "Two peaks", "price")];
    Campaign { levels, current: Some(0), ..Campaign::default() }
}

fn wanted() -> ObjectiveView {
    ObjectiveView {
        words: "Mill to Oxley in 1.0 day".into(),
        progress: "now 2.1".into(),
        works: "0.0 of 0.1".into(),
        reward: "Trails pays 20 coin".into(),
        cell: Cell::new(107, 80),
        is_warning: false,
    }
}

/// The first unit, possessed.
pub(crate) fn life() -> PossessedView {
    PossessedView {
        unit: UnitId(1),
        name: "Ada".into(),
        cell: Cell::new(100, 80),
        food_tenths: 42,
        food_days_max: 6,
        wounds: 1,
        fatigue_percent: 62,
        can_act: true,
        behaviour_words: "What you want".into(),
    }
}

/// A wanderer's game between two lives.
pub(crate) fn wander() -> WanderView {
    let stone = |cell: Option<Cell>, home| StoneView { cell, is_reached: home, is_home: home };
    WanderView {
        hint: "the second waystone lies about 2 days north of Mill".into(),
        stones: vec![stone(Some(Cell::new(108, 70)), true), stone(None, false)],
        score: 112,
        life_number: 2,
        last_life_words: Some(vec![
            "Ada starved north of Mill, after 9 days.".into(),
            "400 cells drawn.".into(),
        ]),
        ended_tick: 7,
        coin: 4,
        pack: vec![Thing::Rope, Thing::Horn],
        parcel: Some("2 coin: to Oxley, 30 steps east".into()),
        market: Some(MarketView {
            name: "Mill".into(),
            wares: vec![Thing::Food, Thing::Cloak],
            parcel: Some("3 coin: to Dorp, 50 steps south".into()),
        }),
        ..WanderView::default()
    }
}

/// Robbers at hand.
pub(crate) fn robbers() -> WaitingView {
    let choice = |choice, name: &str, odds: &str| ChoiceView { choice, name: name.into(), odds: odds.into() };
    WaitingView {
        what: "robbers wait in cover".into(),
        cell: Cell::new(102, 80),
        since: 12,
        is_at_hand: true,
        choices: vec![
            choice(Choice::Face, "fight", "35 %, or 2 wounds"),
            choice(Choice::Hide, "hide", "45 %, or 2 wounds"),
            choice(Choice::Give, "pay 2 coin", "75 %, or 2 wounds"),
        ],
    }
}

fn status() -> Status {
    Status {
        date: "Year 1 · late spring · day 7".into(),
        seed: 48_151_623,
        units: 38,
        frames: 40,
        year: 2,
        coin: 12,
        ..Status::default()
    }
}

/// Three orders, two of them at cells.
fn stops(route: &[Cell]) -> Vec<Stop> {
    let stop = |place: Option<Cell>, words: &str| Stop { place, words: words.to_owned() };
    vec![stop(Some(route[29]), "129, 80"), stop(None, "rest"), stop(Some(Cell::new(110, 70)), "110, 70")]
}

/// The small map.
fn overview() -> Scene {
    let view = Viewport { columns: 25, rows: 20, cells_per_pixel: 8, ..Viewport::default() };
    let pixels = (0..20 * 25).map(|i| pixel(i % 25 * 8, i / 25 * 8)).collect();
    Scene { land: LAND, pixels, view, ..Scene::default() }
}

/// A lens whose shade is the column.
fn lens(view: &Viewport, pixels: &[Pixel]) -> Option<LensPicture> {
    let row = view.lens?.row();
    let columns = usize::from(view.columns).max(1);
    let shade = |(i, pixel): (usize, &Pixel)| match pixel.visibility {
        Visibility::OffLand | Visibility::Unseen => NO_SHADE,
        _ => (i % columns % 100) as u8,
    };
    Some(LensPicture {
        name: row.name,
        sentence: row.sentence(),
        ends: ("0 m".into(), "9 m".into()),
        shades: pixels.iter().enumerate().map(shade).collect(),
        bands: view.lens == Some(Lens(4)),
    })
}

/// A search along a line of twenty expanded cells and one in the frontier.
pub(crate) fn thought(id: u64, running: bool) -> SearchView {
    let y = 80 + id as u16;
    let spot = |x: u16| OrderedCell {
        cell: Cell::new(90 + x, y),
        generated: u32::from(x),
        expanded: (x < 20).then_some(u32::from(x)),
    };
    let path = if running { Vec::new() } else { (90..111).map(|x| Cell::new(x, y)).collect() };
    SearchView {
        id,
        unit: Some(UnitId(id as u32)),
        people: PeopleIx::PLAYER,
        is_running: running,
        words: format!("thought {id}"),
        trace: Arc::new(SearchOrder { cells: (0..21).map(spot).collect(), expanded: 20, path }),
    }
}

fn line(day: u16) -> LogLine {
    LogLine {
        event: EventId(day.into()),
        tick: u64::from(day) * DAY,
        weight: 7,
        when: format!("Y1 spring {day}"),
        subject: [Subject::Roads, Subject::You][usize::from(day % 2)],
        text: format!("A path to Mill, {day}"),
        cell: Some(Cell::new(20 * day, 40)),
    }
}

fn pixel(x: i32, y: i32) -> Pixel {
    let inside = x >= 0 && y >= 0 && x < i32::from(LAND.0) && y < i32::from(LAND.1);
    let surface = match (x + y / 3) % 97 {
        0..12 => Surface::DeepWater,
        12..16 => Surface::ShallowWater,
        16..18 => Surface::Sand,
        18..40 => Surface::Meadow,
        40..60 => Surface::Forest,
        60..80 => Surface::Hill,
        80..90 => Surface::Peak,
        _ => Surface::Swamp,
    };
    let light = match (inside, x) {
        (false, _) => Visibility::OffLand,
        (_, 0..50) => Visibility::Unseen,
        (_, 50..80) => Visibility::Remembered,
        _ => Visibility::Visible,
    };
    let tier = if y == 80 { Tier::Dirt } else { Tier::None };
    Pixel {
        surface,
        tier,
        visibility: light,
        relief: 100,
        is_beside_road: (79..=81).contains(&y),
        ..Pixel::default()
    }
}

/// An explanation of the first unit's path.
pub(crate) fn explanation() -> Explanation {
    let terms = |total: i64| RouteTerms {
        cells: (100..120).map(|x| Cell::new(x, 80)).collect(),
        terms: vec![total + 22_000, -22_000],
        total,
        blocked_by: None,
    };
    Explanation {
        title: "Ada".into(),
        labels: vec!["distance", "road"],
        current: terms(34_000),
        planned: Some(PlannedCost {
            day: "day 6".into(),
            terms: vec![60_000, -24_000],
            total: 36_000,
            estimated_rest: 0,
            steps: 31,
            steps_left: 29,
        }),
        now: terms(34_000),
        runner_up: Some(terms(69_000)),
        straight: terms(85_000),
        decisive_cell: None,
        words: vec!["decided by the ford at Mill: the road there saves 22.".into()],
    }
}

/// A page that does not fit on a small screen.
fn page(kind: PageKind) -> PageView {
    match kind {
        PageKind::Town(_) | PageKind::Event(_) => town_page(),
        PageKind::Objectives | PageKind::Score | PageKind::Persons => objectives_page(),
    }
}

fn town_page() -> PageView {
    let event = |i: u32| (format!("Y1 summer {i}"), format!("grew into a village of {}", 30 + i));
    let first = [("Y1 spring 1".to_owned(), "founded".to_owned())];
    PageView {
        title: "Mill, a village".into(),
        facts: vec![
            ("why", "one of the first hamlets, here for its grain".into()),
            ("nearest", "market for 812 known cells, 31 % of them, by a porter's way".into()),
        ],
        groups: vec![LinkGroup {
            heading: "Because".into(),
            links: vec![
                CauseLink {
                    words: "Y1 summer 4: Mill becomes a village: two routes meet here".into(),
                    cell: Some(Cell::new(120, 84)),
                    frame: Some(3),
                    ..CauseLink::default()
                },
                CauseLink {
                    label: "←",
                    words: "Travellers came from a place unknown".into(),
                    ..CauseLink::default()
                },
            ],
        }],
        list_heading: "Annals".into(),
        list: first.into_iter().chain((1..13).map(event)).collect(),
        offer: None,
    }
}

fn objectives_page() -> PageView {
    let aim = |words: &str| CauseLink {
        words: words.into(),
        cell: Some(Cell::new(120, 84)),
        ..CauseLink::default()
    };
    PageView {
        title: "Trails, chapter 1 of 3".into(),
        facts: vec![
            ("Trails", "join the first hamlets: 40 coin when all of it holds at once".into()),
            ("Roads", "then: keep a road that feeds five settlements".into()),
            ("Realm", "then: bring the farthest settlements together".into()),
        ],
        groups: vec![LinkGroup {
            heading: "To reach".into(),
            links: vec![
                aim(
                    "Mill to Oxley in 1.0 day: now 1.2; works save 0.0 of 0.1; 8 cells of road north-east of Mill would save 0.07 days",
                ),
                aim("Reached: Mill to Threeways in 1.0 day: now 0.9; works save 0.1 of 0.1"),
            ],
        }],
        list_heading: "Charters".into(),
        list: vec![(
            "by Y1 winter 1".into(),
            "6 loads of salt to Oxley, or the Moor gets its market: offered, pays 30 coin".into(),
        )],
        offer: Some(3),
    }
}

/// The card of the first unit: two layers of behaviour, and a fact.
fn unit_card() -> Card {
    Card {
        title: "Ada, scout of the Vale".into(),
        facts: vec![
            ("doing", "1 Travel to 129, 80 (ordered)".into()),
            ("", "2 Explore (its livelihood)".into()),
            ("knows", "62 % of the way".into()),
        ],
        layer_count: 2,
        ..Card::default()
    }
}

fn meadow() -> Card {
    let facts = vec![("height", "31".into())];
    Card { title: "meadow".into(), facts, traffic: vec![1, 2, 5, 9], ..Card::default() }
}

/// An offer, a work that takes a toll, and a closed one.
fn ledger() -> LedgerPage {
    let row = |item, name: &str, words: &str, toll, is_open| LedgerRow {
        item,
        name: name.to_owned(),
        words: words.to_owned(),
        cell: Cell::new(110, 70),
        toll,
        is_open,
    };
    let saves = "saves 4.2 days a season · earns 12 · costs 6";
    LedgerPage {
        balance: "74 coin · earned 12, last season 20".to_owned(),
        due: "due 9 · households spend 3".to_owned(),
        keeper: "You decide",
        rows: vec![
            row(
                LedgerItem::Offer(WorkId(3)),
                "bridge at Mill",
                "36 coin, repaid in 2.1 seasons: 61 trips × 0.30 days",
                None,
                false,
            ),
            row(LedgerItem::Work(WorkId(1)), "cut of 4 north of Oxley", saves, Some(1), true),
            row(
                LedgerItem::Work(WorkId(2)),
                "paving of 20 west of Mill",
                "closed, decays · saved 0.4 days, earned 2, opens for 6",
                None,
                false,
            ),
        ],
    }
}
