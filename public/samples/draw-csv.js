// The playground's renderer of code blocks: blocks of CSV as a table.

export function drawCsv(source, { document }) {
  const rows = source.trim().split('\n').map((line) => line.split(','));
  if (rows.length < 2) throw new Error('The table has no rows.');
  const table = document.createElement('table');
  table.style.cssText = 'border-collapse: collapse; font-variant-numeric: tabular-nums';
  rows.forEach((cells, index) => {
    const row = table.insertRow();
    for (const text of cells) {
      const cell = document.createElement(index === 0 ? 'th' : 'td');
      cell.textContent = text.trim();
      cell.style.cssText = 'padding: 4px 14px 4px 0; text-align: start; border-bottom: 1px solid var(--mt-line)';
      row.append(cell);
    }
  });
  return table;
}
