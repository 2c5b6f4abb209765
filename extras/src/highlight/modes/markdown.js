// Highlights Markdown by simple patterns, without parsing it. Code blocks in quotes, for example,
// are not recognised. CodeMirror's Markdown is a parser for whole documents, and ours reads each line
// once, as it arrives.

const SPAN = /^(?:`[^`]+`|\*\*[^*]+\*\*|__[^_]+__|!?\[[^\]]*\]\([^)]*\)|<https?:[^>]*>)/;

function token(stream, state) {
  if (stream.sol()) {
    if (state.fence) {
      const end = stream.match(/^\s*(`{3,}|~{3,})\s*$/);
      if (end && end[1].startsWith(state.fence)) state.fence = '';
      else stream.skipToEnd();
      // A fence that is too short does not close the block, but is coloured as a fence.
      return end ? 'meta' : 'string';
    }
    const fence = stream.match(/^\s*(`{3,}|~{3,})[^`]*$/);
    if (fence) {
      state.fence = fence[1];
      return 'meta';
    }
    if (stream.match(/^#{1,6}\s.*/)) return 'heading';
    if (stream.match(/^\s*(?:[-*+]|\d+[.)])(?:\s\[[ xX]\])?\s/)) return 'keyword';
    if (stream.match(/^\s*>+/)) return 'comment';
    // Rules, and the lines under headings.
    if (stream.match(/^(?:[-*_]\s*){3,}$|^[=-]{3,}$/)) return 'hr';
  }
  const span = stream.match(SPAN);
  if (span) {
    const first = span[0][0];
    if (first === '`') return 'string';
    return first === '*' || first === '_' ? 'strong' : 'link';
  }
  stream.next();
  stream.eatWhile(/[^`*_![<]/);
  return null;
}

export const markdown = {
  startState: () => ({ fence: '' }),
  copyState: (state) => ({ ...state }),
  token,
};
