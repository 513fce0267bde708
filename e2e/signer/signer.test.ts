import { type Browser, chromium, type Frame, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { chromiumFlags, findBrowser } from '../../scripts/browser.ts';
import type {} from './support/page.ts';
import { type SignerStage, startSignerStage } from './support/stage.ts';

let browser: Browser;
let stage: SignerStage;
let page: Page;

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: [...chromiumFlags],
  });
}, 60_000);
afterAll(() => browser.close());

beforeEach(async () => {
  stage = await startSignerStage();
  page = await browser.newPage();
}, 60_000);
afterEach(async () => {
  await page.close();
  await stage.close();
});

const statusOf = () => page.evaluate(() => window.test.wallet.state.status);

async function open(from = stage.app.origin): Promise<string> {
  await page.goto(from);
  const { signer, accountId } = stage;
  return page.evaluate(
    ([origin = '', account = '']) => window.test.open(origin, account),
    [signer.origin, accountId],
  );
}

async function signIn(): Promise<void> {
  await open();
  await page.evaluate(async (id) => {
    await (await window.test.wallet.emailOtp(id).send()).verify('000000');
  }, stage.emailId);
}

/** Starts freezing the card; its outcome is read with `outcome()`. */
async function beginFreeze(): Promise<void> {
  await page.evaluate((cardId) => {
    const { test } = window;
    const run = test.attempt(() => test.wallet.run('freezeCard', { cardId }));
    Object.assign(window, { outcome: run });
  }, stage.cardId);
}

const outcome = () =>
  page.evaluate(() => (window as unknown as { outcome: Promise<unknown> }).outcome);

function signerFrame(): Frame {
  const found = page.frames().find((frame) => frame.url().startsWith(stage.signer.origin));
  if (found === undefined) throw new Error('The page has no frame of the signer.');
  return found;
}

const approve = () => signerFrame().getByRole('button', { name: 'Approve' });

/** Waits until the prompt was in clear sight for long enough. */
const isApprovable = () => expect.poll(() => approve().isEnabled(), { timeout: 10_000 }).toBe(true);

it('signs in, shows what is signed, and signs when the person approves', async () => {
  await signIn();
  expect(await statusOf()).toBe('active');
  expect(await page.evaluate(() => window.test.wallet.timeLeft())).toBeGreaterThan(60_000);
  await beginFreeze();
  const frame = signerFrame();
  await frame.getByText(`${stage.app.origin} asks you to sign`).waitFor();
  expect(await frame.locator('main').innerText()).toContain(stage.cardId);
  expect(await stage.cardState()).toBe('ACTIVE');
  await approve().click();
  expect(await outcome()).toMatchObject({ state: 'FROZEN' });
  expect(await stage.cardState()).toBe('FROZEN');
});

it('signs nothing when the person refuses', async () => {
  await signIn();
  await beginFreeze();
  // Chromium drops clicks on a frame that has just appeared.
  await isApprovable();
  await signerFrame().getByRole('button', { name: 'Refuse' }).click();
  expect(await outcome()).toBe('REVIEW_REFUSED');
  expect(await stage.cardState()).toBe('ACTIVE');
});

it('is there again after a reload, refreshes without a question, and signs out', async () => {
  await signIn();
  expect(await open()).toBe('active');
  const id = await page.evaluate(() => window.test.wallet.state.session?.id);
  expect(await page.evaluate(async () => (await window.test.wallet.refresh()).id)).not.toBe(id);
  expect(await page.evaluate(() => window.test.wallet.signOut())).toEqual({
    revoked: true,
    wiped: true,
  });
  expect(await statusOf()).toBe('signed-out');
});

it('attack: the page finds no key: not in storage, not in the frame, not in what it is sent', async () => {
  await signIn();
  const found = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    let reached: string;
    try {
      reached = String(document.querySelector('iframe')?.contentWindow?.document);
    } catch (error) {
      reached = (error as Error).name;
    }
    return {
      databases: databases.length,
      reached,
      stamp: await window.test.attempt(() => window.test.wallet.stamp('x')),
    };
  });
  expect(found).toEqual({ databases: 0, reached: 'SecurityError', stamp: 'STAMP_DISABLED' });
});

