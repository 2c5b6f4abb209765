// The tools of a host page, which an agent may call. They do what the agents' own tools do.
import type { Page } from '@playwright/test';

export type ToolName = 'weather' | 'count' | 'delete_file' | 'change_background';

/** Which tools a page offers. */
export interface Offer {
  tools?: readonly ToolName[];
  /** Whether the person is asked before each call. */
  confirm?: boolean;
}

/** A call that a tool of the page got. */
export interface Call {
  name: string;
  args: unknown;
  aborted: boolean;
}

/** Adds a chat element with these attributes and tools to the host page. */
export async function addWithTools(
  page: Page,
  attributes: Record<string, string>,
  offer: Offer,
): Promise<void> {
  await page.evaluate(
    ({ attributes, names, confirm }) => {
      const calls: Call[] = [];
      Object.assign(window, { calls });
      type Input = Record<string, unknown>;
      const number = { type: 'number' };
      const string = { type: 'string' };
      const tools = {
        weather: {
          parameters: { city: string },
          execute: ({ city }: Input) => `21 degrees and sunny in ${city}`,
        },
        count: {
          parameters: { to: number },
          execute: async ({ to }: Input, signal: AbortSignal) => {
            await new Promise((done) => {
              setTimeout(done, Number(to) * 50);
              signal.addEventListener('abort', done);
            });
            return `counted to ${to}`;
          },
        },
        delete_file: {
          parameters: { path: string },
          execute: ({ path }: Input) => `deleted ${path}`,
        },
        change_background: {
          parameters: { color: string },
          execute: ({ color }: Input) => `it is ${color} now`,
        },
      };
      const offered = names.map((name) => {
        const { parameters: properties, execute } = tools[name];
        return {
          name,
          description: `The page's ${name}`,
          parameters: { type: 'object', properties, required: Object.keys(properties) },
          confirm,
          execute: (args: Input, { signal }: { signal: AbortSignal }) => {
            const call = { name, args, aborted: false };
            calls.push(call);
            signal.addEventListener('abort', () => (call.aborted = true));
            return execute(args, signal);
          },
        };
      });
      const element = document.createElement('midturn-chat');
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      Object.assign(element, { tools: offered });
      document.querySelector('main')?.append(element);
    },
    { attributes, names: offer.tools ?? [], confirm: offer.confirm ?? false },
  );
}

/** The calls that the tools of the page got since it was loaded. */
export function callsOf(page: Page): Promise<Call[]> {
  return page.evaluate(() => (window as unknown as { calls: Call[] }).calls);
}
