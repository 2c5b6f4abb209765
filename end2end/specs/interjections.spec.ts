// Interjections on a backend that supports them.
import { ALL, expect, test } from '../fixtures/test.ts';
import { choose, waitForResponses } from '../pages/settings.ts';

test.use({ control: true });

test('an interjection is pending while the tool runs, and delivered with its result', async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await chat.composer.fill('only the parser');
  await expect(chat.root.getByTestId('composer-preview')).toHaveCount(0);
  await chat.interject.hover();
  await expect(chat.deliveryHint).toHaveText('Read by the main agent after the running step');
  await expect(chat.root.getByTestId('composer-preview')).toContainText(
    '[User feedback: only the parser]',
  );
  await chat.interject.click();
  await expect(chat.composer).toHaveValue('');
  await expect(chat.interjections).toHaveAttribute('data-status', 'pending');
  await expect(chat.interjections).toContainText('Not read by the main agent yet');
  await thread.step({ until: 'tool_finished' });
  await thread.step({ until: 'tool_started' });
  await expect(chat.interjections).toHaveAttribute('data-status', 'delivered');
  await expect(chat.announcer).toContainText('The agent got your message.');
  await thread.release();
  await chat.card.expectHidden();
  await chat.expectUsers('tools');
  await expect(chat.interjections).toHaveText(/only the parser/);
  await chat.say('text next');
  await chat.card.expectHidden();
  await thread.expectStates('finished', 'finished');
  const next = await thread.run(1);
  // The page sends the interjection as a user message. The agent adds it to the tool result again.
  // The agent's own message quotes it.
  const told = next.input.messages.filter(
    ({ role, content }) => role !== 'assistant' && (content ?? '').includes('only the parser'),
  );
  expect(told.map((message) => message.role)).toEqual(['user']);
});

test('after a reload the interjection is at the same position', ALL, async ({ heldChat: chat, thread }) => {
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await chat.interjectAndWait('only the parser');
  await thread.step({ until: 'tool_finished' });
  await thread.release();
  await chat.card.expectHidden();
  await expect(chat.interjections).toHaveAttribute('data-status', 'delivered');
  await chat.reload();
  await expect(chat.interjections).toHaveAttribute('data-status', 'delivered');
  // The agent went on with a text, after which the second tool ran.
  await expect(chat.streams).toHaveCount(2);
  for (const stream of await chat.streams.all()) await stream.getByRole('button', { expanded: false }).first().click();
  const kinds = () => chat.streams.getByTestId('activity').evaluateAll((all) => all.map((one) => one.getAttribute('data-kind')));
  await expect.poll(kinds).toEqual(['tool', 'interjection', 'tool']);
});

test('an interjection can be edited and withdrawn until it is delivered', async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await expect(chat.card.header).toContainText('read_file');
  await chat.interjectWith('only the parser');
  await expect(chat.interjections).toContainText('Not read by the main agent yet');
  await chat.interjections.getByRole('button', { name: 'Edit message' }).click();
  const editor = chat.interjections.getByRole('textbox');
  await expect(editor).toBeFocused();
  await editor.fill('only the client');
  await editor.press('Enter');
  await expect(chat.interjections).toContainText('only the client');
  await expect(chat.interjections).toContainText('Not read by the main agent yet');
  await chat.interjections.getByRole('button', { name: 'Take back' }).click();
  await expect(chat.interjections).toHaveCount(0);
  await expect(chat.composer).toHaveValue('only the client');
  await thread.release();
  await chat.card.expectHidden();
  await thread.expectStates('finished');
});

test('an undelivered interjection of a stopped turn can be queued', ALL, async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await chat.interjectWith('text only the parser');
  await expect(chat.interjections).toContainText('Not read by the main agent yet');
  await chat.stop.click();
  await expect(chat.interjections).toHaveAttribute('data-status', 'undelivered');
  await thread.release();
  await thread.expectStates('cancelled');
  await chat.interjections.getByRole('button', { name: 'Queue it instead' }).click();
  await chat.expectUsers('tools', 'text only the parser');
  await thread.expectPrompts('tools', 'text only the parser');
});

test('an interjection that is too late for its turn is the next prompt', ALL, async ({
  heldChat: chat,
  thread,
  guard,
}) => {
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await chat.say('text queued');
  // The control request fails, so the interjection is still pending when the run ends.
  await chat.page.route('**/agui/control', (route) => route.abort());
  guard.allow(/Failed to load resource/);
  await chat.interjectWith('text too late');
  await expect(chat.interjections).toHaveAttribute('data-status', 'pending');
  await thread.release();
  await chat.expectUsers('tools', 'text too late', 'text queued');
  await chat.card.expectHidden();
  await expect(chat.interjections).toContainText('Too late for this turn');
  await thread.expectPrompts('tools', 'text too late', 'text queued');
});

