/** `<midturn-chat>` in the templates of Svelte 5. */

import type { HTMLAttributes } from 'svelte/elements';
import type { Given, MidturnChat } from '../midturn.js';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'midturn-chat': Given & Omit<HTMLAttributes<MidturnChat>, keyof Given>;
  }
}
