import assert from 'node:assert/strict';
import { test } from 'node:test';
import { all, context, load, random, timed } from '../helpers/bundle.js';

const { default: math } = await load('math');

const MATHML = 'http://www.w3.org/1998/Math/MathML';
const render = (source, display = true) => math.render(source, context({ kind: 'math', display }));

function checkSafe(root) {
  for (const node of all(root)) {
    assert.equal(node.namespaceURI, MATHML, node.nodeName);
    for (const [name, value] of node.attributes) {
      assert.ok(!/^(?:id|class|href|src|xlink)|^on/i.test(name), name);
      assert.ok(!/url\(|javascript:|[<>;]/i.test(value), `${name}=${value}`);
    }
    for (const [name, value] of node.style.set) {
      assert.ok(!/url\(|javascript:|expression|[<>;]/i.test(value), `${name}: ${value}`);
    }
  }
}

const FORMULAS = {
  'x^2': ['msup'],
  '\\frac{a}{b}': ['mfrac'],
  '\\sqrt[3]{x}': ['mroot'],
  '\\sum_{n=1}^{\\infty} \\frac{1}{n^2}': ['munderover', 'mfrac'],
  '\\int_0^1 f(x)\\,dx': ['msubsup'],
  '\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}': ['mtable', 'mtr', 'mtd'],
  '\\begin{cases} 1 & x > 0 \\\\ 0 & \\text{else} \\end{cases}': ['mtable', 'mtext'],
  '\\begin{aligned} a &= b \\\\ &= c \\end{aligned}': ['mtable'],
  '\\mathbb{R} \\subseteq \\mathcal{P}(\\Omega)': ['mi', 'mo'],
  '\\lim_{x \\to 0} \\operatorname{sgn} x': ['munder'],
  '\\overline{AB} \\cancel{x} \\boxed{y}': ['menclose'],
  '\\left( \\frac{1}{2} \\right)': ['mfrac', 'mo'],
  '\\color{red} x \\textcolor{#00f}{y}': ['mi'],
  '\\def\\x#1{#1^2} \\x{y} + \\x{z}': ['msup'],
};

for (const [source, elements] of Object.entries(FORMULAS)) {
  test(`a formula: ${source}`, () => {
    for (const display of [true, false]) {
      const node = render(source, display);
      assert.equal(node.nodeName, 'math');
      assert.equal(node.getAttribute('dir'), 'ltr');
      assert.equal(node.getAttribute('display'), display ? 'block' : null);
      const names = new Set(all(node).map(({ nodeName }) => nodeName));
      // An inline formula has its limits beside the operators, so it has other elements.
      for (const element of display ? elements : []) assert.ok(names.has(element), `${element} in ${[...names]}`);
      checkSafe(node);
    }
  });
}

test('a numbered formula is on a line of its own', () => {
  assert.match(render('a \\tag{1}').textContent, /\(1\)/);
  assert.throws(() => render('a \\tag{1}', false), /cannot be shown/);
});

test('chemistry is loaded for the formulas that have it', async () => {
  const node = await render('\\ce{2 H2 + O2 -> 2 H2O} \\quad \\pu{9.8 m s-2}');
  checkSafe(node);
  assert.match(node.textContent, /H.*2.*O/);
  await assert.rejects(async () => render('\\ce{H2O'), /cannot be shown/);
  const noise = 'H2O^+-_{}()[]->=<$\\\\.,* ';
  const next = random(5);
  for (let round = 0; round < 60; round += 1) {
    const length = round === 0 ? 9000 : 40;
    const inside = Array.from({ length }, () => noise[Math.floor(next() * noise.length)]).join('');
    const start = performance.now();
    const result = await (async () => render(`\\ce{${inside}}`))().catch((error) => error);
    assert.ok(performance.now() - start < 3000, inside.slice(0, 40));
    if (result instanceof Error) assert.match(result.message, /^This formula cannot be shown: /);
    else checkSafe(result);
  }
});

test('delimiters that were left are no part of the formula', () => {
  const text = render('x+1').textContent;
  for (const source of ['$$x+1$$', '\\[ x+1 \\]', ' \\(x+1\\) ']) {
    assert.equal(render(source).textContent, text);
  }
});

test('what is no formula says so in one sentence', () => {
  for (const source of ['\\frac{1}', '\\begin{x}', '{', '\\nosuchmacro', 'x^', '\\left(', '&&&']) {
    const { result } = timed(() => render(source));
    if (source === '&&&' && !(result instanceof Error)) continue;
    assert.ok(result instanceof Error, source);
    assert.match(result.message, /^This formula cannot be shown: \S/);
    assert.ok(result.message.length < 400);
  }
});

test('links, pictures and attributes are refused', () => {
  const sources = [
    '\\href{javascript:alert(1)}{x}', '\\url{https://example.org}',
    '\\includegraphics{https://example.org/x.png}', '\\class{a}{x}', '\\id{a}{x}',
    '\\style{background:url(//example.org)}{x}', '\\data{a=b}{x}',
  ];
  for (const source of sources) assert.throws(() => render(source), /cannot be shown/, source);
});

test('what could be an attribute, a style or markup stays text', () => {
  const sources = [
    '\\text{<img src=x onerror=alert(1)>}', '\\text{</math><script>}', '\\label{a}x',
    '\\color{red;background:url(x)}y', '\\colorbox{#fff}{x}', '\\fcolorbox{red}{blue}{x}',
    '\\tag{\\text{<b>}} x', '\\mathrm{\\u003cscript\\u003e}', '\\ref{x}', '\\toggle{a}{b}\\endtoggle',
  ];
  for (const source of sources) {
    const { result } = timed(() => render(source));
    if (!(result instanceof Error)) checkSafe(result);
  }
  assert.match(render('\\text{<b>x</b>}').textContent, /<b>x<\/b>/);
});

test('a label names nothing in the page', () => {
  const node = render('\\begin{equation} x \\label{location} \\end{equation}');
  assert.ok(all(node).every((one) => !one.attributes.has('id')));
});

test('no length is longer than a line', () => {
  const sources = [
    'a\\hspace{99999em}b', '\\rule{99999em}{99999em}', '\\raisebox{-9999pt}{x}', 'a\\kern{9999ex}b',
    '\\\\[9999em] x', 'a\\hspace{-9999em}b',
  ];
  for (const source of sources) {
    const { result } = timed(() => render(source));
    if (result instanceof Error) continue;
    for (const node of all(result)) {
      for (const value of [...node.attributes.values(), ...node.style.set.values()]) {
        const found = /^([+-]?[\d.]+)(em|ex|pt|px)$/.exec(value);
        if (found) assert.ok(Math.abs(found[1]) <= 600, `${source}: ${value}`);
        if (found?.[2] === 'em') assert.ok(Math.abs(found[1]) <= 60, `${source}: ${value}`);
      }
    }
  }
});

const BOMBS = {
  'a macro that is itself': '\\def\\a{\\a\\a}\\a',
  'macros that double': `${'abcdefghij'.split('').map((one, at) =>
    `\\def\\${one}{${at ? `\\${'abcdefghij'[at - 1]}`.repeat(10) : 'x'}}`).join('')}\\j`,
  'a macro with long arguments': `\\def\\a#1{${'#1'.repeat(2000)}}\\a{\\a{${'x'.repeat(2000)}}}`,
  'deep braces': '{'.repeat(4900) + '}'.repeat(4900),
  'deep fractions': `${'\\frac{1}{'.repeat(900)}x${'}'.repeat(900)}`,
  'deep powers': `${'x^{'.repeat(3000)}x${'}'.repeat(3000)}`,
  'deep environments': '\\begin{matrix}'.repeat(600),
  'a large table': `\\begin{matrix}${'a&'.repeat(3000)}\\end{matrix}`,
  'much of anything': '\\sqrt{\\left(\\text{a}'.repeat(500),
  'too long': 'x'.repeat(20_000),
};

for (const [name, source] of Object.entries(BOMBS)) {
  test(`bounded: ${name}`, () => {
    const { result, milliseconds } = timed(() => render(source));
    assert.ok(milliseconds < 3000, `${milliseconds} ms`);
    if (result instanceof Error) assert.match(result.message, /^This formula cannot be shown: /);
    else checkSafe(result);
  });
}

test('one formula’s macros are not another’s', () => {
  render('\\gdef\\mine{x} \\mine');
  assert.throws(() => render('\\mine'), /cannot be shown/);
  // Each formula has its own limits.
  for (let at = 0; at < 60; at += 1) render('\\def\\a#1{#1#1}\\a{\\a{\\a{x}}}');
});

test('no prototype is reached', () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    timed(() => render(`\\begin{${name}}x\\end{${name}} \\${name} \\def\\${name}{y}`));
  }
  assert.equal({}.y, undefined);
  assert.doesNotThrow(() => render('x'));
});

test('an aborted signal is heard', () => {
  const signal = AbortSignal.abort();
  assert.throws(() => math.render('x', context({ signal })), { name: 'AbortError' });
});
