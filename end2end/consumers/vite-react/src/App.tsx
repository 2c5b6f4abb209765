// A shop with a chat beside its cart.
import { useRef, useState } from 'react';
import type { MidturnChat } from 'midturn';
import { ChatComponent } from './ChatComponent';
import { ChatElement } from './ChatElement';
import { Title } from './Title';
import { useShop } from './useShop';

// An app needs one of the two ways.
const way = new URLSearchParams(location.search).get('way');
const Chat = way === 'element' ? ChatElement : ChatComponent;

export function App() {
  const chat = useRef<MidturnChat>(null);
  const { cart, question, events, options, tell } = useShop();
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
      <Title />
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
