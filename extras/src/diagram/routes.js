// The ways of edges: horizontal and vertical lines between boxes, through the points where a layout
// wants them.
//
// Written for layers from top to bottom; for layers side by side, x and y change places.

/** The most that two tracks in one gap are apart. */
const TRACK = 10;

const flip = ({ x, y, width, height }) => ({ x: y, y: x, width: height, height: width });
const middle = ({ x, width }) => x + width / 2;

/** The point on a box from which to go on to another place. */
function leave(box, towards) {
  const below = towards.y >= box.y + box.height / 2;
  return { x: middle(box), y: below ? box.y + box.height : box.y };
}

const centre = (box) => ({ x: middle(box), y: box.y + box.height / 2 });

/** The points of an edge before it is made of right angles. */
function stations({ source, target, bends }) {
  const start = leave(source, bends[0] ?? centre(target));
  const end = leave(target, bends.at(-1) ?? centre(source));
  return [start, ...bends.map(({ x, y }) => ({ x, y })), end];
}

/** Where the edges that leave one box turn, so that those of another box do not lie on them. */
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

/** The same way without points in the middle of a line. */
function straight(points) {
  return points.filter((point, at) => {
    const [before, after] = [points[at - 1], points[at + 1]];
    if (!before || !after) return true;
    const along = (axis) =>
      Math.abs(before[axis] - point[axis]) < 0.5 && Math.abs(point[axis] - after[axis]) < 0.5;
    return !along('x') && !along('y');
  });
}

function turns(source, points, turn) {
  const way = [points[0]];
  for (let at = 1; at < points.length; at += 1) {
    const [from, to] = [points[at - 1], points[at]];
    if (Math.abs(from.x - to.x) > 1 && Math.abs(from.y - to.y) > 1) {
      const y = turn(source, from, to);
      way.push({ x: from.x, y }, { x: to.x, y });
    }
    way.push(to);
  }
  return straight(way);
}

/** A loop leaves its box at the side and comes back to it. */
function loop(box, points) {
  const far = Math.max(...points.map(({ x }) => x), box.x + box.width + 20);
  const [upper, lower] = [box.y + box.height * 0.3, box.y + box.height * 0.7];
  const side = box.x + box.width;
  return [
    { x: side, y: upper }, { x: far, y: upper }, { x: far, y: lower }, { x: side, y: lower },
  ];
}

/** Gives every edge its `points`, and the place of its label. */
export function route(edges, horizontal) {
  const turned = edges.map((edge) => {
    if (!horizontal) return edge;
    const [source, target] = [flip(edge.source), flip(edge.target)];
    const through = edge.loop && edge.loop.map(flip);
    return { ...edge, source, target, bends: edge.bends.map(flip), loop: through };
  });
  // The same box must be the same object for all its edges.
  const boxes = new Map();
  const same = (box) => {
    const key = `${box.x} ${box.y}`;
    if (!boxes.has(key)) boxes.set(key, box);
    return boxes.get(key);
  };
  const ways = turned.map((edge) => ({
    ...edge, source: same(edge.source), points: edge.loop ? [] : stations(edge),
  }));
  const turn = tracks(ways);
  for (const way of ways) {
    const points = way.loop ? loop(way.source, way.loop) : turns(way.source, way.points, turn);
    const { one } = way;
    one.edge.points = horizontal ? points.map(({ x, y }) => ({ x: y, y: x })) : points;
    const { x, y } = one.found;
    if (x !== undefined) one.edge.labelAt = { x, y };
  }
}
