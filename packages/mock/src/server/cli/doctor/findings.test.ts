import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findingKinds, judge, type Observation } from './findings.ts';

const once: Observation = {
  write: 'transfers.createOut',
  outcomes: ['applied'],
  error: undefined,
  applied: 1,
  requests: [{ key: 'a' }],
};
const customer: Observation = { ...once, write: 'customers.create', requests: [{ key: null }] };

test.each<Observation>([
  once,
  { ...once, requests: [{ key: 'a' }, { key: 'a' }] },
  { ...once, outcomes: ['unknown'] },
  { ...once, outcomes: ['unknown'], applied: 0 },
  { ...once, outcomes: ['not-applied'], applied: 0 },
  { ...once, outcomes: ['applied', 'applied'], applied: 2, requests: [{ key: 'a' }, { key: 'b' }] },
  // The second payment was refused before it was sent.
  { ...once, outcomes: ['applied', 'not-applied'] },
  customer,
  { ...customer, outcomes: ['unknown'], applied: 0 },
])('a true report is left alone: %j', (seen) => {
  expect(judge(seen)).toBeUndefined();
});

test.each<readonly [string, Observation]>([
  ['requests-that-do-not-arrive', { ...once, applied: 0, requests: [] }],
  ['requests-that-do-not-arrive', { ...once, outcomes: ['unknown'], applied: 0, requests: [] }],
  ['idempotency-keys', { ...once, requests: [{ key: null }] }],
  ['idempotency-keys', { ...once, applied: 2, requests: [{ key: 'a' }, { key: 'b' }] }],
  [
    'idempotency-keys',
    { ...once, outcomes: ['applied', 'applied'], requests: [{ key: 'a' }, { key: 'a' }] },
  ],
  [
    'requests-that-are-repeated',
    { ...customer, applied: 2, requests: [{ key: null }, { key: null }] },
  ],
  ['requests-that-are-repeated', { ...customer, requests: [{ key: null }, { key: null }] }],
  ['wrong-reports', { ...once, applied: 0 }],
  ['wrong-reports', { ...once, outcomes: ['not-applied'] }],
  ['wrong-reports', { ...customer, outcomes: [undefined] }],
])('%s is found: %j', (kind, seen) => {
  expect(judge(seen)?.kind).toBe(kind);
});

test('the page explains every kind under a heading of its own', () => {
  const path = new URL('../../../../../../docs/guides/check-a-test-setup.md', import.meta.url);
  const page = readFileSync(fileURLToPath(path), 'utf8');
  const headings = [...page.matchAll(/^### (.+)$/gm)].map(([, text = '']) =>
    text.toLowerCase().replaceAll(' ', '-'),
  );
  expect(headings).toEqual(findingKinds);
});
