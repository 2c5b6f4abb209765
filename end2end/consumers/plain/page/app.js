// A shop with a chat beside its cart. The page loads the package's files by itself: when this script
// runs, they may not be there yet.
import { drawCall } from './draw-call.js';

const byId = (id) => document.getElementById(id);

/** Adds an item to a list of the page. */
function list(id, text) {
  const item = document.createElement('li');
  item.textContent = text;
  byId(id).append(item);
}

const addToCart = {
  name: 'add_to_cart',
  description: 'Puts an article into the cart.',
  parameters: { type: 'object', properties: { article: { type: 'string' } }, required: ['article'] },
  execute: ({ article }) =>
    new Promise((done) => {
      const button = byId('add');
      button.textContent = `Add ${article}`;
      button.hidden = false;
      button.onclick = () => {
        button.hidden = true;
        list('cart', article);
        done(`${article} is in the cart`);
      };
    }),
};

const chat = document.querySelector('midturn-chat');
chat.threadId = new URLSearchParams(location.search).get('thread') ?? undefined;
chat.headers = { 'x-shop': 'plain' };
chat.tools = [addToCart];
chat.renderers = { tools: { add_to_cart: drawCall } };
chat.addEventListener('midturn-ready', () => list('events', 'ready'));
chat.addEventListener('midturn-message', ({ detail }) => list('events', `message of ${detail.role}`));
chat.addEventListener('midturn-turn-end', ({ detail }) => list('events', `turn ${detail.outcome}`));

const say = (text) => (byId('said').value = text);
byId('send').onclick = async () => say(`sent ${await chat.send('text please')}`);
byId('stop').onclick = async () => say(`stopped: ${(await chat.stop()).outcome}`);
byId('threads').onclick = async () => say(`threads: ${(await chat.threads()).length}`);
byId('state').onclick = () => say(`state: ${chat.state.status}`);
byId('toggle').onclick = ({ target }) => {
  target.textContent = chat.isConnected ? 'Show' : 'Hide';
  if (chat.isConnected) chat.remove();
  else byId('chat').append(chat);
};
byId('swap').onclick = () => {
  const section = byId('chat');
  if (section.nextElementSibling) section.parentElement.append(section);
  else section.parentElement.prepend(section);
};
