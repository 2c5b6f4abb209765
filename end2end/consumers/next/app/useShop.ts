// The shop: its cart, and what the chat is given and tells.
import { useMemo, useState } from 'react';
import type { Options, Tool } from 'midturn';
import { drawCall } from './drawCall';

/** An article that the agent wants to add. */
interface Question {
  article: string;
  answer(): void;
}

export function useShop({ agentUrl, threadId }: Options) {
  const [cart, setCart] = useState<string[]>([]);
  const [question, setQuestion] = useState<Question>();
  const [events, setEvents] = useState<string[]>([]);

  const options = useMemo(() => {
    const addToCart: Tool<{ article: string }> = {
      name: 'add_to_cart',
      description: 'Puts an article into the cart.',
      parameters: { type: 'object', properties: { article: { type: 'string' } }, required: ['article'] },
      execute: ({ article }) =>
        new Promise((done) => {
          const answer = () => {
            setCart((before) => [...before, article]);
            setQuestion(undefined);
            done(`${article} is in the cart`);
          };
          setQuestion({ article, answer });
        }),
    };
    return {
      agentUrl,
      threadId,
      headers: { 'x-shop': 'next' },
      tools: [addToCart],
      renderers: { tools: { add_to_cart: drawCall } },
    };
  }, [agentUrl, threadId]);

  const tell = (event: string) => setEvents((before) => [...before, event]);
  return { cart, question, events, options, tell };
}
