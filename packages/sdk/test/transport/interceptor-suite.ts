import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPaymentsClient } from '../../src/client/payments-client.ts';
import { undiciTransport } from '../../src/transport/undici/undici-transport.ts';

/** The request of this suite, and the response of the tool that takes it. */
export const intercepted = {
  origin: 'https://payments.service.test',
  path: '/2025-10-13/cards/Card:1',
  status: 404,
  body: { status: 404, code: 'CARD_NOT_FOUND', message: 'intercepted' },
} as const;

const connection = {
  baseUrl: `${intercepted.origin}/2025-10-13`,
  tokenId: 'token',
  clientSecret: 'secret',
  retry: 0,
};

const clients = {
  'the default': () => createPaymentsClient(connection),
  'a given fetch': () =>
    createPaymentsClient({ ...connection, fetch: (request) => fetch(request) }),
  undici: () => createPaymentsClient({ ...connection, transport: undiciTransport() }),
} as const;

/**
 * Whose requests a tool takes; the table of docs/transports.md. One tool a file: they replace the
 * same modules of Node.
 */
export function interceptorSuite(
  tool: string,
  start: () => () => void,
  expected: Readonly<Record<keyof typeof clients, boolean>>,
): void {
  describe(tool, () => {
    let stop: () => void;
    beforeAll(() => {
      stop = start();
    });
    afterAll(() => stop());

    test.each(Object.entries(clients))(
      'intercepts the requests over %s, or does not',
      async (name, make) => {
        const error = await make()
          .cards.get({ id: 'Card:1' })
          .catch((reason: unknown) => reason);
        expect(error).toMatchObject({
          name: expected[name as keyof typeof clients] ? 'NotFoundError' : 'ConnectionError',
        });
      },
    );
  });
}
