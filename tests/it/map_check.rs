//! Tests as maps: a land that is drawn, orders in words, ticks, and the land that comes of it, drawn again.
//!
//! ```text
//! check(
//!     "..........
//!      .B..#.....
//!      ....#.....
//!      ..........",
//!     "Bo: go 8 1; stop",
//!     STILL,
//!     expect![[r#"…"#]],
//! );
//! ```
//!
//! `UPDATE_EXPECT=1 cargo test --test it NAME` writes what came of it into the source.
//!
//! A map has the glyphs of levels ([`Glyph`]), those of [`TIERS`] for roads on meadow, and letters for what stands on
//! meadow. A letter is the first of a name, and each line below the map says of a name what it is and does:
//!
//! - `Bo: go 8 1; stop` orders of a porter of yours; several equal letters are a group that is ordered at once;
//! - `Skar (raider raiders): stop` kind and people; a good is its cargo;
//! - `Mill (village grain)` a settlement, with a site if a good is named; `o (salt)` a site alone;
//! - `Ada (salt in Mill)`, `p (6 in Mill)` one unit, or six, that begin in a settlement and have no letter on the map;
//! - `Bo: then go 3 3` after its other orders; `wall 4 1 to 4 2` a brush and a rectangle;
//! - `Bo: push flee`, `Bo: drop`, `Bo: clear` changes of its behaviours; `Bo: remove 1`, `Bo: move 1 to 3 3`,
//!   `Bo: insert 1 go 3 3` of its stops, counted from zero; `Bo: undo` takes the last change back.
//!
//! What cannot be drawn is listed: [`Scene::does`] and [`Scene::tells`].

use crate::causes;
use crate::orders;
use expect_test::{Expect, expect};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use wayworn::grid::Cell;
use wayworn::land::{Good, Surface};
use wayworn::level::{BRUSHES, GOODS, Glyph, Level, LevelOrder, PEOPLES, TOWN_KINDS};
use wayworn::scene::text;
use wayworn::sim::{Derived, Game};
use wayworn::world::{
    Behaviour, Brush, Command, Edit, Order, PASS, People, PeopleIx, Queue, Rejection, SearchGoal, StackEdit,
    Tier, TownKind, Unit, UnitId, World,
};

/// Until every unit of the land has stood for [`STILL_TICKS`] and none has an order left that leads it elsewhere.
pub(crate) const STILL: u64 = u64::MAX;
const STILL_TICKS: u64 = 20;
/// Ticks after which waiting for stillness fails.
const STILL_MAX: u64 = 6000;

/// Glyphs of worn ground and roads.
const TIERS: [(Tier, char); 5] =
    [(Tier::Scuff, '\''), (Tier::Path, ':'), (Tier::Dirt, '+'), (Tier::Paved, '%'), (Tier::Highway, '@')];
/// Glyphs of what players and time make of the ground.
const MADE: [(Surface, char); 7] = [
    (Surface::Mud, '_'),
    (Surface::Fire, 'F'),
    (Surface::Burnt, 'x'),
    (Surface::Beacon, 'i'),
    (Surface::Tower, 'I'),
    (Surface::Field, 'f'),
    (Surface::Cut, 'u'),
];
/// The ground of a level's glyph.
const GROUND: [(Surface, Glyph); 14] = [
    (Surface::DeepWater, Glyph::Deep),
    (Surface::ShallowWater, Glyph::Shallow),
    (Surface::River, Glyph::River),
    (Surface::Sand, Glyph::Sand),
    (Surface::Meadow, Glyph::Meadow),
    (Surface::Grass, Glyph::Grass),
    (Surface::Forest, Glyph::Forest),
    (Surface::DeepWood, Glyph::DeepWood),
    (Surface::Swamp, Glyph::Swamp),
    (Surface::Hill, Glyph::Hill),
    (Surface::Rock, Glyph::Rock),
    (Surface::Peak, Glyph::Peak),
    (Surface::Wall, Glyph::Wall),
    (Surface::Bridge, Glyph::Bridge),
];

/// What a drawing shows between the ground and those who stand on it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Overlay {
    /// Nothing.
    None,
    /// Passes over each cell since yesterday, from `1` to `9` (bridges and steps without a path leave none).
    Steps,
    /// `*` the paths ahead.
    Paths,
    /// `?` what the player's people does not know.
    Unknown,
    /// Fear of what happened near each cell, in steps, from `1` to `9`.
    Fear,
}

