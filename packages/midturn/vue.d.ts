/** `<MidturnChat>` for Vue 3. Importing it registers the element. */

import type { AllowedComponentProps, ComponentCustomProps, HTMLAttributes, VNode, VNodeProps } from 'vue';
import type { Handlers, MidturnChat as MidturnChatElement, Options, SlotName } from './midturn.js';

export type { MidturnChatElement };

/** The options, and a function for each event: `@turn-end` in a template. */
export interface MidturnChatProps extends Options, Handlers {}

type Method = {
  [Name in keyof MidturnChatElement]: MidturnChatElement[Name] extends (...given: never[]) => Promise<unknown>
    ? Name
    : never;
}[Exclude<keyof MidturnChatElement, keyof HTMLElement | keyof Options> | 'focus'];

/** What a template ref gives: the element's methods, and the element itself. */
export interface MidturnChatExposed extends Pick<MidturnChatElement, Method> {
  /** The element; null while it is not on the page. */
  readonly element: MidturnChatElement | null;
}

/**
 * The component. Objects are compared by identity: give a new one to change an option. Its slots are
 * those of the element.
 */
export declare const MidturnChat: new () => MidturnChatExposed & {
  $props: MidturnChatProps &
    VNodeProps &
    AllowedComponentProps &
    ComponentCustomProps &
    Omit<HTMLAttributes, keyof MidturnChatProps>;
  $slots: Partial<Record<SlotName | 'default', () => VNode[]>>;
};

/** An instance of the component. */
export type MidturnChat = InstanceType<typeof MidturnChat>;
