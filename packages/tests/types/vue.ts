// `midturn/vue`, in render functions. The templates are in `App.vue`.

import { h, ref } from 'vue';
import { MidturnChat, type MidturnChatProps } from 'midturn/vue';

const rest: MidturnChatProps = { agentUrl: '/agui', onReady: ({ detail }) => detail.threadId };
export const chat = ref<InstanceType<typeof MidturnChat>>();

export const render = () =>
  h(
    MidturnChat,
    { ...rest, ref: chat, threadId: null, theme: 'dark', debug: true, class: 'tall', onTurnEnd: ({ detail }) => detail.outcome },
    { header: () => h('h2', 'Ask') },
  );
// @ts-expect-error there are two themes
export const wrong = () => h(MidturnChat, { theme: 'blue' });

export async function drive(given: MidturnChat): Promise<string> {
  // @ts-expect-error there is no such delivery
  await given.send('x', { delivery: 'later' });
  // @ts-expect-error the element is null while it is not on the page
  given.element.state;
  await given.focus();
  return given.send('hello', { delivery: 'interject' });
}
