import { expect, test } from 'vitest';
import { startStage, useStage, visit } from './support/stage.ts';
import {
  addAndUsePasskey,
  button,
  codeInput,
  enterCode,
  lastCode,
  see,
  signInByCode,
  signUp,
  title,
} from './support/steps.ts';

useStage();

/** Chromium's console message for every response that is a refusal. */
const refusals = /the server responded with a status of 4\d\d/;

test('a wrong code is reported, and the correct code then signs in', async () => {
  const demo = await startStage();
  const { page } = await visit(demo, { expected: refusals });
  await signUp(page);
  await button(page, /^Send a code to/).click();
  await enterCode(page, '999999');
  await see(page, 'That is not the code');
  await codeInput(page).and(page.locator('[aria-invalid="true"]:focus')).waitFor();
  await button(page, /^Another code in \d+ seconds?$/).waitFor();
  await enterCode(page, ` ${lastCode(demo)} `);
  await title(page, 'Your wallet').waitFor();
});

test('too many attempts are refused, and the page shows the wait', async () => {
  const demo = await startStage();
  const { page } = await visit(demo, { expected: refusals });
  await signUp(page);
  await button(page, /^Send a code to/).click();
  await codeInput(page).waitFor();
  const retryAfter = 4_000_000;
  const effect = { kind: 'answer', status: 429, code: 'RATE_LIMITED', retryAfter } as const;
  demo.mock.faults.add({ operation: 'credentials.verify', effect });
  await enterCode(page, lastCode(demo));
  // The person's clock runs while the machine does other things: only the magnitude is certain.
  const wait = /Try again in (?:[45]\d|6[0-7]) minutes\./;
  await see(page, wait);
  await enterCode(page, lastCode(demo));
  await see(page, wait);
  const tried = demo.mock.requests.filter(({ operation }) => operation === 'credentials.verify');
  expect(tried).toHaveLength(1);
});

test('an expired code leads to requesting another one', async () => {
  const demo = await startStage();
  const { page } = await visit(demo, { expected: refusals });
  await signUp(page);
  await button(page, /^Send a code to/).click();
  await codeInput(page).waitFor();
  demo.mock.clock.advance({ minutes: 6 });
  await enterCode(page, lastCode(demo));
  await see(page, 'The code has expired');
});

test('a cancelled passkey changes nothing, when adding it and when signing in', async () => {
  const demo = await startStage();
  const { page, authenticator } = await visit(demo);
  await signUp(page);
  await signInByCode(demo, page);
  await authenticator.refuse();
  await button(page, 'Add passkey').click();
  await see(page, 'Passkey cancelled');
  expect(await authenticator.count()).toBe(0);
  await authenticator.answer();
  await addAndUsePasskey(page);

  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await title(page, 'Unlock your wallet').waitFor();
  await authenticator.refuse();
  const use = button(page, /^Use passkey/);
  await use.click();
  // The person knows that nothing was done: nothing is shown.
  await use.and(page.locator(':focus:enabled')).waitFor();
  expect(await page.getByRole('alert').innerText()).toBe('');
  await authenticator.answer();
  await use.click();
  await title(page, 'Your wallet').waitFor();
});

test('a device that already has a passkey is recognised', async () => {
  const demo = await startStage();
  const { page } = await visit(demo);
  await signUp(page);
  await signInByCode(demo, page);
  await addAndUsePasskey(page);
  await button(page, 'Add another passkey').click();
  await button(page, 'Add passkey').click();
  await see(page, 'This device has one already');
});

test('a browser without passkeys uses codes', async () => {
  const demo = await startStage();
  const { page } = await visit(demo, {
    initScript: () => {
      Reflect.deleteProperty(window, 'PublicKeyCredential');
    },
  });
  await signUp(page);
  await see(page, 'No passkeys in this browser');
  await signInByCode(demo, page);
  await see(page, 'No passkeys in this browser');
});

test('in a browser that cannot keep keys, the page shows a notice and works until the reload', async () => {
  const demo = await startStage();
  const { page } = await visit(demo, {
    initScript: () => {
      Object.defineProperty(window, 'indexedDB', { value: undefined });
    },
  });
  await signUp(page);
  await signInByCode(demo, page);
  await see(page, 'This browser does not keep keys');
  await page.reload();
  await title(page, 'Unlock your wallet').waitFor();
});

test('too many sign-ups are stopped, and the page shows for how long', async () => {
  const rate = { points: 1, duration: 3_600 };
  const demo = await startStage({ limits: { signUp: rate, logIn: rate } });
  const { page } = await visit(demo, { expected: refusals });
  await signUp(page);
  await button(page, 'Log out').click();
  await page.getByLabel('Name').fill('Another Ada');
  await page.getByLabel('E-mail address').fill('other@example.com');
  await button(page, 'Sign up').click();
  await see(page, 'Too many attempts');
  await see(page, /You can try again in (?:[45]\d|60) minutes\./);
});

test("the platform's errors about an address are shown", async () => {
  const demo = await startStage();
  const { page } = await visit(demo, { expected: refusals });
  await signUp(page);
  await button(page, 'Log out').click();
  await page.getByLabel('Name').fill('Another Ada');
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await button(page, 'Sign up').click();
  await see(page, 'This address has an account');
  await button(page, 'Log in').click();
  await page.getByLabel('E-mail address').fill('nobody@example.com');
  await button(page, 'Log in').last().click();
  await see(page, 'No account has this address');
});
