// Makes `web-types.json`, from which the editors of JetBrains know the element:
// https://github.com/JetBrains/web-types

import { plain } from './manifest.js';

const described = ({ name, doc }) => ({ name, description: plain(doc) });

/** The type of a value, as one text or a list. */
const typeOf = ({ type, literals }) => literals?.map((text) => `'${text}'`) ?? type;

/** The value of an attribute: without what only a property can be. */
function valueOf(option) {
  if (option.type === 'boolean') return { type: 'boolean', required: false };
  if (option.literals) return { type: typeOf(option) };
  return { type: option.type.includes('number') ? 'number' : 'string' };
}

/**
 * @param api what `read` and `looks` return
 * @param {string} version of the package
 */
export function webTypes({ doc, options, events, looks }, version) {
  const withDefault = (option) => (option.default === undefined ? {} : { default: option.default });
  const attributes = options.filter(({ attribute }) => attribute);
  return {
    $schema: 'https://json.schemastore.org/web-types',
    name: 'midturn',
    version,
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: [
          {
            name: 'midturn-chat',
            description: doc,
            attributes: attributes.map((option) => ({
              name: option.attribute,
              description: option.doc,
              value: valueOf(option),
              ...withDefault(option),
            })),
            slots: looks.slots.map(described),
            js: {
              properties: options.map((option) => ({
                name: option.name,
                description: option.doc,
                type: typeOf(option),
                ...withDefault(option),
              })),
              events: events.map(({ name, doc: said, type }) => ({ name, description: said, type: `CustomEvent<${type}>` })),
            },
            css: {
              properties: looks.properties.map(described),
              parts: looks.parts.map(described),
            },
          },
        ],
      },
    },
  };
}
