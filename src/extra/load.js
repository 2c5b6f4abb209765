// Midturn's own modules lie beside the script; while the page is worked on, beside the page.
const here = import.meta.url.replace(/\/snippets\/.*$/, '/');

/**
 * How often each address has failed. The modules that `extras/` bundles know it under this name too,
 * for what they load themselves (`extras/again.js`).
 *
 * Some browsers remember that an address failed, and never ask for it again: Chromium 148 is one. So
 * what has failed is asked for under another address. What has come keeps the address it came from.
 */
const failed = (globalThis[Symbol.for('midturn.failed')] ??= new Map());

export async function load(name) {
  const address = new URL(`./extras/${name}.js`, here).href;
  const times = failed.get(address) ?? 0;
  try {
    return await import(times ? `${address}?again=${times}` : address);
  } catch (error) {
    failed.set(address, times + 1);
    throw error;
  }
}

/** How long a page may be busy before it gets what can wait all the same, in milliseconds. */
const LONGEST = 2000;

/** Loads when the page has nothing else to do. Not all browsers tell. */
export async function loadIdle(name) {
  const idle = globalThis.requestIdleCallback;
  if (idle) await new Promise((free) => idle(free, { timeout: LONGEST }));
  return load(name);
}
