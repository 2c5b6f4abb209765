// A language model for the AI SDK that plays the scenes.
import { log, play } from './scenes.mjs';

let made = 0;

/** An id of a part or a call. */
function next(kind) {
  made += 1;
  return `${kind}-${Date.now().toString(36)}-${made}`;
}

/** What the scenes read of the SDK's prompt. Each tool result is a message of its own. */
function history(prompt) {
  return prompt.flatMap(({ role, content }) => {
    if (role === 'system') return [];
    if (role !== 'tool') {
      const text = content.filter(({ type }) => type === 'text').map((part) => part.text);
      return [{ role, text: text.join('') }];
    }
    return content
      .filter(({ type }) => type === 'tool-result')
      .map(({ output }) => ({ role, text: resultText(output) }));
  });
}

function resultText({ type, value, reason }) {
  if (type === 'execution-denied') return reason ?? 'denied';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The parts of the SDK for the pieces of a scene. */
async function* parts({ prompt, abortSignal }, snap) {
  yield { type: 'stream-start', warnings: [] };
  let open;
  let reason = 'stop';
  for await (const piece of play(history(prompt), abortSignal, snap)) {
    const kind = piece.text ? 'text' : piece.thought ? 'reasoning' : undefined;
    if (open && open.kind !== kind) {
      yield { type: `${open.kind}-end`, id: open.id };
      open = undefined;
    }
    if (kind) {
      if (!open) {
        open = { kind, id: next(kind) };
        yield { type: `${kind}-start`, id: open.id };
      }
      yield { type: `${kind}-delta`, id: open.id, delta: piece.text ?? piece.thought };
    } else if (piece.call) {
      reason = 'tool-calls';
      yield* call(piece.call, JSON.stringify(piece.input));
    } else {
      // After the problem of `break`, the stream ends as if nothing had happened.
      if (piece.problem !== 'the model broke') reason = 'error';
      yield { type: 'error', error: new Error(piece.problem) };
    }
  }
  if (open) yield { type: `${open.kind}-end`, id: open.id };
  yield {
    type: 'finish',
    finishReason: { unified: reason, raw: reason },
    usage: {
      inputTokens: { total: 11, noCache: 11, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 7, text: 7, reasoning: 0 },
    },
  };
}

/** A call whose input comes in two pieces, as models stream it. */
function* call(toolName, input) {
  const id = next('call');
  const half = Math.floor(input.length / 2);
  yield { type: 'tool-input-start', id, toolName };
  yield { type: 'tool-input-delta', id, delta: input.slice(0, half) };
  yield { type: 'tool-input-delta', id, delta: input.slice(half) };
  yield { type: 'tool-input-end', id };
  yield { type: 'tool-call', toolCallId: id, toolName, input };
}

/** Makes the model. `snap` breaks off the connections whose request has a prompt. */
export function model(snap) {
  return {
    specificationVersion: 'v4',
    provider: 'midturn',
    modelId: 'scenes',
    supportedUrls: {},
    doGenerate() {
      throw new Error('this model only streams');
    },
    async doStream(options) {
      const playing = parts(options, snap);
      const stream = new ReadableStream({
        async pull(controller) {
          const { done, value } = await playing.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        async cancel() {
          await playing.return();
        },
      });
      return { stream };
    },
  };
}
