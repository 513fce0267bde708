import { type AddressInfo, createServer } from 'node:net';
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
import { provesUnsent } from './evidence.ts';

function error(fields: object, cause?: unknown): Error {
  return Object.assign(new Error('failed', cause === undefined ? undefined : { cause }), fields);
}

describe('an error proves that no byte of the request left', () => {
  test.each([
    ['when a connection is refused', error({ code: 'ECONNREFUSED', syscall: 'connect' })],
    ['when no route leads there', error({ code: 'EHOSTUNREACH', syscall: 'connect' })],
    ['when a name is not known', error({ code: 'ENOTFOUND', syscall: 'getaddrinfo' })],
    ['when fetch wraps it', error({}, error({ code: 'ENETUNREACH', syscall: 'connect' }))],
    ['when no socket opened in time', error({ code: 'UND_ERR_CONNECT_TIMEOUT' })],
    [
      'when the handshake was cut off',
      error({
        code: 'ECONNRESET',
        message: 'Client network socket disconnected before secure TLS connection was established',
      }),
    ],
    ['when the certificate has expired', error({}, error({ code: 'CERT_HAS_EXPIRED' }))],
    [
      'when each of several addresses was refused',
      Object.assign(
        new AggregateError([
          error({ code: 'ECONNREFUSED', syscall: 'connect' }),
          error({ code: 'ENETUNREACH', syscall: 'connect' }),
        ]),
        { code: 'ECONNREFUSED' },
      ),
    ],
  ])('%s', (_what, thrown) => {
    expect(provesUnsent(thrown)).toBe(true);
  });

  test.each([
    ['a code without a system call', error({ code: 'ECONNREFUSED' })],
    ['EHOSTUNREACH of a read', error({ code: 'EHOSTUNREACH', syscall: 'read' })],
    ['ENETUNREACH of a write', error({}, error({ code: 'ENETUNREACH', syscall: 'write' }))],
    ['a reset', error({ code: 'ECONNRESET', syscall: 'read' })],
    [
      'several errors, one of them of a read',
      new AggregateError([
        error({ code: 'ECONNREFUSED', syscall: 'connect' }),
        error({ code: 'ECONNRESET', syscall: 'read' }),
      ]),
    ],
    ['nothing', undefined],
    ['a string', 'ECONNREFUSED'],
  ])('%s does not', (_what, thrown) => {
    expect(provesUnsent(thrown)).toBe(false);
  });
});

test("a TLS handshake cut off under the runtime's fetch proves that no byte left", async () => {
  const server = createServer((socket) => socket.once('data', () => socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const thrown = await fetch(`https://127.0.0.1:${port}/`).catch((cause: unknown) => cause);
  server.close();
  expect(provesUnsent(thrown)).toBe(true);
});

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

  const change = { transactionId: 'Transaction:1' };

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