it('attack: hooks on everything that touches a key see nothing of a sign-in and a refresh', async () => {
  await page.addInitScript((origin) => {
    if (location.origin !== origin) return;
    const seen: string[] = [];
    Object.assign(window, { seen });
    for (const name of ['importKey', 'deriveBits', 'sign', 'decrypt']) {
      const prototype = SubtleCrypto.prototype as unknown as Record<string, () => unknown>;
      const real = prototype[name];
      prototype[name] = function (this: SubtleCrypto, ...args: []) {
        seen.push(name);
        return real?.apply(this, args);
      };
    }
  }, stage.app.origin);
  await signIn();
  await page.evaluate(() => window.test.wallet.refresh());
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
});

it('attack: a covered prompt cannot be approved', async () => {
  await signIn();
  await beginFreeze();
  await isApprovable();
  await page.evaluate(() => {
    const cover = document.createElement('div');
    cover.textContent = 'Win a prize';
    cover.style.cssText =
      'position:fixed;inset:0;z-index:2147483647;pointer-events:none;background:#fff';
    document.body.append(cover);
  });
  const box = await signerFrame().locator('main').boundingBox();
  expect(box).not.toBeNull();
  await expect.poll(() => approve().isDisabled(), { timeout: 5_000 }).toBe(true);
  await approve().click({ force: true });
  expect(await stage.cardState()).toBe('ACTIVE');
  await page.evaluate(() => document.body.lastElementChild?.remove());
  await approve().click();
  expect(await outcome()).toMatchObject({ state: 'FROZEN' });
});

it.each([
  ['transparent', 'opacity', '0.01'],
  ['shrunk', 'transform', 'scale(0.1)'],
  ['filtered', 'filter', 'opacity(0.05)'],
  ['out of sight', 'bottom', '-1000px'],
])('attack: a prompt that the page made %s cannot be approved', async (_what, name, value) => {
  await signIn();
  await beginFreeze();
  await isApprovable();
  await page.evaluate(
    ([property = '', set = '']) =>
      document.querySelector('iframe')?.style.setProperty(property, set),
    [name, value],
  );
  await expect.poll(() => approve().isDisabled(), { timeout: 5_000 }).toBe(true);
  await approve().dispatchEvent('click');
  expect(await stage.cardState()).toBe('ACTIVE');
});

it('attack: a click that a script makes in the frame does not approve', async () => {
  await signIn();
  await beginFreeze();
  await isApprovable();
  await signerFrame().evaluate(() => document.querySelector('button')?.click());
  expect(await stage.cardState()).toBe('ACTIVE');
  expect(await approve().isVisible()).toBe(true);
});

it('attack: messages sent again, and calls that do not exist, are not done', async () => {
  await signIn();
  await beginFreeze();
  await approve().click();
  await outcome();
  const before = await page.evaluate(() => {
    const { sent, ports } = window.test;
    const calls = sent.filter((message) => (message as { method?: string }).method === 'run');
    for (const call of calls) ports[0]?.postMessage(call);
    ports[0]?.postMessage('not a call');
    return calls.length;
  });
  expect(before).toBe(1);
  const sessions = await page.evaluate(async () => (await window.test.wallet.account()).sessions);
  expect(sessions).toHaveLength(1);
  expect(await signerFrame().locator('main').count()).toBe(0);
  // Names that every object has, and what the signer does not offer.
  const answers = await page.evaluate(() => {
    const [port] = window.test.ports;
    return new Promise<unknown[]>((resolve) => {
      const got: unknown[] = [];
      port?.addEventListener('message', ({ data }) => {
        if (data.type === 'failure') got.push(data.failure.code);
        if (got.length === 2) resolve(got);
      });
      port?.postMessage({ id: 900, method: 'constructor', args: [] });
      port?.postMessage({ id: 901, method: 'stamp', args: ['payload'] });
    });
  });
  expect(answers).toEqual(['INVALID_INPUT', 'INVALID_INPUT']);
});