test('the chip names the recipient, and another one can be chosen', async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('team');
  await thread.step({ until: 'tool_started' });
  await thread.step({ count: 6 });
  await expect(chat.target).toHaveText('To: explore');
  await chat.target.click();
  const menu = chat.root.getByRole('menu');
  await expect(menu.getByRole('menuitemradio')).toHaveCount(5);
  await expect(menu.getByRole('menuitemradio', { checked: true })).toHaveText(/explore/);
  await chat.page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('menuitemradio', { name: /plan/ })).toBeFocused();
  await chat.page.keyboard.press('Enter');
  await expect(menu).toHaveCount(0);
  await expect(chat.target).toBeFocused();
  await expect(chat.target).toHaveText('To: plan');
  await chat.interjectWith('in one step');
  await chat.card.expand();
  const row = chat.card.root.locator('[data-kind=interjection]');
  await expect(row).toHaveAttribute('data-depth', '1');
  await expect(row).toContainText('plan');
  await chat.target.press('ArrowDown');
  await expect(menu).toBeVisible();
  await chat.page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await chat.card.expectState('running');
  await thread.release();
  await chat.card.expectHidden();
});

test('the recipient explains itself, and does not change the action of Enter', ALL, async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('team');
  await thread.step({ until: 'tool_started' });
  await thread.step({ count: 6 });
  await expect(chat.target).toHaveText('To: explore');
  await chat.composer.fill('look here');
  await expect(chat.deliveryHint).toHaveText('Sent when this turn ends');
  // With the focus or under the pointer, the chip explains itself.
  await chat.target.focus();
  await expect(chat.deliveryHint).toHaveText(/^Read by explore/);
  await chat.composer.focus();
  await expect(chat.deliveryHint).toHaveText('Sent when this turn ends');
  await chat.target.hover();
  await expect(chat.deliveryHint).toHaveText(/^Read by explore/);
  await chat.composer.hover();
  await expect(chat.deliveryHint).toHaveText('Sent when this turn ends');
  await expect(chat.composer).toHaveAttribute('placeholder', 'Queue a message…');
  await choose(chat.page, 'Enter while the agent works', 'interject');
  // Otherwise the pointer would be on a button, and the composer would explain that button.
  await chat.page.mouse.move(0, 0);
  await expect(chat.composer).toHaveAttribute('placeholder', 'Steer explore…');
  await expect(chat.deliveryHint).toHaveText(/^Read by explore/);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('after a recipient was chosen, the composer explains its own button', ALL, async ({
    heldChat: chat,
    thread,
  }) => {
    await chat.start('team');
    await thread.step({ until: 'tool_started' });
    await thread.step({ count: 6 });
    await chat.composer.fill('look here');
    await expect(chat.deliveryHint).toHaveText('Sent when this turn ends');
    await chat.target.tap();
    await chat.root.getByRole('menuitemradio', { name: /plan/ }).tap();
    await expect(chat.target).toHaveText('To: plan');
    await expect(chat.target).toBeFocused();
    await expect(chat.deliveryHint).toHaveText('Sent when this turn ends');
    await expect(chat.root.getByTestId('composer-preview')).toHaveCount(0);
    // Keys that are used with the chip are no touch.
    await chat.target.press('ArrowDown');
    await chat.page.keyboard.press('Escape');
    await expect(chat.target).toBeFocused();
    await expect(chat.deliveryHint).toHaveText(/^Read by plan/);
    await thread.release();
    await chat.card.expectHidden();
  });
});

test('a setting makes Enter interject and Ctrl+Enter queue', async ({ heldChat: chat, thread }) => {
  await choose(chat.page, 'Enter while the agent works', 'interject');
  // Otherwise the pointer would be on a button, and the composer would explain that button.
  await chat.page.mouse.move(0, 0);
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await expect(chat.stop).toBeEnabled();
  await chat.composer.fill('by Enter');
  await expect(chat.deliveryHint).toHaveText('Read by the main agent after the running step');
  await chat.composer.press('Enter');
  await expect(chat.interjections).toContainText('by Enter');
  // The agent has it before it ends.
  await expect(chat.interjections).toContainText('Not read by the main agent yet');
  await chat.composer.fill('text by Ctrl');
  await chat.composer.press('Control+Enter');
  await expect(chat.queue.items).toHaveCount(1);
  await thread.release();
  await chat.card.expectHidden();
  await chat.expectUsers('tools', 'text by Ctrl');
});

test('queueing is the default, and Ctrl+Enter interjects', ALL, async ({ heldChat: chat, thread }) => {
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await expect(chat.card.header).toContainText('read_file');
  await chat.composer.fill('by Ctrl');
  const answered = chat.interjectionAnswered();
  await chat.composer.press('Control+Enter');
  await expect(chat.interjections).toContainText('by Ctrl');
  await expect(chat.queue.items).toHaveCount(0);
  // The agent has it before it ends.
  await answered;
  await thread.release();
  await chat.card.expectHidden();
});

