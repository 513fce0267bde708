import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { payment, setUp, sign } from '../../../test/webhooks/samples.ts';
import { nodeHandler } from '../node/node-handler.ts';

const unhandled = vi.fn();
beforeEach(() => {
  vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  process.on('unhandledRejection', unhandled);
});
afterEach(() => {
  process.off('unhandledRejection', unhandled);
  unhandled.mockClear();
  vi.restoreAllMocks();
});

/** Lets a rejection that nobody handles be noticed. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe.each([
  [
    'throws',
    () => {
      throw new Error('hidden-value');
    },
  ],
  ['rejects', () => Promise.reject(new Error('hidden-value'))],
])('a function that only listens, and %s', (_how, fail) => {
  it('`onError` changes no response and ends no process', async () => {
    const { webhooks } = setUp({ onError: () => fail() });
    const request = new Request('https://a.example/', { method: 'POST', body: '{}' });
    expect((await webhooks.fetch(request)).status).toBe(401);
    await settle();
    expect(unhandled).not.toHaveBeenCalled();
    expect(process.emitWarning).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(vi.mocked(process.emitWarning).mock.calls)).not.toContain('hidden-value');
  });

  it('`onDrift` does not keep an event from its handler', async () => {
    const handled = vi.fn();
    const { webhooks } = setUp({ onDrift: () => fail() as never });
    webhooks.on('*', handled);
    const { body, headers } = await sign({
      ...payment,
      data: { ...(payment.data as object), later: 1 },
    });
    const request = new Request('https://a.example/', { method: 'POST', headers, body });
    expect((await webhooks.fetch(request)).status).toBe(200);
    await settle();
    expect(handled).toHaveBeenCalledTimes(1);
    expect(unhandled).not.toHaveBeenCalled();
    expect(process.emitWarning).toHaveBeenCalledTimes(1);
  });

  it("the Node adapter's `onError` does not keep it from responding", async () => {
    const broken = { fetch: () => Promise.reject(new Error('broken')) };
    const outgoing = { statusCode: 0, setHeader: vi.fn(), end: vi.fn(), write: vi.fn() };
    const incoming = { method: 'POST', url: '/', headers: {}, rawBody: Buffer.from('{}') };
    const handler = nodeHandler(broken, { onError: () => fail() as never });
    await handler(incoming as never, outgoing as never);
    await settle();
    expect(outgoing.end).toHaveBeenCalledTimes(1);
    expect(unhandled).not.toHaveBeenCalled();
  });
});
