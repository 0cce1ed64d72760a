//! The files of a crate as a graph: an edge for each file whose items another one names.
//!
//! Names are followed to the file that defines them: through re-exports, and through what a file imports, so that
//! `folder::item` after `use crate::folder` leads to the file of the item. A folder's `mod.rs` that only hands on what
//! its files define joins nothing, and the import of a folder by itself leads nowhere. Items for tests alone are left
//! out; method calls name no file and are not seen.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, UseTree, Visibility};

/// Segments of a path from the crate's root, `crate` left out.
type Names = Vec<String>;

/// One module: a file, or a `mod` with braces in one.
#[derive(Default)]
struct Module {
    file: PathBuf,
    children: BTreeSet<String>,
    /// What `pub use` hands on: name here, path of what it is.
    reexports: BTreeMap<String, Names>,
    /// Modules all of whose names are handed on.
    globs: Vec<Names>,
    /// Names of items that are defined here.
    items: BTreeSet<String>,
    /// Paths that its code names.
    uses: BTreeSet<Names>,
    /// What its code calls what it imports: name here, path of what it is.
    imports: BTreeMap<String, Names>,
}

/// A crate's modules.
#[derive(Default)]
pub(crate) struct Graph {
    modules: BTreeMap<Names, Module>,
}

impl Graph {
    /// Reads a crate whose files are these (path from the project's folder, and text); `src` is its folder of code.
    pub(crate) fn of(src: &str, files: &[(PathBuf, String)]) -> Graph {
        let mut graph = Graph::default();
        let has_lib = files.iter().any(|(path, _)| path.strip_prefix(src) == Ok(Path::new("lib.rs")));
        for (path, text) in files {
            let Ok(inside) = path.strip_prefix(src) else { continue };
            if has_lib && inside == Path::new("main.rs") {
                // A program of its own, which names the library by its name.
                continue;
            }
            let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            graph.read(&module_of(inside), path, &file.items);
        }
        graph
    }

    fn read(&mut self, at: &Names, file: &Path, items: &[Item]) {
        let mut reader =
            Reader { at, module: Module { file: file.to_owned(), ..Module::default() }, inner: Vec::new() };
        for item in items.iter().filter(|item| !is_for_tests(attributes(item))) {
            reader.note(item);
        }
        for item in items.iter().filter(|item| !is_for_tests(attributes(item))) {
            reader.visit_item(item);
        }
        let Reader { module, inner, .. } = reader;
        self.modules.insert(at.clone(), module);
        for (name, items) in inner {
            self.read(&[at.clone(), vec![name]].concat(), file, &items);
        }
    }

    /// Paths from the crate's root that a file names, also to hand them on.
    pub(crate) fn paths_of(&self, file: &Path) -> BTreeSet<&Names> {
        let named = |module| {
            let Module { uses, reexports, globs, .. }: &Module = module;
            uses.iter().chain(reexports.values()).chain(globs)
        };
        self.modules.values().filter(|module| module.file == file).flat_map(named).collect()
    }

    /// The names that a module hands on from others.
    pub(crate) fn handed_on(&self, at: &[&str]) -> Vec<&str> {
        let at: Names = at.iter().map(|name| (*name).to_owned()).collect();
        self.modules[&at].reexports.keys().map(String::as_str).collect()
    }

    /// The file that defines what a path names; `None` for what is not of this crate.
    fn file_of(&self, path: &[String], depth: usize) -> Option<&Path> {
        let mut at = Names::new();
        for (index, name) in path.iter().enumerate() {
            let module = self.modules.get(&at)?;
            // What is handed on may be called like the file that defines it.
            let is_item = index + 1 == path.len() && module.reexports.contains_key(name);
            if module.children.contains(name) && !is_item {
                at.push(name.clone());
                continue;
            }
            if module.items.contains(name) || depth == 0 {
                return Some(&module.file);
            }
            let rest = &path[index + 1..];
            if let Some(target) = module.reexports.get(name) {
                return self.file_of(&[target, rest].concat(), depth - 1);
            }
            let through = |glob: &Names| self.file_of(&[glob, &path[index..]].concat(), depth - 1);
            return module.globs.iter().find_map(through).or((!at.is_empty()).then_some(&module.file));
        }
        self.modules.get(&at).filter(|_| !at.is_empty()).map(|module| &*module.file)
    }

    /// Whether a path names a folder or a file as a whole, and nothing that is defined there.
    fn is_module(&self, path: &Names, depth: usize) -> bool {
        let Some((name, folder)) = path.split_last() else { return true };
        match self.modules.get(folder).and_then(|folder| folder.reexports.get(name)) {
            Some(path) => depth > 0 && self.is_module(path, depth - 1),
            None => self.modules.contains_key(path),
        }
    }

