// What an embedder can set on the element: its attributes and properties, as one table.

/** The attributes. Each has a property of the same name in camel case. */
export const ATTRIBUTES = ['base-url', 'agent-url', 'agent-name', 'tour', 'protocol', 'protocol-options', 'messages-url', 'stop-url', 'stop-body', 'store', 'thread-id', 'new-thread', 'locale', 'theme', 'enter', 'interject', 'shortcuts', 'expand-steps', 'images', 'density', 'attachments', 'attachment-types', 'attachment-max-bytes', 'protocol-events', 'feedback', 'debug'];

// A change of these draws the chat anew. Its runs go on, and those of the threads shown before.
const DRAWN = ['threadId', 'locale', 'strings'];

// A change of these keeps the chat. A change of any other property starts the chat again, which ends
// its runs.
const APPLIED = ['baseUrl', 'newThread', 'theme', 'agentUrl', 'agentName', 'starters', 'tour', 'protocol', 'protocolOptions', 'messagesUrl', 'stopBody', 'headers', 'credentials', 'enter', 'interject', 'shortcuts', 'expandSteps', 'images', 'density', 'menu', 'links', 'renderers', 'history', 'messageLink', 'attachments', 'attachmentTypes', 'attachmentMaxBytes', 'tools', 'agentState', 'protocolEvents', 'feedback', 'debug'];

export const PROPERTIES = ['store', 'stopUrl', 'control', ...DRAWN, ...APPLIED];

/** Attributes that count even without a value. */
const FLAGS = ['new-thread', 'expand-steps', 'protocol-events', 'feedback', 'debug'];

/** The names of the slots. */
export const SLOTS = ['header', 'bar', 'empty', 'composer-start', 'composer-end', 'footer'];

/** The property of an attribute. */
export const propertyOf = (attribute) => attribute.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/** Whether the chat stays when this property changes. */
export const keepsChat = (name) => APPLIED.includes(name);

/** Whether the runs go on when this property changes. */
export const keepsRuns = (name) => DRAWN.includes(name) || keepsChat(name);

/** Properties that are data alone, for which the chat is mounted anew. */
const DATA = ['strings', 'control'];

/**
 * Whether a value is the one that is set. Frameworks set an equal object of data anew with every
 * drawing, for which the chat must not be mounted anew.
 */
export function isSame(name, before, value) {
  return Object.is(before, value) || (DATA.includes(name) && Boolean(before && value) && textOf(before) === textOf(value));
}

/** The value as JSON. Values that cannot be written differ. */
function textOf(value) {
  try {
    return JSON.stringify(value);
  } catch {
    return {};
  }
}

/** All options: the properties, else the attributes. */
export function optionsOf(element, given) {
  const options = { ...given };
  for (const name of ATTRIBUTES) {
    options[propertyOf(name)] ??= element.getAttribute(name) || undefined;
  }
  // An empty text means no body.
  options.stopBody ??= element.getAttribute('stop-body') ?? undefined;
  for (const name of FLAGS) options[propertyOf(name)] ??= element.hasAttribute(name);
  // Always a text, as in the attribute.
  options.attachmentMaxBytes &&= `${options.attachmentMaxBytes}`;
  return options;
}
