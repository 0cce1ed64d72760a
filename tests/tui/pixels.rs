//! The land at pixels, as a terminal shows it: exact where the land shows, and letters where there are letters.

use crate::kit::{press, screen, screen_in};
use crate::land;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use icy_sixel::SixelImage;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Color;
use std::collections::BTreeMap;
use wayworn::scene::{Pixel, Scene, Surface, Tier, Visibility};
use wayworn::tui::{
    self, Canvas, Depth, Glyphs, GraphicsProtocol, Mode, Painting, Palette, PixelMap, Rgb, Screen, encode,
};

/// Pixels of a character, and how far a channel may be off: colours are in steps, and stay where they hardly change. Sixel
/// has few colours, in percent.
const CHARACTER: (usize, usize) = (4, 8);
const TOLERANCE: u8 = 12;
const SIXEL_TOLERANCE: u8 = 28;
/// Pixels of a terminal's character, of which no side is a multiple of those of the land.
const SIXEL: GraphicsProtocol = GraphicsProtocol::Sixel { character: (9, 19) };
const PROTOCOLS: [GraphicsProtocol; 3] = [GraphicsProtocol::Kitty, GraphicsProtocol::Iterm, SIXEL];
/// Milliseconds of a frame; few pictures fit into one.
const FRAME_MS: u64 = 50;

/// What a terminal shows in a cell.
#[derive(Clone, Default)]
struct TerminalCell {
    symbol: String,
    has_ground: bool,
    /// The picture in its place; of several numbered ones behind it, the last.
    pictures: BTreeMap<usize, Vec<Option<Rgb>>>,
}

/// A terminal that shows pictures.
struct Terminal {
    protocol: GraphicsProtocol,
    pixels: PixelMap,
    frame: Buffer,
    cells: BTreeMap<(u16, u16), TerminalCell>,
    cursor: (u16, u16),
    has_ground: bool,
    pictures: usize,
}

impl Terminal {
    fn new(protocol: GraphicsProtocol, screen: &Screen) -> Terminal {
        Terminal {
            protocol,
            pixels: PixelMap::new(protocol),
            frame: Buffer::empty(screen.area),
            cells: BTreeMap::new(),
            cursor: (0, 0),
            has_ground: false,
            pictures: 0,
        }
    }

    /// Shows a new frame; returns its land, what it wants to be read, and how many bytes were sent.
    fn show(&mut self, screen: &Screen, scene: &Scene) -> (Option<Canvas>, Buffer, usize) {
        self.pixels.renew();
        self.go_on(screen, scene)
    }

    /// Shows the same frame again.
    fn go_on(&mut self, screen: &Screen, scene: &Scene) -> (Option<Canvas>, Buffer, usize) {
        let mut frame = Buffer::empty(screen.area);
        let land = tui::draw_with_land(&mut frame, screen, scene);
        let wanted = frame.clone();
        let mut bytes = Vec::new();
        self.pixels.earn(FRAME_MS);
        self.pixels.send(land.as_ref(), (&mut self.frame, &mut frame), &mut bytes);
        encode(&self.frame, &frame, &mut bytes);
        self.pixels.spend(bytes.len());
        self.frame = frame;
        self.take(&bytes);
        (land, wanted, bytes.len())
    }

    /// Does what bytes say.
    fn take(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some(first) = rest.first() {
            let ends = |end: &[u8]| rest.windows(end.len()).position(|at| at == end).unwrap() + end.len();
            let length = match (first, rest.get(1)) {
                (0x1b, Some(b'[')) => {
                    2 + rest[2..].iter().position(|b| (0x40..0x7f).contains(b)).unwrap() + 1
                }
                (0x1b, _) => ends(b"\x1b\\"),
                _ => (1..=rest.len()).find(|n| *n == rest.len() || rest[*n] & 0xc0 != 0x80).unwrap(),
            };
            let (one, others) = rest.split_at(length);
            rest = others;
            match one {
                [0x1b, b'[', inside @ .., end] => self.control(std::str::from_utf8(inside).unwrap(), *end),
                [0x1b, b'_', b'G', inside @ .., _, _] => self.kitty(std::str::from_utf8(inside).unwrap()),
                [0x1b, b']', inside @ .., _, _] => self.iterm(std::str::from_utf8(inside).unwrap()),
                [0x1b, b'P', ..] => self.sixel(one),
                letter => self.write(std::str::from_utf8(letter).unwrap()),
            }
        }
    }

    fn control(&mut self, parameters: &str, end: u8) {
        let numbers: Vec<u16> = parameters.split(';').map(|number| number.parse().unwrap_or(0)).collect();
        match end {
            b'H' => self.cursor = (numbers[1] - 1, numbers[0] - 1),
            b'C' => self.cursor.0 += numbers[0].max(1),
            b'm' => {
                let has = |number| numbers.contains(&number);
                self.has_ground = (self.has_ground && !has(0) && !has(49)) || parameters.contains("48;");
            }
            other => panic!("{parameters}{}", char::from(other)),
        }
    }

