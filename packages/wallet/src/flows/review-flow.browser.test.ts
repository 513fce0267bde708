import { afterEach, expect, it, onTestFinished } from 'vitest';
import { manualClock } from '../../test/app/client.ts';
import { eventually } from '../../test/eventually.ts';
import { describeCard, drawQuestion, freeze, translate } from '../../test/ui/question.ts';
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
  expect([question.payload, question.words.approve]).toEqual(['{"exact":1}', 'Karte sperren']);
  steps.approve();
  steps.watch(whole);
  steps.approve();
  await answerable(now);
  expect(outcome()).toBe('open');
  steps.approve();
  await eventually(() => expect(outcome()).toBe(true));
  expect(now()).toEqual({ status: 'idle', question: undefined, error: undefined });
});

type Change = (whole: HTMLElement, row: HTMLElement) => void;
const style = (element: Element, css: string) => element.setAttribute('style', css);
const above = (css: string, isPopover = false) => {
  const cover = document.body.appendChild(document.createElement('div'));
  style(cover, `position:fixed;inset:0;width:100%;height:100%;${css}`);
  cover.popover = isPopover ? 'manual' : null;
  return cover;
};

/** Ways to show something other than the question. */
const attacks: readonly (readonly [string, Change])[] = [
  ['leaves a row out', (_whole, row) => row.remove()],
  ['shows another value', (_whole, row) => row.lastChild?.replaceWith('Card:2')],
  ['shows a row of its own', (whole, row) => whole.append(row.cloneNode(true))],
  ['has a row outside of the question', (_whole, row) => document.body.append(row)],
  ['has a row that nobody can see', (_whole, row) => style(row, 'opacity:.01')],
  ['moves a row out of sight', (_whole, row) => style(row, 'margin-left:-999px')],
  ['fades its dialog', (whole) => style(whole, 'opacity:.2')],
  ['filters what is around', () => style(document.body, 'filter:opacity(.1)')],
  ['masks its dialog', (whole) => style(whole, 'mask-image:linear-gradient(transparent,#0001)')],
  ['cuts its dialog', (whole) => style(whole, 'clip-path:inset(0 0 99% 0)')],
  ['makes everything small', (whole) => style(whole, 'transform:scale(.2)')],
  ['turns its dialog around', (whole) => style(whole, 'rotate:180deg')],
  ['mirrors a row', (_whole, row) => style(row, 'transform:scaleX(-1)')],
  ['hides a value', (_whole, row) => style(row.lastElementChild as Element, 'opacity:0')],
  [
    'has a value of no size',
    (_whole, row) => style(row.lastElementChild as Element, 'font-size:0'),
  ],
  ['draws its letters as dots', () => style(document.body, '-webkit-text-security:disc')],
  ['draws its letters above each other', () => style(document.body, 'letter-spacing:-1em')],
  ['cuts a value off', (_whole, row) => style(row, 'width:6em;overflow:hidden;white-space:nowrap')],
  ['has a value without a color', (_whole, row) => style(row, 'color:transparent')],
  ['has white on white', (whole) => style(whole, 'color:#fff;background:#fefefe')],
  ['indents a value out of sight', (_whole, row) => style(row, 'text-indent:-99em;overflow:clip')],
  ['has a cover', () => above('background:#fff')],
  ['has a cover that takes no clicks', () => above('background:#fff;pointer-events:none')],
  [
    'is in a tab that nobody sees',
    () => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    },
  ],
  ['opens a cover above its dialog', () => above('background:#fff', true).showPopover()],
  ['is translated by a browser that heeds no mark', () => translate(false)],
];
/** What leaves the question as it is. */
const harmless: typeof attacks = [
  ['changes nothing', () => {}],
  // Once it is watched.
  ['is translated by a browser that heeds its mark', () => queueMicrotask(() => translate(true))],
];

/** Two frames: what is in sight was reported, and styles were looked at again. */
const reported = (clock: ReturnType<typeof manualClock>) =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(clock.advance(600))));
  });

it.each([...attacks, ...harmless])(
  'attack: a page that %s gets no signature',
  async (what, change) => {
    const clock = manualClock();
    const { steps, whole, question, outcome } = await asked({ clock });
    onTestFinished(() => document.body.removeAttribute('style'));
    onTestFinished(() => void Reflect.deleteProperty(document, 'hidden'));
    const id = question.rows.find(({ value }) => value === 'Card:1')?.id;
    steps.watch(whole);
    // After the question is asked, as a script of the page does.
    change(whole, whole.querySelector(`[data-row="${id}"]`) as HTMLElement);
    for (let round = 0; round < 12 && outcome() === 'open'; round += 1) {
      await reported(clock);
      steps.approve();
    }
    expect(outcome() === true).toBe(harmless.some(([name]) => name === what));
  },
);

it('is read below an empty box for messages, beside words for screen readers, and in a dialog', async () => {
  const { now, steps, whole, outcome } = await asked();
  above('pointer-events:none');
  const dialog = document.body.appendChild(document.createElement('dialog'));
  style(document.body, 'opacity:.9');
  onTestFinished(() => document.body.removeAttribute('style'));
  const words = document.createElement('small');
  words.textContent = 'for screen readers';
  style(words, 'position:absolute;clip-path:inset(50%);font-size:1px');
  whole.querySelector('[data-row="1"]')?.append(words);
  dialog.append(whole);
  dialog.showModal();
  dialog.animate({ opacity: [0, 1] }, 100);
  steps.watch(dialog);
  await answerable(now);
  steps.approve();
  await eventually(() => expect(outcome()).toBe(true));
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
