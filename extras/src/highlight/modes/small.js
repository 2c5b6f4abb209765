// Small languages, together in one file.

import { cmake } from '@codemirror/legacy-modes/mode/cmake';
import { diff } from '@codemirror/legacy-modes/mode/diff';
import { http } from '@codemirror/legacy-modes/mode/http';
import { properties } from '@codemirror/legacy-modes/mode/properties';
import { protobuf } from '@codemirror/legacy-modes/mode/protobuf';
import { simpleMode } from '@codemirror/legacy-modes/mode/simple-mode';
import { toml } from '@codemirror/legacy-modes/mode/toml';
import { yaml as plainYaml } from '@codemirror/legacy-modes/mode/yaml';

export { cmake, diff, http, properties, protobuf, toml };

/** Gives keys their own style: CodeMirror styles them as atoms. */
export const yaml = {
  ...plainYaml,
  token(stream, state) {
    const style = plainYaml.token(stream, state);
    return style === 'atom' ? 'property' : style;
  },
};

const HASH_COMMENT = { regex: /#.*/, token: 'comment' };
const STRING = { regex: /"(?:[^"\\]|\\.)*"?/, token: 'string' };
const NUMBER = { regex: /\b\d+(?:\.\d+)?\b/, token: 'number' };

export const makefile = simpleMode({
  start: [
    HASH_COMMENT,
    { regex: /\$[({][^)}]*[)}]?|\$[@<^+?*%$]/, token: 'property' },
    { regex: /\.[A-Z]+(?=\s*:)/, token: 'meta' },
    {
      regex: /(?:ifeq|ifneq|ifdef|ifndef|else|endif|include|-include|define|endef|export|override)\b/,
      token: 'keyword', sol: true,
    },
    { regex: /[\w./%-]+(?=\s*::?(?!=))/, token: 'def', sol: true },
    { regex: /[\w.]+(?=\s*[:?+!]?=)/, token: 'attribute', sol: true },
    { regex: /[:?+!]?=|::?/, token: 'operator' },
    STRING,
    { regex: /'[^']*'?/, token: 'string' },
    { regex: /[^\s#$"':=]+/, token: null },
  ],
});

export const graphql = simpleMode({
  start: [
    HASH_COMMENT,
    { regex: /"""/, token: 'string', next: 'text' },
    STRING,
    { regex: /\$\w+/, token: 'property' },
    { regex: /@\w+/, token: 'meta' },
    {
      regex: /\b(?:query|mutation|subscription|fragment|on|type|input|interface|union|enum|scalar|schema|extend|directive|implements|repeatable)\b/,
      token: 'keyword',
    },
    { regex: /\b(?:true|false|null)\b/, token: 'atom' },
    { regex: /\b[A-Z]\w*/, token: 'type' },
    NUMBER,
    { regex: /\w+(?=\s*[:(])/, token: 'property' },
    { regex: /[!|&=:]|\.\.\./, token: 'operator' },
    { regex: /\w+/, token: null },
  ],
  text: [
    { regex: /.*?"""/, token: 'string', next: 'start' },
    { regex: /.+/, token: 'string' },
  ],
});

export const hcl = simpleMode({
  start: [
    HASH_COMMENT,
    { regex: /\/\/.*/, token: 'comment' },
    { regex: /\/\*/, token: 'comment', next: 'comment' },
    STRING,
    {
      regex: /(?:resource|data|variable|output|provider|module|locals|terraform|for_each|count|dynamic|for|in|if)\b/,
      token: 'keyword',
    },
    { regex: /\b(?:true|false|null)\b/, token: 'atom' },
    NUMBER,
    { regex: /[\w-]+(?=\s*=(?!=))/, token: 'attribute' },
    { regex: /\w[\w-]*(?=\()/, token: 'builtin' },
    { regex: /[=!<>]=?|&&|\|\||[?:]/, token: 'operator' },
    { regex: /[\w-]+/, token: null },
  ],
  comment: [
    { regex: /.*?\*\//, token: 'comment', next: 'start' },
    { regex: /.+/, token: 'comment' },
  ],
});
