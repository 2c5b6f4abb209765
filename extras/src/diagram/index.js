// The entry of `dist/extras/diagram.js`: renders Mermaid diagrams as SVG nodes, for code blocks
// whose language is `mermaid`.
//
// Supports flowcharts, state, sequence, class and entity-relationship diagrams, and pies. The
// colours are the page's CSS variables, so a drawing follows the theme without being drawn again.

import { layoutClassDiagramSync } from 'beautiful-mermaid/src/class/layout.ts';
import { parseClassDiagram } from 'beautiful-mermaid/src/class/parser.ts';
import { renderClassSvg } from 'beautiful-mermaid/src/class/renderer.ts';
import { layoutErDiagramSync } from 'beautiful-mermaid/src/er/layout.ts';
import { parseErDiagram } from 'beautiful-mermaid/src/er/parser.ts';
import { renderErSvg } from 'beautiful-mermaid/src/er/renderer.ts';
import { layoutGraphSync } from 'beautiful-mermaid/src/layout-engine.ts';
import { parseMermaid } from 'beautiful-mermaid/src/parser.ts';
import { renderSvg } from 'beautiful-mermaid/src/renderer.ts';
import { layoutSequenceDiagram } from 'beautiful-mermaid/src/sequence/layout.ts';
import { parseSequenceDiagram } from 'beautiful-mermaid/src/sequence/parser.ts';
import { renderSequenceSvg } from 'beautiful-mermaid/src/sequence/renderer.ts';
import { complete, limit, limitGroups, readable, settleGroups } from './checks.js';
import { annotate, dress, label } from './dress.js';
import { drawPie } from './pie.js';
import { DiagramError, arrowsIn, read } from './source.js';
import { svgOf } from './svg.js';

// The library requires colours, but the variables that `dress` sets override them.
const COLORS = { bg: 'var(--bg)', fg: 'var(--fg)' };
const FONT = 'inherit';
const OPTIONS = { padding: 12 };

function graph(lines) {
  const parsed = parseMermaid(lines.join('\n'));
  limit(parsed.nodes.size, parsed.edges.length);
  limitGroups(parsed.subgraphs);
  settleGroups(parsed.subgraphs);
  readable(parsed);
  return renderSvg(cropped(layoutGraphSync(parsed, OPTIONS)), COLORS, FONT, true);
}

/** Crops the empty space that the library leaves at the right and at the bottom. */
function cropped(placed) {
  const boxes = [...placed.nodes, ...placed.groups];
  const points = placed.edges.flatMap(({ points: all }) => all);
  const labels = placed.edges.filter(({ labelPosition: at }) => at).map(
    ({ label: text, labelPosition: { x, y } }) => ({ x: x + 10 + text.length * 3.5, y: y + 14 }));
  const right = boxes.map(({ x, width }) => x + width);
  const bottom = boxes.map(({ y, height }) => y + height);
  const most = (sides, axis) =>
    Math.max(...sides, ...points.map((one) => one[axis]), ...labels.map((one) => one[axis]));
  return {
    ...placed, width: most(right, 'x') + OPTIONS.padding, height: most(bottom, 'y') + OPTIONS.padding,
  };
}

const DRAW = {
  flowchart(lines) {
    complete(lines, (line) => parseMermaid(`flowchart TD\n${line}`).edges.length, arrowsIn);
    return graph(lines);
  },
  state: graph,
  sequence(lines) {
    const parsed = parseSequenceDiagram(lines);
    limit(parsed.actors.length, parsed.messages.length);
    // Draw actors as participants: the library draws an actor's name over the first message.
    for (const actor of parsed.actors) actor.type = 'participant';
    return renderSequenceSvg(layoutSequenceDiagram(parsed, OPTIONS), COLORS, FONT, true);
  },
  class(lines) {
    complete(lines, (line) => parseClassDiagram(['classDiagram', line]).relationships.length);
    const parsed = parseClassDiagram(lines);
    limit(parsed.classes.length, parsed.relationships.length);
    const svg = renderClassSvg(layoutClassDiagramSync(parsed, OPTIONS), COLORS, FONT, true);
    // Without this shift, the box would hide a diamond at the start of a line.
    return svg.replaceAll('refX="0"', 'refX="12"');
  },
  er(lines) {
    complete(lines, (line) => parseErDiagram(['erDiagram', line]).relationships.length);
    const parsed = parseErDiagram(lines);
    limit(parsed.entities.length, parsed.relationships.length);
    return renderErSvg(layoutErDiagramSync(parsed, OPTIONS), COLORS, FONT, true);
  },
};

function draw(source, document) {
  const { kind, about, lines, notes } = read(source);
  if (kind === 'pie') return { kind, about, svg: drawPie(lines, document) };
  const svg = svgOf(DRAW[kind](lines), document);
  annotate(svg, notes, document);
  return { kind, about, svg };
}

export default {
  render(source, context) {
    context.signal?.throwIfAborted();
    try {
      const { kind, about, svg } = draw(source, context.document);
      dress(svg);
      label(svg, kind, about, context.names);
      return svg;
    } catch (error) {
      if (error instanceof DiagramError) throw error;
      throw new Error('This diagram cannot be shown: it is not understood', { cause: error });
    }
  },
};
