// The class of the custom element, which Rust cannot define. It calls `mount` with the element's
// options when the element is on the page, passes changed options on to the mounted chat, and ends
// the chat when the element is gone.

import { localeOf } from './locale.js';

const ATTRIBUTES = ['agent-url', 'protocol', 'protocol-options', 'stop-url', 'stop-body', 'thread-id', 'locale', 'theme', 'enter', 'interject', 'images', 'density', 'attachments', 'attachment-types', 'attachment-max-bytes', 'debug'];
// A change of these keeps the chat. A change of any other option mounts the chat anew.
const APPLIED = ['theme', 'agentUrl', 'protocol', 'protocolOptions', 'stopBody', 'headers', 'credentials', 'enter', 'interject', 'images', 'density', 'links', 'renderers', 'history', 'messageLink', 'attachments', 'attachmentTypes', 'attachmentMaxBytes', 'tools', 'state', 'onEvent', 'onState', 'debug'];
const PROPERTIES = ['stopUrl', 'control', 'threadId', 'locale', ...APPLIED];

/** The property of an attribute. */
const property = (attribute) => attribute.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/**
 * @param {(root: ShadowRoot, options: object) => { apply: (options: object) => void, end: () => void }} mount
 * @param {(locale: string) => Promise<boolean> | undefined} speak loads a language; the promise says whether that succeeded; undefined if it is loaded already
 */
export function define(mount, speak) {
  class MidturnChat extends HTMLElement {
    static observedAttributes = ATTRIBUTES;
    #root = this.attachShadow({ mode: 'open' });
    #given = {};
    #mounted = null;
    // The thread made for an element without `threadId`. Kept as long as the element lives.
    #own;
    #scheduled = false;
    // The language that could not be loaded: the chat begins in English.
    #missing;

    connectedCallback() {
      // Properties set before the element was defined hide the accessors: set them again.
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
      // An empty text means no body.
      options.stopBody ??= this.getAttribute('stop-body') ?? undefined;
      options.threadId ??= this.#own;
      // The attribute counts even without a value.
      options.debug ??= this.hasAttribute('debug');
      // Always a text, as in the attribute.
      options.attachmentMaxBytes &&= `${options.attachmentMaxBytes}`;
      return options;
    }

    // Waits for the end of the task: moving an element disconnects and reconnects it, and that must
    // not end its run.
    #schedule() {
      if (this.#scheduled) return;
      this.#scheduled = true;
      queueMicrotask(() => {
        this.#scheduled = false;
        if (!this.isConnected) this.#close();
        else if (!this.#mounted) this.#open();
        // The element was moved: the browser resets the scroll position without a scroll event.
        else this.#root.querySelector('.mt-scroll')?.dispatchEvent(new Event('midturn-moved'));
      });
    }

    #open() {
      const options = { ...this.#options(), locale: localeOf(this) };
      const loading = options.locale === this.#missing ? undefined : speak(options.locale);
      if (loading) {
        loading.then((came) => {
          if (!came) this.#missing = options.locale;
          this.#schedule();
        });
        return;
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
