import { expect, test } from 'vitest';
import { FakeClock } from '../../test/fake-clock.ts';
import { BASE_URL, scriptedClient } from '../../test/scripted-service.ts';
import { createAgentClient } from './agent-client.ts';
import { createPaymentsClient } from './payments-client.ts';

const pair = { tokenId: 'token', clientSecret: 'client-secret-value' };
const other = { tokenId: 'other', clientSecret: 'other-secret' };
const platform = (options: object = {}) =>
  createPaymentsClient({ baseUrl: BASE_URL, ...pair, ...options });
const agent = (options: object = {}) =>
  createAgentClient({ baseUrl: BASE_URL, accessToken: 'token', ...options });

test('a fingerprint is the same for one account of one service, whatever else differs', async () => {
  const first = await platform().fingerprint();
  expect(first).toMatch(/^[\w-]{22}$/);
  const others = [
    platform(),
    platform({ baseUrl: `${BASE_URL}/` }),
    platform({ clientSecret: 'its next secret' }),
    platform({ retry: 0 }).withOptions({ timeout: 1_000 }),
    platform({ ...other }).withOptions(pair),
    platform({ tokenId: undefined, clientSecret: undefined, credentials: async () => pair }),
  ];
  for (const one of others) expect(await one.fingerprint()).toBe(first);
});

test('a fingerprint differs with the base URL, the account and the kind of client', async () => {
  const elsewhere = 'https://sandbox.example.com/payments/2025-10-13';
  const all = await Promise.all(
    [
      platform(),
      platform(other),
      platform({ baseUrl: elsewhere }),
      platform().withOptions({ baseUrl: elsewhere, ...other }),
      platform({ account: 'shop-1' }),
      platform({ account: 'shop-2' }),
      agent(),
      agent({ accessToken: 'another' }),
      agent().withOptions({ accessToken: 'a third' }),
    ].map((one) => one.fingerprint()),
  );
  expect(new Set(all).size).toBe(all.length);
});

test('the option `account` counts as the account: its token may be replaced', async () => {
  const before = await agent({ account: 'bookkeeper' }).fingerprint();
  const after = agent({ account: 'bookkeeper', accessToken: 'the next token' });
  expect(await after.fingerprint()).toBe(before);
});

test('nothing is sent for it, and a function that supplies the credentials may fail and be called again', async () => {
  let calls = 0;
  const credentials = async () => {
    calls += 1;
    if (calls === 1) throw new Error('the vault is closed');
    return pair;
  };
  const { payments, received } = scriptedClient([], {
    ...{ tokenId: undefined, clientSecret: undefined },
    credentials,
  });
  await expect(payments.fingerprint()).rejects.toMatchObject({ name: 'CredentialsError' });
  expect(await payments.fingerprint()).toBe(await platform().fingerprint());
  expect(received).toEqual([]);
});

test('a function that never supplies the credentials does not hold it', async () => {
  const clock = new FakeClock();
  const { payments: stuck } = scriptedClient([], {
    ...{ tokenId: undefined, clientSecret: undefined, timeout: 5_000, clock },
    credentials: () => new Promise(() => undefined),
  });
  const rejected = expect(stuck.fingerprint()).rejects.toMatchObject({ name: 'CredentialsError' });
  await Promise.resolve();
  clock.advance(5_000);
  await rejected;
});

test('without a base URL it is rejected', async () => {
  const nowhere = createPaymentsClient({ ...pair });
  await expect(nowhere.fingerprint()).rejects.toMatchObject({ name: 'ConfigurationError' });
});
