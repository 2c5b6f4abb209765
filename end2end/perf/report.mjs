// Writes docs/bench.md and docs/bench.svg from the results of a run:
//   node report.mjs <results.json> <about.json> <bench.md> <bench.svg>
// about.json: { command, commit, versions: { package: version } }.
import { readFileSync, writeFileSync } from 'node:fs';
import { chart } from './chart.mjs';
import { OURS, REFERENCE, charted, isBuild, tables, targets } from './measures.mjs';
import { Results } from './results.mjs';

const [, , resultsFile, aboutFile, page, picture] = process.argv;
const results = new Results(JSON.parse(readFileSync(resultsFile, 'utf8')));
const about = JSON.parse(readFileSync(aboutFile, 'utf8'));

const order = (app) => (app === REFERENCE ? 0 : app === OURS ? 1 : isBuild(app) ? 2 : app.startsWith('vanilla') ? 3 : 4);
const apps = [...results.apps].sort((a, b) => order(a) - order(b));
// The `vanilla` pages are references, not peers.
const peers = apps.filter((app) => order(app) === 4);

const show = (x) => (x == null ? '–' : Math.abs(x) >= 100 ? x.toFixed(0) : Math.abs(x) >= 10 ? x.toFixed(1) : x.toFixed(2));

function tableOf(scenario) {
  const shown = apps.filter((app) => results.records.some((record) => record.scenario === scenario && record.app === app));
  const lines = [`### ${scenario}`, '', `| | ${shown.join(' | ')} |`, `|---|${shown.map(() => '---:|').join('')}`];
  for (const [label, read] of tables[scenario]) {
    const reference = results.cell(scenario, read, REFERENCE).value;
    const cells = shown.map((app) => {
      const { value, failed } = results.cell(scenario, read, app);
      if (value == null) return failed ? '✗' : '–';
      const ratio = app !== REFERENCE && reference ? ` ×${show(value / reference)}` : '';
      return `${show(value)}${ratio}${failed ? ' ✗' : ''}`;
    });
    if (cells.some((cell) => cell !== '–')) lines.push(`| ${label} | ${cells.join(' | ')} |`);
  }
  return lines.join('\n');
}

const MET = 'met';
const MISSED = '**missed';

function get(scenario, read, app = OURS) {
  const { value } = results.cell(scenario, read, app);
  if (value == null) throw new Error(`${app} has no result of ${scenario}`);
  return value;
}

function held({ scenario, what, unit, most, value }) {
  if (!results.has(scenario)) return null;
  const row = (seen, said) => `| ${scenario} | ${what} | ≤ ${most} ${unit} | ${seen} | ${said} |`;
  if (results.cell(scenario, (v) => v.task, OURS).failed) return row('✗', `${MISSED}: did not finish**`);
  let is;
  try {
    is = value(get, peers);
  } catch {
    return row('–', 'not measured');
  }
  if (!Number.isFinite(is)) return row('–', 'not measured');
  // The browser does not report tasks up to 50 ms, so 0 means that there was no long task.
  const seen = unit === 'ms' && is === 0 ? 'none > 50' : `${show(is)} ${unit}`;
  return row(seen, is <= most ? MET : `${MISSED} by ${show(is - most)}** (×${show(is / most)})`);
}

const rows = targets.map(held).filter(Boolean);
const met = rows.filter((row) => row.includes(`| ${MET} |`)).length;
const versions = Object.entries(about.versions ?? {}).map(([name, version]) => `${name} ${version}`).join(', ');

writeFileSync(page, `# How fast it is, beside others

Midturn and what else could be picked for an agent's chat, in one browser, each through
the same streams. Ratios (×) are to ${REFERENCE}: a plain page that parses the whole answer with
marked and DOMPurify once a frame. Smaller is better; ✗ did not finish. The figures are medians.
A column \`${OURS}@…\` is another build of Midturn, for comparison.

![Bars of the main measures, as multiples of ${REFERENCE}](bench.svg)

| | |
|---|---|
| command | \`${about.command}\` |
| Midturn | ${about.commit} |
| taken | ${results.started.slice(0, 10)} |
| machine | ${results.machine.cpu}, ${results.machine.cores} cores, node ${results.machine.node}, Chromium ${results.machine.browser} |
| others | ${versions} |
| records | ${results.records.length}, of which ${results.disturbed} while other programs kept 0.4 cores or more busy (left out where two others are there) |

CPU is that of the renderer's main thread, not wall time. A thread of the history scenarios is given
to each app whole; Midturn keeps all of it and draws the part in view. \`cargo xtask bench --report\`
writes this page again from the last run's results; the harness is not part of this repository, and
\`--peers\` looks for it in \`../shared/bench\`. What is missed, and why, is in
[performance.md](performance.md).

## Targets

${met} of ${rows.length} met.

| scenario | measure | target | Midturn | |
|---|---|---:|---:|---|
${rows.join('\n')}

## Scenarios

${Object.keys(tables).filter((scenario) => results.has(scenario)).map(tableOf).join('\n\n')}
`);

const groups = charted.filter(([scenario]) => results.has(scenario)).map(([scenario, title, read]) => {
  const reference = results.cell(scenario, read, REFERENCE).value;
  const bars = apps.filter((app) => app !== REFERENCE && app !== 'vanilla-text' && !app.includes('+') && !isBuild(app)).map((app) => {
    const { value, failed } = results.cell(scenario, read, app);
    return { app, ours: app === OURS, ratio: value && reference ? value / reference : null, missing: value == null && !failed };
  });
  return { title, bars: bars.filter((bar) => !bar.missing) };
});
writeFileSync(picture, chart(groups.filter((group) => group.bars.length > 0), REFERENCE));
console.log(`${met} of ${rows.length} targets met`);
