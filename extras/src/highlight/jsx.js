// JavaScript with markup, which can contain JavaScript again, and so on. CodeMirror has only a parser for
// whole documents.
//
// A stack holds what is open: code, a tag, or the text between tags. The names of opening and
// closing tags are not compared, so mismatched markup is coloured too.

import { copy } from './copy.js';

const BEFORE_MARKUP = /(?:^|[(,=:?[{};&|!>]|\b(?:return|default|yield|case|await))$/;
const OPENS = /^<(?:>|[A-Za-z_$][\w$.:-]*(?=[\s/>]|$))/;
const GENERIC = /^<[\w$]+(?:\s*,|\s+extends\b)/;

/** Extends the mode `script` with markup. */
export function withMarkup(script) {
  function code() {
    const inner = script.startState(2);
    return { is: 'code', depth: 0, last: '', within: false, base: inner.tokenize, script: inner };
  }

  function copyOf(frame) {
    return frame.script ? { ...frame, script: copy(script, frame.script) } : { ...frame };
  }

  function inCode(stream, state, top) {
    const rest = stream.peek() === '<' ? stream.string.slice(stream.pos) : '';
    const opens = OPENS.test(rest) && !GENERIC.test(rest) && BEFORE_MARKUP.test(top.last);
    if (opens && !top.within) return openTag(stream, state);
    const style = script.token(stream, top.script);
    const text = stream.current();
    if (text.trim() !== '' && style !== 'comment') top.last = text.slice(-10);
    // While a comment or template is open, the mode's reader is not the initial one.
    top.within = top.script.tokenize !== top.base;
    // Braces in a template literal are tokens without a style too, but they come in pairs.
    if (!style) {
      if (text === '{') top.depth += 1;
      if (text === '}') top.depth -= 1;
      if (top.depth < 0 && state.stack.length > 1) state.stack.pop();
    }
    return style;
  }

  function openTag(stream, state) {
    stream.match(/^<\/?/);
    const closes = stream.current() === '</';
    stream.match(/^[A-Za-z_$][\w$.:-]*/);
    state.stack.push({ is: 'tag', closes, quote: '' });
    return 'tag';
  }

  function closeTag(state, empty) {
    const { closes } = state.stack.pop();
    if (closes && state.stack.at(-1).is === 'text') state.stack.pop();
    else if (!empty && !closes) state.stack.push({ is: 'text' });
    const top = state.stack.at(-1);
    // An element is an operand: tell the mode that an operator follows, as after a parenthesis.
    if (top.is === 'code') Object.assign(top, { last: ')' }).script.lastType = ')';
  }

  function inTag(stream, state, top) {
    if (top.quote) {
      if (stream.skipTo(top.quote)) {
        stream.next();
        top.quote = '';
      } else stream.skipToEnd();
      return 'string';
    }
    if (stream.eatSpace()) return null;
    if (stream.match('/>')) {
      closeTag(state, true);
      return 'tag';
    }
    const char = stream.next();
    if (char === '>') {
      closeTag(state, false);
      return 'tag';
    }
    if (char === '"' || char === "'") {
      top.quote = char;
      return inTag(stream, state, top);
    }
    if (char === '{') {
      state.stack.push(code());
      return null;
    }
    if (char === '=') return 'operator';
    return stream.eatWhile(/[^\s=/>{"']/) || /\w/.test(char) ? 'attribute' : null;
  }

  function inText(stream, state) {
    const char = stream.peek();
    if (char === '<' && /^<\/?[A-Za-z_$>]/.test(stream.string.slice(stream.pos))) {
      return openTag(stream, state);
    }
    stream.next();
    if (char === '{') state.stack.push(code());
    else if (char !== '<') stream.eatWhile(/[^<{]/);
    return null;
  }

  return {
    startState: () => ({ stack: [code()] }),
    copyState: (state) => ({ stack: state.stack.map(copyOf) }),
    token(stream, state) {
      const top = state.stack.at(-1);
      if (top.is === 'code') return inCode(stream, state, top);
      return top.is === 'tag' ? inTag(stream, state, top) : inText(stream, state);
    },
  };
}
