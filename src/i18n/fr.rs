//! French.
//!
//! A no-break space goes before a colon and between a number and its noun. A narrow one goes before
//! `;` and `?`.

mod acts;
mod answer;
mod attach;
mod backend;
mod content;
mod control;
mod conversations;
mod debug;
mod ends;
mod history;
mod keys;
mod plan;
mod questions;
mod reading;
mod setup;
mod speak;
mod start;

use super::catalogue::Catalogue;
use super::catalogue::Said::BuiltIn;
use super::plural::{Category, french};

pub(super) static CATALOGUE: Catalogue = Catalogue {
    speak: speak::TEXTS,
    start: start::TEXTS,
    content: content::TEXTS,
    history: history::TEXTS,
    plan: plan::TEXTS,
    questions: questions::TEXTS,
    backend: backend::TEXTS,
    setup: setup::TEXTS,
    ends: ends::TEXTS,
    keys: keys::TEXTS,
    answer: answer::TEXTS,
    acts: acts::TEXTS,
    conversations: conversations::TEXTS,
    locale: "fr",
    dir: "ltr",
    attach_files: "Joindre des fichiers",
    attach: attach::TEXTS,
    debug: debug::TEXTS,
    reading: reading::TEXTS,
    control: control::TEXTS,
    app_name: "Midturn",
    skip_to_composer: "Aller au champ de message",
    threads: "Conversations",
    new_thread: "Nouvelle conversation",
    untitled: "Nouvelle conversation",
    rename: "Renommer",
    rename_title: "Titre de la conversation",
    delete: "Supprimer",
    deleted_thread: "Conversation supprimée",
    deleted_prompt: "Message retiré de la file",
    undo: "Annuler",
    close: "Fermer",
    open_threads: "Afficher les conversations",
    close_threads: "Masquer les conversations",
    thread_running: "L’agent travaille",
    thread_paused: "File en pause",
    thread_waiting: "Attend votre réponse",
    save: "Enregistrer",
    cancel_edit: "Annuler",
    settings: "Paramètres",
    theme: "Thème",
    theme_auto: "Comme le système",
    theme_light: "Clair",
    theme_dark: "Sombre",
    language: "Langue",
    language_auto: "Comme le navigateur",
    agent_url: "URL de l’agent",
    agent_url_help: "L’adresse à laquelle les messages sont envoyés. Laissez ce champ vide pour utiliser l’agent fourni avec cette page.",
    expand_steps: "Afficher les étapes pendant que l’agent travaille",
    on_enter: "Entrée pendant que l’agent travaille",
    on_enter_queue: "Mettre en file",
    on_enter_interject: "Orienter",
    on_enter_replace: "Arrêter et envoyer",
    notify: "Me notifier quand un tour finit en arrière-plan",
    transcript_label: "Conversation",
    message_you: "Vous avez dit",
    message_agent: "Agent",
    empty_title: "Sur quoi l’agent doit-il travailler\u{202f}?",
    empty_body: "Pendant qu’il travaille, arrêtez-le, guidez-le ou préparez la suite.",
    empty_tour: "Faire la visite guidée",
    jump_latest: "Aller au dernier message",
    jump_new: BuiltIn(jump_new),
    composer_label: "Message",
    composer_placeholder: "Écrire à l’agent…",
    composer_placeholder_queue: "Mettre un message en file…",
    composer_placeholder_paused: "Ajouter à la file…",
    send: "Envoyer",
    queue_button: "Mettre en file",
    replace: "Arrêter et envoyer",
    replace_title: "Arrête l’agent, puis envoie ceci",
    more_ways: "Autres façons d’envoyer",
    stop: "Arrêter",
    hint_queue: BuiltIn(hint_queue),
    hint_queue_paused: "La file est en pause",
    cancel: "Arrêter et envoyer…",
    cancel_title: "Ouvre un champ pour le message. L’agent continue jusqu’à l’envoi.",
    resume: "Reprendre",
    keep_running: "Laisser continuer",
    dismiss_cancel: "Arrêter",
    dismiss_cancel_title: "Arrête l’agent tout de suite. Votre texte passe dans le champ de message.",
    dismiss_over: "Fermer",
    dismiss_resume: "Pas maintenant",
    editor_label_cancel: "Que doit faire l’agent à la place\u{202f}?",
    editor_label_over: "L’agent a terminé. Quelque chose à ajouter\u{202f}?",
    editor_label_resume: "Dire quelque chose d’abord (facultatif)",
    editor_placeholder_cancel: "Une nouvelle consigne…",
    editor_placeholder_resume: "Laissez vide pour envoyer le message suivant…",
    submit_cancel: "Arrêter et envoyer",
    submit_over: "Envoyer",
    submit_resume: "Envoyer et reprendre",
    submit_resume_blank: "Envoyer le suivant",
    cancel_hint: "L’agent travaille toujours. Échap l’arrête.",
    reason_editing: "Vous modifiez le prochain message.",
    reason_finished: "Le dernier tour s’est terminé pendant que vous écriviez.",
    reason_asked: "La file s’est mise en pause, comme demandé.",
    timer_label: BuiltIn(timer_label),
    hours: BuiltIn(|n| format!("{}\u{a0}h", super::number::number("fr", n))),
    minutes: BuiltIn(|n| format!("{}\u{a0}min", super::number::number("fr", n))),
    seconds: BuiltIn(|n| format!("{}\u{a0}s", super::number::number("fr", n))),
    paused_title: BuiltIn(paused_title),
    queue_title: BuiltIn(queue_title),
    queue_label: "Messages en file d’attente",
    queue_pause: "Pause après ce tour",
    queue_add_first: "Ajouter un message d’abord…",
    prompt_edit: "Modifier",
    prompt_delete: "Retirer",
    prompt_up: "Monter",
    prompt_down: "Descendre",
    prompt_drag: "Faire glisser pour réordonner",
    prompt_run_now: "Lancer maintenant",
    prompt_run_now_title: "Arrête le tour en cours et lance celui-ci",
    prompt_edit_label: "Modifier le message",
    prompt_held: "Attend que vous enregistriez",
    steps: BuiltIn(steps),
    cancelled_after: BuiltIn(cancelled_after),
    failed_after: BuiltIn(failed_after),
    interrupted_after: BuiltIn(interrupted_after),
    show_steps: "Afficher les étapes",
    steps_of: "Étapes\u{a0}: ",
    hide_steps: "Masquer les étapes",
    activity_waiting: "En attente de l’agent",
    activity_retrying: "Nouvel essai…",
    activity_busy: "L’agent est encore occupé. Nouvel essai…",
    activity_rejoining: "Reconnexion…",
    activity_blocked: "En attente de l’arrêt du dernier tour…",
    activity_writing: "Rédaction…",
    activity_thinking: "Réflexion en cours",
    activity_thought: "Réflexion",
    activity_arguments: "Arguments",
    activity_result: "Résultat",
    activity_approval: "En attente d’approbation",
    activity_error: "Erreur",
    status_running: "en cours",
    status_done: "terminé",
    status_failed: "échoué",
    status_cancelled: "annulé",
    status_interrupted: "interrompu",
    status_waiting: "en attente",
    stop_unknown: "Arrêté ici\u{202f}; l’agent travaille peut-être encore.",
    failed_agent: "L’agent a signalé une erreur",
    failed_refused: BuiltIn(failed_refused),
    failed_unreachable: "L’agent est injoignable",
    failed_not_stream: "La réponse n’était pas un flux d’événements",
    interrupted_truncated: "La connexion s’est terminée avant la fin du tour. On ignore ce qui s’est passé ensuite.",
    interrupted_network: "La connexion a été perdue. On ignore ce qui s’est passé ensuite.",
    interrupted_malformed: "L’agent a envoyé des données illisibles. On ignore ce qui s’est passé ensuite.",
    interrupted_reload: "La page a été fermée pendant que l’agent travaillait.",
    try_again: "Réessayer",
    part_failed: "Cette partie de la page n’a pas pu être chargée.",
    announce_started: "L’agent s’est mis au travail.",
    announce_finished: "L’agent a terminé.",
    announce_finished_editing: "Le tour est terminé.",
    announce_cancelled: BuiltIn(announce_cancelled),
    announce_failed: "Le tour a échoué.",
    announce_interrupted: "La connexion a été perdue.",
    announce_waiting: "L’agent attend une approbation.",
    announce_queued: BuiltIn(announce_queued),
    announce_paused: BuiltIn(announce_paused),
    announce_moved: BuiltIn(announce_moved),
    announce_removed: "Message retiré de la file.",
    announce_restored: "Rétabli.",
    notice_storage: "Ce navigateur ne permet pas d’enregistrer les conversations\u{202f}; elles seront perdues au rechargement de la page.",
    notice_corrupt: "Certaines conversations enregistrées sont illisibles et ne sont pas affichées.",
    notice_not_deleted: "Une conversation supprimée est peut-être encore conservée par l’agent\u{a0}: elle n’a pas pu y être supprimée.",
    notice_crash: "Un problème est survenu. Vos messages sont enregistrés\u{202f}; rechargez la page pour continuer.",
    reload: "Recharger",
    load_failed: "Impossible de charger la discussion.",
};

