// Draws the chat's calls of `add_to_cart`, with Vue.
import { h, render } from 'vue';
import type { HostContext, ToolCallValue } from 'midturn';

type Call = ToolCallValue<{ article: string }>;

export function drawCall(first: Call, { document }: HostContext) {
  const node = document.createElement('div');
  const update = ({ input, status, result }: Call) => {
    render(h('p', { role: 'note', 'aria-label': 'Order' }, `${input?.article ?? '…'}: ${result ?? status}`), node);
  };
  update(first);
  return { node, update, dispose: () => render(null, node) };
}
