// Draws each kind of interruption as a strip of pictures: `end2end/shots/strip-*.png`. The strips
// are also written to `docs/flows/` when MIDTURN_WRITE_SCREENSHOT is set.
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import type { AgentThread } from '../fixtures/agent.ts';
import { ALL, expect, test } from '../fixtures/test.ts';
import { ChatPage } from '../pages/chat.ts';

test.use({ control: true });

const SHOTS = resolve(import.meta.dirname, '..', 'shots');
const FLOWS = resolve(import.meta.dirname, '..', '..', 'docs', 'flows');
const SIZE = { width: 620, height: 560 };

type Shot = (caption: string) => Promise<void>;

interface Flow {
  locale?: string;
  play(chat: ChatPage, thread: AgentThread, shot: Shot): Promise<void>;
}

const flows: Record<string, Flow> = {
  'cancel-with-a-message': {
    async play(chat, thread, shot) {
      await chat.start('tools: find the slow query');
      await thread.step({ until: 'tool_finished' });
      await thread.step({ until: 'tool_started' });
      await shot('The agent works');
      await chat.card.openCancel();
      await chat.card.input.fill('text: leave it, and write the release note');
      await shot('Cancel: it keeps running until you decide');
      await chat.card.submit.click();
      await thread.expectStates('cancelled', 'running');
      await thread.step({ count: 12 });
      await shot('Stopped, and the message has its turn');
    },
  },
  'pause-and-resume': {
    async play(chat, thread, shot) {
      await chat.start('tools: find the slow query');
      await thread.step({ until: 'tool_started' });
      await chat.say('text: then write the release note');
      await chat.say('text: and translate it');
      await shot('Two prompts wait behind it');
      await chat.stop.click();
      await thread.expectStates('cancelled');
      await expect(chat.root.getByText('Stopping')).toHaveCount(0);
      await shot('Stop: the queue waits for you');
      await chat.card.openResume();
      await shot('Resume, with a message first if you like');
      await chat.card.submit.click();
      await thread.expectStates('cancelled', 'running');
      await thread.step({ count: 12 });
      await shot('The queue goes on');
    },
  },
  'interject-into-a-subagent': {
    async play(chat, thread, shot) {
      await chat.start('team');
      await thread.step({ until: 'tool_started' });
      await thread.step({ count: 6 });
      await chat.card.expand();
      await chat.target.click();
      await shot('Who gets it');
      await chat.root.getByRole('menuitemradio', { name: /plan/ }).click();
      await chat.composer.fill('One step is enough, and no new dependency');
      await (await chat.reachInterject()).hover();
      await shot('What will happen, before it does');
      await chat.interject.click();
      await expect(chat.interjections).toContainText('Not read by plan yet');
      await shot('Pending, under the agent it is for');
      await thread.release();
      await chat.card.expectHidden();
      await chat.streams.first().getByRole('button', { expanded: false }).first().click();
      await expect(chat.interjections).toHaveAttribute('data-status', 'delivered');
      await shot('Delivered');
    },
  },
  'cancel-one-of-three': {
    async play(chat, thread, shot) {
      await chat.start('team');
      await thread.step({ until: 'tool_started' });
      await thread.step({ count: 6 });
      await chat.card.expand();
      await shot('Three agents at once');
      await chat.root.getByRole('button', { name: 'Stop plan' }).click();
      await expect(chat.card.root.getByText('Stopping').first()).toBeVisible();
      await shot('The second is asked to stop');
      await thread.release();
      await chat.card.expectHidden();
      await chat.streams.first().getByRole('button', { expanded: false }).first().click();
      await shot('The others have finished');
    },
  },
  'approve-with-an-edit': {
    async play(chat, thread, shot) {
      await chat.start('approval');
      await thread.finish();
      const approval = chat.root.getByTestId('approval');
      await expect(approval).toBeVisible();
      await shot('It asks first');
      await approval.getByRole('button', { name: /Edit first/ }).click();
      await approval.getByRole('textbox', { name: 'content' }).fill('// reviewed by hand\n');
      await shot('Approve, deny, or edit');
      await approval.getByTestId('approval-approve').click();
      await thread.expectStates('finished', 'running');
      await thread.release();
      await expect(approval).toHaveCount(0);
      await shot('What runs is what you made of it');
    },
  },
  'replay-after-a-reload': {
    async play(chat, thread, shot) {
      await chat.start('tools: find the slow query');
      await thread.step({ until: 'tool_started' });
      await chat.interjectAndWait('Only the read path');
      await thread.step({ until: 'tool_finished' });
      await thread.step({ until: 'tool_started' });
      await expect(chat.interjections).toHaveAttribute('data-status', 'delivered');
      await shot('In the middle of a turn');
      await chat.reload();
      await chat.card.expectState('running');
      await shot('Reloaded: it is joined again');
      await chat.stop.click();
      await thread.expectStates('cancelled');
      await chat.reload();
      await chat.streams.last().getByRole('button', { expanded: false }).first().click();
      await chat.root.getByTestId('ledger').getByRole('button').click();
      await shot('Stopped and reloaded: as it was seen');
    },
  },
  arabic: {
    locale: 'ar',
    async play(chat, thread, shot) {
      await chat.start('team');
      await thread.step({ until: 'tool_started' });
      await thread.step({ count: 6 });
      await chat.card.expand();
      await chat.composer.fill('خطوة واحدة تكفي');
      await (await chat.reachInterject()).click();
      await shot('توجيه وكيل فرعي');
      await chat.card.openCancel();
      await chat.card.input.fill('اكتب الملاحظات بدلًا من ذلك');
      await shot('إلغاء مع رسالة');
      await chat.card.submit.click();
      await thread.release();
      await chat.card.expectHidden();
      await shot('وهكذا انتهى');
    },
  },
};

