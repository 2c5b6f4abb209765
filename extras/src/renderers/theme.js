// Says whether a place on the page is dark, and tells when that has changed: by the chat's theme, the
// system's, an attribute of an element around the chat, as pages set it, or another place on the page.
//
// Not responsible for pages that change their colours in another way: what asks is told the truth, but
// nobody is called.

/** The event in a chat's shadow root after its element was moved within the page. */
const MOVED = 'midturn-moved';

/** The places that are watched. */
const watched = new Set();
/** @type {MutationObserver | undefined} */
let attributes;
/** @type {MediaQueryList | undefined} */
let system;

/** Whether a computed colour is light. */
export function isLight(color) {
  // `color(display-p3 …)`: the name of the space has a digit.
  const [first = 0, second = 0, third = 0] = (color.replace(/^color\(\S+/, '').match(/[\d.]+/g) ?? []).map(Number);
  if (/^okl/.test(color)) return first > 0.5;
  if (/^l(ab|ch)/.test(color)) return first > 50;
  return first + second + third > 3 * (color.startsWith('color(') ? 0.5 : 127);
}

/** Whether an element is on a dark ground: its text is light then. */
const isDark = (place) => isLight(getComputedStyle(place).color);

function look() {
  for (const one of watched) {
    const dark = isDark(one.place);
    if (dark === one.dark) continue;
    one.dark = dark;
    one.changed();
  }
}

/** The elements whose attributes may decide: the chat's root, its element, and those around that. */
function around(place) {
  const all = [];
  for (let one = place.closest('.midturn') ?? place; one; one = one.parentElement ?? one.getRootNode().host) all.push(one);
  return all;
}

/** Listens to the attributes around a place. An element that is observed already is observed once. */
function observe(place) {
  for (const element of around(place)) attributes.observe(element, { attributes: true });
}

function moved() {
  attributes.disconnect();
  for (const { place } of watched) observe(place);
  look();
}

/**
 * @param {Element} place an element on the page
 * @param {() => void} changed called when the place has become dark or light
 * @returns {{ readonly dark: boolean, stop: () => void }}
 */
export function watch(place, changed) {
  const root = place.getRootNode();
  const one = { place, root, changed, dark: isDark(place) };
  watched.add(one);
  if (!system) {
    system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', look);
    attributes = new MutationObserver(look);
  }
  observe(place);
  root.addEventListener(MOVED, moved);
  return {
    get dark() {
      return isDark(place);
    },
    stop() {
      watched.delete(one);
      if (![...watched].some((other) => other.root === root)) root.removeEventListener(MOVED, moved);
      if (watched.size || !system) return;
      attributes.disconnect();
      system.removeEventListener('change', look);
      system = undefined;
    },
  };
}
