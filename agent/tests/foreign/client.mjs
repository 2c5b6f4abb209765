// Runs the agent with the reference client, @ag-ui/client, which verifies the events of every run.
// The only argument is the agent's URL. A failure throws an exception.
import assert from 'node:assert/strict';
import { HttpAgent } from '@ag-ui/client';

const url = process.argv[2];
const WHOLE = ['text', 'reasoning', 'tools', 'slow', 'parallel', 'many 5', 'plan', 'failtool',
  'subagent', 'team', 'ask', 'retry', 'hi'];

function agent(threadId, prompt) {
  const client = new HttpAgent({ url: `${url}/agui`, threadId });
  client.addMessage({ id: `${threadId}-u1`, role: 'user', content: prompt });
  return client;
}

async function run(client, parameters = {}) {
  const types = [];
  let failure = null;
  await client.runAgent(parameters, {
    onEvent: ({ event }) => {
      types.push(event.type);
    },
    onRunErrorEvent: ({ event }) => {
      failure = event;
    },
  });
  return { types, failure };
}

async function control(body) {
  const answer = await fetch(`${url}/agui/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.status;
}

async function record(runId) {
  return (await fetch(`${url}/test/runs/${runId}`)).json();
}

async function eventually(check) {
  for (let attempt = 0; attempt < 400; attempt++) {
    if (await check()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  assert.fail('this should have happened by now');
}

let events = 0;
for (const prompt of WHOLE) {
  const client = agent(`whole ${prompt}`, prompt);
  const { types, failure } = await run(client, { runId: `run ${prompt}` });
  assert.equal(failure, null, prompt);
  assert.equal(types[0], 'RUN_STARTED');
  assert.equal(types.at(-1), 'RUN_FINISHED');
  assert.equal(client.messages.at(-1).role, 'assistant');
  assert.ok(client.messages.at(-1).content.length > 0, prompt);
  events += types.length;
}
console.log(`${WHOLE.length} scenarios, ${events} events verified`);

// A second turn on the history that the client has kept, including the subagents' messages.
const second = agent('second', 'team');
await run(second, { runId: 's1' });
second.addMessage({ id: 's-u2', role: 'user', content: 'tools' });
const { types } = await run(second, { runId: 's2' });
assert.equal(types.filter((type) => type === 'TOOL_CALL_RESULT').length, 2);

// The client reports a failed run as a failure.
const failed = await run(agent('fail', 'fail'), { runId: 'f' }).catch((error) => ({ failure: error }));
assert.ok(failed.failure, 'the failure is noticed');

// Aborting stops the agent.
const aborted = agent('abort', 'never');
const gone = aborted.runAgent({ runId: 'abort-1' }, {
  onTextMessageContentEvent: () => aborted.abortRun(),
}).catch(() => undefined);
await gone;
await eventually(async () => (await record('abort-1')).state === 'cancelled');

// The client accepts the end of a run that was cancelled with the control extension.
const cancelled = agent('cancel', 'never');
let status = null;
let outcome = null;
await cancelled.runAgent({ runId: 'cancel-1' }, {
  onTextMessageContentEvent: () => {
    status ??= control({
      type: 'task.cancel.request', threadId: 'cancel', runId: 'cancel-1', reason: 'enough',
    });
  },
  onRunFinishedEvent: ({ event }) => {
    outcome = event.outcome;
  },
});
assert.equal(await status, 202);
assert.equal(outcome?.type, 'cancelled');

// An interjection reaches the client's running run, and the events stay valid.
const interjected = agent('interject', 'never');
let said = null;
await interjected.runAgent({ runId: 'interject-1' }, {
  onTextMessageContentEvent: () => {
    said ??= control({
      type: 'user.interjection', threadId: 'interject', runId: 'interject-1', id: 'i1',
      message: 'tools, please', target: 'auto',
    });
  },
});
assert.equal(await said, 202);
assert.equal(interjected.messages.filter((message) => message.role === 'tool').length, 2);

// An approval with edited arguments.
const approval = agent('approval', 'approval');
let interrupts = [];
await approval.runAgent({ runId: 'approval-1' }, {
  onRunFinishedEvent: ({ event }) => {
    interrupts = event.outcome.interrupts;
  },
});
assert.equal(interrupts.length, 1);
await run(approval, {
  runId: 'approval-2',
  resume: [{
    interruptId: interrupts[0].id,
    status: 'resolved',
    payload: { approved: true, editedArgs: { path: 'src/other.rs', content: 'x' } },
  }],
});
const wrote = approval.messages.filter((message) => message.role === 'tool')[0];
assert.equal(wrote.content, 'Wrote 1 bytes to src/other.rs');
console.log('second turn, failure, abort, cancel, interjection and approval as they should be');
process.exit(0);
