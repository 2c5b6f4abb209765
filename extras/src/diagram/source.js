// Rewrites a diagram's source, as models write it, to lines that the library (beautiful-mermaid)
// reads. Refuses lines that the library would drop silently.
//
// Mermaid's own program would read them all, but no option of it keeps it from setting `innerHTML` and a
// `<style>` element for each diagram, which the page's policy refuses, and it is 980 kB by gzip.
// Mermaid's scripts, links and settings are dropped.

/** The longest source, in UTF-16 units. */
const LONGEST = 20_000;
/** The most lines of a source, without empty lines and comments. */
const MOST_LINES = 500;

/** A diagram that cannot be drawn; the message says why, in one sentence. */
export class DiagramError extends Error {}

const KINDS = [
  ['sequence', /^sequenceDiagram\b/i],
  ['class', /^classDiagram(?:-v2)?\b/i],
  ['er', /^erDiagram\b/i],
  ['state', /^stateDiagram(?:-v2)?\b/i],
  ['flowchart', /^(?:graph|flowchart)\b/i],
  ['pie', /^pie\b/i],
];

const ENTITIES = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: '\u00a0' };

function decoded(text) {
  return text.replace(/[&#](#?\w{2,8});/g, (whole, name) => {
    const code = /^#?(\d+)$/.exec(name)?.[1];
    const point = Number(code);
    if (code && point > 31 && point < 0x110000) return String.fromCodePoint(point);
    return Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : whole;
  });
}

// Characters with a meaning in Mermaid. In a quoted label, private-use characters replace them
// until `shown` restores them.
const SPECIAL = '[](){}|<>;/\\&:%-=.';
const PRIVATE = 0xe100;
const TAGS = /(<\/?(?:br|b|i|u|s|em|strong|del)\s*\/?>)/i;

function hidden(text) {
  const parts = text.split(TAGS);
  return parts.map((part, at) => (at % 2 ? part : [...part].map((char) => {
    const index = SPECIAL.indexOf(char);
    return index < 0 ? char : String.fromCharCode(PRIVATE + index);
  }).join(''))).join('');
}

/** Restores the written text of a label that went through the library. */
export function shown(text) {
  return text.replace(/[\ue100-\ue11f]/g, (char) => SPECIAL[char.charCodeAt(0) - PRIVATE] ?? '');
}

function unfenced(text) {
  return text
    .replace(/\r\n?/g, '\n')
    // Removes front matter and settings: they choose Mermaid's themes, fonts and security levels.
    .replace(/^\s*---\n[^]*?\n---\s*\n/, '')
    .replace(/%%\{[^]*?\}%%/g, '');
}

const refuse = (line) => {
  throw new DiagramError(`This diagram cannot be shown: “${line.slice(0, 80)}” is not understood`);
};

const LABELS = /(\[[^\]]*\]|\{[^}]*\}|\([^)]*\)|\|[^|]*\|)/;
const ARROWS =
  /[<xo]?(?<=^|[\s<xo\])}\w])(?:-{2,}|={2,}|-\.+-)(?:>|[xo](?=[\s|]|$))|-{3,}|={3,}|-\.+-|\.+->|\.-(?=\s)|--|==|-\.(?=[^-.])/g;

/** Rewrites an arrow to the one form that the library reads. */
function arrow(written) {
  const core = written.replace(/^[<xo]/, '').replace(/[xo]$/, '>');
  const both = written.startsWith('<') ? '<' : '';
  const known = core.replace(/^-{3,}$/, '---').replace(/^={3,}$/, '===')
    .replace(/^-{2,}>$/, '-->').replace(/^={2,}>$/, '==>')
    .replace(/^-\.+->$/, '-.->').replace(/^-\.+-$/, '-.-').replace(/^\.+->$/, '.->');
  return ` ${both}${known} `;
}