    /// For each file the other files that it names items of.
    fn edges(&self) -> BTreeMap<&Path, BTreeSet<&Path>> {
        let mut edges: BTreeMap<&Path, BTreeSet<&Path>> = BTreeMap::new();
        for module in self.modules.values() {
            let from = edges.entry(&module.file).or_default();
            let items = module.uses.iter().filter(|path| !self.is_module(path, 8));
            let named = items.filter_map(|path| self.file_of(path, 8));
            from.extend(named.filter(|file| *file != module.file));
        }
        edges
    }

    /// Sets of files that all lead to each other.
    pub(crate) fn circles(&self) -> Vec<BTreeSet<PathBuf>> {
        let edges = self.edges();
        let reached: BTreeMap<&Path, BTreeSet<&Path>> =
            edges.keys().map(|file| (*file, reachable(&edges, file))).collect();
        let mut circles = BTreeSet::new();
        for (file, all) in &reached {
            let circle: BTreeSet<PathBuf> = all
                .iter()
                .filter(|other| reached[*other].contains(file))
                .map(|other| (*other).to_owned())
                .collect();
            if circle.len() > 1 {
                circles.insert(circle);
            }
        }
        circles.into_iter().collect()
    }
}

fn reachable<'a>(edges: &BTreeMap<&'a Path, BTreeSet<&'a Path>>, from: &Path) -> BTreeSet<&'a Path> {
    let mut seen = BTreeSet::new();
    let mut open: Vec<&Path> = edges[from].iter().copied().collect();
    while let Some(next) = open.pop() {
        if seen.insert(next) {
            open.extend(&edges[next]);
        }
    }
    seen
}

/// The module that a file below `src` is.
fn module_of(inside: &Path) -> Names {
    let mut names: Names =
        inside.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if ["mod", "lib", "main"].contains(&names.last().map_or("", |name| name.as_str())) {
        names.pop();
    }
    names
}

/// Whether an item is there only for tests.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let is_test = |list: &syn::MetaList| list.tokens.to_string() == "test";
        attribute.path().is_ident("cfg") && attribute.meta.require_list().is_ok_and(is_test)
    })
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Fills a module from its items.
struct Reader<'a> {
    at: &'a Names,
    module: Module,
    /// Modules with braces, to be read next.
    inner: Vec<(String, Vec<Item>)>,
}

impl Reader<'_> {
    /// Notes what an item defines or imports.
    fn note(&mut self, item: &Item) {
        let name = match item {
            Item::Use(item) => return self.import(item),
            Item::Const(item) => &item.ident,
            Item::Enum(item) => &item.ident,
            Item::Fn(item) => &item.sig.ident,
            Item::Static(item) => &item.ident,
            Item::Struct(item) => &item.ident,
            Item::Trait(item) => &item.ident,
            Item::Type(item) => &item.ident,
            Item::Union(item) => &item.ident,
            Item::Mod(item) => {
                self.module.children.insert(item.ident.to_string());
                return;
            }
            _ => return,
        };
        self.module.items.insert(name.to_string());
    }

    /// Notes under which names something is imported.
    fn import(&mut self, item: &ItemUse) {
        let mut names = Vec::new();
        names_of(&item.tree, &[], &mut names);
        for (written, name) in names.into_iter().filter(|(_, name)| name != "*") {
            if let Some(path) = self.absolute(&written) {
                self.module.imports.insert(name, path);
            }
        }
    }

    /// A path as it is written, from the crate's root; `None` for other crates and for names without a path.
    fn absolute(&self, written: &[String]) -> Option<Names> {
        let (first, rest) = written.split_first()?;
        match first.as_str() {
            "crate" => Some(rest.to_vec()),
            "self" => Some([self.at, rest].concat()),
            "super" => {
                let supers = 1 + rest.iter().take_while(|name| *name == "super").count();
                let up = self.at.len().checked_sub(supers)?;
                Some([&self.at[..up], &rest[supers - 1..]].concat())
            }
            name if self.module.children.contains(name) => Some([self.at, written].concat()),
            name => self.module.imports.get(name).map(|path| [path, rest].concat()),
        }
    }

    fn add(&mut self, written: &[String]) {
        if let Some(path) = self.absolute(written).filter(|path| !path.is_empty()) {
            self.module.uses.insert(path);
        }
    }

    /// Every path in what a macro is given.
    fn scan(&mut self, tokens: TokenStream) {
        let mut path = Names::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.add(&std::mem::take(&mut path));
                    }
                    path.push(ident.to_string());
                    colons = 0;
                }
                other => {
                    self.add(&std::mem::take(&mut path));
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.scan(group.stream());
                    }
                }
            }
        }
        self.add(&path);
    }
}

