//! The integration tests, in one binary so that they link once.

mod kit;
mod levels;
mod replays;
mod saves;
mod tidy;