/// `n` with its noun.
fn count(n: usize, one: &str, other: &str) -> String {
    let noun = match french(n) {
        Category::One => one,
        _ => other,
    };
    format!("{}\u{a0}{noun}", number(n))
}

fn steps(n: usize) -> String {
    count(n, "étape", "étapes")
}

fn messages_waiting(n: usize) -> String {
    count(n, "message en attente", "messages en attente")
}

fn cancelled_after(n: usize) -> String {
    format!("Annulé après {}", steps(n))
}

fn failed_after(n: usize) -> String {
    format!("Échec après {}", steps(n))
}

fn interrupted_after(n: usize) -> String {
    format!("Interrompu après {}", steps(n))
}

fn jump_new(n: usize) -> String {
    count(n, "nouveau message", "nouveaux messages")
}

fn hint_queue(ahead: usize) -> String {
    match ahead {
        0 => "Envoyé à la fin de ce tour".to_owned(),
        _ => format!("Envoyé après {}", count(ahead, "autre", "autres")),
    }
}

fn paused_title(n: usize) -> String {
    format!("En pause\u{a0}: {}", messages_waiting(n))
}

fn queue_title(n: usize) -> String {
    format!("{}\u{a0}en file", number(n))
}

fn failed_refused(status: u16) -> String {
    format!("L’agent a refusé la requête (HTTP\u{a0}{status})")
}

fn announce_cancelled(n: usize) -> String {
    match n {
        0 => "Annulé.".to_owned(),
        _ => format!("{}.", cancelled_after(n)),
    }
}

fn announce_queued(ahead: usize) -> String {
    match ahead {
        0 => "Mis en file, prochain à passer.".to_owned(),
        _ => format!("Mis en file, {} avant lui.", number(ahead)),
    }
}

fn announce_paused(n: usize) -> String {
    format!("File en pause, {}.", messages_waiting(n))
}

fn announce_moved(place: usize, of: usize) -> String {
    format!("Déplacé à la place {} sur {}.", number(place), number(of))
}

fn timer_label(text: &str) -> String {
    format!("Temps écoulé\u{a0}: {text}")
}

/// Formats a number in French.
fn number(n: usize) -> String {
    super::number::number("fr", n as u64)
}
