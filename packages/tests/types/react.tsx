// `midturn/react`.

import { createRef, useRef } from 'react';
import { MidturnChat, type MidturnChatElement, type MidturnChatProps } from 'midturn/react';

const rest: MidturnChatProps = { agentUrl: '/agui', renderers: {} };
export const outside = createRef<MidturnChatElement>();

export function App() {
  const chat = useRef<MidturnChatElement>(null);
  const send = async () => {
    const id: string | undefined = await chat.current?.send('hello', { delivery: 'interject' });
    return id;
  };
  return (
    <>
      <MidturnChat
        {...rest}
        ref={chat}
        key="a"
        id="chat"
        className="tall"
        style={{ height: '100%' }}
        aria-label="Chat"
        data-x="1"
        threadId={null}
        theme="dark"
        attachmentMaxBytes={5}
        debug
        headers={async () => ({ a: 'b' })}
        onReady={({ detail }) => detail.threadId.length}
        onTurnEnd={(event) => {
          const told: CustomEvent = event;
          return [told, event.detail.outcome];
        }}
        onClick={(event) => event.currentTarget.state.status}
        onError={({ detail }) => detail.code}
        onFeedback={({ detail }) => detail.rating}
        onProtocolEvent={({ detail }) => detail.runId}
      >
        <h2 slot="header">Ask</h2>
      </MidturnChat>
      <button onClick={send}>Say hello</button>
      {/* @ts-expect-error there are two themes */}
      <MidturnChat theme="blue" />
      {/* @ts-expect-error there is no such option */}
      <MidturnChat agentURL="/agui" />
      {/* @ts-expect-error a handler is a function */}
      <MidturnChat onReady="ready" />
      {/* @ts-expect-error this event says how the turn ended */}
      <MidturnChat onTurnEnd={({ detail }) => detail.missing} />
      {/* @ts-expect-error the ref is the element */}
      <MidturnChat ref={createRef<HTMLInputElement>()} />
    </>
  );
}
