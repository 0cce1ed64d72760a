//! The integration tests of the workbench, in one binary so that they link once.
#![expect(clippy::unwrap_used, reason = "a test reports by failing")]

mod catalogue;
mod commands;
mod emergence;
mod fuzz;
#[path = "../../../../tests/it/kit.rs"]
#[expect(dead_code, reason = "the kit is that of the game's own tests, which use the rest of it")]
mod kit;
mod measure;
mod predictions;
#[path = "../../../../tests/it/program.rs"]
mod program;
mod study;
mod works;