/// The world as a map.
pub(crate) fn draw(world: &World, overlay: Overlay) -> String {
    let letter = |name: &str| name.chars().next().unwrap_or('?');
    let mut things: BTreeMap<Cell, char> = world.land.sites.iter().map(|site| (site.cell, 'o')).collect();
    things.extend(world.camps.iter().map(|camp| (camp.cell, 'c')));
    let standing = world.towns.iter().filter(|town| town.kind != TownKind::Ruin);
    things.extend(standing.map(|town| (town.cell, letter(&town.name))));
    things.extend(world.units.iter().map(|unit| (unit.cell, letter(&unit.name))));
    let paths: BTreeSet<Cell> = world.units.iter().flat_map(|unit| unit.cells_ahead(world.size())).collect();
    let between = |cell: Cell| match overlay {
        Overlay::Steps if world.ground.wear[cell] > 0 => {
            char::from_digit(world.ground.wear[cell].div_ceil(PASS).min(9), 10)
        }
        Overlay::Paths if paths.contains(&cell) => Some('*'),
        Overlay::Unknown if !ours(world).belief.is_known(cell) => Some('?'),
        Overlay::Fear if ours(world).belief.place_fear_at(cell) > 0 => {
            char::from_digit(ours(world).belief.place_fear_at(cell).div_ceil(1000).min(9), 10)
        }
        _ => None,
    };
    let mut text = String::new();
    for cell in world.size().cells() {
        let thing = things.get(&cell).copied();
        text.push(thing.or_else(|| between(cell)).unwrap_or_else(|| ground_glyph(world, cell)));
        if cell.x + 1 == world.size().width {
            text.push('\n');
        }
    }
    text
}

/// The glyph of the ground of a cell, or of the road on it.
fn ground_glyph(world: &World, cell: Cell) -> char {
    // A bridge keeps the road that it was built on.
    let surface = world.land.surface[cell];
    let tier = if surface == Surface::Bridge { Tier::None } else { world.ground.tier[cell] };
    let road = TIERS.iter().find(|row| row.0 == tier).map(|row| row.1);
    let made = MADE.iter().find(|row| row.0 == surface).map(|row| row.1);
    let drawn = GROUND
        .iter()
        .find(|row| row.0 == surface)
        .and_then(|row| Glyph::ALL.iter().find(|(glyph, ..)| *glyph == row.1).map(|(_, letter, _)| *letter));
    road.or(made).or(drawn).unwrap()
}

/// The player's people.
pub(crate) fn ours(world: &World) -> &People {
    world.people(PeopleIx::PLAYER)
}

/// See [`ours`].
pub(crate) fn ours_mut(world: &mut World) -> &mut People {
    &mut world.peoples[PeopleIx::PLAYER]
}

/// Whether the player's people sees a cell.
pub(crate) fn is_seen(game: &Game, cell: Cell) -> bool {
    game.derived.visible[PeopleIx::PLAYER][cell] > 0
}

/// A line below a map.
struct Line<'a> {
    name: &'a str,
    words: Vec<&'a str>,
    orders: Vec<&'a str>,
    /// The settlement that it begins in, and how many of them do.
    inside: Option<&'a str>,
    count: usize,
}

impl<'a> Line<'a> {
    fn parse(line: &'a str) -> Line<'a> {
        let (head, orders) = line.split_once(':').unwrap_or((line, ""));
        let (name, words) = head.trim_end().trim_end_matches(')').split_once('(').unwrap_or((head, ""));
        let orders = orders.split(';').map(str::trim).filter(|order| !order.is_empty()).collect();
        let mut words: Vec<&str> = words.split_whitespace().collect();
        let inside = words.iter().position(|word| *word == "in").and_then(|at| words.drain(at..).nth(1));
        let (counts, words): (Vec<&str>, Vec<&str>) =
            words.into_iter().partition(|word| word.parse::<usize>().is_ok());
        let count = counts.first().map_or(1, |count| count.parse().unwrap());
        Line { name: name.trim(), words, orders, inside, count }
    }

    /// Its word of this list.
    fn word(&self, known: &[&str]) -> Option<&'a str> {
        self.words.iter().find(|word| known.contains(word)).copied()
    }

