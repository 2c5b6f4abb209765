// The functions of an embedder that the chat calls: checks what they give, limits their time, and says
// when one fails. Tools and renderers have their own modules, in `extras/src`.

/** How long a function may take, in milliseconds. */
const WITHIN = 30_000;

/** The promise, or an error after a while. */
function within(promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it gave nothing within ${WITHIN / 1000} s`)), WITHIN);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/**
 * Headers by name: from an object, a `Headers` or a list of pairs, as `fetch` takes them. Calls `wrong`
 * with each mistake; by default, that is an error.
 */
export function headersOf(given, wrong = fail) {
  if (typeof given !== 'object' || given === null) return wrong('must be an object of headers');
  const pairs = given[Symbol.iterator] ? [...given] : Object.entries(given);
  return Object.fromEntries(pairs.filter((pair) => {
    const [name, value] = Array.isArray(pair) ? pair : [pair];
    if (isHeader(name, value)) return true;
    wrong(`["${name}"] must be a header that HTTP allows, with a text as its value`);
    return false;
  }));
}

function fail(message) {
  throw new TypeError(`the headers${message.startsWith('[') ? '' : ' '}${message}`);
}

function isHeader(name, value) {
  try {
    new Headers([[name, value]]);
    return typeof value === 'string';
  } catch {
    return false;
  }
}

/**
 * By property: the code of a failure, and the function that the chat calls instead of the given one.
 * `succeeded` is called when the function has done what it should.
 */
const GUARDED = {
  headers: ['headers-failed', (given, succeeded) => async () => {
    const headers = headersOf(await within(given()));
    succeeded();
    return headers;
  }],
  history: ['history-failed', (given, succeeded) => async (asked) => {
    const answer = await within(given(asked));
    if (!Array.isArray(answer?.messages)) throw new TypeError('it must give { messages, more }');
    succeeded();
    return answer;
  }],
  messageLink: ['message-link-failed', (given, succeeded) => (message) => {
    const url = given(message);
    if (typeof url !== 'string') throw new TypeError('it must give a URL as text');
    succeeded();
    return url;
  }],
};

/** Guards the functions of one element. */
export class Guards {
  /** By property: the given function, and the one that is called instead. */
  #made = new Map();

  /**
   * Replaces functions in the options by ones that tell of a failure: once, until they succeed or fail
   * in another way. The failure goes on to the chat.
   *
   * @param {object} options
   * @param {(code: string, message: string) => void} tell
   */
  guard(options, tell) {
    for (const name in GUARDED) {
      const given = options[name];
      if (typeof given !== 'function') continue;
      if (this.#made.get(name)?.given !== given) this.#made.set(name, { given, called: guarded(name, given, tell) });
      options[name] = this.#made.get(name).called;
    }
  }
}

function guarded(name, given, tell) {
  const [code, make] = GUARDED[name];
  let told;
  const failed = (error) => {
    const message = `${name}: ${error?.message ?? error}`;
    if (message !== told) {
      // With its stack, which the event has not.
      console.warn('midturn-chat:', error);
      tell(code, message);
    }
    told = message;
    throw error;
  };
  const call = make(given, () => (told = undefined));
  return (...args) => {
    try {
      const answer = call(...args);
      return answer instanceof Promise ? answer.catch(failed) : answer;
    } catch (error) {
      return failed(error);
    }
  };
}
