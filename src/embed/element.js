// The class of the custom element, which Rust cannot define. It is there in the tick in which its
// module is evaluated; the program loads behind it, when the first element is on a page. What is
// set, called or listened to before then is kept and done in order.

import { serveFrom } from './base.js';
import { MidturnError } from './error.js';
import { shape, showFailure } from './loading.js';
import { Checker } from './checks.js';
import { Guards } from './functions.js';
import { languageAt } from './locale.js';
import { ATTRIBUTES, isSame, keepsChat, keepsRuns, optionsOf, PROPERTIES, propertyOf, SLOTS } from './properties.js';

const TAG = 'midturn-chat';

/** The methods that the program performs. */
export const METHODS = ['send', 'stop', 'forceStop', 'stopTask', 'resume', 'respond', 'alwaysAllow', 'askAgain', 'sendWithoutFiles', 'keepEditing', 'setDraft', 'addDraftFiles', 'removeDraftFile', 'restoreDraftFile', 'tryAgain', 'sendAgain', 'rate', 'threads', 'renameThread', 'deleteThread', 'restoreThread', 'forgetThread', 'messages', 'loadOlder', 'exportThread', 'searchThreads', 'editPrompt', 'movePrompt', 'holdPrompt', 'removePrompt', 'restorePrompt', 'runPrompt', 'pauseAfterTurn', 'reviseInterjection', 'withdrawInterjection', 'queueInterjection', 'scrollToLatest', 'showMessage', 'find'];

/** Those that are not about the thread on screen, `focus` included. */
const OF_ANY_THREAD = ['threads', 'renameThread', 'deleteThread', 'restoreThread', 'forgetThread', 'searchThreads', 'exportThread', 'focus'];

/**
 * The program: `mount` starts the session of a chat in a shadow root; `speak` loads a language, with
 * an embedder's texts if there are some, and its promise says whether that succeeded.
 *
 * @typedef {object} Program
 * @property {(root: ShadowRoot, options: object) => Mounted} mount
 * @property {(locale: string, own: object | undefined) => Promise<boolean> | undefined} speak undefined if the language is loaded already
 *
 * @typedef {object} Mounted
 * @property {(options: object) => { key: string, message: string }[] | undefined} draw draws the thread of the options, and writes its id into them; returns why some of the embedder's texts are not used
 * @property {(options: object) => void} apply
 * @property {(name: string, args: unknown[]) => Promise<unknown>} call
 * @property {() => string} state the snapshot, as JSON text; the chat calls `options.tell(name, json)` with events
 * @property {() => void} end
 */

/** @type {() => Promise<Program>} */
let load;
/** @type {Promise<Program> | undefined} */
let loading;

/** Where the program's files are, if no element says it. */
let place;

