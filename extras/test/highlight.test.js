import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenizer } from '../src/highlight/tokenizer.js';
import { load, random, timed } from '../helpers/bundle.js';
import { SAMPLES } from '../helpers/samples.js';

const { highlighter, KINDS, LANGUAGES } = await load('highlight');

/** The tokens of every line, and the state after every line. */
function read(mode, lines) {
  const state = mode.start();
  const states = [];
  const tokens = lines.map((line) => {
    const found = mode.line(line, state);
    states.push(mode.copy(state));
    return found;
  });
  return { tokens, states };
}

function check(tokens, line) {
  let sum = 0;
  assert.equal(tokens.length % 2, 0);
  for (let at = 0; at < tokens.length; at += 2) {
    assert.ok(tokens[at] > 0, 'a token has a length');
    assert.ok(KINDS[tokens[at + 1]] !== undefined, 'a token has a kind');
    if (at > 0) assert.notEqual(tokens[at - 1], tokens[at + 1], 'neighbours differ');
    sum += tokens[at];
  }
  assert.equal(sum, line.length, JSON.stringify(line));
}

/** The text of the first token of a kind. */
function first(tokens, line, kind) {
  for (let at = 0, from = 0; at < tokens.length; from += tokens[at], at += 2) {
    if (KINDS[tokens[at + 1]] === kind) return line.slice(from, from + tokens[at]);
  }
  return undefined;
}

/** Lines of random characters, from one character to a million. */
const NOISE = [1, 50, 5000, 1_000_000].map((length) => {
  const next = random(length);
  const letters = 'aZ_09 \t"\'`$#@%&*()[]{}<>/\\|=+-~!?;:,.é漢🙂';
  return Array.from({ length }, () => letters[Math.floor(next() * letters.length)]).join('');
});

test('there is a sample of every language', () => {
  assert.deepEqual(Object.keys(SAMPLES).sort(), [...LANGUAGES].sort());
});

for (const [language, text] of Object.entries(SAMPLES)) {
  const lines = text.split('\n');

  test(`${language}: the tokens are as long as the line, and say something`, async () => {
    const mode = await highlighter(language);
    const { tokens } = read(mode, lines);
    tokens.forEach((found, at) => check(found, lines[at]));
    const kinds = new Set(tokens.flatMap((found) => found.filter((_, at) => at % 2)));
    kinds.delete(0);
    assert.ok(kinds.size >= 2, `only ${[...kinds].map((kind) => KINDS[kind])}`);
  });

  test(`${language}: reading on from a changed line gives what reading anew gives`, async () => {
    const mode = await highlighter(language);
    const next = random(text.length);
    const now = [...lines];
    let { tokens, states } = read(mode, now);
    for (let edit = 0; edit < 12; edit += 1) {
      const at = Math.floor(next() * now.length);
      const cut = Math.floor(next() * (now[at].length + 1));
      const put = ['', '"', '/*', 'x', ' = 1;', '{', ')', '`'][Math.floor(next() * 8)];
      now[at] = now[at].slice(0, cut) + put + now[at].slice(cut + Math.floor(next() * 3));
      // Reads from the changed line on, until the state after a line is as before the edit.
      const state = at === 0 ? mode.start() : mode.copy(states[at - 1]);
      for (let line = at; line < now.length; line += 1) {
        tokens[line] = mode.line(now[line], state);
        const same = line > at && mode.equal(state, states[line]);
        states[line] = mode.copy(state);
        if (same) break;
      }
      const whole = read(mode, now);
      assert.deepEqual(tokens, whole.tokens, JSON.stringify(now));
      ({ tokens, states } = whole);
    }
  });

  test(`${language}: a line that grows is read again from a copy`, async () => {
    const mode = await highlighter(language);
    let before = mode.start();
    const streamed = lines.map((line) => {
      let tokens = [];
      let state = before;
      for (let end = 0; end <= line.length; end += 3) mode.line(line.slice(0, end), mode.copy(before));
      state = mode.copy(before);
      tokens = mode.line(line, state);
      before = state;
      return tokens;
    });
    assert.deepEqual(streamed, read(mode, lines).tokens);
  });

  test(`${language}: noise and a line of 1 MB are bounded`, async () => {
    const mode = await highlighter(language);
    for (const line of NOISE) {
      const state = mode.start();
      const { result, milliseconds } = timed(() => mode.line(line, state));
      check(result, line);
      assert.ok(milliseconds < 1000, `${milliseconds} ms for ${line.length}`);
    }
  });
}

