// What an element shows before its program is there: its size, so that the page does not move, and
// a message if the program cannot be loaded.

const CSS = `
:host { display: block; height: var(--midturn-height, 640px); min-width: 0; }
:host::before { content: "·\\200b·\\200b·\\200b·\\200b·\\200b·"; display: block; block-size: 0; overflow: hidden; visibility: hidden; letter-spacing: 3.75em; }
:host([hidden]) { display: none; }
.failed { all: initial; visibility: inherit; color-scheme: inherit; display: grid; place-content: center; justify-items: center; gap: 12px; block-size: 100%; font: 1em/1.5 system-ui, sans-serif; color: light-dark(#1e1d1b, #ecebe6); }
button { font: inherit; padding: 6px 14px; cursor: pointer; }
`;

/** The program has the catalogue, and is what is missing: these few of its texts are repeated here. */
const TEXTS = {
  en: { loadFailed: 'The chat could not be loaded.', tryAgain: 'Try again' },
  fr: { loadFailed: 'Impossible de charger la discussion.', tryAgain: 'Réessayer' },
  ar: { loadFailed: 'تعذّر تحميل المحادثة.', tryAgain: 'إعادة المحاولة' },
};

let sheet;

/** Gives an empty shadow root the size of the element, and returns it. */
export function shape(root) {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS);
  }
  root.adoptedStyleSheets = [sheet];
  return root;
}

/** The last of an embedder's texts with this key, else the program's. */
function textOf(key, { locale, own }) {
  const given = own?.layers.findLast((texts) => typeof texts[key] === 'string');
  return given ? given[key] : TEXTS[locale][key];
}

/**
 * Says in the element that the program could not be loaded. `again` is called by the button.
 *
 * @param {ShadowRoot} root
 * @param {import('./locale.js').Language} language
 * @param {() => void} again
 */
export function showFailure(root, language, again) {
  const box = document.createElement('div');
  box.className = 'failed';
  box.lang = language.own?.tag ?? language.locale;
  box.dir = (language.own?.rtl ?? language.locale === 'ar') ? 'rtl' : 'ltr';
  box.setAttribute('role', 'alert');
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = textOf('tryAgain', language);
  button.addEventListener('click', () => {
    box.remove();
    again();
  });
  const text = document.createElement('p');
  text.textContent = textOf('loadFailed', language);
  box.append(text, button);
  root.replaceChildren(box);
}
