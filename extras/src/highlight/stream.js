// One line, with the interface of CodeMirror's StringStream, which the modes read from.

const TAB = 4;

/** The width of the text up to `end`. A tab fills up to a multiple of four columns. */
function columns(text, end) {
  let width = 0;
  for (let at = 0; at < end; at += 1) width += text.charCodeAt(at) === 9 ? TAB - (width % TAB) : 1;
  return width;
}

export class LineStream {
  constructor(line) {
    this.string = line;
    this.pos = 0;
    this.start = 0;
    this.indentUnit = 2;
    this.tabSize = TAB;
  }

  eol() {
    return this.pos >= this.string.length;
  }

  sol() {
    return this.pos === 0;
  }

  peek() {
    return this.string.charAt(this.pos) || undefined;
  }

  next() {
    if (this.pos < this.string.length) return this.string.charAt(this.pos++);
    return undefined;
  }

  eat(match) {
    const char = this.string.charAt(this.pos);
    const ok =
      typeof match === 'string'
        ? char === match
        : char && (match instanceof RegExp ? match.test(char) : match(char));
    if (!ok) return undefined;
    this.pos += 1;
    return char;
  }

  eatWhile(match) {
    const start = this.pos;
    while (this.pos < this.string.length && this.eat(match));
    return this.pos > start;
  }

  eatSpace() {
    const start = this.pos;
    while (/[\s\u00a0]/.test(this.string.charAt(this.pos))) this.pos += 1;
    return this.pos > start;
  }

  skipToEnd() {
    this.pos = this.string.length;
  }

  skipTo(char) {
    const found = this.string.indexOf(char, this.pos);
    if (found < 0) return undefined;
    this.pos = found;
    return true;
  }

  backUp(count) {
    this.pos -= count;
  }

  column() {
    return columns(this.string, this.start);
  }

  indentation() {
    return columns(this.string, /^\s*/.exec(this.string)[0].length);
  }

  match(pattern, consume, caseInsensitive) {
    if (typeof pattern === 'string') {
      const text = this.string.substr(this.pos, pattern.length);
      const same = caseInsensitive
        ? text.toLowerCase() === pattern.toLowerCase()
        : text === pattern;
      if (!same) return null;
      if (consume !== false) this.pos += pattern.length;
      return true;
    }
    const found = this.string.slice(this.pos).match(pattern);
    if (found && found.index > 0) return null;
    if (found && consume !== false) this.pos += found[0].length;
    return found;
  }

  current() {
    return this.string.slice(this.start, this.pos);
  }

  // Not supported: later lines may not have arrived yet.
  lookAhead() {
    return undefined;
  }

  baseToken() {
    return undefined;
  }
}
