import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  callRelay,
  findKeys,
  framePage,
  greetSigner,
  hookCryptography,
  pollutePrototype,
  replayRuns,
  stopSigner,
} from '../signer/attacks/in-page.ts';
import { type SignerStage, startSignerStage, type TestAccount } from '../signer/support/stage.ts';
import type { Driver, EngineName } from './driver.ts';
import { launch } from './provider.ts';
import { eventually } from './wait.ts';

let engine: Driver;
let stage: SignerStage;
/** Signed in once: the signer's relay limits how often a person signs in. */
let account: TestAccount;

beforeAll(async () => {
  [engine, stage] = await Promise.all([
    launch(process.env.ENGINE as EngineName),
    startSignerStage(),
  ]);
  account = stage.newAccount();
  expect(await open()).toBe('signed-out');
  await signIn(account);
}, 180_000);
afterAll(async () => {
  await engine.close();
  await stage.close();
});

type InPage = (argument: never) => unknown;

/** Runs a function in the page, or in its first frame. */
const run = (attack: InPage, argument?: unknown) =>
  engine.call(engine.firstTab, `return (${attack})(args);`, argument);
const runInFrame = (attack: InPage, argument?: unknown) =>
  engine.callInFrame(engine.firstTab, `return (${attack})(args);`, argument);
const page = (body: string, argument?: unknown) => engine.call(engine.firstTab, body, argument);
const frame = (body: string, argument?: unknown) =>
  engine.callInFrame(engine.firstTab, body, argument);

async function openPage(origin: string): Promise<void> {
  await engine.goto(engine.firstTab, origin);
  await engine.until(engine.firstTab, 'window.test !== undefined');
}

/** Opens the application, attacks its page, and returns the status of the wallet. */
async function open(attack?: InPage, { accountId } = account): Promise<unknown> {
  await openPage(stage.app.origin);
  if (attack !== undefined) await run(attack);
  return page('return window.test.open(args.signer, args.accountId);', {
    signer: stage.signer.origin,
    accountId,
  });
}

const signIn = ({ emailId }: TestAccount) =>
  page("await (await window.test.wallet.emailOtp(args).send()).verify('000000');", emailId);

/** Starts freezing a card; `outcome()` resolves to its result or error code. */
const beginFreeze = (cardId: string) =>
  page(
    `const { test } = window;
     window.outcome = test.attempt(() => test.wallet.run('freezeCard', { cardId: args }));`,
    cardId,
  );
const outcome = () => page('return window.outcome;');

interface Place {
  readonly x: number;
  readonly y: number;
}

/** The middle of an element of the signer's prompt in the window, once it can be used. */
function placeOf(selector: string, label = ''): Promise<Place> {
  return eventually(async () => {
    const inside = (await frame(
      `const found = [...document.querySelectorAll(args.selector)];
       const element = found.find(({ textContent }) => textContent.includes(args.label));
       if (element === undefined || element.disabled) return null;
       element.scrollIntoView();
       const { x, y, width, height } = element.getBoundingClientRect();
       return { x: x + width / 2, y: y + height / 2 };`,
      { selector, label },
    )) as Place | null;
    if (inside === null) throw new Error(`${selector} cannot be used yet`);
    const outside = (await page(
      `const { x, y } = document.querySelector('iframe').getBoundingClientRect();
       return { x, y };`,
    )) as Place;
    return { x: Math.round(outside.x + inside.x), y: Math.round(outside.y + inside.y) };
  });
}

/** Clicks on an element; again, if the prompt moved after its place was read. */
function clickOn(selector: string, label?: string): Promise<unknown> {
  return eventually(async () => {
    const { x, y } = await placeOf(selector, label);
    return engine.inTab(engine.firstTab, (commands) => commands.click(x, y));
  });
}

/** Approves as a person does in an engine that cannot detect a covered prompt: by typing the code. */
async function approve(): Promise<void> {
  // Keys are lost when the prompt moved after its place was read, and the click missed the field.
  await eventually(async () => {
    await clickOn('main input');
    const code = await frame(
      `const field = document.querySelector('main input');
       field.value = '';
       const [, code] = document.body.innerText.match(/Type (\\d{4})/) ?? [];
       return document.activeElement === field ? code : undefined;`,
    );
    if (typeof code !== 'string') throw new Error('The field of the code does not have the focus.');
    await engine.inTab(engine.firstTab, (commands) => commands.type(code, 'main input'));
    const typed = await frame(`return document.querySelector('main input').value;`);
    if (typed !== code) throw new Error(`The field has ${typed} instead of ${code}.`);
  });
  await clickOn('main button', 'Approve');
}

