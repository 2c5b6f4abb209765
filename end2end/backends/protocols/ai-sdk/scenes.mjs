// The scenes that the mock model plays, and the log that the tests read: the same words at the same
// speed as in `scenes.py`. The first word of a message chooses the scene.

/** The milliseconds between two words, and between two steps of a tool. */
const TICK = 50;

/** The number of words of a text scene; eight for any other scene. */
const WORDS = { steady: 140, brief: 80, inside: 40, snap: 40 };

/** The scenes whose model calls tools. */
const CALLS = {
  tool: [['weather', { city: 'Paris' }]],
  count: [['count', { to: 20 }]],
  approval: [['delete_file', { path: 'old.txt' }]],
  front: [['change_background', { color: 'teal' }]],
  two: [
    ['count', { to: 10 }],
    ['weather', { city: 'Paris' }],
  ],
  nested: [['ask_helper', {}]],
};

/** The result of the tool of `nested`. */
export const HELPED = 'the helper has finished';

export function log(...words) {
  process.stdout.write(`${words.join(' ')}\n`);
}

/** Waits. Fails as soon as the signal aborts. */
export function pause(signal, milliseconds = TICK) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/**
 * The mock model: yields pieces, each with one of the fields `text`, `thought`, `call`, `problem`.
 * A history is a list of messages with a role and a text. `snap` breaks connections off.
 */
export async function* play(history, signal, snap) {
  const said = history.filter(({ role }) => role === 'user').map(({ text }) => text);
  const prompt = said.at(-1);
  log('model starts:', prompt, `(${said.length} messages)`);
  log('history:', ...history.map(({ role }) => role));
  const last = history.findLastIndex(({ role }) => role !== 'tool');
  const results = history.slice(last + 1).map(({ text }) => text);
  if (results.length > 0) log('model reads:', results.join(' and '));
  let end = 'cancelled';
  try {
    for await (const piece of scene(prompt, results, signal, snap)) {
      if (piece.problem) end = 'fails';
      yield piece;
    }
    if (end !== 'fails') end = 'ends';
  } finally {
    log(`model ${end}:`, prompt);
  }
}

/** The input of a call that depends on the rest of the message. */
function chosen(name, rest) {
  if (name === 'nested') return { task: ['inside', ...rest].join(' ') };
  if (name === 'count' && /^\d+$/.test(rest[0] ?? '')) return { to: Number(rest[0]) };
  return undefined;
}

async function* scene(prompt, results, signal, snap) {
  const [name, ...rest] = prompt.split(' ');
  if (results.length > 0) {
    for (const word of ['The ', 'tool ', 'said: ', results.join(' and ')]) {
      await pause(signal);
      yield { text: word };
    }
    return;
  }
  if (Object.hasOwn(CALLS, name)) {
    if (name !== 'two') yield { text: name === 'nested' ? 'Let me ask. ' : 'Let me look. ' };
    for (const [tool, input] of CALLS[name]) {
      await pause(signal);
      yield { call: tool, input: chosen(name, rest) ?? input };
    }
    return;
  }
  if (name === 'error') {
    for (const word of ['About ', 'to ']) {
      await pause(signal);
      yield { text: word };
    }
    yield { problem: 'the model exploded' };
    return;
  }
  if (name === 'ponder') {
    for (let number = 0; number < 8; number += 1) {
      await pause(signal);
      yield { thought: `thought${number} ` };
    }
  }
  const stem = name === 'inside' ? 'inner' : 'word';
  for (let number = 0; number < (WORDS[name] ?? 8); number += 1) {
    await pause(signal);
    if (name === 'snap' && number === 10) snap(prompt);
    if (name === 'break' && number === 4) {
      yield { problem: 'the model broke' };
      return;
    }
    yield { text: `${stem}${number} ` };
  }
}

export async function weather({ city }, { abortSignal }) {
  log('tool runs: weather', city);
  await pause(abortSignal);
  return `21 degrees and sunny in ${city}`;
}

/** Counts, slowly. Yields each number, and the result at the end. */
export async function* count({ to }, { abortSignal }) {
  log('tool runs: count', to);
  let ended = false;
  try {
    for (let number = 1; number <= to; number += 1) {
      await pause(abortSignal);
      yield { counted: number, of: to };
    }
    ended = true;
  } finally {
    log(...(ended ? ['tool ends: count', to] : ['tool cancelled: count']));
  }
  yield `counted to ${to}`;
}

export function deleteFile({ path }) {
  log('tool runs: delete_file', path);
  return `deleted ${path}`;
}
