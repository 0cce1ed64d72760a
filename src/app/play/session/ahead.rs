//! Looking ahead: the same land some days on with commands and without, each in a thread of its own; and who would
//! take another path then.
//!
//! What is compared does not live here (`scene`).

use crate::app::play::{MainMessage, panics};
use crate::scene::{
    Answer, Command, NOTHING_PROPOSED, TICKS_AHEAD, Tallies, WhatIf, compare, foresee, look_ahead,
};
use crate::sim::Game;
use crate::world::World;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;

/// Largest area that is looked ahead in, in cells: two more lands of this size are kept meanwhile.
const AREA_MAX: usize = 1 << 20;
/// Largest area of which the land before the last edits is kept, in cells.
const MOMENT_AREA_MAX: usize = 1 << 18;

/// The land before the edits of a moment.
pub(in crate::app::play) struct Moment {
    world: World,
    /// The numbers of their strokes.
    strokes: Vec<u32>,
}

impl Moment {
    /// Keeps the land before a command that is about to be given: an edit joins the others of its tick, anything else
    /// ends the moment.
    pub(in crate::app::play) fn begin(moment: &mut Option<Moment>, world: &World, command: &Command) {
        if !matches!(command, Command::EditLand { .. }) {
            *moment = None;
            return;
        }
        if moment.as_ref().is_none_or(|moment| moment.world.tick != world.tick) {
            let fits = world.size().area() <= MOMENT_AREA_MAX;
            *moment = fits.then(|| Moment { world: world.clone(), strokes: Vec::new() });
        }
    }

    /// Notes a command that was carried out.
    pub(in crate::app::play) fn note(&mut self, command: &Command) {
        if let Command::EditLand { stroke, .. } = command
            && !self.strokes.contains(stroke)
        {
            self.strokes.push(*stroke);
        }
    }
}

/// Two lands that are compared.
struct Forks {
    without: World,
    with: World,
    commands: Vec<Command>,
    /// What the player gives to keep either.
    to_keep: (Vec<Command>, Vec<Command>),
}

impl Forks {
    /// The game with some commands and without; without any, the game as it is and as it was before the moment.
    fn of(game: &Game, moment: Option<&Moment>, commands: &[Command]) -> Result<Forks, String> {
        if game.world.size().area() > AREA_MAX {
            let side = AREA_MAX.isqrt();
            return Err(format!("the land is too large to look ahead: at most {side}x{side} cells"));
        }
        if game.world.level_goals.is_some() || game.world.wander.is_some() {
            return Err("looking ahead is not for levels, nor for a wanderer".to_owned());
        }
        let with = game.world.clone();
        if !commands.is_empty() {
            let (commands, to_keep) = (commands.to_vec(), (commands.to_vec(), Vec::new()));
            return Ok(Forks { without: with.clone(), with, commands, to_keep });
        }
        let moment = moment.filter(|moment| moment.world.tick == with.tick && !moment.strokes.is_empty());
        let moment = moment.ok_or_else(|| NOTHING_PROPOSED.to_owned())?;
        let undo = vec![Command::Undo; moment.strokes.len()];
        Ok(Forks { without: moment.world.clone(), with, commands: Vec::new(), to_keep: (Vec::new(), undo) })
    }

    /// Simulates and compares them; `None` if `is_over` was set meanwhile.
    fn compare(
        self,
        size_max: (u16, u16),
        is_over: &AtomicBool,
        tell: &(impl Fn(usize) + Sync),
    ) -> Result<Option<WhatIf>, String> {
        let before = Tallies::of(&self.without);
        let goes_on = |_: u64| !is_over.load(Ordering::Relaxed);
        let (without, with) = (self.without, self.with);
        let (without, with) = thread::scope(|scope| {
            let other = scope.spawn(|| look_ahead(without, &[], &mut |passed| goes_on(passed)));
            let with = look_ahead(with, &self.commands, &mut |passed| {
                if passed * 100 % TICKS_AHEAD < 100 {
                    tell((passed * 100 / TICKS_AHEAD) as usize);
                }
                goes_on(passed)
            });
            // A refused command ends both.
            is_over.fetch_or(with.is_err(), Ordering::Relaxed);
            (other.join().unwrap_or_else(|_| Err("looking ahead crashed".to_owned())), with)
        });
        let (Some(with), Some(without)) = (with?, without?) else { return Ok(None) };
        let compared = compare(&before, &without, &with, size_max);
        let (to_keep_with, to_keep_without) = self.to_keep;
        Ok(Some(WhatIf { to_keep_with, to_keep_without, ..compared }))
    }
}

