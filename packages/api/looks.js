// Reads the custom properties, parts and slots from the tables of `docs/theming.md`.

/** The rows of the table below a heading: the name in its first cell, and the text of its second. */
function table(text, heading) {
  const [, section] = text.split(`\n## ${heading}\n`);
  if (!section) throw new Error(`docs/theming.md has no heading ${heading}`);
  const rows = section.split('\n## ')[0].matchAll(/^\| `([^`]+)` \| (.+) \|$/gm);
  const found = [...rows].map(([, name, doc]) => ({ name, doc }));
  if (found.length === 0) throw new Error(`docs/theming.md has no table below ${heading}`);
  return found;
}

/** @param {string} text the text of `docs/theming.md` */
export const looks = (text) => ({
  properties: table(text, 'Custom properties'),
  parts: table(text, 'Parts'),
  slots: table(text, 'Slots'),
});
