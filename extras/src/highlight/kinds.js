// The kinds of tokens, and the mapping from the modes' styles to kinds.
//
// A kind is an index into KINDS, so a page needs one class per kind and no table of its own.

/** The kinds. The first is plain text. The order is part of the contract. */
export const KINDS = Object.freeze([
  'plain', 'keyword', 'string', 'comment', 'number', 'constant', 'name', 'type', 'property',
  'operator', 'tag', 'attribute', 'meta', 'inserted', 'deleted', 'heading', 'link',
]);

const PLAIN = 0;
const NAME = KINDS.indexOf('name');

// Style names of CodeMirror 5 and 6.
const STYLES = {
  keyword: 'keyword', controlKeyword: 'keyword', operatorKeyword: 'keyword',
  definitionKeyword: 'keyword', moduleKeyword: 'keyword', modifier: 'keyword',
  qualifier: 'keyword', self: 'keyword',
  string: 'string', character: 'string', regexp: 'string', escape: 'string', quote: 'string',
  docString: 'string', attributeValue: 'string', content: 'string',
  comment: 'comment', lineComment: 'comment', blockComment: 'comment', docComment: 'comment',
  number: 'number', integer: 'number', float: 'number', unit: 'number', color: 'number',
  atom: 'constant', bool: 'constant', null: 'constant', literal: 'constant', labelName: 'constant',
  name: 'name', def: 'name', builtin: 'name', macroName: 'name', 'variableName.definition': 'name',
  'variableName.function': 'name', 'variableName.standard': 'name', 'variable.definition': 'name',
  'variableName.special': 'property', 'variableName.constant': 'constant', 'variable-2': 'property',
  'variable-3': 'type', type: 'type', typeName: 'type', className: 'type', namespace: 'type',
  property: 'property', propertyName: 'property',
  operator: 'operator', arithmeticOperator: 'operator', logicOperator: 'operator',
  tag: 'tag', tagName: 'tag', angleBracket: 'tag',
  attribute: 'attribute', attributeName: 'attribute',
  meta: 'meta', documentMeta: 'meta', annotation: 'meta', processingInstruction: 'meta',
  hr: 'meta',
  inserted: 'inserted', deleted: 'deleted',
  heading: 'heading', header: 'heading', strong: 'heading',
  link: 'link', url: 'link',
};

const INDEX = new Map(Object.entries(STYLES).map(([style, kind]) => [style, KINDS.indexOf(kind)]));
INDEX.set('string-2', KINDS.indexOf('string'));

const CALLED = new Set(['variable', 'variableName', 'property', 'propertyName']);

/**
 * The kind of a style such as `variableName.definition` or `meta invalid`. `next` is the character
 * after the token and spaces. A variable or property before a parenthesis is the name of a called
 * function.
 */
export function kindOf(style, next) {
  if (!style) return PLAIN;
  for (const word of style.split(' ')) {
    if (next === '(' && CALLED.has(word)) return NAME;
    const whole = INDEX.get(word);
    if (whole !== undefined) return whole;
    const dot = word.indexOf('.');
    const first = dot > 0 ? INDEX.get(word.slice(0, dot)) : undefined;
    if (first !== undefined) return first;
  }
  return PLAIN;
}
