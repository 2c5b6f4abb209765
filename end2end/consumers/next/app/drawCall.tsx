// Draws the chat's calls of `add_to_cart`, with React.
import { createRoot } from 'react-dom/client';
import type { HostContext, ToolCallValue } from 'midturn';

type Call = ToolCallValue<{ article: string }>;

function CallOf({ input, status, result }: Call) {
  return (
    <p role="note" aria-label="Order">
      {input?.article ?? '…'}: {result ?? status}
    </p>
  );
}

export function drawCall(first: Call, { document }: HostContext) {
  const node = document.createElement('div');
  const root = createRoot(node);
  const update = (call: Call) => root.render(<CallOf {...call} />);
  update(first);
  return { node, update, dispose: () => root.unmount() };
}
