import { getGlobalDispatcher, MockAgent, setGlobalDispatcher } from 'undici';
import { expect, test } from 'vitest';
import { intercepted, interceptorSuite, refused } from '../../test/transport/interceptor-suite.ts';
import { createPaymentsClient } from '../client/payments-client.ts';
import { undiciTransport } from './undici/undici-transport.ts';

const { origin, path, status, body, change } = intercepted;

function mockAgent(onChange: () => void): MockAgent {
  const agent = new MockAgent();
  const pool = agent.get(origin);
  pool.intercept({ path }).reply(status, body, { headers: { 'content-type': 'application/json' } });
  pool.intercept({ path: change, method: 'POST' }).reply(() => {
    onChange();
    throw refused();
  });
  return agent;
}

interceptorSuite(
  "undici's MockAgent",
  (onChange) => {
    const before = getGlobalDispatcher();
    setGlobalDispatcher(mockAgent(onChange));
    return () => setGlobalDispatcher(before);
  },
  { 'the default': 'leaves', 'a given fetch': 'takes', undici: 'leaves' },
);

test('a change that its dispatcher fails has an unknown outcome, and is sent once', async () => {
  let changes = 0;
  const dispatcher = mockAgent(() => {
    changes += 1;
  });
  const payments = createPaymentsClient({
    baseUrl: `${origin}/2025-10-13`,
    tokenId: 'token',
    clientSecret: 'secret',
    transport: undiciTransport({ dispatcher }),
  });
  const rejected = payments.transactions.reject({ transactionId: 'Transaction:1' });
  await expect(rejected).rejects.toMatchObject({ name: 'OutcomeUnknownError' });
  expect(changes).toBe(1);
});

interceptorSuite(
  'a replaced globalThis.fetch',
  (onChange) => {
    const original = globalThis.fetch;
    globalThis.fetch = async (input) => {
      if ((input as Request).method === 'GET') return Response.json(body, { status });
      onChange();
      throw new TypeError('fetch failed', { cause: refused() });
    };
    return () => {
      globalThis.fetch = original;
    };
  },
  { 'the default': 'leaves', 'a given fetch': 'takes', undici: 'leaves' },
);
