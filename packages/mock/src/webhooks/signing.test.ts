import { expect, test } from 'vitest';
import { isSignedBy, openEndpoint } from '../../test/lab/endpoint.ts';
import { createMock } from '../index.ts';

test('rule 93: after a rotation every attempt is signed with the new key, repeated ones too', async () => {
  const mock = createMock();
  const endpoint = await openEndpoint((_received, count) => (count === 1 ? 500 : 200));
  mock.deliverTo(endpoint.url);
  mock.webhooks.trigger('CUSTOMER.KYC_APPROVED');
  await mock.webhooks.flush();
  const former = mock.webhooks.publicKey;
  const current = mock.webhooks.rotateKey();
  expect(current).not.toBe(former);
  expect(mock.webhooks.publicKey).toBe(current);
  expect(mock.webhooks.publicKeys).toEqual([current, former]);
  mock.clock.advance({ seconds: 5 });
  await mock.webhooks.flush();
  const signedBy = endpoint.received.map(({ raw, signature }) =>
    [former, current].map((key) => isSignedBy(key, raw, signature)),
  );
  expect(signedBy).toEqual([
    [true, false],
    [false, true],
  ]);
});

test('rule 84: the keys are part of the state, and the same seed produces the same keys', () => {
  const mock = createMock({ seed: 'a' });
  const before = mock.snapshot();
  const [first, second] = [mock.webhooks.publicKey, mock.webhooks.rotateKey()];
  const rotated = mock.snapshot();
  const fork = mock.fork();
  mock.restore(before);
  expect(mock.webhooks.publicKey).toBe(first);
  mock.restore(rotated);
  expect(mock.webhooks.publicKey).toBe(second);
  expect(fork.webhooks.rotateKey()).not.toBe(second);
  expect(mock.webhooks.publicKeys).toEqual([second, first]);
  mock.reset();
  expect([mock.webhooks.publicKey, mock.webhooks.rotateKey()]).toEqual([first, second]);
  expect(createMock({ seed: 'b' }).webhooks.rotateKey()).not.toBe(second);
});
