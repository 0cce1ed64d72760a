//! `workbench measure`: the planner's speed and quality, and how a land fares, without a screen.
//!
//! Each measurement is a file of its own and returns named figures, which are printed here. They hold for this
//! machine and moment: only ratios within one run can be compared.

mod args;
mod fear;
mod field;
mod mixed;
mod planner;
mod soak;
mod tick;
mod works;

pub use args::{Figures, MeasureArgs, MeasureError, Measurement};
pub use tick::measure_ticks;

use crate::app::console;
use crate::app::run::set_threads;
use std::fmt::Write;

/// Measures and prints.
///
/// # Errors
/// When the land cannot be made, the threads cannot be started, or the figures cannot be printed.
pub fn measure(args: &MeasureArgs) -> Result<(), MeasureError> {
    if args.out.is_some() && args.what != Measurement::Soak {
        return Err(MeasureError::OutUnsupported);
    }
    if let Some(threads) = args.threads {
        set_threads(threads)?;
    }
    let figures = match args.what {
        Measurement::Planner => planner::measure(args)?,
        Measurement::Field => field::measure(args)?,
        Measurement::Tick => tick::measure(args)?,
        Measurement::Mixed => tick::measure_mixed(args)?,
        Measurement::Soak => soak::measure(args)?,
        Measurement::Fear => fear::measure(args)?,
        Measurement::Works => works::measure(args)?,
    };
    if args.json {
        return Ok(console::print_json(&serde_json::Value::Object(figures).to_string())?);
    }
    let mut text = String::new();
    for (name, value) in figures {
        let _ = writeln!(text, "{name:<18} {value}");
    }
    Ok(console::print(&text)?)
}