test('models’ names for languages are known', async () => {
  const names = {
    sh: 'shell', bash: 'shell', zsh: 'shell', console: 'shell', 'c++': 'cpp', 'C#': 'csharp',
    cs: 'csharp', yml: 'yaml', ts: 'typescript', tsx: 'tsx', js: 'javascript', py: 'python',
    RS: 'rust', golang: 'go', kt: 'kotlin', objc: 'objectivec', ps1: 'powershell',
    Dockerfile: 'dockerfile', 'language-js': 'javascript', 'ts title="a.ts"': 'typescript',
    '{.python}': 'python', 'js:app.js': 'javascript', 'rust,ignore': 'rust', htm: 'html',
    vue: 'html', md: 'markdown', patch: 'diff', tf: 'hcl', jsonc: 'json', plpgsql: 'postgresql',
    jl: 'julia', svelte: 'html', env: 'properties', toml: 'toml',
  };
  for (const [name, language] of Object.entries(names)) {
    assert.equal((await highlighter(name))?.name, language, name);
  }
});

test('what is no language is null', async () => {
  const none = ['', 'mermaid', 'text', 'plaintext', 'nonsense', '__proto__', 'constructor', ' '];
  for (const name of [...none, 'x'.repeat(1000), null, undefined, 7]) {
    assert.equal(await highlighter(name), null, String(name));
  }
});

test('a language is loaded once', async () => {
  assert.equal(await highlighter('js'), await highlighter('javascript'));
});

test('kinds are what they look like', async () => {
  const cases = [
    ['python', 'def f(): return "x"  # c', { keyword: 'def', name: 'f', string: '"x"', comment: '# c' }],
    ['html', '<a href="x">y</a>', { tag: '<a', attribute: 'href', string: '"x"' }],
    ['json', '{"a": 1, "b": true}', { property: '"a"', number: '1', constant: 'true' }],
    ['yaml', 'key: "x"', { property: 'key', string: '"x"' }],
    ['diff', '+new', { inserted: '+new' }],
    ['diff', '-old', { deleted: '-old' }],
    ['markdown', '# Title', { heading: '# Title' }],
    ['go', 'fmt.Println(x)', { name: 'Println' }],
    ['typescript', 'let a: Foo', { keyword: 'let', type: 'Foo' }],
  ];
  for (const [language, line, kinds] of cases) {
    const mode = await highlighter(language);
    const tokens = mode.line(line, mode.start());
    for (const [kind, text] of Object.entries(kinds)) {
      assert.equal(first(tokens, line, kind), text, `${language}: ${kind}`);
    }
  }
});

test('text between tags is no code', async () => {
  const mode = await highlighter('jsx');
  const state = mode.start();
  for (const line of ['const a = <p>', "  it's 1 / 2 for {x} of", '</p>;']) {
    const tokens = mode.line(line, state);
    assert.equal(first(tokens, line, 'string'), undefined);
  }
  const line = "f('x');";
  assert.equal(first(mode.line(line, state), line, 'string'), "'x'");
});

test('a mode that throws, reads nothing or goes back gives plain lines', () => {
  const modes = {
    throws: () => { throw new Error('no'); },
    stays: () => 'keyword',
    back: (stream) => { stream.next(); stream.backUp(2); return 'keyword'; },
  };
  for (const [name, token] of Object.entries(modes)) {
    const mode = tokenizer(name, { token, startState: () => ({ n: 0 }) });
    const state = mode.start();
    assert.deepEqual(mode.line('some text', state), [9, 0]);
    assert.deepEqual(mode.line('', state), []);
    assert.ok(mode.equal(state, mode.start()), 'the state is the one before the line');
  }
});

test('what is past the longest line is plain', async () => {
  const mode = await highlighter('javascript');
  const line = 'f("x");'.repeat(1000);
  const tokens = mode.line(line, mode.start());
  check(tokens, line);
  assert.equal(tokens.at(-1), 0);
  assert.ok(tokens.at(-2) >= line.length - 4096);
});

test('equal says no when it is unsure', async () => {
  const mode = await highlighter('javascript');
  const state = mode.start();
  const before = mode.copy(state);
  assert.ok(mode.equal(state, before));
  mode.line('/* open', state);
  assert.ok(!mode.equal(state, before));
});