/** Statements that are neither a node nor an edge. */
const STATEMENT = /^(?:flowchart|subgraph|classDef|class|style|linkStyle|direction|end)\b/;

/** Changes the parts of a line that are outside labels. */
function outside(line, change) {
  return line.split(LABELS).map((part, at, parts) =>
    at % 2 ? part : change(part, parts[at + 1] ?? '')).join('');
}

const TEXT_ARROWS = [
  [/ -- (\S.*?) (<?-->|---) /g, ' $2|$1| '],
  [/ == (\S.*?) (<?==>|===) /g, ' $2|$1| '],
  [/ -\. (\S.*?) (?:\.->|-\.->) /g, ' -.->|$1| '],
  [/ -\. (\S.*?) (?:\.-|-\.-) /g, ' -.-|$1| '],
];

/** Gives a node with a non-ASCII name an ASCII id and its name as label: the library needs it. */
function named(part, next) {
  return part.replace(/[\w\p{L}\p{N}\p{M}-]*[^\x00-\x7f\s][\w\p{L}\p{N}\p{M}-]*/gu, (name, at) => {
    const id = `u${[...name].map((char) => char.codePointAt(0).toString(36)).join('_')}`;
    const labelled = at + name.length === part.length && /^[[({]/.test(next);
    return labelled || part[at + name.length] === '>' ? id : `${id}["${hidden(name)}"]`;
  });
}

/** Puts spaces around a statement's arrows, except in labels. */
function spaced(line) {
  if (/^(?:subgraph|classDef|class|style|linkStyle|direction|click)\b/.test(line)) return line;
  let made = outside(line, (part) => part.replace(ARROWS, arrow).replace(/\s+/g, ' '));
  for (const [written, instead] of TEXT_ARROWS) {
    made = outside(made, (part) => part.replace(written, instead));
  }
  return outside(made, named).replace(/\s+\|/g, '|').replace(/\s{2,}/g, ' ').trim();
}

const FULL_ARROW = /(?:-->|---|==>|===|-\.->|-\.-)/g;
const NODES = /^[\w-]+\s*(?:[[({>].*[\])}])?(?::::[\w-]+)?(?:\s*&\s*[\w-]+\s*(?:[[({>].*[\])}])?)*$/;

/** Counts a statement's arrows. Refuses a statement that is neither an edge nor a node. */
export function arrowsIn(line) {
  if (STATEMENT.test(line)) return 0;
  let arrows = 0;
  outside(line, (part) => {
    arrows += part.match(FULL_ARROW)?.length ?? 0;
    return part;
  });
  if (arrows === 0 && !NODES.test(line)) refuse(line);
  return arrows;
}

const OPENS = /^[[({]/;

/** The nodes' labels by name, with their brackets. */
function labelsOf(lines) {
  const labels = new Map();
  for (const parts of lines.map((line) => line.split(LABELS))) {
    for (let at = 1; at < parts.length; at += 2) {
      const id = /\w[\w-]*$/.exec(parts[at - 1])?.[0];
      if (!id || labels.has(id) || !OPENS.test(parts[at])) continue;
      labels.set(id, parts[at] + /^[)\]}]*/.exec(parts[at + 1])[0]);
    }
  }
  return labels;
}

/** The library reads a node's label only at its first mention, so the label is moved there. */
function labelled(lines) {
  const plain = (line) => STATEMENT.test(line);
  const labels = labelsOf(lines.filter((line) => !plain(line)));
  const seen = new Set();
  return lines.map((line) => plain(line) ? line : outside(line, (part, next) =>
    part.replace(/(:::)?\b\w[\w-]*/g, (id, ofClass, at) => {
      if (ofClass || seen.has(id)) return id;
      seen.add(id);
      const end = at + id.length;
      const own = end === part.length ? OPENS.test(next) : part[end] === '>';
      return own ? id : id + (labels.get(id) ?? '');
    })));
}

function flowchart(lines) {
  const head = /^(?:graph|flowchart)(?:-elk)?\s*(TD|TB|LR|BT|RL)?\s*;?$/i.exec(lines[0]);
  if (!head) refuse(lines[0]);
  const made = [`flowchart ${(head[1] ?? 'TD').toUpperCase()}`];
  for (const line of lines.slice(1)) {
    const quoted = line.replace(/"([^"]*)"/g, (_, text) => `"${hidden(text)}"`);
    // An invisible link becomes the end of a statement: both nodes stay, without a link.
    const visible = outside(quoted, (part) => part.replace(/~{3,}/g, ';'));
    for (const one of visible.split(';')) {
      // The library has no parallelograms: draw rectangles.
      const plain = spaced(one.trim().replace(/\[([/\\])([^\]]*)\1\]/g, '[$2]'))
        .replace(/^subgraph\s+"([^"]*)"$/, 'subgraph $1');
      if (plain === '' || /^(?:click|callback|call|href)\b/.test(plain)) continue;
      made.push(plain);
    }
  }
  return labelled(made);
}

