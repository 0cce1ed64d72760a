//! Playing as a unit: keys and clicks become actions, the camera follows, and the status line shows the unit's state.
//!
//! What actions do and cost is up to the simulation. Time stands still between them.

use super::draft::Possession;
use super::wanderer::Choices;
use crate::grid::{Cell, Dir8};
use crate::scene::{
    Action, Command, PossessedView, Question, Scene, Stance, StoneView, UnitId, WOUNDS_MAX, WanderView,
    short_date,
};
use crate::tui::effect::Effect;
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::kit::{ListView, write};
use crate::tui::look::theme::{ACCENT, DIM, FOE, KEY, TEXT};
use crate::tui::map::camera::moved;
use crate::tui::overlays::life_over::LifeOver;
use crate::tui::questions::QuestionKind;
use crate::tui::state::Screen;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

/// Warning thresholds: food in tenths of a day, tiredness in percent of a day's walking.
const FOOD_LOW_TENTHS: u32 = 15;
const TIRED_PERCENT: u32 = 70;

impl Screen {
    /// Possesses the selected unit or else the one nearest to the cursor; in a wanderer's game, begins the next life.
    pub fn possess(&mut self, scene: &Scene) -> Vec<Effect> {
        if scene.wander.is_some() {
            return vec![Effect::Command(Command::NextLife)];
        }
        let is_leader = |mine: &&(UnitId, char, Cell)| Some(mine.0) == self.selection.leader();
        let nearest = || scene.mine.iter().min_by_key(|mine| (mine.2.octile(self.map.cursor), mine.0));
        let Some((id, _, cell)) = scene.mine.iter().find(is_leader).or_else(nearest).copied() else {
            return self.refuse("you have no unit left to play as");
        };
        self.start_possession(id, cell);
        self.possession.requested = Some(true);
        vec![Effect::Command(Command::Possess(id))]
    }

    /// Takes a new scene: follows the possessed unit, and enters or leaves its mode as the simulation says. Returns
    /// whether a life has ended, so that its card opens.
    pub fn sync_possession(&mut self, scene: &Scene) -> bool {
        self.possession.has_one_life = scene.wander.is_some();
        let known = self.possession.requested.is_none_or(|wanted| wanted == scene.life.is_some());
        if !known {
            return false;
        }
        self.possession.requested = None;
        match &scene.life {
            Some(_) if self.mode == Mode::History => {}
            Some(life) if !self.mode.is_possession() => self.start_possession(life.unit, life.cell),
            Some(life) => {
                if self.possession.follow(life) && self.mode == Mode::Possession {
                    self.map.look_at(life.cell, self.map_area());
                }
                if self.selection.leader() != Some(life.unit) {
                    self.selection.units = vec![life.unit];
                }
            }
            None if self.mode.is_possession() => self.return_to_land(),
            None => {}
        }
        if self.possession.take_choices(scene) {
            self.views.open(ListView::at(Choices, 0));
        }
        let over = scene.wander.as_ref().filter(|wander| wander.last_life_words.is_some());
        if let Some(wander) = over.filter(|wander| self.possession.end_seen != Some(wander.ended_tick)) {
            self.possession.end_seen = Some(wander.ended_tick);
            self.views.open(LifeOver);
            return true;
        }
        false
    }

    fn start_possession(&mut self, unit: UnitId, cell: Cell) {
        self.return_to_land();
        self.mode = Mode::Possession;
        self.selection.units = vec![unit];
        self.possession.unit = Some((unit, cell));
        self.map.visit(cell, self.map_area());
        self.notices.take();
    }

    /// Carries out an intent for the possessed unit.
    pub fn update_possessed(&mut self, intent: KeyIntent) -> Vec<Effect> {
        match intent {
            KeyIntent::Wait => self.act(Action::Wait),
            KeyIntent::Search => self.act(Action::Search),
            KeyIntent::Rest => self.act(Action::Rest),
            KeyIntent::Explore => self.propose_exploring(),
            KeyIntent::Pack => self.open_pack(),
            KeyIntent::Travel | KeyIntent::Confirm => self.travel_to(self.map.cursor),
            KeyIntent::ChooseDestination => {
                self.mode = Mode::Destination;
                self.preview_path_to(self.map.cursor)
            }
            _ => Vec::new(),
        }
    }

