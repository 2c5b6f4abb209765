// The element, called from a test as a page's code calls it.
import type { ChatState, EventDetails, MidturnChat } from '../../packages/midturn/midturn.d.ts';
import type { HostPage } from './host.ts';

/** An event as a test keeps it. */
export type Told = { [Name in keyof EventDetails]: { name: Name; detail: EventDetails[Name] } }[keyof EventDetails];

/** The element, called from a test. */
export class Code {
  constructor(readonly host: HostPage) {}

  /** Runs code in the page with the element. */
  run<R, A = undefined>(code: (chat: MidturnChat, given: A) => R | Promise<R>, given?: A): Promise<R> {
    return this.host.page.locator('midturn-chat').evaluate(code as never, given);
  }

  state(): Promise<ChatState> {
    return this.run((chat) => chat.state);
  }

  /** Sends a message; returns its id. */
  send(text: string, how: object = {}): Promise<string> {
    return this.run((chat, [text, how]) => chat.send(text, how), [text, how] as const);
  }

  /** The code of the error with which a call fails; `none` if it does not fail. */
  fails(code: (chat: MidturnChat) => Promise<unknown>): Promise<string> {
    const called = `(${code})(document.querySelector('midturn-chat'))`;
    return this.host.page.evaluate(`${called}.then(() => 'none', (error) => error.code ?? String(error))`);
  }

  told(): Promise<Told[]> {
    return this.host.page.evaluate(() => (window as unknown as { told: Told[] }).told);
  }
}
