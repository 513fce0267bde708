import { expect, test } from 'vitest';
import { PATIENCE, startStage, useStage, visit } from './support/stage.ts';
import {
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

const MINUTE = 60_000;

/** A page that finds its session ended signs out, which the service refuses. */
const refusals = /the server responded with a status of 4\d\d/;

test('a session survives a reload', async () => {
  const demo = await startStage();
  const { page } = await visit(demo);
  await signUp(page);
  await signInByCode(demo, page);
  await page.reload();
  await title(page, 'Your wallet').waitFor();
  await askToFreeze(page);
  await button(page, 'Sign and freeze').click();
  await seeCard(page, 'Frozen');
  await page.reload();
  await seeCard(page, 'Frozen');
});

test('a session that the service ended signs nothing, and the page asks to sign in again', async () => {
  const demo = await startStage();
  const { page } = await visit(demo, { expected: refusals });
  await signUp(page);
  await signInByCode(demo, page);
  demo.mock.clock.advance({ minutes: 16 });
  await askToFreeze(page);
  await button(page, 'Sign and freeze').click();
  await title(page, 'Unlock your wallet').waitFor();
  await see(page, /^Your session was ended/);
  expect(cardAtService(demo)).toBe('ACTIVE');
  await page.reload();
  await signInByCode(demo, page);
  await seeCard(page, 'Active');
});

test('a session past its end by the service’s clock is shown as ended', async () => {
  const demo = await startStage();
  const { page } = await visit(demo, { expected: refusals });
  await signUp(page);
  await signInByCode(demo, page);
  demo.mock.clock.advance({ minutes: 16 });
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await title(page, 'Unlock your wallet').waitFor();
  await see(page, /^Your session was ended/);
});

test('a page without any input shows the ended session too', async () => {
  const demo = await startStage();
  const { page } = await visit(demo, { expected: refusals, movesTime: true });
  await signUp(page);
  await signInByCode(demo, page);
  demo.mock.clock.advance({ minutes: 16 });
  // Until the page looks again, which is before its own clock reaches the end.
  await page.clock.fastForward(15_000);
  await title(page, 'Unlock your wallet').waitFor();
  await see(page, /^Your session was ended/);
});

test('the page announces the end of a session, which can be renewed', async () => {
  const demo = await startStage();
  const { page } = await visit(demo, { movesTime: true });
  await signUp(page);
  await signInByCode(demo, page);
  // The page's time stands still in the session's last minute, however long the steps take.
  await page.clock.pauseAt(Date.now() + 14.1 * MINUTE);
  await page.getByRole('alert').filter({ hasText: 'Your session ends soon.' }).waitFor();
  const sessions = () => demo.mock.snapshot().tables.sessions.rows.map(([, session]) => session);
  expect(sessions()).toHaveLength(1);
  await button(page, 'Stay signed in').click();
  await see(page, 'Your session was renewed.');
  expect(sessions()).toHaveLength(2);
  // The wallet ends the old one; then the page reads the list again.
  const ended = () => sessions().filter(({ revokedAt }) => revokedAt).length;
  await expect.poll(ended, { timeout: PATIENCE }).toBe(1);
  await page.clock.fastForward(1_000);
  const listed = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem');
  await expect.poll(() => listed.count(), { timeout: PATIENCE }).toBe(1);
  await listed.getByText('This one').waitFor();
});

test('a session that runs out in front of the page locks the wallet', async () => {
  const demo = await startStage();
  const { page } = await visit(demo, { movesTime: true });
  await signUp(page);
  await signInByCode(demo, page);
  await page.clock.fastForward(15 * MINUTE);
  await see(page, 'Your session has expired. Nothing is lost: sign in again to continue.');
  await title(page, 'Unlock your wallet').waitFor();
});

test('two tabs share a session, and each shows the changes of the other', async () => {
  const demo = await startStage();
  const { page: one, context } = await visit(demo, { expected: refusals });
  await signUp(one);
  const two = await context.newPage();
  await two.goto(demo.url);
  await title(two, 'Unlock your wallet').waitFor();

  await signInByCode(demo, one);
  await title(two, 'Your wallet').waitFor();
  await askToFreeze(two);
  await button(two, 'Sign and freeze').click();
  await seeCard(two, 'Frozen');
  await one.bringToFront();
  await one.evaluate(() => window.dispatchEvent(new Event('focus')));
  await seeCard(one, 'Frozen');

  await one.getByRole('button', { name: 'Sign out', exact: true }).click();
  await title(two, 'Unlock your wallet').waitFor();
  await see(two, /^Your session was ended/);
});

test('an open dialog closes when its session ends', async () => {
  const demo = await startStage();
  const { page: one, context } = await visit(demo, { expected: refusals });
  await signUp(one);
  await signInByCode(demo, one);
  await askToFreeze(one);
  const two = await context.newPage();
  await two.goto(demo.url);
  await two.getByRole('button', { name: 'Sign out', exact: true }).click();
  await title(one, 'Unlock your wallet').waitFor();
  await one.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(cardAtService(demo)).toBe('ACTIVE');
});

test('one session can be ended, or all of them', async () => {
  const demo = await startStage();
  const { page: laptop } = await visit(demo, { expected: refusals });
  await signUp(laptop);
  await signInByCode(demo, laptop);
  const { page: phone } = await visit(demo, { expected: refusals });
  await button(phone, 'Log in').click();
  await phone.getByLabel('E-mail address').fill('ada@example.com');
  await button(phone, 'Log in').last().click();
  await signInByCode(demo, phone);

  await phone.getByRole('button', { name: 'End the session by e-mail code' }).click();
  await see(phone, 'The session was ended.');
  await laptop.evaluate(() => window.dispatchEvent(new Event('focus')));
  await title(laptop, 'Unlock your wallet').waitFor();
  const { page: third } = await visit(demo);
  await button(third, 'Log in').click();
  await third.getByLabel('E-mail address').fill('ada@example.com');
  await button(third, 'Log in').last().click();
  await signInByCode(demo, third);

  await button(third, 'Sign out everywhere').click();
  await third.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await see(third, 'You have signed out everywhere.');
  const live = () =>
    demo.mock.snapshot().tables.sessions.rows.filter(([, { revokedAt }]) => !revokedAt).length;
  await expect.poll(live, { timeout: PATIENCE }).toBe(0);
});
