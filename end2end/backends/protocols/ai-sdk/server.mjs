// A server with the AI SDK (npm `ai`), for the browser tests. The model and the tools are those of
// `scenes.mjs`.
//
//   POST /chat                    a closed connection aborts the run
//   POST /resumable               the run goes on without its connection
//   GET  /resumable/{id}/stream   the running stream of a chat from its first chunk, or 204
//   POST /resumable/{id}/stop     stops the run of a chat
//
// The SDK leaves the routes to the application.
import { createServer } from 'node:http';
import {
  convertToModelMessages,
  generateId,
  isStepCount,
  pipeUIMessageStreamToResponse,
  readUIMessageStream,
  streamText,
  tool,
  toUIMessageStream,
  UI_MESSAGE_STREAM_HEADERS,
} from 'ai';
import { z } from 'zod';
import { model } from './model.mjs';
import { count, deleteFile, HELPED, log, weather } from './scenes.mjs';

/** The open answers, each with the body of its request. */
const open = new Map();

/** The running streams of the resumable chats, by chat. */
const running = new Map();

const mock = model((prompt) => {
  for (const [response, body] of open) {
    if (body.includes(prompt)) response.destroy();
  }
});

const tools = {
  weather: tool({
    description: 'Says what the weather is like.',
    inputSchema: z.object({ city: z.string() }),
    execute: weather,
  }),
  // Each yielded value is a preliminary result.
  count: tool({
    description: 'Counts, slowly.',
    inputSchema: z.object({ to: z.number() }),
    execute: count,
  }),
  delete_file: tool({
    description: 'Deletes a file.',
    inputSchema: z.object({ path: z.string() }),
    execute: deleteFile,
  }),
  // The client runs a tool without `execute`.
  change_background: tool({
    description: 'Changes the colour behind the page.',
    inputSchema: z.object({ color: z.string() }),
  }),
  // A subagent: the preliminary results are its message, again and again.
  ask_helper: tool({
    description: 'Asks another agent.',
    inputSchema: z.object({ task: z.string() }),
    async *execute({ task }, { abortSignal }) {
      const { stream } = streamText({ model: mock, prompt: task, abortSignal, maxRetries: 0 });
      yield* readUIMessageStream({ stream: toUIMessageStream({ stream }) });
    },
    toModelOutput: () => ({ type: 'text', value: HELPED }),
  }),
};

/** Starts a run. Returns its stream of UI message chunks. */
async function start(messages, abortSignal, onEnd) {
  const { stream } = streamText({
    model: mock,
    tools,
    messages: await convertToModelMessages(messages, { tools }),
    toolApproval: { delete_file: 'user-approval' },
    stopWhen: isStepCount(6),
    maxRetries: 0,
    abortSignal,
    // The stream tells the client. Without this, the SDK prints the error too.
    onError() {},
  });
  return toUIMessageStream({
    stream,
    originalMessages: messages,
    generateMessageId: generateId,
    onError: (error) => error.message,
    onEnd,
  });
}

async function chat(response, body) {
  const stop = new AbortController();
  response.once('close', () => stop.abort('the client has gone'));
  const stream = await start(body.messages, stop.signal);
  await pipeUIMessageStreamToResponse({ response, stream });
}

/** Keeps the chunks of a run, and gives them to each reader from the first one on. */
class Replay {
  #chunks = [];
  #readers = new Set();
  #over = false;

  constructor() {
    this.stop = new AbortController();
  }

  async keep(stream) {
    for await (const chunk of stream) {
      this.#chunks.push(chunk);
      for (const reader of this.#readers) reader.write(chunk);
    }
    this.#over = true;
    for (const reader of this.#readers) reader.end();
  }

  read(response) {
    response.writeHead(200, UI_MESSAGE_STREAM_HEADERS);
    for (const chunk of this.#chunks) response.write(chunk);
    if (this.#over) {
      response.end();
      return;
    }
    this.#readers.add(response);
    response.once('close', () => this.#readers.delete(response));
  }
}

async function resumable(response, body) {
  const replay = new Replay();
  running.set(body.id, replay);
  const stream = await start(body.messages, replay.stop.signal, () => {
    if (running.get(body.id) === replay) running.delete(body.id);
  });
  await pipeUIMessageStreamToResponse({
    response,
    stream,
    consumeSseStream: ({ stream: copy }) => void replay.keep(copy),
  });
}

async function answer(request, response) {
  const { pathname } = new URL(request.url, 'http://localhost');
  if (process.env.MIDTURN_CORS === 'on') {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*');
  }
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end();
    return;
  }
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  open.set(response, text);
  response.once('close', () => open.delete(response));
  const [, id, action] = /^\/resumable\/([^/]+)\/(stream|stop)$/.exec(pathname) ?? [];
  const replay = id && running.get(decodeURIComponent(id));
  if (request.method === 'POST' && pathname === '/chat') {
    await chat(response, JSON.parse(text));
  } else if (request.method === 'POST' && pathname === '/resumable') {
    await resumable(response, JSON.parse(text));
  } else if (request.method === 'GET' && action === 'stream') {
    if (replay) replay.read(response);
    else response.writeHead(204).end();
  } else if (request.method === 'POST' && action === 'stop') {
    replay?.stop.abort('stopped by the person');
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ success: true, stopped: Boolean(replay) }));
  } else {
    response.writeHead(404).end('not found');
  }
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    log('request fails:', error?.message ?? error);
    if (!response.headersSent) response.writeHead(500).end('the request failed');
    else response.destroy();
  });
});
server.listen(0, '127.0.0.1', () => log(`listening on http://127.0.0.1:${server.address().port}`));
