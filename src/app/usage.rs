//! Faulty arguments: refused in one line that says which argument it is, and what to write instead.

use super::console::{self, print_error};
use crate::text::Printable;
use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error as _;
use std::ops::RangeInclusive;

/// A parser of the numbers of a range.
pub fn number<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            format!("write a number from {least} to {most} instead of '{}'", Printable(text))
        })
    }
}

/// A command whose options are given negative numbers, too, so that their parsers say what to write instead.
pub fn with_negative_numbers(command: Command) -> Command {
    command
        .mut_args(|arg| {
            let takes_values = arg.get_action().takes_values();
            arg.allow_negative_numbers(takes_values)
        })
        .mut_subcommands(with_negative_numbers)
}

/// Prints a usage error or the requested help; returns the exit code.
pub fn print_usage(error: &clap::Error) -> u8 {
    use ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
    match error.kind() {
        // Help contains only the program's own text.
        DisplayHelp | DisplayVersion => {
            let Err(why) = console::print_raw(error.render().to_string().as_bytes()) else { return 0 };
            print_error(&console::cannot_print(&why));
            return 2;
        }
        DisplayHelpOnMissingArgumentOrSubcommand => drop(error.print()),
        _ => print_error(&error_words(error)),
    }
    error.exit_code() as u8
}

/// A usage error as a sentence: the argument, what is wrong with it, and what was meant.
fn error_words(error: &clap::Error) -> String {
    let context = |kind| words_of(error.get(kind), ", ");
    let argument = context(ContextKind::InvalidArg);
    // `--seed <SEED>`; the user's own arguments come without a value.
    let option = argument.split(' ').next().unwrap_or_default();
    let value = context(ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::ValueValidation => {
            format!("{option}: {}", error.source().map(ToString::to_string).unwrap_or_default())
        }
        ErrorKind::InvalidValue if value.is_empty() => format!("{argument}: the value is missing"),
        ErrorKind::InvalidValue => {
            format!("{option}: '{value}' is none of {}", context(ContextKind::ValidValue))
        }
        ErrorKind::TooManyValues => format!("{option}: leave out the value '{value}'"),
        ErrorKind::UnknownArgument => {
            format!("unexpected argument '{argument}'{}", suggestion(error))
        }
        ErrorKind::InvalidSubcommand => {
            let name = context(ContextKind::InvalidSubcommand);
            format!("there is no command '{name}'{}", suggestion(error))
        }
        // The first paragraph of the others is about the program's own names.
        _ => {
            let text = error.render().to_string();
            let first = text.trim_start_matches("error: ").split("\n\n").next().unwrap_or_default();
            first.lines().map(str::trim).collect::<Vec<_>>().join(" ")
        }
    }
}

/// What was meant, or where to look, at the end of a sentence.
fn suggestion(error: &clap::Error) -> String {
    use ContextKind::{Suggested, SuggestedArg, SuggestedSubcommand};
    let similar = error.get(SuggestedArg).or_else(|| error.get(SuggestedSubcommand));
    if similar.is_some() {
        return format!(": did you mean {}?", words_of(similar, " or "));
    }
    // "'run --ticks' exists"; other tips repeat the argument.
    let tips = match error.get(Suggested) {
        Some(ContextValue::StyledStrs(tips)) => &tips[..],
        _ => &[],
    };
    let other = tips.iter().map(ToString::to_string).find(|tip| tip.ends_with("' exists"));
    format!(": {}", other.as_deref().unwrap_or("see --help"))
}

/// The words of a context, made safe to print.
fn words_of(value: Option<&ContextValue>, between: &str) -> String {
    let texts = match value {
        Some(ContextValue::String(text)) => std::slice::from_ref(text),
        Some(ContextValue::Strings(texts)) => texts,
        _ => &[],
    };
    texts.iter().map(|text| Printable(text).to_string()).collect::<Vec<_>>().join(between)
}