it('the page cannot find a key in storage, in the frame or in its messages', async () => {
  expect(await open()).toBe('active');
  expect(await run(findKeys)).toEqual({
    databases: 0,
    reached: 'SecurityError',
    stamp: 'STAMP_DISABLED',
  });
});

it('hooked functions receive nothing from a sign-in, a refresh or a sign-out', async () => {
  const other = stage.newAccount();
  await open(hookCryptography, other);
  await signIn(other);
  const ended = await page(
    'await window.test.wallet.refresh(); return window.test.wallet.signOut();',
  );
  expect(ended).toEqual({ revoked: true, wiped: true });
  expect(await page('return window.seen;')).toEqual([]);
});

it('a foreign page gets no response, nor does a page in the frame of another', async () => {
  const { app, foreign, signer } = stage;
  await openPage(app.origin);
  expect(await run(greetSigner, signer.origin)).toBe('responds');
  await openPage(foreign.origin);
  expect(await run(greetSigner, signer.origin)).toBe('ignored');
  await openPage(foreign.origin);
  await run(framePage, app.origin);
  expect(await runInFrame(greetSigner, signer.origin)).toBe('ignored');
});

it('a foreign page gets no response in a browser that does not list the frames around the signer', async () => {
  const listing = engine;
  // A setting of Firefox, for its older versions; WebKit always lists them.
  engine = await launch(process.env.ENGINE as EngineName, {
    'dom.location.ancestorOrigins.enabled': false,
  });
  try {
    await openPage(stage.foreign.origin);
    const isListed = await page("return 'ancestorOrigins' in location;");
    expect(isListed).toBe(process.env.ENGINE === 'webkit');
    expect(await run(greetSigner, stage.signer.origin)).toBe('ignored');
  } finally {
    await engine.close();
    engine = listing;
  }
});

it("the page cannot call the signer's relay", async () => {
  await openPage(stage.app.origin);
  expect(await run(callRelay, stage.signer.origin)).toBe('TypeError');
});

it('a click and a code that a script makes in the prompt do not approve', async () => {
  expect(await open()).toBe('active');
  const cardId = stage.newCard(account.accountId);
  await beginFreeze(cardId);
  await placeOf('main input');
  await frame(
    `const input = document.querySelector('main input');
     input.value = document.body.innerText.match(/Type (\\d{4})/)[1];
     input.dispatchEvent(new Event('input'));
     for (const button of document.querySelectorAll('main button')) {
       if (button.textContent.includes('Approve')) button.click();
     }`,
  );
  expect(await stage.cardState(cardId)).toBe('ACTIVE');
  expect(await frame(`return document.querySelectorAll('main').length;`)).toBe(1);
});

it('a person approves by typing the code; a repeated call then has no effect', async () => {
  expect(await open()).toBe('active');
  const cardId = stage.newCard(account.accountId);
  await beginFreeze(cardId);
  await approve();
  expect(await outcome()).toMatchObject({ state: 'FROZEN' });

  expect(await run(replayRuns)).toEqual({ calls: 1, responses: 0 });
  expect(await frame(`return document.querySelectorAll('main').length;`)).toBe(0);
});

it('fields on the prototype of all objects of the page approve and allow nothing', async () => {
  expect(await open(pollutePrototype)).toBe('active');
  const cardId = stage.newCard(account.accountId);
  expect(await run(findKeys)).toMatchObject({ stamp: 'STAMP_DISABLED' });
  await beginFreeze(cardId);
  await placeOf('main input');
  expect(await stage.cardState(cardId)).toBe('ACTIVE');
});

it.each([
  ['is stopped', () => runInFrame(stopSigner)],
  ['is loaded again', () => frame('setTimeout(() => location.reload());')],
  ['is removed', () => page("document.querySelector('iframe').remove();")],
])(
  'a change under way ends when the frame %s, and the next call opens it again',
  async (_how, end) => {
    expect(await open()).toBe('active');
    const cardId = stage.newCard(account.accountId);
    await beginFreeze(cardId);
    await placeOf('main input');
    await end();
    expect(await outcome()).toBe('OUTCOME_UNKNOWN');
    expect(await stage.cardState(cardId)).toBe('ACTIVE');
    await beginFreeze(cardId);
    await placeOf('main input');
    expect(await page(`return document.querySelectorAll('iframe').length;`)).toBe(1);
  },
);
