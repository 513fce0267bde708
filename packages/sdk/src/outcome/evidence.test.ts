import { describe, expect, test } from 'vitest';
import {
  card,
  challenge,
  json,
  networkError,
  scriptedClient,
} from '../../test/scripted-service.ts';
import { OutcomeUnknownError } from '../errors/network-errors.ts';
import type { Transport } from '../transport/transport.ts';

const change = { transactionId: 'Transaction:1' };

test.each([
  ['a refused connection', networkError('ECONNREFUSED')],
  ['an unknown name', networkError('ENOTFOUND')],
  ['a connect timeout', Object.assign(new Error('timeout'), { code: 'UND_ERR_CONNECT_TIMEOUT' })],
  ['an expired certificate', Object.assign(new Error('TLS'), { code: 'CERT_HAS_EXPIRED' })],
])(
  'over fetch, %s is not proof: a fetch may have sent the request before',
  async (_what, thrown) => {
    const { payments, received } = scriptedClient([thrown]);
    await expect(payments.transactions.reject(change)).rejects.toBeInstanceOf(OutcomeUnknownError);
    expect(received).toHaveLength(1);
  },
);

const stamper = { stamp: async () => 'stamp' };
const input = { id: 'Card:1', state: 'FROZEN' } as const;

test.each(['EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED'])(
  'leg 2 is not sent again after its socket fails with %s',
  async (code) => {
    const script = [json(202, challenge), networkError(code, 'read'), json(200, card)];
    const { payments, received } = scriptedClient(script);
    const call = payments.cards.update(input, { stamper });
    await expect(call).rejects.toBeInstanceOf(OutcomeUnknownError);
    expect(received).toHaveLength(2);
  },
);

describe('a transport that reports what was sent', () => {
  function reporting(...script: (Error | 'sent' | 'hang')[]) {
    let requests = 0;
    const send: Transport = async (request) => {
      requests += 1;
      const next = script.shift();
      if (next === 'hang') return new Promise<never>(() => {});
      if (next === 'sent') {
        request.onSent?.();
        throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' });
      }
      throw next ?? new Error('nothing is scripted');
    };
    const transport = Object.assign(send, { reportsSent: true as const });
    const { payments, clock } = scriptedClient([], { transport, retry: 0 });
    return { payments, clock, requests: () => requests };
  }

  test.each([
    ['a proxy that refuses CONNECT', new Error('Proxy response (407) !== 200')],
    ['a failed TLS handshake', Object.assign(new Error('alert'), { code: 'EPROTO' })],
    ['a request it cannot write', new TypeError('invalid header')],
  ])('nothing left: %s', async (_what, failure) => {
    const { payments } = reporting(failure);
    await expect(payments.transactions.reject(change)).rejects.toMatchObject({
      code: 'CONNECTION',
      action: expect.stringContaining('Nothing was changed'),
    });
  });

  test('a timeout while waiting for a socket is not an unknown outcome', async () => {
    const { payments, clock } = reporting('hang');
    const call = payments.transactions.reject(change).catch((thrown: unknown) => thrown);
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(30_000);
    expect(await call).toMatchObject({ code: 'TIMEOUT', limit: 'timeout' });
  });

  test('a request reported as sent has an unknown outcome, whatever the error', async () => {
    const { payments, requests } = reporting('sent');
    await expect(payments.transactions.reject(change)).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
    });
    expect(requests()).toBe(1);
  });
});
