// What the React and the Vue component share: how props become attributes and properties of the
// element, and which events it has.

import { ATTRIBUTES, PROPERTIES, propertyOf } from './program.js';

/** The element's events, without their prefix `midturn-`. */
export const EVENTS = [
  'ready',
  'state',
  'turn-start',
  'turn-end',
  'message',
  'queue',
  'interjection',
  'approval',
  'thread',
  'threads',
  'unseen',
  'menu',
  'shortcuts',
  'agent-state',
  'feedback',
  'error',
  'protocol-event',
];

/** The name of an event in Pascal case: `TurnStart`. */
export const pascal = (event) => propertyOf(`-${event}`);

/** The attribute of each property that has one. */
const ATTRIBUTE_OF = new Map(ATTRIBUTES.map((attribute) => [propertyOf(attribute), attribute]));

/** Whether a property has an attribute. */
export const isText = (name) => ATTRIBUTE_OF.has(name);

/**
 * The attributes for these props. A server writes them, so that the element can begin before the
 * framework has taken over the page.
 */
export function attributesOf(props) {
  const attributes = {};
  for (const [name, attribute] of ATTRIBUTE_OF) {
    const value = props[name];
    if (value === true || typeof value === 'string') attributes[attribute] = value;
    if (typeof value === 'number') attributes[attribute] = `${value}`;
  }
  return attributes;
}

/** A prop as the property takes it: an id that a framework gives as a number is a text. */
function valueFor(name, value) {
  return typeof value === 'number' && isText(name) && name !== 'attachmentMaxBytes' ? `${value}` : value;
}

/** Whether the element has this value already, as an attribute. */
function hasAttribute(element, name, value) {
  const attribute = ATTRIBUTE_OF.get(name);
  if (!attribute || !element.hasAttribute(attribute) || element[name] !== undefined) return false;
  return value === true || element.getAttribute(attribute) === `${value}`;
}

/**
 * Sets the properties that have changed. The attributes alone do not suffice: not every property has one, and
 * a property that was set comes before its attribute.
 *
 * @param {HTMLElement} element
 * @param {(name: string) => unknown} valueOf the value of a prop
 * @param {Map<string, unknown>} [last] what this function returned the last time
 * @returns {Map<string, unknown>}
 */
export function give(element, valueOf, last) {
  const given = new Map(PROPERTIES.map((name) => [name, valueFor(name, valueOf(name))]));
  for (const [name, value] of given) {
    // An element that a server wrote has begun with its attributes. To set the property too would
    // start the chat again.
    const known = last ? Object.is(value, last.get(name)) : value === undefined || hasAttribute(element, name, value);
    if (!known) element[name] = value;
  }
  return given;
}
