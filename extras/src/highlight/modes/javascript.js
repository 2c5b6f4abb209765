// JavaScript and what is written like it. Markup inside of it is `jsx.js`'s.

import {
  javascript, json as plainJson, jsonld, typescript,
} from '@codemirror/legacy-modes/mode/javascript';
import { withMarkup } from '../jsx.js';

export { javascript, jsonld, typescript };

/** Keys are not the strings they look like. */
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
