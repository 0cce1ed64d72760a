//! Findings as plain text, JSON, CSV and a Markdown table.

use super::{Evidence, Finding, Prediction};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// A prediction with its finding.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The prediction.
    pub prediction: &'static Prediction,
    /// Its finding.
    pub finding: Finding,
}

/// What was studied.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StudyScope {
    /// Seeds, such as `11..40`.
    pub seeds: String,
    /// Size of the lands, such as `256x256`.
    pub size: String,
    /// Years that each world lived.
    pub years: f64,
}

/// The word for whether a prediction holds.
fn verdict(pass: Option<bool>) -> &'static str {
    match pass {
        Some(true) => "holds",
        Some(false) => "fails",
        None => "open",
    }
}

/// How many predictions of each kind hold, in one line.
pub fn summary(judged: &[Judged]) -> String {
    let of_kind = |kind: Evidence| {
        let of: Vec<Option<bool>> =
            judged.iter().filter(|j| j.prediction.kind == kind).map(|judged| judged.finding.pass).collect();
        let count = |pass: Option<bool>| of.iter().filter(|other| **other == pass).count();
        let open = match count(None) {
            0 => String::new(),
            open => format!(" ({open} open)"),
        };
        (!of.is_empty()).then(|| format!("{} {} of {}{open}", kind.name(), count(Some(true)), of.len()))
    };
    let kinds: Vec<String> = Evidence::ALL.into_iter().filter_map(of_kind).collect();
    format!("predictions that hold: {}", kinds.join(", "))
}

/// Plain text.
pub fn text(of: &StudyScope, judged: &[Judged]) -> String {
    let mut lines = vec![format!("seeds {}, {}, {} years", of.seeds, of.size, of.years)];
    for Judged { prediction, finding } in judged {
        let (pass, kind) = (verdict(finding.pass), prediction.kind.name());
        lines.push(format!("{}  {pass}  {kind}, n {}: {}", prediction.id, finding.n, prediction.claim));
        lines.push(format!("       found  {}", finding.measured));
        lines.push(format!("       band   {}", prediction.band));
        let values = finding.values.iter().map(|(name, value)| format!("{name} {}", rounded(*value)));
        let values: Vec<String> = values.collect();
        if !values.is_empty() {
            lines.push(format!("       beside {}", values.join(", ")));
        }
    }
    lines.push(summary(judged));
    lines.join("\n")
}

/// JSON.
pub fn json(of: &StudyScope, judged: &[Judged]) -> String {
    let prediction = |Judged { prediction, finding }: &Judged| {
        let values = finding.values.iter().map(|(name, value)| (name.clone(), json!(rounded(*value))));
        json!({
            "id": prediction.id,
            "kind": prediction.kind.name(),
            "claim": prediction.claim,
            "band": prediction.band,
            "measured": finding.measured,
            "n": finding.n,
            "pass": finding.pass,
            "values": values.collect::<Map<String, Value>>(),
        })
    };
    let predictions: Vec<Value> = judged.iter().map(prediction).collect();
    let all = json!({ "seeds": of.seeds, "size": of.size, "years": of.years, "predictions": predictions });
    format!("{all:#}")
}

/// CSV: a row for each prediction, and one for each figure behind it.
pub fn csv(judged: &[Judged]) -> String {
    let mut rows = vec!["id,kind,pass,n,claim,band,measured,figure,value".to_owned()];
    for Judged { prediction, finding } in judged {
        let texts = [prediction.claim, prediction.band, &finding.measured].map(quoted);
        let head = format!(
            "{},{},{},{},{}",
            prediction.id,
            prediction.kind.name(),
            verdict(finding.pass),
            finding.n,
            texts.join(",")
        );
        rows.push(format!("{head},,"));
        let figures = finding.values.iter();
        rows.extend(figures.map(|(name, value)| format!("{head},{},{}", quoted(name), rounded(*value))));
    }
    rows.join("\n")
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// Markdown: the table in `docs/EMERGENCE.md`.
pub fn markdown(judged: &[Judged]) -> String {
    let mut rows = vec![
        "| id | kind | claim | band | measured | n | verdict |".to_owned(),
        "|---|---|---|---|---|---|---|".to_owned(),
    ];
    for Judged { prediction, finding } in judged {
        let cells =
            [prediction.claim, prediction.band, &finding.measured].map(|text| text.replace('|', "\\|"));
        rows.push(format!(
            "| {} | {} | {} | {} | {} |",
            prediction.id,
            prediction.kind.name(),
            cells.join(" | "),
            finding.n,
            verdict(finding.pass)
        ));
    }
    rows.push(String::new());
    rows.push(summary(judged));
    rows.join("\n")
}

/// A figure rounded to four places.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}
