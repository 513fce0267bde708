import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectToBrowser } from '../support/one-browser.ts';
import { PATIENCE, type Person, signedIn } from './support/person.ts';
import { type SignerStage, startSignerStage } from './support/stage.ts';

let browser: Browser;
let stage: SignerStage;
let person: Person;

beforeAll(async () => {
  [browser, stage] = await Promise.all([connectToBrowser(), startSignerStage()]);
  person = await signedIn(await browser.newPage(), stage);
}, 2 * PATIENCE);
afterAll(async () => {
  await browser.close();
  await stage.close();
});
beforeEach(() => person.open());

async function beginPayment(fullName: string): Promise<void> {
  const quoteId = await stage.newPayment(person.account.accountId, fullName);
  await person.begin('pay', { quoteId, to: 'Somebody else', amount: '1.00 USD' });
}

/** The values of the prompt, by the name of their row. */
const rows = () =>
  person
    .frame()
    .locator('.row')
    .evaluateAll((all) =>
      Object.fromEntries(
        all.map((row) => [
          (row as HTMLElement).dataset.label,
          row.querySelector('dd')?.textContent,
        ]),
      ),
    );

/** Unlike a click, Chromium does not drop a key on a frame that has just appeared. */
const refuse = () => person.refuse().press('Escape');

it('names amount and receiver of a payment as the service has them, and signs it', async () => {
  await beginPayment('Ada Lovelace');
  await person.frame().getByRole('alertdialog', { name: 'Send money' }).waitFor();
  expect(await rows()).toMatchObject({
    receiver: 'Ada Lovelace',
    receiverEnding: '•••• 6789',
    sends: '150.00 USD',
    fees: expect.stringMatching(/^\d+\.\d\d USD$/),
    from: person.account.accountId,
    quoteId: expect.stringMatching(/^Quote:/),
  });
  expect(await person.frame().locator('main').innerText()).not.toMatch(/Somebody else|1\.00 USD/);
  await person.isApprovable();
  // A browser that translates the page leaves the amount as it is.
  expect(await person.approve().getAttribute('translate')).toBe('no');
  await person.approve().click();
  expect(await person.outcome()).toMatchObject({ status: 'PROCESSING' });
});

it.each([
  ['describes another card', { id: 'Card:another', kind: 'card', last4: '1111' }],
  ['cannot be asked', null],
])('attack: nothing is approved while the relay %s', async (_what, description) => {
  stage.swapDescription(description);
  const cardId = stage.newCard(person.account.accountId);
  try {
    await person.begin('freezeCard', { cardId });
    await person.frame().getByText(cardId).waitFor();
    await person.frame().getByText('You can only refuse').waitFor();
    await person.typeCode();
    await expect.poll(() => person.approve().isDisabled(), { timeout: PATIENCE }).toBe(true);
    await person.approve().dispatchEvent('click');
    expect(await person.frame().locator('main').innerText()).not.toContain('•••• 1111');
    await refuse();
    expect(await person.outcome()).toBe('REFUSED_BY_PERSON');
    expect(await stage.cardState(cardId)).toBe('ACTIVE');
  } finally {
    stage.swapDescription(undefined);
  }
});
