import { expect, test } from 'vitest';
import { startStage, useStage, visit } from './support/stage.ts';
import {
  addAndUsePasskey,
  askToFreeze,
  button,
  cardAtService,
  see,
  seeCard,
  signInByCode,
  signUp,
  title,
} from './support/steps.ts';

useStage();

/** Chromium's console message for requests that fail. */
const failures = /Failed to load resource/;

test('offline, nothing changes; the page continues when the network is back', async () => {
  const demo = await startStage();
  const { page, context } = await visit(demo, { expected: failures });
  await signUp(page);
  await signInByCode(demo, page);
  await context.setOffline(true);
  await see(page, 'You are offline. Nothing can be changed until you are back.');
  await button(page, /^Freeze the card/).click();
  await see(page, 'No connection');
  expect(cardAtService(demo)).toBe('ACTIVE');
  await context.setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'hidden' });
  await askToFreeze(page);
  await button(page, 'Sign and freeze').click();
  await seeCard(page, 'Frozen');
});

test('a backend that restarts between the two legs completes the change', async () => {
  const demo = await startStage();
  const { page } = await visit(demo, { expected: failures });
  await signUp(page);
  await signInByCode(demo, page);
  await addAndUsePasskey(page);
  await askToFreeze(page);
  await demo.stopBackend();
  await demo.startBackend();
  await button(page, 'Sign and freeze').click();
  await seeCard(page, 'Frozen');
  expect(cardAtService(demo)).toBe('FROZEN');
});

test('a backend lost at leg 2 is an unknown outcome, which a later read resolves', async () => {
  const demo = await startStage();
  const { page } = await visit(demo, { expected: failures });
  await signUp(page);
  await signInByCode(demo, page);
  await askToFreeze(page);
  await demo.stopBackend();
  await button(page, 'Sign and freeze').click();
  await see(page, 'The response was lost');
  await demo.startBackend();
  expect(cardAtService(demo)).toBe('ACTIVE');
  await askToFreeze(page);
  await button(page, 'Sign and freeze').click();
  await seeCard(page, 'Frozen');
});

test('a lost response to an applied change leads to the present state', async () => {
  const demo = await startStage();
  const { page } = await visit(demo, { expected: failures });
  await signUp(page);
  await signInByCode(demo, page);
  demo.mock.faults.add({ operation: 'cards.update', leg: 2, effect: { kind: 'lose-reply' } });
  await askToFreeze(page);
  await button(page, 'Sign and freeze').click();
  await see(page, 'The response was lost');
  await seeCard(page, 'Frozen');
});

test('a backend that cannot be reached at the start can be tried again', async () => {
  const demo = await startStage();
  const { page } = await visit(demo, { expected: failures });
  await signUp(page);
  await page.route('**/api/overview', (route) => route.abort());
  await page.reload();
  await title(page, 'Your wallet cannot be opened').waitFor();
  await page.unroute('**/api/overview');
  await button(page, 'Try again').click();
  await title(page, 'Unlock your wallet').waitFor();
});

test('an ended login leads back to the first page', async () => {
  const demo = await startStage();
  const { page, context } = await visit(demo, { expected: failures });
  await signUp(page);
  await signInByCode(demo, page);
  await context.clearCookies();
  await button(page, /^Freeze the card/).click();
  await title(page, 'Open your wallet').waitFor();
});
