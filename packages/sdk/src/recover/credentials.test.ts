import { expect, test } from 'vitest';
import { lostWrite } from '../../test/recovered.ts';
import { json, kycLink as link } from '../../test/scripted-service.ts';
import { ConfigurationError } from '../errors/caller-errors.ts';

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
