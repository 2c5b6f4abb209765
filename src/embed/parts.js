// Loads a program that the build has divided: the first part at once, the others when they are
// needed. What is in which, `xtask/profile` says.
//
// What a person does before all of it is there waits (`hold.js`), and so does what is stored. The
// parts build on each other, in their order. A function of a part that is not there yet calls `l`,
// which gets it there and then, without letting go of the page: correct always, and slow, so it is
// the last resort. Languages are no part of that order: each comes when it is to be shown.

import { hold } from './hold.js';

/** When a page that nobody has touched gets the rest, in milliseconds. */
const MEANWHILE = 1000;

/** When what did not come and is waited for is asked for again, in milliseconds: twice as long each
 *  time, and at once when the browser has a connection again. */
const AGAIN = 2000;
const AT_MOST = 60_000;

/**
 * @param {URL[]} urls of the parts
 * @param {Record<string, URL>} tongues of the languages' parts, by tag
 * @param {{ imports: () => object, finalize: (instance: object, module: object) => object }} bound
 */
export function program(urls, tongues, bound) {
  // Behind the last one that everybody needs is one that only developers ask for.
  const last = urls.length - 2;
  const compiled = [];
  const coming = [];
  const held = [];
  // How many parts are there.
  let there = 0;
  let failed = false;
  // Somebody waits for all of it: to be answered, or to see what is stored.
  let waited = false;
  let again = AGAIN;
  let retry;
  let exports;
  let allAreThere;
  const all = new Promise((resolve) => {
    allAreThere = resolve;
  });
  const given = { ...bound.imports(), l: { l: now } };
  const { language, languageNow, firstIsThere } = languages(tongues, given);

  /** Takes in the next part. Instantiating twice would undo what the program has done since. */
  function enter(module) {
    const instance = new WebAssembly.Instance(module, given);
    given.m = { ...given.m, ...instance.exports };
    there++;
    // Not here: the program may be at work, and this task was long enough.
    if (there === last + 1) setTimeout(whole);
  }

  /** Takes in what has come, in order. */
  function takeIn() {
    while (exports && compiled[there]) {
      try {
        enter(compiled[there]);
      } catch {
        // Of another build.
        missed(there);
      }
    }
  }

  /** Gets there what only developers ask for. */
  async function debug() {
    const module = await compile(urls[last + 1]);
    await all;
    if (there === last + 1) enter(module);
  }

  function whole() {
    allAreThere();
    exports.partsAreThere(1);
    setTimeout(() => {
      for (const one of held.splice(0)) one.release();
    });
  }

  /** Gets a part there, and those before it, before it returns. */
  function now(part) {
    try {
      if (part > last + 1) languageNow(part - last - 2);
      else while (there <= part) {
        performance.mark('midturn:late', { detail: there });
        enter(compiled[there] ?? new WebAssembly.Module(bytes(urls[there])));
      }
    } catch (error) {
      if (!failed) {
        failed = true;
        exports.programIsBroken();
      }
      throw error;
    }
  }

  /** Asks for all that is not there. */
  function rest(priority = 'auto') {
    for (let part = Math.max(there, 1); part <= last; part++) {
      coming[part] ??= compile(urls[part], { priority }).then(
        (module) => {
          compiled[part] = module;
          takeIn();
        },
        () => missed(part),
      );
    }
  }

  /** A part did not come. It is asked for with the next sign of a person, if nobody waits for it. */
  function missed(part) {
    compiled[part] = coming[part] = undefined;
    if (held.filter((one) => one.missing()).length > 0) waited = true;
    if (!waited) return;
    say();
    retry ??= setTimeout(anew, again);
    again = Math.min(2 * again, AT_MOST);
  }

  function anew() {
    clearTimeout(retry);
    retry = undefined;
    rest();
  }

  /** Says that a part is missing. Without a connection the chat says that already. */
  function say() {
    exports?.partIsMissing(navigator.onLine);
  }

  addEventListener('offline', () => {
    if (retry) say();
  });
  addEventListener('online', () => {
    again = AGAIN;
    if (there <= last && (waited || retry)) anew();
  });

  return {
    /** All of it will be needed. */
    intent() {
      waited = true;
      rest();
    },
    language,
    /** Keeps what a person does there until all is there. */
    guard(root) {
      if (there <= last) held.push(hold(root, () => rest()));
    },
    async start() {
      const first = compile(urls[0]);
      // Who has been here before most likely has a conversation, and the parts in the cache.
      const known = beenHere().then((been) => {
        waited ||= been;
        if (been) rest();
        return been;
      });
      const module = await first;
      const instance = await WebAssembly.instantiate(module, given);
      given.m = instance.exports;
      there = 1;
      firstIsThere();
      exports = instance.exports;
      exports.partsAreComing(debug);
      bound.finalize(instance, module);
      takeIn();
      known.then((been) => {
        if (been) return;
        exports.partsAreThere(0);
        setTimeout(rest, MEANWHILE, 'low');
      });
    },
  };
}

/** The languages' parts. Each needs the first part alone, and is taken in once. */
function languages(urls, given) {
  const here = new Set();
  const coming = {};
  let firstIsThere;
  const first = new Promise((resolve) => {
    firstIsThere = resolve;
  });

  function enter(tag, module) {
    if (here.has(tag)) return;
    new WebAssembly.Instance(module, given);
    here.add(tag);
  }

  return {
    firstIsThere,
    /**
     * Gets the texts of a language there, and tells the language to show: English, if they do not
     * come. Where there is nothing to wait for, neither is there an answer.
     */
    language(tag) {
      if (!urls[tag] || here.has(tag)) return undefined;
      coming[tag] ??= Promise.all([compile(urls[tag]), first])
        .then(([module]) => {
          enter(tag, module);
          return tag;
        })
        .catch(() => {
          delete coming[tag];
          return 'en';
        });
      return coming[tag];
    },
    languageNow(number) {
      const [tag, url] = Object.entries(urls)[number];
      if (here.has(tag)) return;
      performance.mark('midturn:late', { detail: tag });
      enter(tag, new WebAssembly.Module(bytes(url)));
    },
  };
}

async function compile(url, options) {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${response.status} for ${url}`);
  // Some servers do not know the type, and browsers then refuse to compile what still arrives.
  return response.headers.get('content-type') === 'application/wasm'
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** The contents of a file, at once. Bytes come as letters, for a page may not ask for bytes so. */
function bytes(url) {
  const request = new XMLHttpRequest();
  request.open('GET', url, false);
  request.overrideMimeType('text/plain; charset=x-user-defined');
  request.send();
  if (request.status !== 200) throw new Error(`${request.status} for ${url}`);
  return Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0) & 255);
}

async function beenHere() {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === 'midturn');
  } catch {
    return false;
  }
}
