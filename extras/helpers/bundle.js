// The modules as a page loads them, and a fake document that refuses to turn text into markup.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from '../build.js';

const place = mkdtempSync(join(tmpdir(), 'midturn-extras-'));
process.once('exit', () => rmSync(place, { recursive: true, force: true }));
let built;

/** One module of the bundle, minified as in a release. */
export async function load(name) {
  built ??= build(place, true);
  await built;
  return import(pathToFileURL(join(place, `${name}.js`)));
}

class Style {
  constructor() {
    this.set = new Map();
  }

  setProperty(name, value) {
    this.set.set(name, String(value));
  }
}

class Text {
  constructor(text) {
    this.nodeName = '#text';
    this.data = text;
    this.textContent = text;
  }
}

class Element {
  constructor(namespace, name) {
    this.namespaceURI = namespace;
    this.nodeName = name;
    this.attributes = new Map();
    this.childNodes = [];
    this.style = new Style();
  }

  setAttribute(name, value) {
    if (/^on/i.test(name) || name === 'style') throw new Error(`the attribute ${name} is set`);
    this.attributes.set(name, String(value));
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  append(...nodes) {
    for (const node of nodes) {
      node.parent?.childNodes.splice(node.parent.childNodes.indexOf(node), 1);
      node.parent = this;
      this.childNodes.push(node);
    }
  }

  get textContent() {
    return this.childNodes.map((node) => node.textContent).join('');
  }

  set textContent(text) {
    this.childNodes = [new Text(text)];
  }

  querySelectorAll(name) {
    return all(this).filter((node) => node.nodeName === name);
  }

  set innerHTML(_) {
    throw new Error('markup is made of text');
  }
}

/** Every element of a tree, the root first. */
export function all(node) {
  return [node, ...node.childNodes.filter((child) => child.childNodes).flatMap(all)];
}

export const document = {
  createElementNS: (namespace, name) => new Element(namespace, name),
  createTextNode: (text) => new Text(text),
};

/** The context that a page passes to a renderer. */
export function context(more = {}) {
  return {
    document, kind: 'code', language: '', display: true, locale: 'en', dark: false,
    signal: new AbortController().signal, ...more,
  };
}

/** Calls a function, and returns its result (or the error it throws) and the time in milliseconds. */
export function timed(call) {
  const start = performance.now();
  let result;
  try {
    result = call();
  } catch (error) {
    result = error;
  }
  return { result, milliseconds: performance.now() - start };
}

/** A random number generator from 0 to below 1. The same seed gives the same numbers. */
export function random(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}
