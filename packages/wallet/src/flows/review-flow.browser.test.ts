import { afterEach, expect, it } from 'vitest';
import { manualClock } from '../../test/app/client.ts';
import { eventually } from '../../test/eventually.ts';
import { describeCard, drawQuestion, freeze } from '../../test/ui/question.ts';
import { WalletError } from '../errors/wallet-error.ts';
import type { ReviewedAction } from '../signing/review.ts';
import { german } from '../ui/index.ts';
import { createReview, type ReviewOptions } from './review-flow.ts';

afterEach(() => document.body.replaceChildren());

const HIDDEN_AFTER = 20_000;

/** A review that a component shows, with a question of which every element is there. */
async function asked(options: ReviewOptions & { readonly action?: ReviewedAction } = {}) {
  const { action = freeze, ...rest } = options;
  const reviewing = createReview(rest);
  const { getSnapshot: now, steps } = reviewing;
  const stop = reviewing.subscribe(() => {});
  await Promise.resolve();
  const life = new AbortController();
  let outcome: unknown = 'open';
  const decided = Promise.resolve(reviewing.review('{"exact":1}', action, describeCard, life));
  void decided.then(
    (isApproved) => {
      outcome = isApproved;
    },
    ({ code }) => {
      outcome = code;
    },
  );
  await eventually(() => expect(now().question).toBeDefined());
  const { question } = now();
  if (question === undefined) throw new Error('Nothing is asked.');
  const whole = drawQuestion(question);
  const end = (cause: WalletError) => life.abort(cause);
  return { now, steps, stop, whole, question, end, outcome: () => outcome };
}

const answerable = (now: () => { status: string }) =>
  eventually(() => expect(now().status).toBe('answerable'));

it('asks in words, and approves after every row was in sight', async () => {
  const { now, steps, whole, question, outcome } = await asked({ texts: german });
  expect(question.title.text).toBe('Karte sperren');
  expect(question.rows.map(({ label, value }) => [label, value])).toEqual([
    ['Karte', '•••• 4242'],
    ['Referenz', 'Card:1'],
    ['Neuer Zustand', 'Gesperrt'],
    ['Im Text steht', 'exact: 1'],
  ]);
  expect([question.payload, question.words.approve]).toEqual(['{"exact":1}', 'Zustimmen']);
  steps.approve();
  steps.watch(whole);
  steps.approve();
  await answerable(now);
  expect(outcome()).toBe('open');
  steps.approve();
  await eventually(() => expect(outcome()).toBe(true));
  expect(now()).toEqual({ status: 'idle', question: undefined, error: undefined });
});

/** Ways to show something other than the question. */
const attacks: readonly (readonly [string, (whole: HTMLElement, row: HTMLElement) => void])[] = [
  ['leaves a row out', (_whole, row) => row.remove()],
  ['shows another value', (_whole, row) => row.lastChild?.replaceWith('Card:2')],
  ['shows a row of its own', (whole, row) => whole.append(Object.assign(row.cloneNode(true)))],
  ['has a row outside of the question', (_whole, row) => document.body.append(row)],
  ['has a row that nobody can see', (_whole, row) => row.style.setProperty('opacity', '0.01')],
  ['moves a row out of sight', (_whole, row) => row.style.setProperty('margin-left', '-999px')],
];

it.each(attacks)('attack: a page that %s gets no signature', async (_what, change) => {
  const clock = manualClock();
  const { steps, whole, question, outcome, now } = await asked({ clock });
  const id = question.rows.find(({ value }) => value === 'Card:1')?.id;
  change(whole, whole.querySelector(`[data-row="${id}"]`) as HTMLElement);
  steps.watch(whole);
  await eventually(() => {
    clock.advance(HIDDEN_AFTER);
    steps.approve();
    expect(outcome()).toBe('HIDDEN');
  });
  expect(now().status).toBe('idle');
});

it('attack: a row that is changed after it was read is to be read again', async () => {
  const { now, steps, whole, outcome } = await asked();
  steps.watch(whole);
  await answerable(now);
  const value = whole.querySelector('[data-row="2"]')?.lastChild as HTMLElement;
  value.textContent = 'Card:2';
  steps.approve();
  expect([now().status, outcome()]).toEqual(['reading', 'open']);
  value.textContent = 'Card:1';
  steps.approve();
  expect(now().status).toBe('reading');
  await answerable(now);
  steps.approve();
  await eventually(() => expect(outcome()).toBe(true));
});

it('says what to change where nothing shows the question', async () => {
  const reviewing = createReview();
  expect(() => reviewing.review('', freeze, describeCard, new AbortController())).toThrow(
    expect.objectContaining({ code: 'HIDDEN', message: expect.stringContaining('useReview') }),
  );
  const clock = manualClock();
  const { now, outcome } = await asked({ clock });
  clock.advance(HIDDEN_AFTER);
  await eventually(() => expect(outcome()).toBe('HIDDEN'));
  expect(now().error?.message).toContain('data-row');
  expect(now().error?.message).toContain('title, proof, 1, 2, 3, 4');
});

it('ends with its challenge and with its component, and can be refused', async () => {
  const first = await asked();
  first.end(new WalletError('EXPIRED'));
  await eventually(() => expect(first.outcome()).toBe('EXPIRED'));
  expect(first.now()).toMatchObject({ status: 'idle', error: { code: 'EXPIRED' } });
  const second = await asked();
  second.stop();
  await eventually(() => expect(second.outcome()).toBe('HIDDEN'));
  const third = await asked();
  third.steps.refuse();
  await eventually(() => expect(third.outcome()).toBe(false));
});
