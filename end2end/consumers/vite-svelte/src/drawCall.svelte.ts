// Draws the chat's calls of `add_to_cart`, with Svelte.
import { mount, unmount } from 'svelte';
import type { HostContext, ToolCallValue } from 'midturn';
import CallOf from './CallOf.svelte';

type Call = ToolCallValue<{ article: string }>;

export function drawCall(call: Call, { document }: HostContext) {
  const node = document.createElement('div');
  const props = $state({ call });
  const drawn = mount(CallOf, { target: node, props });
  return {
    node,
    update: (next: Call) => {
      props.call = next;
    },
    dispose: () => void unmount(drawn),
  };
}