/** Composes pictures side by side, each with its caption above it. */
async function compose(page: Page, shots: [string, Buffer][], dir: string): Promise<Buffer> {
  await page.setViewportSize({ width: shots.length * (SIZE.width + 16) + 16, height: SIZE.height + 60 });
  const figures = shots.map(
    ([caption, shot]) =>
      `<figure><figcaption dir="${dir}">${caption}</figcaption><img src="data:image/png;base64,${shot.toString('base64')}"></figure>`,
  );
  await page.setContent(`<style>
    body { display: flex; gap: 16px; margin: 16px; background: #e9e8e3; font: 600 17px system-ui, sans-serif; color: #1e1d1b }
    figure { margin: 0 } figcaption { height: 28px } img { display: block; border-radius: 8px }
  </style>${figures.join('')}`);
  return page.screenshot({ type: 'png' });
}

for (const [name, flow] of Object.entries(flows)) {
  test(name, ALL, async ({ browser, agent, thread, guard: _ }) => {
    test.setTimeout(90_000);
    const context = await browser.newContext({
      locale: flow.locale ?? 'en-GB',
      baseURL: agent.url,
      viewport: SIZE,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const chat = new ChatPage(page);
    await thread.hold();
    await chat.open(thread.id);
    const shots: [string, Buffer][] = [];
    await flow.play(chat, thread, async (caption) => {
      shots.push([caption, await page.screenshot({ caret: 'hide' })]);
    });
    await context.close();
    const desk = await browser.newPage();
    const strip = await compose(desk, shots, flow.locale === 'ar' ? 'rtl' : 'ltr');
    await desk.close();
    expect(strip.length).toBeGreaterThan(20_000);
    await mkdir(SHOTS, { recursive: true });
    const path = resolve(SHOTS, `strip-${name}.png`);
    await writeFile(path, strip);
    if (process.env.MIDTURN_WRITE_SCREENSHOT) {
      await mkdir(FLOWS, { recursive: true });
      await copyFile(path, resolve(FLOWS, `${name}.png`));
    }
  });
}
