// The report's contents: the rows of each scenario's table, the targets, and the bars of the chart.
// The harness makes the records; report.mjs formats them.

/** The app that all others are compared with, and our app. */
export const REFERENCE = 'vanilla-marked';
export const OURS = 'midturn';

/** Whether an app is another build of ours, measured in the same run. */
export const isBuild = (app) => app.startsWith(`${OURS}@`);

const streamed = (name) => [
  ['main-thread CPU ms', (v) => v.task],
  ['… style and layout ms', (v) => v.layout + v.style],
  ['all Chromium CPU ms', (v) => v.cpu],
  ['send → first text ms', (v) => v.firstMs],
  name.startsWith('burst') ? ['server start → last text ms', (v) => v.totalMs] : ['server end → last text ms', (v) => v.lagMs],
  ['frames > 50 ms', (v) => v.over50],
  ['frame p95 ms', (v) => v.p95],
  ['worst frame ms', (v) => v.worst],
  ['longest task ms', (v) => v.longest],
  ...(name === 'typing' ? [['key → paint p95 ms', (v) => v.keyP95]] : []),
  ...(name.startsWith('paced') ? [['busy %, first window', (v) => v.windows[0]], ['busy %, last window', (v) => v.windows.at(-1)]] : []),
  ['renderer private MB', (v) => v.privateMB],
  ['DOM elements', (v) => v.elements],
  ['px from bottom at end', (v) => v.fromBottom],
];

const past = [
  ['load → last message ms', (v) => v.loadMs],
  ['load CPU ms', (v) => v.loadTask],
  ['append: CPU ms of 500 deltas', (v) => v.task],
  ['append: send → request ms', (v) => v.requestMs],
  ['append: server end → last text ms', (v) => v.lagMs],
  ['append: longest task ms', (v) => v.longest],
  ['append: frame p95 ms', (v) => v.p95],
  ['JS heap MB', (v) => v.heapMB],
  ['renderer private MB', (v) => v.privateMB],
  ['DOM elements', (v) => v.elements],
];

const answered = [
  ['sent until the answer is read, brotli KB', (v) => v.assets.brotli / 1000],
  ['sent until the answer is read, gzip -9 KB', (v) => v.assets.gzip / 1000],
  ['input usable ms', (v) => v.readyMs],
  ['open → first text ms', (v) => v.openToAnswerMs],
  ['send → first text ms', (v) => v.sendToAnswerMs],
];

/** Scenario → the rows of its table: label, and the function that reads a record. */
export const tables = {
  'first-answer': answered,
  'first-answer-slow': answered,
  startup: [
    ['sent until the input is usable, brotli KB', (v) => v.assets.brotli / 1000],
    ['input usable, cold ms', (v) => v.readyMs],
    ['input usable, reload ms', (v) => v.warmReadyMs],
    ['main-thread CPU ms', (v) => v.task],
    ['send → first text ms', (v) => v.replyMs],
    ['renderer private MB', (v) => v.privateMB],
  ],
  'startup-slow': [['input usable ms', (v) => v.readyMs]],
  ...Object.fromEntries(
    ['paced-100', 'paced-500', 'burst-1250', 'burst-5000', 'burst-20000', 'tools-100', 'typing'].map((name) => [name, streamed(name)]),
  ),
  ...Object.fromEntries(['history-0', 'history-200', 'history-1000', 'history-5000'].map((name) => [name, past])),
};

const STREAMED = ['paced-100', 'paced-500', 'tools-100', 'typing', 'history-0', 'history-200', 'history-1000', 'history-5000'];

/**
 * Our performance targets. `value(get, peers)` returns the figure that may be at most `most`, and
 * throws if it was not measured. `get(scenario, read, app)` returns a median (ours without `app`).
 */
export const targets = [
  { scenario: 'startup', what: 'input usable, cold', unit: '× the fastest peer', most: 1, value: (get, peers) => {
    const cold = (v) => v.readyMs;
    // Skip peers without a result; without any peer there is nothing to compare.
    const theirs = peers.map((app) => { try { return get('startup', cold, app); } catch { return Infinity; } });
    const fastest = Math.min(...theirs);
    if (fastest === Infinity) throw new Error('no peer was measured');
    return get('startup', cold) / fastest;
  } },
  // Not what is sent until the input is usable: the program comes after it, and no answer is read without it.
  { scenario: 'first-answer', what: 'sent until the answer is read, brotli', unit: 'KB', most: 400, value: (get) => get('first-answer', (v) => v.assets.brotli / 1000) },
  { scenario: 'first-answer-slow', what: 'open → first text', unit: '× assistant-ui', most: 1.2, value: (get) => get('first-answer-slow', (v) => v.openToAnswerMs) / get('first-answer-slow', (v) => v.openToAnswerMs, 'assistant-ui') },
  relative('burst-5000', 'main-thread CPU', (v) => v.task, 1),
  { scenario: 'burst-5000', what: 'longest task', unit: 'ms', most: 50, value: (get) => get('burst-5000', (v) => v.longest) },
  { scenario: 'burst-20000', what: 'main-thread CPU, to that of burst-5000', unit: '×', most: 4, value: (get) => get('burst-20000', (v) => v.task) / get('burst-5000', (v) => v.task) },
  relative('paced-500', 'main-thread CPU', (v) => v.task, 0.44),
  { scenario: 'paced-500', what: 'busy in the last window, to the first', unit: '×', most: 1.2, value: (get) => get('paced-500', (v) => v.windows.at(-1) / v.windows[0]) },
  relative('typing', 'key → paint p95', (v) => v.keyP95, 0.35),
  relative('tools-100', 'main-thread CPU', (v) => v.task, 1),
  ...STREAMED.map((scenario) => ({ scenario, what: 'server end → last text', unit: 'ms', most: 34, value: (get) => get(scenario, (v) => v.lagMs) })),
  relative('history-5000', 'load → last message', (v) => v.loadMs, 0.25),
  { scenario: 'history-5000', what: 'append CPU, to that of history-200', unit: '×', most: 1.2, value: (get) => get('history-5000', (v) => v.task) / get('history-200', (v) => v.task) },
  { scenario: 'history-5000', what: 'append: longest task', unit: 'ms', most: 50, value: (get) => get('history-5000', (v) => v.longest) },
  relative('history-5000', 'renderer private memory', (v) => v.privateMB, 0.35),
];

function relative(scenario, what, read, most) {
  return { scenario, what, unit: `× ${REFERENCE}`, most, value: (get) => get(scenario, read) / get(scenario, read, REFERENCE) };
}

/** What the chart shows: one group of bars each. */
export const charted = [
  ['first-answer', 'Sent until the first answer is read, brotli', (v) => v.assets.brotli],
  ['first-answer-slow', 'On a slow line: open → first text', (v) => v.openToAnswerMs],
  ['startup', 'Input usable, cold', (v) => v.readyMs],
  ['burst-5000', 'Answer of 5,000 deltas at once: CPU', (v) => v.task],
  ['paced-500', '500 deltas a second: CPU', (v) => v.task],
  ['typing', 'Typing while it streams: key → paint', (v) => v.keyP95],
  ['tools-100', '100 tool calls: CPU', (v) => v.task],
  ['history-5000', 'Thread of 5,000 messages: load', (v) => v.loadMs],
  ['history-5000', 'Thread of 5,000 messages: memory', (v) => v.privateMB],
];