    /// A combining mark would not count, but the test land has none.
    fn write(&mut self, letter: &str) {
        let cell = self.cells.entry(self.cursor).or_default();
        (cell.symbol, cell.has_ground) = (letter.to_owned(), self.has_ground);
        if self.protocol != GraphicsProtocol::Kitty {
            cell.pictures.clear();
        }
        self.cursor.0 += 1;
    }

    fn kitty(&mut self, text: &str) {
        assert_eq!(self.protocol, GraphicsProtocol::Kitty);
        let (keys, data) = text.split_once(';').unwrap_or((text, ""));
        let keys: BTreeMap<&str, &str> = keys.split(',').filter_map(|key| key.split_once('=')).collect();
        let number = keys.get("i").map(|number| number.parse::<usize>().unwrap());
        match (keys["a"], keys.get("d")) {
            ("d", Some(&"A")) => self.cells.values_mut().for_each(|cell| cell.pictures.clear()),
            ("d", Some(&"I")) => self.delete(number.unwrap()),
            ("T", None) => {
                assert_eq!(
                    (keys["f"], keys["q"], keys["C"], keys["z"], keys["m"]),
                    ("100", "2", "1", "-1", "0")
                );
                self.delete(number.unwrap());
                let size = (keys["c"].parse().unwrap(), keys["r"].parse().unwrap());
                self.place(number.unwrap(), size, &png(data), CHARACTER);
            }
            other => panic!("{other:?}"),
        }
    }

    fn delete(&mut self, number: usize) {
        self.cells.values_mut().for_each(|cell| drop(cell.pictures.remove(&number)));
    }

    fn iterm(&mut self, text: &str) {
        assert_eq!(self.protocol, GraphicsProtocol::Iterm);
        let (keys, data) = text.strip_prefix("1337;File=").unwrap().split_once(':').unwrap();
        let keys: BTreeMap<&str, &str> = keys.split(';').filter_map(|key| key.split_once('=')).collect();
        assert_eq!((keys["inline"], keys["preserveAspectRatio"]), ("1", "0"));
        assert_eq!(keys["size"].parse(), Ok(STANDARD.decode(data).unwrap().len()));
        let size = (keys["width"].parse().unwrap(), keys["height"].parse().unwrap());
        self.place(0, size, &png(data), CHARACTER);
    }

    fn sixel(&mut self, bytes: &[u8]) {
        let GraphicsProtocol::Sixel { character } = self.protocol else { panic!("Sixel") };
        let image = SixelImage::decode(bytes).unwrap();
        let (width, height) = image.dimensions();
        let character = (usize::from(character.0), usize::from(character.1));
        let size = ((width / character.0) as u16, (height / character.1) as u16);
        // A picture is whole bands of six pixels, the last of which may be empty but for the first.
        let (shown_width, shown_height) =
            (usize::from(size.0) * character.0, usize::from(size.1) * character.1);
        assert!(shown_width == width && (shown_height..shown_height + 6).contains(&height));
        let colour = |rgba: &[u8]| (rgba[3] > 0).then(|| Rgb(rgba[0], rgba[1], rgba[2]));
        let pixels: Vec<_> = image.pixels.chunks(4).take(width * shown_height).map(colour).collect();
        self.place(0, size, &pixels, character);
    }

    /// Places a picture at the cursor, in cells of so many pixels.
    fn place(&mut self, number: usize, size: (u16, u16), pixels: &[Option<Rgb>], cell: (usize, usize)) {
        let width = usize::from(size.0) * cell.0;
        assert_eq!(pixels.len(), width * usize::from(size.1) * cell.1);
        self.pictures += 1;
        for (column, row) in (0..size.1).flat_map(|row| (0..size.0).map(move |column| (column, row))) {
            // The middle of each pixel of the land.
            let middle = |i: usize, many: usize, side: usize| (i * 2 + 1) * side / (many * 2);
            let own = (0..CHARACTER.0 * CHARACTER.1).map(|i| {
                let x = usize::from(column) * cell.0 + middle(i % CHARACTER.0, CHARACTER.0, cell.0);
                let y = usize::from(row) * cell.1 + middle(i / CHARACTER.0, CHARACTER.1, cell.1);
                pixels[y * width + x]
            });
            let shown = self.cells.entry((self.cursor.0 + column, self.cursor.1 + row)).or_default();
            shown.pictures.insert(number, own.collect());
        }
    }

