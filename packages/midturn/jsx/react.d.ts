/** `<midturn-chat>` in the JSX of React. Attributes, and with React 19 also properties and events. */

import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { Given, MidturnChat } from '../midturn.js';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'midturn-chat': Given &
        Omit<DetailedHTMLProps<HTMLAttributes<MidturnChat>, MidturnChat>, keyof Given> & {
          /** React 18 writes `className` of a custom element as it is: use `class`. */
          class?: string;
        };
    }
  }
}
