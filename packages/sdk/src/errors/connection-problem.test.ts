import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listenOn } from '../../test/listen-on.ts';
import { createPaymentsClient } from '../client/payments-client.ts';
import { connectionProblem } from './connection-problem.ts';

/** What a read says when the service is at an address. */
async function failureAt(origin: string) {
  const payments = createPaymentsClient({
    baseUrl: `${origin}/2025-10-13`,
    tokenId: 'token',
    clientSecret: 'secret',
    retry: 0,
  });
  const error = await payments.customers.list().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error as { readonly code: string; readonly message: string; readonly action: string };
}

test('a closed port, and TLS to a port without it, are told apart', async () => {
  const plain = await listenOn((_request, response) => void response.end());
  const { port } = new URL(plain.url);
  const tls = await failureAt(`https://127.0.0.1:${port}`);
  await plain.close();
  const closed = await failureAt(`http://127.0.0.1:${port}`);
  expect([tls.code, closed.code]).toEqual(['CONNECTION', 'CONNECTION']);
  expect(tls.message).toContain('does not speak TLS');
  expect(tls.action).toContain('write http:// in `baseUrl`');
  expect(closed.message).toContain('refused the connection');
  expect(closed.action).toContain('Nothing was changed');
});

test('a connection that breaks is reported without a guess', async () => {
  const server = createServer((socket) => void socket.once('data', () => socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { readonly port: number };
  const { message, action } = await failureAt(`http://127.0.0.1:${port}`);
  expect(message).toMatch(/reached|broke/);
  expect(action).toBe('Nothing was changed. Check the network and call again.');
});

test('a port of another protocol is said not to speak HTTP', async () => {
  const server = createServer((socket) => void socket.write('SSH-2.0-OpenSSH\r\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { readonly port: number };
  const { message } = await failureAt(`http://127.0.0.1:${port}`);
  expect(message).toContain('did not respond in HTTP');
});

test.each([
  ['ENOTFOUND', /host name/],
  ['CERT_HAS_EXPIRED', /certificate.*CERT_HAS_EXPIRED/],
  ['SELF_SIGNED_CERT_IN_CHAIN', /certificate/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /certificate/],
])('%s is explained, wherever it is in the error', (code, message) => {
  const error = Object.assign(new Error('of the platform'), { code });
  const wrapped = new TypeError('fetch failed', { cause: new AggregateError([error]) });
  for (const one of [error, wrapped]) expect(connectionProblem(one)?.message).toMatch(message);
});

test('an error with a cycle, or without a code, is not explained', () => {
  const error = new Error('first');
  error.cause = new Error('second', { cause: error });
  expect([error, undefined, 'text'].map(connectionProblem)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
