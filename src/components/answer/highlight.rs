//! Colours for code. The module is loaded for the first block that names a language. Colours are
//! applied a few milliseconds at a time, and only once to each line.
//!
//! Not responsible for finding the tokens; `extras/highlight.js` does that. A block without a known
//! language stays uncoloured.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Array, Function};
use leptos::prelude::document;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Node;

use super::frame::Frame;
use super::lines::Lines;
use super::looks::looks;
use super::nodes::{append, element, text};
use crate::extra::{get, load_idle, method, settled};
use crate::hooks::later;

/// How long lines are coloured at a stretch, in milliseconds, before other work can run.
const BUDGET: f64 = 6.0;

/// How much of a block is coloured, in bytes. The rest stays plain text.
const MOST: usize = 256 * 1024;

/// All blocks that wait for colours. Clones share the same queue.
#[derive(Clone, Default)]
pub(super) struct Highlighters(Rc<Queue>);

#[derive(Default)]
struct Queue {
    waiting: RefCell<Vec<Rc<Coloured>>>,
    languages: RefCell<Vec<(String, Language)>>,
    module: RefCell<Option<JsValue>>,
    scheduled: Cell<bool>,
}

#[derive(Clone)]
enum Language {
    Loading,
    None,
    Known(Tokenizer),
}

#[derive(Clone)]
struct Tokenizer {
    object: JsValue,
    line: Function,
    /// The class of each token kind; empty for kinds that look like plain text.
    classes: Rc<[String]>,
}

/// A block of code that is coloured line by line.
pub(super) struct Coloured {
    frame: Frame,
    lines: Lines,
    language: String,
    code: RefCell<String>,
    /// How many bytes are coloured: whole lines only.
    done: Cell<usize>,
    state: RefCell<Option<JsValue>>,
    /// Whether the code is complete, so that its last line is complete too.
    ended: Cell<bool>,
    queued: Cell<bool>,
}

impl Coloured {
    pub(super) fn new(frame: Frame, lines: Lines, language: &str, code: &str) -> Rc<Self> {
        Rc::new(Self {
            frame,
            lines,
            language: language.to_ascii_lowercase(),
            code: RefCell::new(code.to_owned()),
            done: Cell::new(0),
            state: RefCell::new(None),
            ended: Cell::new(false),
            queued: Cell::new(false),
        })
    }

    /// Sets the code. If it only extends the old code, the coloured lines stay.
    pub(super) fn renew(&self, code: &str) {
        let mut held = self.code.borrow_mut();
        if let Some(more) = code.strip_prefix(held.as_str()) {
            if !more.is_empty() {
                self.lines.append(more);
            }
        } else {
            self.lines.set(code);
            self.done.set(0);
            self.state.replace(None);
        }
        code.clone_into(&mut held);
        self.frame.measure(code);
    }

    /// Appends to the code.
    pub(super) fn append(&self, more: &str) {
        self.lines.append(more);
        let mut code = self.code.borrow_mut();
        code.push_str(more);
        self.frame.measure(&code);
    }

    /// Marks the code as complete.
    pub(super) fn end(&self) {
        self.ended.set(true);
    }
}

impl Highlighters {
    /// Schedules the colouring of what is new in a block.
    pub(super) fn colour(&self, block: &Rc<Coloured>) {
        if block.language.is_empty() || block.queued.replace(true) {
            return;
        }
        self.0.waiting.borrow_mut().push(block.clone());
        self.schedule();
    }

    fn schedule(&self) {
        if self.0.scheduled.replace(true) {
            return;
        }
        let this = self.clone();
        // The delay collects many changes of the code into one pass. Loading the module can wait
        // longer.
        let loaded = self.0.module.borrow().is_some();
        later(if loaded { 60 } else { 400 }, move || {
            this.0.scheduled.set(false);
            this.run();
        });
    }

    fn run(&self) {
        let start = now();
        let waiting = self.0.waiting.take();
        let mut later = Vec::new();
        for block in waiting {
            match self.language(&block.language) {
                Language::None => block.queued.set(false),
                // Tried again once the language has loaded.
                Language::Loading => later.push(block),
                Language::Known(tokenizer) => {
                    if lines(&block, &tokenizer, start) {
                        block.queued.set(false);
                    } else {
                        later.push(block);
                        self.schedule();
                    }
                }
            }
        }
        self.0.waiting.borrow_mut().extend(later);
    }

