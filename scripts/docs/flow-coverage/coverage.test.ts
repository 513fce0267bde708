import { eventRows, operations } from '@org/payments-contract';
import { expect, test } from 'vitest';
import { eventCoverage, operationCoverage, recordings } from './coverage.ts';
import { coveragePage, gapsIn } from './page.ts';

test('the coverage page has a row for each operation and each type of event, and no empty cell', () => {
  const { content: text } = coveragePage();
  expect(gapsIn(operationCoverage(), eventCoverage())).toEqual([]);
  for (const { name } of operations()) expect(text).toContain(`| \`${name}\` |`);
  for (const { types } of eventRows()) {
    for (const type of types) expect(text).toContain(`| \`${type}\` |`);
  }
  expect(operationCoverage()).toHaveLength(operations().length);
  expect(eventCoverage()).toHaveLength(eventRows().flatMap(({ types }) => types).length);
});

test('an operation that no flow calls is a gap of the page, which names the step that fills it', () => {
  const [operation] = operationCoverage();
  const [event] = eventCoverage();
  if (operation === undefined || event === undefined) throw new Error('The coverage is empty.');
  const uncalled = { ...operation, flows: '', events: '' };
  expect(gapsIn([uncalled], [event])).toEqual([
    `${operation.name} is called in no flow: call it in a test in e2e/flows, then run RECORD_FLOWS=1 npm run test:node -- e2e/flows`,
  ]);
  expect(gapsIn([{ ...operation, mock: '' }], [{ ...event, emittedBy: '' }])).toEqual([
    `${operation.name} has no response in the mock`,
    `${event.type} has no emittedBy`,
  ]);
});

test('no operation is covered by its example alone', () => {
  const examples = operationCoverage().filter(({ mock }) => mock === 'example');
  expect(examples.map(({ name }) => name)).toEqual([]);
});

test('the flows record only operations and events that exist', () => {
  const names = new Set<string>(operations().map(({ name }) => name));
  const kinds = new Set<string>(eventRows().flatMap(({ types }) => types));
  for (const recorded of recordings().values()) {
    for (const [name, emitted] of Object.entries(recorded)) {
      expect(names).toContain(name);
      for (const kind of emitted) expect(kinds).toContain(kind);
    }
  }
});
