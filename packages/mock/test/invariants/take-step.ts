import { expect } from 'vitest';
import { accounts } from '../../src/areas/internal-accounts/internal-accounts.ts';
import { type LedgerAccount, ledgerAccounts } from '../../src/ledger/tables.ts';
import { emittedEvents, expectedEvents } from './expected-events.ts';
import type { Reply, Scene } from './scene.ts';
import { type Ask, type Kind, steps } from './steps.ts';

/**
 * Checks that for each currency money in minus money out is balances plus holds plus fees, and that
 * none is negative.
 */
function checkMoney(accounts: readonly LedgerAccount[]): void {
  const rests = new Map<string, number>();
  for (const { id, kind, currency, amount } of accounts) {
    if (kind !== 'in' && amount < 0) throw new Error(`${id} is negative: ${amount} ${currency}`);
    rests.set(currency, (rests.get(currency) ?? 0) + amount);
  }
  for (const [currency, rest] of rests) {
    if (rest !== 0) throw new Error(`${rest} ${currency} appeared or vanished`);
  }
}

/** Checks that each account shows the ledger's balances. */
function checkShown(scene: Scene): void {
  const world = scene.world();
  const ledger = ledgerAccounts.in(world);
  for (const { id, balance, totalBalance } of accounts.in(world).all()) {
    const total = ledger.find('accountId', id).reduce((sum, { amount }) => sum + amount, 0);
    if (balance.amount === ledger.get(id)?.amount && totalBalance.amount === total) continue;
    throw new Error(`${id} shows ${balance.amount} of ${totalBalance.amount}, the ledger ${total}`);
  }
}

/** Checks the writes since the last check: the money adds up, and each change has one event. */
function checkWrites(scene: Scene): void {
  const writes = scene.takeWrites();
  const emitted = emittedEvents(writes).sort();
  const expected = expectedEvents(writes).sort();
  if (emitted.join() !== expected.join()) expect(emitted).toEqual(expected);
  checkMoney(ledgerAccounts.in(scene.world()).all());
  checkShown(scene);
}

/** One step of a walk. */
export interface Taken {
  readonly kind: Kind;
  readonly amount: number;
  readonly pick: number;
}

const stamp = 'sandbox-valid-signature';
const keyed = /^\/(?:agents\/me\/)?(?:quotes(?!.*authorize)|transfer-|stablecoins\/)/;

function send(scene: Scene, ask: Ask, headers: Readonly<Record<string, string>>): Promise<Reply> {
  return scene.send(ask.method ?? 'POST', ask.path, ask.body, headers);
}

/**
 * Sends a request of a step: both legs of a signed one, and the stamp that a wallet's quote needs.
 */
async function request(scene: Scene, ask: Ask, key: string): Promise<Reply> {
  const bearer = ask.bearer === undefined ? {} : { authorization: `Bearer ${ask.bearer}` };
  if (ask.isSigned !== true) {
    const own = { ...bearer, 'service-wallet-signature': stamp, 'idempotency-key': key };
    return send(scene, ask, own);
  }
  const challenge = await send(scene, ask, {});
  const { requestId } = challenge.body;
  if (typeof requestId !== 'string') return challenge;
  return send(scene, ask, { 'request-id': requestId, 'service-wallet-signature': stamp });
}

/** Logs the customer in who has to authenticate, without which nothing is authorized. */
async function logIn(scene: Scene): Promise<void> {
  const ask = async (verb: string, body: object) =>
    (await scene.send('POST', `/sca/login/${verb}?customerId=${scene.german}`, body)).body;
  const factor = 'SMS_OTP';
  const { challengeId } = await ask('start', { factor });
  const proof = { code: '123456', endUserIpAddress: '203.0.113.7' };
  await ask('complete', { factor, challengeId, ...proof });
}

/** Sends a keyed request again: the response is the same, and no money moves. */
async function replay(scene: Scene, ask: Ask, key: string, first: Reply): Promise<void> {
  // Changes that have become due since then are not an effect of the replay.
  await settleDue(scene);
  const before = JSON.stringify(ledgerAccounts.in(scene.world()).all());
  expect(await request(scene, ask, key)).toEqual(first);
  expect(JSON.stringify(ledgerAccounts.in(scene.world()).all())).toBe(before);
  expect(scene.takeWrites().filter(({ table }) => table === 'postings')).toEqual([]);
}

/** Carries out what has fallen due. */
async function settleDue(scene: Scene): Promise<void> {
  await scene.send('GET', '/transactions?limit=1');
  checkWrites(scene);
}

/** Looks up the address that a quote pays to, which the quote then names. */
async function lookUp({ send }: Scene, { body }: Ask): Promise<void> {
  const { destination } = body as { readonly destination: { readonly umaAddress: string } };
  const { lookupId } = (await send('GET', `/receiver/uma/${destination.umaAddress}`)).body;
  Object.assign(body as object, { lookupId });
}

/**
 * Performs one step and checks every invariant. Returns the status of its response; 200 for a wait.
 */
export async function takeStep(scene: Scene, step: Taken, number: number): Promise<number> {
  if (step.kind === 'wait') {
    await scene.mock.webhooks.flush();
    scene.mock.clock.advance({ seconds: step.amount });
    await settleDue(scene);
    return 200;
  }
  if (step.kind === 'authorize') await logIn(scene);
  const ask = steps[step.kind](scene, step.amount, step.pick);
  if (step.kind === 'umaQuote') await lookUp(scene, ask);
  const key = `key-${number}`;
  const first = await request(scene, ask, key);
  checkWrites(scene);
  if (keyed.test(ask.path) && first.status < 400) await replay(scene, ask, key, first);
  return first.status;
}
