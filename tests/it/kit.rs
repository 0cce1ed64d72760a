//! Shared helpers: random numbers from a seed, games to play, and saves taken apart and reassembled.

use std::path::PathBuf;
use wayworn::grid::{Cell, Size};
use wayworn::save::{SaveError, SaveSlot};
use wayworn::sim::Game;
use wayworn::world::{Brush, Command, Hashes, Kind, Order, Queue, UnitIx};
use xxhash_rust::xxh3::xxh3_64;

/// How much is tested.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Tier {
    /// On every change.
    Quick,
    /// Every night.
    Nightly,
    /// Before a release.
    Release,
}

/// The tier named by `WAYWORN_TIER`, by default the quick one.
pub(crate) fn tier() -> Tier {
    match std::env::var("WAYWORN_TIER").as_deref() {
        Err(_) | Ok("quick") => Tier::Quick,
        Ok("nightly") => Tier::Nightly,
        Ok("release") => Tier::Release,
        Ok(other) => panic!("WAYWORN_TIER is quick, nightly or release, not {other}"),
    }
}

/// A count that depends on the tier.
pub(crate) fn many(quick: usize, nightly: usize, release: usize) -> usize {
    match tier() {
        Tier::Quick => quick,
        Tier::Nightly => nightly,
        Tier::Release => release,
    }
}

/// Random numbers from a seed (splitmix64).
pub(crate) struct Dice(pub u64);

impl Dice {
    /// The next number.
    pub(crate) fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        wayworn::land::mix(&[self.0])
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.roll() % bound as u64) as usize
    }
}

/// The project's folder, from any of its crates.
pub(crate) fn home() -> PathBuf {
    let mut above = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    above.find(|dir| dir.join("levels").is_dir()).unwrap().to_owned()
}

/// Opens a slot of this process's own. A child that another test is starting may hold the lock for an instant, as it
/// inherits all open files until it executes another program.
pub(crate) fn slot(dir: &std::path::Path, name: &str) -> SaveSlot {
    for _ in 0..1000 {
        match SaveSlot::open(dir, name) {
            Err(SaveError::InUse { .. }) => std::thread::sleep(std::time::Duration::from_millis(5)),
            opened => return opened.unwrap(),
        }
    }
    panic!("the lock on {name} is never released");
}

/// A new land.
pub(crate) fn game(seed: u64, side: u16) -> Game {
    Game::new(seed, Size::new(side, side)).unwrap()
}

/// A new land after some ticks.
pub(crate) fn played(seed: u64, side: u16, ticks: u64) -> Game {
    let mut game = game(seed, side);
    while game.world.tick < ticks {
        command(&mut game, seed);
        game.tick();
    }
    game
}

/// Applies the commands of a simulated player at this tick, if any, and returns them.
pub(crate) fn command(game: &mut Game, seed: u64) -> Option<Command> {
    if !game.world.tick.is_multiple_of(70) {
        return None;
    }
    let mut dice = Dice(seed ^ game.world.tick);
    let size = game.world.size();
    let place = |dice: &mut Dice| {
        Cell::new(dice.below(size.width.into()) as u16, dice.below(size.height.into()) as u16)
    };
    let units = &game.world.units;
    let command = match dice.below(12) {
        _ if game.world.tick == 0 => Command::FreeBuild(true),
        0..5 => {
            let brush = Brush::ALL[dice.below(Brush::ALL.len())];
            let stroke = game.world.tick as u32 / 200;
            Command::EditLand { stroke, brush, cells: size.square(place(&mut dice), 1).collect() }
        }
        5 => Command::Spawn { kind: Kind::ALL[dice.below(Kind::SETTLED)], cell: place(&mut dice) },
        6 => Command::Remove { cells: vec![units[UnitIx(dice.below(units.len()))].cell] },
        7 => Command::Undo,
        _ => {
            let units = vec![units[UnitIx(dice.below(units.len()))].id];
            let orders =
                vec![Order::Go(place(&mut dice)), Order::Patrol(vec![place(&mut dice), place(&mut dice)])];
            Command::Orders { units, orders, queue: Queue::Append }
        }
    };
    // A refusal is a valid result, too.
    let _ = game.apply(&command);
    Some(command)
}

/// Plays to a tick, and returns the hashes after every hundredth.
pub(crate) fn play_to(game: &mut Game, seed: u64, tick: u64, hashes: &mut Vec<(u64, Hashes)>) {
    while game.world.tick < tick {
        command(game, seed);
        game.tick();
        if game.world.tick.is_multiple_of(100) {
            hashes.push((game.world.tick, game.world.hash()));
        }
    }
}

/// Runs on a pool of this many threads.
pub(crate) fn on_threads<T: Send>(threads: usize, run: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(run)
}

/// A chunk of a save: name, version and unpacked contents.
#[derive(Clone)]
pub(crate) struct Part {
    /// Name.
    pub tag: [u8; 4],
    /// Version.
    pub version: u16,
    /// Claimed length, if not that of `raw`.
    pub claim: Option<u64>,
    /// Contents.
    pub raw: Vec<u8>,
    /// Packed contents, if not those of `raw`.
    pub packed: Option<Vec<u8>>,
}

impl Part {
    /// Its contents as stored in a save.
    pub(crate) fn pack(&self) -> Vec<u8> {
        zstd::encode_all(&self.raw[..], 1).unwrap()
    }
}

