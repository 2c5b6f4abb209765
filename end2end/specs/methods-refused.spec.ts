// Calls of the element's methods that are refused, each with a code.
import type { MidturnChat } from '../../packages/midturn/midturn.d.ts';
import { expect, test } from '../fixtures/code.ts';
import { holdRequests } from '../fixtures/requests.ts';

// A backend that takes interjections and confirms stops.
test.use({ control: true });

test('every refusal has a code', async ({ code }) => {
  const refusals: [(chat: MidturnChat) => Promise<unknown>, string][] = [
    [(chat) => chat.send('  '), 'invalid-argument'],
    [(chat) => chat.send('x', { delivery: 'now' as 'auto' }), 'invalid-argument'],
    [(chat) => chat.send('x', 'interject' as unknown as { delivery: 'interject' }), 'invalid-argument'],
    [(chat) => chat.send('x', { target: 'nobody' }), 'not-found'],
    [(chat) => chat.focus({ on: 'send' as 'menu' }), 'invalid-argument'],
    [(chat) => chat.send({ attachments: ['x' as unknown as Blob] }), 'invalid-argument'],
    [(chat) => chat.stop(), 'not-running'],
    [(chat) => chat.forceStop(), 'not-now'],
    [(chat) => chat.stopTask('x'), 'not-found'],
    [(chat) => chat.resume(), 'not-paused'],
    [(chat) => chat.tryAgain(), 'not-now'],
    [(chat) => chat.openThread(''), 'invalid-argument'],
    [(chat) => chat.removePrompt('x'), 'not-found'],
    [(chat) => chat.holdPrompt('x', true), 'not-found'],
    [(chat) => chat.sendAgain('x'), 'not-found'],
    [(chat) => chat.pauseAfterTurn(true), 'not-now'],
    [(chat) => chat.queueInterjection('x'), 'not-found'],
    [(chat) => chat.restorePrompt(), 'not-found'],
    [(chat) => chat.movePrompt('x', -1), 'invalid-argument'],
    [(chat) => chat.reviseInterjection('x', 'y'), 'not-found'],
    [(chat) => chat.renameThread(crypto.randomUUID(), 'x'), 'not-found'],
    [(chat) => chat.setDraft(3 as unknown as string), 'invalid-argument'],
    [(chat) => chat.alwaysAllow(3 as unknown as string), 'invalid-argument'],
    [(chat) => chat.alwaysAllow('x'), 'not-found'],
    [(chat) => chat.askAgain({} as string), 'invalid-argument'],
    [(chat) => chat.askAgain('x'), 'not-found'],
    [(chat) => chat.sendWithoutFiles(), 'not-now'],
    [(chat) => chat.keepEditing(), 'not-now'],
    [(chat) => chat.addDraftFiles('x' as unknown as Blob), 'invalid-argument'],
    [(chat) => chat.addDraftFiles([new Blob(['x']), 3 as unknown as Blob]), 'invalid-argument'],
    [(chat) => chat.removeDraftFile(null as unknown as string), 'invalid-argument'],
    [(chat) => chat.removeDraftFile('x'), 'not-found'],
    [(chat) => chat.restoreDraftFile(), 'not-found'],
    [(chat) => chat.find(' '), 'invalid-argument'],
    [(chat) => chat.find(3 as unknown as string), 'invalid-argument'],
    [(chat) => chat.exportThread('html' as 'json'), 'invalid-argument'],
    [(chat) => chat.exportThread('json', 3 as unknown as string), 'invalid-argument'],
    [(chat) => chat.exportThread('json', 'x'), 'not-found'],
    [(chat) => chat.showMessage(''), 'invalid-argument'],
    [(chat) => chat.showMessage('x'), 'not-found'],
  ];
  for (const [call, refused] of refusals) {
    expect(await code.fails(call), call.toString()).toBe(refused);
  }
  expect((await code.state()).draftFiles).toEqual([]);
  await code.send('text');
  await expect.poll(async () => (await code.state()).status).toBe('idle');
});

test('a call whose part of the program comes after the element was removed is refused', async ({ code, page }) => {
  const come = await holdRequests(page, '**/split_methods*.wasm');
  const asked = page.waitForRequest('**/split_methods*.wasm');
  const answer = code.run(async (chat) => {
    const code = await chat.threads().catch((error) => error.code);
    Object.assign(window, { code });
  });
  await asked;
  await code.run((chat) => chat.remove());
  const loaded = page.waitForResponse('**/split_methods*.wasm');
  come();
  await loaded;
  await answer;
  expect(await page.evaluate(() => (window as unknown as { code: string }).code)).toBe('disposed');
});

test('calls on an element that was removed are refused, and it works again on a page', async ({ code, host, guard }) => {
  // The element that is back asks once more, because it does not know the answer.
  guard.allow(/409/);
  await code.send('never');
  const refused = await code.run(async (chat) => {
    const stopping = chat.stop().catch((error) => error.code);
    const parent = chat.parentElement;
    // The call has begun when the element is removed.
    await Promise.resolve();
    chat.remove();
    const codes = [await stopping, await chat.send('x').catch((error) => error.code)];
    parent?.append(chat);
    return codes;
  });
  expect(refused).toEqual(['disposed', 'disposed']);
  await host.chat().expectUsers('never');
  await code.run((chat) => chat.setDraft('it works'));
  await expect(host.chat().composer).toHaveValue('it works');
});
