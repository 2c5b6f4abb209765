// JavaScript and related languages. `jsx.js` adds markup.

import {
  javascript, json as plainJson, jsonld, typescript,
} from '@codemirror/legacy-modes/mode/javascript';
import { withMarkup } from '../jsx.js';

export { javascript, jsonld, typescript };

/** Gives keys their own style: CodeMirror styles them as strings. */
export const json = {
  ...plainJson,
  token(stream, state) {
    const style = plainJson.token(stream, state);
    const key = style?.startsWith('string') && stream.match(/^\s*:/, false);
    return key ? 'property' : style;
  },
};

export const jsx = withMarkup(javascript);
export const tsx = withMarkup(typescript);
