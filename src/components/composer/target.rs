//! The chip that names the recipient of an interjection, and the menu that changes it.
//!
//! Not responsible for the possible recipients: the core knows which agents listen.

use leptos::prelude::*;
use midturn_core::delivery::Situation;
use midturn_core::transcript::{Activity, ActivityKind, Target};

use super::delivery_hint::name;
use crate::components::icon::{Icon, IconName};
use crate::components::menu::{Menu, Opening};
use crate::components::{Part, Ui, flag};
use crate::hooks::later;
use crate::part::Make;
use crate::state::{ConversationCells, TargetView};

/// The key of the main agent. No activity has an empty id.
const ROOT: &str = "";
/// The key of the entry for all agents.
const ALL: &str = "all agents";
/// The key of the entry that starts or ends choosing several agents.
const SEVERAL: &str = "several agents";

/// How long the note about an ended agent stays, in milliseconds.
const SAID: u32 = 8000;

/// The chip, from the first subagent of a turn until the turn ends: it must not vanish under the
/// pointer when an agent ends.
#[component]
pub(super) fn TargetChip(situation: Memo<Situation>) -> impl IntoView {
    let cells = Ui::get().cells;
    let there = Memo::new(move |_| {
        situation.get() == Situation::Working
            && (cells.target.with(|view| !view.agents.is_empty()) || had_agents(&cells))
    });
    view! {
        <Show when=move || there.get()>
            <Part load=chip props=Callback::new(|()| ())/>
        </Show>
    }
}

crate::part! {
    in control
    fn chip() -> Make<()> { |()| Chip().into_any() }
}

/// Whether the last turn has or had a subagent.
fn had_agents(cells: &ConversationCells) -> bool {
    let Some(turn) = cells.last.get() else {
        return false;
    };
    let is_agent = |activity: &Activity| matches!(activity.kind, ActivityKind::Subagent { .. });
    turn.activities
        .with(|all| all.iter().any(|cell| cell.activity.with(is_agent)))
}

#[component]
fn Chip() -> impl IntoView {
    let Ui { texts, cells, .. } = Ui::get();
    let opening = Opening::new();
    let Opening {
        around,
        opener,
        open,
    } = opening;
    // What stands before the recipient's name, and the rest.
    let words = Memo::new(move |_| {
        let name = cells.target.with(|view| name(texts, view));
        let whole = texts.speak.target_chip(&name);
        let (to, rest) = whole.split_at(whole.rfind(&name).unwrap_or(0));
        (to.to_owned(), rest.to_owned())
    });
    view! {
        <div class="mt-target" node_ref=around>
            <button
                type="button"
                class="mt-button mt-button--small mt-target__chip"
                part="composer-button target"
                data-testid="composer-target"
                aria-haspopup="menu"
                title=texts.speak.target_title
                aria-expanded=move || flag(open.get())
                node_ref=opener
                on:click=move |_| opening.toggle()
                on:keydown=move |event| opening.pressed(&event)
            >
                <Icon name=IconName::Subagent/>
                <span class="mt-target__name">
                    // Not shown in little width.
                    <span class="mt-target__to">{move || words.get().0}</span>
                    {move || words.get().1}
                </span>
                <Icon name=IconName::Chevron/>
            </button>
            <Show when=move || open.get()>
                <Recipients opening/>
            </Show>
        </div>
    }
}

/// The state that all entries of the menu share.
#[derive(Clone, Copy)]
struct Choice {
    ui: Ui,
    /// Whether several agents are being chosen: a press then adds or removes an agent.
    several: RwSignal<bool>,
    opening: Opening,
}

impl Choice {
    fn press(&self, own: &Target) {
        let adds = self.several.get_untracked() && *own != Target::All;
        let wanted = if adds {
            let target = self.ui.cells.target;
            target.with_untracked(|view| toggled(view, own))
        } else {
            own.clone()
        };
        self.ui.actions.choose_target(wanted);
        if !adds {
            self.opening.close();
        }
    }
}

/// The menu of the possible recipients.
#[component]
fn Recipients(opening: Opening) -> impl IntoView {
    let ui = Ui::get();
    let target = ui.cells.target;
    let choice = Choice {
        ui,
        several: RwSignal::new(target.with_untracked(|view| view.target.is_several())),
        opening,
    };
    // Keyed, so that an entry keeps the focus when another entry is added or removed.
    let keys = move || {
        let agents = target.with(|view| {
            let ids = view.agents.iter().map(|agent| agent.id.to_string());
            ids.collect::<Vec<_>>()
        });
        let all = [ALL.to_owned(), SEVERAL.to_owned()];
        let keys = std::iter::once(ROOT.to_owned()).chain(agents);
        keys.chain(all).collect::<Vec<_>>()
    };
    let entry = move |key: String| {
        if key == SEVERAL {
            return view! { <SeveralEntry choice/> }.into_any();
        }
        let found = target.with_untracked(|view| entry_of(&ui, view, &key));
        found
            .map(|entry| view! { <AgentEntry choice entry/> })
            .into_any()
    };
    view! {
        <Menu opening label=ui.texts.speak.target_title>
            <For each=keys key=String::clone children=entry/>
        </Menu>
    }
}

