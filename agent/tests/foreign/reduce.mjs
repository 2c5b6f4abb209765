// Applies recorded streams with the reference client. Reads one JSON object per line, {request,
// body}, where body is the server's answer to the request. Writes one JSON object per line with the
// client's resulting state. Uses no network: `fetch` is replaced and returns the body.
import { createInterface } from 'node:readline';
import { HttpAgent } from '@ag-ui/client';

async function reduce({ request, body }) {
  const warnings = [];
  console.warn = (...words) => warnings.push(words.map(String).join(' '));
  console.error = console.warn;
  globalThis.fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  const agent = new HttpAgent({
    url: 'http://agent.invalid/',
    threadId: request.threadId,
    initialMessages: request.messages,
    initialState: request.state ?? {},
  });
  const found = { thrown: null, failed: null, runError: null, finished: null };
  const parameters = { runId: request.runId };
  if (request.resume) parameters.resume = request.resume;
  try {
    await agent.runAgent(parameters, {
      onRunErrorEvent: ({ event }) => {
        found.runError = { message: event.message, code: event.code };
      },
      onRunFinishedEvent: ({ event }) => {
        found.finished = { outcome: event.outcome?.type ?? 'success' };
      },
      onRunFailed: ({ error }) => {
        found.failed = String(error?.message ?? error);
      },
    });
  } catch (error) {
    found.thrown = String(error?.message ?? error);
  }
  return {
    ...found,
    messages: agent.messages,
    state: agent.state,
    pendingInterrupts: agent.pendingInterrupts ?? [],
    warnings,
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await reduce(JSON.parse(line)))}\n`);
}
