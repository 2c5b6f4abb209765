// The chat in the browser that MIDTURN_ENGINE names: what each engine does in its own way, and the main flows.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { randomUUID } from 'node:crypto';
import { eventually, start } from './programs.mjs';

const { Browser } = await import(`./${process.env.MIDTURN_ENGINE}.mjs`);
let agent;
let browser;
let tab;

before(async () => {
  const args = ['--listen', '127.0.0.1:0', '--static-dir', process.env.MIDTURN_DIST, '--test-mode', '--speed', '3'];
  agent = await start(process.env.MIDTURN_AGENT_BIN, args, /listening on (http:\S+)/, { env: { NO_COLOR: '1' } });
  browser = await Browser.open();
  tab = await browser.tab();
});

after(async () => {
  await browser?.close();
  agent?.child.kill();
});

/** Asks the agent for something of a thread that tests alone ask for. */
async function tell(thread, order) {
  const answer = await fetch(`${agent.found}/test/threads/${thread}/${order}`, { method: 'POST' });
  assert.ok(answer.ok, order);
}

/** Puts the element with this thread on a host page, alone. */
async function embed(tab, thread, { before = '' } = {}) {
  await tab.goTo(`${agent.found}/embed.html`);
  await tab.run(
    `${before}
     const element = document.createElement('midturn-chat');
     element.setAttribute('agent-url', '/agui');
     element.setAttribute('thread-id', arguments[0]);
     document.body.replaceChildren(element);`,
    thread,
  );
  await tab.one('composer-input');
}

/** The view is at the end of each turn, and stays there for what is drawn a moment later. */
async function followsTurns() {
  const texts = ['rich', 'tools', 'rich'];
  for (const [index, text] of texts.entries()) {
    await tab.say(text);
    await tab.turns(texts.slice(0, index + 1));
    await eventually(async () => (await tab.below()) <= 4, `the end of ${text}`);
    await tab.count('jump-to-latest', 0);
  }
}

test('the view follows the end of each turn', async () => {
  await tab.goTo(`${agent.found}/threads/${randomUUID()}`);
  await followsTurns();
});

test('it does in a query container of the host page', async () => {
  await embed(tab, randomUUID(), { before: `document.body.style.containerType = 'inline-size';` });
  await followsTurns();
});

test('a turn is stopped by key, its queue goes on, and all is there after a reload', async () => {
  const thread = randomUUID();
  await tell(thread, 'hold');
  await tab.goTo(`${agent.found}/threads/${thread}`);
  await tab.say('long');
  await tab.one('agent-running-card');
  await tab.say('text next');
  await tab.count('queued-prompt-item', 1);
  await tab.press('Escape');
  await tab.press('Escape');
  await tab.one('agent-running-resume');
  await tell(thread, 'release');
  await tab.click('queue-resume');
  await tab.turns(['long', 'text next'], { answered: 1 });
  await tab.reload();
  await tab.turns(['long', 'text next'], { answered: 1 });
});

test('a conversation that is opened by key leaves the focus in the list', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  for (const thread of [first, second]) {
    await tab.goTo(`${agent.found}/threads/${thread}`);
    await tab.say(`text of ${thread}`);
    await tab.turns([`text of ${thread}`]);
  }
  const link = `all('threads')[0].querySelector('a[href$="' + arguments[0] + '"]')`;
  await eventually(() => tab.ask(`return !!all('threads')[0] && !!${link}`, first), 'the first conversation in the list');
  await tab.ask(`${link}.focus()`, first);
  await tab.press('Enter');
  await tab.turns([`text of ${first}`]);
  assert.ok(await tab.ask(`return focused() === ${link}`, first));
});

/** In a page: it does not hear that its lock was taken, nor, while `held` is a list, what other tabs say. */
const DEAF = `
  const request = navigator.locks.request.bind(navigator.locks);
  navigator.locks.request = (...given) => request(...given).catch(() => new Promise(() => {}));
  const own = Object.getOwnPropertyDescriptor(BroadcastChannel.prototype, 'onmessage');
  Object.defineProperty(BroadcastChannel.prototype, 'onmessage', {
    ...own,
    set(listener) {
      own.set.call(this, listener && ((event) => {
        if (window.held) window.held.push(() => listener.call(this, event));
        else listener.call(this, event);
      }));
    },
  });`;

test('storage refuses a tab that has not heard that it was taken over', async () => {
  const thread = randomUUID();
  await embed(tab, thread, { before: DEAF });
  await tab.say('text one');
  await tab.turns(['text one']);
  const other = await browser.tab();
  await embed(other, thread);
  await other.turns(['text one']);
  await tab.run('window.held = []');
  // The tab does not answer, so the other one may take over.
  await other.say('text two');
  await other.click('take-over');
  await other.turns(['text one', 'text two']);
  await tab.say('text late');
  await tab.one('take-over');
  await other.turns(['text one', 'text two']);
  await tab.run('const held = window.held; window.held = undefined; for (const pass of held) pass();');
  for (const each of [tab, other]) await each.turns(['text one', 'text two', 'text late']);
  await other.close();
});
