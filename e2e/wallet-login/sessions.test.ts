import { test } from 'vitest';
import { startStage, useStage, visit } from './support/stage.ts';
import { button, see, signInByCode, signUp, title } from './support/steps.ts';

useStage();

/** A page that finds its session ended signs out, which the service refuses. */
const refusals = /the server responded with a status of 4\d\d/;

test('a page without any input shows that the service ended its session', async () => {
  const demo = await startStage();
  const { page } = await visit(demo, { expected: refusals, movesTime: true });
  await signUp(page);
  await signInByCode(demo, page);
  await button(page, 'Sign out on all devices').waitFor();
  demo.mock.clock.advance({ minutes: 16 });
  // Until the page looks again, which is before its own clock reaches the end.
  await page.clock.fastForward(15_000);
  await title(page, 'Unlock your wallet').waitFor();
  await see(page, 'You are signed out. The key is gone from this browser.');
});
