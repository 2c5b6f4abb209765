// PHP: inside HTML, or without the opening tag, which models often leave out. CodeMirror has only a parser
// for whole documents.

import { clike } from '@codemirror/legacy-modes/mode/clike';
import { html as markup } from '@codemirror/legacy-modes/mode/xml';
import { copy } from '../copy.js';
import { words } from '../words.js';

function heredoc(end) {
  return (stream, state) => {
    if (stream.sol() && stream.match(new RegExp(`^\\s*${end}\\b`))) state.tokenize = null;
    else stream.skipToEnd();
    return 'string';
  };
}

const code = clike({
  name: 'php',
  keywords: words(
    'abstract and array as break case catch class clone const continue declare default do echo ' +
    'else elseif empty enddeclare endfor endforeach endif endswitch endwhile enum exit extends ' +
    'final finally fn for foreach function global goto if implements include include_once ' +
    'instanceof insteadof interface isset list match namespace new or print private protected ' +
    'public readonly require require_once return static switch throw trait try unset use var ' +
    'while xor yield die'),
  types: words('int float bool string void mixed never object iterable callable self parent'),
  blockKeywords: words('catch do else elseif for foreach if switch try while finally'),
  defKeywords: words('class enum function interface namespace trait'),
  atoms: words('true false null TRUE FALSE NULL __CLASS__ __DIR__ __FILE__ __LINE__ __METHOD__'),
  multiLineStrings: true,
  hooks: {
    $: (stream) => {
      stream.eatWhile(/[\w$\xa1-\uffff]/);
      return 'property';
    },
    '#': (stream) => {
      if (stream.eat('[')) return 'meta';
      stream.match(/^.*?(?=\?>|$)/);
      return 'comment';
    },
    '<': (stream, state) => {
      const found = stream.match(/^<<\s*['"]?([A-Za-z_]\w*)['"]?\s*$/);
      if (!found) return false;
      state.tokenize = heredoc(found[1]);
      return 'string';
    },
  },
});

function inMarkup(stream, state) {
  if (stream.match(/^<\?(?:php\b|=|(?!xml))/i)) {
    state.within = true;
    return 'meta';
  }
  const whole = stream.string;
  const found = whole.slice(stream.pos).search(/<\?(?!xml)/i);
  if (found > 0) stream.string = whole.slice(0, stream.pos + found);
  try {
    return markup.token(stream, state.markup);
  } finally {
    stream.string = whole;
  }
}

function inCode(stream, state) {
  if (!state.code.tokenize && stream.match('?>')) {
    state.within = false;
    return 'meta';
  }
  return code.token(stream, state.code);
}

export const php = {
  startState: () => ({ within: null, code: code.startState(2), markup: markup.startState(2) }),
  copyState: (state) => ({
    within: state.within,
    code: copy(code, state.code),
    markup: copy(markup, state.markup),
  }),
  token(stream, state) {
    // The first non-blank line decides whether the text starts in HTML.
    if (state.within === null && /\S/.test(stream.string)) {
      state.within = !/^\s*<|<\?/.test(stream.string);
    }
    return state.within ? inCode(stream, state) : inMarkup(stream, state);
  },
};
