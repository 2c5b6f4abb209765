// The shop: its cart, and what the chat is given and tells.
import type { Options, Tool } from 'midturn';
import { drawCall } from './drawCall.svelte';

/** An article that the agent wants to add. */
interface Question {
  article: string;
  answer(): void;
}

export const shop = $state({
  cart: [] as string[],
  question: undefined as Question | undefined,
  events: [] as string[],
});

const addToCart: Tool<{ article: string }> = {
  name: 'add_to_cart',
  description: 'Puts an article into the cart.',
  parameters: { type: 'object', properties: { article: { type: 'string' } }, required: ['article'] },
  execute: ({ article }) =>
    new Promise((done) => {
      const answer = () => {
        shop.cart.push(article);
        shop.question = undefined;
        done(`${article} is in the cart`);
      };
      shop.question = { article, answer };
    }),
};

export const options: Options = {
  threadId: new URLSearchParams(location.search).get('thread') ?? undefined,
  headers: { 'x-shop': 'vite-svelte' },
  tools: [addToCart],
  renderers: { tools: { add_to_cart: drawCall } },
};
