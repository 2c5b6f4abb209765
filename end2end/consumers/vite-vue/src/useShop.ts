// The shop: its cart, and what the chat is given and tells.
import { ref } from 'vue';
import type { Options, Tool } from 'midturn';
import { drawCall } from './drawCall';

/** An article that the agent wants to add. */
interface Question {
  article: string;
  answer(): void;
}

export function useShop() {
  const cart = ref<string[]>([]);
  const question = ref<Question>();
  const events = ref<string[]>([]);

  const addToCart: Tool<{ article: string }> = {
    name: 'add_to_cart',
    description: 'Puts an article into the cart.',
    parameters: { type: 'object', properties: { article: { type: 'string' } }, required: ['article'] },
    execute: ({ article }) =>
      new Promise((done) => {
        const answer = () => {
          cart.value.push(article);
          question.value = undefined;
          done(`${article} is in the cart`);
        };
        question.value = { article, answer };
      }),
  };
  const options: Options = {
    threadId: new URLSearchParams(location.search).get('thread') ?? undefined,
    headers: { 'x-shop': 'vite-vue' },
    tools: [addToCart],
    renderers: { tools: { add_to_cart: drawCall } },
  };
  const tell = (event: string) => events.value.push(event);
  return { cart, question, events, options, tell };
}
