// Keeps what an embedder's renderer draws of one tool call or activity: the first node, its updates,
// and its end. A renderer that throws, gives no node or never ends is reported, and draws nothing.
//
// The caller decides what is drawn, and where.

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

/** What the renderer is given: the value, with its JSON read. */
const read = (value) =>
  'arguments' in value
    ? { ...value, input: parsed(value.arguments) }
    : { ...value, data: parsed(value.content) };

const isNode = (value) => typeof value?.nodeType === 'number';

/** A promise that is rejected after the time that a renderer may take. */
function limit() {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => {
      reject(Object.assign(new Error(`no node after ${WITHIN / 1000} s`), { late: true }));
    }, WITHIN);
  });
  return { late, stop: () => clearTimeout(timer) };
}

/**
 * @param {Element} box where the node goes
 * @param {(value: object, context: object) => unknown} renderer gives a node, or `{ node, update, dispose }`, or a promise of one
 * @param {object} first the value
 * @param {object} context further members for the renderer's second argument
 * @param {(code: string, message: string) => void} failed
 * @returns {{ update: (value: object) => void, end: () => void }}
 */
export function attach(box, renderer, first, context, failed) {
  let newest = first;
  let drawn = null;
  let drawing = false;
  let changed = false;
  let ended = false;
  let signal = new AbortController();
  // The same complaint about each of a hundred updates helps nobody.
  let said;

  const tell = (error) => {
    const message = `${context.name}: ${error?.message ?? error}`;
    if (message !== said) failed(error?.late ? 'renderer-timeout' : 'renderer-failed', message);
    said = message;
  };

  const dispose = () => {
    signal.abort();
    const before = drawn;
    drawn = null;
    try {
      before?.dispose?.();
    } catch (error) {
      tell(error);
    }
    before?.node.remove();
  };

  const draw = async () => {
    drawing = true;
    const time = limit();
    const own = new AbortController();
    let made = null;
    try {
      const given = new Promise((resolve) => {
        resolve(renderer(read(newest), { ...context, signal: own.signal }));
      });
      const result = await Promise.race([given, time.late]);
      // `null` and `undefined`: there is nothing to show for this value.
      if (result !== null && result !== undefined) {
        made = isNode(result) ? { node: result } : result;
        if (!isNode(made.node)) throw new Error('the renderer gave no node');
      }
    } catch (error) {
      own.abort();
      made = null;
      if (!ended) tell(error);
    }
    time.stop();
    drawing = false;
    if (ended) {
      own.abort();
      made?.dispose?.();
      return;
    }
    dispose();
    signal = own;
    drawn = made;
    if (made) box.replaceChildren(made.node);
    if (changed) change();
  };

  const change = () => {
    changed = false;
    if (!drawn?.update) {
      draw();
      return;
    }
    try {
      drawn.update(read(newest));
    } catch (error) {
      tell(error);
      dispose();
    }
  };

  draw();
  return {
    update(value) {
      newest = value;
      if (drawing) changed = true;
      else change();
    },
    end() {
      ended = true;
      dispose();
    },
  };
}
