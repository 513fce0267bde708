import { eventRows, operations } from '@org/payments-contract';
import { expect, test } from 'vitest';
import { eventCoverage, operationCoverage, recordings } from './coverage.ts';
import { coveragePage, gaps } from './coverage-page.ts';

test('the coverage page has a row for each operation and each type of event, and no empty cell', () => {
  expect(gaps()).toEqual([]);
  const { text } = coveragePage();
  for (const { name } of operations()) expect(text).toContain(`| \`${name}\` |`);
  for (const { types } of eventRows()) {
    for (const type of types) expect(text).toContain(`| \`${type}\` |`);
  }
  expect(operationCoverage()).toHaveLength(operations().length);
  expect(eventCoverage()).toHaveLength(eventRows().flatMap(({ types }) => types).length);
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
