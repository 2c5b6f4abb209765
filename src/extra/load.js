// Midturn's own modules lie beside the script; while the page is worked on, beside the page.
const here = import.meta.url.replace(/\/snippets\/.*$/, '/');

export const load = (name) => import(new URL(`./extras/${name}.js`, here).href);

/** How long a page may be busy before it gets what can wait all the same, in milliseconds. */
const LONGEST = 2000;

/** Loads when the page has nothing else to do. Not all browsers tell. */
export async function loadIdle(name) {
  const idle = globalThis.requestIdleCallback;
  if (idle) await new Promise((free) => idle(free, { timeout: LONGEST }));
  return load(name);
}
