// Every part that an embedder can style is somewhere in a chat.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ALL, expect, test } from '../fixtures/test.ts';
import type { AgentThread } from '../fixtures/agent.ts';
import { Approval, approvals } from '../pages/approval.ts';
import type { ChatPage } from '../pages/chat.ts';
import { HostPage } from '../pages/host.ts';
import { controlStates, states } from '../pages/states.ts';

// The names in the tables of the document.
const DOCUMENT = readFileSync(resolve(import.meta.dirname, '..', '..', 'docs', 'theming.md'), 'utf8');
const [, section = ''] = /\n## Parts\n([^]*?)\n## /.exec(DOCUMENT) ?? [];
const NAMES = [...section.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name = '']) => name);

const ANSWER = [
  '# A heading',
  'Some `code`, [a link](https://example.org/), $x^2$ and a footnote[^1].',
  '> a quote',
  '> [!NOTE]\n> a callout',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '```js\nlet a = 1;\n```',
  '![an image](https://example.org/a.png)',
  '[^1]: The footnote.',
].join('\n\n');

interface Place {
  /** Brings a new element there. */
  reach: (chat: ChatPage, thread: AgentThread) => Promise<void>;
  /** The parts that are there then. */
  parts: string[];
}

/** What there is to see, in an element of its own each. */
const PLACES: Record<string, Place> = {
  welcome: {
    reach: async (chat) => {
      await expect(chat.starters.first()).toBeVisible();
      await chat.root.getByRole('button', { name: 'Shortcuts' }).click();
    },
    parts: ['chat', 'bar', 'transcript', 'empty', 'starter', 'dialog', 'composer', 'composer-input', 'composer-button', 'attach', 'send', 'shortcuts'],
  },
  answer: {
    reach: async (chat) => {
      await expect(chat.root.locator('figure')).toBeVisible();
      await chat.root.getByTestId('find-open').click();
      await chat.root.getByTestId('message-edit').first().click();
      await chat.root.getByTestId('thread-menu').click();
    },
    parts: [
      ...['turn', 'message-user', 'message-agent', 'message-button', 'message-editor', 'attachment'],
      ...['answer', 'heading', 'link', 'quote', 'callout', 'footnote', 'table', 'inline-code', 'code', 'code-header', 'code-button'],
      ...['formula', 'image', 'tools', 'find', 'menu', 'menu-item'],
    ],
  },
  steps: {
    reach: async (chat, thread) => {
      await states.hidden?.(chat, thread);
    },
    parts: ['stream', 'stream-header', 'steps', 'activity', 'activity-header', 'activity-detail'],
  },
  card: {
    reach: async (chat, thread) => {
      await states.cancelling?.(chat, thread);
    },
    parts: ['card', 'card-header', 'card-toggle', 'card-timer', 'card-button', 'card-editor', 'card-input'],
  },
  queue: {
    reach: async (chat, thread) => {
      await states.paused?.(chat, thread);
      await chat.composer.fill('a draft');
    },
    parts: ['queue', 'queue-header', 'queue-button', 'queue-list', 'prompt', 'prompt-text', 'prompt-button', 'hint'],
  },
  'a prompt that is removed': {
    reach: async (chat) => {
      await chat.start('tools');
      await chat.say('text queued');
      await chat.queue.item('queued').root.getByRole('button', { name: /^Remove/ }).click();
    },
    parts: ['toast'],
  },
  'a message during a turn': {
    reach: async (chat) => {
      await chat.start('tools');
      await chat.composer.fill('a draft');
    },
    parts: ['stop', 'interject', 'replace', 'send'],
  },
  'little room': {
    reach: async (chat) => {
      await chat.root.evaluate((element: HTMLElement) => (element.style.width = '320px'));
      await chat.start('tools');
      await chat.composer.fill('a draft');
    },
    parts: ['send-more'],
  },
  interjection: {
    reach: async (chat, thread) => {
      await controlStates.interjected?.(chat, thread);
    },
    parts: ['interjection'],
  },
  target: {
    reach: async (chat, thread) => {
      await controlStates['target menu']?.(chat, thread);
    },
    parts: ['target'],
  },
  'escape pressed': {
    reach: async (chat, thread) => {
      await controlStates['escape pressed']?.(chat, thread);
    },
    parts: ['notice'],
  },
  failure: {
    reach: async (chat, thread) => {
      await states.failed?.(chat, thread);
    },
    parts: ['outcome', 'outcome-button'],
  },
  question: {
    reach: async (chat, thread) => {
      await controlStates['waiting for an answer']?.(chat, thread);
    },
    parts: ['approval', 'approval-header', 'approval-button', 'approve', 'deny'],
  },
  decision: {
    reach: async (chat, thread) => {
      await controlStates['waiting for an answer']?.(chat, thread);
      await thread.release();
      await new Approval(approvals(chat)).refuse('not now');
    },
    parts: ['decision'],
  },
  plan: {
    reach: async (chat, thread) => {
      await thread.release();
      await chat.say('todo');
    },
    parts: ['plan', 'plan-step'],
  },
  'a plan at work': {
    reach: async (chat, thread) => {
      await chat.say('todo');
      await thread.step({ until: 'text' });
    },
    parts: ['pinned-plan'],
  },
  'a renderer': {
    reach: async (chat, thread) => {
      await thread.release();
      await chat.say('tide');
    },
    parts: ['drawn'],
  },
  'further up': {
    reach: async (chat, thread) => {
      await thread.release();
      await chat.say('long');
      await expect(chat.root.getByTestId('answer-copy')).toBeVisible();
      await chat.scroll.press('Home');
    },
    parts: ['jump'],
  },
};

test.use({ control: true });

test.describe('parts', ALL, () => {
  test('every part is in one of these places', () => {
    const placed = Object.values(PLACES).flatMap(({ parts }) => parts);
    expect([...new Set(placed)].sort()).toEqual([...NAMES].sort());
  });

  for (const [name, { reach, parts }] of Object.entries(PLACES)) {
    test(name, async ({ page, agent, guard: _guard }) => {
      const host = new HostPage(page);
      await host.openEmpty();
      const thread = agent.thread(randomUUID());
      await thread.hold();
      await host.addOn(thread.id);
      await page.locator('midturn-chat').evaluate(give, { answer: name === 'answer' ? ANSWER : '' });
      const chat = host.chat();
      await reach(chat, thread);
      for (const part of parts) await expect(chat.root.locator(`[part~="${part}"]`).first(), part).toBeAttached();
    });
  }
});

/** Gives the element something to draw and to offer, and with an answer a message and this answer to it. */
function give(element: Element, { answer }: { answer: string }): void {
  const draw = () => Object.assign(document.createElement('p'), { textContent: 'drawn' });
  const source = { type: 'data', value: 'aGk=', mimeType: 'text/plain' };
  const file = { type: 'document', source, metadata: { filename: 'a.txt' } };
  const messages = [
    { id: 'u', role: 'user', content: [{ type: 'text', text: 'Show all' }, file] },
    { id: 'a', role: 'assistant', content: answer },
  ];
  Object.assign(element, {
    starters: [{ title: 'One', text: 'text' }],
    renderers: { activities: { tide: draw } },
    ...(answer ? { history: () => Promise.resolve({ messages }) } : {}),
  });
}
