// The current activity in the header of the running card.
import { ALL, expect, test } from '../fixtures/wire.ts';

test('a running call is shown rather than a later step; the step is shown after the call', ALL, async ({
  wired,
  wire,
}) => {
  await wired.say('go');
  const run = await wire.run();
  const header = wired.card.header;
  run.event({ type: 'STEP_STARTED', stepName: 'agent' });
  await expect(header).toContainText('agent');
  run.event({ type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'weather' });
  run.event({ type: 'TOOL_CALL_END', toolCallId: 'c' });
  run.event({ type: 'STEP_FINISHED', stepName: 'agent' });
  run.event({ type: 'STEP_STARTED', stepName: 'tools' });
  await wired.card.expand();
  await expect(wired.card.activities).toHaveCount(3);
  await expect(header).toContainText('weather');
  run.event({ type: 'TOOL_CALL_RESULT', messageId: 'r', toolCallId: 'c', content: 'sunny' });
  await expect(header).toContainText('tools');
  run.event({ type: 'STEP_FINISHED', stepName: 'tools' });
  run.finish();
  await wired.card.expectHidden();
});
