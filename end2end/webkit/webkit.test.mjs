// The chat in WebKit, the engine of Safari.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { randomUUID } from 'node:crypto';
import { Key } from 'selenium-webdriver';
import { Browser, eventually, start } from './browser.mjs';

let agent;
let browser;

before(async () => {
  const args = ['--listen', '127.0.0.1:0', '--static-dir', process.env.MIDTURN_DIST, '--test-mode', '--speed', '3'];
  agent = await start(process.env.MIDTURN_AGENT_BIN, args, /listening on (http:\S+)/, { env: { NO_COLOR: '1' } });
  browser = await Browser.open();
});

after(async () => {
  await browser?.close();
  agent?.child.kill();
});

/** Sends a message, and waits until its turn is over. */
async function turn(text, number) {
  await browser.say(text);
  await browser.count('user-message', number);
  await browser.count('answer-copy', number);
  await browser.count('agent-running-card', 0);
}

/** The view is at the end, and stays there for what is drawn a moment later. */
async function followsTo(text) {
  await eventually(async () => (await browser.below()) <= 4, `the end of ${text}`);
  assert.equal((await browser.all('jump-to-latest')).length, 0, text);
}

async function followsTurns() {
  for (const [index, text] of ['rich', 'tools', 'rich'].entries()) {
    await turn(text, index + 1);
    await followsTo(text);
  }
}

test('the view follows the end of each turn', async () => {
  await browser.goTo(`${agent.found}/threads/${randomUUID()}`);
  await followsTurns();
});

test('it does in a query container of the host page', async () => {
  await browser.goTo(`${agent.found}/embed.html`);
  await browser.run(
    `const element = document.createElement('midturn-chat');
     element.setAttribute('agent-url', '/agui');
     element.setAttribute('thread-id', arguments[0]);
     document.body.style.containerType = 'inline-size';
     document.body.replaceChildren(element);`,
    randomUUID(),
  );
  await followsTurns();
});

test('a turn is stopped by key, its queue goes on, and all is there after a reload', async () => {
  const thread = randomUUID();
  const tell = async (order) => assert.ok((await fetch(`${agent.found}/test/threads/${thread}/${order}`, { method: 'POST' })).ok);
  await tell('hold');
  await browser.goTo(`${agent.found}/threads/${thread}`);
  await browser.say('long');
  await browser.one('agent-running-card');
  await browser.say('text next');
  await browser.count('queued-prompt-item', 1);
  await browser.press(Key.ESCAPE, Key.ESCAPE);
  await browser.one('agent-running-resume');
  await tell('release');
  await browser.click('queue-resume');
  await browser.count('user-message', 2);
  await browser.count('agent-running-card', 0);
  await browser.reload();
  await browser.count('user-message', 2);
  assert.match(await browser.text('chat-scroll-container'), /text next/);
});
