//! The new-land screen: seed, size, kind and sliders, with a sketch of the resulting land beside them.
//!
//! It requests sketches and shows the latest. `app` generates lands and random seeds, and passes a sketch in as a scene.

mod rows;

pub use rows::LandParams;

use super::kit::parts::{Part, item_at, line_of};
use super::kit::{SIZE_MIN, draw_too_small, fill, wrapped, write, write_lines};
use crate::scene::{Scene, Viewport};
use crate::tui::look::theme::{ACCENT, DIM, FOE, KEY, TEXT, Theme};
use crate::tui::map::camera::Window;
use crate::tui::map::canvas::Canvas;
use crate::tui::map::places::draw_signs;
use crate::tui::overlays::film::{self, Film, FilmKind};
use crate::tui::progress_line;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use rows::{ROW_COLUMNS, ROWS};

/// Rows above the first.
const ROWS_TOP: u16 = 2;
/// How far a key moves a slider, and how far with Shift or a page key.
const STEP_PERCENT: i32 = 5;
const STRIDE_PERCENT: i32 = 25;
/// Columns of the progress line.
const PROGRESS_COLUMNS: usize = 34;

/// A sketch of the land that the parameters would make.
#[derive(Clone, Debug, Default)]
pub struct Sketch {
    /// The whole land in few pixels, with its first settlements.
    pub scene: Scene,
    /// Lines of text about it.
    pub about: Vec<String>,
}

/// What the new-land screen asks of the rest of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NewLandEffect {
    /// Make a sketch, of at most this many columns and rows of pixels.
    Sketch(LandParams, (u16, u16)),
    /// Draw a random seed.
    RandomSeed,
    /// Make the land and start a game in it.
    Start(LandParams),
    /// Go back; cancel what is being made.
    Leave,
    /// Start the land that is being made as it stands.
    StartNow,
    /// Begin another land instead of the one that is being made.
    StartAnother,
    /// Quit as if interrupted.
    Interrupt,
    /// Suspend to the shell.
    Suspend,
}

/// The new-land screen.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "where it stands, and where it leads, are independent")]
pub struct NewLand {
    /// Colours and glyphs.
    pub theme: Theme,
    /// The terminal's size.
    pub area: Rect,
    /// Whether it captures the mouse.
    pub mouse: bool,
    /// Whether there is a game to go back to.
    pub from_game: bool,
    /// The current parameters.
    params: LandParams,
    /// The highlighted row.
    row: usize,
    /// The last sketch, with its parameters.
    sketch: Option<(LandParams, Sketch)>,
    /// What is being made, and how far it is, in percent.
    progress: Option<(&'static str, usize)>,
    /// Whether the land itself is being made, not a sketch.
    is_starting: bool,
    /// Why it is made.
    pub film_kind: FilmKind,
    /// Whether the screen waits for a land that was not chosen here.
    pub is_waiting: bool,
    /// The film of the land that is being made, once there is something to see.
    film: Option<Film>,
    /// The last error.
    error: Option<String>,
}

impl NewLand {
    /// A screen with these parameters. Its first request is [`NewLand::sketch_request`].
    pub fn new(theme: Theme, (width, height): (u16, u16), params: LandParams) -> NewLand {
        let area = Rect::new(0, 0, width, height);
        NewLand { theme, area, mouse: true, params, ..NewLand::default() }
    }

    /// The current parameters.
    pub fn params(&self) -> LandParams {
        self.params
    }

    /// A request for a sketch of the current parameters.
    pub fn sketch_request(&self) -> NewLandEffect {
        let room = self.sketch_area();
        NewLandEffect::Sketch(self.params, (room.width.max(1), (room.height * 2).max(1)))
    }

    /// Takes a random seed.
    pub fn set_seed(&mut self, seed: u64) -> Vec<NewLandEffect> {
        self.change(|params| params.seed = seed)
    }

    /// Takes a sketch; one of older parameters is shown too, until the latest arrives.
    pub fn take_sketch(&mut self, params: LandParams, sketch: Result<Sketch, String>) {
        match sketch {
            Ok(sketch) => self.sketch = Some((params, sketch)),
            Err(why) => self.error = Some(why),
        }
        if !self.is_starting {
            self.progress = None;
        }
    }

    /// Takes the progress of what is being made, in percent.
    pub fn set_progress(&mut self, what: &'static str, percent: usize) {
        self.progress = Some((what, percent));
    }

