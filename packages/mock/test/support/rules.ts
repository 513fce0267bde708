import { describe, type TestAPI, test } from 'vitest';
import type { MockOptions } from '../../src/index.ts';
import { listen } from '../../src/server/index.ts';
import { fetchTransport, type OpenMock, openMock, type Transport } from './open-mock.ts';

/** The mock behind a port. */
export const httpTransport: Transport = {
  name: 'HTTP',
  async open(mock) {
    const server = await listen(mock);
    return { fetch, connection: server.connection, close: () => server.close() };
  },
};

/** Defines a test, which gets a fresh mock. */
interface RuleTest extends Pick<TestAPI, 'each'> {
  (title: string, run: (api: OpenMock) => Promise<void>): void;
}

/** Opens a mock with other options than the default ones. */
export type Open = (options?: MockOptions) => Promise<OpenMock>;

/** Defines tests of rules, once for `mock.fetch` and once for HTTP. */
export function rules(area: string, define: (test: RuleTest, open: Open) => void): void {
  describe.each([fetchTransport, httpTransport])(`${area} through $name`, (transport) => {
    const open: Open = (options) => openMock(transport, options);
    const ruleTest = (title: string, run: (api: OpenMock) => Promise<void>) =>
      test(title, async () => run(await open()));
    define(Object.assign(ruleTest, { each: test.each.bind(test) as TestAPI['each'] }), open);
  });
}
