// Answers an agent's call of a tool that an embedder has given the chat: reads the arguments, holds
// them to the tool's schema, calls the function once, and makes text of what comes of it. Whatever
// goes wrong is a result too: the agent can try again with better arguments.
//
// Not responsible for which calls there are, for consent, or for where the result goes.

import { Validator } from '@cfworker/json-schema';

/** How long a tool may take that says nothing of it, in milliseconds. */
const WITHIN = 60_000;

/** Of so many faults the agent is told. */
const FAULTS = 5;

const failed = (content) => ({ content, failed: true });

/**
 * @param {{ parameters?: object | boolean, timeout?: number, execute: Function }} tool
 * @param {string} text the arguments, as the agent wrote them
 * @param {{ threadId: string, runId: string, toolCallId: string, signal: AbortSignal }} context
 * @returns {Promise<{ content: string, failed: boolean }>}
 */
export async function answer(tool, text, context) {
  let given;
  try {
    // Many models write nothing where there are no arguments.
    given = text.trim() ? JSON.parse(text) : {};
  } catch (error) {
    return failed(`The arguments are not valid JSON: ${error.message}`);
  }
  const faults = faultsOf(tool.parameters, given);
  if (faults) return failed(`The arguments do not fit the tool's schema: ${faults}`);
  try {
    return { content: textOf(await within(tool, given, context)), failed: false };
  } catch (error) {
    return failed(error instanceof Error ? error.message || error.name : String(error));
  }
}

/** What is wrong with the arguments, in words; nothing if they are as they should be. */
function faultsOf(schema, given) {
  if (schema === undefined || schema === null) return '';
  const { valid, errors } = new Validator(schema, '2020-12', false).validate(given);
  if (valid) return '';
  // Those of a whole say only that a part of it is wrong.
  const inner = errors.filter(
    (one) => !errors.some((other) => other !== one && other.instanceLocation.startsWith(`${one.instanceLocation}/`)),
  );
  const words = inner.map(({ instanceLocation, error }) => `${instanceLocation.replace(/^#\/?/, '') || 'arguments'}: ${error}`);
  return [...new Set(words)].slice(0, FAULTS).join(' ');
}

/** Calls the function, and lets go of it when its time is over or it is stopped. */
function within(tool, given, { signal, ...context }) {
  const { timeout = WITHIN } = tool;
  const own = new AbortController();
  return new Promise((resolve, reject) => {
    let timer;
    const end = (error) => {
      reject(error);
      own.abort(error);
    };
    const stop = () => end(signal.reason);
    const over = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop);
    // A timer cannot wait longer than 2^31 milliseconds; who asks for more means no end.
    if (timeout > 0 && timeout < 2 ** 31) {
      timer = setTimeout(() => end(new Error(`The tool did not answer within ${timeout / 1000} s.`)), timeout);
    }
    new Promise((answered) => answered(tool.execute(given, { ...context, signal: own.signal })))
      .then(resolve, reject)
      .finally(over);
  });
}

/** Agents read text. */
function textOf(value) {
  if (typeof value === 'string') return value;
  if (value === undefined) return 'Done.';
  return JSON.stringify(value) ?? String(value);
}
