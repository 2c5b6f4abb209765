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
async function tell(thread, order, about = {}) {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(about);
  const answer = await fetch(`${agent.found}/test/threads/${thread}/${order}`, { method: 'POST', headers, body });
  assert.ok(answer.ok, order);
}

/** Puts the element with this thread on a host page, alone. `before` is code that can use `element`. */
async function embed(tab, thread, { before = '' } = {}) {
  await tab.goTo(`${agent.found}/embed.html`);
  await tab.run(
    `const element = document.createElement('midturn-chat');
     ${before}
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

test('Escape closes a dialog from its empty search field', async () => {
  const thread = randomUUID();
  await tell(thread, 'hold');
  await tab.goTo(`${agent.found}/threads/${thread}`);
  await tab.say('long');
  await tab.one('agent-running-card');
  await tab.press('Escape');
  await tab.press('Escape');
  await tab.count('agent-running-card', 0);
  await tell(thread, 'release');
  await tab.focus('chat-scroll-container');
  await tab.type('!');
  await tab.count('interruption-row', 1);
  const isFocused = `return focused()?.type === 'search'`;
  await eventually(() => tab.ask(isFocused), 'the search field');
  await tab.press('Escape');
  await tab.count('interruption-row', 0);
});

test('a press on Cancel counts, also if text moves the button before the release', async () => {
  const thread = randomUUID();
  await tell(thread, 'hold');
  await tab.goTo(`${agent.found}/threads/${thread}`);
  // Until the view is full, new text moves what is after it down.
  await tab.say('long 300');
  await tell(thread, 'step', { until: 'text' });
  await eventually(async () => (await tab.text('assistant-message')).includes('The'), 'the text');
  const [x, y] = await tab.place('agent-running-cancel');
  await tab.pressAt(x, y);
  await tell(thread, 'step', { count: 120 });
  await eventually(async () => (await tab.place('agent-running-cancel'))[1] > y + 60, 'the button moves');
  await tab.release();
  await tab.one('agent-running-input');
  await tell(thread, 'release');
});

test('each block of code is coloured and each formula drawn, and an editor is as high as its text', async () => {
  const code = '```rust\nfn main() { let x = "a"; }\n```\n\n```python\ndef a():\n  return 1\n```';
  const messages = [
    { id: 'u', role: 'user', content: 'one\ntwo\nthree\nfour\nfive' },
    { id: 'a', role: 'assistant', content: `${code}\n\n$a^2$ and $b^2$\n\n$$\\frac{1}{2}$$` },
  ];
  const before = `element.history = async () => ({ messages: ${JSON.stringify(messages)}, more: false });`;
  await embed(tab, randomUUID(), { before });
  const drawn = `const answer = all('assistant-message')[0];
    const coloured = [...answer.querySelectorAll('.mt-code')].filter((block) => block.querySelector('[class*=mt-k-]'));
    return [coloured.length, answer.querySelectorAll('math').length].join();`;
  await tab.one('assistant-message');
  await eventually(async () => (await tab.ask(drawn)) === '2,3', 'all code and formulas');
  await tab.ask(`all('message-edit')[0].click()`);
  const fits = `const field = focused();
    return field.matches('textarea') && field.value.length > 20 && field.clientHeight > 80 && field.scrollHeight - field.clientHeight <= 1;`;
  await eventually(() => tab.ask(fits), 'the editor shows its text');
});

test('a click in the message field closes the editor of a stop, and takes its words along', async () => {
  const thread = randomUUID();
  await tell(thread, 'hold');
  await tab.goTo(`${agent.found}/threads/${thread}`);
  await tab.say('long');
  await tab.click('agent-running-cancel');
  // The editor has the focus a moment after it is there.
  await eventually(() => tab.ask(`return focused().dataset.testid === 'agent-running-input'`), 'the focus in the editor');
  await tab.type('kept');
  await tab.click('composer-input');
  await tab.count('agent-running-input', 0);
  await eventually(() => tab.ask(`return all('composer-input')[0].value === 'kept'`), 'the words in the message field');
  await tell(thread, 'release');
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

/** For `embed`: a thread of 200 messages, and a text field of the page. */
const LONG = `
  const words = (n) => 'Message ' + n + ': ' + 'words and more of them '.repeat(3 + ((n * 37) % 40));
  const role = (n) => (n % 2 === 0 ? 'user' : 'assistant');
  const messages = Array.from({ length: 200 }, (_, n) => ({ id: 'h' + n, role: role(n), content: words(n) }));
  element.history = async () => ({ messages, more: false });
  const field = document.createElement('textarea');
  field.dataset.testid = 'field';
  document.documentElement.append(field);`;

/** In a page: the first text of a message that is drawn. */
const TEXT = `const text = (n) => {
  const message = [...all('user-message'), ...all('assistant-message')].find((held) => held.innerText.includes('Message ' + n + ':'));
  return message && document.createTreeWalker(message.querySelector('p') ?? message, NodeFilter.SHOW_TEXT).nextNode();
};`;

test('a copy has all of a selection, also what is not drawn, and nothing that nobody sees', async () => {
  await embed(tab, randomUUID(), { before: LONG });
  const copied = async () => {
    await tab.command('c');
    await tab.ask(`all('field')[0].value = ''`);
    await tab.focus('field');
    await tab.command('v');
    await eventually(() => tab.ask(`return all('field')[0].value`), 'the copy');
    return (await tab.ask(`return all('field')[0].value`)).match(/Message \d+:/g).map((name) => name.slice(8, -1)).join();
  };
  const from = (first, last) => Array.from({ length: last - first + 1 }, (_, n) => first + n).join();
  const drawn = (n) => eventually(() => tab.ask(`${TEXT} return !!text(arguments[0])`, n), `message ${n}`);
  // The end of a thread is shown before the rest of it is there.
  const whole = `return all('assistant-message').at(-1)?.ariaSetSize === '100'`;
  await eventually(() => tab.ask(whole), 'the whole thread');
  await tab.focus('chat-scroll-container');
  await tab.command('a');
  assert.equal(await copied(), from(0, 199));

  // From the cursor, whose row is not in view any more.
  await tab.focus('chat-scroll-container');
  await tab.press('Home');
  await drawn(1);
  const place = (n) => tab.ask(
    `${TEXT} const range = new Range(); range.selectNode(text(arguments[0])); const box = range.getBoundingClientRect();
     return [box.x + 1, box.y + 5].map(Math.round);`,
    n,
  );
  await tab.clickAt(...(await place(1)));
  await tab.press('End');
  await drawn(199);
  await eventually(() => tab.ask(`${TEXT} return !text(40)`), 'what is not in view is not drawn');
  // Firefox has several ranges if the pointer selects, and one if code does.
  if (tab.shiftClickAt) await tab.shiftClickAt(...(await place(199)));
  else await tab.ask(`${TEXT} getSelection().extend(text(199), 0)`);
  assert.equal(await copied(), from(1, 198));
});

/** For `embed`: the page does not hear that its lock was taken, nor, while `held` is a list, what other tabs say. */
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
