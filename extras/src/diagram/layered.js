// Lays out graphs in layers, in place of ELK for the diagram library.
//
// Input and output are the part of ELK's JSON that the library uses: nested nodes, edges, labels.
// dagre places the nodes. The edges are routed here, as horizontal and vertical lines.

import { Graph, layout } from '@dagrejs/dagre';
import { route } from './routes.js';

const DIRECTIONS = { DOWN: 'TB', UP: 'BT', RIGHT: 'LR', LEFT: 'RL' };
const HORIZONTAL = new Set(['LR', 'RL']);

/** Padding inside a group; its name is at the top. */
const GROUP = { top: 40, side: 16, bottom: 16 };

const number = (node, option, otherwise) =>
  Number.parseFloat(node.layoutOptions?.[option] ?? otherwise);

function walk(node, visit, parent = null) {
  for (const child of node.children ?? []) {
    visit(child, parent ?? node);
    walk(child, visit, child);
  }
}

function edgesOf(node) {
  const found = (node.edges ?? []).map((edge) => ({ edge, home: node }));
  for (const child of node.children ?? []) found.push(...edgesOf(child));
  return found;
}

/** Maps each port of a group to the node inside that it is connected to. */
function portsOf(root) {
  const ports = new Map();
  walk(root, (group) => {
    for (const { id } of group.ports ?? []) {
      const inner = group.edges.find((edge) => edge.sources[0] === id || edge.targets[0] === id);
      if (inner) ports.set(id, inner.sources[0] === id ? inner.targets[0] : inner.sources[0]);
    }
  });
  return ports;
}

const within = (point, { x, y, width, height }) =>
  point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;

class Layout {
  constructor(root) {
    this.root = root;
    this.rankdir = DIRECTIONS[root.layoutOptions?.['elk.direction']] ?? 'TB';
    this.ports = portsOf(root);
    this.places = new Map();
    this.parents = new Map();
    walk(root, (node, parent) => this.parents.set(node, parent));
    this.nodes = new Map([...this.parents.keys()].map((node) => [node.id, node]));
    // dagre uses a node's name as a property of plain objects. These keys cannot clash with the
    // built-in properties.
    this.keys = new Map([...this.parents.keys()].map((node, at) => [node, `n${at}`]));
    this.settled = new Set();
  }

  inside(node, group) {
    for (let at = node; at; at = this.parents.get(at)) if (at === group) return true;
    return false;
  }

  /**
   * The leaf at an edge's end, and the group if the edge names one. `which` is the index of the leaf
   * in the group: an edge leaves a group at its last leaf and enters one at its first.
   */
  end(id, which) {
    const node = this.nodes.get(this.ports.get(id) ?? id);
    let leaf = node;
    while (leaf && !this.settled.has(leaf) && leaf.children?.length) leaf = leaf.children.at(which);
    return leaf && { leaf, group: leaf === node ? null : node };
  }

  /** Whether an edge ends inside a group, rather than at the group itself. */
  within(end, group) {
    const node = end.group ?? end.leaf;
    return node !== group && this.inside(node, group);
  }

  /** Lays out separately each group that has its own direction and no edge across its border. */
  settle(edges) {
    walk(this.root, (group) => {
      const direction = DIRECTIONS[group.layoutOptions?.['elk.direction']];
      if (!direction || direction === this.rankdir || !group.children?.length) return;
      const leaves = edges.some(({ source, target }) =>
        this.within(source, group) !== this.within(target, group));
      const nested = [...this.settled].some((other) => this.inside(group, other));
      if (leaves || nested) return;
      group.layoutOptions['elk.padding'] =
        `[top=${GROUP.top},left=${GROUP.side},bottom=${GROUP.bottom},right=${GROUP.side}]`;
      elkLayoutSync(group);
      this.settled.add(group);
    });
  }

  run() {
    const ends = () => edgesOf(this.root)
      .filter(({ edge }) => !edge.id.endsWith('_internal'))
      .map(({ edge, home }) => ({
        edge, home, source: this.end(edge.sources[0], -1), target: this.end(edge.targets[0], 0),
      }))
      .filter(({ source, target }) => source && target);
    this.settle(ends());
    // The content of a settled group already has its place.
    const edges = ends().filter(({ home }) =>
      ![...this.settled].some((group) => this.inside(home, group)));
    this.place(edges);
    this.frame();
    this.draw(edges);
    this.finish(edges);
    return this.root;
  }

