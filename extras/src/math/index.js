// The entry of `dist/extras/math.js`: renders LaTeX formulas as MathML nodes, for maths in the text
// and for code blocks whose language is `math`.
//
// Temml parses the formula. The resulting tree goes through the allow-list of `nodes.js`.

import MacroExpander from 'temml/src/MacroExpander.js';
import ParseError from 'temml/src/ParseError.js';
import Settings from 'temml/src/Settings.js';
import Style from 'temml/src/Style.js';
import buildMathML from 'temml/src/buildMathML.js';
import { StyleLevel } from 'temml/src/constants.js';
import parseTree from 'temml/src/parseTree.js';
import { nodesOf } from './nodes.js';

/** The longest formula, in UTF-16 units. A page of dense mathematics has 3,000. */
export const LONGEST = 10_000;

/** How many macros one formula may expand. */
const EXPANSIONS = 1000;

/** How many tokens all expansions of one formula may produce. */
const TOKENS = 50_000;

/** The longest space or rule, in em and in pt. */
const LENGTHS = [40, 400];

// The tokens that the current formula's expansions have produced. Temml limits only the number of
// expansions, but one expansion can be as long as its arguments.
let tokens = 0;
const { consumeArgs, pushTokens, _getExpansion } = MacroExpander.prototype;

function spend(more) {
  tokens += more;
  if (tokens > TOKENS) throw new ParseError('Too many expansions');
}

Object.assign(MacroExpander.prototype, {
  pushTokens(more) {
    spend(more.length);
    return pushTokens.call(this, more);
  },
  _getExpansion(name) {
    this.places = 0;
    const expansion = _getExpansion.call(this, name);
    this.places = expansion?.tokens?.filter(({ text }) => text === '#').length ?? 0;
    return expansion;
  },
  // Counts the tokens before the arguments replace their placeholders.
  consumeArgs(...how) {
    const { places } = this;
    const found = consumeArgs.apply(this, how);
    spend(places * found.reduce((sum, argument) => sum + argument.length, 0));
    return found;
  },
});

/** The error's message for a person, without the parser's prefix. */
function said(error) {
  if (error instanceof RangeError) return 'it is nested too deeply';
  const message = String(error?.message ?? error);
  return message.replace(/^(?:Temml )?(?:parse|Parse)\s*[Ee]rror:?/, '').trim().slice(0, 300);
}

/** The MathML tree of a formula. Throws an `Error` that says in one sentence what is wrong. */
function treeOf(source, display) {
  const settings = new Settings({
    displayMode: display,
    throwOnError: true,
    // Forbids \href, \url, \includegraphics, \class, \id, \style, \data.
    trust: false,
    strict: false,
    maxSize: LENGTHS,
    maxExpand: EXPANSIONS,
  });
  tokens = 0;
  try {
    const style = new Style({
      level: display ? StyleLevel.DISPLAY : StyleLevel.TEXT,
      maxSize: settings.maxSize,
    });
    return buildMathML(parseTree(source, settings), source, style, settings);
  } catch (error) {
    throw new Error(`This formula cannot be shown: ${said(error)}`, { cause: error });
  }
}

/** Removes the delimiters that some models leave around a formula. */
function bare(source) {
  const text = source.trim();
  const found =
    /^\$\$([^]*)\$\$$/.exec(text) ?? /^\\\[([^]*)\\\]$/.exec(text) ?? /^\\\(([^]*)\\\)$/.exec(text);
  return found ? found[1].trim() : text;
}

/** Macros that Temml lacks. `chemistry.js` is loaded only for formulas with them. */
const CHEMISTRY = /\\(?:ce|pu)(?![A-Za-z])/;

export default {
  render(source, context) {
    if (source.length > LONGEST) {
      throw new Error(`This formula cannot be shown: it is longer than ${LONGEST} characters`);
    }
    context.signal?.throwIfAborted();
    const make = () => nodesOf(treeOf(bare(source), context.display), context.document);
    if (!CHEMISTRY.test(source)) return make();
    return import('./chemistry.js').then(() => {
      context.signal?.throwIfAborted();
      return make();
    });
  },
};
