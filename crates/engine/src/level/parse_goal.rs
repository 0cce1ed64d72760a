//! Parses goals and solutions.

use super::data::LevelUnit;
use super::goal::{GOAL_KINDS, LevelDemand, LevelGoal, SolutionAct, SolutionStep, TICKS_MAX};
use super::order;
use super::place::LevelError;
use super::reader::{LevelReader, ORDERS_MAX};
use super::tables::{GoalTable, LevelFile, StepTable, UnitTable};
use super::words::{BRUSHES, MEASURES};
use crate::grid::Cell;
use crate::text::Printable;
use std::ops::Range;
use toml::Spanned;

/// Largest par, and most loads and ticks of watching that a goal can ask for.
const COUNT_MAX: u32 = 1_000_000;

impl LevelReader<'_> {
    /// Goals.
    pub(super) fn goals(
        &self,
        tables: &[Spanned<GoalTable>],
        units: &[LevelUnit],
    ) -> Result<Vec<LevelGoal>, LevelError> {
        tables.iter().map(|table| self.goal(table.get_ref(), &table.span(), units)).collect()
    }

    fn goal(
        &self,
        table: &GoalTable,
        span: &Range<usize>,
        units: &[LevelUnit],
    ) -> Result<LevelGoal, LevelError> {
        let kinds = GOAL_KINDS.map(|kind| kind.0);
        let given = table.kind.as_ref();
        let index = given.map_or(Ok(0), |kind| self.index_of(kind, "kind of goal", &kinds))?;
        let (kind, needs, may) = GOAL_KINDS[index];
        let fields = table.given();
        if let Some(need) = needs.iter().find(|need| fields.iter().all(|(name, _)| name != *need)) {
            return Err(self.error(span, format!("a goal to {kind} needs '{need}'")));
        }
        let is_odd = |name: &str| !needs.contains(&name) && !may.contains(&name);
        if let Some((name, span)) = fields.iter().find(|(name, _)| is_odd(name)) {
            let known = [needs, may].concat().join(", ");
            return Err(self.error(span, format!("a goal to {kind} has no '{name}'; it has {known}")));
        }
        let time = table.within.as_ref().or(table.until.as_ref());
        let until = time.map_or(Ok(0), |time| self.ticks(time))?;
        let unit = table.unit.as_ref().map(|unit| self.named(unit, units)).transpose()?;
        let at = table.at.as_ref().map(|at| self.goal_cell(at, kind)).transpose()?;
        Ok(LevelGoal { demand: self.demand(table, (kind, span), unit, at)?, until })
    }

    /// The demand of a goal whose fields fit its kind.
    fn demand(
        &self,
        table: &GoalTable,
        (kind, span): (&str, &Range<usize>),
        unit: Option<String>,
        at: Option<Cell>,
    ) -> Result<LevelDemand, LevelError> {
        let unseen = GoalTable::is(table.unseen.as_ref());
        Ok(match (kind, unit, at) {
            ("see", None, Some(at)) => LevelDemand::SeePlace(at),
            ("see", Some(unit), None) => LevelDemand::SeeUnit(unit),
            ("see", ..) => return Err(self.error(span, "a goal to see needs either 'at' or 'unit'")),
            ("survive", Some(unit), _) => LevelDemand::Survive(unit),
            ("hold", _, Some(from)) => {
                let to = table.to.as_ref().map(|to| self.goal_cell(to, kind)).transpose()?;
                LevelDemand::Hold { from, to: to.unwrap_or(from) }
            }
            ("deliver", ..) => LevelDemand::Deliver(self.count(table.loads.as_ref(), 1)?),
            ("home", Some(unit), Some(of)) => {
                let watch = self.count(table.watch.as_ref(), 1)?;
                LevelDemand::Home { unit, of, watch, watched: 0, unseen }
            }
            ("bring", Some(unit), Some(at)) => LevelDemand::Bring { unit, good: (), at },
            (_, unit, Some(at)) => {
                let fed = GoalTable::is(table.fed.as_ref());
                if let (Some(flag), true, None) = (&table.fed, fed, &unit) {
                    return Err(
                        self.error(&flag.span(), "name the unit whose food must not run out in 'unit'")
                    );
                }
                LevelDemand::Reach { unit, at, unseen, fed }
            }
            _ => return Err(self.error(span, "this goal is not whole")),
        })
    }

    /// A goal's cell; passable if a unit is to stand there.
    fn goal_cell(&self, at: &Spanned<(u16, u16)>, kind: &str) -> Result<Cell, LevelError> {
        if matches!(kind, "reach" | "bring") { self.passable_cell(at, "a goal") } else { self.on_the_map(at) }
    }

    fn ticks(&self, time: &Spanned<u64>) -> Result<u64, LevelError> {
        let ticks = *time.get_ref();
        if (1..=TICKS_MAX).contains(&ticks) {
            return Ok(ticks);
        }
        Err(self.error(&time.span(), format!("a goal has from 1 to {TICKS_MAX} ticks of time")))
    }

    fn count(&self, given: Option<&Spanned<u32>>, otherwise: u32) -> Result<u32, LevelError> {
        let Some(given) = given else { return Ok(otherwise) };
        let count = *given.get_ref();
        if (1..=COUNT_MAX).contains(&count) {
            return Ok(count);
        }
        Err(self.error(&given.span(), format!("this has to be from 1 to {COUNT_MAX}")))
    }

    /// The player's coin at the start.
    pub(super) fn coin(&self, coin: &Spanned<u32>) -> Result<u32, LevelError> {
        match *coin.get_ref() {
            given @ 0..=COUNT_MAX => Ok(given),
            _ => Err(self.error(&coin.span(), format!("coin is {COUNT_MAX} at most"))),
        }
    }

    /// The only brushes of the player.
    pub(super) fn brushes(&self, file: &LevelFile) -> Result<Vec<&'static str>, LevelError> {
        match file.brushes.first() {
            Some(first) if !file.tools => {
                Err(self.error(&first.span(), "a level without tools has no brushes: leave out 'tools'"))
            }
            _ => file.brushes.iter().map(|brush| self.one_of(brush, "brush", &BRUSHES)).collect(),
        }
    }

    /// The measure and the par.
    pub(super) fn par(&self, file: &LevelFile) -> Result<(usize, Option<u32>), LevelError> {
        let measure = file.measure.as_ref();
        let index = measure.map_or(Ok(0), |word| self.index_of(word, "measure", &MEASURES))?;
        let Some(par) = &file.par else {
            return match measure {
                Some(word) => {
                    Err(self.error(&word.span(), "a measure needs a par beside it, as in par = 300"))
                }
                None => Ok((index, None)),
            };
        };
        if file.goal.is_empty() {
            return Err(self.error(&par.span(), "a par needs a [[goal]] to be reached"));
        }
        if *par.get_ref() > COUNT_MAX {
            return Err(self.error(&par.span(), format!("a par is {COUNT_MAX} at most")));
        }
        Ok((index, Some(*par.get_ref())))
    }

    /// The solution.
    pub(super) fn solution(
        &self,
        tables: &[Spanned<StepTable>],
        (units, drawn): (&[UnitTable], &[LevelUnit]),
    ) -> Result<Vec<SolutionStep>, LevelError> {
        let step = |table: &Spanned<StepTable>| {
            let (span, table) = (table.span(), table.get_ref());
            let at = table.at.as_ref().map_or(0, |at| *at.get_ref());
            if at > TICKS_MAX {
                return Err(self.error(&span, format!("a solution is over after {TICKS_MAX} ticks at most")));
            }
            let act = match (&table.unit, &table.edit) {
                (Some(unit), None) if !table.orders.is_empty() => {
                    let name = self.named(unit, drawn)?;
                    if drawn.iter().any(|unit| unit.name.as_ref() == Some(&name) && unit.people != "yours") {
                        return Err(self.error(&unit.span(), format!("'{name}' is not yours to order")));
                    }
                    SolutionAct::Orders { unit: name, orders: self.orders(&table.orders, units)? }
                }
                (None, Some(edit)) if table.orders.is_empty() => self.parse_brush(edit)?,
                _ => {
                    let what = "a step of a solution has either 'unit' and 'orders', or 'edit'";
                    return Err(self.error(&span, what));
                }
            };
            Ok(SolutionStep { at, act })
        };
        tables.iter().map(step).collect()
    }

    /// `bridge 12 5, 13 5`
    fn parse_brush(&self, text: &Spanned<String>) -> Result<SolutionAct, LevelError> {
        let fail = |what: String| self.error(&text.span(), what);
        let (word, rest) = text.get_ref().trim().split_once(' ').unwrap_or((text.get_ref().trim(), ""));
        let Some(brush) = BRUSHES.into_iter().find(|brush| *brush == word) else {
            return Err(fail(format!(
                "'{}' is no brush; use one of: {}",
                Printable(word),
                BRUSHES.join(", ")
            )));
        };
        let cells: Vec<Cell> =
            rest.split(',').map(order::parse_cell).collect::<Result<_, _>>().map_err(fail)?;
        if cells.len() > ORDERS_MAX {
            return Err(fail(format!("a stroke has {ORDERS_MAX} cells at most; make two of it")));
        }
        match cells.iter().find(|cell| !self.map.size().contains(**cell)) {
            Some(cell) => Err(fail(self.off_the_map(*cell))),
            None => Ok(SolutionAct::Edit { brush, cells }),
        }
    }
}
