//! What the land at pixels costs: bytes of a whole map, of a game at ×1, and of one that is paused.

use crate::kit;
use crate::map_drawing::shown;
use ratatui::buffer::Buffer;
use wayworn::scene::{self, Scene};
use wayworn::tui::{self, Glyphs, GraphicsProtocol, PixelMap, Screen, Zoom};

const PROTOCOLS: [GraphicsProtocol; 3] =
    [GraphicsProtocol::Kitty, GraphicsProtocol::Iterm, GraphicsProtocol::Sixel { character: (8, 16) }];
/// Milliseconds of a frame: at ×1 each tick has one.
const FRAME_MS: u64 = 50;

/// A terminal, as far as bytes are counted.
struct Terminal {
    pixels: PixelMap,
    shown: Buffer,
}

impl Terminal {
    fn new(screen: &Screen, protocol: GraphicsProtocol) -> Terminal {
        Terminal { pixels: PixelMap::new(protocol), shown: Buffer::empty(screen.area) }
    }

    /// Shows a new frame after so many milliseconds; returns the bytes of pictures and of characters.
    fn show(&mut self, screen: &Screen, scene: &Scene, ms: u64) -> (usize, usize) {
        self.pixels.renew();
        self.go_on(screen, scene, ms)
    }

    /// Shows the same frame again.
    fn go_on(&mut self, screen: &Screen, scene: &Scene, ms: u64) -> (usize, usize) {
        let mut frame = Buffer::empty(screen.area);
        let land = tui::draw_with_land(&mut frame, screen, scene);
        let mut bytes = Vec::new();
        self.pixels.earn(ms);
        self.pixels.send(land.as_ref(), (&mut self.shown, &mut frame), &mut bytes);
        let pictures = bytes.len();
        tui::encode(&self.shown, &frame, &mut bytes);
        self.pixels.spend(bytes.len());
        self.shown = frame;
        (pictures, bytes.len() - pictures)
    }

    /// Shows a frame until all of it is shown; returns the bytes, and how many milliseconds it took.
    fn finish(&mut self, screen: &Screen, scene: &Scene) -> (usize, u64) {
        let (mut sent, mut frames) = (0, 0);
        self.pixels.renew();
        while frames == 0 || self.pixels.is_unfinished {
            let (pictures, characters) = self.go_on(screen, scene, FRAME_MS);
            (sent, frames) = (sent + pictures + characters, frames + 1);
            assert!(frames < 200, "it never ends");
        }
        (sent, frames * FRAME_MS)
    }
}

#[test]
fn a_second_of_pixels_costs_no_more_than_it_may_and_nothing_while_paused() {
    for (follows, seconds) in [(false, 6), (true, 24)].into_iter().take(kit::many(1, 2, 2)) {
        let mut game = kit::played(7, 96, 2000);
        let cell = game.world.towns.iter().map(|town| town.cell).next().unwrap();
        let (mut screen, mut scene) = shown(&game, (120, 40), Zoom::Near, cell);
        (screen.map.daylight.is_on, screen.map.has_weather, screen.auto_follow) = (true, true, follows);
        let mut terminals = PROTOCOLS.map(|protocol| Terminal::new(&screen, protocol));
        let wholes = terminals.each_mut().map(|terminal| terminal.finish(&screen, &scene));
        let mut sent = [(0, 0); 3];
        for tick in 0..seconds * 1000 / FRAME_MS {
            game.tick();
            scene = scene::build_scene(&game, &screen.view());
            screen.advance_clock(tick * FRAME_MS);
            screen.take_scene(&scene);
            for (terminal, sent) in terminals.iter_mut().zip(&mut sent) {
                let (pictures, characters) = terminal.show(&screen, &scene, FRAME_MS);
                *sent = (sent.0 + pictures, sent.1 + characters);
            }
        }
        screen.time_pace.paused = true;
        screen.advance_clock(seconds * 1000 + 5000);
        for (i, terminal) in terminals.iter_mut().enumerate() {
            let (protocol, (whole, ms)) = (PROTOCOLS[i], wholes[i]);
            let (pictures, characters) = (sent[i].0 / seconds as usize, sent[i].1 / seconds as usize);
            println!(
                "{protocol:?}: whole map {whole} bytes in {ms} ms; follows {follows}: \
                 {pictures} bytes a second of pictures, {characters} of characters"
            );
            assert!(pictures + characters <= 150_000, "{protocol:?}");
            assert!(pictures > 10_000 && characters > 100, "{protocol:?}");
            terminal.finish(&screen, &scene);
            for later in 1..10 {
                screen.advance_clock(seconds * 1000 + 5000 + later * 250);
                assert_eq!(terminal.show(&screen, &scene, FRAME_MS), (0, 0), "{protocol:?}");
            }
        }
    }
}

#[test]
fn a_second_of_sextants_and_octants_costs_no_more_than_it_may() {
    let mut game = kit::played(7, 96, 2000);
    let cell = game.world.towns.iter().map(|town| town.cell).next().unwrap();
    let (mut screen, _) = shown(&game, (120, 40), Zoom::Near, cell);
    (screen.map.daylight.is_on, screen.map.has_weather) = (true, true);
    let looks = [Glyphs::Unicode, Glyphs::Sextants, Glyphs::Octants];
    let mut before = looks.map(|_| Buffer::empty(screen.area));
    let (seconds, mut sent) = (12, [0; 3]);
    for tick in 0..seconds * 1000 / FRAME_MS {
        game.tick();
        let scene = scene::build_scene(&game, &screen.view());
        screen.advance_clock(tick * FRAME_MS);
        screen.take_scene(&scene);
        for (i, glyphs) in looks.into_iter().enumerate() {
            screen.theme.glyphs = glyphs;
            let (mut frame, mut bytes) = (Buffer::empty(screen.area), Vec::new());
            let land = tui::draw_with_land(&mut frame, &screen, &scene);
            tui::draw_mosaic(&land.unwrap(), &before[i], &mut frame);
            tui::encode(&before[i], &frame, &mut bytes);
            (before[i], sent[i]) = (frame, sent[i] + bytes.len());
        }
    }
    let sent = sent.map(|bytes| bytes / seconds as usize);
    println!("bytes a second: {sent:?} in {looks:?}");
    assert!(sent.iter().all(|bytes| *bytes <= 150_000), "{sent:?}");
}
