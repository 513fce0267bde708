import { exampleOf } from '@org/payments-contract/examples';
import { expect, test } from 'vitest';
import { SettlingClock } from '../../test/fake-clock.ts';
import { type Client, crashed, lostWrite } from '../../test/recovered.ts';
import { json, kycLink as link, networkError, type Reply } from '../../test/scripted-service.ts';
import { ConfigurationError } from '../errors/caller-errors.ts';
import type { RecoveredWrite } from './recovered-write.ts';

const SETTLE = 5_000;
/** How long a claim lasts, in addition to the time to settle. */
const LEASE = 600_000;

const quote = { ...(exampleOf('quotes.get').result as object), id: 'Quote:1' };

/** What a process leaves behind that ends before it can record what it knows of a write. */
async function afterCrash(
  lost: Reply[] = [json(200, { ...quote, paymentInstructions: [] }), networkError('ECONNRESET')],
  write = ({ quotes }: Client): Promise<unknown> => quotes.execute({ quoteId: 'Quote:1' }),
) {
  const clock = new SettlingClock();
  const left = await lostWrite({ write, lost, journal: crashed(), clock });
  left.journal.restart();
  return left;
}

test('an accepted repeat decides, and is not followed by a read that shows less', async () => {
  const { client } = await afterCrash();
  const script = ['PROCESSING', 'PENDING'].map((status) => json(200, { ...quote, status }));
  const { payments, received } = client(script);
  const writes = await payments.recover({ settle: 0 });
  expect(received.map(({ method }) => method)).toEqual(['POST']);
  expect(writes).toMatchObject([{ outcome: 'applied', source: { by: 'key' } }]);
});

test('a repeat is recorded before it is sent, for a recovery after the end of this process', async () => {
  const pending = () => json(200, { ...quote, status: 'PENDING' });
  const { clock, journal, client } = await afterCrash();
  clock.advance(900_000);
  const repeatedAt = new Date(clock.now()).toISOString();
  const { update } = journal;
  const dies = () => {
    // The process ends while its repeat is on the way: nothing that it does later has an effect.
    journal.update = async () => true;
    return networkError('ECONNRESET');
  };
  await client([dies]).payments.recover({ settle: 0 });
  journal.update = update;
  const [entry] = journal.entries.values();
  expect(entry?.end).toMatchObject({ outcome: 'unknown', endedAt: repeatedAt });
  clock.advance(LEASE);
  const reads = { repeatKeyed: false, settle: LEASE, deadline: 150_000 };
  const { payments } = client([pending(), pending()]);
  expect(await payments.recover(reads)).toMatchObject([{ outcome: 'unknown' }]);
  clock.advance(LEASE);
  expect(await payments.recover(reads)).toMatchObject([{ outcome: 'not-applied' }]);
});

test('a repeat that cannot be recorded is not sent', async () => {
  const { journal, client } = await afterCrash();
  journal.update = async () => {
    throw new Error('disk full');
  };
  const { payments, received } = client([]);
  await expect(payments.recover({ settle: 0 })).rejects.toMatchObject({ code: 'JOURNAL_FAILED' });
  expect(received).toEqual([]);
});

test('nothing is asked about a write whose claim expired: another recovery may have it', async () => {
  const lost = [networkError('ECONNRESET'), networkError('ECONNRESET')];
  const { clock, client } = await afterCrash(lost, async ({ transactions }) => {
    for (const transactionId of ['Transaction:1', 'Transaction:2'] as const) {
      await transactions.reject({ transactionId }).catch(() => undefined);
    }
  });
  const pending = { ...(exampleOf('transactions.get').result as object), status: 'PENDING' };
  const read = ({ url }: { readonly url: string }) =>
    json(200, { ...pending, id: decodeURIComponent(url.split('/').at(-1) ?? '') });
  const script = [read, read, read, read];
  const { payments, received } = client(script);
  const writes: RecoveredWrite[] = [];
  for await (const write of payments.recover({ settle: SETTLE, deadline: 3_600_000 })) {
    writes.push(write);
    clock.advance(SETTLE + LEASE);
  }
  const why = expect.stringContaining('claim');
  expect(writes).toMatchObject([
    { outcome: 'not-applied', source: { by: 'read' } },
    { outcome: 'unknown', source: { by: 'none' }, because: why },
  ]);
  expect(received).toHaveLength(3);
});

type Credentials = () => Promise<{ tokenId: string; clientSecret: string }>;

const of = (credentials: Credentials) => ({
  tokenId: undefined,
  clientSecret: undefined,
  credentials,
});

/** A journal with a lost write of the account `token-of-a`, and a client with those credentials. */
async function afterLostWrite(credentials: Credentials, options: object = {}) {
  const { client, journal, clock } = await lostWrite({ options: { tokenId: 'token-of-a' } });
  clock.advance(720_000);
  return { ...client([json(200, link)], { ...of(credentials), ...options }), journal, clock };
}

test('a recovery first calls the function that supplies the credentials, for their account', async () => {
  const { payments } = await afterLostWrite(async () => ({
    tokenId: 'token-of-a',
    clientSecret: 'secret',
  }));
  expect(await payments.recover({ settle: 0 })).toMatchObject([{ outcome: 'applied' }]);
});

test('a recovery with the name of an account does not call it to find the account', async () => {
  let calls = 0;
  const credentials = async () => {
    calls += 1;
    return { tokenId: 'token-of-a', clientSecret: 'secret' };
  };
  const { payments } = await afterLostWrite(credentials, { account: 'another' });
  const why = 'another account';
  expect(await payments.recover({ settle: 0 })).toMatchObject([{ because: why }]);
  expect(calls).toBe(0);
});

test.each([
  ['its own error, as the cause', new Error('The vault is closed.'), 'CREDENTIALS_FAILED'],
  ['an error of the client as it is', new ConfigurationError('tokenId', 'x', 'y'), 'CONFIGURATION'],
])('a recovery whose function fails ends with %s', async (_, reason, code) => {
  const { payments, received } = await afterLostWrite(() => Promise.reject(reason));
  const error = await Promise.resolve(payments.recover({ settle: 0 })).catch((thrown) => thrown);
  expect(error).toMatchObject({ code });
  if (error !== reason) expect(error.cause).toMatchObject({ message: reason.message });
  expect(received).toEqual([]);
});

test('a signal ends the wait for the function, with its reason', async () => {
  const stop = new AbortController();
  const { payments } = await afterLostWrite(() => new Promise(() => {}));
  const recovery = Promise.resolve(payments.recover({ settle: 0, signal: stop.signal }));
  const ended = recovery.catch((error) => error);
  const reason = new Error('The process ends.');
  stop.abort(reason);
  expect(await ended).toMatchObject({ code: 'ABORTED', cause: reason });
});

test('a function that never settles ends at the timeout of the recovery', async () => {
  const { payments, clock } = await afterLostWrite(() => new Promise(() => {}));
  const recovery = Promise.resolve(payments.recover({ settle: 0, timeout: 5_000 }));
  const ended = recovery.catch((error) => error);
  await Promise.resolve();
  clock.advance(5_000);
  expect(await ended).toMatchObject({ code: 'CREDENTIALS_FAILED' });
});

test('a recovery whose requests a setting prevents ends with the error of the setting', async () => {
  const wrong = new ConfigurationError('tokenId', 'x', 'y');
  const { payments } = await afterLostWrite(() => Promise.reject(wrong), { account: 'token-of-a' });
  await expect(payments.recover({ settle: 0 })).rejects.toMatchObject({ code: 'CONFIGURATION' });
});
