import { operations } from '@org/payments-contract';
import { eventRows } from '@org/payments-contract/events';
import { expect, test } from 'vitest';
import { emittedKinds, triggerOnly } from '../../packages/mock/test/invariants/emitted-kinds.ts';
import { readRecordings, recordingsFolder } from '../../scripts/lib/flow-recordings.ts';

/** This file runs after all flows: the project `coverage` of `vitest.workspace.ts`. */
const calls = [...readRecordings(recordingsFolder()).values()].flat();

test('each operation is called with success in a flow', () => {
  const called = new Set(calls.map(({ operation }) => operation));
  const uncalled = operations()
    .map(({ name }) => name)
    .filter((name) => !called.has(name));
  const advice =
    called.size === 0
      ? 'No flow has run: npm run test:node -- e2e/flows'
      : 'These operations are called with success in no flow. Call each in a test in e2e/flows';
  expect(uncalled, advice).toEqual([]);
});

test('the flows record only operations and events of the contract', () => {
  const names = new Set<string>(operations().map(({ name }) => name));
  const types = new Set<string>(eventRows().flatMap((row) => row.types));
  expect(calls.filter(({ operation }) => !names.has(operation))).toEqual([]);
  expect(calls.flatMap(({ events }) => events).filter((type) => !types.has(type))).toEqual([]);
});

test('rule 93: each type of event is emitted in a flow or a scenario, except those that can only be triggered', async () => {
  const emitted = new Set([...calls.flatMap(({ events }) => events), ...(await emittedKinds())]);
  const types = eventRows().flatMap((row): readonly string[] => row.types);
  const missing = types.filter((type) => !emitted.has(type));
  const advice =
    'Call what emits the type in a test in e2e/flows, or in a scenario of packages/mock/test/invariants/emitted-kinds.ts. If only webhooks.trigger emits it, write the reason into triggerOnly of packages/mock/src/webhooks/event-types.ts';
  expect(missing.sort(), advice).toEqual(Object.keys(triggerOnly).sort());
});