    /// What the film of the land that is being made shows.
    pub fn film_view(&self) -> Viewport {
        let first = || film::first_view(self.area, self.params.size);
        self.film.as_ref().map_or_else(first, |film| film.next_view(self.area))
    }

    /// Takes the land that is being made as it stands.
    pub fn take_film(&mut self, scene: Box<Scene>) {
        if self.is_starting {
            self.film = Some(Film::next(self.film.as_ref(), scene));
        }
    }

    /// Whether the film has the whole screen.
    fn shows_film(&self) -> bool {
        self.is_starting && (self.is_waiting || self.film.is_some() && self.film_kind != FilmKind::Land)
    }

    /// Notes that the land cannot be made.
    pub fn fail(&mut self, why: String) {
        self.end_making();
        self.error = Some(why);
    }

    /// Notes that no land is being made any more: one is chosen instead.
    fn end_making(&mut self) {
        (self.is_starting, self.is_waiting, self.progress, self.film) = (false, false, None, None);
    }

    /// Resizes the screen.
    pub fn resize(&mut self, width: u16, height: u16) -> Vec<NewLandEffect> {
        self.area = Rect::new(0, 0, width, height);
        vec![self.sketch_request()]
    }

    /// Handles a key.
    pub fn key(&mut self, key: &KeyEvent) -> Vec<NewLandEffect> {
        let held = key.modifiers;
        if key.kind == KeyEventKind::Release {
            return Vec::new();
        }
        if held.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c') => vec![NewLandEffect::Interrupt],
                KeyCode::Char('z') => vec![NewLandEffect::Suspend],
                _ => Vec::new(),
            };
        }
        let step = if held.contains(KeyModifiers::SHIFT) { STRIDE_PERCENT } else { STEP_PERCENT };
        match key.code {
            KeyCode::Esc => self.cancel(),
            _ if self.is_starting => Vec::new(),
            KeyCode::Enter => self.start(),
            KeyCode::Up | KeyCode::BackTab | KeyCode::Char('k') => self.move_highlight(-1),
            KeyCode::Down | KeyCode::Tab | KeyCode::Char('j') => self.move_highlight(1),
            KeyCode::Left | KeyCode::Char('h' | '-') => self.step_value(-step),
            KeyCode::Right | KeyCode::Char('l' | '+' | ' ') => self.step_value(step),
            KeyCode::Char('H') | KeyCode::PageDown => self.step_value(-STRIDE_PERCENT),
            KeyCode::Char('L') | KeyCode::PageUp => self.step_value(STRIDE_PERCENT),
            KeyCode::Home => self.set_percent(0),
            KeyCode::End => self.set_percent(100),
            KeyCode::Char('d') => vec![NewLandEffect::RandomSeed],
            KeyCode::Char(letter @ '0'..='9') => self.type_digit(u64::from(letter) - u64::from('0')),
            KeyCode::Backspace => self.change(|params| params.seed /= 10),
            _ => Vec::new(),
        }
    }

    /// Takes a pasted number for the seed.
    pub fn paste(&mut self, text: &str) -> Vec<NewLandEffect> {
        match text.trim().parse() {
            Ok(seed) if !self.is_starting => {
                self.row = 0;
                self.change(|params| params.seed = seed)
            }
            _ => Vec::new(),
        }
    }

    /// Handles a mouse event.
    pub fn mouse(&mut self, event: &MouseEvent) -> Vec<NewLandEffect> {
        let (column, row) = (event.column, event.row);
        if !self.mouse || !self.area.contains((column, row).into()) {
            return Vec::new();
        }
        let pulled = matches!(
            event.kind,
            MouseEventKind::Down(MouseButton::Left) | MouseEventKind::Drag(MouseButton::Left)
        );
        let pressed = event.kind == MouseEventKind::Down(MouseButton::Left);
        if pressed && row + 1 == self.area.bottom() {
            return self.press_keys(column);
        }
        let at = usize::from(row.wrapping_sub(ROWS_TOP));
        if self.is_starting || at >= ROWS.len() || column >= ROW_COLUMNS {
            return Vec::new();
        }
        match event.kind {
            MouseEventKind::ScrollUp | MouseEventKind::ScrollDown => {
                self.row = at;
                self.step_value(if event.kind == MouseEventKind::ScrollUp {
                    STEP_PERCENT
                } else {
                    -STEP_PERCENT
                })
            }
            _ if pulled => {
                self.row = at;
                self.press_row(column, pressed)
            }
            _ => Vec::new(),
        }
    }

    /// A click into the last line, where each word acts as its key.
    fn press_keys(&mut self, column: u16) -> Vec<NewLandEffect> {
        let parts = if self.shows_film() {
            film::parts(self.theme, self.area.width, "", self.film_kind)
        } else {
            self.key_parts()
        };
        match item_at(&parts, usize::from(column)) {
            Some(code) => self.key(&KeyEvent::new(code, KeyModifiers::NONE)),
            None => Vec::new(),
        }
    }

    /// The last line: keys, and what they do.
    fn key_parts(&self) -> Vec<Part<KeyCode>> {
        let back = match (self.is_starting, self.from_game) {
            (true, _) => self.film_kind.escape_words(),
            (false, true) => "back",
            (false, false) => "leave",
        };
        let keys = [
            ("Enter", "start", KeyCode::Enter),
            ("Esc", back, KeyCode::Esc),
            ("d", "random seed", KeyCode::Char('d')),
            ("-", "less", KeyCode::Char('-')),
            ("+", "more", KeyCode::Char('+')),
        ];
        let gap = Part::new(" ", Style::default(), None);
        let parts = keys.into_iter().flat_map(|(name, says, code)| {
            [
                Part::new(name, self.theme.bold(KEY), Some(code)),
                Part::new(format!(" {says}  "), self.theme.text(DIM), Some(code)),
            ]
        });
        std::iter::once(gap).chain(parts).collect()
    }

    fn cancel(&mut self) -> Vec<NewLandEffect> {
        match self.film_kind {
            FilmKind::Years(_) if self.is_starting => vec![NewLandEffect::StartNow],
            FilmKind::Showcase if self.is_starting => vec![NewLandEffect::StartAnother],
            _ => {
                self.end_making();
                vec![NewLandEffect::Leave]
            }
        }
    }

    /// Starts a game in a land of these parameters instead of the one that is being made.
    pub fn start_another(&mut self, params: LandParams) -> Vec<NewLandEffect> {
        (self.params, self.film_kind, self.film) = (params, FilmKind::Land, None);
        self.start()
    }

    /// Starts a game in the land of the parameters.
    pub fn start(&mut self) -> Vec<NewLandEffect> {
        (self.is_starting, self.error, self.progress) = (true, None, Some(("starting", 0)));
        vec![NewLandEffect::Start(self.params)]
    }

    fn move_highlight(&mut self, by: i32) -> Vec<NewLandEffect> {
        self.row = (self.row as i32 + by).rem_euclid(ROWS.len() as i32) as usize;
        Vec::new()
    }

    /// Changes the parameters, and requests a sketch if they differ.
    fn change(&mut self, change: impl FnOnce(&mut LandParams)) -> Vec<NewLandEffect> {
        let before = self.params;
        change(&mut self.params);
        if self.params == before {
            return Vec::new();
        }
        self.error = None;
        vec![self.sketch_request()]
    }

    fn step_value(&mut self, by: i32) -> Vec<NewLandEffect> {
        let row = ROWS[self.row];
        self.change(|params| row.step_value(params, by))
    }

    fn set_percent(&mut self, percent: u8) -> Vec<NewLandEffect> {
        let row = ROWS[self.row];
        self.change(|params| row.set_percent(params, percent))
    }

    /// Appends a digit to the seed, whichever row is highlighted: nothing else is typed here.
    fn type_digit(&mut self, digit: u64) -> Vec<NewLandEffect> {
        self.row = 0;
        let longer =
            |params: &mut LandParams| params.seed.checked_mul(10).and_then(|seed| seed.checked_add(digit));
        self.change(|params| params.seed = longer(params).unwrap_or(params.seed))
    }

    fn press_row(&mut self, column: u16, pressed: bool) -> Vec<NewLandEffect> {
        let row = ROWS[self.row];
        match row.percent_at(column) {
            Some(percent) => self.set_percent(percent),
            None if pressed && !row.is_slider() => {
                self.step_value(if column < ROW_COLUMNS / 2 { -STEP_PERCENT } else { STEP_PERCENT })
            }
            None => Vec::new(),
        }
    }

    /// The sketch's area.
    fn sketch_area(&self) -> Rect {
        if self.is_waiting {
            return Rect { height: self.area.height.saturating_sub(1), ..self.area };
        }
        let width = self.area.width.saturating_sub(ROW_COLUMNS + 1);
        Rect::new(ROW_COLUMNS, 1, width, self.area.height.saturating_sub(3))
    }

    /// Draws it.
    pub fn draw(&self, buffer: &mut Buffer) {
        if self.area.width < SIZE_MIN.0 || self.area.height < SIZE_MIN.1 {
            draw_too_small(buffer, self.theme, self.area);
            return super::spell_out(buffer, self.theme);
        }
        let theme = self.theme;
        fill(buffer, self.area, theme.text(TEXT));
        if self.shows_film() {
            self.draw_film(buffer);
            return super::spell_out(buffer, theme);
        }
        write(buffer, self.area, 0, &Line::styled(" A new land", theme.bold(ACCENT)));
        let rows = ROWS.iter().enumerate().map(|(i, row)| row.line(theme, &self.params, i == self.row));
        write_lines(buffer, self.area, ROWS_TOP, rows);
        self.draw_words(buffer);
        self.draw_sketch(buffer);
        write(buffer, self.area, self.area.height.saturating_sub(1), &line_of(self.key_parts()));
        super::spell_out(buffer, theme);
    }

    /// Draws the land as it stands, or until there is one its sketch, and how far it is.
    fn draw_film(&self, buffer: &mut Buffer) {
        let (looks, kind) = ((self.theme, self.area), self.film_kind);
        if let Some(film) = &self.film {
            return film.draw(buffer, looks, kind);
        }
        self.draw_sketch(buffer);
        let words = self.progress.map_or(String::new(), |(what, percent)| format!("{what}   {percent} %"));
        film::draw_line(buffer, looks, &words, kind);
    }

    /// Draws the text about the land, and the progress.
    fn draw_words(&self, buffer: &mut Buffer) {
        let theme = self.theme;
        let y = ROWS_TOP + ROWS.len() as u16 + 1;
        let area = Rect { x: 1, y, width: ROW_COLUMNS - 2, height: self.area.height.saturating_sub(y + 2) };
        let width = usize::from(area.width);
        let refused = self.error.iter().flat_map(|why| wrapped(why, width, theme.bold(FOE)));
        let about = self.sketch.iter().flat_map(|(_, sketch)| &sketch.about);
        let about = about.flat_map(|line| wrapped(line, width, theme.text(TEXT)));
        write_lines(buffer, area, 0, refused.chain(about));
        let below =
            Rect { x: 1, y: self.area.bottom().saturating_sub(2), width: self.area.width - 2, height: 1 };
        let is_old = self.sketch.as_ref().is_none_or(|(params, _)| *params != self.params);
        let line = match self.progress {
            Some((what, percent)) if self.is_starting => {
                Line::styled(progress_line(what, percent, usize::from(below.width)), theme.bold(ACCENT))
            }
            Some((what, percent)) => {
                Line::styled(progress_line(what, percent, PROGRESS_COLUMNS + 24), theme.text(DIM))
            }
            None if is_old && self.error.is_none() => Line::styled("drawing the preview", theme.text(DIM)),
            None if self.from_game => Line::styled("your current land is saved first", theme.text(DIM)),
            None => Line::default(),
        };
        write(buffer, below, 0, &line);
    }

    fn draw_sketch(&self, buffer: &mut Buffer) {
        let Some((_, Sketch { scene, .. })) = &self.sketch else { return };
        let room = self.sketch_area().intersection(buffer.area);
        let (columns, rows) = (scene.view.columns, scene.view.rows);
        let (width, height) = (room.width.min(columns), room.height.min(rows.div_ceil(2)));
        let inset = if self.is_waiting { (room.width - width) / 2 } else { 0 };
        let area = Rect { x: room.x + inset, width, height, ..room };
        // The sketch is drawn with one cell per pixel.
        let view = Viewport { cells_per_pixel: 1, ..scene.view.clone() };
        let small = Scene { land: (columns, rows), view, pixels: scene.pixels.clone(), ..Scene::default() };
        let window = Window { area, left: 0, top: 0, scale: 1, is_close: false };
        let canvas = Canvas::new(&small, window, self.theme);
        canvas.write(buffer);
        draw_signs(buffer, (self.theme, &canvas), &scene.view, &scene.town_markers);
    }
}
