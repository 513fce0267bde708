import { describe, expect, test } from 'vitest';
import { updatePolicy } from '../areas/agents/operations.ts';
import { approve, cancel, reject } from '../areas/transactions/operations.ts';
import { byCreated, byFields, byListedFields, byValue } from './reconcile.ts';

const rule = byFields('customers.get', 'customerId');
const isApplied = (write: object, found: object | undefined) =>
  rule.isApplied({ customerId: 'Customer:1', ...write }, found as Record<string, unknown>);

describe('byFields', () => {
  test.each<[string, object, object | undefined, boolean | undefined]>([
    ['equal fields', { email: 'a' }, { email: 'a', region: 'US' }, true],
    ['another value', { email: 'a' }, { email: 'b' }, false],
    ['a field that is not shown', { email: 'a', secret: 1 }, { email: 'a' }, undefined],
    ['another value beside a field that is not shown', { email: 'a', s: 1 }, { email: 'b' }, false],
    ['a part of an object', { info: { name: 'A' } }, { info: { name: 'A', taxId: '1' } }, true],
    ['another part of an object', { info: { name: 'A' } }, { info: { name: 'B' } }, false],
    [
      'a part that is not shown',
      { info: { name: 'A', id: 1 } },
      { info: { name: 'A' } },
      undefined,
    ],
    ['a list in another order', { list: ['a', 'b'] }, { list: ['b', 'a'] }, false],
    ['an object where a string was', { info: { name: 'A' } }, { info: 'A' }, false],
    ['no resource', { email: 'a' }, undefined, undefined],
  ])('%s', (_name, write, found, expected) => {
    expect(isApplied(write, found)).toBe(expected);
  });
});

test.each([
  [{ dailyLimit: 5 }, true],
  [{ dailyLimit: 6 }, false],
  [{ monthlyLimit: null }, true],
  [{ monthlyLimit: 5 }, undefined],
])(
  'a policy shows a limit, and by its absence that it was lifted: %o',
  (spendingLimits, expected) => {
    const found = { policy: { spendingLimits: { dailyLimit: 5 } } };
    expect(updatePolicy.reconcile.isApplied({ agentId: 'Agent:1', spendingLimits }, found)).toBe(
      expected,
    );
  },
);

test('a listed item that lacks a field leaves the outcome unknown', () => {
  const { matches } = byListedFields('internalAccounts.list', 'id');
  const write = { id: 'X:1', privateEnabled: true };
  expect(matches(write, { id: 'X:1', privateEnabled: true }, '')).toBe('applied');
  expect(matches(write, { id: 'X:1', privateEnabled: false }, '')).toBe('not-applied');
  expect(matches(write, { id: 'X:1' }, '')).toBe('unknown');
  expect(matches(write, { id: 'X:2', privateEnabled: true }, '')).toBeUndefined();
});

test.each([
  ['REJECTED', true],
  ['PENDING', false],
  ['FAILED', undefined],
])('a value that other causes have too leaves the outcome unknown: %s', (status, expected) => {
  const { isApplied } = byValue('transactions.get', 'id', 'status', ['REJECTED'], ['FAILED']);
  expect(isApplied({}, { status })).toBe(expected);
});

test.each([
  ['PAYMENT_APPROVAL_TIMED_OUT', false],
  ['PAYMENT_APPROVAL_WEBHOOK_ERROR', false],
  ['OFFRAMP_FAILED', undefined],
])('a payment that failed with %s: was it decided about?', (failureReason, expected) => {
  for (const { reconcile } of [approve, reject, cancel]) {
    expect(reconcile.isApplied({}, { status: 'FAILED', failureReason })).toBe(expected);
  }
});

test.each([
  ['an hour before', '2026-01-05T08:00:00Z', undefined],
  ['six minutes before', '2026-01-05T08:54:00Z', undefined],
  ['four minutes before by a clock that is behind', '2026-01-05T08:56:00Z', 'unknown'],
  ['since', '2026-01-05T09:00:00Z', 'unknown'],
  ['at a time that is not shown', undefined, 'unknown'],
])('an item that was created %s', (_when, createdAt, expected) => {
  const { matches } = byCreated('documents.list', ['documentHolder'], 'id');
  expect(matches({}, { id: 'Document:1', createdAt }, '2026-01-05T09:00:00Z')).toBe(expected);
});
