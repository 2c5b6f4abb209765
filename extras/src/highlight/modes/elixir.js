// Elixir, which CodeMirror has no line-based mode for.

import { simpleMode } from '@codemirror/legacy-modes/mode/simple-mode';

export const elixir = simpleMode({
  start: [
    { regex: /#.*/, token: 'comment' },
    { regex: /(?:@(?:module|type)?doc\s+)?(?:~[a-zA-Z])?"""/, token: 'string', next: 'text' },
    { regex: /~[a-zA-Z](?:\/(?:[^/\\]|\\.)*\/?|\([^)]*\)?|\[[^\]]*\]?|"[^"]*"?|\{[^}]*\}?|\|[^|]*\|?)\w*/, token: 'string' },
    { regex: /"(?:[^"\\]|\\.)*"?/, token: 'string' },
    { regex: /'(?:[^'\\]|\\.)*'?/, token: 'string' },
    { regex: /(def(?:p|module|protocol|impl|macro|macrop|struct|delegate|guard|exception)?)(\s+)([\w.!?]+)/,
      token: ['keyword', null, 'def'] },
    { regex: /\b(?:after|alias|and|case|catch|cond|do|else|end|fn|for|if|import|in|not|or|quote|raise|receive|require|rescue|super|throw|try|unless|unquote|use|when|with)\b(?!:)/, token: 'keyword' },
    { regex: /\b(?:true|false|nil)\b/, token: 'atom' },
    { regex: /@\w+/, token: 'meta' },
    { regex: /\w+[?!]?:(?!:)/, token: 'property' },
    { regex: /:(?:"[^"]*"?|[a-zA-Z_]\w*[?!]?)/, token: 'atom' },
    { regex: /\b[A-Z]\w*/, token: 'type' },
    { regex: /\b0[xob][\da-fA-F_]+|\b\d[\d_]*(?:\.\d+)?(?:e[-+]?\d+)?/, token: 'number' },
    { regex: /\w+[?!]?(?=\()/, token: 'builtin' },
    { regex: /\|>|<>|->|<-|=>|[-+*/=<>!&|^]+/, token: 'operator' },
    { regex: /\w+[?!]?/, token: null },
  ],
  text: [
    { regex: /.*?"""/, token: 'string', next: 'start' },
    { regex: /.+/, token: 'string' },
  ],
});
