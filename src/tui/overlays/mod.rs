//! What opens over the land.
//!
//! Each stands alone, except that `help` comes before `land_help`, `level_draft` before `level_form`, that before
//! `export_menu`, `campaign` before `level_views`, and `race_run` before `race`.

pub(super) mod campaign;
pub(super) mod explanation;
pub(super) mod export_kind;
pub(super) mod export_menu;
pub(super) mod film;
pub(super) mod help;
mod land_help;
pub(super) mod ledger;
pub(super) mod lenses;
mod level_draft;
mod level_form;
pub(super) mod level_views;
pub(super) mod life_over;
pub(super) mod log;
pub(super) mod menu;
pub(super) mod page;
pub(super) mod quit;
pub(super) mod race;
pub(super) mod race_run;
pub(super) mod what_if;
mod year;
