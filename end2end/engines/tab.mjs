// A tab with the chat. Drivers do not see into shadow trees alike: elements are found by test id
// through all of them, and clicked by their place.
import { eventually } from './programs.mjs';

/** What a page is asked, with `all(id)`: the elements with a test id. */
const FIND = `
  const all = (id) => {
    const found = [];
    const look = (root) => {
      for (const element of root.querySelectorAll('*')) {
        if (element.dataset.testid === id) found.push(element);
        if (element.shadowRoot) look(element.shadowRoot);
      }
    };
    look(document);
    return found;
  };
  const focused = () => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element;
  };`;

/**
 * What the tabs of all engines have in common. An engine's own tab has `goTo(address)`, `reload()`,
 * `close()`, `run(code, ...given)`, where the code finds what it is given in `arguments`, `clickAt(x, y)`,
 * `pressAt(x, y)`, `release()`, `type(text)`, `press(key)`, and `command(key)`: the key with Ctrl.
 */
export class Tab {
  /** Runs code in the page, which can use `all(id)` and `focused()`. */
  ask(code, ...given) {
    return this.run(`${FIND}\n${code}`, ...given);
  }

  /** Waits until there are this many elements with a test id. */
  count(id, number) {
    const is = 'return all(arguments[0]).length === arguments[1]';
    return eventually(() => this.ask(is, id, number), `${number} ${id}`);
  }

  /** Waits for an element with a test id. */
  one(id) {
    return eventually(() => this.ask('return all(arguments[0]).length > 0', id), id);
  }

  /** The text of the first element with a test id. */
  async text(id) {
    await this.one(id);
    return this.ask('return all(arguments[0])[0].innerText', id);
  }

  /** Focuses an element: the first with a test id. */
  async focus(id) {
    await this.one(id);
    await this.ask('all(arguments[0])[0].focus()', id);
  }

  /** The middle of the first element with a test id. */
  async place(id) {
    await this.one(id);
    const middle = `const box = all(arguments[0])[0].getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);`;
    return this.ask(middle, id);
  }

  async click(id) {
    await this.clickAt(...(await this.place(id)));
  }

  /** Writes a message and sends it with Enter. */
  async say(text) {
    // No click: in an empty thread the field may still move to its place.
    await this.focus('composer-input');
    await this.type(text);
    await this.press('Enter');
    const sent = `return all('composer-input')[0].value === ''`;
    await eventually(() => this.ask(sent), 'the message is sent');
  }

  /** Waits until the turns with these messages, and no others, are there and over. */
  async turns(texts, { answered = texts.length } = {}) {
    const said = `return all('user-message').map((message) => message.innerText).join('|')`;
    const is = async () => {
      const shown = (await this.ask(said)).split('|');
      return shown.length === texts.length && texts.every((text, at) => shown[at].includes(text));
    };
    await eventually(is, `the turns ${texts.join(', ')}`);
    await this.count('answer-copy', answered);
    await this.count('agent-running-card', 0);
  }

  /** How many pixels of the transcript are below the view. */
  async below() {
    await this.one('chat-scroll-container');
    return this.ask(`const { scrollHeight, clientHeight, scrollTop } = all('chat-scroll-container')[0];
      return scrollHeight - clientHeight - scrollTop;`);
  }
}
