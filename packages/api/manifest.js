// Makes `custom-elements.json`, the manifest that editors and documentation tools read:
// https://github.com/webcomponents/custom-elements-manifest

const TAG = 'midturn-chat';
const CLASS = 'MidturnChat';

/** A link inside of the documents is its text elsewhere. */
export const plain = (doc) => doc.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');

const described = ({ name, doc }) => ({ name, description: plain(doc) });

const withDefault = (option) => (option.default === undefined ? {} : { default: option.default });

/** @param api what `read` and `looks` return */
export function manifest({ doc, options, methods, events, looks }) {
  const attributes = options
    .filter(({ attribute }) => attribute)
    .map((option) => ({
      name: option.attribute,
      fieldName: option.name,
      type: { text: option.type },
      description: option.doc,
      ...withDefault(option),
    }));
  const fields = options.map((option) => ({
    kind: 'field',
    name: option.name,
    type: { text: `${option.type} | undefined` },
    description: option.doc,
    ...withDefault(option),
    ...(option.attribute ? { attribute: option.attribute } : {}),
  }));
  const state = {
    kind: 'field',
    name: 'state',
    type: { text: 'ChatState' },
    readonly: true,
    description: 'What the chat is doing now.',
  };
  const declaration = {
    kind: 'class',
    customElement: true,
    name: CLASS,
    tagName: TAG,
    description: doc,
    superclass: { name: 'HTMLElement' },
    attributes,
    members: [
      ...fields,
      state,
      ...methods.map((method) => ({
        kind: 'method',
        name: method.name,
        description: method.doc,
        parameters: method.parameters.map(({ name, type, optional, doc: said }) => ({
          name,
          type: { text: type },
          ...(optional ? { optional } : {}),
          ...(said ? { description: said } : {}),
        })),
        return: { type: { text: method.returns } },
      })),
    ],
    events: events.map((event) => ({
      name: event.name,
      type: { text: `CustomEvent<${event.type}>` },
      description: event.doc,
    })),
    cssProperties: looks.properties.map(described),
    cssParts: looks.parts.map(described),
    slots: looks.slots.map(described),
  };
  const reference = { name: CLASS, module: 'index.js' };
  return {
    schemaVersion: '1.0.0',
    readme: 'README.md',
    modules: [
      {
        kind: 'javascript-module',
        path: 'index.js',
        declarations: [declaration],
        exports: [
          { kind: 'js', name: CLASS, declaration: reference },
          { kind: 'custom-element-definition', name: TAG, declaration: reference },
        ],
      },
    ],
  };
}
