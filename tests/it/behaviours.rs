//! A behaviour is a variant, a file and a line: nothing else in the code lists behaviours.

use crate::kit;
use crate::tidy::{code_sources, files};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};
use syn::{ExprMatch, Item, ItemUse, UseTree};

/// Where the enum of all behaviours is, where their one list is, and where each has its file.
const DATA: &str = "crates/engine/src/world/behaviour.rs";
const LIST: &str = "crates/engine/src/mind/behaviour/mod.rs";
const FILES: &str = "crates/engine/src/mind/behaviour";

/// The rules of a behaviour to try it with.
const TOY: &str = r#"//! Toy: stands and counts clouds until a tick.

use super::phrase::Sentence;
use super::rules::Rules;
use crate::mind::Intent;
use crate::world::{Places, Toy, Unit, World};

impl Rules for Toy {
    fn decide(&self, places: Places, _unit: &Unit) -> Intent {
        if places.world.tick >= self.until { Intent::Done } else { Intent::Wait }
    }

    fn is_sound(&self, world: &World) -> bool {
        world.is_within_a_year(self.until)
    }

    fn describe(&self) -> Sentence {
        vec!["Count clouds".into()]
    }
}
"#;

/// The sources of all programs: text by path.
type Sources = BTreeMap<PathBuf, String>;

fn sources_now() -> Sources {
    code_sources().into_iter().collect()
}

/// The names of all variants of `Behaviour`.
fn variants(sources: &Sources) -> BTreeSet<String> {
    let file = syn::parse_file(&sources[Path::new(DATA)]).unwrap();
    let behaviour = file.items.iter().find_map(|item| match item {
        Item::Enum(item) if item.ident == "Behaviour" => Some(item),
        _ => None,
    });
    behaviour.unwrap().variants.iter().map(|variant| variant.ident.to_string()).collect()
}

/// The variants of `Behaviour` that the arms of each `match` of a file name.
#[derive(Default)]
struct Lists {
    /// What `Behaviour` is called here.
    names: BTreeSet<String>,
    found: Vec<BTreeSet<String>>,
}

/// The variants that a piece of code names.
struct Named<'a> {
    names: &'a BTreeSet<String>,
    variants: BTreeSet<String>,
}

impl Visit<'_> for Named<'_> {
    fn visit_path(&mut self, path: &syn::Path) {
        let mut last = path.segments.iter().rev().map(|segment| segment.ident.to_string());
        if let (Some(variant), Some(name)) = (last.next(), last.next())
            && self.names.contains(&name)
        {
            self.variants.insert(variant);
        }
        visit::visit_path(self, path);
    }
}

impl Visit<'_> for Lists {
    fn visit_item_use(&mut self, item: &ItemUse) {
        fn rename(tree: &UseTree) -> Vec<String> {
            match tree {
                UseTree::Path(path) => rename(&path.tree),
                UseTree::Group(group) => group.items.iter().flat_map(rename).collect(),
                UseTree::Rename(tree) if tree.ident == "Behaviour" => vec![tree.rename.to_string()],
                _ => Vec::new(),
            }
        }
        self.names.extend(rename(&item.tree));
    }

    fn visit_expr_match(&mut self, found: &ExprMatch) {
        let mut named = Named { names: &self.names, variants: BTreeSet::new() };
        for arm in &found.arms {
            named.visit_pat(&arm.pat);
        }
        let variants = named.variants;
        self.found.extend((!variants.is_empty()).then_some(variants));
        visit::visit_expr_match(self, found);
    }
}

/// Every `match` over behaviours: its file, and the variants that its arms name.
fn lists(sources: &Sources) -> Vec<(&Path, BTreeSet<String>)> {
    let mut all = Vec::new();
    for (path, text) in sources {
        let mut lists = Lists { names: ["Behaviour".to_owned()].into(), ..Lists::default() };
        lists
            .visit_file(&syn::parse_file(text).unwrap_or_else(|error| panic!("{}: {error}", path.display())));
        all.extend(lists.found.into_iter().map(|variants| (path.as_path(), variants)));
    }
    all
}

