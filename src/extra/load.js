// Midturn's own modules are where `src/embed/base.js` says, else beside the script; in development,
// beside the page.
const elsewhere = () => globalThis[Symbol.for('midturn.base')];
const here = () => elsewhere() ?? import.meta.url.replace(/\/snippets\/.*$/, '/');

/**
 * How often each address has failed. Modules that are bundled from `extras/` use the same map for
 * the modules that they load (`extras/again.js`).
 *
 * Some browsers, such as Chromium 148, never request an address again after it has failed. So a
 * failed module is requested at another address. A loaded module keeps the address that worked.
 */
const failed = (globalThis[Symbol.for('midturn.failed')] ??= new Map());

/** The modules, by imports that a bundler of the host page finds. */
const MODULES = {
  highlight: () => import('./extras/highlight.js'),
  math: () => import('./extras/math.js'),
  diagram: () => import('./extras/diagram.js'),
  tools: () => import('./extras/tools.js'),
  renderers: () => import('./extras/renderers.js'),
};

/** Under Trunk, this file is not bundled: the modules are not beside it. */
const isApart = import.meta.url.includes('/snippets/');

/** What is said of a module that could not be loaded: not every browser names the address. */
const unloaded = (name, error) => new Error(`${name} could not be loaded: ${error?.message ?? error}`, { cause: error });

/** Whether the modules still have the addresses of the build. A bundler gives them others. */
const isPlain = isApart || /\/(midturn|page|program)\.js$/.test(import.meta.url);

/**
 * The modules that are loading or loaded. Each is imported once: WebKit answers a second import of a
 * module that awaits others before that module has run.
 */
const loading = new Map();

export function load(name) {
  if (!loading.has(name)) {
    loading.set(name, request(name).catch((error) => {
      loading.delete(name);
      throw error;
    }));
  }
  return loading.get(name);
}

async function request(name) {
  const address = new URL(`./extras/${name}.js`, here()).href;
  const times = failed.get(address) ?? 0;
  try {
    if (times && (isPlain || elsewhere())) return await import(/* @vite-ignore */ /* webpackIgnore: true */ `${address}?again=${times}`);
    if (isApart || elsewhere()) return await import(/* @vite-ignore */ /* webpackIgnore: true */ address);
    return await MODULES[name]();
  } catch (error) {
    failed.set(address, times + 1);
    // A bundler gives a module an address that is not known here.
    throw unloaded(isPlain || elsewhere() ? address : `extras/${name}.js`, error);
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