it('attack: while one question is open, a second one is refused', async () => {
  await signIn();
  await beginFreeze();
  await approve().waitFor();
  const second = await page.evaluate((cardId) => {
    const { test } = window;
    return test.attempt(() => test.wallet.run('freezeCard', { cardId }));
  }, stage.cardId);
  expect(second).toBe('REVIEW_REFUSED');
  expect(await signerFrame().locator('main').count()).toBe(1);
  await approve().click();
  expect(await outcome()).toMatchObject({ state: 'FROZEN' });
});

/** Frames the signer from a page, greets it, and says whether it responds. */
function greet(from: Frame): Promise<'responds' | 'silence'> {
  return from.evaluate((origin) => {
    const frame = document.createElement('iframe');
    frame.src = origin;
    const { port1, port2 } = new MessageChannel();
    return new Promise<'responds' | 'silence'>((resolve) => {
      port1.onmessage = () => resolve('responds');
      frame.addEventListener('load', () => {
        const hello = { type: 'payments-wallet:connect', version: 1 };
        frame.contentWindow?.postMessage(hello, origin, [port2]);
        port1.postMessage({ id: 1, method: 'ready', args: [] });
        setTimeout(() => resolve('silence'), 3_000);
      });
      document.body.append(frame);
    });
  }, stage.signer.origin);
}

it('attack: a foreign page gets no response, and no page that it frames does', async () => {
  await page.goto(stage.app.origin);
  expect(await greet(page.mainFrame())).toBe('responds');
  await page.goto(stage.foreign.origin);
  expect(await greet(page.mainFrame())).toBe('silence');
  await page.evaluate((origin) => {
    const frame = document.createElement('iframe');
    frame.src = origin;
    document.body.append(frame);
    return new Promise((resolve) => {
      frame.addEventListener('load', resolve);
    });
  }, stage.app.origin);
  const framed = page.frames().find((frame) => frame.url().startsWith(stage.app.origin));
  if (framed === undefined) throw new Error('The application was not framed.');
  expect(await greet(framed)).toBe('silence');
});

it('attack: the page cannot ask the relay of the signer itself', async () => {
  await signIn();
  const asked = await page.evaluate(
    ([origin = '']) =>
      fetch(`${origin}/relay/v1/account`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      }).then(
        ({ status }) => String(status),
        (error: unknown) => (error as Error).name,
      ),
    [stage.signer.origin],
  );
  expect(asked).toBe('TypeError');
});

it('asks for a typed code where the browser cannot tell whether the prompt is covered', async () => {
  await page.addInitScript((origin) => {
    if (location.origin === origin)
      Reflect.deleteProperty(IntersectionObserverEntry.prototype, 'isVisible');
  }, stage.signer.origin);
  await signIn();
  await beginFreeze();
  const frame = signerFrame();
  const label = frame.getByText(/^Type \d{4} to approve/);
  await label.waitFor();
  expect(await approve().isDisabled()).toBe(true);
  // A script cannot type it: the event is not trusted.
  const code = (await label.innerText()).match(/\d{4}/)?.[0] ?? '';
  await frame.locator('input').evaluate((input, text) => {
    (input as HTMLInputElement).value = text;
    input.dispatchEvent(new Event('input'));
  }, code);
  expect(await approve().isDisabled()).toBe(true);
  await frame.locator('input').fill('');
  await frame.locator('input').pressSequentially('0000');
  expect(await approve().isDisabled()).toBe(true);
  await frame.locator('input').fill('');
  await frame.locator('input').pressSequentially(code);
  await approve().click();
  expect(await outcome()).toMatchObject({ state: 'FROZEN' });
});
