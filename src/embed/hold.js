// Keeps what a person does from a program that is not all there yet, and gives it to the program
// when it is. What they type appears meanwhile, for that is the browser's work.

/** Whatever the program may listen to. */
const KINDS = [
  'click', 'change', 'submit', 'input', 'keydown', 'keyup', 'compositionend', 'paste',
  'focus', 'blur', 'focusin', 'pointerover', 'pointerenter', 'pointerleave', 'pointerdown',
  'dragstart', 'dragover', 'dragleave', 'dragend', 'drop',
];

/** An Enter that sends. Those of an input method, and those that break the line, stay. */
const sends = (event, field) =>
  event.key === 'Enter' &&
  field.tagName === 'TEXTAREA' &&
  !event.isComposing &&
  event.keyCode !== 229 &&
  !event.altKey &&
  (!event.shiftKey || event.ctrlKey || event.metaKey);

/** A key that writes nothing, and does nothing of the browser's: it may be one of the program's. */
const isShortcut = (event, target) =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !/^(TEXTAREA|INPUT|SELECT)$/.test(target.tagName ?? '');

/** The files of a paste or drag, unless there is a text that the browser can write. While they are
 *  dragged they cannot be seen, only that there are some. */
const filesOf = ({ dataTransfer, clipboardData }) => {
  const { types, files } = dataTransfer ?? clipboardData ?? {};
  return types?.includes('Files') && !types.includes('text/plain') ? files : undefined;
};

/** A click that the browser would make something of, such as another tab. */
const isForTheBrowser = (event) => event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;

/** Where what was written is kept for a reload: the place of the chat on its page. */
const placeOf = (root) => {
  const { host } = root;
  const chats = host ? [...document.querySelectorAll(host.localName)] : [];
  return `midturn:${location.pathname}:${host?.threadId ?? host?.getAttribute('thread-id') ?? chats.indexOf(host)}`;
};

const join = (texts) => texts.filter((text) => text?.trim()).join('\n\n');

/** The storage of this tab, which may be forbidden or full: then nothing is kept. */
const tab = (act) => {
  try {
    return act(sessionStorage);
  } catch {
    return null;
  }
};

/**
 * @param {EventTarget} root the document or shadow root that the program draws into
 * @param {() => void} intent called for each sign that a person is about to use it
 * @returns {{ release: () => Promise<void>, missing: () => boolean }} `missing` is called when the
 *   program does not come: what was sent goes on waiting, what was pressed does not, and it says
 *   whether there was anything
 */
export function hold(root, intent) {
  // Fields that were written in, with their placeholders, and what was pressed, in order.
  const written = new Map();
  let pressed = [];

  function keep(event) {
    // What is given to the program.
    if (!event.isTrusted) return;
    event.stopImmediatePropagation();
    // Focus may be the page's doing.
    if (!/^(focus|focusin|blur)$/.test(event.type)) intent();
    const { target } = event;
    if (event.type === 'input') note(target);
    // The program writes nothing down yet.
    if (event.type === 'input' || event.type === 'keydown') setTimeout(remember);
    const files = filesOf(event);
    if (files) {
      // The browser would leave the page for a file that is dropped.
      event.preventDefault();
      if (files.length) pressed.push({ event: withFiles(event, files), target });
    }
    if (event.type === 'click' && !isForTheBrowser(event)) {
      event.preventDefault();
      pressed.push({ event, target });
    }
    if (event.type === 'keydown' && isShortcut(event, target)) pressed.push({ event, target });
    if (event.type === 'keydown' && sends(event, target)) {
      event.preventDefault();
      if (!target.value.trim()) return;
      note(target);
      pressed.push({ event, target, text: target.value });
      // Out of the way of what is written next, and still to be seen.
      target.value = '';
      show(target);
    }
  }

  function note(field) {
    if (!written.has(field)) written.set(field, field.placeholder);
  }

  const texts = (field) => pressed.filter((one) => one.target === field && one.text).map((one) => one.text);

  /** What is to be sent stands where nothing is written. */
  function show(field) {
    const waiting = texts(field);
    field.placeholder = waiting.length ? waiting.join('\n') : written.get(field);
    field.ariaBusy = waiting.length ? 'true' : null;
  }

  /** What was written before a reload, and never reached the program. */
  let before;
  let over = false;
  const earlier = () => (before ??= tab((storage) => storage.getItem(placeOf(root))) ?? '');

  /** Keeps what was written and sent for a reload. */
  function remember() {
    if (over) return;
    const all = [earlier(), ...[...written.keys()].flatMap((field) => [...texts(field), field.value])];
    const text = join(all);
    tab((storage) => (text ? storage.setItem(placeOf(root), text) : storage.removeItem(placeOf(root))));
  }

  /** The program writes down what it is given: nothing is kept here any more. */
  function giveBack() {
    over = true;
    const field = earlier() && root.querySelector('textarea');
    if (field) {
      field.value = join([earlier(), field.value]);
      written.set(field, field.placeholder);
    }
    if (field || !earlier()) tab((storage) => storage.removeItem(placeOf(root)));
  }

  const heard = (field) => field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));

  for (const kind of KINDS) root.addEventListener(kind, keep, { capture: true });

  return {
    async release() {
      // More may be pressed meanwhile.
      while (pressed.length) {
        const { event, target, text } = pressed.shift();
        const rest = target.value;
        if (text) {
          target.value = text;
          heard(target);
        }
        again(event, target);
        if (text) {
          // The program empties the field when it has taken the text.
          await new Promise((done) => setTimeout(done));
          target.value = rest + target.value;
          show(target);
        }
      }
      for (const kind of KINDS) root.removeEventListener(kind, keep, { capture: true });
      giveBack();
      for (const field of written.keys()) heard(field);
    },
    missing() {
      const any = pressed.length > 0;
      pressed = pressed.filter((one) => one.text);
      return any;
    },
  };
}

/** As an event, which has its files only while it lasts. */
function withFiles({ type, constructor }, files) {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  const about = { bubbles: true, cancelable: true, composed: true };
  return new constructor(type, { ...about, dataTransfer: data, clipboardData: data });
}

/** The same once more: an event that is over no longer tells where it was. */
function again(event, target) {
  if (target.isConnected) target.dispatchEvent(new event.constructor(event.type, event));
}