    /// Checks that all of a frame is shown; with `is_exact` at pixels wherever land shows. Returns how many characters are
    /// pixels, and how many are letters on them.
    fn check(&self, land: &Canvas, wanted: &Buffer, is_exact: bool) -> (usize, usize) {
        let painting = Painting::new(land, wanted, CHARACTER).unwrap();
        let (mut bare, mut written) = (0, 0);
        for (i, cell) in wanted.content.iter().enumerate() {
            let at = wanted.pos_of(i);
            let shown = self.cells.get(&at).cloned().unwrap_or_default();
            let symbol = if shown.symbol.is_empty() { " " } else { &shown.symbol };
            let picture =
                shown.pictures.values().next_back().filter(|pixels| pixels.iter().any(Option::is_some));
            let is_written = painting.is_written(at.into());
            let is_bare = is_written == Some(false);
            let Some(picture) = picture else {
                assert!(symbol == cell.symbol() || matches!(symbol, "▀" | "▄" | " "), "{at:?}: {cell:?}");
                assert!(!is_exact || !is_bare, "{at:?} is no picture");
                continue;
            };
            assert!(is_written.is_some(), "{at:?}: a picture over {cell:?}");
            let land = painting.paint(Rect::from((at.into(), (1, 1).into())));
            if is_bare {
                bare += 1;
                assert!(self.protocol != GraphicsProtocol::Kitty || symbol == " ", "{at:?}: {symbol}");
            } else {
                written += 1;
                assert_eq!(symbol, cell.symbol(), "{at:?}");
                assert!(!shown.has_ground, "{at:?}");
            }
            for (shown, wanted) in picture.iter().zip(land).filter(|_| is_exact) {
                let shown = shown.unwrap_or_default();
                let off = shown
                    .0
                    .abs_diff(wanted.0)
                    .max(shown.1.abs_diff(wanted.1))
                    .max(shown.2.abs_diff(wanted.2));
                let is_sixel = self.protocol == SIXEL;
                let tolerance = if is_sixel { SIXEL_TOLERANCE } else { TOLERANCE };
                assert!(off <= tolerance, "{:?} {at:?}: {shown:?} for {wanted:?}", self.protocol);
            }
        }
        (bare, written)
    }

    /// Shows a frame until all of it is shown at pixels; returns how many characters are, and how many have letters.
    fn finish(&mut self, screen: &Screen, scene: &Scene) -> (usize, usize) {
        self.pixels.renew();
        for _ in 0..200 {
            let (land, wanted, _) = self.go_on(screen, scene);
            let found = self.check(&land.unwrap(), &wanted, !self.pixels.is_unfinished);
            if !self.pixels.is_unfinished {
                return found;
            }
        }
        panic!("it never ends");
    }
}

/// The pixels of a PNG.
fn png(text: &str) -> Vec<Option<Rgb>> {
    let bytes = STANDARD.decode(text).unwrap();
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    pixels.chunks(4).map(|rgba| (rgba[3] > 0).then(|| Rgb(rgba[0], rgba[1], rgba[2]))).collect()
}

#[test]
fn each_protocol_shows_the_land_at_pixels_and_keeps_what_is_written() {
    for protocol in PROTOCOLS {
        let (mut screen, mut scene) = screen(120, 40);
        let mut terminal = Terminal::new(protocol, &screen);
        let (bare, written) = terminal.finish(&screen, &scene);
        assert!(bare > 2000, "{protocol:?}: {bare} characters are pixels");
        assert!((written > 10) == (protocol == GraphicsProtocol::Kitty), "{protocol:?}: {written}");
        // The cursor wanders, the map moves, views open and close.
        for key in "lllljjjjhh\tLJ+-gllj".chars().map(|letter| match letter {
            '\t' => KeyCode::Tab,
            letter => KeyCode::Char(letter),
        }) {
            press(&mut screen, &mut scene, key);
            let (land, wanted, _) = terminal.show(&screen, &scene);
            terminal.check(&land.unwrap(), &wanted, false);
        }
        for key in [KeyCode::Esc, KeyCode::Char('?'), KeyCode::Esc, KeyCode::Char('P'), KeyCode::Esc] {
            press(&mut screen, &mut scene, key);
            terminal.finish(&screen, &scene);
        }
        let (again, _) = terminal.finish(&screen, &scene);
        assert!(again > 2000, "{protocol:?}: {again}");
        assert_eq!(terminal.show(&screen, &scene).2, 0, "{protocol:?}");
        // Another screen takes the whole terminal.
        let mut bytes = Vec::new();
        let mut frame = Buffer::empty(screen.area);
        terminal.pixels.send(None, (&mut terminal.frame, &mut frame), &mut bytes);
        encode(&terminal.frame, &frame, &mut bytes);
        terminal.take(&bytes);
        let pictures = terminal.cells.values().filter(|cell| !cell.pictures.is_empty()).count();
        assert_eq!(pictures, 0, "{protocol:?}");
    }
}

