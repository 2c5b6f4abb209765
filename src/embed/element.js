// The custom element's class, which Rust cannot write. It only tells `mount` when an element is
// on the page and what it was given, tells what `mount` returned of changes, and ends it when the
// element is gone.

import { localeOf } from './locale.js';

const ATTRIBUTES = ['agent-url', 'stop-url', 'stop-body', 'thread-id', 'locale', 'theme', 'enter', 'interject', 'images', 'density', 'attachments', 'attachment-types', 'attachment-max-bytes', 'debug'];
// A change of these goes on with the same chat; of any other, it is mounted anew.
const APPLIED = ['theme', 'agentUrl', 'stopBody', 'headers', 'credentials', 'enter', 'interject', 'images', 'density', 'links', 'renderers', 'history', 'messageLink', 'attachments', 'attachmentTypes', 'attachmentMaxBytes', 'tools', 'state', 'onEvent', 'onState', 'debug'];
const PROPERTIES = ['stopUrl', 'control', 'threadId', 'locale', ...APPLIED];

/** The property of an attribute. */
const property = (attribute) => attribute.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/**
 * @param {(root: ShadowRoot, options: object) => { apply: (options: object) => void, end: () => void }} mount
 * @param {(locale: string) => Promise<void> | undefined} speak loads a language; undefined where it is there
 */
export function define(mount, speak) {
  class MidturnChat extends HTMLElement {
    static observedAttributes = ATTRIBUTES;
    #root = this.attachShadow({ mode: 'open' });
    #given = {};
    #mounted = null;
    // The thread of an element that was given none: its own for as long as it lives.
    #own;
    #scheduled = false;
    // The language that was asked for last. Where it could not be loaded, the chat begins in English.
    #spoken;

    connectedCallback() {
      // Properties set before the element was defined hide the accessors: they are taken over.
      for (const name of PROPERTIES) {
        if (Object.hasOwn(this, name)) {
          const value = this[name];
          delete this[name];
          this[name] = value;
        }
      }
      this.#schedule();
    }

    disconnectedCallback() {
      this.#schedule();
    }

    attributeChangedCallback(name, before, after) {
      if (before !== after) this.#changed(property(name));
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
            if (Object.is(this.#given[name], value)) return;
            this.#given[name] = value;
            this.#changed(name);
          },
        });
      }
    }

    #changed(name) {
      if (!this.#mounted) return;
      if (APPLIED.includes(name)) {
        this.#mounted.apply(this.#options());
      } else {
        this.#close();
        this.#schedule();
      }
    }

    #options() {
      const options = { ...this.#given };
      for (const name of ATTRIBUTES) {
        options[property(name)] ??= this.getAttribute(name) || undefined;
      }
      // Empty it says that there is no body.
      options.stopBody ??= this.getAttribute('stop-body') ?? undefined;
      options.threadId ??= this.#own;
      // Without a value it is an attribute still.
      options.debug ??= this.hasAttribute('debug');
      // As an attribute it is a text.
      options.attachmentMaxBytes &&= `${options.attachmentMaxBytes}`;
      return options;
    }

    // Once all of a task's changes are there: moving an element takes it off the page and puts it
    // back, which must not end its run.
    #schedule() {
      if (this.#scheduled) return;
      this.#scheduled = true;
      queueMicrotask(() => {
        this.#scheduled = false;
        if (!this.isConnected) this.#close();
        else if (!this.#mounted) this.#open();
        // The browser has forgotten what was in view, and tells nobody.
        else this.#root.querySelector('.mt-scroll')?.dispatchEvent(new Event('midturn-moved'));
      });
    }

    #open() {
      const options = { ...this.#options(), locale: localeOf(this) };
      if (this.#spoken !== options.locale) {
        this.#spoken = options.locale;
        const loaded = speak(options.locale);
        if (loaded) {
          loaded.then(() => this.#schedule());
          return;
        }
      }
      const fresh = !options.threadId;
      this.#mounted = mount(this.#root, options);
      if (fresh) this.#own = options.threadId;
      this.dispatchEvent(new CustomEvent('midturn-ready', { bubbles: true, composed: true }));
    }

    #close() {
      this.#mounted?.end();
      this.#mounted = null;
    }
  }
  if (!customElements.get('midturn-chat')) customElements.define('midturn-chat', MidturnChat);
}