/// Takes a sound save apart.
pub(crate) fn take_apart(save: &[u8]) -> Vec<Part> {
    let count = usize::from(u16::from_le_bytes(save[10..12].try_into().unwrap()));
    let mut start = 12 + count * 30 + 8;
    let mut parts = Vec::new();
    for row in save[12..12 + count * 30].chunks(30) {
        let packed = u64::from_le_bytes(row[14..22].try_into().unwrap()) as usize;
        let raw = zstd::decode_all(&save[start..start + packed]).unwrap();
        let version = u16::from_le_bytes(row[4..6].try_into().unwrap());
        parts.push(Part { tag: row[..4].try_into().unwrap(), version, claim: None, raw, packed: None });
        start += packed;
    }
    parts
}

/// Assembles a save with valid checksums, whatever it holds.
pub(crate) fn put_together(format: u16, parts: &[Part]) -> Vec<u8> {
    let mut head = b"WAYWORN\0".to_vec();
    head.extend(format.to_le_bytes());
    head.extend((parts.len() as u16).to_le_bytes());
    let mut body = Vec::new();
    for part in parts {
        let packed = part.packed.clone().unwrap_or_else(|| part.pack());
        head.extend(part.tag);
        head.extend(part.version.to_le_bytes());
        head.extend(part.claim.unwrap_or(part.raw.len() as u64).to_le_bytes());
        head.extend((packed.len() as u64).to_le_bytes());
        head.extend(xxh3_64(&packed).to_le_bytes());
        body.extend(packed);
    }
    head.extend(xxh3_64(&head).to_le_bytes());
    head.extend(body);
    head
}

/// Damages some bytes: flips, replaces, removes, inserts, repeats, and substitutes the largest numbers.
pub(crate) fn mutate(bytes: &mut Vec<u8>, dice: &mut Dice) {
    const ODD: [u8; 6] = [0, 1, 0x7f, 0x80, 0xfe, 0xff];
    for _ in 0..=dice.below(3) {
        if bytes.is_empty() {
            bytes.push(dice.roll() as u8);
        }
        let at = dice.below(bytes.len());
        match dice.below(8) {
            0 => bytes[at] ^= 1 << dice.below(8),
            1 => bytes[at] = dice.roll() as u8,
            2 => bytes[at] = ODD[dice.below(ODD.len())],
            3 => drop(bytes.remove(at)),
            4 => bytes.insert(at, ODD[dice.below(ODD.len())]),
            5 | 6 => {
                // As postcard encodes them: u16, u32 and u64, instead of a number of one, two or three bytes.
                let largest: [&[u8]; 3] = [
                    &[0xff, 0xff, 3],
                    &[0xff, 0xff, 0xff, 0xff, 15],
                    &[255, 255, 255, 255, 255, 255, 255, 255, 255, 1],
                ];
                let end = at + bytes[at..].iter().take(9).take_while(|byte| **byte >= 0x80).count() + 1;
                bytes.splice(at..end.min(bytes.len()), largest[dice.below(3)].iter().copied());
            }
            _ => {
                let end = (at + 1 + dice.below(8)).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
        }
    }
}

/// Damages a text as people and editors do: lines lost, doubled or moved, huge numbers, endless brackets; and as
/// [`mutate`] does.
pub(crate) fn mutate_text(text: &str, dice: &mut Dice) -> String {
    const NUMBERS: [&str; 8] =
        ["0", "-1", "65536", "4294967296", "18446744073709551616", "1e999", "0.5", "99999999999999999999999"];
    const WORDS: [&str; 8] = ["[[", "{ ", "\"\"\"", "'''", "\u{202e}", "=", "nan", "\\u0000"];
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    for _ in 0..=dice.below(3) {
        if lines.is_empty() {
            lines.push("\n".to_owned());
        }
        let at = dice.below(lines.len());
        match dice.below(7) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => {
                let other = dice.below(lines.len());
                lines.swap(at, other);
            }
            3 => {
                let is_digit = |(_, c): &(usize, char)| c.is_ascii_digit();
                let digits: Vec<usize> = lines[at].char_indices().filter(is_digit).map(|(i, _)| i).collect();
                if !digits.is_empty() {
                    let from = digits[dice.below(digits.len())];
                    lines[at].replace_range(from..=from, NUMBERS[dice.below(NUMBERS.len())]);
                }
            }
            4 => {
                let word = WORDS[dice.below(WORDS.len())].repeat(1 + dice.below(300));
                let places: Vec<usize> = lines[at].char_indices().map(|(i, _)| i).collect();
                let place = places.get(dice.below(places.len().max(1))).copied().unwrap_or(0);
                lines[at].insert_str(place, &word);
            }
            _ => {
                let mut bytes = std::mem::take(&mut lines[at]).into_bytes();
                mutate(&mut bytes, dice);
                lines[at] = String::from_utf8_lossy(&bytes).into_owned();
            }
        }
    }
    lines.concat()
}

/// CPU time of this thread, without that of others on the machine.
pub(crate) fn worked() -> std::time::Duration {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        std::time::Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
    #[cfg(not(unix))]
    std::time::Duration::ZERO
}

/// Peak memory of this process; 0 where the system does not report it.
pub(crate) fn peak_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}
