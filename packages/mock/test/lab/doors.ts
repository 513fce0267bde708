import { describe, type TestAPI, test } from 'vitest';
import { listen } from '../../src/server/index.ts';
import { type Door, fetchDoor, type Lab, openLab } from './lab.ts';

/** The mock behind a port. */
export const httpDoor: Door = {
  name: 'HTTP',
  async open(mock) {
    const server = await listen(mock);
    return { fetch, connection: server.connection, close: () => server.close() };
  },
};

/** Defines a test, which gets a fresh mock behind a door. */
interface RuleTest extends Pick<TestAPI, 'each'> {
  (title: string, run: (lab: Lab) => Promise<void>): void;
}

/** Defines tests of rules, once for `mock.fetch` and once for HTTP. */
export function rules(area: string, define: (test: RuleTest, door: Door) => void): void {
  describe.each([fetchDoor, httpDoor])(`${area} through $name`, (door) => {
    const ruleTest = (title: string, run: (lab: Lab) => Promise<void>) =>
      test(title, async () => run(await openLab(door)));
    define(Object.assign(ruleTest, { each: test.each.bind(test) as TestAPI['each'] }), door);
  });
}
