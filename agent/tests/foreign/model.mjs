// Starts a third-party mock of a model, which speaks all of its APIs, with a few prepared answers.
// Prints the mock's URL, and ends when standard input is closed.
import { LLMock } from '@copilotkit/aimock';

const mock = new LLMock({ port: 0, logLevel: 'silent' });
const first = { hasToolResult: false };
const then = { hasToolResult: true };

function on(userMessage, match, response, options) {
  mock.on({ userMessage, ...match }, response, options);
}

on('hello', {}, { content: 'Hi there, I am a mock.' });
on('think', {}, { content: 'Yes.', reasoning: 'Let me see.' });
on('look at both', first, {
  toolCalls: [
    { name: 'read_file', arguments: '{"path":"notes.txt"}' },
    { name: 'list_dir', arguments: '{}' },
  ],
});
on('look at both', then, { content: 'I have seen both.' });
on('write it', first, {
  toolCalls: [{ name: 'write_file', arguments: '{"path":"new.txt","content":"first"}' }],
});
on('write it', then, { content: 'It is written.' });
on('delegate', first, {
  toolCalls: [{ name: 'explore', arguments: '{"task":"look around"}' }],
});
on('delegate', then, { content: 'The explorer is back.' });
on('hand it on', first, {
  toolCalls: [{ name: 'agent', arguments: '{"task":"note it"}' }],
});
on('hand it on', then, { content: 'It has been noted.' });
on('note it', first, {
  toolCalls: [{ name: 'write_file', arguments: '{"path":"note.txt","content":"noted"}' }],
});
on('note it', then, { content: 'Noted.' });
on('look around', {}, { content: 'Nothing but notes.' });
on('busy once', { sequenceIndex: 0 }, {
  error: { message: 'no room', type: 'rate_limit_error' },
  status: 429,
  retryAfter: 1,
});
on('busy once', { sequenceIndex: 1 }, { content: 'Now there is room.' });
on('limited', {}, {
  error: { message: 'slow down', type: 'rate_limit_error' },
  status: 429,
  retryAfter: 3600,
});
on('forbidden', {}, { error: { message: 'wrong key', type: 'auth' }, status: 401 });
on('tell me a long story', {}, { content: 'once upon a time '.repeat(400) }, {
  latency: 20,
  chunkSize: 8,
});

await mock.start();
console.log(mock.url);
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
