// Reads the element's interface from its types (`midturn.d.ts`).

import ts from 'typescript';

/** The text of a doc comment; empty without one. */
const docOf = (node) =>
  ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .map((comment) => ts.getTextOfJSDocComment(comment.comment) ?? '')
    .join('\n')
    .replaceAll(/\s*\n(?!\n)\s*/g, ' ')
    .trim();

/** The text of a tag of a doc comment. */
function tagOf(node, name) {
  const tag = ts.getJSDocTags(node).find((one) => one.tagName.text === name && !ts.isJSDocParameterTag(one));
  return tag && (ts.getTextOfJSDocComment(tag.comment) ?? '').trim();
}

/** A type or declaration as it is written, without what only the compiler needs. */
const textOf = (node) => node.getText().replaceAll(/\breadonly /g, '').replace(/^export (declare )?/, '');

/** The same on one line, without comments. */
const lineOf = (node) =>
  textOf(node)
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^\| /, '')
    .replaceAll(/\( ([^]*?),? \)/g, '($1)');

/** A property: its name, type, doc comment and default. */
function field(node) {
  return {
    name: node.name.text,
    type: node.type ? lineOf(node.type) : 'unknown',
    literals: node.type ? literals(node.type) : undefined,
    optional: Boolean(node.questionToken),
    doc: docOf(node),
    default: tagOf(node, 'default'),
  };
}

function method(node) {
  const docs = new Map(node.parameters.map((one) => [one.name.getText(), ts.getJSDocParameterTags(one)]));
  return {
    name: node.name.text,
    signature: textOf(node).replace(/;$/, ''),
    doc: docOf(node),
    returns: lineOf(node.type),
    parameters: node.parameters.map((one) => ({
      name: one.name.getText(),
      type: lineOf(one.type),
      optional: Boolean(one.questionToken),
      doc: (docs.get(one.name.getText()) ?? []).map((tag) => ts.getTextOfJSDocComment(tag.comment)).join(' '),
    })),
  };
}

/** The texts of a union of texts; undefined for another type. */
function literals(type) {
  if (ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal)) return [type.literal.text];
  if (!ts.isUnionTypeNode(type)) return undefined;
  const found = type.types.map((one) => literals(one)?.[0]);
  return found.includes(undefined) ? undefined : found;
}

/** Each text of a union with the comment before it, which stands before the `|`. */
function codes(source, { type }) {
  return type.types.map((one, at) => {
    const from = at === 0 ? type.getFullStart() : type.types[at - 1].end;
    const [, doc = ''] = /\/\*\*\s*([^]*?)\s*\*\//.exec(source.text.slice(from, one.getStart())) ?? [];
    return { name: one.literal.text, doc };
  });
}

/** Kebab case, as attributes are written. */
export const kebab = (name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Reads the file's text. Fails if something that the documents need is missing.
 *
 * @param {string} text
 */
export function read(text) {
  const source = ts.createSourceFile('midturn.d.ts', text, ts.ScriptTarget.Latest, true);
  const isExported = (node) => node.modifiers?.some((one) => one.kind === ts.SyntaxKind.ExportKeyword);
  const declarations = source.statements.filter((node) => node.name && isExported(node));
  const find = (name, is) => {
    const found = declarations.find((node) => node.name.text === name && is(node));
    if (!found) throw new Error(`midturn.d.ts has no ${name}`);
    return found;
  };
  const element = find('MidturnChat', ts.isClassDeclaration);
  const texts = literals(find('TextOption', ts.isTypeAliasDeclaration).type);
  const options = find('Options', ts.isInterfaceDeclaration).members.map(field);
  const unknown = texts.filter((name) => !options.some((option) => option.name === name));
  if (unknown.length > 0) throw new Error(`TextOption names what Options has not: ${unknown}`);
  const types = declarations
    .filter((node) => ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node))
    .filter((node) => node.name.text !== 'MidturnChat')
    .map((node) => ({ name: node.name.text, doc: docOf(node), text: textOf(node) }));
  return {
    doc: docOf(element),
    options: options.map((option) => ({
      ...option,
      attribute: texts.includes(option.name) ? kebab(option.name) : undefined,
    })),
    state: find('ChatState', ts.isInterfaceDeclaration).members.map(field),
    stateDoc: docOf(find('ChatState', ts.isInterfaceDeclaration)),
    methods: element.members
      .filter((node) => ts.isMethodDeclaration(node) && node.name.text !== 'addEventListener')
      .map(method),
    events: find('EventDetails', ts.isInterfaceDeclaration).members.map((node) => ({
      ...field(node),
      detail: textOf(node.type),
    })),
    slots: literals(find('SlotName', ts.isTypeAliasDeclaration).type),
    errors: codes(source, find('ErrorCode', ts.isTypeAliasDeclaration)),
    errorEvents: codes(source, find('ErrorEventCode', ts.isTypeAliasDeclaration)),
    types,
  };
}