const SEQUENCE = new RegExp(
  '^(?:participant|actor|note|loop|alt|opt|par|critical|break|rect|else|and|option|end|box|' +
  'autonumber|activate|deactivate|create|destroy|title)\\b', 'i');
const MESSAGE = /^[^\s:]+?\s*(?:<<)?-{1,2}(?:>>|>|\)|x)\s*[+-]?\S+?\s*:/;

function sequence(lines) {
  const made = ['sequenceDiagram'];
  for (const line of lines.slice(1)) {
    if (/^(?:links?|properties|details)\b/i.test(line)) continue;
    const plain = line.replace(/;$/, '').replace(/^(?:create|destroy)\s+/i, '')
      .replace(/^rect\b.*/i, 'rect').replace(/^option\b/i, 'else')
      .replace(/^(\S.*?:)\s*$/, '$1 \u00a0');
    if (!SEQUENCE.test(plain) && !MESSAGE.test(plain)) refuse(line);
    made.push(plain);
  }
  return made;
}

const STATE =
  /^(?:direction\s|state\s|\}$|(?:\[\*\]|[\w\p{L}-]+)\s*-->\s*(?:\[\*\]|[\w\p{L}-]+)|[\w\p{L}-]+\s*:|classDef\s|class\s|linkStyle\s)/u;

function state(lines) {
  const made = ['stateDiagram-v2'];
  for (const line of lines.slice(1)) {
    const plain = line.replace(/;$/, '')
      .replace(/^state\s+([\w\p{L}-]+)\s*(?:<<\w+>>)?$/u, '$1 : $1')
      .replace(/^([\w\p{L}-]+)$/u, '$1 : $1');
    if (!STATE.test(plain)) refuse(line);
    if (!/^(?:classDef|class)\s/.test(plain)) made.push(plain.replace(/:::\w+/g, ''));
  }
  return described(made);
}

const DESCRIPTION = /^(?:state\s+"[^"]*"\s+as\s+([\w\p{L}]+)|([\w\p{L}-]+)\s*:(?!:).*)$/u;

/**
 * Moves each state's description before the state's first transition: the library reads the
 * description only there.
 */
function described(lines) {
  const made = [];
  for (const line of lines) {
    const found = DESCRIPTION.exec(line);
    const id = found?.[1] ?? found?.[2];
    const first = id === undefined ? -1 : made.findIndex((one) =>
      one.includes('-->') && one.replace(/:.*$/, '').split(/\s+|-->/).includes(id));
    if (first < 0) made.push(line);
    else made.splice(first, 0, line);
  }
  return made;
}

