// Draws A2UI surfaces (v0.9) in the chat with Google's Lit renderer. `docs/recipes-a2ui.md` explains
// it, and `end2end/specs/a2ui.spec.ts` tests it under the strict content security policy.
//
// npm install @a2ui/lit @a2ui/web_core lit

import { A2uiLitElement, basicCatalog } from '@a2ui/lit/v0_9';
import { AudioPlayerApi, Catalog, IconApi, ImageApi, MessageProcessor, VideoApi } from '@a2ui/web_core/v0_9';
import { css, html, nothing } from 'lit';

/** The addresses that a link may have. */
const SCHEMES = ['https:', 'http:'];

/** The address, if a link may have it. */
function allowed(address) {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url && SCHEMES.includes(url.protocol) ? url : null;
}

/** An image, a video or a sound: a link, so that nothing is fetched before the person asks for it. */
class MediaLink extends A2uiLitElement {
  static styles = css`
    a {
      color: var(--mt-accent);
    }
  `;

  render() {
    const { url: address, description } = this.controller?.props ?? {};
    const url = allowed(address);
    if (!url) return nothing;
    return html`<a href=${url.href} target="_blank" rel="noopener noreferrer">${description || url.hostname}</a>`;
  }
}

/** An icon: nothing. The library's icons need a web font of Google, and are decoration. */
class NoIcon extends A2uiLitElement {
  render() {
    return nothing;
  }
}

/** The library's components, with some of them replaced. */
function catalog() {
  const components = new Map(basicCatalog.components);
  for (const [api, Base] of [
    [ImageApi, MediaLink],
    [VideoApi, MediaLink],
    [AudioPlayerApi, MediaLink],
    [IconApi, NoIcon],
  ]) {
    const tagName = `midturn-a2ui-${api.name.toLowerCase()}`;
    if (!customElements.get(tagName)) {
      customElements.define(
        tagName,
        class extends Base {
          api = api;
        },
      );
    }
    components.set(api.name, { ...api, tagName });
  }
  return new Catalog(basicCatalog.id, [...components.values()], [...basicCatalog.functions.values()]);
}

/** The library's colours and sizes, from the chat's own. */
const STYLE = `
  :host {
    display: block;
    --a2ui-color-background: var(--mt-bg);
    --a2ui-color-on-background: var(--mt-text);
    --a2ui-color-surface: var(--mt-raised);
    --a2ui-color-on-surface: var(--mt-text);
    --a2ui-color-primary: var(--mt-accent);
    --a2ui-color-primary-hover: var(--mt-accent);
    --a2ui-color-on-primary: var(--mt-on-accent);
    --a2ui-color-secondary: var(--mt-sunken);
    --a2ui-color-secondary-hover: var(--mt-hover);
    --a2ui-color-on-secondary: var(--mt-text);
    --a2ui-color-input: var(--mt-raised);
    --a2ui-color-on-input: var(--mt-text);
    --a2ui-color-border: var(--mt-line-strong);
    --a2ui-border: 1px solid var(--mt-line-strong);
    --a2ui-border-radius: var(--mt-radius-small);
    --a2ui-text-caption-color: var(--mt-muted);
    --a2ui-font-size: 1em;
  }
`;

/** The operations in an activity: a list, or a member of an object. */
function operationsOf(data) {
  const list = Array.isArray(data) ? data : (data?.a2ui_operations ?? data?.operations ?? data?.messages);
  return Array.isArray(list) ? list : [];
}

/** What the person did, for the agent: the answer to its open question, else a message. */
function tell(chat, action, { send, respond }) {
  const question = chat.state.waitingFor.find(({ answer }) => answer === 'json');
  return question
    ? respond(question.interruptId, action)
    : send(`${action.name} ${JSON.stringify(action.context ?? {})}`);
}

/**
 * A renderer of A2UI activities.
 *
 * @param {import('midturn').MidturnChat} chat
 * @param {(chat: import('midturn').MidturnChat, action: object, context: object) => unknown} act called
 *   with each action of the person, and with the renderer's context
 */
export function a2ui(chat, act = tell) {
  const known = catalog();
  return (first, context) => {
    const node = context.document.createElement('div');
    // A root of its own: the library adds its style sheets to the root that it is in.
    const root = node.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    let processor;
    let done = [];

    const begin = () => {
      root.replaceChildren();
      done = [];
      processor = new MessageProcessor([known], (action) => act(chat, action, context));
      processor.onSurfaceCreated((surface) => {
        const drawn = context.document.createElement('a2ui-surface');
        drawn.surface = surface;
        drawn.dataset.surface = surface.id;
        root.append(drawn);
      });
      processor.onSurfaceDeleted((id) => {
        for (const drawn of [...root.children]) if (drawn.dataset.surface === id) drawn.remove();
      });
    };

    // The activity has all operations each time. Only new and changed ones are performed, so that
    // what the person has typed stays.
    const update = ({ data }) => {
      const texts = operationsOf(data).map((operation) => JSON.stringify(operation));
      const same = texts.findIndex((text, index) => text !== done[index]);
      const from = same < 0 ? texts.length : same;
      // A surface cannot be created twice: if other ones are wanted now, all begins anew.
      const others = done.slice(from).some((text) => /"(create|delete)Surface":/.test(text));
      const anew = !processor || others || texts.length < done.length;
      if (anew) begin();
      processor.processMessages(texts.slice(anew ? 0 : from).map((text) => JSON.parse(text)));
      done = texts;
    };

    update(first);
    return { node, update };
  };
}