/// A look ahead that is being taken; it ends when this is dropped.
pub(in crate::app::play) struct LookAhead(Arc<AtomicBool>);

impl LookAhead {
    /// Starts comparing; the answer to this ticket is sent when it is done.
    pub(in crate::app::play) fn start(
        game: &Game,
        moment: Option<&Moment>,
        (commands, size_max): (&[Command], (u16, u16)),
        (ticket, wake): (u64, &Sender<MainMessage>),
    ) -> LookAhead {
        let tell = wake.clone();
        let percent = move |percent| drop(tell.send(MainMessage::LookedAhead(ticket, percent)));
        let work = Forks::of(game, moment, commands).map(|forks| {
            move |is_over: &AtomicBool| {
                let compared = forks.compare(size_max, is_over, &percent)?;
                Ok(compared.map(|what_if| Answer::WhatIf(Box::new(what_if))))
            }
        });
        LookAhead::spawn(work, (ticket, wake))
    }

    /// Starts to foresee who would take another path. In a large land there is no answer for what has been given, and a
    /// refusal for what has not: a copy of it takes longer than a stroke.
    pub(in crate::app::play) fn foresee(
        game: &Game,
        commands: Vec<Command>,
        (ticket, wake): (u64, &Sender<MainMessage>),
    ) -> Option<LookAhead> {
        let area_max = if commands.is_empty() { MOMENT_AREA_MAX } else { AREA_MAX };
        if game.world.size().area() > area_max {
            let why = Err("who would take another path is told up to 1024×1024 cells".to_owned());
            let work = why.map(|()| |_: &AtomicBool| Ok(None));
            return (!commands.is_empty()).then(|| LookAhead::spawn(work, (ticket, wake)));
        }
        let before = (game.world.clone(), game.derived.counter.clone());
        let work = move |is_over: &AtomicBool| {
            let foresight = foresee(before, &commands, &mut || !is_over.load(Ordering::Relaxed))?;
            Ok(foresight.map(|foresight| Answer::Foresight(Box::new(foresight))))
        };
        Some(LookAhead::spawn(Ok(work), (ticket, wake)))
    }

    /// Works in a thread of its own and sends the answer.
    fn spawn(
        work: Result<impl FnOnce(&AtomicBool) -> Result<Option<Answer>, String> + Send + 'static, String>,
        (ticket, wake): (u64, &Sender<MainMessage>),
    ) -> LookAhead {
        let is_over = Arc::new(AtomicBool::new(false));
        let (there, tell) = (Arc::clone(&is_over), wake.clone());
        let started = work.and_then(|work| {
            let run = move || {
                let answer = match panics::catch(|| work(&there)) {
                    Ok(Ok(None)) => return,
                    Ok(Ok(Some(answer))) => answer,
                    Ok(Err(why)) => Answer::Unavailable(why),
                    Err(fault) => Answer::Unavailable(format!("it crashed: {}", fault.one_line())),
                };
                drop(tell.send(MainMessage::Answer(ticket, answer)));
            };
            let thread = thread::Builder::new().name("ahead".to_owned());
            thread.spawn(run).map(drop).map_err(|error| error.to_string())
        });
        if let Err(why) = started {
            drop(wake.send(MainMessage::Answer(ticket, Answer::Unavailable(why))));
        }
        LookAhead(is_over)
    }
}

impl Drop for LookAhead {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
