import { expect, test } from 'vitest';
import { startStage, useStage, visit } from './support/stage.ts';
import {
  addAndUsePasskey,
  approve,
  askToFreeze,
  button,
  cardAtService,
  lastCode,
  logIn,
  see,
  seeCard,
  signInByCode,
  signUp,
  title,
} from './support/steps.ts';

useStage();

/** Chromium's console message for requests that fail. */
const failures = /Failed to load resource/;

test('a new person signs up, adds a passkey, and freezes and unfreezes a card with it', async () => {
  const demo = await startStage();
  const { page, authenticator } = await visit(demo);
  await title(page, 'Open your wallet').waitFor();
  await signUp(page);
  await page.locator('h1:focus', { hasText: 'Unlock your wallet' }).waitFor();
  await signInByCode(demo, page);
  await see(page, '$1,284.50');
  await addAndUsePasskey(page);
  expect(await authenticator.count()).toBe(1);
  await page.getByText('Signed in by passkey').waitFor();

  await askToFreeze(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^•••• \d{4}$/).waitFor();
  await dialog.getByText('Only the service can read the text to sign.').waitFor();
  await dialog.getByText('What is signed').click();
  await dialog.locator('pre').getByText('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2').waitFor();
  await button(page, 'Refuse').click();
  await see(page, 'Not signed. Nothing was changed.');
  expect(cardAtService(demo)).toBe('ACTIVE');

  await askToFreeze(page);
  await approve(page);
  await seeCard(page, 'Frozen');
  expect(cardAtService(demo)).toBe('FROZEN');
  const signed = demo.mock.requests.filter(({ leg, status }) => leg === 2 && status === 200);
  expect(signed.map(({ operation }) => operation)).toContain('cards.update');

  await button(page, /^Unfreeze the card/).click();
  await approve(page);
  await seeCard(page, 'Active');
  expect(cardAtService(demo)).toBe('ACTIVE');
});

test('the inspector shows the code, and a passkey signs in again', async () => {
  const demo = await startStage();
  const { page, context } = await visit(demo);
  await signUp(page);
  await button(page, /^Send a code to/).click();
  const [inspector] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'the mock’s inspector shows the code' }).click(),
  ]);
  await inspector.getByText(lastCode(demo)).first().waitFor();
  await inspector.close();
  await page.reload();
  await signInByCode(demo, page);
  await addAndUsePasskey(page);

  await button(page, 'Log out').click();
  await title(page, 'Open your wallet').waitFor();
  await logIn(page);
  await button(page, /^Use passkey/).click();
  await title(page, 'Your wallet').waitFor();
});

test('a backend that restarts between the two legs completes the change', async () => {
  const demo = await startStage();
  const { page } = await visit(demo, { expected: failures });
  await signUp(page);
  await signInByCode(demo, page);
  await addAndUsePasskey(page);
  await askToFreeze(page);
  await button(page, 'Approve').and(page.locator(':enabled')).waitFor();
  await demo.stopBackend();
  await demo.startBackend();
  await approve(page);
  await seeCard(page, 'Frozen');
  expect(cardAtService(demo)).toBe('FROZEN');
});

test('a lost response to an applied change leads to the present state', async () => {
  const demo = await startStage();
  const { page } = await visit(demo, { expected: failures });
  await signUp(page);
  await signInByCode(demo, page);
  demo.mock.faults.add({ operation: 'cards.update', leg: 2, effect: { kind: 'lose-reply' } });
  await askToFreeze(page);
  await approve(page);
  await see(page, /^The connection was lost/);
  await seeCard(page, 'Frozen');
});

test('a backend that cannot be reached at the start can be tried again, and an ended login leads back', async () => {
  const demo = await startStage();
  const { page, context } = await visit(demo, { expected: failures });
  await signUp(page);
  await page.route('**/api/overview', (route) => route.abort());
  await page.reload();
  await title(page, 'Your wallet cannot be opened').waitFor();
  await page.unroute('**/api/overview');
  await button(page, 'Try again').click();
  await signInByCode(demo, page);
  await button(page, 'Add a passkey').and(page.locator(':enabled')).waitFor();
  await context.clearCookies();
  await button(page, /^Freeze the card/).click();
  await title(page, 'Open your wallet').waitFor();
});

test('a browser without passkeys, which cannot keep keys, uses codes until the reload', async () => {
  const demo = await startStage();
  const { page } = await visit(demo, {
    initScript: () => {
      Reflect.deleteProperty(window, 'PublicKeyCredential');
      Object.defineProperty(window, 'indexedDB', { value: undefined });
    },
  });
  await signUp(page);
  await see(page, 'No passkeys in this browser');
  await signInByCode(demo, page);
  await see(page, 'This browser does not keep keys');
  await page.reload();
  await title(page, 'Unlock your wallet').waitFor();
});
