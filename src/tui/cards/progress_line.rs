//! The progress line while a land is being made: there is no screen yet, so it is plain ASCII.

/// `[######......]  43 %  letting water run`, exactly this many columns wide.
pub fn progress_line(what: &str, percent: usize, columns: usize) -> String {
    let percent = percent.min(100);
    let bar = columns.saturating_sub(32);
    let done = bar * percent / 100;
    let line = format!("[{}{}] {percent:>3} %  {what}", "#".repeat(done), ".".repeat(bar - done));
    format!("{line:<columns$.columns$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_as_wide_as_it_should_be_and_fills_up() {
        for (percent, marks) in [(0, 0), (50, 16), (100, 32), (140, 32)] {
            let line = progress_line("letting water run", percent, 64);
            assert_eq!((line.chars().count(), line.matches('#').count()), (64, marks), "{line}");
        }
        assert_eq!(progress_line("a very long word for what is being made", 7, 20).chars().count(), 20);
    }
}
