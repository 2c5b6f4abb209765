// Midturn's own modules are beside the script; in development, beside the page.
const here = import.meta.url.replace(/\/snippets\/.*$/, '/');

/**
 * How often each address has failed. Modules that are bundled from `extras/` use the same map for
 * the modules that they load (`extras/again.js`).
 *
 * Some browsers, such as Chromium 148, never request an address again after it has failed. So a
 * failed module is requested at another address. A loaded module keeps the address that worked.
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

/** How long a module waits for the page to be idle before it is loaded anyway, in milliseconds. */
const LONGEST = 2000;

/** Loads a module when the page is idle; at once in browsers that do not report that. */
export async function loadIdle(name) {
  const idle = globalThis.requestIdleCallback;
  if (idle) await new Promise((free) => idle(free, { timeout: LONGEST }));
  return load(name);
}
