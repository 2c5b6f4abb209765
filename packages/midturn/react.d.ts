/** `<MidturnChat>` for React 18 and 19. Importing it registers the element. */

import type { ForwardRefExoticComponent, HTMLAttributes, RefAttributes } from 'react';
import type { Handlers, MidturnChat as MidturnChatElement, Options } from './midturn.js';

export type { MidturnChatElement };

/**
 * The options in camel case, a function for each event, and what any HTML element takes. `children`
 * are the element's slots: give each child a `slot`. Objects and functions are compared by identity:
 * keep them in `useMemo`, `useCallback` or outside of the component.
 */
export interface MidturnChatProps
  extends Options,
    Handlers,
    Omit<HTMLAttributes<MidturnChatElement>, keyof Options | keyof Handlers> {}

/** Its `ref` is the element, with its methods and `state`. */
export declare const MidturnChat: ForwardRefExoticComponent<MidturnChatProps & RefAttributes<MidturnChatElement>>;
