//! The integration tests, in one binary so that they link once.
#![expect(clippy::unwrap_used, reason = "a test says what is wrong by failing")]

mod acts;
mod along;
mod bending;
mod breaker;
mod conformance;
mod history;
mod honest;
mod kit;
mod lab;
mod lenses;
mod levels;
mod orders;
mod parts;
mod prices;
mod queues;
mod readme;
mod replays;
mod saves;
mod search;
mod solve;
mod sources;
mod techniques;
mod thoughts;
mod tidy;
mod world;
