'use client';

// A shop with a chat beside its cart.
import dynamic from 'next/dynamic';
import { useRef, useState } from 'react';
import type { MidturnChat, Options } from 'midturn';
import { ChatComponent } from './ChatComponent';
import { useShop } from './useShop';

// React sets no properties and adds no listeners to an element that a server has written. The
// package's component does; the element by itself is made in the browser.
const ChatElement = dynamic(async () => (await import('./ChatElement')).ChatElement, { ssr: false });

interface Props {
  /** How the chat is put on the page. An app needs one of the two ways. */
  way: 'component' | 'element';
  given: Options;
}

export function Shop({ way, given }: Props) {
  const Chat = way === 'element' ? ChatElement : ChatComponent;
  const chat = useRef<MidturnChat>(null);
  const { cart, question, events, options, tell } = useShop(given);
  const [shown, setShown] = useState(true);
  const [swapped, setSwapped] = useState(false);
  const [said, setSaid] = useState('');

  const send = async () => setSaid(`sent ${await chat.current?.send('text please')}`);
  const stop = async () => setSaid(`stopped: ${(await chat.current?.stop())?.outcome}`);
  const threads = async () => setSaid(`threads: ${(await chat.current?.threads())?.length}`);
  const state = () => setSaid(`state: ${chat.current?.state.status}`);

  const panels = [
    <section key="chat" aria-label="Chat">
      {shown && <Chat ref={chat} options={options} tell={tell} />}
    </section>,
    <section key="cart" aria-label="Cart">
      <ul>
        {cart.map((article, index) => (
          <li key={index}>{article}</li>
        ))}
      </ul>
      {question && <button onClick={question.answer}>Add {question.article}</button>}
    </section>,
  ];
  if (swapped) panels.reverse();

  return (
    <>
      <p>
        <button onClick={send}>Call send</button>
        <button onClick={stop}>Call stop</button>
        <button onClick={threads}>Call threads</button>
        <button onClick={state}>Call state</button>
        <button onClick={() => setShown(!shown)}>{shown ? 'Hide' : 'Show'}</button>
        <button onClick={() => setSwapped(!swapped)}>Swap</button>
        <output aria-label="Said">{said}</output>
      </p>
      <main>{panels}</main>
      <ol aria-label="Events">
        {events.map((event, index) => (
          <li key={index}>{event}</li>
        ))}
      </ol>
    </>
  );
}