/** The program, loaded once, from where its first element says. A failed attempt is not kept. */
function program(base) {
  loading ??= loadFrom(base).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function loadFrom(base) {
  serveFrom(base || place);
  return load();
}

/** Makes a value of JSON and all that is in it immutable. */
function frozen(value) {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

/** The snapshot of a chat that is not there yet. */
const LOADING = frozen({
  threadId: '',
  status: 'loading',
  turnId: null,
  card: 'hidden',
  pausedBecause: null,
  queue: [],
  pausesAfterTurn: false,
  waitingFor: [],
  connection: 'none',
  deliveries: { queue: 'turn', interject: 'turn', replace: 'turn' },
  activities: [],
  subagents: [],
  interjections: [],
  alwaysAllowed: [],
  draftFiles: [],
  awaitedFiles: { reading: [], unreadable: [] },
});

// On a server there are no elements: the class exists there, so that it can be imported.
const Base = globalThis.HTMLElement ?? class {};

/** An event of the chat. Its details are read when a listener asks: most events have no listener. */
class Told extends (globalThis.CustomEvent ?? class {}) {
  #json;
  #detail;

  constructor(type, json) {
    super(`midturn-${type}`, { bubbles: true, composed: true });
    this.#json = json;
  }

  get detail() {
    this.#detail ??= frozen(JSON.parse(this.#json));
    return this.#detail;
  }
}

export class MidturnChat extends Base {
  static observedAttributes = ATTRIBUTES;
  #root = shape(this.attachShadow({ mode: 'open' }));
  #given = {};
  /** @type {Mounted | null} */
  #mounted = null;
  // Whether what is on screen is the thread and the language that are wanted.
  #drawn = false;
  // The options that were drawn last.
  #shown;
  /** What had the focus when the chat was taken away to start again. */
  #held = null;
  // The thread made for an element without `threadId`. Kept as long as the element lives.
  #own;
  // Whether `openThread` was the last to say which thread is shown. Without an id that is a new one.
  #opened = false;
  #scheduled = false;
  // The language that could not be loaded, as text: the chat begins without it.
  #missing;
  // Whether the thread of the chat is loaded, and whether calls are performed because of that.
  #loaded = false;
  #ready = false;
  // Whether the element was taken off a page and is on none now.
  #gone = false;
  // Why the program could not be loaded, until it is tried again.
  #unloaded;
  // Calls that wait for the chat, and calls that the chat performs now.
  #waiting = [];
  // The thread of those that wait; undefined before one is made for the element.
  #turnedTo;
  #performed = new Set();
  // Whether a listener for every event of the protocol was added to the element itself.
  #heard = false;
  /** What renderers may call. */
  #hosting = {
    send: (...args) => this.send(...args),
    respond: (...args) => this.respond(...args),
    failed: (code, message) => this.#dispatch('error', { code, message }),
  };
  #snapshot = { json: '', value: LOADING };
  // The embedder's texts whose problems were told, by their key.
  #judged;
  #checker = new Checker();
  #guards = new Guards();

  connectedCallback() {
    // Properties set before the element was defined hide the accessors: set them again.
    for (const name of PROPERTIES) {
      if (Object.hasOwn(this, name)) {
        const value = this[name];
        delete this[name];
        this[name] = value;
      }
    }
    this.#gone = false;
    this.#schedule();
  }

  disconnectedCallback() {
    this.#schedule();
  }

  attributeChangedCallback(name, before, after) {
    if (before === after) return;
    if (name === 'thread-id' && this.#opened) {
      this.#opened = false;
      this.#given.threadId = undefined;
    }
    this.#changed(propertyOf(name));
  }

  static {
    for (const name of PROPERTIES) {
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        enumerable: true,
        get() {
          return this.#given[name];
        },
        set(value) {
          const same = isSame(name, this.#given[name], value);
          this.#given[name] = value;
          if (same) return;
          if (name === 'threadId') this.#opened = false;
          this.#changed(name);
        },
      });
    }
    for (const name of METHODS) {
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        writable: true,
        value(...args) {
          return this.#ask(name, (mounted) => mounted.call(name, args));
        },
      });
    }
  }

  /** What the chat is doing now, as one immutable object. */
  get state() {
    if (!this.#mounted) return LOADING;
    const json = this.#mounted.state();
    if (json !== this.#snapshot.json) this.#snapshot = { json, value: frozen(JSON.parse(json)) };
    return this.#snapshot.value;
  }

  /** Shows a thread; without an id, a new one. Returns its id once it is shown. */
  openThread(id) {
    if (id !== undefined && (typeof id !== 'string' || id === '')) {
      return Promise.reject(new MidturnError('invalid-argument', 'openThread takes the id of a thread'));
    }
    this.#own = undefined;
    this.#opened = true;
    this.#given.threadId = id;
    this.#turn();
    // Also the thread that is shown: it may have been deleted.
    this.#drawAnew();
    return this.#ask('openThread', () => this.state.threadId);
  }

  /** Moves the focus to the composer, or with `on: 'menu'` to the button of the thread's menu. */
  focus(options) {
    if (!['composer', 'menu', undefined].includes(options?.on)) {
      return Promise.reject(new MidturnError('invalid-argument', 'the focus goes on the composer or the menu'));
    }
    const { activeElement } = this.ownerDocument;
    return this.#ask('focus', () => {
      // The person may have gone to a field of the page while the chat was loaded.
      if (!this.#isElsewhere(activeElement)) this.#focusOn(options?.on === 'menu' ? 'thread-menu' : 'composer-input', options);
    });
  }

  addEventListener(type, ...rest) {
    super.addEventListener(type, ...rest);
    if (type === 'midturn-protocol-event' && !this.#heard) {
      this.#heard = true;
      this.#changed('protocolEvents');
    }
  }

  /** Performs a call of a method once the chat is there, after all earlier ones. */
  #ask(name, call) {
    if (this.#gone) {
      return Promise.reject(new MidturnError('disposed', 'the element is not on a page any more'));
    }
    if (this.#unloaded) return Promise.reject(new MidturnError('load-failed', this.#unloaded));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ name, call, resolve, reject });
      this.#perform();
    });
  }

  #perform() {
    while (this.#ready && this.#waiting.length > 0) {
      const { call, resolve, reject } = this.#waiting.shift();
      const ended = { reject };
      this.#performed.add(ended);
      const done = (settle) => (value) => {
        this.#performed.delete(ended);
        settle(value);
      };
      const failed = done((error) => {
        const coded = typeof error?.code === 'string';
        reject(coded ? new MidturnError(error.code, error.message) : error);
      });
      new Promise((begin) => begin(call(this.#mounted))).then(done(resolve), failed);
    }
  }

  /** Another thread is wanted: a call that waits for the one before it must not be performed there. */
  #turn() {
    const wanted = this.#threadOf(optionsOf(this, this.#given));
    const known = [this.#turnedTo, this.#drawn ? this.#shown.threadId : undefined];
    if (wanted !== undefined && known.includes(wanted)) return;
    this.#turnedTo = wanted;
    const late = this.#waiting.filter(({ name }) => !OF_ANY_THREAD.includes(name));
    this.#waiting = this.#waiting.filter((waiting) => !late.includes(waiting));
    this.#refuse(late, 'disposed', 'another thread is shown');
  }

  /** The thread that is wanted; undefined for one that is yet to be made. */
  #threadOf({ threadId }) {
    return (this.#opened ? this.#given.threadId : threadId) || this.#own;
  }

  #refuse(calls, code, message) {
    for (const { reject } of calls) reject(new MidturnError(code, message));
  }

  #changed(name) {
    if (name === 'threadId') this.#turn();
    if (!this.#mounted) return;
    if (keepsChat(name)) {
      // A drawing that is to come gets it with the other options.
      if (this.#drawn) this.#mounted.apply(this.#options());
      return;
    }
    if (!keepsRuns(name)) {
      this.#held ??= this.#root.activeElement;
      this.#close();
      this.#schedule();
    } else if (!this.#drawn || !this.#isShown(this.#options())) {
      this.#drawAnew();
    }
  }

  /** Whether this thread is on screen, in this language: an app may say what it was told. */
  #isShown({ threadId, strings }) {
    const { locale, own } = languageAt(this, strings);
    const shown = this.#shown;
    return threadId === shown.threadId && locale === shown.locale && own?.key === shown.ownLanguage;
  }

  #drawAnew() {
    if (!this.#mounted) return;
    this.#leaveDrawing();
    this.#schedule();
  }

  #options() {
    const options = optionsOf(this, this.#given);
    this.#checker.check(options, (wrong) => this.#complain(wrong));
    this.#guards.guard(options, this.#hosting.failed);
    options.threadId = this.#threadOf(options);
    options.protocolEvents ||= this.#heard;
    options.tell = (type, json) => this.#tell(type, json);
    options.hosting = this.#hosting;
    return options;
  }

  // Waits for the end of the task: moving an element disconnects and reconnects it, and that must
  // not end its run.
  #schedule() {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      if (!this.isConnected) this.#leave();
      else if (!this.#drawn) this.#open();
      // The element was moved: the browser resets the scroll position without a scroll event, and
      // other elements around the chat decide its colours.
      else this.#root.querySelector('.mt-scroll')?.dispatchEvent(new Event('midturn-moved', { bubbles: true }));
    });
  }

  async #open() {
    let loaded;
    this.#unloaded = undefined;
    try {
      loaded = await program(this.baseUrl ?? this.getAttribute('base-url'));
    } catch (error) {
      if (this.isConnected && !this.#drawn) this.#fail(error);
      return;
    }
    // Meanwhile the element may have been removed, or drawn by another change.
    if (!this.isConnected || this.#drawn) return;
    const options = this.#options();
    const { locale, own } = languageAt(this, options.strings);
    const language = own?.key ?? locale;
    const spoken = language === this.#missing ? undefined : loaded.speak(locale, own);
    if (spoken) {
      if (!(await spoken)) this.#lack(language, own);
      this.#schedule();
      return;
    }
    options.locale = locale;
    options.ownLanguage = own?.key;
    const fresh = !options.threadId;
    const focused = this.#held ?? this.#root.activeElement;
    this.#held = null;
    if (!this.#mounted) {
      this.#root.replaceChildren();
      this.#root.adoptedStyleSheets = [];
      this.#mounted = loaded.mount(this.#root, options);
    }
    this.#drawn = true;
    this.#shown = options;
    const problems = this.#mounted.draw(options);
    // A listener of what that tells has asked for another thread: it is drawn next.
    if (!this.#drawn) return;
    if (fresh) this.#own = options.threadId;
    this.#turnedTo = options.threadId;
    // It comes before the attribute until an app says another one.
    if (this.#opened) this.#given.threadId ??= options.threadId;
    this.#tellProblems(own, problems);
    this.#begin();
    // On a touch screen the focus opens the keyboard, which is there only while one types.
    if (focused && (focused.matches('textarea, input') || !matchMedia('(pointer: coarse)').matches)) this.#giveBackFocus();
  }

  /** The drawing that is gone had the focus: the composer gets it, unless the person has moved on. */
  #giveBackFocus() {
    this.#waiting.unshift({
      name: 'focus',
      call: () => {
        const { activeElement } = this.ownerDocument;
        if (!activeElement || activeElement === this.ownerDocument.body) this.#focusOn('composer-input', { preventScroll: true });
      },
      resolve() {},
      reject() {},
    });
    this.#perform();
  }

  /** Whether the focus is on something of the page that did not have it before. */
  #isElsewhere(before) {
    const { activeElement, body } = this.ownerDocument;
    return activeElement && ![before, body, this].includes(activeElement) && !this.contains(activeElement);
  }

  #focusOn(id, options) {
    this.#root.querySelector(`[data-testid="${id}"]`)?.focus(options);
  }

  /** Called twice: when the thread is drawn, and when it is loaded. */
  #begin() {
    if (!this.#drawn || !this.#loaded || this.#ready) return;
    this.#ready = true;
    this.#checkSlots();
    this.#dispatch('ready', { threadId: this.state.threadId });
    this.#perform();
  }

  /** A child in a slot that does not exist is nowhere on the page. */
  #checkSlots() {
    const unknown = new Set([...this.children].map((child) => child.slot).filter((name) => name && !SLOTS.includes(name)));
    for (const value of unknown) {
      this.#complain({ name: 'slot', value, message: `slot="${value}" is unknown; the slots are ${SLOTS.join(', ')}` });
    }
  }

  /** The chat goes on without a language that could not be loaded: with its own texts, else in English. */
  #lack(language, own) {
    this.#missing = language;
    if (own) this.#hosting.failed('load-failed', `the strings for ${own.tag} could not be loaded`);
  }

  /** Tells which of the embedder's texts are not used, once for each set of texts. */
  #tellProblems(own, problems) {
    if (!own || own.key === this.#judged) return;
    this.#judged = own.key;
    for (const { key, message } of problems ?? []) {
      this.#complain({ name: 'strings', value: this.#given.strings, message: `strings["${own.tag}"]["${key}"]: ${message}` });
    }
  }

  /** Tells of a wrong value, in a task of its own: a listener may change the element. */
  #complain({ name, value, message }) {
    console.warn(`midturn-chat: ${message}`);
    queueMicrotask(() => this.#dispatch('error', { code: 'invalid-property', name, value, message }));
  }

  #fail(error) {
    const message = `the program could not be loaded: ${error?.message ?? error}`;
    this.#unloaded = message;
    // A listener that is added later hears nothing of it.
    console.warn(`midturn-chat: ${message}`);
    this.#refuse(this.#waiting.splice(0), 'load-failed', message);
    showFailure(this.#root, languageAt(this, this.#options().strings), () => this.#schedule());
    this.#dispatch('error', { code: 'load-failed', message });
  }

  #tell(type, json) {
    if (type === 'loaded') {
      this.#loaded = true;
      this.#begin();
      return;
    }
    this.dispatchEvent(new Told(type, json));
  }

  #dispatch(type, detail) {
    this.dispatchEvent(new CustomEvent(`midturn-${type}`, { bubbles: true, composed: true, detail }));
  }

  #leave() {
    this.#close();
    this.#gone = true;
    this.#refuse(this.#waiting.splice(0), 'disposed', 'the element was taken off the page');
  }

  #close() {
    this.#mounted?.end();
    this.#mounted = null;
    this.#leaveDrawing();
    // What they wait for cannot be told any more.
    this.#refuse(this.#performed, 'disposed', 'the chat has ended');
    this.#performed.clear();
  }

  /** What is on screen is not what is wanted any more. */
  #leaveDrawing() {
    this.#drawn = false;
    this.#loaded = false;
    this.#ready = false;
  }
}

/**
 * Defines `<midturn-chat>`, unless it is defined already, here or by another copy. Does nothing on
 * a server.
 *
 * @param {{ baseUrl?: string }} [how] where the program's files are, if they are not beside the module
 */
export function defineMidturnChat({ baseUrl } = {}) {
  if (baseUrl !== undefined) place = baseUrl;
  if (globalThis.customElements && !customElements.get(TAG)) customElements.define(TAG, MidturnChat);
}

/** Says where the program comes from. The program is not loaded before an element needs it. */
export function loadWith(loader) {
  load ??= loader;
}
