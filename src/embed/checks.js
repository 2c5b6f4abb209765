// What an embedder may set: finds wrong values, says what is allowed, and leaves them out, so that the
// default is used.

import { headersOf } from './functions.js';
import { languageOf, languages } from './locale.js';

/**
 * A check returns the value that is used: the value itself, a part of it, or nothing. It calls `wrong`
 * with what the value must be.
 *
 * @typedef {(value: any, wrong: (message: string) => undefined, options: object) => any} Check
 */

const or = (names) => `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

const isGiven = (value) => value !== undefined && value !== null;

/** Whether a value can be written as JSON: without circles and bigints. */
function isJson(value) {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

function isTag(tag) {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** Begins a message with the place that it is about. */
const at = (place, wrong) => (message) => wrong(place + (message.startsWith('[') ? '' : ' ') + message);

/** @type {(...names: string[]) => Check} */
const oneOf = (...names) => (value, wrong) => (names.includes(value) ? value : wrong(`must be ${or(names)}`));

/** @type {(type: string, words: string) => Check} */
const is = (type, words) => (value, wrong) => (typeof value === type ? value : wrong(`must be ${words}`));

const text = is('string', 'a text');
const flag = is('boolean', 'true or false');
const callable = is('function', 'a function');

/** The address of a server. In an app, the page's own scheme may be another one. @type {Check} */
function address(value, wrong) {
  try {
    const schemes = ['http:', 'https:', location.protocol];
    if (typeof value === 'string' && schemes.includes(new URL(value, document.baseURI).protocol)) return value;
  } catch {
    // Not an address at all.
  }
  return wrong('must be an http or https address');
}

/** The entries that pass a check, and those without a value. The object itself, if all do. */
function entries(object, checkOf, wrong) {
  let same = true;
  const kept = Object.entries(object).flatMap(([name, value]) => {
    const used = isGiven(value) ? checkOf(name)(value, at(`["${name}"]`, wrong)) : value;
    same &&= used === value;
    return used === undefined ? [] : [[name, used]];
  });
  return same ? object : Object.fromEntries(kept);
}

/** An object whose members pass the same check. @type {(check: Check) => Check} */
const mapOf = (check) => (value, wrong) =>
  isObject(value) ? entries(value, () => check, wrong) : wrong('must be an object');

/** An object with some of these members. @type {(members: Record<string, Check>) => Check} */
const shape = (members) => {
  const names = Object.keys(members);
  const unknown = (_, wrong) => wrong(`is unknown; the members are ${or(names)}`);
  const checkOf = (name) => (Object.hasOwn(members, name) ? members[name] : unknown);
  return (value, wrong) =>
    isObject(value) ? entries(value, checkOf, wrong) : wrong(`must be an object with ${or(names)}`);
};

/** A list whose items pass a check. @type {(check: Check, words: string) => Check} */
const listOf = (check, words) => (value, wrong) => {
  if (!Array.isArray(value)) return wrong(`must be ${words}`);
  const kept = value.filter((item, index) => check(item, at(`[${index}]`, wrong)) !== undefined);
  return kept.length === value.length ? value : kept;
};

/** @type {Check} */
function tool(value, wrong) {
  if (typeof value?.name !== 'string' || value.name === '') return wrong('must have a name');
  if (typeof value.execute !== 'function') return wrong('must have a function execute');
  const { parameters, timeout, confirm } = value;
  if (isGiven(parameters) && !(isObject(parameters) && isJson(parameters))) return wrong('["parameters"] must be a JSON Schema');
  if (isGiven(timeout) && !(typeof timeout === 'number' && timeout >= 0)) return wrong('["timeout"] must be a number of milliseconds');
  if (isGiven(confirm) && typeof confirm !== 'boolean') return wrong('["confirm"] must be true or false');
  return value;
}

/** @type {Check} */
function tools(value, wrong) {
  const kept = listOf(tool, 'a list')(value, wrong);
  const first = kept?.filter(({ name }, index) => {
    const is = kept.findIndex((held) => held.name === name) === index;
    if (!is) wrong(`has two tools with the name ${name}; the first is used`);
    return is;
  });
  return first?.length === kept?.length ? kept : first;
}

/** @type {Check} */
function starter(value, wrong) {
  const missing = ['title', 'text'].find((name) => typeof value?.[name] !== 'string' || value[name].trim() === '');
  if (missing) return wrong(`must have a ${missing}`);
  return isGiven(value.about) && typeof value.about !== 'string' ? wrong('["about"] must be a text') : value;
}

/** @type {Check} */
function starters(value, wrong) {
  const kept = listOf(starter, 'a list')(value, wrong);
  if (!(kept?.length > 4)) return kept;
  wrong('has more than four; the first four are used');
  return kept.slice(0, 4);
}

/** The icons of the chat that an embedder can name, as in `IconName::of` (`src/components/icon.rs`). */
const ICONS = ['edit', 'trash', 'copy', 'download', 'link', 'file', 'settings'];

/** @type {Check} */
function menuItem(value, wrong) {
  const missing = ['id', 'title'].find((name) => typeof value?.[name] !== 'string' || value[name].trim() === '');
  if (missing) return wrong(`must have a ${missing}`);
  if (isGiven(value.icon) && !ICONS.includes(value.icon)) return wrong(`["icon"] must be ${or(ICONS)}`);
  return value;
}

/** @type {Check} */
function protocolOptions(value, wrong) {
  let read = value;
  try {
    if (typeof value === 'string') read = JSON.parse(value);
  } catch {
    read = undefined;
  }
  return isObject(read) && isJson(read) ? value : wrong('must be a JSON object');
}

/** @type {Check} */
const json = (value, wrong) => (isJson(value) ? value : wrong('must be a value of JSON'));

/** @type {Check} */
const headers = (value, wrong) => (typeof value === 'function' ? value : headersOf(value, wrong));

/** @type {Check} */
function strings(value, wrong) {
  const texts = (tag) => (held, said) => {
    if (!isTag(tag)) return said('is no BCP 47 tag');
    if (!isObject(held) || !isJson(held)) return said('must be an object of texts');
    if (held.dir !== undefined && held.dir !== 'ltr' && held.dir !== 'rtl') said('["dir"] must be ltr or rtl');
    return held;
  };
  return isObject(value)
    ? entries(value, texts, wrong)
    : wrong('must be an object of texts by language');
}

/** @type {Check} */
const locale = (value, wrong, options) =>
  languageOf(value, options.strings) ? value : wrong(`must be ${or(languages(options.strings))}`);

/** @type {Check} */
const bytes = (value, wrong) =>
  /^\s*[1-9]\d*\s*$/.test(value) ? value : wrong('must be a whole number of bytes above zero');

/** The items of a field's `accept`. @type {Check} */
function fileTypes(value, wrong) {
  if (typeof value !== 'string') return wrong('must be a text');
  const all = value.split(',').map((item) => item.trim()).filter((item) => item !== '');
  const kept = all.filter((item) => /^\.[^\s/*]+$|^[\w.+-]+\/([\w.+-]+|\*)$|^\*(\/\*)?$/.test(item)
    || wrong(`has ${item}, which is no media type and no extension such as .pdf`));
  if (kept.length === all.length) return value;
  return kept.length > 0 ? kept.join(',') : undefined;
}

/** A link with one of these runs code, or is a page of the agent's own making. */
const UNSAFE = ['javascript', 'vbscript', 'data', 'blob'];

/** @type {Check} */
const scheme = (value, wrong) => {
  if (typeof value !== 'string') return wrong('must be a text');
  return UNSAFE.includes(value.trim().toLowerCase().replace(/:$/, '')) ? wrong('is not safe in an answer') : value;
};

/** What is checked, in this order: the language depends on the texts. */
const CHECKS = {
  strings,
  locale,
  baseUrl: text,
  agentUrl: address,
  agentName: text,
  starters,
  tour: text,
  protocol: oneOf('ag-ui', 'ai-sdk', 'openai-chat', 'openai-responses', 'langgraph', 'a2a'),
  protocolOptions,
  messagesUrl: address,
  store: text,
  threadId: text,
  theme: oneOf('light', 'dark'),
  density: oneOf('comfortable', 'compact'),
  enter: oneOf('queue', 'interject', 'replace'),
  interject: oneOf('boundary', 'after-response'),
  shortcuts: oneOf('on', 'off'),
  newThread: flag,
  expandSteps: flag,
  menu: listOf(menuItem, 'a list'),
  stopUrl: address,
  stopBody: text,
  images: oneOf('ask', 'never', 'always'),
  attachments: oneOf('on', 'off'),
  attachmentTypes: fileTypes,
  attachmentMaxBytes: bytes,
  protocolEvents: flag,
  feedback: flag,
  debug: flag,
  headers,
  credentials: oneOf('omit', 'same-origin', 'include'),
  links: shape({ schemes: listOf(scheme, 'a list of texts'), relative: flag }),
  messageLink: callable,
  renderers: shape({ tools: mapOf(callable), activities: mapOf(callable), code: mapOf(callable) }),
  history: callable,
  tools,
  agentState: json,
  control: shape({ url: address, events: address, threads: address, cancel: flag, interject: flag }),
};

/** Checks the options of one element, and remembers what it has told. */
export class Checker {
  /** By name: the value that was checked last, what of it is used, and what was wrong. */
  #known = new Map();

  /**
   * Takes wrong values out of the options. Tells each once, and again only after another value.
   *
   * @param {object} options
   * @param {(wrong: { name: string, value: unknown, message: string }) => void} tell
   */
  check(options, tell) {
    for (const name in CHECKS) {
      const value = options[name];
      if (!isGiven(value) || value === '') {
        this.#known.delete(name);
        continue;
      }
      const before = this.#known.get(name);
      // Whether a language is there depends on the texts.
      const known = before && Object.is(before.value, value) && name !== 'locale' ? before : { value, wrong: [] };
      if (known !== before) {
        const wrong = at(name, (message) => void known.wrong.push(message));
        try {
          known.used = CHECKS[name](value, wrong, options);
        } catch (error) {
          // A member that throws when it is read.
          wrong(`cannot be read: ${error}`);
        }
        this.#known.set(name, known);
        for (const message of known.wrong) {
          if (!this.#isTold(before, known, message)) tell({ name, value, message });
        }
      }
      options[name] = known.used;
    }
  }

  /**
   * Frameworks set an equal object or function anew with every drawing: it is wrong in the same way, and
   * not told again. Another text or number is.
   */
  #isTold(before, now, message) {
    const anew = /object|function/.test(typeof now.value) && typeof before?.value === typeof now.value;
    const same = Object.is(before?.value, now.value) || anew;
    return same && Boolean(before?.wrong.includes(message));
  }
}
