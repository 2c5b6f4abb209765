//! Parts of an answer, in French.

use crate::i18n::catalogue::Answer;
use crate::i18n::catalogue::Said::BuiltIn;
use crate::i18n::number::number;
use crate::i18n::plural::{Category, french};

pub(super) const TEXTS: Answer = Answer {
    density: "Densité",
    density_comfortable: "Confortable",
    density_compact: "Compacte",
    offline: "Vous êtes hors ligne. Ce que vous envoyez sera retenté au retour de la connexion.",
    elsewhere_silent: "Cette conversation se déroule dans un autre onglet, qui ne répond pas pour le moment. Ce que vous envoyez est conservé.",
    elsewhere_reader: "Cette conversation est ouverte dans un autre onglet, et ce navigateur ne peut pas la partager entre onglets. Pour écrire ici, fermez l’autre onglet et rechargez la page.",
    image: "Image",
    image_show: "Afficher l’image",
    image_refused: "Non affichée : ce n’est pas l’adresse web d’une image",
    image_broken: "Non affichée : cette image est illisible",
    image_never: "Non affichée : les images ne sont pas chargées ici",
    code: "Code",
    code_copy: "Copier",
    code_copied: "Copié",
    code_not_copied: "La copie a échoué",
    code_wrap: "Renvoi à la ligne",
    code_fold: "Afficher tout le code",
    show_source: "Afficher la source",
    not_drawn: "Impossible à dessiner ; voici la source.",
    diagram_flowchart: "Organigramme",
    diagram_state: "Diagramme d’états",
    diagram_sequence: "Diagramme de séquence",
    diagram_class: "Diagramme de classes",
    diagram_er: "Diagramme entité-association",
    diagram_pie: "Diagramme circulaire",
    table: "Tableau",
    task_open: "Tâche à faire",
    task_done: "Tâche faite",
    feedback: "Évaluation",
    good: "Bonne réponse",
    bad: "Mauvaise réponse",
    alert_note: "Remarque",
    alert_tip: "Astuce",
    alert_important: "Important",
    alert_warning: "Avertissement",
    alert_caution: "Attention",
    output_more: BuiltIn(|n| match french(n) {
        Category::One => format!("{} ligne de plus", number("fr", n as u64)),
        _ => format!("{} lignes de plus", number("fr", n as u64)),
    }),
    output_all: "Tout afficher",
    output_download: "Télécharger",
    image_always: BuiltIn(|host| format!("Toujours depuis {host}")),
    footnote: BuiltIn(|label| format!("Note {label}")),
    footnote_back: BuiltIn(|label| format!("Retour à l’appel de note {label}")),
};
