import { afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '../../test/eventually.ts';
import { button, hasFocus, text } from '../../test/ui/elements.ts';
import { describeCard, freeze, translate } from '../../test/ui/question.ts';
import { englishTexts } from '../approval/words/english.ts';
import { WalletError } from '../errors/wallet-error.ts';
import type { ReviewedAction } from '../signing/review.ts';
import { defineElements, english } from './index.ts';

beforeAll(() => defineElements());
afterEach(() => document.body.replaceChildren());

const nothing = async () => undefined;

function reviewer() {
  const element = document.createElement('payments-review');
  document.body.append(element);
  return element;
}

/** The words of a row, by its label. */
const cellOf = (label: string) =>
  document.querySelector('payments-review')?.shadowRoot?.querySelector(`[data-label="${label}"] dd`)
    ?.textContent;
const approve = () => button(englishTexts.headings['card.FROZEN']);
const isArmed = (act = approve()) => expect.element(act).toBeEnabled();

it('shows each fact in a row and what the text proves, and signs what is approved', async () => {
  const { review } = reviewer();
  const decided = review('{"exact":"\u202Etext"}', { ...freeze, accountId: 'W' }, describeCard);
  const dialog = page.getByRole('dialog', { name: 'Freeze card' });
  await expect.element(dialog).toBeVisible();
  expect(['card', 'state', 'id', 'account'].map(cellOf)).toEqual([
    '•••• 4242',
    'Frozen',
    'Card:1',
    'W',
  ]);
  const cells = [...dialog.element().querySelectorAll<HTMLElement>('dd, bdi, pre')];
  expect(cells.filter(({ translate }) => translate)).toEqual([]);
  await expect.element(text(englishTexts.proof.shown)).toBeVisible();
  await hasFocus(button(englishTexts.refuse));
  await text(englishTexts.details).click();
  await expect.element(text('{"exact":"[U+202E]text"}')).toBeVisible();
  await page.viewport(320, 600);
  expect(dialog.element().getBoundingClientRect().width).toBeLessThanOrEqual(320 - 32);
  await page.viewport(600, 1_000);
  await isArmed();
  await approve().click();
  expect(await decided).toBe(true);
});

it('says why nothing can be approved once a translator has changed its names', async () => {
  const decided = reviewer().review('', freeze, describeCard);
  await isArmed();
  const dialog = page.getByRole('dialog').element();
  translate(true, dialog);
  await expect.element(dialog.querySelector<HTMLElement>('.approve')).toBeEnabled();
  translate(false, dialog);
  await expect.element(dialog.querySelector<HTMLElement>('.approve')).toBeDisabled();
  expect(dialog.querySelector('.problem')?.textContent).toBe(englishTexts.covered);
  await userEvent.keyboard('{Escape}');
  expect(await decided).toBe(false);
});

it('has room for each row where a person has enlarged the text alone', async () => {
  const root = document.documentElement;
  onTestFinished(() => root.removeAttribute('style'));
  await page.viewport(320, 480);
  root.style.fontSize = '200%';
  const decided = reviewer().review('', freeze, describeCard);
  await isArmed(button(englishTexts.refuse));
  const dialog = page.getByRole('dialog').element();
  // It begins with its title, although the button that has the focus is at its end.
  expect(dialog.scrollTop).toBe(0);
  for (const row of dialog.querySelectorAll('.row')) {
    row.scrollIntoView();
    const { left, top, bottom } = row.getBoundingClientRect();
    for (const y of [top + 4, bottom - 4]) {
      const found = (row.getRootNode() as ShadowRoot).elementFromPoint(left + 4, y);
      expect([row.textContent, row.contains(found)]).toEqual([row.textContent, true]);
    }
  }
  await button(englishTexts.refuse).click();
  expect(await decided).toBe(false);
  await page.viewport(600, 1_000);
});

it('the button says an act that nobody can take back in its color', async () => {
  const change = { ...freeze.change, input: { id: 'Card:1', state: 'CLOSED' } };
  const decided = reviewer().review('', { ...freeze, change }, describeCard);
  await expect.element(button('Close card for good')).toHaveClass('final');
  await button(englishTexts.refuse).click();
  expect(await decided).toBe(false);
});

it('cannot approve a change whose resource could not be read', async () => {
  const { review } = reviewer();
  const decided = review('', freeze, () => Promise.reject(new Error('offline')));
  await expect.element(text(englishTexts.unread)).toBeVisible();
  expect(cellOf('id')).toBe('Card:1');
  await expect.element(approve()).toBeDisabled();
  await button(englishTexts.refuse).click();
  expect(await decided).toBe(false);
});

const amount = { amount: '150.00', currency: 'USD' };
const pay: ReviewedAction = {
  kind: 'action',
  action: 'pay',
  input: { memo: 'words of the page' },
  change: { operation: 'quotes.execute', input: { quoteId: 'Quote:1' } },
  strength: 'unreadable',
};
const paying = (name: string) => async () =>
  ({
    ...({ id: 'Quote:1', kind: 'payment', sends: amount, receives: amount } as const),
    receiver: { name, ending: '6789' },
  }) as const;

it.each<[string, string, boolean]>([
  ['words of ours', 'your own account', false],
  ['a sentence', 'Nobody. This is a test only. No money moves', false],
  ['quotation marks', 'Ada”, account ending 1111, “', false],
  ['another script', 'עדה 1111', false],
  ['two scripts', '\u0410da', true],
  ['an override, and great length', `\u202e${'A'.repeat(5_000)}`, true],
  ['a quoted local part', '"ada@example.com"@evil.example', true],
])('attack: a name with %s stands alone in its element', async (_what, name, isOdd) => {
  const { review } = reviewer();
  const decided = review('', pay, paying(name));
  await expect.element(page.getByRole('dialog', { name: 'Send money' })).toBeVisible();
  const root = document.querySelector('payments-review')?.shadowRoot as ShadowRoot;
  expect(root.querySelector('.approve')?.textContent).toBe('Pay 150.00\u00a0USD');
  const row = root.querySelector('[data-label=receiver]') as HTMLElement;
  const cell = row.querySelector('.foreign') as HTMLElement;
  expect([cell.tagName, cell.dir, cell.childNodes.length]).toEqual(['BDI', 'auto', 1]);
  expect(cell.textContent?.length).toBeLessThanOrEqual(80);
  expect(getComputedStyle(cell).borderTopWidth).toBe('1px');
  const parts = [...root.querySelectorAll('.foreign')].map((one) => one.textContent);
  expect(parts).toContain('•••• 6789');
  expect(row.getBoundingClientRect().height).toBeLessThan(260);
  expect(row.querySelectorAll('.mark').length > 0).toBe(isOdd);
  expect(root.textContent).not.toContain('words of the page');
  await userEvent.keyboard('{Escape}');
  expect(await decided).toBe(false);
});

it('shows one payload at a time; two are not approved by a double click', async () => {
  const { review } = reviewer();
  const first = review('1', freeze, describeCard);
  const passkey = { kind: 'add_passkey', nickname: 'Phone', strength: 'kind' } as const;
  let isSecondDecided = false;
  const second = Promise.resolve(review('2', passkey, nothing)).finally(() => {
    isSecondDecided = true;
  });
  await expect.element(page.getByRole('dialog', { name: 'Freeze card' })).toBeVisible();
  expect(page.getByRole('dialog').elements()).toHaveLength(1);
  await isArmed();
  await approve().dblClick();
  expect(await first).toBe(true);
  await expect.element(page.getByRole('dialog', { name: 'Add a passkey' })).toBeVisible();
  expect(cellOf('nickname')).toBe('Phone');
  await isArmed(button(englishTexts.headings.passkey));
  expect(isSecondDecided).toBe(false);
  await userEvent.keyboard('{Escape}');
  expect(await second).toBe(false);
});

it('attack: a double click on the button of the page does not approve', async () => {
  const { review } = reviewer();
  const decided = vi.fn();
  const opener = document.createElement('button');
  opener.style.cssText = 'position:fixed;inset:0';
  opener.addEventListener('click', async () => decided(await review('', freeze, describeCard)), {
    once: true,
  });
  document.body.append(opener);
  await userEvent.dblClick(opener);
  await isArmed();
  expect(decided).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  await eventually(() => expect(decided).toHaveBeenCalledWith(false));
  opener.remove();
});

it('ends with its challenge or session, and is gone', async () => {
  const { review } = reviewer();
  const life = new AbortController();
  const asked = Promise.resolve(review('', freeze, describeCard, life));
  const next = Promise.resolve(review('', pay, paying('Ada'), life));
  await expect.element(page.getByRole('dialog')).toBeVisible();
  const cause = new WalletError('EXPIRED');
  life.abort(cause);
  await expect(asked).rejects.toBe(cause);
  await expect(next).rejects.toBe(cause);
  expect(page.getByRole('dialog').elements()).toHaveLength(0);
});

it('in a container that hides it, it ends as hidden, and the page is not frozen', async () => {
  const hidden = document.createElement('div');
  hidden.style.display = 'none';
  const element = document.createElement('payments-review');
  hidden.append(element);
  document.body.append(hidden);
  await expect(element.review('', freeze, describeCard)).rejects.toMatchObject({
    code: 'HIDDEN',
  });
  const pressed = vi.fn();
  const below = document.createElement('button');
  below.addEventListener('click', pressed);
  document.body.append(below);
  await userEvent.click(below);
  expect(pressed).toHaveBeenCalled();
  below.remove();
});

it('works above a dialog of the application, and below a body that takes no clicks', async () => {
  const app = document.createElement('dialog');
  document.body.append(app);
  app.showModal();
  document.body.style.pointerEvents = 'none';
  const closed = vi.fn();
  document.addEventListener('keydown', closed, true);
  document.addEventListener('pointerdown', closed);
  try {
    const element = reviewer();
    // As libraries of dialogs do with what is beside their own.
    element.ariaHidden = 'true';
    const { review } = element;
    const decided = review('', freeze, describeCard);
    await isArmed();
    await approve().click();
    expect(await decided).toBe(true);
    const again = review('', freeze, describeCard);
    await isArmed();
    await userEvent.keyboard('{Escape}');
    expect(await again).toBe(false);
    expect([closed.mock.calls.length, app.open]).toEqual([0, true]);
  } finally {
    document.body.style.pointerEvents = '';
    document.removeEventListener('pointerdown', closed);
    document.removeEventListener('keydown', closed, true);
    app.remove();
  }
});

it('refuses when own words fail, and asks for what waits behind', async () => {
  const element = reviewer();
  const cause = new Error('no words for it');
  const failing = {
    more: () => {
      throw cause;
    },
  };
  element.texts = { ...english, review: failing };
  const first = element.review('1', pay, paying('A'.repeat(100)));
  const second = element.review('2', freeze, describeCard);
  await expect(first).rejects.toBe(cause);
  await button(englishTexts.refuse).click();
  expect(await second).toBe(false);
});

it('asks for a refresh only if nobody can read it, and ends what nobody can see', async () => {
  const element = reviewer();
  const refresh = { kind: 'refresh', sessionId: 'Session:1' } as const;
  expect(await element.review('', { ...refresh, strength: 'shown' }, nothing)).toBe(true);
  const asked = element.review('', { ...refresh, strength: 'unreadable' }, nothing);
  await expect.element(page.getByRole('dialog')).toBeVisible();
  const ended = expect(asked).rejects.toMatchObject({ code: 'HIDDEN' });
  element.remove();
  await ended;
  expect(() => element.review('', freeze, describeCard)).toThrow(
    expect.objectContaining({ code: 'HIDDEN' }),
  );
});
