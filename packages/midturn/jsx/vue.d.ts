/**
 * `<midturn-chat>` in the templates of Vue. Vue's compiler must be told that the tag is no component, in
 * `vite.config.js`:
 * `vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'midturn-chat' } } })`.
 */

import type { HTMLAttributes, VNodeProps, AllowedComponentProps, ComponentCustomProps } from 'vue';
import type { Attributes, MidturnChat, MidturnEvents, Options } from '../midturn.js';

type Pascal<Text extends string> = Text extends `${infer Word}-${infer Rest}`
  ? `${Capitalize<Word>}${Pascal<Rest>}`
  : Capitalize<Text>;

/** `@midturn-turn-end` in a template is `onMidturnTurnEnd`. */
type Listeners = {
  [Name in keyof MidturnEvents as `on${Pascal<Name>}`]?: (event: MidturnEvents[Name]) => void;
};

type Given = Attributes & Omit<Options, keyof Attributes> & Listeners;

declare module 'vue' {
  interface GlobalComponents {
    'midturn-chat': new () => MidturnChat & {
      $props: Given & Omit<HTMLAttributes, keyof Given> & VNodeProps & AllowedComponentProps & ComponentCustomProps;
    };
  }
}
