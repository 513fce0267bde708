import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translate } from '../../packages/wallet/test/ui/question.ts';
import {
  addStyles,
  findKeys,
  framePage,
  greetSigner,
  pollutePrototype,
  replayRuns,
} from '../signer/attacks/in-page.ts';
import { type SignerStage, startSignerStage, type TestAccount } from '../signer/support/stage.ts';
import { type Driver, type EngineName, eventually } from './driver.ts';
import { testPageData } from './page-data.ts';
import { launch } from './provider.ts';

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
  stage.headers.app = { 'cross-origin-opener-policy': 'same-origin-allow-popups' };
  expect(await open()).toBe('signed-out');
  await page(
    "await (await window.test.wallet.emailOtp(args).send()).verify('000000');",
    account.emailId,
  );
});
afterAll(async () => {
  await engine.close();
  await stage.close();
});

/** WebKitGTK has no passkeys, and not every setting. */
const inFirefox = it.runIf(process.env.ENGINE === 'firefox');

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
async function open(attack?: InPage): Promise<unknown> {
  await openPage(stage.app.origin);
  if (attack !== undefined) await run(attack);
  return page('return window.test.open(args.signer, args.accountId);', {
    signer: stage.signer.origin,
    accountId: account.accountId,
  });
}

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

/** The middle of an element of the signer's prompt in the window; throws if it cannot be used yet. */
async function placeOnce(selector: string, label: string): Promise<Place> {
  const inside = (await frame(
    `const found = [...document.querySelectorAll(args.selector)];
     const element = found.find(({ textContent }) => textContent.includes(args.label));
     if (element === undefined || element.disabled) return null;
     element.scrollIntoView();
     window.isPressed = false;
     element.addEventListener('click', () => { window.isPressed = true; });
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
}

const isAsked = () => eventually(() => placeOnce('main button', 'Open window'));

/** Presses the button once: a second click, while the window opens, would meet the next question. */
const pressOpenWindow = () =>
  eventually(async () => {
    const { x, y } = await placeOnce('main button', 'Open window');
    await engine.inTab(engine.firstTab, (commands) => commands.click(x, y));
    if (await frame('return window.isPressed;')) return;
    throw new Error('The question moved after its place was read.');
  });

/** The window of the signer, which the person opens from its frame, and its code. */
async function openWindow(): Promise<{ readonly window: string; readonly code: string }> {
  await pressOpenWindow();
  const window = await eventually(async () => {
    const tabs = await engine.inTab(engine.firstTab, (commands) => commands.tabs());
    const found = tabs.find((tab) => tab !== engine.firstTab);
    if (found === undefined) throw new Error('No window was opened.');
    return found;
  });
  return { window, code: await codeOf(window) };
}

/** The code that a window shows now. */
const codeOf = (window: string) =>
  eventually(async () => {
    const found = await engine.call(
      window,
      `const [, code] = document.body.innerText.match(/Type (\\d{4})/) ?? [];
       return code ?? null;`,
    );
    if (typeof found !== 'string') throw new Error('The window shows no code yet.');
    return found;
  });

const isGone = (window: string) =>
  eventually(async () => {
    const tabs = await engine.inTab(engine.firstTab, (commands) => commands.tabs());
    if (tabs.includes(window)) throw new Error('The window is still there.');
  });

/** The button that approves in a window, once it can be used or cannot. */
const button = (window: string, isEnabled = true) =>
  eventually(async () => {
    const found = await engine.call(
      window,
      `const button = document.querySelector('main .approve');
       if (button.disabled) return null;
       const { x, y, width, height } = button.getBoundingClientRect();
       return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };`,
    );
    if ((found === null) === isEnabled) throw new Error(`The button is not as expected: ${found}`);
    return found as Place;
  });

/** Types the code of the window, and waits until it can be approved. */
async function typed() {
  const { window, code } = await openWindow();
  await engine.inTab(window, (commands) => commands.type(code, 'main input'));
  const place = await button(window);
  return { window, approve: () => engine.inTab(window, ({ click }) => click(place.x, place.y)) };
}

/** Approves as a person does in an engine that cannot detect a covered frame: in a window. */
const approve = async () => (await typed()).approve();

/** A card that a person is asked about. */
async function askedCard(): Promise<string> {
  expect(await open()).toBe('active');
  const cardId = stage.newCard(account.accountId);
  await beginFreeze(cardId);
  return cardId;
}

/** The call has ended with a refusal, after which the next test does not wait. */
async function isRefused(): Promise<void> {
  expect(await outcome()).toBe('REFUSED_BY_PERSON');
  await frame(`localStorage.removeItem('payments-wallet:refusals');`);
}

// Before pages are left with an open question: WebKit then goes back to none.
describe('page data', () => testPageData(() => engine));

it('the page cannot find a key in storage, in the frame or in its messages', async () => {
  expect(await open()).toBe('active');
  expect(await run(findKeys)).toEqual({
    databases: 0,
    reached: 'SecurityError',
    stamp: 'STAMP_DISABLED',
  });
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

inFirefox('a foreign page gets no response if the browser does not list frames', async () => {
  // A setting of Firefox, for its older versions; WebKit always lists them.
  const listing = 'dom.location.ancestorOrigins.enabled';
  await engine.prefer({ [listing]: false });
  try {
    await openPage(stage.foreign.origin);
    expect(await page("return 'ancestorOrigins' in location;")).toBe(false);
    expect(await run(greetSigner, stage.signer.origin)).toBe('ignored');
  } finally {
    await engine.prefer({ [listing]: true });
  }
});

it('a click and a code that a script makes in the window do not approve', async () => {
  const cardId = await askedCard();
  const { window, code } = await openWindow();
  const left = await engine.call(
    window,
    `const input = document.querySelector('main input');
     input.value = args;
     input.dispatchEvent(new Event('input'));
     document.querySelector('main .approve').click();
     return document.querySelectorAll('main').length;`,
    code,
  );
  expect([left, await stage.cardState(cardId)]).toEqual([1, 'ACTIVE']);
  await engine.inTab(window, (commands) => commands.closeTab());
  await isRefused();
});

it('a person approves in a window by typing the code; a repeated call then has no effect', async () => {
  await askedCard();
  await approve();
  expect(await outcome()).toMatchObject({ state: 'FROZEN' });

  expect(await run(replayRuns)).toEqual({ calls: 1, responses: 0 });
  expect(await frame(`return document.querySelectorAll('main').length;`)).toBe(0);
});

it('a window that is loaded again has refused, and is gone', async () => {
  await askedCard();
  const { window } = await openWindow();
  await engine.inTab(window, (commands) => commands.reload()).catch(() => {});
  await isGone(window);
  await isRefused();
});

/** Confirms with the device, in the window that the frame offers, until the frame says something else. */
async function useDevice(): Promise<void> {
  const said = async () => String(await frame("return document.querySelector('main')?.innerText;"));
  await eventually(async () => {
    if (!/in a window of their own/.test(await said())) throw new Error('Nothing is asked yet.');
  });
  await pressOpenWindow();
  await eventually(async () => {
    const { length } = await engine.inTab(engine.firstTab, (commands) => commands.tabs());
    if (length === 1 && !/in a window of their own/.test(await said())) return;
    throw new Error('The device was not used yet.');
  });
}

/** Without the window that the page opens in a click, if the browser takes one for it: the frame's is used. */
const beginPasskey = (prepare: string) =>
  page(
    `const { test } = window;
     window.open = () => null;
     const prepared = await test.wallet.${prepare};
     window.outcome = test.attempt(() => prepared.confirm());`,
  );

const addAuthenticator = () =>
  engine.inTab(engine.firstTab, (commands) =>
    commands.addAuthenticator({
      ...({ transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const),
      ...{ isUserVerified: true, isUserConsenting: true },
    }),
  );

inFirefox("a passkey is added and used in a window of the signer's origin", async () => {
  expect(await open()).toBe('active');
  await addAuthenticator();
  await beginPasskey("prepareNewPasskey({ nickname: 'Phone' })");
  await useDevice();
  await approve();
  expect(await outcome()).toMatchObject({ type: 'PASSKEY', nickname: 'Phone' });
  await page('await window.test.wallet.signOut();');
  await beginPasskey('passkey().prepare()');
  await useDevice();
  expect(await outcome()).toMatchObject({ type: 'PASSKEY' });
  expect(await page('return window.test.wallet.state.status;')).toBe('active');
});

inFirefox.each([
  ['', 'BLOCKED_IN_FRAME'],
  ['publickey-credentials-create', 'PASSKEY'],
])('a passkey in a frame with allow="%s" needs a click, and then: %s', async (allow, last) => {
  const { accountId, emailId } = stage.newAccount();
  const search = new URLSearchParams({ account: accountId, email: emailId });
  await openPage(stage.app.origin);
  // Tries to add a passkey at once and in each click on it.
  await page(
    `const frame = document.createElement('iframe');
     Object.assign(frame, { allow: args.allow, src: args.url });
     frame.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%';
     window.outcomes = [];
     addEventListener('message', ({ data }) => window.outcomes.push(data));
     document.body.append(frame);`,
    { allow, url: `${stage.signer.origin}/plain?${search}` },
  );
  await engine.until(engine.firstTab, 'window.outcomes.length >= 1');
  await engine.inTab(engine.firstTab, (commands) => commands.click(100, 100));
  await engine.until(engine.firstTab, 'window.outcomes.length >= 2');
  expect(await page('return window.outcomes;')).toEqual(['CLICK_REQUIRED', last]);
});

it('fields on the prototype of all objects of the page approve and allow nothing', async () => {
  expect(await open(pollutePrototype)).toBe('active');
  const cardId = stage.newCard(account.accountId);
  expect(await run(findKeys)).toMatchObject({ stamp: 'STAMP_DISABLED' });
  await beginFreeze(cardId);
  await isAsked();
  expect(await stage.cardState(cardId)).toBe('ACTIVE');
});

it('attack: the policy of the example lets nothing of others draw on the signer, and a person approves', async () => {
  await engine.goto(engine.firstTab, stage.signer.origin);
  expect(await run(addStyles)).toEqual(['sheet', 'html', 'attribute', 'link']);
  stage.headers.signer = stage.exampleHeaders;
  try {
    await engine.goto(engine.firstTab, stage.signer.origin);
    expect(await run(addStyles)).toEqual([]);
    await askedCard();
    await approve();
    expect(await outcome()).toMatchObject({ state: 'FROZEN' });
  } finally {
    stage.headers.signer = {};
  }
});

it('attack: in a window made too small for its rows, its code approves nothing', async () => {
  const cardId = await askedCard();
  const { window } = await typed();
  await engine.call(window, 'resizeTo(480, 200);');
  await button(window, false);
  const code = await codeOf(window);
  // With Enter.
  await engine.inTab(window, ({ type }) => type(`${code}\ue007`, 'main input'));
  await engine.until(window, "document.querySelector('.problem').textContent.includes('Scroll')");
  expect(await stage.cardState(cardId)).toBe('ACTIVE');
  await engine.inTab(window, (commands) => commands.closeTab());
  await isRefused();
});

it.each([true, false])(
  'a translator that heeds its mark: %s, leaves names and amounts, or nothing is approved',
  async (isHeeded) => {
    const cardId = await askedCard();
    const { window, approve: press } = await typed();
    await engine.call(window, `(${translate})(args)`, isHeeded);
    await button(window, isHeeded);
    await press();
    if (isHeeded) return expect(await outcome()).toMatchObject({ state: 'FROZEN' });
    const said = await engine.call(
      window,
      `return document.querySelector('.problem').textContent;`,
    );
    expect(said).toContain('turn off the translation');
    expect(await stage.cardState(cardId)).toBe('ACTIVE');
    await engine.inTab(window, (commands) => commands.closeTab());
    await isRefused();
  },
);

inFirefox(
  'a question that is printed, with its page, is decided by nobody but the person',
  async () => {
    const cardId = await askedCard();
    const { window, approve: press } = await typed();
    for (const tab of [window, engine.firstTab]) {
      await engine.call(tab, `addEventListener('afterprint', () => { window.printed = true; });`);
      await engine.inTab(tab, (commands) => commands.print?.() ?? Promise.reject(new Error()));
      await engine.until(tab, 'window.printed');
    }
    expect(await stage.cardState(cardId)).toBe('ACTIVE');
    await press();
    expect(await outcome()).toMatchObject({ state: 'FROZEN' });
  },
);

it('a question ends when the clock of the device leaps beyond its challenge', async () => {
  const cardId = await askedCard();
  const { window } = await typed();
  await frame('const { now } = window.Date; window.Date.now = () => now() + 86_400_000;');
  await isGone(window);
  expect(await outcome()).toBe('EXPIRED');
  expect(await stage.cardState(cardId)).toBe('ACTIVE');
});

const goBack = () => engine.inTab(engine.firstTab, (commands) => commands.back());

it.each([
  ['loads the frame again', () => frame('setTimeout(() => location.reload());')],
  [
    'sends the frame elsewhere',
    () => page("document.querySelector('iframe').src = 'about:blank';"),
  ],
  ['removes the frame', () => page("document.querySelector('iframe').remove();")],
  ['is left', () => openPage(stage.foreign.origin)],
  ['is left and shown again', () => openPage(stage.foreign.origin).then(goBack)],
])('attack: the question of a window ends when the page %s', async (how, end) => {
  const cardId = await askedCard();
  const { window } = await openWindow();
  await end();
  await isGone(window);
  expect(await stage.cardState(cardId)).toBe('ACTIVE');
  if (how.startsWith('is left')) return;
  expect(await outcome()).toBe('OUTCOME_UNKNOWN');
  await beginFreeze(cardId);
  await isAsked();
  expect(await page(`return document.querySelectorAll('iframe').length;`)).toBe(1);
});
