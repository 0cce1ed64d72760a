//! Playing as a unit: keys and clicks become actions, the camera follows, and the status line shows the unit's state.
//!
//! What actions do and cost is up to the simulation. Time stands still between them.

use super::chrome::write;
use super::keymap::{Intent, Mode};
use super::popup::frame;
use super::state::{Effect, Matter, Overlay, Screen};
use super::theme::{ACCENT, DIM, FOE, KEY, TEXT};
use crate::grid::{Cell, Dir8};
use crate::scene::{
    Command, Deed, LifeView, Question, Scene, StoneView, UnitId, WOUNDS_MAX, WanderView, short_date,
};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

/// Warning thresholds: food in tenths of a day, tiredness in percent of a day's walking.
const FOOD_LOW: u32 = 15;
const TIRED: u32 = 70;

impl Screen {
    /// Whether the keys control a possessed unit.
    pub fn is_living(&self) -> bool {
        matches!(self.mode, Mode::Lived | Mode::Aim)
    }

    /// Possesses the selected unit or else the one nearest to the cursor; in a wanderer's game, begins the next life.
    pub fn step_in(&mut self, scene: &Scene) -> Vec<Effect> {
        if scene.wander.is_some() {
            return vec![Effect::Command(Command::NextLife)];
        }
        let is_leader = |mine: &&(UnitId, char, Cell)| Some(mine.0) == self.leader();
        let nearest = || scene.mine.iter().min_by_key(|mine| (mine.2.octile(self.cursor), mine.0));
        let Some((id, _, cell)) = scene.mine.iter().find(is_leader).or_else(nearest).copied() else {
            self.refuse("you have no unit left to play as");
            return Vec::new();
        };
        self.be(id, cell);
        self.life_wanted = Some(true);
        vec![Effect::Command(Command::StepIn(id))]
    }

    /// Takes a new scene: follows the possessed unit, and enters or leaves its mode as the simulation says.
    pub fn meet_life(&mut self, scene: &Scene) {
        self.has_one_life = scene.wander.is_some();
        let known = self.life_wanted.is_none_or(|wanted| wanted == scene.life.is_some());
        if !known {
            return;
        }
        self.life_wanted = None;
        match &scene.life {
            Some(_) if self.mode == Mode::History => {}
            Some(life) if !self.is_living() => self.be(life.unit, life.cell),
            Some(life) => self.go_with(life),
            None if self.is_living() => self.leave_modes(),
            None => {}
        }
        let over = scene.wander.as_ref().filter(|wander| wander.over.is_some());
        if let Some(wander) = over.filter(|wander| self.over_seen != Some(wander.ended)) {
            self.over_seen = Some(wander.ended);
            self.overlay = Some(Overlay::Over);
        }
    }

    fn be(&mut self, unit: UnitId, cell: Cell) {
        self.leave_modes();
        self.mode = Mode::Lived;
        self.selected = vec![unit];
        self.lived = Some((unit, cell));
        self.visit(cell);
        self.notice = None;
    }

    fn go_with(&mut self, life: &LifeView) {
        if self.lived != Some((life.unit, life.cell)) {
            self.lived = Some((life.unit, life.cell));
            if self.mode == Mode::Lived {
                self.look_at(life.cell);
            }
        }
        if self.selected.first() != Some(&life.unit) {
            self.selected = vec![life.unit];
        }
    }

    /// Carries out an intent for the possessed unit.
    pub fn live(&mut self, intent: Intent) -> Vec<Effect> {
        match intent {
            Intent::Wait => self.deed(Deed::Wait),
            Intent::Look => self.deed(Deed::Look),
            Intent::Sleep => self.deed(Deed::Rest),
            Intent::Roam => self.roam(),
            Intent::Travel | Intent::Confirm => self.travel_to(self.cursor),
            Intent::Aim => {
                self.mode = Mode::Aim;
                self.ask_way(self.cursor)
            }
            _ => Vec::new(),
        }
    }

    fn deed(&mut self, deed: Deed) -> Vec<Effect> {
        self.forget_proposal();
        self.notice = None;
        vec![Effect::Command(Command::Do(deed))]
    }

    /// Ends the current action, or waits a moment.
    pub fn pause_life(&mut self, scene: &Scene) -> Vec<Effect> {
        let stands = scene.life.as_ref().is_some_and(|life| life.may_act);
        self.deed(if stands { Deed::Wait } else { Deed::Halt })
    }