/// Every name of a `use`: its path, and what it is called from then on (`*` for all there is).
fn names_of(tree: &UseTree, before: &[String], into: &mut Vec<(Names, String)>) {
    let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
    match tree {
        UseTree::Path(path) => names_of(&path.tree, &with(&path.ident), into),
        UseTree::Name(name) if name.ident == "self" => {
            into.push((before.to_vec(), before.last().cloned().unwrap_or_default()));
        }
        UseTree::Name(name) => into.push((with(&name.ident), name.ident.to_string())),
        UseTree::Rename(rename) => into.push((with(&rename.ident), rename.rename.to_string())),
        UseTree::Glob(_) => into.push((before.to_vec(), "*".to_owned())),
        UseTree::Group(group) => group.items.iter().for_each(|item| names_of(item, before, into)),
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        // Functions import, too.
        self.import(item);
        let mut names = Vec::new();
        names_of(&item.tree, &[], &mut names);
        for (written, name) in names {
            let Some(path) = self.absolute(&written) else { continue };
            if matches!(item.vis, Visibility::Inherited) {
                self.module.uses.insert(path);
            } else if name == "*" {
                self.module.globs.push(path);
            } else {
                self.module.reexports.insert(name, path);
            }
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if let Some((_, items)) = item.content.as_ref().filter(|_| !is_for_tests(&item.attrs)) {
            self.inner.push((item.ident.to_string(), items.clone()));
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let written: Names = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if written.len() > 1 || self.module.imports.contains_key(&written[0]) {
            self.add(&written);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        self.scan(item.tokens.clone());
    }
}

/// The circles of a crate of these files.
fn circles_of<const COUNT: usize>(files: [(&str, &str); COUNT]) -> Vec<Vec<String>> {
    let files = files.map(|(path, text)| (PathBuf::from(format!("src/{path}")), text.to_owned()));
    let circles = Graph::of("src", &files).circles().into_iter();
    let inside = |file: PathBuf| file.strip_prefix("src").unwrap().to_str().unwrap().to_owned();
    circles.map(|circle| circle.into_iter().map(inside).collect()).collect()
}

/// Two files that name each other are a circle, through re-exports and lists too; what only tests name is none.
#[test]
fn circles_are_seen() {
    let circles = circles_of([
        ("lib.rs", "mod a; mod b; pub use b::C;"),
        ("a.rs", "use crate::{b::deep::{self, D}, C}; fn f() { assert!(super::b::g()); }"),
        (
            "b/mod.rs",
            "pub mod deep; pub struct C; pub fn g() {} #[cfg(test)] mod tests { use crate::a::f; } fn h() {}",
        ),
        ("b/deep.rs", "pub struct D; fn k() { format!(\"{}\", crate::a::f()); }"),
    ]);
    assert_eq!(circles, [["a.rs", "b/deep.rs"]]);
}

/// What is named through an imported folder is named in the file that defines it, whatever the folder is called here.
#[test]
fn circles_through_the_name_of_a_folder_are_seen() {
    let circles = circles_of([
        ("lib.rs", "mod a; mod b; mod c;"),
        (
            "a.rs",
            "use crate::b; use crate::c as sea; fn f() { b::d(); } fn g() { println!(\"{}\", sea::E); }",
        ),
        ("b/mod.rs", "mod d; mod idle; pub(crate) use crate::b::d::d; pub use idle::I;"),
        ("b/d.rs", "pub fn d() { use crate::a; a::f(); }"),
        ("b/idle.rs", "use crate::a; pub struct I;"),
        ("c/mod.rs", "mod e; pub use e::*;"),
        ("c/e.rs", "use super::super::b; pub const E: u8 = b::I::ONE;"),
    ]);
    assert_eq!(circles, [["a.rs", "b/d.rs"]], "importing a folder by itself leads nowhere");
}

/// A folder's `mod.rs` that uses what it hands on leads to the files that define it.
#[test]
fn circles_through_what_a_folder_uses_itself_are_seen() {
    let circles = circles_of([
        ("lib.rs", "mod a;"),
        ("a/mod.rs", "mod b; mod c; pub use b::B; pub use c::C; pub struct A { b: B } pub fn f() {}"),
        ("a/b.rs", "use super::f; pub struct B;"),
        ("a/c.rs", "use super::A; pub struct C;"),
    ]);
    assert_eq!(circles, [["a/b.rs", "a/mod.rs"]]);
}
