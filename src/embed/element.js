// The custom element's class, which Rust cannot write. It only tells `mount` when an element is
// on the page and what it was given, and calls what `mount` returned when it is gone.

const ATTRIBUTES = ['agent-url', 'thread-id', 'locale', 'theme'];
const PROPERTIES = ['agentUrl', 'threadId', 'locale', 'theme', 'headers', 'credentials'];

/** @param {(host: HTMLElement, root: ShadowRoot, options: object) => () => void} mount */
export function define(mount) {
  class MidturnChat extends HTMLElement {
    static observedAttributes = ATTRIBUTES;
    #root = this.attachShadow({ mode: 'open' });
    #given = {};
    #unmount = null;
    #scheduled = false;

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

    attributeChangedCallback(_name, before, after) {
      if (before !== after) this.#renew();
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
            this.#renew();
          },
        });
      }
    }

    #renew() {
      if (!this.#unmount) return;
      this.#close();
      this.#schedule();
    }

    // Once all of a task's changes are there: moving an element takes it off the page and puts it
    // back, which must not end its run.
    #schedule() {
      if (this.#scheduled) return;
      this.#scheduled = true;
      queueMicrotask(() => {
        this.#scheduled = false;
        if (!this.isConnected) this.#close();
        else if (!this.#unmount) this.#open();
      });
    }

    #open() {
      const options = { ...this.#given };
      for (const name of ATTRIBUTES) {
        const key = name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
        options[key] ??= this.getAttribute(name) ?? undefined;
      }
      this.#unmount = mount(this, this.#root, options);
      this.dispatchEvent(new CustomEvent('midturn-ready', { bubbles: true, composed: true }));
    }

    #close() {
      this.#unmount?.();
      this.#unmount = null;
    }
  }
  if (!customElements.get('midturn-chat')) customElements.define('midturn-chat', MidturnChat);
}