    /// Takes a step, or with a stride travels that far.
    pub fn walk(&mut self, dx: i32, dy: i32) -> Vec<Effect> {
        let toward = |dir: &Dir8| dir.offset() == (dx.signum(), dy.signum());
        let Some(dir) = Dir8::ALL.into_iter().find(toward) else { return Vec::new() };
        if dx.abs().max(dy.abs()) <= 1 {
            return self.deed(Deed::Step(dir));
        }
        let Some((_, cell)) = self.lived else { return Vec::new() };
        let at = |at: u16, by: i32, size: u16| (i32::from(at) + by).clamp(0, i32::from(size) - 1) as u16;
        self.deed(Deed::Travel(Cell::new(at(cell.x, dx, self.land.0), at(cell.y, dy, self.land.1))))
    }

    /// Travels to a cell.
    pub fn travel_to(&mut self, cell: Cell) -> Vec<Effect> {
        let back = self.mode == Mode::Aim;
        if back {
            self.mode = Mode::Lived;
        }
        if self.lived.is_some_and(|(_, here)| here == cell) {
            self.say(format!("choose a place first: press {} or click", self.keys.word(Intent::Aim)));
            return Vec::new();
        }
        self.deed(Deed::Travel(cell))
    }

    /// Asks for a preview of the path to a cell.
    pub fn ask_way(&mut self, cell: Cell) -> Vec<Effect> {
        let Some((unit, here)) = self.lived else { return Vec::new() };
        self.forget_proposal();
        if here == cell {
            return Vec::new();
        }
        vec![self.ask(Matter::Preview, Question::Preview { unit, append: false, stops: vec![cell] })]
    }

    /// Asks where to explore next; asked again, goes there.
    fn roam(&mut self) -> Vec<Effect> {
        let Some((unit, _)) = self.lived else { return Vec::new() };
        let proposed = self.preview.as_ref().and_then(|preview| preview.legs.last()).map(|leg| leg.to);
        if let Some(goal) = proposed.filter(|_| self.mode == Mode::Lived) {
            return self.deed(Deed::Explore(goal));
        }
        self.notice = None;
        vec![self.ask(Matter::Preview, Question::Explore { unit })]
    }

    fn forget_proposal(&mut self) {
        self.preview = None;
        self.no_preview = None;
        self.asked[Matter::Preview as usize] = 0;
    }

    /// Goes back one step: from choosing a destination, from a proposal, from the possession.
    pub fn back_from_life(&mut self) -> Vec<Effect> {
        let proposed = self.preview.is_some() || self.no_preview.is_some();
        self.forget_proposal();
        if self.mode == Mode::Aim {
            self.mode = Mode::Lived;
            if let Some((_, cell)) = self.lived {
                self.look_at(cell);
            }
        } else if proposed {
        } else if self.has_one_life {
            self.say(format!("this is your only life — {} saves and quits", self.keys.word(Intent::Quit)));
        } else {
            self.leave_modes();
            self.life_wanted = Some(false);
            return vec![Effect::Command(Command::StepOut)];
        }
        Vec::new()
    }
}

/// The possessed unit's name and the date, in full if `wide`.
pub fn whose(screen: &Screen, scene: &Scene, life: &LifeView, wide: bool) -> Vec<Span<'static>> {
    let theme = screen.theme;
    let date = if wide { scene.status.date.clone() } else { short_date(scene.status.tick) };
    vec![
        Span::styled(if wide { " WAYWORN  " } else { " " }, theme.bold(ACCENT)),
        Span::styled(life.name.clone(), theme.bold(KEY)),
        Span::styled(format!("  {date}"), theme.text(TEXT)),
    ]
}

