//! The integration tests, in one binary so that they link once.
#![expect(clippy::unwrap_used, reason = "a test says what is wrong by failing")]

mod conformance;
mod honest;
mod kit;
mod levels;
mod orders;
mod parts;
mod prices;
mod replays;
mod saves;
mod search;
mod solve;
mod sources;
mod techniques;
mod tidy;
mod world;
