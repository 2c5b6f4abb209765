// The tag in React's JSX.

import { useRef } from 'react';
import type { MidturnChat, Options } from 'midturn';
import type {} from 'midturn/jsx/react';

const options: Options = { locale: 'en' };

export function App() {
  const chat = useRef<MidturnChat>(null);
  return (
    <>
      <midturn-chat
        ref={chat}
        key="a"
        agent-url="/agui"
        thread-id="a"
        protocol-options='{"stream":"events"}'
        attachment-max-bytes={5}
        debug
        protocol-events=""
        theme="light"
        tools={[]}
        headers={() => ({})}
        class="tall"
        id="chat"
        onmidturn-turn-end={({ detail }) => detail.outcome}
      >
        <p slot="empty">Ask</p>
      </midturn-chat>
      <midturn-chat {...options} />
      {/* @ts-expect-error there are two themes */}
      <midturn-chat theme="blue" />
      {/* @ts-expect-error the address is a text */}
      <midturn-chat agent-url={5} />
      {/* @ts-expect-error there is no such option */}
      <midturn-chat agentURL="/agui" />
      {/* @ts-expect-error this event says how the turn ended */}
      <midturn-chat onmidturn-turn-end={({ detail }) => detail.missing} />
    </>
  );
}