function others(lines) {
  const made = lines.slice(1)
    .filter((line) => !/^(?:click|callback|link|href|style|cssClass|classDef)\s/.test(line))
    // The library reads the left end for “zero or more” only as `o{`, not as `}o`.
    .map((line) => line.replace(/;$/, '').replace(/^(\S+\s+)\}o(?=--|\.\.)/, '$1o{'))
    .flatMap((line) => {
      // Put each item in braces on its own line.
      const found = /^((?:class\s+)?[\w-]+(?:~\w+~)?)\s*\{\s*([^}]*?)\s*(\})?$/.exec(line);
      if (found && !/--|\.\./.test(line)) {
        const [, name, first, end] = found;
        return [`${name} {`, ...(first ? [first] : []), ...(end ? ['}'] : [])];
      }
      const last = /^([^{}]*[^{}\s|])\s*\}$/.exec(line);
      return last ? [last[1], '}'] : [line];
    });
  return made;
}

/**
 * A diagram's accessible title and description, and the other lines. A description in braces is
 * dropped.
 */
function introduced(lines) {
  const about = {};
  const left = [];
  for (let at = 0; at < lines.length; at += 1) {
    const found = /^acc(Title|Descr)\s*:\s*(.+)$/.exec(lines[at]);
    if (found) about[found[1] === 'Title' ? 'title' : 'description'] = found[2].trim();
    else if (/^accDescr\s*\{/.test(lines[at])) {
      while (at < lines.length && !lines[at].includes('}')) at += 1;
    } else left.push(lines[at]);
  }
  return { about, left };
}

const NOTE_BESIDE = /^note\s+(?:left|right)\s+of\s+([\w\p{L}-]+)\s*(?::\s*(.+))?$/iu;
const NOTE_FOR = /^note\s+(?:for\s+(\S+)\s+)?"([^"]*)"$/i;

/** The notes of state and class diagrams, which the library does not draw, and the other lines. */
function annotated(lines) {
  const notes = [];
  const left = [];
  for (let at = 0; at < lines.length; at += 1) {
    const found = NOTE_BESIDE.exec(lines[at]) ?? NOTE_FOR.exec(lines[at]);
    if (!found) {
      left.push(lines[at]);
      continue;
    }
    const text = [found[2] ?? ''];
    while (found[2] === undefined && (at += 1) < lines.length && !/^end note$/i.test(lines[at])) {
      text.push(lines[at]);
    }
    const plain = text.join(' ').replace(/<br\s*\/?>|\\n/gi, ' ').trim();
    notes.push(decoded(found[1] ? `${found[1]}: ${plain}` : plain));
  }
  return { notes, left };
}

/** Reads a diagram: its kind, its lines, its notes, and its accessible title and description. */
export function read(source) {
  if (source.length > LONGEST) {
    throw new DiagramError(`This diagram cannot be shown: it is longer than ${LONGEST} characters`);
  }
  const all = unfenced(source).split('\n').map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('%%'));
  if (all.length > MOST_LINES) {
    throw new DiagramError(`This diagram cannot be shown: it has more than ${MOST_LINES} lines`);
  }
  const { about, left } = introduced(all);
  if (left.length === 0) throw new DiagramError('This diagram cannot be shown: it is empty');
  // A short flowchart may have all its statements in the first line.
  if (/^(?:graph|flowchart)\b.*;./i.test(left[0])) {
    const [head, ...rest] = left[0].split(';');
    left.splice(0, 1, head.trim(), rest.join(';').trim());
  }
  const kind = KINDS.find(([, pattern]) => pattern.test(left[0]))?.[0];
  if (!kind) {
    const word = left[0].split(/\s/)[0].slice(0, 40);
    throw new DiagramError(`There is no drawing of “${word}” diagrams`);
  }
  if (kind === 'pie') return { kind, about, lines: left, notes: [] };
  const make = { flowchart, sequence, state }[kind];
  const own = kind === 'state' || kind === 'class' ? annotated(left) : { notes: [], left };
  const lines = make ? make(own.left) : [left[0].split(/\s/)[0], ...others(own.left)];
  return { kind, about, lines: lines.map(decoded), notes: own.notes };
}
