// A page without a browser, and an element that writes down what it is given. The real element runs
// in the tests with browsers.

import { GlobalRegistrator } from '@happy-dom/global-registrator';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { PACKAGE } from './app.js';

GlobalRegistrator.register();

const { ATTRIBUTES, METHODS, PROPERTIES } = await import(pathToFileURL(join(PACKAGE, 'program.js')));

class Recorder extends HTMLElement {
  static observedAttributes = ATTRIBUTES;
  /** The properties, as they are. */
  given = {};
  /** Each property that was set: its name and value. */
  sets = [];
  /** The events that were listened to, with repetitions. */
  listened = [];
  /** The calls of methods. */
  calls = [];
  /** What the chat had when it began. */
  opened;

  connectedCallback() {
    queueMicrotask(() => {
      this.opened ??= { ...this.given };
    });
  }

  addEventListener(type, ...rest) {
    if (type.startsWith('midturn-')) this.listened.push(type);
    super.addEventListener(type, ...rest);
  }
}

for (const name of PROPERTIES) {
  Object.defineProperty(Recorder.prototype, name, {
    get() {
      return this.given[name];
    },
    set(value) {
      this.given[name] = value;
      this.sets.push([name, value]);
    },
  });
}

for (const name of [...METHODS, 'openThread', 'focus']) {
  Recorder.prototype[name] = function (...args) {
    this.calls.push([name, ...args]);
    return Promise.resolve(`${name} is done`);
  };
}

customElements.define('midturn-chat', Recorder);

/** Fires an event of the element. */
export const fire = (element, name, detail) =>
  element.dispatchEvent(new CustomEvent(`midturn-${name}`, { bubbles: true, composed: true, detail }));

/** A new empty element on the page. */
export function place() {
  const root = document.createElement('div');
  document.body.replaceChildren(root);
  return root;
}

/** Puts what a server has written onto a page, as the browser reads it. */
export function receive(page, html) {
  page.replaceChildren(...new DOMParser().parseFromString(html, 'text/html').body.childNodes);
}