    fn language(&self, name: &str) -> Language {
        let known = {
            let languages = self.0.languages.borrow();
            languages
                .iter()
                .find(|(held, _)| held == name)
                .map(|(_, language)| language.clone())
        };
        if let Some(language) = known {
            return language;
        }
        let mut languages = self.0.languages.borrow_mut();
        languages.push((name.to_owned(), Language::Loading));
        let (this, name) = (self.clone(), name.to_owned());
        wasm_bindgen_futures::spawn_local(async move {
            let Ok(found) = this.find(&name).await else {
                this.give_up(&name);
                return;
            };
            let language = found.map_or(Language::None, Language::Known);
            for (held, place) in this.0.languages.borrow_mut().iter_mut() {
                if *held == name {
                    *place = language.clone();
                }
            }
            this.schedule();
        });
        Language::Loading
    }

    /// Drops the waiting blocks of a language whose module could not be loaded. The next code in
    /// this language tries again.
    fn give_up(&self, name: &str) {
        self.0
            .languages
            .borrow_mut()
            .retain(|(held, _)| held != name);
        self.0.waiting.borrow_mut().retain(|block| {
            let waits = block.language != name;
            block.queued.set(waits);
            waits
        });
    }

    /// Finds a language's tokenizer; `None` if the language is not known.
    ///
    /// # Errors
    /// If a module cannot be loaded.
    async fn find(&self, name: &str) -> Result<Option<Tokenizer>, JsValue> {
        let held = self.0.module.borrow().clone();
        let module = match held {
            Some(module) => module,
            None => load_idle("highlight").await?,
        };
        self.0.module.replace(Some(module.clone()));
        let Some(find) = method(&module, "highlighter") else {
            return Ok(None);
        };
        let found = find.call1(&JsValue::UNDEFINED, &JsValue::from_str(name))?;
        let object = settled(found).await?;
        let tokenizer = || {
            Some(Tokenizer {
                line: method(&object, "line")?,
                object: object.clone(),
                classes: classes(&get(&module, "KINDS").dyn_into().ok()?),
            })
        };
        Ok(tokenizer())
    }
}

/// The class of each token kind.
fn classes(kinds: &Array) -> Rc<[String]> {
    let class = |kind: JsValue| match kind.as_string().unwrap_or_default().as_str() {
        "plain" | "operator" => String::new(),
        kind => format!("mt-k-{kind}"),
    };
    kinds.iter().map(class).collect()
}

/// Colours complete lines until [`BUDGET`] is used up. Returns whether none is left to colour.
fn lines(block: &Coloured, tokenizer: &Tokenizer, start: f64) -> bool {
    let code = block.code.borrow();
    let mut state = block.state.borrow_mut();
    let state = state.get_or_insert_with(|| {
        method(&tokenizer.object, "start")
            .and_then(|start| start.call0(&tokenizer.object).ok())
            .unwrap_or(JsValue::UNDEFINED)
    });
    let mut done = block.done.get();
    while done < MOST && now() - start < BUDGET {
        let Some(part) = block.lines.at(done) else {
            break;
        };
        let from = done;
        let made = document().create_document_fragment();
        while done < part.end.min(MOST) && now() - start < BUDGET {
            let rest = code.get(done..part.end).unwrap_or_default();
            let (line, length) = match rest.split_once('\n') {
                Some((line, _)) => (line, line.len() + 1),
                None if block.ended.get() => (rest, rest.len()),
                None => break,
            };
            let tokens = tokenizer
                .line
                .call2(&tokenizer.object, &JsValue::from_str(line), state);
            let tokens = tokens
                .ok()
                .and_then(|tokens| tokens.dyn_into::<Array>().ok());
            let whole = rest.get(..length).unwrap_or_default();
            let tokens = tokens.as_ref().map(numbers).unwrap_or_default();
            for (class, text) in looks(whole, &tokens, &tokenizer.classes) {
                write(&made, class, &text);
            }
            done += length;
        }
        if done == from {
            break;
        }
        part.colour(&made, code.get(done..part.end).unwrap_or_default());
    }
    block.done.set(done);
    let rest = code.get(done..).unwrap_or_default();
    done >= MOST || (!rest.contains('\n') && (rest.is_empty() || !block.ended.get()))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "lengths and indices are small and positive; anything else is 0 or cut off"
)]
fn number(value: &JsValue) -> usize {
    value.as_f64().unwrap_or_default() as usize
}

/// The tokens as pairs of length and kind.
fn numbers(tokens: &Array) -> Vec<(usize, usize)> {
    let mut numbers = tokens.iter().map(|value| number(&value));
    std::iter::from_fn(|| numbers.next().zip(numbers.next())).collect()
}

fn write(to: &Node, class: &str, said: &str) {
    if class.is_empty() {
        append(to, &text(said));
    } else {
        append(to, &element("span", &[("class", class)], &[&text(said)]));
    }
}

/// Milliseconds since the page was opened.
pub(super) fn now() -> f64 {
    web_sys::window()
        .and_then(|window| window.performance())
        .map_or(0.0, |performance| performance.now())
}
