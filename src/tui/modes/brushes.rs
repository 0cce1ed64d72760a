//! Editing the land: lines, strokes, and the palette of the tools.

use super::draft::Editing;
use super::tool::{TOOLS, Tool};
use crate::grid::{Cell, line};
use crate::scene::{Command, Foresight, Question, Scene};
use crate::tui::effect::Effect;
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::kit::{Layout, wrapped, write};
use crate::tui::look::theme::{ACCENT, DIM, KEY, TEXT};
use crate::tui::state::Screen;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Columns of a tool in the one-line palette.
const SLOT_COLUMNS: u16 = 4;

impl Screen {
    /// Handles an intent of draw mode.
    pub fn update_draw(&mut self, intent: KeyIntent, scene: &Scene) -> Vec<Effect> {
        if !matches!(intent, KeyIntent::Undo) {
            self.editing.foresight = None;
        }
        match intent {
            KeyIntent::Tool(tool) => self.editing.tool = tool,
            KeyIntent::NextTool => self.editing.tool = self.editing.tool.next_by(1),
            KeyIntent::PreviousTool => self.editing.tool = self.editing.tool.next_by(-1),
            KeyIntent::Confirm => return self.apply_tool(scene),
            KeyIntent::Line if self.editing.line_start.is_some() => return self.apply_tool(scene),
            KeyIntent::Line => {
                self.editing.line_start = Some(self.map.cursor);
                let key = |intent| self.keys.key_for_in(Mode::Draw, intent);
                let (again, confirm) = (key(KeyIntent::Line), key(KeyIntent::Confirm));
                self.notices.notify(format!("move to the other end, then {again} or {confirm}"));
            }
            KeyIntent::Undo => {
                return self.give_edit(vec![Effect::Command(Command::Undo)], scene);
            }
            _ => {}
        }
        Vec::new()
    }

    /// Applies the tool at the cursor, or along the line that was started.
    fn apply_tool(&mut self, scene: &Scene) -> Vec<Effect> {
        let from = self.editing.line_start.take().unwrap_or(self.map.cursor);
        self.notices.take();
        let given = self.editing.paint(from, self.map.cursor, true, scene);
        match given[..] {
            [Effect::Command(Command::EditLand { .. })] => self.give_edit(given, scene),
            _ => given,
        }
    }
}

impl Editing {
    /// Applies the tool along a straight line; `fresh` begins a new stroke.
    pub(crate) fn paint(&mut self, from: Cell, to: Cell, fresh: bool, scene: &Scene) -> Vec<Effect> {
        if fresh {
            self.stroke = self.stroke.max(scene.last_edit.last_stroke).wrapping_add(1);
            self.stroke_cells.clear();
        }
        let cells: Vec<Cell> = line(from, to).filter(|cell| !self.stroke_cells.contains(cell)).collect();
        self.stroke_cells.extend(&cells);
        let command = match self.tool {
            Tool::Brush(brush) if !cells.is_empty() => {
                Command::EditLand { stroke: self.stroke, brush, cells }
            }
            Tool::Spawn(kind) if fresh => Command::Spawn { kind, cell: to },
            // Dragging over empty ground must not be refused at each cell.
            Tool::Remove if fresh || scene.mine.iter().any(|mine| cells.contains(&mine.2)) => {
                Command::Remove { cells }
            }
            _ => return Vec::new(),
        };
        vec![Effect::Command(command)]
    }

    /// Whether a stroke of a brush has been drawn.
    pub(crate) fn has_painted(&self) -> bool {
        matches!(self.tool, Tool::Brush(_)) && !self.stroke_cells.is_empty()
    }

    /// The cell in the middle of the current stroke.
    pub(crate) fn stroke_middle(&self) -> Option<Cell> {
        self.stroke_cells.get(self.stroke_cells.len() / 2).copied()
    }