/// A possible recipient.
struct Entry {
    target: Target,
    name: String,
    /// The agent's task; may be empty.
    about: String,
}

/// The entry for a key: an agent's id, the main agent, or all agents.
fn entry_of(ui: &Ui, view: &TargetView, key: &str) -> Option<Entry> {
    let agent = view.agents.iter().find(|agent| agent.id.as_str() == key);
    let (target, name, about) = match agent {
        Some(agent) => (
            Target::Agent(agent.id.clone()),
            agent.name.as_str(),
            agent.about.as_str(),
        ),
        None if key == ROOT => (Target::Root, ui.texts.speak.main_agent, ""),
        None if key == ALL => (Target::All, ui.texts.speak.all_agents, ""),
        None => return None,
    };
    Some(Entry {
        target,
        name: name.to_owned(),
        about: about.to_owned(),
    })
}

#[component]
fn AgentEntry(choice: Choice, entry: Entry) -> impl IntoView {
    let Entry {
        target: own,
        name,
        about,
    } = entry;
    let single = own == Target::All;
    let own = StoredValue::new(own);
    let (several, target) = (choice.several, choice.ui.cells.target);
    let role = move || {
        if several.get() && !single {
            "menuitemcheckbox"
        } else {
            "menuitemradio"
        }
    };
    let checked = move || {
        let all = several.get();
        flag(target.with(|view| own.with_value(|own| is_chosen(&view.target, own, all))))
    };
    view! {
        <button
            type="button"
            class="mt-menu__item"
            part="menu-item"
            role=role
            aria-checked=checked
            tabindex="-1"
            on:click=move |_| own.with_value(|own| choice.press(own))
        >
            <Icon name=IconName::Check/>
            <span dir="auto">{name}</span>
            <span class="mt-menu__about" dir="auto">
                {about}
            </span>
        </button>
    }
}

/// The entry that starts or ends choosing several agents.
#[component]
fn SeveralEntry(choice: Choice) -> impl IntoView {
    let Choice { ui, several, .. } = choice;
    let press = move |_| {
        if several.get_untracked() {
            choice.opening.close();
        } else {
            several.set(true);
        }
    };
    let label = move || {
        if several.get() {
            ui.texts.speak.several_done
        } else {
            ui.texts.speak.several_agents
        }
    };
    view! {
        <button
            type="button"
            class="mt-menu__item"
            part="menu-item"
            role="menuitem"
            tabindex="-1"
            on:click=press
        >
            <span>{label}</span>
        </button>
    }
}

/// Whether an entry is marked. With [`Target::All`], every agent's entry is marked while several
/// are chosen.
fn is_chosen(target: &Target, own: &Target, several: bool) -> bool {
    if target == own {
        return true;
    }
    match (target, own) {
        (Target::All, _) => several,
        (Target::Several { root, .. }, Target::Root) => *root,
        (Target::Several { agents, .. }, Target::Agent(id)) => agents.contains(id),
        (Target::Root | Target::Agent(_) | Target::Several { .. }, _) => false,
    }
}

/// The target after adding or removing one agent. The last one cannot be removed.
fn toggled(view: &TargetView, own: &Target) -> Target {
    let (mut root, mut agents) = match &view.target {
        Target::Root => (true, Vec::new()),
        Target::Agent(id) => (false, vec![id.clone()]),
        Target::All => (
            true,
            view.agents.iter().map(|agent| agent.id.clone()).collect(),
        ),
        Target::Several { root, agents } => (*root, agents.clone()),
    };
    match own {
        Target::Agent(id) if agents.contains(id) => agents.retain(|held| held != id),
        Target::Agent(id) => agents.push(id.clone()),
        Target::Root => root = !root,
        Target::All | Target::Several { .. } => {}
    }
    if !root && agents.is_empty() {
        return view.target.clone();
    }
    Target::Several { root, agents }
}

/// The note about a chosen agent that has ended. Empty before, and again after [`SAID`].
pub(super) fn ended(ui: Ui) -> RwSignal<String> {
    let Ui { texts, cells, .. } = ui;
    let said = RwSignal::new(String::new());
    Effect::new(move |last: Option<(Target, String)>| {
        let works = cells.run.with(Option::is_some);
        let (now, there) = cells.target.with(|view| {
            let there = match last.as_ref().map(|(target, _)| target) {
                Some(Target::Agent(id)) => view.agents.iter().any(|agent| agent.id == *id),
                Some(Target::Root | Target::All | Target::Several { .. }) | None => true,
            };
            ((view.target.clone(), name(texts, view)), there)
        });
        if let (Some((_, name)), true, false) = (last, works, there) {
            let text = texts.speak.announce_target_ended(&name);
            said.set(text.clone());
            later(SAID, move || {
                if said.try_get_untracked().is_some_and(|held| held == text) {
                    said.set(String::new());
                }
            });
        }
        now
    });
    said
}
