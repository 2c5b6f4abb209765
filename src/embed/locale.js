// Chooses the language of an element: one of the program's, or one that the embedder added.

/** The supported languages, as in `Locale::ALL` (`src/i18n.rs`). */
const SPOKEN = ['en', 'fr', 'ar'];

/** Scripts that are written from right to left, by their ISO 15924 codes. */
const FROM_THE_RIGHT = ['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg'];

/**
 * A language. `own` is there if the embedder gave texts for it: `layers` from the most general to the
 * most specific, and a `key` that is the same for the same texts.
 *
 * @typedef {object} Language
 * @property {string} locale the program's language below
 * @property {{ key: string, tag: string, rtl: boolean, layers: object[] }} [own]
 */

/** The subtags of a BCP 47 tag, in small letters. */
const subtags = (tag) => tag.trim().toLowerCase().split(/[-_]/);

/** The languages of an embedder's texts, and the program's. */
export const languages = (strings) => [...new Set([...SPOKEN, ...Object.keys(strings ?? {})])];

/** The language of a BCP 47 tag, if there is one. Of the program's, the primary subtag decides. */
export function languageOf(tag, strings) {
  if (typeof tag !== 'string') return undefined;
  const asked = subtags(tag);
  const locale = SPOKEN.find((known) => known === asked[0]);
  const layers = layersOf(asked, !locale, strings);
  if (layers.length === 0) return locale && { locale };
  const own = { tag: layers.at(-1)[0], layers: layers.map(([, texts]) => texts) };
  own.rtl = isFromTheRight(own);
  return { locale: locale ?? SPOKEN[0], own: { ...own, key: JSON.stringify([locale, own]) } };
}

/**
 * The embedder's texts for a tag: those of the tag and of the shorter tags that it begins with.
 * Without any, those of another region or script, if `others` is set.
 */
function layersOf(asked, others, strings) {
  const all = Object.entries(strings ?? {}).filter(([tag]) => subtags(tag)[0] === asked[0]);
  const layers = all.filter(([tag]) => subtags(tag).every((part, at) => part === asked[at]));
  if (layers.length === 0) return others ? all.slice(0, 1) : [];
  return layers.sort(([one], [other]) => subtags(one).length - subtags(other).length);
}

function isFromTheRight({ tag, layers }) {
  const dir = layers.findLast((texts) => texts.dir === 'ltr' || texts.dir === 'rtl')?.dir;
  return dir ? dir === 'rtl' : FROM_THE_RIGHT.includes(new Intl.Locale(tag).maximize().script);
}

/** The `lang` of the nearest element around one, also outside of the shadow roots that it is in. */
function languageAround(element) {
  for (let at = element; at; at = at.getRootNode().host) {
    const found = at.closest('[lang]');
    if (found) return found.getAttribute('lang');
  }
  return undefined;
}

/**
 * The element's own language, else the language around it, else the browser's, else English.
 *
 * @param {Element} host
 * @param {Record<string, object>} [strings] the embedder's texts, checked
 * @returns {Language}
 */
export function languageAt(host, strings) {
  const around = languageAround(host);
  for (const tag of [host.locale ?? host.getAttribute('locale'), around, ...navigator.languages]) {
    const found = languageOf(tag, strings);
    if (found) return found;
  }
  return languageOf(SPOKEN[0], strings);
}