    pub(crate) fn act(&mut self, action: Action) -> Vec<Effect> {
        if self.possession.has_to_choose && !matches!(action, Action::Choose(_)) {
            return self.open_pack();
        }
        if let Action::Travel(goal) | Action::Explore(goal) = action {
            self.possession.goal = Some(goal);
        }
        self.draft.drop_preview();
        self.questions.forget(QuestionKind::Preview);
        self.notices.take();
        vec![Effect::Command(Command::TakeAction(action))]
    }

    /// Travels to a cell.
    pub fn travel_to(&mut self, cell: Cell) -> Vec<Effect> {
        if self.mode == Mode::Destination {
            self.mode = Mode::Possession;
        }
        if self.possession.unit.is_some_and(|(_, here)| here == cell) {
            let choose = self.keys.key_for(KeyIntent::ChooseDestination);
            return self.notify(format!("choose a place first: press {choose} or click"));
        }
        self.act(Action::Travel(cell))
    }

    /// Asks for a preview of the path to a cell.
    pub fn preview_path_to(&mut self, cell: Cell) -> Vec<Effect> {
        let Some((unit, here)) = self.possession.unit else { return Vec::new() };
        self.draft.drop_preview();
        self.questions.forget(QuestionKind::Preview);
        if here == cell {
            return Vec::new();
        }
        let question = Question::Preview { unit, append: false, stops: vec![cell] };
        vec![self.questions.ask(QuestionKind::Preview, question)]
    }

    /// Asks where to explore next; asked again, goes there.
    fn propose_exploring(&mut self) -> Vec<Effect> {
        let Some((unit, _)) = self.possession.unit else { return Vec::new() };
        let proposed = self.draft.preview.as_ref().and_then(|preview| preview.legs.last()).map(|leg| leg.to);
        if let Some(goal) = proposed.filter(|_| self.mode == Mode::Possession) {
            return self.act(Action::Explore(goal));
        }
        self.notices.take();
        vec![self.questions.ask(QuestionKind::Preview, Question::Explore { unit })]
    }

    /// Explains the path of the nearest foe or beast in sight; pressed again, closes that.
    pub(crate) fn explain_foe(&mut self, scene: &Scene) -> Vec<Effect> {
        let Some((_, here)) = self.possession.unit else { return Vec::new() };
        if self.explaining.close_foe() {
            return Vec::new();
        }
        let foes =
            scene.unit_markers.iter().filter(|unit| matches!(unit.stance, Stance::Enemy | Stance::Beast));
        let nearest = foes.min_by_key(|unit| (unit.stance == Stance::Beast, unit.cell.octile(here), unit.id));
        self.explaining.foe = nearest.map(|unit| (unit.id, unit.cell));
        if self.explaining.foe.is_none() {
            return self.refuse("no foe is in sight");
        }
        self.explaining.is_open = true;
        self.explaining.drop_answer();
        self.request_explanation()
    }

    /// Goes back one step: from choosing a destination, from a proposal, from the possession.
    pub fn back_from_possession(&mut self) -> Vec<Effect> {
        if self.explaining.close_foe() {
            return Vec::new();
        }
        let proposed = self.draft.preview.is_some() || self.draft.no_preview.is_some();
        self.draft.drop_preview();
        self.questions.forget(QuestionKind::Preview);
        if self.mode == Mode::Destination {
            self.mode = Mode::Possession;
            if let Some((_, cell)) = self.possession.unit {
                self.map.look_at(cell, self.map_area());
            }
        } else if proposed {
        } else if self.possession.has_one_life {
            let quit = self.keys.key_for(KeyIntent::Quit);
            self.notices.notify(format!("this is your only life — {quit} saves and quits"));
        } else {
            self.return_to_land();
            self.possession.requested = Some(false);
            return vec![Effect::Command(Command::Release)];
        }
        Vec::new()
    }
}

impl Possession {
    /// Notes where the possessed unit is now; returns whether that is new.
    fn follow(&mut self, life: &PossessedView) -> bool {
        let now = Some((life.unit, life.cell));
        std::mem::replace(&mut self.unit, now) != now
    }

    /// A step, or with a stride the way that far.
    pub(in crate::tui) fn step_or_travel(&self, (dx, dy): (i32, i32), land: (u16, u16)) -> Option<Action> {
        let dir = Dir8::ALL.into_iter().find(|dir| dir.offset() == (dx.signum(), dy.signum()))?;
        if dx.abs().max(dy.abs()) <= 1 {
            return Some(Action::Step(dir));
        }
        self.unit.map(|(_, cell)| Action::Travel(moved(cell, (dx, dy), land)))
    }
}