    /// The rest of its words: the kind of a unit.
    fn kind(&self) -> &'a str {
        let other = [&GOODS[..], &PEOPLES[..], &TOWN_KINDS[..]].concat();
        self.words.iter().find(|word| !other.contains(word)).unwrap_or(&"porter")
    }

    fn people(&self) -> &'a str {
        self.word(&PEOPLES).unwrap_or("yours")
    }

    /// What stands on these cells, as tables of a level.
    fn tables(&self, cells: &[Cell]) -> String {
        let mut text = String::new();
        let (name, people, good) = (self.name, self.people(), self.word(&GOODS));
        let is_site = name == "o";
        for (number, Cell { x, y }) in cells.iter().enumerate() {
            let name = if number == 0 { name.to_owned() } else { format!("{name}{}", number + 1) };
            let unit = format!("name = \"{name}\"\npeople = \"{people}\"\nat = [{x}, {y}]\n");
            let town = self.word(&TOWN_KINDS);
            if let Some(good) = good.filter(|_| is_site || town.is_some()) {
                writeln!(text, "[[site]]\ngood = \"{good}\"\nat = [{x}, {y}]").unwrap();
            }
            if let Some(kind) = town {
                writeln!(text, "[[town]]\nkind = \"{kind}\"\n{unit}").unwrap();
            } else if !is_site {
                let cargo = good.map_or(String::new(), |good| format!("cargo = \"{good}\"\n"));
                writeln!(text, "[[unit]]\nkind = \"{}\"\n{unit}{cargo}", self.kind()).unwrap();
                // The player gives orders to its own units only.
                if people != "yours" {
                    writeln!(text, "orders = {:?}", self.orders).unwrap();
                }
            }
        }
        text
    }
}

/// A land that is played and drawn.
pub(crate) struct Scene {
    /// The game.
    pub game: Game,
    strokes: u32,
}

/// Plays a drawn land, all of which is known, and compares it with the expected drawing.
pub(crate) fn check(map: &str, orders: &str, ticks: u64, expected: Expect) -> Scene {
    let mut scene = Scene::new(map, orders);
    scene.run(ticks).shows(Overlay::None, expected);
    scene
}

impl Scene {
    /// A drawn land, all of which is known, at its first tick, and with orders given.
    pub(crate) fn new(map: &str, orders: &str) -> Scene {
        Scene::with(map, orders, "fog = false")
    }

    /// The same with nothing known but what is in sight.
    pub(crate) fn in_fog(map: &str, orders: &str) -> Scene {
        Scene::with(map, orders, "fog = true")
    }

    /// The same with these lines at the head of the level.
    pub(crate) fn with(map: &str, lines: &str, head: &str) -> Scene {
        let rows: Vec<&str> = map.split_whitespace().collect();
        let glyphs = rows
            .iter()
            .zip(0..)
            .flat_map(|(row, y)| row.chars().zip(0..).map(move |(glyph, x)| (Cell::new(x, y), glyph)));
        let mut ground = rows.join("\n");
        let mut marks: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
        for (cell, glyph) in glyphs.filter(|(_, glyph)| Glyph::from_glyph(*glyph).is_none()) {
            ground = ground.replace(glyph, ".");
            marks.entry(glyph).or_default().push(cell);
        }
        let mut text = format!("name = \"x\"\nabout = \"y\"\n{head}\nmap = '''\n{ground}\n'''\n");
        let things: Vec<Line> = lines_of(lines).filter(|line| !is_edit(line)).map(Line::parse).collect();
        let (mut placed, drawn) = (BTreeSet::new(), marks.clone());
        let letter = |name: &str| name.chars().next().unwrap_or('?');
        for thing in things.iter().filter(|thing| placed.insert(thing.name)) {
            let cells = match thing.inside {
                Some(town) => drawn.get(&letter(town)).map(|cells| vec![cells[0]; thing.count]),
                None => marks.remove(&letter(thing.name)),
            };
            text.push_str(&thing.tables(
                &cells.unwrap_or_else(|| panic!("{} is not on the map, or its letter is ground", thing.name)),
            ));
        }
        let level = Level::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let mut game = Game::from_level(&level);
        for (tier, glyph) in TIERS {
            for cell in marks.remove(&glyph).into_iter().flatten() {
                lay_road(&mut game.world, cell, tier);
            }
        }
        assert!(marks.is_empty(), "no line says what these are: {:?}", marks.keys());
        game.derived = Derived::of(&game.world);
        let mut scene = Scene { game, strokes: 0 };
        scene.order(lines);
        scene
    }

