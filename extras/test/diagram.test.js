import assert from 'node:assert/strict';
import { test } from 'node:test';
import { elkLayoutSync } from '../src/diagram/layered.js';
import { svgOf } from '../src/diagram/svg.js';
import { all, context, document, load, random, timed } from '../helpers/bundle.js';

const { default: diagram } = await load('diagram');

const SVG = 'http://www.w3.org/2000/svg';
const render = (source, more) => diagram.render(source, context({ language: 'mermaid', ...more }));
const texts = (node) => node.querySelectorAll('text').map((text) => text.textContent.trim());

const ELEMENTS = new Set(
  ['svg', 'circle', 'defs', 'ellipse', 'g', 'line', 'marker', 'path', 'polygon', 'polyline', 'rect',
    'text', 'tspan']);

function checkSafe(root) {
  for (const node of all(root)) {
    assert.equal(node.namespaceURI, SVG);
    assert.ok(ELEMENTS.has(node.nodeName), node.nodeName);
    for (const [name, value] of node.attributes) {
      assert.ok(!/^(?:href|xlink|src|class|style)|^on/i.test(name), name);
      if (name === 'aria-label' || name === 'aria-description') continue;
      assert.ok(!/url\((?!#mt-diagram-\d+-[\w.-]+\)$)|javascript:|[<>;{}]/i.test(value),
        `${name}=${value}`);
      assert.ok(!/NaN|undefined|Infinity/.test(value), `${node.nodeName} ${name}=${value}`);
    }
    for (const value of node.style.set.values()) assert.ok(!/url\(|javascript:/i.test(value));
  }
}

const DIAGRAMS = {
  flowchart: ['flowchart TD\n A[Start] --> B{Is it?}\n B -->|Yes| C((End))\n B -- No --> A',
    ['Start', 'Is it?', 'End', 'Yes', 'No']],
  'a graph in one line': ['graph LR; A-->B; B---C; C-.->D; D==>E;', ['A', 'B', 'C', 'D', 'E']],
  'quoted labels': ['flowchart LR\n a["f(x) [y]; {z} --> w"] --> b("a|b & c")',
    ['f(x) [y]; {z} --> w', 'a|b & c']],
  'links of every kind': ['flowchart LR\n A--yes-->B\n B == no ==> C\n C-. so .->D\n D <--> E\n E ---|x| F\n F ----> G\n G -..-> H\n H --x A\n H --o B\n A ~~~ C',
    ['yes', 'no', 'so', 'x', 'H']],
  'names in other scripts': ['flowchart TD\n Début --> Élan[Grand élan]\n Élan -- très bien --> بداية\n بداية --> 结束{{"完 (了)"}}',
    ['Début', 'Grand élan', 'très bien', 'بداية', '完 (了)']],
  'labels after edges': ['flowchart TD\n A --> B\n subgraph s\n B --> C\n end\n B[Second]\n C((Third))\n A{{First}}:::x',
    ['First', 'Second', 'Third']],
  'descriptions after transitions': ['stateDiagram-v2\n [*] --> a\n a --> b\n a : First\n state "Second" as b',
    ['First', 'Second']],
  notes: ['stateDiagram-v2\n A --> B\n note right of A : first\n note left of B\n second\n line\n end note',
    ['A: first', 'B: second line']],
  'notes of classes': ['classDiagram\n class A\n note for A "x<br>y"\n note "z"', ['A: x y', 'z']],
  'zero or more on both sides': ['erDiagram\n A }o..o{ B : "x"\n A }o--|| C : y', ['A', 'B', 'C', 'x', 'y']],
  groups: ['flowchart TB\n subgraph one [First]\n a --> b\n end\n subgraph two\n direction LR\n c --> d\n end\n one --> two\n b --> d',
    ['First', 'two', 'a', 'b', 'c', 'd']],
  sequence: ['sequenceDiagram\n participant U as User\n actor S\n U->>+S: hi\n S-->>-U: yo\n loop x\n U-)S: ping\n end\n Note over U,S: note\n S->>S: self',
    ['User', 'S', 'hi', 'yo', 'ping', 'note', 'self']],
  class: ['classDiagram\n class A {\n <<interface>>\n +int x\n +f(y) void\n }\n A <|-- B\n B "1" *-- "many" C : has',
    ['A', 'B', 'C', 'has']],
  er: ['erDiagram\n A ||--o{ B : places\n A { int id PK\n string name }\n B {\n date d\n }',
    ['A', 'B', 'places', 'id', 'name', 'd']],
  state: ['stateDiagram-v2\n [*] --> A\n A --> B : go\n state B {\n [*] --> C\n }\n B --> [*]',
    ['A', 'B', 'C', 'go']],
  pie: ['pie showData title Pets\n "Dogs" : 3\n "Cats" : 1', ['Pets', 'Dogs · 75 %', 'Cats · 25 %']],
  settings: ['---\ntitle: x\nconfig:\n  theme: dark\n---\n%%{init: {"securityLevel": "loose",\n "theme": "x"}}%%\nflowchart TD\n %% comment\n A --> B',
    ['A', 'B']],
};

for (const [name, [source, expected]] of Object.entries(DIAGRAMS)) {
  test(`a diagram: ${name}`, () => {
    const svg = render(source);
    checkSafe(svg);
    const found = texts(svg).join('\n');
    for (const text of expected) assert.ok(found.includes(text), `${text} in ${found}`);
    const [, , width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
    assert.ok(width > 20 && width < 3000 && height > 20 && height < 3000);
    assert.equal(svg.getAttribute('role'), 'img');
  });
}

test('a drawing has a name, in the language of the chat', () => {
  const source = 'flowchart TD\n accTitle: How it goes\n accDescr: In two steps\n A --> B';
  assert.equal(render(source).getAttribute('aria-label'), 'Flowchart: How it goes');
  assert.equal(render(source).getAttribute('aria-description'), 'In two steps');
  assert.equal(render('pie title P\n "a" : 1').getAttribute('aria-label'), 'Pie chart: P, a · 100 %');
  const two = render('graph LR\n A[one<br/>two] --> B');
  assert.equal(two.getAttribute('aria-label'), 'Flowchart: one two, B');
  const french = render('graph LR\n A --> B', { names: { flowchart: 'Organigramme' } });
  assert.equal(french.getAttribute('aria-label'), 'Organigramme: A, B');
});

test('an invisible link between nodes leaves the other links of its line as they are', () => {
  const svg = render('flowchart LR\n A ~~~ B --> C\n C --> D ~~~ E[e ~~~ e]');
  assert.deepEqual(texts(svg).sort(), ['A', 'B', 'C', 'D', 'e ~~~ e']);
  const heads = all(svg).filter((node) => node.getAttribute('marker-end'));
  assert.equal(heads.length, 2);
});

test('a node that two groups mention is drawn once', () => {
  const svg = render('flowchart LR\n subgraph a\n x --> y\n end\n subgraph b\n y[Why] --> z\n end');
  assert.deepEqual(texts(svg).sort(), ['Why', 'a', 'b', 'x', 'z']);
});

test('arrow heads of two drawings have two names', () => {
  const ids = () => all(render('graph LR\n A --> B')).map((node) => node.getAttribute('id'));
  const first = ids().filter(Boolean);
  assert.ok(first.length > 0);
  assert.ok(ids().filter(Boolean).every((id) => !first.includes(id)));
});

test('every reference is to something in the drawing', () => {
  for (const [source] of Object.values(DIAGRAMS)) {
    const nodes = all(render(source));
    const ids = new Set(nodes.map((node) => node.getAttribute('id')));
    for (const node of nodes) {
      for (const name of ['marker-end', 'marker-start']) {
        const found = /^url\(#(.+)\)$/.exec(node.getAttribute(name) ?? '');
        if (found) assert.ok(ids.has(found[1]), found[1]);
      }
    }
  }
});

test('scripts, links and handlers are nowhere', () => {
  const sources = [
    'flowchart TD\n A["<script>alert(1)</script>"] --> B["<img src=x onerror=alert(1)>"]',
    'flowchart TD\n A --> B\n click A "javascript:alert(1)"\n click B call f() "x"\n click A href "//x" _blank',
    'flowchart TD\n A --> B\n style A fill:url(https://example.org/x),stroke:red;x:expression(1)',
    'flowchart TD\n A:::x --> B\n classDef x fill:#fff" onload="alert(1),stroke:url(#a)',
    'flowchart TD\n A --> B\n linkStyle 0 stroke:url(//example.org),stroke-width:9999999px" x="',
    'flowchart TD\n A["\' onload=alert(1) x=\'"] --> B[" onload=alert(1) "]',
    'sequenceDiagram\n A->>B: <a href="javascript:alert(1)">x</a>\n link A: x @ https://example.org',
    'sequenceDiagram\n participant A as "><script>alert(1)</script>\n A->>A: x',
    'classDiagram\n class A {\n +<script> x\n }\n click A href "javascript:alert(1)"\n link A "//x"',
    'erDiagram\n A ||--o{ B : "<b onclick=x>"',
    'stateDiagram-v2\n state "<svg onload=x>" as A\n A --> B : <foreignObject>',
    'pie title <script>\n "<img onerror=x>" : 1',
    'flowchart TD\n A[&lt;script&gt;] --> B[#lt;script#gt;]',
  ];
  for (const source of sources) {
    const { result } = timed(() => render(source));
    if (result instanceof Error) assert.match(result.message, /cannot be shown/, source);
    else checkSafe(result);
  }
  const svg = render(sources[0]);
  assert.ok(texts(svg).join().includes('<script>alert(1)</script>'));
});

test('what is not drawn is refused, never left out', () => {
  const sources = [
    'gantt\n title x', 'mindmap\n root', 'journey', 'gitGraph', 'sankey-beta', 'no diagram', '', ' \n',
    '%% only a comment', 'flowchart TD\n A --> B\n C ---', 'flowchart TD\n A ==> ', 'flowchart TD\n A --> B ?? C --> D', 'flowchart TD\n A@{ shape: doc }',
    'flowchart TD\n A --> B\n what is this', 'flowchart XX\n A --> B',
    'sequenceDiagram\n what is this', 'stateDiagram-v2\n A --> B\n note right of A : x\n !!',
    'pie\n "a" 1', 'pie', 'flowchart TD', 'sequenceDiagram', 'classDiagram', 'erDiagram',
    'classDiagram\n A <|--- B\n B -->> C ??', 'erDiagram\n A |>--<| B : x',
  ];
  for (const source of sources) {
    assert.throws(() => render(source), (error) => {
      assert.match(error.message, /cannot be shown|There is no drawing/, source);
      return true;
    }, source);
  }
});

test('names that objects have are names', () => {
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
    checkSafe(render(`flowchart TD\n ${name} --> B\n class ${name} ${name}\n subgraph x\n ${name}\n end`));
    const { result } = timed(() => render(`classDiagram\n ${name} <|-- B`));
    if (!(result instanceof Error)) checkSafe(result);
  }
  assert.equal({}.fill, undefined);
});

const many = (count, line) => Array.from({ length: count }, (_, at) => line(at)).join('\n');
const LARGE = {
  'a chain': `flowchart TD\n${many(140, (at) => `n${at} --> n${at + 1}`)}`,
  'all with all': `flowchart TD\n${many(14, (a) => many(14, (b) => `a${a} --> b${b}`))}`,
  'too many boxes': `flowchart TD\n${many(400, (at) => `n${at} --> n${at + 1}`)}`,
  'too many lines': `flowchart TD\n${many(1000, (at) => `n${at % 9} --> n${at % 7}`)}`,
  'a product': `flowchart TD\n${many(100, (at) => `a${at}`).replaceAll('\n', ' & ')} --> ${many(100, (at) => `b${at}`).replaceAll('\n', ' & ')}`,
  'deep groups': `flowchart TD\n${'subgraph x\n'.repeat(100)}A --> B\n${'end\n'.repeat(100)}`,
  'groups in groups': `flowchart TD\n${many(6, (at) => `subgraph g${at}`)}\nA --> B\n${'end\n'.repeat(6)}`,
  'a long label': `flowchart TD\n A["${'x'.repeat(15_000)}"] --> B`,
  'a long source': `flowchart TD\n${'A --> B\n'.repeat(100_000)}`,
  'long words': `flowchart TD\n${'-'.repeat(19_000)}`,
  'open brackets': `flowchart TD\n${'A['.repeat(6000)}`,
  'open blocks': `sequenceDiagram\n${'loop x\n'.repeat(300)}A->>B: x`,
  'many messages': `sequenceDiagram\n${many(290, (at) => `A${at % 20}->>B${at % 9}: m`)}`,
  'loops of states': `stateDiagram-v2\n${many(100, (at) => `s${at} --> s${(at * 7) % 50}`)}`,
};

for (const [name, source] of Object.entries(LARGE)) {
  test(`bounded: ${name}`, () => {
    const { result, milliseconds } = timed(() => render(source));
    assert.ok(milliseconds < 4000, `${milliseconds} ms`);
    if (result instanceof Error) assert.match(result.message, /cannot be shown/);
    else checkSafe(result);
  });
}

test('anything at all is drawn or refused', () => {
  const next = random(3);
  const words = ['flowchart TD\n', 'sequenceDiagram\n', 'classDiagram\n', 'erDiagram\n',
    'stateDiagram-v2\n', 'A', 'B', ' --> ', '---', '[x]', '{', '}', '(', ')', '|', '"', '\n', ' : ',
    'subgraph s\n', 'end\n', '->>', 'class ', 'state ', '||--o{', '<|--', '[*]', ';', '&', 'style A ',
    'fill:#f00', 'direction LR\n', 'Note over A: x\n', 'loop\n', '<br/>', '~~~', '%%', ':::', '\\n'];
  for (let round = 0; round < 1500; round += 1) {
    const length = 2 + Math.floor(next() * 20);
    const source = words[Math.floor(next() * 5)]
      + Array.from({ length }, () => words[Math.floor(next() * words.length)]).join('');
    const { result } = timed(() => render(source));
    if (result instanceof Error) assert.match(result.message, /cannot be shown|no drawing/, source);
    else checkSafe(result);
  }
});

test('boxes do not lie on one another, and edges begin and end at them', () => {
  const next = random(11);
  for (let round = 0; round < 60; round += 1) {
    const count = 2 + Math.floor(next() * 14);
    const direction = ['DOWN', 'UP', 'RIGHT', 'LEFT'][round % 4];
    const children = Array.from({ length: count }, (_, at) => ({
      id: `n${at}`, width: 40 + Math.floor(next() * 100), height: 30 + Math.floor(next() * 40),
    }));
    const edges = Array.from({ length: count + 3 }, (_, at) => ({
      id: `e${at}`, sources: [`n${Math.floor(next() * count)}`],
      targets: [`n${Math.floor(next() * count)}`],
      labels: at % 3 ? undefined : [{ width: 40, height: 16 }],
    }));
    const root = elkLayoutSync(
      { id: 'root', layoutOptions: { 'elk.direction': direction }, children, edges });
    const apart = (a, b) => a.x + a.width <= b.x + 1 || b.x + b.width <= a.x + 1
      || a.y + a.height <= b.y + 1 || b.y + b.height <= a.y + 1;
    children.forEach((one, at) => {
      assert.ok(one.x >= 0 && one.x + one.width <= root.width);
      assert.ok(one.y >= 0 && one.y + one.height <= root.height);
      for (const other of children.slice(at + 1)) assert.ok(apart(one, other));
    });
    const byId = new Map(children.map((one) => [one.id, one]));
    for (const { sources, targets, sections: [{ startPoint, bendPoints, endPoint }] } of edges) {
      const on = ({ x, y, width, height }, point) =>
        point.x > x - 1 && point.x < x + width + 1 && point.y > y - 1 && point.y < y + height + 1;
      assert.ok(on(byId.get(sources[0]), startPoint));
      assert.ok(on(byId.get(targets[0]), endPoint));
      const way = [startPoint, ...bendPoints, endPoint];
      for (let at = 1; at < way.length; at += 1) {
        const [a, b] = [way[at - 1], way[at]];
        assert.ok(Math.abs(a.x - b.x) <= 1 || Math.abs(a.y - b.y) <= 1, 'no line is slanted');
      }
    }
  }
});

test('the reader of drawings takes only what it knows', () => {
  const read = (markup) => svgOf(markup, document);
  const svg = read('<svg viewBox="0 0 9 9" onload="x"><script>x</script><a href="y"><rect x="1" '
    + 'onclick="z" fill="url(//x)" style="a:b" class="q" width="2"/></a><style>*{}</style>'
    + '<foreignObject><text>no</text></foreignObject><text x="1">&lt;b&gt;&#65;</text></svg>');
  checkSafe(svg);
  assert.deepEqual(texts(svg), ['<b>A']);
  for (const broken of ['<svg>', '<svg></g></svg>', '<svg><rect x=1/></svg>', '<svg><!--x--></svg>',
    '<svg><![CDATA[x]]></svg>', '<!DOCTYPE x><svg></svg>', '<svg><g></svg></g>', '</svg>']) {
    assert.throws(() => read(broken), /broken/, broken);
  }
});

test('an aborted signal is heard', () => {
  assert.throws(() => render('graph LR\n A --> B', { signal: AbortSignal.abort() }),
    { name: 'AbortError' });
});
