//! Approvals, tasks, stops and the ledger, in French.

use super::count;
use crate::i18n::catalogue::{Around, Control};

pub(super) const TEXTS: Control = Control {
    approval_label: Around("Approbation\u{a0}: ", ""),
    question_label: "L’agent demande",
    approve: "Approuver",
    deny: "Refuser",
    deny_why: "Refuser en disant pourquoi…",
    deny_reason: "Pourquoi ce refus\u{202f}?",
    edit_arguments: "Modifier les arguments…",
    arguments_json: "Arguments, sous forme d’objet JSON",
    arguments_bad: "Ce n’est pas un objet JSON\u{202f}: impossible de l’approuver.",
    argument_no_number: Around("", "\u{a0}: ce n’est pas un nombre."),
    argument_no_json: Around("", "\u{a0}: ce n’est pas du JSON."),
    edit_as_json: "Modifier en JSON",
    edit_as_fields: "Modifier champ par champ",
    reply_label: "Votre réponse",
    expires_in: Around("Expire dans ", ""),
    expired: "Expirée\u{a0}: il n’est plus possible d’y répondre.",
    answered_approved: "Approuvé",
    answered_edited: "Approuvé avec d’autres arguments",
    answered_denied: "Refusé",
    answered_reply: "Réponse",
    answered_abandoned: "Sans réponse",
    activity_said: "Ce qu’il a dit",
    closed_replaced: "Fermée\u{a0}: un message a été envoyé à la place",
    closed_stopped: "Fermée\u{a0}: le tour a été arrêté",
    closed_overtaken: "Fermée\u{a0}: le message suivant est passé avant",
    closed_elsewhere: "Fermée\u{a0}: il y a été répondu ailleurs",
    answer_refused: "L’agent n’a pas accepté la réponse",
    answer_unknown: "On ignore si l’agent a reçu la réponse. Répondez de nouveau, ou envoyez un message.",
    edits_forbidden: "Les arguments ne peuvent pas être modifiés.",
    reason_follows: "Envoyé comme message après la réponse\u{a0}: l’agent n’accepte pas de raison avec elle.",
    reply_json: "Votre réponse, en JSON",
    resume_replaces: "Ferme la question ouverte\u{a0}: votre message est envoyé à la place.",
    resume_overtakes: "Ferme la question ouverte\u{a0}: le message suivant passe avant.",
    run_now_overtakes: "«\u{a0}Lancer maintenant\u{a0}» ferme la question ouverte sans y répondre.",
    said_after_answer: "Part vers l’agent après la réponse",
    activity_answer: "Réponse",
    answer_waits: "En attente des autres réponses",
    answer_change: "Modifier",
    details: Around("\u{a0}: ", ""),
    stop_task: Around("Arrêter ", ""),
    force: "Forcer",
    force_title: "Arrête tout de suite, sans attendre ce qui travaille encore",
    force_asked: "Arrêt immédiat demandé.",
    stopping_for: Around("Arrêt en cours… ", ""),
    status_stopping: "en cours d’arrêt",
    still_running: Around(" encore en cours, ", ""),
    task_stopped: "Arrêté",
    task_stopped_by_you: "Arrêté par vous",
    task_stopped_with: Around("Arrêté avec ", ""),
    task_stopped_turn: "Arrêté avec le tour",
    task_refused: "Non arrêté",
    task_partial: "Fait avant l’arrêt",
    task_progress: "Avancement",
    partial_mark: "(partiel, annulé)",
    continue_here: "Continuer à partir d’ici",
    continue_message: "Continue à partir de là où tu t’es arrêté.",
    edit_resend: "Modifier et renvoyer",
    stop_scope,
    time_locale: "fr",
    ledger: Around("Interruptions (", ")"),
    ledger_stop_asked: "Vous avez arrêté le tour",
    ledger_stop_forced: "Vous avez demandé un arrêt immédiat",
    ledger_stop_confirmed: "L’agent a confirmé l’arrêt",
    ledger_stop_unknown: "On ignore si l’agent s’est arrêté",
    ledger_stop_late: "Le tour s’était terminé avant l’arrêt",
    ledger_stopped_itself: "L’agent s’est arrêté de lui-même",
    ledger_task_asked: Around("Vous avez arrêté ", ""),
    ledger_task_stopped: Around("", " s’est arrêté"),
    ledger_task_refused: Around("", " ne s’est pas arrêté"),
    ledger_interjected: Around("Vous avez dit «\u{a0}", "\u{a0}»"),
    ledger_fell_back: Around(
        "«\u{a0}",
        "\u{a0}» va à l’agent au-dessus\u{202f}: celui qui était visé a terminé",
    ),
    ledger_delivered: Around("L’agent a reçu «\u{a0}", "\u{a0}»"),
    ledger_queued: Around(
        "Trop tard pour ce tour, mis en file\u{a0}: «\u{a0}",
        "\u{a0}»",
    ),
    ledger_undelivered: Around(
        "Non remis, le tour a été arrêté avant\u{a0}: «\u{a0}",
        "\u{a0}»",
    ),
    ledger_unreachable: Around(
        "Non remis, l’agent était injoignable\u{a0}: «\u{a0}",
        "\u{a0}»",
    ),
    ledger_ended: Around(
        "Non remis, son agent avait terminé\u{a0}: «\u{a0}",
        "\u{a0}»",
    ),
    ledger_asked: Around("L’agent a posé une question sur ", ""),
    ledger_answered: Around("Vous avez répondu sur ", ""),
    ledger_lost: "La connexion a été perdue",
    ledger_rejoined: "Connexion rétablie",
};

fn stop_scope(agents: usize, prompts: usize) -> String {
    let mut text = "Arrête\u{a0}: l’agent principal".to_owned();
    if agents > 0 {
        text.push_str(", ");
        text.push_str(&count(agents, "sous-agent", "sous-agents"));
    }
    text.push('.');
    if prompts > 0 {
        text.push(' ');
        text.push_str(&count(
            prompts,
            "message en file attendra.",
            "messages en file attendront.",
        ));
    }
    text
}
