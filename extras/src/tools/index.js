// Answers an agent's call of an embedder's tool. Reads the arguments, validates them against the
// tool's schema, calls the tool's function once, and turns the result into text. An error is a
// result too, so that the agent can retry with better arguments.
//
// The caller decides which calls to answer, asks for consent, and sends the result to the agent.

import { Validator } from '@cfworker/json-schema';

/** Default timeout of a tool, in milliseconds. */
const WITHIN = 60_000;

/** The most validation errors reported to the agent. */
const FAULTS = 5;

/**
 * The messages of browsers and bundlers about a module, or a part of a page, that could not be fetched.
 * Most have its address.
 */
const UNLOADED = /dynamically imported module|importing a module script failed|^(css_)?loading (css )?chunk |unable to preload/i;

const failed = (content) => ({ content, failed: true });

/**
 * @param {{ parameters?: object | boolean, timeout?: number, execute: Function }} tool
 * @param {string} text the arguments, as the agent wrote them
 * @param {{ threadId: string, runId: string, toolCallId: string, signal: AbortSignal, failed?: (code: string, message: string) => void }} context
 *   `failed` tells the page of a module of the tool that could not be loaded. The agent is not told its address
 * @returns {Promise<{ content: string, failed: boolean }>}
 */
export async function answer(tool, text, { failed: tell, ...context }) {
  let given;
  try {
    // Many models send an empty text when there are no arguments.
    given = text.trim() ? JSON.parse(text) : {};
  } catch (error) {
    return failed(`The arguments are not valid JSON: ${error.message}`);
  }
  let faults;
  try {
    faults = faultsOf(tool.parameters, given);
  } catch (error) {
    // A pattern that is no regular expression, or a `$ref` to nothing.
    console.warn(`midturn-chat: the schema of the tool ${tool.name}:`, error);
    return failed(`The schema of the tool cannot be used: ${error.message}`);
  }
  if (faults) return failed(`The arguments do not fit the tool's schema: ${faults}`);
  try {
    return { content: textOf(await within(tool, given, context)), failed: false };
  } catch (error) {
    const said = error instanceof Error ? error.message || error.name : String(error);
    // The agent is told. So are those who wrote the tool, with the stack.
    if (!context.signal.aborted) console.warn(`midturn-chat: the tool ${tool.name}:`, error);
    if (!UNLOADED.test(said)) return failed(said);
    tell?.('load-failed', `the tool ${tool.name}: ${said}`);
    return failed('The tool could not be loaded.');
  }
}

/** The validation errors of the arguments, as text. Empty if the arguments are valid. */
function faultsOf(schema, given) {
  if (schema === undefined || schema === null) return '';
  const { valid, errors } = new Validator(schema, '2020-12', false).validate(given);
  if (valid) return '';
  // Keep only the innermost errors: the outer ones only say that a part is wrong.
  const inner = errors.filter(
    (one) => !errors.some((other) => other !== one && other.instanceLocation.startsWith(`${one.instanceLocation}/`)),
  );
  const words = inner.map(({ instanceLocation, error }) => `${instanceLocation.replace(/^#\/?/, '') || 'arguments'}: ${error}`);
  return [...new Set(words)].slice(0, FAULTS).join(' ');
}

/** Calls the function. On a timeout or an abort, rejects and aborts the function's own signal. */
function within(tool, given, { signal, ...context }) {
  const timeout = tool.timeout ?? WITHIN;
  const own = new AbortController();
  return new Promise((resolve, reject) => {
    let timer;
    const over = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    };
    // Its time limit ends here: the function may never settle.
    const end = (error) => {
      over();
      reject(error);
      own.abort(error);
    };
    const stop = () => end(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop);
    // Timers are limited to 2^31 milliseconds, so a larger timeout means no timeout.
    if (timeout > 0 && timeout < 2 ** 31) {
      timer = setTimeout(() => end(new Error(`The tool did not answer within ${timeout / 1000} s.`)), timeout);
    }
    new Promise((answered) => answered(tool.execute(given, { ...context, signal: own.signal })))
      .then(resolve, reject)
      .finally(over);
  });
}

/** Agents read text, so other values become JSON. */
function textOf(value) {
  if (typeof value === 'string') return value;
  if (value === undefined) return 'Done.';
  return JSON.stringify(value) ?? String(value);
}
