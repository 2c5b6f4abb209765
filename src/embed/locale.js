// Which language an element speaks. Not responsible for the texts.

/** As `Locale::ALL` has them (`src/i18n.rs`). */
const SPOKEN = ['en', 'fr', 'ar'];

/** The language of a BCP 47 tag, if it is spoken here: the primary subtag decides, in any case. */
function spoken(tag) {
  if (typeof tag !== 'string') return undefined;
  const [primary] = tag.trim().toLowerCase().split(/[-_]/);
  return SPOKEN.find((known) => known === primary);
}

/** The first of the browser's languages that is spoken here, else English. */
function browserLocale() {
  return navigator.languages.map(spoken).find(Boolean) ?? SPOKEN[0];
}

/** What the element was given, else the language around it, else the browser's. */
export function localeOf(host) {
  return (
    spoken(host.locale ?? host.getAttribute('locale')) ??
    spoken(host.closest('[lang]')?.getAttribute('lang')) ??
    browserLocale()
  );
}
