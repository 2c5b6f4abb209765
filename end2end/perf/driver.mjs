// Midturn, for the harness that compares chat UIs: what it must know of the page in `app/`. The
// directory it serves is laid out by `cargo xtask bench --peers`: `app/` over the release's `dist/`.
import { fileURLToPath } from 'node:url';

export default {
  name: 'midturn',
  dir: process.env.MIDTURN_BENCH_APP ?? fileURLToPath(new URL('../../target/bench/app', import.meta.url)),
  input: 'midturn-chat >>> .mt-composer__input',
  // The field is made with what keeps what is typed and sent there: it waits for what the program
  // still loads, and is never lost.
  usable: `() => {
    const field = document.querySelector('midturn-chat')?.shadowRoot?.querySelector('.mt-composer__input');
    return field != null && !field.readOnly && !field.disabled && field.clientHeight > 0;
  }`,
  // The agent's last text: the turns above and the steps of this one are not read.
  tail: `() => {
    const turns = document.querySelector('midturn-chat')?.shadowRoot?.querySelector('.mt-turns');
    const parts = turns?.lastElementChild?.lastElementChild?.children ?? [];
    for (let i = parts.length - 1; i >= 0; i--) {
      if (parts[i].classList.contains('mt-answer')) return parts[i].textContent;
    }
    return '';
  }`,
};