#[test]
fn what_is_hidden_changes_no_byte() {
    let (screen, mut scene) = screen(100, 30);
    let columns = usize::from(scene.view.columns);
    let hidden: Vec<usize> =
        (0..scene.pixels.len()).filter(|i| i % columns < 40 || i / columns % 11 < 4).collect();
    let mut other = scene.clone();
    for i in &hidden {
        let unseen = Pixel { visibility: Visibility::Unseen, tier: Tier::None, ..scene.pixels[*i] };
        scene.pixels[*i] = unseen;
        other.pixels[*i] = Pixel { surface: Surface::DeepWater, relief: 66, ..unseen };
    }
    assert!(hidden.len() > 1000 && hidden.len() * 4 < scene.pixels.len() * 3, "{}", hidden.len());
    for protocol in PROTOCOLS {
        let bytes = |scene: &Scene| {
            let (mut terminal, mut sent) = (Terminal::new(protocol, &screen), Vec::new());
            terminal.pixels.renew();
            while sent.is_empty() || terminal.pixels.is_unfinished {
                sent.push(terminal.go_on(&screen, scene).2);
            }
            (sent, terminal.cells.into_values().map(|cell| cell.pictures).collect::<Vec<_>>())
        };
        assert!(bytes(&scene) == bytes(&other), "{protocol:?}");
    }
}

#[test]
fn sextants_and_octants_show_the_land_finer_and_keep_what_is_written() {
    for glyphs in [Glyphs::Sextants, Glyphs::Octants] {
        let (mut screen, scene) = screen(120, 40);
        screen.theme.glyphs = glyphs;
        let symbols = glyphs.mosaic().unwrap();
        let mut frame = Buffer::empty(screen.area);
        let land = tui::draw_with_land(&mut frame, &screen, &scene).unwrap();
        let painting = Painting::new(&land, &frame, (2, symbols.len().ilog2() as usize / 2)).unwrap();
        let coarse = frame.clone();
        tui::draw_mosaic(&land, &Buffer::empty(screen.area), &mut frame);
        let (mut bare, mut fine) = (0, 0);
        for (before, (i, after)) in coarse.content.iter().zip(frame.content.iter().enumerate()) {
            let at = coarse.pos_of(i);
            if painting.is_written(at.into()) != Some(false) {
                assert_eq!(before, after, "{at:?}");
                continue;
            }
            let symbol = after.symbol().chars().next().unwrap();
            assert!(matches!(before.symbol(), "▀" | "▄" | " ") && symbols.contains(&symbol), "{at:?}");
            (bare, fine) = (bare + 1, fine + usize::from(!matches!(symbol, '▀' | '▄' | ' ' | '█')));
            // Each part has the one of the two colours that is nearer to what is painted there.
            let parts = symbols.iter().position(|other| *other == symbol).unwrap();
            let off = |shown: Color, wanted: &Rgb| match shown {
                Color::Rgb(r, g, b) => {
                    r.abs_diff(wanted.0).max(g.abs_diff(wanted.1)).max(b.abs_diff(wanted.2))
                }
                _ => panic!("{at:?}: {shown:?}"),
            };
            let painted = painting.paint(Rect::from((at.into(), (1, 1).into())));
            let worse = painted.iter().enumerate().filter(|(part, wanted)| {
                let (own, other) = (off(after.fg, wanted), off(after.bg, wanted));
                let (own, other) = if parts >> part & 1 == 1 { (own, other) } else { (other, own) };
                own > other.saturating_add(TOLERANCE)
            });
            assert!(worse.count() <= 1, "{at:?}: {painted:?} as {after:?}");
        }
        assert!(bare > 2000 && fine * 8 > bare, "{glyphs:?}: {fine} of {bare}");
    }
}

#[test]
fn few_colours_ascii_and_monochrome_have_no_pictures() {
    for protocol in PROTOCOLS {
        let mut looks = vec![(Depth::Mono, Glyphs::Unicode, Palette::Natural)];
        looks.push((Depth::Sixteen, Glyphs::Unicode, Palette::Natural));
        looks.push((Depth::Indexed, Glyphs::Unicode, Palette::Natural));
        looks.push((Depth::True, Glyphs::Ascii, Palette::Natural));
        looks.push((Depth::True, Glyphs::Unicode, Palette::Mono));
        for (depth, glyphs, palette) in looks {
            let (mut screen, _) = screen_in(Mode::Land, 100, 30);
            (screen.theme.depth, screen.theme.glyphs, screen.theme.palette) = (depth, glyphs, palette);
            let mut terminal = Terminal::new(protocol, &screen);
            for _ in 0..20 {
                let (land, wanted, _) = terminal.show(&screen, &land::scene(&screen));
                assert!(Painting::new(&land.unwrap(), &wanted, CHARACTER).is_none());
            }
            assert_eq!(terminal.pictures, 0, "{depth:?} {glyphs:?} {palette:?}");
        }
    }
}
