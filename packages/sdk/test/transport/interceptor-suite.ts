import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPaymentsClient } from '../../src/client/payments-client.ts';
import { undiciTransport } from '../../src/transport/undici/undici-transport.ts';
import { EagerClock } from '../fake-clock.ts';

/** The read of this suite and the response of the tool that takes it; and a change, which fails. */
export const intercepted = {
  origin: 'https://payments.service.test',
  path: '/2025-10-13/cards/Card:1',
  status: 404,
  body: { status: 404, code: 'CARD_NOT_FOUND', message: 'intercepted' },
  change: '/2025-10-13/transactions/Transaction:1/reject',
} as const;

/** An error that looks as if nobody had listened. */
export function refused(): Error {
  return Object.assign(new Error('connect ECONNREFUSED'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  });
}

const clients = {
  'the default': {},
  'a given fetch': { fetch: (request: Request) => fetch(request) },
  undici: { transport: undiciTransport() },
} as const;

/**
 * What a tool does with the requests of a client: it takes them, leaves them alone, or opens their
 * connections without taking them.
 */
type Treatment = 'takes' | 'leaves' | 'connects';

/** How a read and a change end. Nothing that a tool does proves that a change was not sent. */
const ends: Readonly<Record<Treatment, readonly [read: string, change: string, sent: number]>> = {
  takes: ['NotFoundError', 'OutcomeUnknownError', 1],
  leaves: ['ConnectionError', 'ConnectionError', 0],
  connects: ['ConnectionError', 'OutcomeUnknownError', 0],
};

/**
 * Whose requests a tool takes, the table of docs/transports.md, and what is known of a change that it
 * fails. One tool a file: they replace the same modules of Node.
 *
 * @param start starts the tool, which calls back with each change before it fails it; returns what ends it
 */
export function interceptorSuite(
  tool: string,
  start: (onChange: () => void) => () => void,
  expected: Readonly<Record<keyof typeof clients, Treatment>>,
): void {
  describe(tool, () => {
    let changes = 0;
    let stop: () => void;
    beforeAll(() => {
      stop = start(() => {
        changes += 1;
      });
    });
    afterAll(() => stop());

    test.each(Object.entries(expected))('treats %s as documented', async (name, treatment) => {
      const payments = createPaymentsClient({
        baseUrl: `${intercepted.origin}/2025-10-13`,
        tokenId: 'token',
        clientSecret: 'secret',
        clock: new EagerClock(),
        ...clients[name as keyof typeof clients],
      });
      const [read, change, sent] = ends[treatment];
      changes = 0;
      await expect(payments.cards.get({ id: 'Card:1' })).rejects.toMatchObject({ name: read });
      const rejected = payments.transactions.reject({ transactionId: 'Transaction:1' });
      await expect(rejected).rejects.toMatchObject({ name: change });
      expect(changes).toBe(sent);
    });
  });
}
