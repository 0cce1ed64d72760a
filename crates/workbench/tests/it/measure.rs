//! The measurements: JSON figures within the bounds that the planner guarantees.

use std::process::Command;
use wayworn::plan::PLANNER_COST_PERCENT_MAX;

#[test]
fn the_planner_is_measured_headless() {
    let args = ["measure", "planner", "--size", "100x70", "--units", "20", "--ticks", "5", "--json"];
    let output = Command::new(env!("CARGO_BIN_EXE_workbench")).args(args).output().unwrap();
    let figures: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    for name in ["median_us", "p99_us", "near_median_us", "exact_median_us", "repair_us", "edits_100_ms"] {
        assert!(figures[name].as_f64().unwrap() > 0.0, "{name} of {figures}");
    }
    let [mean, worst] = ["mean", "worst"].map(|name| figures["cost_ratio"][name].as_f64().unwrap());
    assert!(1.0 <= mean && mean <= worst && worst <= f64::from(PLANNER_COST_PERCENT_MAX) / 100.0);
}