test('an interjection to several agents has a status for each', ALL, async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('team');
  await thread.step({ until: 'tool_started' });
  await thread.step({ count: 6 });
  await chat.target.click();
  const menu = chat.root.getByRole('menu');
  await menu.getByRole('menuitem', { name: 'Several agents…' }).click();
  await menu.getByRole('menuitemcheckbox', { name: /plan/ }).click();
  await expect(menu.getByRole('menuitemcheckbox', { checked: true })).toHaveCount(2);
  await menu.getByRole('menuitem', { name: 'Done' }).click();
  await expect(chat.target).toBeFocused();
  await expect(chat.target).toHaveText('To: explore, plan');
  await chat.composer.fill('mind the dates');
  await chat.interject.hover();
  await expect(chat.deliveryHint).toContainText('Read by explore, plan: by each at its next step');
  await chat.interjectWith('mind the dates');
  await expect(chat.interjections).toHaveCount(2);
  await expect(chat.interjections.filter({ hasText: /(Not read|Read) by explore/ })).toHaveCount(1);
  await expect(chat.interjections.filter({ hasText: /(Not read|Read) by plan/ })).toHaveCount(1);

  await chat.target.click();
  await menu.getByRole('menuitemradio', { name: 'all agents' }).click();
  await expect(chat.target).toHaveText('To: all agents');
  await chat.interjectWith('and the tests');
  await expect(chat.interjections).toHaveCount(6);
  // The agents have all of them before they end.
  await expect(chat.interjections.filter({ hasText: /(Not read|Read) by/ })).toHaveCount(6);
  await thread.release();
  await chat.card.expectHidden();
  // Every interjection reached its recipients, so none is left for the queue.
  await chat.expectUsers('team');
  await expect(chat.interjections.filter({ hasText: 'Not read by' })).toHaveCount(0);
  await chat.reload();
  await expect(chat.interjections).toHaveCount(6);
});

test('a setting delivers the interjection when the response is over', ALL, async ({ heldChat: chat, thread }) => {
  await waitForResponses(chat.page);
  await chat.start('long 20');
  await thread.step({ until: 'text' });
  await chat.composer.fill('text and shorter');
  await chat.interject.hover();
  await expect(chat.deliveryHint).toHaveText('Read by the main agent when its answer is done');
  await chat.interjectAndWait('text and shorter');
  await thread.step({ count: 3 });
  await expect(chat.interjections).toHaveAttribute('data-status', 'pending');
  await thread.release();
  await chat.card.expectHidden();
  await expect(chat.interjections).toHaveAttribute('data-status', 'delivered');
  await chat.expectUsers('long 20');
  const run = await thread.run(0);
  expect(run.input.forwardedProps).toMatchObject({ midturn: { interject: 'after-response' } });
});

test('the editor of a message that the agent reads moves its words, the focus and the next keys', ALL, async ({
  heldChat: chat,
  thread,
  page,
}) => {
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await chat.interjectAndWait('only the parser');
  await chat.interjections.getByRole('button', { name: 'Edit message' }).click();
  const editor = chat.interjections.getByRole('textbox');
  await editor.fill('only the lexer');
  await expect(editor).toBeFocused();
  // The agent reads the message while the person types.
  const letters = ' and its tests, and what they read from the disk';
  await Promise.all([
    page.keyboard.type(letters),
    thread.step({ until: 'tool_finished' }).then(() => thread.step({ until: 'tool_started' })),
  ]);
  await expect(chat.interjections).toHaveAttribute('data-status', 'delivered');
  await expect(chat.composer).toBeFocused();
  await page.keyboard.type('.');
  await expect(chat.composer).toHaveValue(`only the lexer${letters}.`);
  await expect(chat.interjections).toContainText('only the parser');
  await expect(chat.announcer).toContainText('What you were writing is in the message field.');
});

test('what is written in the editor of a message is there after a reload', ALL, async ({
  heldChat: chat,
  thread,
}) => {
  await chat.start('tools');
  await thread.step({ until: 'tool_started' });
  await chat.interjectAndWait('only the parser');
  await chat.interjections.getByRole('button', { name: 'Edit message' }).click();
  const editor = chat.interjections.getByRole('textbox');
  await editor.fill('only the lexer');
  await chat.reload();
  await expect(editor).toHaveValue('only the lexer');
  await editor.press('Escape');
  await expect(editor).toHaveCount(0);
  await expect(chat.interjections.getByRole('button', { name: 'Edit message' })).toBeFocused();
  await expect(chat.interjections).toContainText('only the parser');
});