    /// Gives orders and edits the land, as the lines below a map do.
    pub(crate) fn order(&mut self, lines: &str) -> &mut Scene {
        for line in lines_of(lines) {
            if is_edit(line) {
                self.edit(line);
                continue;
            }
            let parsed = Line::parse(line);
            if !parsed.orders.is_empty() && parsed.people() == "yours" {
                self.game.apply(&self.command(&parsed)).unwrap_or_else(|why| panic!("{line}: {why}"));
            }
        }
        self
    }

    /// Why what a line asks for is refused, which changes nothing.
    pub(crate) fn refusal(&mut self, line: &str) -> Rejection {
        let before = self.game.world.hash();
        let why = self.game.apply(&self.command(&Line::parse(line))).expect_err(line);
        assert_eq!(self.game.world.hash(), before, "{line}: a refusal changes nothing");
        why
    }

    /// Gives the orders of a line to the units of its name; returns what the player reads.
    pub(crate) fn taken(&mut self, line: &str) -> String {
        self.game.apply(&self.command(&Line::parse(line))).unwrap_or_else(|why| panic!("{line}: {why}")).text
    }

    /// What a line asks of the units of its name: a change, or else orders.
    fn command(&self, line: &Line) -> Command {
        let units = self.ids(line.name);
        assert!(!units.is_empty(), "there is no {}", line.name);
        self.change(units[0], line.orders[0]).unwrap_or_else(|| {
            let appended = line.orders[0].strip_prefix("then ");
            let words =
                std::iter::once(appended.unwrap_or(line.orders[0])).chain(line.orders[1..].iter().copied());
            let queue = if appended.is_some() { Queue::Append } else { Queue::Replace };
            Command::Orders { units, orders: words.map(|words| self.order_of(words)).collect(), queue }
        })
    }

    /// The change of a unit's behaviours or stops that these words are, if they are one.
    fn change(&self, id: UnitId, words: &str) -> Option<Command> {
        let unit = self.game.world.unit(id).unwrap();
        let (word, rest) = words.split_once(' ').unwrap_or((words, ""));
        let stack = |edit| Command::EditStack { unit: id, height: unit.stack.len() as u8, edit };
        let (number, what) = rest.split_once(' ').unwrap_or((rest, ""));
        let stop = |edit| {
            let at: u16 = number.parse().unwrap();
            let place = unit.stops().get(usize::from(at)).and_then(|stop| stop.place);
            Command::EditOrders { unit: id, at, place, edit }
        };
        Some(match word {
            "push" => stack(StackEdit::Push(self.order_of(rest))),
            "drop" => stack(StackEdit::Drop),
            "clear" => stack(StackEdit::Clear),
            "remove" => stop(Edit::Remove),
            "move" => stop(Edit::MoveTo(place_of(what.trim_start_matches("to ")))),
            "insert" => stop(Edit::Insert(self.order_of(what))),
            "undo" => Command::UndoOrders { units: vec![id] },
            _ => return None,
        })
    }

    /// The order that these words are, as in levels; roads are ordered with `connect 3 3`.
    pub(crate) fn order_of(&self, words: &str) -> Order {
        if let Some(place) = words.strip_prefix("connect ") {
            return Order::Connect(place_of(place));
        }
        let goal = |word: &str| match word {
            "settlement" => SearchGoal::Settlement,
            _ => Good::from_name(word).map_or_else(|| SearchGoal::Unit(self.id(word)), SearchGoal::Site),
        };
        let order = LevelOrder::parse(words).unwrap_or_else(|error| panic!("{error}"));
        order.resolve(|name| Some(self.id(name)), |word| Some(goal(word))).unwrap()
    }

