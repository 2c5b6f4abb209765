// HTML with its scripts and style sheets.

import { javascript } from '@codemirror/legacy-modes/mode/javascript';
import { simpleMode } from '@codemirror/legacy-modes/mode/simple-mode';
import { html as markup } from '@codemirror/legacy-modes/mode/xml';
import { copy } from '../copy.js';

/** CSS without CodeMirror's word lists, which would be larger than the rest of this module. */
const css = simpleMode({
  start: [
    { regex: /\/\*.*?\*\//, token: 'comment' },
    { regex: /\/\*.*/, token: 'comment', next: 'comment' },
    { regex: /"[^"]*"?|'[^']*'?/, token: 'string' },
    { regex: /@[\w-]+/, token: 'meta' },
    { regex: /#[\da-fA-F]{3,8}\b|-?(?:\d+\.?\d*|\.\d+)(?:[a-z]+|%)?/, token: 'number' },
    { regex: /--[\w-]+/, token: 'property' },
    { regex: /[\w-]+(?=\s*:[^{};]*(?:[;}]|$))/, token: 'property' },
    { regex: /[\w-]+(?=\()/, token: 'builtin' },
    { regex: /[.#][\w-]+/, token: 'name' },
    { regex: /::?[\w-]+/, token: 'atom' },
    { regex: /![\w-]+/, token: 'keyword' },
    { regex: /[\w-]+/, token: null },
  ],
  comment: [
    { regex: /.*?\*\//, token: 'comment', next: 'start' },
    { regex: /.+/, token: 'comment' },
  ],
});

const INNER = {
  script: { mode: javascript, end: /<\/script\s*>/i },
  style: { mode: css, end: /<\/style\s*>/i },
};

function inInner(stream, state) {
  const { mode, end } = INNER[state.within];
  const whole = stream.string;
  const found = whole.slice(stream.pos).search(end);
  if (found === 0) {
    state.within = '';
    state.inner = null;
    return inMarkup(stream, state);
  }
  // The inner language must not read past its end.
  if (found > 0) stream.string = whole.slice(0, stream.pos + found);
  try {
    return mode.token(stream, state.inner);
  } finally {
    stream.string = whole;
  }
}

function inMarkup(stream, state) {
  const tag = markup.xmlCurrentTag(state.markup);
  const style = markup.token(stream, state.markup);
  const name = tag && !tag.close ? String(tag.name).toLowerCase() : '';
  if (stream.current() === '>' && Object.hasOwn(INNER, name)) {
    state.within = name;
    state.inner = INNER[name].mode.startState(2);
  }
  return style;
}

export const html = {
  startState: () => ({ within: '', inner: null, markup: markup.startState(2) }),
  copyState: (state) => ({
    within: state.within,
    inner: state.inner && copy(INNER[state.within].mode, state.inner),
    markup: copy(markup, state.markup),
  }),
  token: (stream, state) => (state.within ? inInner(stream, state) : inMarkup(stream, state)),
};
