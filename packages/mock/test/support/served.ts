import { onTestFinished } from 'vitest';
import { createMock } from '../../src/mock.ts';
import { type ListenOptions, listen } from '../../src/server/listen.ts';
import type { Transport } from './open-mock.ts';

/** Serves a mock until the end of the test. */
export async function serve(options: ListenOptions = {}, mock = createMock()) {
  const server = await listen(mock, options);
  onTestFinished(() => server.close());
  return { mock, server };
}

/** The mock behind a port. */
export const httpTransport: Transport = {
  name: 'HTTP',
  async open(mock) {
    const server = await listen(mock);
    return { fetch, connection: server.connection, close: () => server.close() };
  },
};