/// The files that have to be touched for the compiler when a variant is added: those with a `match` that leaves
/// nothing to a wildcard, which is one that names all variants.
fn complete_lists(sources: &Sources) -> Vec<PathBuf> {
    let all = variants(sources);
    let lists = lists(sources).into_iter();
    lists.filter(|(_, named)| *named == all).map(|(path, _)| path.to_owned()).collect()
}

/// `text` with something put before the first `mark` after `start`.
fn insert_before(text: &str, start: &str, mark: &str, what: &str) -> String {
    let at = text.find(start).unwrap();
    let at = at + text[at..].find(mark).unwrap();
    format!("{}{what}{}", &text[..at], &text[at..])
}

/// The sources with a behaviour added as CONTRIBUTING.md says.
fn with_a_toy(sources: &Sources) -> Sources {
    let mut toy = sources.clone();
    let data = &sources[Path::new(DATA)];
    let data = insert_before(data, "pub enum Behaviour {", "\n}", "\n    /// Counts clouds.\n    Toy(Toy),");
    let data = format!(
        "{data}\n/// Counts clouds.\n#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]\n\
        pub struct Toy {{\n    /// When it ends.\n    pub until: u64,\n}}\n"
    );
    toy.insert(DATA.into(), data);
    let list = insert_before(&sources[Path::new(LIST)], "mod ", "mod ", "mod toy;\n");
    let list =
        insert_before(&list, "match self {", "\n        }", "\n            Behaviour::Toy(toy) => toy,");
    toy.insert(LIST.into(), list);
    toy.insert(Path::new(FILES).join("toy.rs"), TOY.to_owned());
    toy
}

/// The compiler asks for nothing but the variant, the file and its line.
#[test]
fn a_new_behaviour_touches_three_files() {
    let before = sources_now();
    assert_eq!(complete_lists(&before), [PathBuf::from(LIST)], "another list of all behaviours");
    let after = with_a_toy(&before);
    let touched: Vec<_> = after.iter().filter(|(path, text)| before.get(*path) != Some(text)).collect();
    assert_eq!(touched.len(), 3);
    assert!(variants(&after).contains("Toy"));
    assert_eq!(complete_lists(&after), [PathBuf::from(LIST)], "some list misses the new behaviour");
}

/// The compiler takes it so, without a warning: tried in the nightly tier, since the engine is built anew for it.
#[test]
fn a_new_behaviour_compiles() {
    if kit::many(0, 1, 1) == 0 {
        return;
    }
    let scratch = tempfile::tempdir().unwrap();
    let write = |path: &Path, text: &str| {
        let path = scratch.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    for name in ["Cargo.toml", "Cargo.lock"] {
        write(Path::new(name), &std::fs::read_to_string(kit::home().join(name)).unwrap());
    }
    for folder in ["crates", "src", "tests", "benches"] {
        for (path, text) in files(folder, &["rs", "toml", "md"]) {
            write(&path, &text);
        }
    }
    for (path, text) in with_a_toy(&sources_now()) {
        write(&path, &text);
    }
    let cargo = std::process::Command::new(env!("CARGO"))
        .args(["check", "--offline", "--package", "wayworn-engine"])
        .env("RUSTFLAGS", "-D warnings")
        .env("CARGO_TARGET_DIR", scratch.path().join("target"))
        .current_dir(scratch.path())
        .output()
        .unwrap();
    assert!(cargo.status.success(), "{}", String::from_utf8_lossy(&cargo.stderr));
}

/// Each variant has the file of its name, which holds its rules, and no file has two.
#[test]
fn each_behaviour_has_one_file() {
    let sources = sources_now();
    let files: Vec<&str> = sources
        .iter()
        .filter(|(path, _)| path.starts_with(FILES))
        .filter(|(_, text)| text.contains("\nimpl Rules for "))
        .map(|(path, _)| path.file_stem().unwrap().to_str().unwrap())
        .collect();
    let names: Vec<String> = variants(&sources).iter().map(|variant| variant.to_lowercase()).collect();
    assert!(names.len() > 20, "only {} behaviours were found", names.len());
    assert_eq!(files, names);
    let rules = |path: &Path| sources[path].matches("\nimpl Rules for ").count();
    for name in names {
        assert_eq!(rules(&Path::new(FILES).join(name).with_extension("rs")), 1);
    }
}