/// Food, wounds and tiredness, in the long form if it fits.
pub fn vitals(screen: &Screen, life: &LifeView, room: usize) -> Line<'static> {
    let theme = screen.theme;
    let tone = |is_bad| theme.bold(if is_bad { FOE } else { TEXT });
    let food = format!("{}.{}", life.food_tenths / 10, life.food_tenths % 10);
    let worst = life.wounds + 1 >= WOUNDS_MAX;
    let parts = |long: bool| {
        let (of, days) =
            if long { (format!(" of {}", life.food_most), " days") } else { (String::new(), "d") };
        let wounds = if long { format!(" of {WOUNDS_MAX}") } else { format!("/{WOUNDS_MAX}") };
        vec![
            Span::styled("food ", theme.text(DIM)),
            Span::styled(food.clone(), tone(life.food_tenths <= FOOD_LOW)),
            Span::styled(format!("{of}{days}  "), theme.text(DIM)),
            Span::styled("wounds ", theme.text(DIM)),
            Span::styled(life.wounds.to_string(), tone(worst)),
            Span::styled(format!("{wounds}  "), theme.text(DIM)),
            Span::styled("tired ", theme.text(DIM)),
            Span::styled(life.tired_percent.to_string(), tone(life.tired_percent >= TIRED)),
            Span::styled(" % ", theme.text(DIM)),
        ]
    };
    let width = |spans: &[Span]| spans.iter().map(|span| span.content.width()).sum::<usize>();
    let long = parts(true);
    Line::from(if width(&long) <= room { long } else { parts(false) })
}

/// A sign per waystone: brought home, reached, seen, or none of these.
fn stones(screen: &Screen, stones: &[StoneView]) -> String {
    let glyph = |stone: &StoneView| match stone {
        StoneView { home: true, .. } => screen.theme.glyph('◆', '#'),
        StoneView { reached: true, .. } => screen.theme.glyph('◈', '*'),
        StoneView { cell: Some(_), .. } => screen.theme.glyph('◇', 'o'),
        _ => screen.theme.glyph('·', '.'),
    };
    stones.iter().map(glyph).collect()
}

/// The state of the wanderer's game as facts.
pub fn wander_facts(screen: &Screen, wander: &WanderView) -> Vec<(&'static str, String)> {
    let home = wander.stones.iter().filter(|stone| stone.home).count();
    let mut facts = vec![("stones", format!("{}  {home} home", stones(screen, &wander.stones)))];
    if !wander.hint.is_empty() {
        facts.push(("next", wander.hint.clone()));
    }
    facts.push(("score", format!("{}, life {}", wander.score, wander.life)));
    facts
}

/// Draws the card at the end of a life.
pub fn draw_over(buffer: &mut Buffer, screen: &Screen, scene: &Scene) {
    let Some(wander) = &scene.wander else { return };
    let Some(words) = &wander.over else { return };
    let theme = screen.theme;
    let width = 64.min(screen.layout().map.width);
    let room = usize::from(width).saturating_sub(4);
    let lines: Vec<String> = words.iter().flat_map(|words| super::panel::wrapped(words, room)).collect();
    let area = screen.layout().middle(width, lines.len() as u16 + 5);
    let heading = if wander.is_won { "Home" } else { "This life is over" };
    let inner = frame(buffer, theme, area, heading);
    for (row, words) in lines.iter().enumerate() {
        let style = if row == 0 { theme.bold(ACCENT) } else { theme.text(TEXT) };
        write(buffer, inner, row as u16, &Line::styled(words.clone(), style));
    }
    let key = |intent| screen.keys.word_in(Mode::Over, intent).to_owned();
    let mut keys = Vec::new();
    if !wander.is_won {
        keys.push(Span::styled(key(Intent::Confirm), theme.bold(KEY)));
        keys.push(Span::styled(" next life    ", theme.text(DIM)));
    }
    keys.push(Span::styled(key(Intent::Back), theme.bold(KEY)));
    keys.push(Span::styled(" view the land", theme.text(DIM)));
    write(buffer, inner, inner.height.saturating_sub(1), &Line::from(keys));
}

/// Without a panel: the waystones and the hint where to go.
pub fn strip_words(screen: &Screen, scene: &Scene) -> Option<(String, Vec<String>)> {
    let wander = scene.wander.as_ref().filter(|_| screen.is_living())?;
    let hint = if wander.hint.is_empty() { Vec::new() } else { vec![wander.hint.clone()] };
    Some((stones(screen, &wander.stones), hint))
}

/// Draws the possessed unit's state at the right of the top line.
pub fn draw_vitals(buffer: &mut Buffer, screen: &Screen, life: &LifeView, (top, used): (Rect, usize)) {
    let room = usize::from(top.width).saturating_sub(used + 1);
    let line = vitals(screen, life, room);
    let width = (line.width() as u16).min(room as u16);
    write(buffer, Rect { x: top.right() - width, width, ..top }, 0, &line);
}