/// What ends the current action, or waits a moment.
pub(in crate::tui) fn pause_action(scene: &Scene) -> Action {
    let stands = scene.life.as_ref().is_some_and(|life| life.can_act);
    if stands { Action::Wait } else { Action::Halt }
}

/// The possessed unit's name and the date, in full if `wide`.
pub(crate) fn header_spans(
    screen: &Screen,
    scene: &Scene,
    life: &PossessedView,
    wide: bool,
) -> Vec<Span<'static>> {
    let theme = screen.theme;
    let date = if wide { scene.status.date.clone() } else { short_date(scene.status.tick) };
    vec![
        Span::styled(if wide { " WAYWORN  " } else { " " }, theme.bold(ACCENT)),
        Span::styled(life.name.clone(), theme.bold(KEY)),
        Span::styled(format!("  {date}"), theme.text(TEXT)),
    ]
}

/// Food, wounds and tiredness, in the long form if it fits.
pub(super) fn vitals_line(screen: &Screen, life: &PossessedView, room: usize) -> Line<'static> {
    let theme = screen.theme;
    let tone = |is_bad| theme.bold(if is_bad { FOE } else { TEXT });
    let food = format!("{}.{}", life.food_tenths / 10, life.food_tenths % 10);
    let worst = life.wounds + 1 >= WOUNDS_MAX;
    let parts = |long: bool| {
        let (of, days) =
            if long { (format!(" of {}", life.food_days_max), " days") } else { (String::new(), "d") };
        let wounds = if long { format!(" of {WOUNDS_MAX}") } else { format!("/{WOUNDS_MAX}") };
        vec![
            Span::styled("food ", theme.text(DIM)),
            Span::styled(food.clone(), tone(life.food_tenths <= FOOD_LOW_TENTHS)),
            Span::styled(format!("{of}{days}  "), theme.text(DIM)),
            Span::styled("wounds ", theme.text(DIM)),
            Span::styled(life.wounds.to_string(), tone(worst)),
            Span::styled(format!("{wounds}  "), theme.text(DIM)),
            Span::styled("tired ", theme.text(DIM)),
            Span::styled(life.fatigue_percent.to_string(), tone(life.fatigue_percent >= TIRED_PERCENT)),
            Span::styled(" % ", theme.text(DIM)),
        ]
    };
    let width = |spans: &[Span]| spans.iter().map(|span| span.content.width()).sum::<usize>();
    let long = parts(true);
    Line::from(if width(&long) <= room { long } else { parts(false) })
}

/// A sign per waystone: brought home, reached, seen, or none of these.
pub(crate) fn stone_signs(screen: &Screen, stones: &[StoneView]) -> String {
    let glyph = |stone: &StoneView| match stone {
        StoneView { is_home: true, .. } => screen.theme.pick_glyph('◆', '#'),
        StoneView { is_reached: true, .. } => screen.theme.pick_glyph('◈', '*'),
        StoneView { cell: Some(_), .. } => screen.theme.pick_glyph('◇', 'o'),
        _ => screen.theme.pick_glyph('·', '.'),
    };
    stones.iter().map(glyph).collect()
}

/// The state of the wanderer's game as facts.
pub(crate) fn wander_facts(screen: &Screen, wander: &WanderView) -> Vec<(&'static str, String)> {
    let home = wander.stones.iter().filter(|stone| stone.is_home).count();
    let mut facts = vec![("stones", format!("{}  {home} home", stone_signs(screen, &wander.stones)))];
    if !wander.hint.is_empty() {
        facts.push(("next", wander.hint.clone()));
    }
    let mut pack: Vec<&str> = wander.pack.iter().map(|thing| thing.row().name).collect();
    pack.extend(wander.parcel.iter().map(|_| "a parcel"));
    let carried = if pack.is_empty() { "nothing".to_owned() } else { pack.join(", ") };
    facts.push(("pack", format!("{} coin, {carried}", wander.coin)));
    facts.push(("score", format!("{}, life {}", wander.score, wander.life_number)));
    facts
}

/// Draws the possessed unit's state at the right of the top line.
pub(crate) fn draw_vitals(
    buffer: &mut Buffer,
    screen: &Screen,
    life: &PossessedView,
    (top, used): (Rect, usize),
) {
    let room = usize::from(top.width).saturating_sub(used + 1);
    let line = vitals_line(screen, life, room);
    let width = (line.width() as u16).min(room as u16);
    write(buffer, Rect { x: top.right() - width, width, ..top }, 0, &line);
}