  place(edges) {
    const graph = new Graph({ multigraph: true, compound: true });
    graph.setGraph({
      rankdir: this.rankdir,
      nodesep: number(this.root, 'elk.spacing.nodeNode', 28),
      ranksep: number(this.root, 'elk.layered.spacing.nodeNodeBetweenLayers', 48),
      edgesep: 12,
    });
    graph.setDefaultEdgeLabel(() => ({}));
    this.add(graph, this.root, null);
    for (const one of edges) {
      const { width = 0, height = 0 } = one.edge.labels?.[0] ?? {};
      graph.setEdge(...this.pair(one), { width, height, labelpos: 'c' }, one.edge.id);
    }
    layout(graph);
    for (const [node] of this.parents) {
      const at = graph.node(this.keys.get(node));
      if (at && !this.isGroup(node)) {
        this.places.set(node, {
          x: at.x - at.width / 2, y: at.y - at.height / 2, width: at.width, height: at.height,
        });
      }
    }
    for (const one of edges) {
      one.found = graph.edge(...this.pair(one), one.edge.id);
    }
  }

  pair({ source, target }) {
    return [this.keys.get(source.leaf), this.keys.get(target.leaf)];
  }

  isGroup(node) {
    return Boolean(node.children?.length) && !this.settled.has(node);
  }

  add(graph, node, parent) {
    for (const child of node.children ?? []) {
      const group = this.isGroup(child);
      const key = this.keys.get(child);
      graph.setNode(key, group ? {} : { width: child.width ?? 80, height: child.height ?? 60 });
      if (parent) graph.setParent(key, parent);
      if (group) this.add(graph, child, key);
    }
  }

  /** Makes each group as large as its content. */
  frame(node = this.root) {
    for (const child of node.children ?? []) {
      if (!this.isGroup(child)) continue;
      this.frame(child);
      const inside = child.children.map((one) => this.places.get(one));
      const x = Math.min(...inside.map((one) => one.x)) - GROUP.side;
      const y = Math.min(...inside.map((one) => one.y)) - GROUP.top;
      const right = Math.max(...inside.map((one) => one.x + one.width)) + GROUP.side;
      const bottom = Math.max(...inside.map((one) => one.y + one.height)) + GROUP.bottom;
      this.places.set(child, { x, y, width: right - x, height: bottom - y });
    }
  }

  draw(edges) {
    const box = ({ leaf, group }) => this.places.get(group ?? leaf);
    route(edges.map((one) => ({
      one,
      source: box(one.source),
      target: box(one.target),
      bends: one.found.points.slice(1, -1).filter((point) =>
        ![one.source, one.target].some((end) => end.group && within(point, box(end)))),
      loop: one.source.leaf === one.target.leaf ? one.found.points : null,
    })), HORIZONTAL.has(this.rankdir));
  }

  /** Moves everything inside the padding, and makes positions relative to the parent. */
  finish(edges) {
    const boxes = [...this.places.values()];
    const points = edges.flatMap(({ edge }) => edge.points);
    const asked = (side, otherwise) => Number(
      new RegExp(`${side}=(\\d+)`).exec(this.root.layoutOptions?.['elk.padding'])?.[1] ?? otherwise);
    // The library asks for large margins around some kinds of diagrams; the page has its own.
    const padding = Math.min(asked('left', GROUP.side), GROUP.side);
    const top = Math.min(asked('top', GROUP.side), GROUP.top);
    const all = (of) => [...boxes.flatMap((one) => of(one)), ...points.flatMap((one) => of(one))];
    const xs = all((one) => [one.x, one.x + (one.width ?? 0)]);
    const ys = all((one) => [one.y, one.y + (one.height ?? 0)]);
    const dx = padding - Math.min(...xs);
    const dy = top - Math.min(...ys);
    const origin = (node) => {
      if (node === this.root) return { x: -dx, y: -dy };
      return this.places.get(node) ?? { x: 0, y: 0 };
    };
    for (const [node, at] of this.places) {
      const from = origin(this.parents.get(node));
      Object.assign(node, {
        x: at.x - from.x, y: at.y - from.y, width: at.width, height: at.height,
      });
    }
    for (const { edge, home } of edges) {
      const from = origin(home);
      const [first, ...rest] = edge.points.map(({ x, y }) => ({ x: x - from.x, y: y - from.y }));
      edge.sections = [{ startPoint: first, bendPoints: rest.slice(0, -1), endPoint: rest.at(-1) }];
      const [label] = edge.labels ?? [];
      if (label && edge.labelAt) {
        label.x = edge.labelAt.x - from.x - label.width / 2;
        label.y = edge.labelAt.y - from.y - label.height / 2;
      }
    }
    this.root.width = Math.max(...xs) + dx + padding;
    this.root.height = Math.max(...ys) + dy + padding;
  }
}

/** Places the nodes and edges of a graph in ELK's JSON. Changes the graph and returns it. */
export function elkLayoutSync(root) {
  return new Layout(root).run();
}
