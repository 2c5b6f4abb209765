// Routes edges: horizontal and vertical lines between boxes, through the points from the layout.
//
// Written for layers from top to bottom. For layers side by side, x and y are swapped.

/** The largest distance between two tracks in one gap. */
const TRACK = 10;

/**
 * The distance from a box at which edges turn around it. Also the largest shift of an edge from the
 * middle of a side.
 */
const PORT = 14;

/** If the next point is not further beyond the side than this, the edge turns beside the box. */
const NEAR = 6;

const flip = ({ x, y, width, height }) => ({ x: y, y: x, width: height, height: width });
const middle = ({ x, width }) => x + width / 2;

const centre = (box) => ({ x: middle(box), y: box.y + box.height / 2 });

/** Whether a point is at or below the middle of a box. */
const isBelow = (box, place) => place.y >= box.y + box.height / 2;

/** The two ends of an edge: the box, the side, and the next point. */
function endsOf({ source, target, bends }) {
  const ends = [
    { box: source, next: bends[0] ?? centre(target), out: true },
    { box: target, next: bends.at(-1) ?? centre(source), out: false },
  ];
  for (const end of ends) end.below = isBelow(end.box, end.next);
  return ends;
}

/**
 * Returns a function that gives the point where an edge meets its box: the middle of a side, or
 * beside the middle if the side has both incoming and outgoing edges.
 */
function ports(ways) {
  const sides = new Map();
  const key = ({ box, below }) => `${box.x} ${box.y} ${below}`;
  for (const end of ways.flatMap(({ ends }) => ends)) {
    const side = sides.get(key(end)) ?? { in: [], out: [], width: end.box.width };
    side[end.out ? 'out' : 'in'].push(end.next.x);
    sides.set(key(end), side);
  }
  const mean = (all) => all.reduce((sum, one) => sum + one, 0) / all.length;
  return (end) => {
    const side = sides.get(key(end));
    const y = end.below ? end.box.y + end.box.height : end.box.y;
    if (side.in.length === 0 || side.out.length === 0) return { x: middle(end.box), y };
    const shift = Math.min(PORT, side.width / 5) * (mean(side.in) < mean(side.out) ? -1 : 1);
    return { x: middle(end.box) + (end.out ? -shift : shift), y };
  };
}

/**
 * Returns a function that gives the y of an edge's horizontal line. Each source box has its own track, so
 * that edges of different boxes do not overlap.
 */
function tracks(ways) {
  const gaps = new Map();
  for (const { source, points } of ways) {
    for (let at = 1; at < points.length; at += 1) {
      const [from, to] = [points[at - 1], points[at]];
      if (Math.abs(from.x - to.x) <= 1 || Math.abs(from.y - to.y) <= 1) continue;
      const key = Math.round((from.y + to.y) / 24);
      if (!gaps.has(key)) gaps.set(key, { sources: [], height: Math.abs(from.y - to.y) });
      const gap = gaps.get(key);
      gap.height = Math.min(gap.height, Math.abs(from.y - to.y));
      if (!gap.sources.includes(source)) gap.sources.push(source);
    }
  }
  for (const gap of gaps.values()) gap.sources.sort((a, b) => a.x - b.x);
  return (source, from, to) => {
    const gap = gaps.get(Math.round((from.y + to.y) / 24));
    const count = gap.sources.length;
    const step = Math.min(TRACK, gap.height / (count + 1));
    return (from.y + to.y) / 2 + (gap.sources.indexOf(source) - (count - 1) / 2) * step;
  };
}

/** Removes points in the middle of a straight line. */
function straight(points) {
  return points.filter((point, at) => {
    const [before, after] = [points[at - 1], points[at + 1]];
    if (!before || !after) return true;
    const along = (axis) =>
      Math.abs(before[axis] - point[axis]) < 0.5 && Math.abs(point[axis] - after[axis]) < 0.5;
    return !along('x') && !along('y');
  });
}

/** The y of a turn beside a box, or undefined if the next point is far enough beyond the side. */
function around({ below }, at, next) {
  const outside = below ? 1 : -1;
  return (next.y - at.y) * outside < NEAR ? at.y + outside * PORT : undefined;
}

function turns({ source, points, ends: [start, end] }, turn) {
  const way = [points[0]];
  for (let at = 1; at < points.length; at += 1) {
    const [from, to] = [points[at - 1], points[at]];
    const first = at === 1 ? around(start, from, to) : undefined;
    const last = at === points.length - 1 ? around(end, to, from) : undefined;
    if (first !== undefined && last !== undefined && first !== last) {
      const x = (from.x + to.x) / 2;
      way.push({ x: from.x, y: first }, { x, y: first }, { x, y: last }, { x: to.x, y: last });
    } else if (Math.abs(from.x - to.x) > 1 && Math.abs(from.y - to.y) > 1) {
      const y = first ?? last ?? turn(source, from, to);
      way.push({ x: from.x, y }, { x: to.x, y });
    }
    way.push(to);
  }
  return straight(way);
}

/** The points of an edge from a box to itself, drawn at the box's side. */
function loop(box, points) {
  const far = Math.max(...points.map(({ x }) => x), box.x + box.width + 20);
  const [upper, lower] = [box.y + box.height * 0.3, box.y + box.height * 0.7];
  const side = box.x + box.width;
  return [
    { x: side, y: upper }, { x: far, y: upper }, { x: far, y: lower }, { x: side, y: lower },
  ];
}

/** Sets every edge's `points`, and the place of its label. */
export function route(edges, horizontal) {
  const turned = edges.map((edge) => {
    if (!horizontal) return edge;
    const [source, target] = [flip(edge.source), flip(edge.target)];
    const through = edge.loop && edge.loop.map(flip);
    return { ...edge, source, target, bends: edge.bends.map(flip), loop: through };
  });
  // All edges of a box must share one object, because `tracks` compares boxes by identity.
  const boxes = new Map();
  const same = (box) => {
    const key = `${box.x} ${box.y}`;
    if (!boxes.has(key)) boxes.set(key, box);
    return boxes.get(key);
  };
  const ways = turned.map((edge) => {
    const source = same(edge.source);
    return { ...edge, source, ends: edge.loop ? [] : endsOf({ ...edge, source }), points: [] };
  });
  const port = ports(ways);
  for (const way of ways) {
    if (way.loop) continue;
    const [start, end] = way.ends.map(port);
    way.points = [start, ...way.bends.map(({ x, y }) => ({ x, y })), end];
  }
  const turn = tracks(ways);
  for (const way of ways) {
    const points = way.loop ? loop(way.source, way.loop) : turns(way, turn);
    const { one } = way;
    one.edge.points = horizontal ? points.map(({ x, y }) => ({ x: y, y: x })) : points;
    const { x, y } = one.found;
    if (x !== undefined) one.edge.labelAt = { x, y };
  }
}