    /// Who would take another path for the started line, or for a stroke at the cursor, as a question.
    pub(super) fn question(&mut self, cursor: Cell) -> Option<Question> {
        let Tool::Brush(brush) = self.tool else { return None };
        if self.line_start.is_none() {
            // What was foreseen is about another cell.
            self.foresight = None;
        }
        let cells = line(self.line_start.unwrap_or(cursor), cursor).collect();
        let commands = vec![Command::EditLand { stroke: self.stroke.wrapping_add(1), brush, cells }];
        Some(Question::Foresee { commands })
    }

    /// Who would take another path for the started line, once that is known; without a line, only if any would.
    pub(crate) fn foresight(&self) -> Option<&Foresight> {
        let foresight = self.foresight.as_deref()?;
        let concerns_paths = !foresight.detours.is_empty() || !foresight.old_paths.is_empty();
        (self.line_start.is_some() || concerns_paths).then_some(foresight)
    }

    /// The cells that the started line would cover.
    pub(crate) fn pending_line(&self, cursor: Cell) -> Vec<Cell> {
        self.line_start.map_or_else(Vec::new, |from| line(from, cursor).collect())
    }
}

impl Tool {
    /// The tool of the palette at this position of the screen.
    pub fn at(layout: &Layout, column: u16, row: u16) -> Option<Tool> {
        let place = if layout.strip.contains((column, row).into()) && row == layout.strip.y {
            column.checked_sub(layout.strip.x + 1)? / SLOT_COLUMNS
        } else if layout.panel.contains((column, row).into()) {
            row.checked_sub(layout.panel.y + 2)?
        } else {
            return None;
        };
        TOOLS.get(usize::from(place)).map(|(_, tool)| *tool)
    }
}

/// The palette as rows of the panel.
pub(crate) fn palette_lines(screen: &Screen, scene: &Scene, width: usize) -> Vec<Line<'static>> {
    let theme = screen.theme;
    let purse = if scene.status.is_building_free {
        "all free".to_owned()
    } else {
        format!("{} coin", scene.status.coin)
    };
    let room = width.saturating_sub("Brushes".len());
    let mut lines = vec![Line::from(vec![
        Span::styled("Brushes", theme.bold(ACCENT)),
        Span::styled(format!("{purse:>room$}"), theme.text(DIM)),
    ])];
    for (place, (key, tool)) in TOOLS.into_iter().enumerate() {
        let held = place == screen.editing.tool.index();
        let tool = if held { screen.editing.tool } else { tool };
        let (letter, look) = tool.swatch(theme);
        let name = tool.name();
        let room = width.saturating_sub(7 + name.len());
        let tone = if held { theme.selected() } else { theme.text(TEXT) };
        lines.push(Line::from(vec![
            Span::styled(key.to_string(), theme.bold(KEY)),
            Span::raw(" "),
            Span::styled(format!("{letter}{letter}"), look),
            Span::raw(" "),
            Span::styled(format!(" {name} "), tone),
            Span::styled(format!("{:>room$}", tool.price(scene.status.is_building_free)), theme.text(DIM)),
        ]));
    }
    let about = screen.editing.tool.description(screen.keys.key_for(KeyIntent::NextTool));
    lines.extend(wrapped(&about, width, theme.text(DIM)));
    lines.push(Line::default());
    lines
}

/// Draws the one-line palette, if there is no panel.
pub(crate) fn draw_palette_strip(buffer: &mut Buffer, screen: &Screen, area: Rect) {
    let theme = screen.theme;
    let mut spans = vec![Span::raw(" ")];
    for (place, (key, tool)) in TOOLS.into_iter().enumerate() {
        let (letter, look) = tool.swatch(theme);
        let held = place == screen.editing.tool.index();
        let tone = if held { theme.selected() } else { theme.bold(KEY) };
        spans.push(Span::styled(key.to_string(), tone));
        spans.push(Span::styled(format!("{letter}{letter}"), look));
        spans.push(Span::raw(" "));
    }
    write(buffer, area, 0, &Line::from(spans));
}
