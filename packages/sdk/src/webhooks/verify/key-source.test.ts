import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import {
  approvalRequest,
  deferred,
  keys,
  payment,
  setUp,
  sign,
} from '../../../test/webhooks/samples.ts';
import type { PublicKeysContext } from '../index.ts';
import { generateWebhookKeys, signEvent } from '../testing/index.ts';

const other = await generateWebhookKeys();

const MINUTE = 60_000;

/** A delivery of an event of its own, signed with these keys. */
async function delivery(id: string, { privateKey } = keys): Promise<Request> {
  return (await signEvent({ ...payment, id }, privateKey)).request();
}

/** A handler whose keys a function returns, which counts its calls. */
function withKeys(initial: () => unknown) {
  const source = { keys: initial };
  const publicKeys = vi.fn((_context: PublicKeysContext) => source.keys() as Promise<string>);
  const scene = setUp({ publicKeys, approvalTimeout: 4000 });
  const statusOf = async (id: string, of = keys) =>
    (await scene.webhooks.fetch(await delivery(id, of))).status;
  return { ...scene, source, publicKeys, statusOf };
}

describe('public keys from a function', () => {
  it.each([
    ['a string', () => keys.publicKey],
    ['a list', () => [undefined, keys.publicKey]],
    ['a promise', async () => [keys.publicKey]],
  ])('are read from %s, once for many deliveries', async (_what, returned) => {
    const { publicKeys, statusOf, failures } = withKeys(returned);
    expect(publicKeys).not.toHaveBeenCalled();
    const statuses = await Promise.all(['a', 'b', 'c'].map((id) => statusOf(id)));
    expect([...statuses, await statusOf('d')]).toEqual([200, 200, 200, 200]);
    expect(publicKeys).toHaveBeenCalledOnce();
    expect(failures).toEqual([]);
  });

  it('follow a rotation: an unknown key asks again, at most once in 30 seconds', async () => {
    const { publicKeys, source, statusOf, clock, codes } = withKeys(async () => keys.publicKey);
    expect(await statusOf('a')).toBe(200);
    clock.advance(29_999);
    expect(await statusOf('b', other)).toBe(401);
    expect(publicKeys).toHaveBeenCalledTimes(1);
    clock.advance(1);
    source.keys = async () => [other.publicKey, keys.publicKey];
    expect(await Promise.all([statusOf('b', other), statusOf('c', other)])).toEqual([200, 200]);
    expect(await statusOf('d')).toBe(200);
    expect(publicKeys).toHaveBeenCalledTimes(2);
    const forged = await generateWebhookKeys();
    for (const id of ['e', 'f', 'g']) expect(await statusOf(id, forged)).toBe(401);
    expect(publicKeys).toHaveBeenCalledTimes(2);
    expect(new Set(codes())).toEqual(new Set(['WEBHOOK_SIGNATURE_MISMATCH']));
  });

  it('are asked for again after 10 minutes, so that a withdrawn key is refused', async () => {
    const { publicKeys, source, statusOf, clock } = withKeys(() => keys.publicKey);
    expect(await statusOf('a')).toBe(200);
    source.keys = () => other.publicKey;
    clock.advance(10 * MINUTE - 1);
    expect(await statusOf('b')).toBe(200);
    clock.advance(1);
    expect(await statusOf('c')).toBe(401);
    expect(await statusOf('d', other)).toBe(200);
    expect(publicKeys).toHaveBeenCalledTimes(2);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('vault: token hidden-value');
      },
    ],
    ['rejects', () => Promise.reject(new Error('vault: token hidden-value'))],
  ])('make a delivery a 503 where the function %s', async (_how, fail) => {
    const { publicKeys, source, webhooks, statusOf, failures } = withKeys(fail);
    const handled = vi.fn();
    webhooks.on('*', handled);
    const response = await webhooks.fetch(await delivery('a'));
    expect(response.status).toBe(503);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ code: 'WEBHOOK_PUBLIC_KEYS_UNAVAILABLE' });
    expect(text).not.toContain('hidden-value');
    expect(failures).toMatchObject([
      { status: 503, error: { fault: 'network', retryable: true, cause: expect.any(Error) } },
    ]);
    expect(inspect(failures[0]?.error.toJSON())).not.toContain('hidden-value');
    expect(handled).not.toHaveBeenCalled();
    source.keys = () => keys.publicKey;
    expect(await statusOf('a')).toBe(200);
    expect(publicKeys).toHaveBeenCalledTimes(2);
  });

  it('leave a signature unknown where the function fails after a rotation', async () => {
    const { publicKeys, source, statusOf, clock } = withKeys(() => keys.publicKey);
    expect(await statusOf('a')).toBe(200);
    clock.advance(MINUTE);
    source.keys = () => Promise.reject(new Error('down'));
    expect(await statusOf('b', other)).toBe(503);
    expect(await statusOf('b', other)).toBe(503);
    expect(publicKeys).toHaveBeenCalledTimes(2);
    expect(await statusOf('c')).toBe(200);
    source.keys = () => other.publicKey;
    clock.advance(30_000);
    expect(await statusOf('b', other)).toBe(200);
    expect(publicKeys).toHaveBeenCalledTimes(3);
  });

  it.each([
    [undefined, 'WEBHOOK_PUBLIC_KEY_MISSING'],
    [[''], 'WEBHOOK_PUBLIC_KEY_MISSING'],
    ['not PEM', 'WEBHOOK_PUBLIC_KEY_INVALID'],
    [{ keys: [] }, 'WEBHOOK_PUBLIC_KEY_INVALID'],
  ])('are named where the function returns %j', async (returned, code) => {
    const { statusOf, webhooks, codes } = withKeys(() => returned);
    expect(await statusOf('a')).toBe(500);
    await expect(webhooks.check()).rejects.toMatchObject({ code });
    expect(codes()).toEqual([code]);
  });

  it('are given up after the time that a request for approval leaves', async () => {
    const called = deferred();
    const { publicKeys, webhooks, clock, failures } = withKeys(() => {
      called.resolve();
      return new Promise(() => undefined);
    });
    const response = webhooks.fetch(await delivery('a'));
    await called.promise;
    clock.advance(3999);
    const signal = publicKeys.mock.calls[0]?.[0].signal;
    expect(signal?.aborted).toBe(false);
    clock.advance(1);
    expect((await response).status).toBe(503);
    expect(signal?.aborted).toBe(true);
    expect(failures[0]?.error.message).toMatch(/did not return within 4000 milliseconds/);
  });

  it('count in the time of a decision, which is postponed then', async () => {
    const [called, deciding, loading] = [deferred(), deferred(), deferred<string>()];
    const { webhooks, clock } = withKeys(() => {
      called.resolve();
      return loading.promise;
    });
    webhooks.on('INCOMING_PAYMENT.PENDING', () => {
      deciding.resolve();
      return new Promise(() => undefined);
    });
    const { request } = await sign(approvalRequest);
    const response = webhooks.fetch(request());
    await called.promise;
    clock.advance(3500);
    loading.resolve(keys.publicKey);
    await deciding.promise;
    clock.advance(500);
    expect((await response).status).toBe(202);
  });

  it('are not asked for where a header is missing or malformed', async () => {
    const { publicKeys, webhooks, codes } = withKeys(() => keys.publicKey);
    for (const headers of [{}, { 'x-service-signature': '?' }]) {
      const init = { method: 'POST', body: '{}', headers };
      await webhooks.fetch(new Request('https://a.example/', init));
    }
    expect(codes()).toEqual(['WEBHOOK_SIGNATURE_MISSING', 'WEBHOOK_SIGNATURE_MALFORMED']);
    expect(publicKeys).not.toHaveBeenCalled();
  });

  it('are checked by `check`, which a first delivery then uses', async () => {
    const { publicKeys, webhooks, statusOf } = withKeys(async () => keys.publicKey);
    await webhooks.check();
    expect(await statusOf('a')).toBe(200);
    expect(publicKeys).toHaveBeenCalledOnce();
    const broken = withKeys(() => Promise.reject(new Error('down'))).webhooks;
    const code = 'WEBHOOK_PUBLIC_KEYS_UNAVAILABLE';
    await expect(broken.check()).rejects.toMatchObject({ code });
  });
});
