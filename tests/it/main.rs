//! The integration tests, in one binary so that they link once.
#![expect(clippy::unwrap_used, reason = "a test says what is wrong by failing")]

mod acts;
mod along;
mod bending;
mod both_ends;
mod breaker;
mod conformance;
mod estimates;
mod ground;
mod history;
mod honest;
mod jump;
mod kit;
mod lab;
mod lenses;
mod levels;
mod maps;
mod orders;
mod parts;
mod posthoc;
mod prices;
mod queues;
mod readme;
mod replays;
mod saves;
mod search;
mod sets;
mod solve;
mod sources;
mod techniques;
mod thoughts;
mod tidy;
mod together;
mod walkers;
mod ways;
mod world;