    /// Draws with a brush, without cost: `wall 4 1`, `wall 4 1 to 4 9`.
    fn edit(&mut self, line: &str) {
        let (word, place) = line.split_once(' ').unwrap();
        let corners = LevelOrder::parse(&format!("patrol {}", place.replace(" to", ","))).unwrap();
        let (first, last) = (corners.cells()[0], *corners.cells().last().unwrap());
        let cells = (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| Cell::new(x, y)));
        let brush = Brush::ALL.into_iter().find(|brush| brush.name() == word).unwrap();
        self.strokes += 1;
        self.game.apply(&Command::FreeBuild(true)).unwrap();
        let edit = Command::EditLand { stroke: self.strokes, brush, cells: cells.collect() };
        self.game.apply(&edit).unwrap_or_else(|why| panic!("{line}: {why}"));
    }

    /// Plays for this many ticks, or until all is [`STILL`].
    pub(crate) fn run(&mut self, ticks: u64) -> &mut Scene {
        if ticks != STILL {
            self.until(ticks, |_| false);
            return self;
        }
        let mut stood = 0;
        let is_over = self.until(STILL_MAX, |game| {
            stood = if game.world.units.iter().all(is_still) { stood + 1 } else { 0 };
            stood == STILL_TICKS
        });
        assert!(
            is_over,
            "after {STILL_MAX} ticks not all are still:\n{}",
            draw(&self.game.world, Overlay::Paths)
        );
        self
    }

    /// Plays until `done`, or for this many ticks; returns whether it was done. Checks the invariants meanwhile, and
    /// that outside settlements and camps no two units share a cell.
    pub(crate) fn until(&mut self, ticks: u64, mut done: impl FnMut(&Game) -> bool) -> bool {
        orders::until(&mut self.game, ticks, |game| {
            let mut holders: BTreeMap<Cell, UnitId> = BTreeMap::new();
            for unit in &game.world.units {
                for cell in
                    std::iter::once(unit.cell).chain(unit.next).filter(|cell| !game.derived.haven[*cell])
                {
                    let other = holders.insert(cell, unit.id);
                    assert!(
                        other.is_none_or(|other| other == unit.id),
                        "tick {}: two at {cell:?}",
                        game.world.tick
                    );
                }
            }
            done(game)
        })
    }

    /// Compares the drawing with the expected one. One expectation is compared once: in a loop it cannot be updated.
    #[expect(clippy::needless_pass_by_value, reason = "`expect!` stands in the call")]
    pub(crate) fn shows(&mut self, overlay: Overlay, expected: Expect) -> &mut Scene {
        expected.assert_eq(&draw(&self.game.world, overlay));
        self
    }

    /// Compares what units of these names do with what is expected: behaviours from the livelihood up, orders that wait,
    /// why it stands, cargo and wounds.
    #[expect(clippy::needless_pass_by_value, reason = "as above")]
    pub(crate) fn does(&mut self, names: &str, expected: Expect) -> &mut Scene {
        let ids = names.split(' ').flat_map(|name| self.ids(name));
        let units: Vec<String> = ids.map(|id| facts(self.game.world.unit(id).unwrap())).collect();
        expected.assert_eq(&units.join(" / "));
        self
    }

    /// Compares what was told or waits to be told with what is expected.
    #[expect(clippy::needless_pass_by_value, reason = "as above")]
    pub(crate) fn tells(&mut self, expected: Expect) -> &mut Scene {
        let words = causes::told(&self.game).map(|event| text::event_words(&self.game.world, event));
        expected.assert_eq(&words.collect::<Vec<String>>().join("\n"));
        self
    }

    /// The unit of this name that is alive.
    pub(crate) fn unit(&self, name: &str) -> &Unit {
        self.game.world.unit(self.id(name)).unwrap()
    }

    /// The same, to be changed by hand.
    pub(crate) fn unit_mut(&mut self, name: &str) -> &mut Unit {
        let index = self.game.world.unit_index(self.id(name)).unwrap();
        &mut self.game.world.units[index]
    }

    /// Which of these places a unit visits, in order, within this many ticks.
    pub(crate) fn visits(&mut self, name: &str, places: &[(u16, u16)], ticks: u64) -> Vec<usize> {
        let (id, mut seen) = (self.id(name), Vec::new());
        self.until(ticks, |game| {
            let Cell { x, y } = game.world.unit(id).unwrap().cell;
            let here = places.iter().position(|place| *place == (x, y));
            seen.extend(here.filter(|here| seen.last() != Some(here)));
            false
        });
        seen
    }

    /// The number of the unit of this name.
    pub(crate) fn id(&self, name: &str) -> UnitId {
        units_named(&self.game.world, name).next().unwrap_or_else(|| panic!("there is no {name}")).id
    }

    /// The numbers of the units drawn with one letter.
    pub(crate) fn ids(&self, name: &str) -> Vec<UnitId> {
        units_named(&self.game.world, name).map(|unit| unit.id).collect()
    }

    /// Where the unit of this name is.
    pub(crate) fn at(&self, name: &str) -> (u16, u16) {
        let cell = self.unit(name).cell;
        (cell.x, cell.y)
    }
}

