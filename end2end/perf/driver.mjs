// The driver of Midturn for the harness that compares chat UIs. `cargo xtask bench --peers` fills
// the served directory: the release's `dist/`, with the files of `app/` over it. MIDTURN_BENCH_BUILDS
// names directories of other builds, made in the same way: {"midturn@name": "directory"}.
import { fileURLToPath } from 'node:url';

const ours = {
  name: 'midturn',
  dir: process.env.MIDTURN_BENCH_APP ?? fileURLToPath(new URL('../../target/bench/app', import.meta.url)),
  input: 'midturn-chat >>> .mt-composer__input',
  // The input is usable as soon as it exists: text that is typed or sent while the program still
  // loads is kept.
  usable: `() => {
    const field = document.querySelector('midturn-chat')?.shadowRoot?.querySelector('.mt-composer__input');
    return field != null && !field.readOnly && !field.disabled && field.clientHeight > 0;
  }`,
  // The agent's last text, without earlier turns and without the activities of this turn.
  tail: `() => {
    const turns = document.querySelector('midturn-chat')?.shadowRoot?.querySelector('.mt-turns');
    const parts = turns?.lastElementChild?.lastElementChild?.children ?? [];
    for (let i = parts.length - 1; i >= 0; i--) {
      if (parts[i].classList.contains('mt-answer')) return parts[i].textContent;
    }
    return '';
  }`,
};

const builds = Object.entries(JSON.parse(process.env.MIDTURN_BENCH_BUILDS ?? '{}'));

export default [ours, ...builds.map(([name, dir]) => ({ ...ours, name, dir }))];
