// Keeps what an embedder's renderer draws of one tool call, activity, block of code or formula: the
// first node, its updates, and its end. A renderer that throws, gives no node or never ends is reported,
// and draws nothing.
//
// The caller decides what is drawn, where, and what is there without a drawing.

import { watch } from './theme.js';

/** How long a renderer may take for a node, in milliseconds. */
const WITHIN = 10_000;

/** The JSON in a text, as a value; null while it is not complete. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What the renderer is given: a source as it is, any other value with its JSON read. */
function read(value) {
  if (typeof value === 'string') return value;
  return 'arguments' in value
    ? { ...value, input: parsed(value.arguments) }
    : { ...value, data: parsed(value.content) };
}

const isNode = (value) => typeof value?.nodeType === 'number';

/** Something to put on the page and to remove from it: a fragment would be empty then. */
function whole(node) {
  if (node.nodeType !== 11) return node;
  const box = node.ownerDocument.createElement('span');
  box.style.display = 'contents';
  box.append(node);
  return box;
}

/** An error that is for the embedder alone. */
const ours = (message, late) => Object.assign(new Error(message), { ours: true, late });

/** What the person is told of an error. */
const reasonOf = (error) => (error?.ours ? '' : String(error?.message ?? error));

/** A promise that is rejected after the time that a renderer may take. */
function limit() {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => {
      reject(ours(`no node after ${WITHIN / 1000} s`, true));
    }, WITHIN);
  });
  return { late, stop: () => clearTimeout(timer) };
}

/** A member that is read each time it is asked for. */
const live = (get) => ({ get, enumerable: true, configurable: true });

/**
 * @param {Element} place where the drawing is, to know whether that is dark
 * @param {(value: object | string, context: object) => unknown} renderer gives a node, or `{ node, update, dispose }`, or a promise of one
 * @param {object | string} first the value: a source is a text
 * @param {object} given further members for the renderer's second argument
 * @param {(node: Node | null, message?: string) => void} show puts a node in place of the one before. Without
 *   a node there is nothing to show, for the reason in `message` if the renderer failed. Not called after the end
 * @param {(code: string, message: string) => void} failed
 * @returns {{ update: (value: object) => void, end: () => void }}
 */
export function attach(place, renderer, first, given, show, failed) {
  let newest = first;
  let drawn = null;
  let drawing = false;
  let changed = false;
  let ended = false;
  let signal = new AbortController();
  /** That of a renderer that has not given a node yet. */
  let pending;
  // The same complaint about each of a hundred updates helps nobody.
  let said;

  const renew = () => {
    if (drawing) changed = true;
    else change();
  };
  const theme = watch(place, renew);

  /** The renderer's second argument. */
  const context = (signal) => Object.defineProperties({ ...given, signal }, {
    dark: live(() => theme.dark),
    ...(typeof first === 'string' ? {} : {
      state: live(() => newest.status),
      interruptId: live(() => newest.interruptId ?? null),
    }),
  });

  const tell = (error) => {
    const message = `${given.name}: ${error?.message ?? error}`;
    if (message !== said) {
      // With its stack, which the event has not.
      console.warn('midturn-chat:', error);
      failed(error?.late ? 'renderer-timeout' : 'renderer-failed', message);
    }
    said = message;
  };

  const disposeOf = (made) => {
    try {
      made?.dispose?.();
    } catch (error) {
      tell(error);
    }
  };

  const dispose = () => {
    signal.abort();
    const before = drawn;
    drawn = null;
    disposeOf(before?.made);
    before?.node.remove();
  };

  const draw = async () => {
    drawing = true;
    const time = limit();
    const own = new AbortController();
    pending = own;
    let made = null;
    let reason;
    const asked = new Promise((resolve) => resolve(renderer(read(newest), context(own.signal))));
    try {
      const result = await Promise.race([asked, time.late]);
      // `null` and `undefined`: there is nothing to show for this value.
      if (result !== null && result !== undefined) {
        made = isNode(result) ? { node: result } : result;
        if (!isNode(made.node)) throw ours('the renderer gave no node');
      }
      said = undefined;
    } catch (error) {
      own.abort();
      made = null;
      reason = reasonOf(error);
      // What comes too late is not shown, but has to end too.
      if (error?.late) asked.then(disposeOf, () => {});
      if (!ended) tell(error);
    }
    time.stop();
    drawing = false;
    if (ended) {
      own.abort();
      disposeOf(made);
      return;
    }
    dispose();
    signal = own;
    drawn = made && { made, node: whole(made.node) };
    show(drawn?.node ?? null, reason);
    if (changed) change();
  };

  const change = () => {
    changed = false;
    const made = drawn?.made;
    if (!made?.update) {
      draw();
      return;
    }
    try {
      const updated = made.update(read(newest));
      if (typeof updated?.then === 'function') updated.then(undefined, tell);
      else said = undefined;
    } catch (error) {
      tell(error);
      dispose();
      show(null, reasonOf(error));
    }
  };

  draw();
  return {
    update(value) {
      newest = value;
      renew();
    },
    end() {
      ended = true;
      theme.stop();
      pending.abort();
      dispose();
    },
  };
}