/// A place: column and row.
fn place_of(words: &str) -> Cell {
    LevelOrder::parse(&format!("go {words}")).unwrap_or_else(|error| panic!("{error}")).cells()[0]
}

/// The name of a variant.
fn variant(of: &impl std::fmt::Debug) -> String {
    format!("{of:?}").split([' ', '(']).next().unwrap().to_owned()
}

/// The names of a unit's behaviours, from its livelihood up.
pub(crate) fn behaviours(unit: &Unit) -> Vec<String> {
    unit.stack.iter().map(variant).collect()
}

/// What a unit does and bears, in a line.
fn facts(unit: &Unit) -> String {
    let mut text = format!("{}: {}", unit.name, behaviours(unit).join(", "));
    let orders = unit.orders.iter().map(|order| format!("then {}", order.words()));
    let blocked = unit.blocked.map(|(why, _)| format!("blocked by {}", variant(&why)));
    let cargo = unit.cargo.map(|cargo| format!("carries {}", cargo.good.name()));
    let wounds = (unit.wounds > 0).then(|| format!("{} wounds", unit.wounds));
    for fact in orders.chain(blocked).chain(cargo).chain(wounds) {
        write!(text, "; {fact}").unwrap();
    }
    text
}

/// The units of a name, and of that name with a number.
fn units_named<'a>(world: &'a World, name: &'a str) -> impl Iterator<Item = &'a Unit> {
    let is_named = move |unit: &&Unit| {
        unit.name.strip_prefix(name).is_some_and(|rest| rest.chars().all(|letter| letter.is_ascii_digit()))
    };
    world.units.iter().filter(is_named)
}

/// The lines below a map.
fn lines_of(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}

/// Whether a line is an edit of the land.
fn is_edit(line: &str) -> bool {
    line.split_whitespace().next().is_some_and(|word| BRUSHES.contains(&word))
}

/// Whether a unit stands and has no order that leads it elsewhere.
fn is_still(unit: &Unit) -> bool {
    let leads_on = |behaviour: &Behaviour| {
        matches!(
            behaviour,
            Behaviour::Travel { .. }
                | Behaviour::Explore { .. }
                | Behaviour::Rest { .. }
                | Behaviour::Build { .. }
        )
    };
    unit.next.is_none() && unit.orders.is_empty() && !unit.stack.iter().any(leads_on)
}

/// Makes a cell a road that the player's people has seen.
pub(crate) fn lay_road(world: &mut World, cell: Cell, tier: Tier) {
    world.ground.tier[cell] = tier;
    world.ground.wear[cell] = tier.passes() * PASS;
    let surface = world.land.surface[cell];
    ours_mut(world).belief.observe(cell, surface, tier, false, 0);
}

/// Every glyph that a map may have is drawn as it was, and so is what stands on it.
#[test]
fn a_drawn_land_is_drawn_again() {
    let mut scene = check(
        "~-=,.\"tTs
         n^A#H':+%
         @........
         .Bb.bMoS.",
        "Bo: stop
         b (guard salt): stop
         Mill (village grain)
         o (ore)
         Skar (porter raiders): stop",
        0,
        expect![[r#"
            ~-=,."tTs
            n^A#H':+%
            @........
            .Bb.bMoS.
        "#]],
    );
    assert_eq!(scene.ids("b").len(), 2);
    scene.order("tower 8 0\nmud 0 3\nfire 1 2 to 3 2");
    scene.shows(
        Overlay::Unknown,
        expect![[r#"
        ~-=,."tTI
        n^A#H':+%
        @FFF.....
        _Bb.bMoS.
    "#]],
    );
}
