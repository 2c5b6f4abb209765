// The accessibility tree of the card, roles and names, in each state.
import { ALL, expect, test } from '../fixtures/test.ts';
import { states } from '../pages/states.ts';

/** The states that the gate reads. */
const GATE = ['cancelling', 'paused'];

const TIMER = `- 'timer /Elapsed time: \\d+ s/'`;

/** The card in each state. Times differ from run to run. */
const heard: Record<string, string> = {
  running: `
    - list:
      - listitem:
        - button /read_file src\\/retry\\.rs done( \\d+ s)?/
      - listitem:
        - button "search_text Retry-After running"
    - toolbar "Actions":
      - 'button "Steps: search_text" [expanded]'
      ${TIMER}
      - button "Stop and send…"
  `,
  cancelling: `
    - toolbar "Actions":
      - 'button "Steps: read_file"'
      ${TIMER}
    - group "What should the agent do instead?":
      - textbox "What should the agent do instead?"
      - button "Keep running"
      - button "Stop"
      - button "Stop and send" [disabled]
  `,
  over: `
    - toolbar "Actions":
      - 'button "Steps: 2 steps"'
      ${TIMER}
    - group "The turn finished. Anything to add?":
      - textbox "The turn finished. Anything to add?": a draft
      - button "Close"
      - button "Send"
  `,
  paused: `
    - toolbar "Actions":
      - button "Cancelled after 1 step"
      ${TIMER}
      - button "Resume"
  `,
  resuming: `
    - toolbar "Actions":
      - button "Cancelled after 1 step"
      ${TIMER}
    - group "Say something first (optional)":
      - textbox "Say something first (optional)"
      - button "Not now"
      - button "Send next"
  `,
};

for (const [state, expected] of Object.entries(heard)) {
  test(state, GATE.includes(state) ? {} : ALL, async ({ heldChat: chat, thread }) => {
    await states[state]?.(chat, thread);
    await expect(chat.card.root).toMatchAriaSnapshot(expected);
  });
}
