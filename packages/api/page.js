// Makes `docs/api.md`.

const START = `\
<!-- Made by \`npm run generate\` in packages/, of packages/midturn/midturn.d.ts. Change that file. -->

# API

Every attribute, property, method and event of \`<midturn-chat>\`, with its type. [The element](element.md) explains
how they are used, [recipes](recipes.md) show them in React, Vue, Svelte, Angular and plain HTML, and
[theming](theming.md) lists the custom properties, parts and slots. The package exports all types from \`midturn\`.

`;

/** The types that belong to a section of their own, or say nothing to a reader. */
const ELSEWHERE = ['Options', 'ChatState', 'EventDetails', 'ErrorCode', 'ErrorEventCode', 'TextOption', 'MidturnEvents'];

const RENDERERS = [
  'Renderers',
  'Renderer',
  'CodeRenderer',
  'Drawn',
  'DrawingContext',
  'HostContext',
  'CodeContext',
  'ActivityStatus',
  'ToolCallValue',
  'ActivityValue',
];

/** The types for frameworks. */
const FRAMEWORKS = ['Attributes', 'Handlers', 'Listeners', 'Given', 'SlotName'];

const cell = (text) => text.replaceAll('|', '\\|');
const code = (text) => `\`${cell(text)}\``;

/** Names of documents become links. */
const linked = (text) =>
  text.replaceAll(/docs\/([\w-]+)\.md(#[\w-]+)?/g, (_, name, place = '') => {
    const said = (place.slice(1) || name).replaceAll('-', ' ');
    return `[${said}](${name}.md${place})`;
  });

const block = (text) => `\`\`\`ts\n${text}\n\`\`\`\n`;

const rows = (heads, lines) =>
  [heads, heads.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n') + '\n';

/** What an option or a member is, in a cell. */
const what = ({ doc, default: fallback }) =>
  cell(linked([doc, fallback === undefined ? '' : `Default: \`${fallback}\`.`].filter(Boolean).join(' ')));

const declared = ({ name, doc, text }) => `### ${name}\n\n${doc ? `${linked(doc)}\n\n` : ''}${block(text)}`;

function optionsOf({ options }) {
  const lines = options.map((option) => [
    option.attribute ? code(option.attribute) : '',
    code(option.name),
    code(option.type),
    what(option),
  ]);
  return (
    '## Attributes and properties\n\n' +
    'Properties may be set before the element is defined. A property comes before its attribute. A change keeps the\n' +
    'chat, unless the table says that it starts the chat again.\n\n' +
    rows(['attribute', 'property', 'type', 'what it is'], lines)
  );
}

function methodsOf({ doc, methods }) {
  const one = ({ name, signature, doc: said, parameters }) => {
    const told = parameters.filter((parameter) => parameter.doc).map((parameter) => `\`${parameter.name}\`: ${parameter.doc}.`);
    const texts = [said, ...told].filter(Boolean).map(linked);
    return `### ${name}()\n\n${block(dedented(signature))}\n${texts.join('\n\n')}\n`;
  };
  return `## Methods\n\n${linked(doc.replace(/^`<midturn-chat>`\. /, ''))}\n\n${methods.map(one).join('\n')}`;
}

/** Text from inside of the class, without its indentation. */
const dedented = (text) => text.replaceAll(/^ {2}/gm, '');

function stateOf({ state, stateDoc }) {
  const lines = state.map((member) => [code(member.name), code(member.type), what(member)]);
  return `## State\n\n\`state\`: ${stateDoc[0].toLowerCase()}${stateDoc.slice(1)}\n\n${rows(['member', 'type', 'what it is'], lines)}`;
}

function eventsOf({ events }) {
  const one = ({ name, doc, detail }) => `### ${name}\n\n${linked(doc)}\n\n${block(`detail: ${dedented(detail)}`)}`;
  return (
    '## Events\n\n' +
    'Each is a `CustomEvent` with a `detail`. Events bubble and cross shadow roots, so that the document can listen to\n' +
    'them too. A listener that throws harms nothing.\n\n' +
    events.map(one).join('\n')
  );
}

function errorsOf({ errors, errorEvents }) {
  const table = (codes) => rows(['code', 'meaning'], codes.map(({ name, doc }) => [code(name), cell(doc)]));
  return (
    '## Errors\n\n' +
    'A method fails with a `MidturnError`. Its `code` does not change between versions; its `message` is for developers.\n\n' +
    `### Codes of methods\n\n${table(errors)}\n` +
    `### Codes of midturn-error\n\n${table(errorEvents)}`
  );
}

/** @param api what `read` and `looks` return */
export function page(api) {
  const named = (names) => names.map((name) => api.types.find((type) => type.name === name)).filter(Boolean);
  const shown = [...ELSEWHERE, ...RENDERERS, ...FRAMEWORKS];
  const rest = api.types.filter(({ name }) => !shown.includes(name));
  const section = (title, text, types) => `## ${title}\n\n${text}\n\n${types.map(declared).join('\n')}`;
  return (
    START +
    [
      optionsOf(api),
      methodsOf(api),
      stateOf(api),
      eventsOf(api),
      errorsOf(api),
      section('Renderers', '[Extending](extending.md#renderers) explains them, with examples.', named(RENDERERS)),
      section('Types', 'What options, methods and events take and give.', rest),
      section('Types for frameworks', 'From these, `midturn/react`, `midturn/vue` and `midturn/jsx/…` are typed.', named(FRAMEWORKS)),
    ].join('\n')
  );
}
