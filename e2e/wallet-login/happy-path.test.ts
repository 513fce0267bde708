import { expect, test } from 'vitest';
import { startStage, useStage, visit } from './support/stage.ts';
import {
  addAndUsePasskey,
  askToFreeze,
  button,
  cardAtService,
  codeInput,
  enterCode,
  lastCode,
  see,
  seeCard,
  signInByCode,
  signUp,
  title,
} from './support/steps.ts';

useStage();

test('a new person signs up, adds a passkey, and freezes and unfreezes a card with it', async () => {
  const demo = await startStage();
  const { page, authenticator } = await visit(demo);
  await title(page, 'Open your wallet').waitFor();
  await signUp(page);
  await signInByCode(demo, page);
  await see(page, '$1,284.50');

  await button(page, 'Add passkey').click();
  await see(page, 'The passkey “This device” was added.');
  expect(await authenticator.count()).toBe(1);
  await button(page, 'Use passkey “This device”').click();
  await see(page, 'Signed in with your passkey.');
  await page.getByText('Signed in by passkey').waitFor();

  await askToFreeze(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
  await dialog.getByText('Only the service can read the text to sign.').waitFor();
  expect(await dialog.innerText()).not.toMatch(/requestId|timestampMs|Card:/);
  await dialog.getByText('The exact text').click();
  await dialog.locator('pre').getByText('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2').waitFor();
  expect(cardAtService(demo)).toBe('ACTIVE');

  await button(page, 'Sign and freeze').click();
  await seeCard(page, 'Frozen');
  expect(cardAtService(demo)).toBe('FROZEN');
  const signed = demo.mock.requests.filter(({ leg, status }) => leg === 2 && status === 200);
  expect(signed.map(({ operation }) => operation)).toContain('cards.update');

  await button(page, /^Unfreeze the card/).click();
  await button(page, 'Sign and unfreeze').click();
  await seeCard(page, 'Active');
  expect(cardAtService(demo)).toBe('ACTIVE');
});

test('a code and a passkey each sign in again; the inspector shows the code', async () => {
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
  await enterCode(page, lastCode(demo));
  await title(page, 'Your wallet').waitFor();
  await addAndUsePasskey(page);

  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await see(page, 'You have signed out. The key is gone from this browser.');
  await button(page, /^Use passkey/).click();
  await title(page, 'Your wallet').waitFor();

  await button(page, 'Log out').click();
  await title(page, 'Open your wallet').waitFor();
  await button(page, 'Log in').click();
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await button(page, 'Log in').last().click();
  await button(page, /^Use passkey/).click();
  await title(page, 'Your wallet').waitFor();
});

test('a change of privacy is signed; a cancelled review signs nothing', async () => {
  const demo = await startStage();
  const { page } = await visit(demo);
  await signUp(page);
  await signInByCode(demo, page);
  const privacy = page.getByRole('switch', { name: 'Wallet privacy' });

  await privacy.click();
  await page.getByRole('dialog', { name: 'Turn wallet privacy on?' }).waitFor();
  await page.keyboard.press('Escape');
  await see(page, 'Not signed');
  expect(await privacy.getAttribute('aria-checked')).toBe('false');

  await privacy.click();
  await button(page, 'Sign the change').click();
  await see(page, 'Wallet privacy is on.');
  expect(await privacy.getAttribute('aria-checked')).toBe('true');

  await askToFreeze(page);
  await button(page, 'Cancel').click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(cardAtService(demo)).toBe('ACTIVE');
});

test('every step works with the keyboard alone', async () => {
  const demo = await startStage();
  const { page } = await visit(demo);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await title(page, 'Open your wallet').waitFor();
  await press('Tab');
  await page.keyboard.type('Grace Hopper');
  await press('Tab');
  await page.keyboard.type('grace@example.com');
  await press('Enter');
  await page.locator('h1:focus', { hasText: 'Unlock your wallet' }).waitFor();
  await button(page, /^Send a code to/).waitFor();
  await press('Tab', 'Enter');
  await codeInput(page).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(lastCode(demo));
  await press('Enter');
  await page.locator('h1:focus', { hasText: 'Your wallet' }).waitFor();

  const freeze = button(page, /^Freeze the card/);
  await freeze.focus();
  await press('Enter');
  await page.getByRole('dialog').locator(':focus').waitFor();
  await press('Escape');
  await freeze.and(page.locator(':focus')).waitFor();
  expect(await page.title()).toBe('Your wallet · Larch');
});
