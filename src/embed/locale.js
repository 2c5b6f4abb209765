// Chooses the language of an element.

/** The supported languages, as in `Locale::ALL` (`src/i18n.rs`). */
const SPOKEN = ['en', 'fr', 'ar'];

/** The language of a BCP 47 tag, if supported. The primary subtag decides, in capitals or not. */
function spoken(tag) {
  if (typeof tag !== 'string') return undefined;
  const [primary] = tag.trim().toLowerCase().split(/[-_]/);
  return SPOKEN.find((known) => known === primary);
}

/** The first of the browser's languages that is supported, else English. */
function browserLocale() {
  return navigator.languages.map(spoken).find(Boolean) ?? SPOKEN[0];
}

/** The element's own language, else the language around it, else the browser's. */
export function localeOf(host) {
  return (
    spoken(host.locale ?? host.getAttribute('locale')) ??
    spoken(host.closest('[lang]')?.getAttribute('lang')) ??
    browserLocale()
  );
}
