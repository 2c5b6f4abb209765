// Keeps what a person does from a program that is not all there yet, and gives it to the program
// when it is. What they type appears meanwhile, for that is the browser's work.

/** Whatever the program may listen to. */
const KINDS = [
  'click', 'change', 'submit', 'input', 'keydown', 'keyup', 'compositionend', 'paste',
  'focus', 'blur', 'pointerover', 'pointerenter', 'pointerleave', 'pointerdown',
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

/** A click that the browser would make something of, such as another tab. */
const isForTheBrowser = (event) => event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;

/**
 * @param {EventTarget} root the document or shadow root that the program draws into
 * @param {() => void} intent called for each sign that a person is about to use it
 * @returns {{ release: () => void, missing: () => boolean }} `missing` lets a person write again
 *   what could not be given, and says whether there was anything
 */
export function hold(root, intent) {
  // Fields that were written in, and what was pressed, in order.
  const written = new Set();
  let pressed = [];

  function keep(event) {
    event.stopImmediatePropagation();
    // Focus may be the page's doing.
    if (event.type !== 'focus' && event.type !== 'blur') intent();
    const { target } = event;
    if (event.type === 'input') written.add(target);
    if (event.type === 'click' && !isForTheBrowser(event)) {
      event.preventDefault();
      pressed.push({ event, target });
    }
    if (event.type === 'keydown' && isShortcut(event, target)) pressed.push({ event, target });
    if (event.type === 'keydown' && sends(event, target)) {
      event.preventDefault();
      if (target.readOnly || !target.value.trim()) return;
      pressed.push({ event, target });
      // What is on its way is not changed any more.
      written.add(target);
      busy(target, true);
    }
  }

  function busy(field, is) {
    field.readOnly = is;
    field.ariaBusy = is ? 'true' : null;
  }

  for (const kind of KINDS) root.addEventListener(kind, keep, { capture: true });

  return {
    release() {
      for (const kind of KINDS) root.removeEventListener(kind, keep, { capture: true });
      for (const field of written) {
        busy(field, false);
        field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
      }
      for (const { event, target } of pressed) again(event, target);
    },
    missing() {
      for (const field of written) busy(field, false);
      const any = pressed.length > 0;
      pressed = [];
      return any;
    },
  };
}

/** The same once more: an event that is over no longer tells where it was. */
function again(event, target) {
  if (target.isConnected) target.dispatchEvent(new event.constructor(event.type, event));
}
