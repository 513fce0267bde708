import { describe, expect, test } from 'vitest';
import { exampleOf } from '../examples.ts';
import { assess, Card, Customer, page, Transaction } from '../index.ts';

const card = exampleOf('cards.get').result as Record<string, unknown>;
const transaction = exampleOf('transactions.get').result as Record<string, unknown>;

function kinds(drift: readonly { readonly kind: string; readonly path: string }[]) {
  return drift.map(({ kind, path }) => `${kind} ${path}`);
}

describe('a response that can be used', () => {
  test.each([
    ['an unknown field', { ...card, color: 'red' }, 'unknown_field color'],
    ['a later enum value', { ...card, state: 'MELTED' }, 'unknown_value state'],
    ['an id with another prefix', { ...card, id: 'NewCard:1' }, 'unknown_value id'],
    ['a time in another form', { ...card, createdAt: 'yesterday' }, 'unknown_value createdAt'],
    ['null in an optional field', { ...card, last4: null }, 'mismatch last4'],
    ['another type in an optional field', { ...card, expMonth: '12' }, 'mismatch expMonth'],
  ])('with %s has drift', (_what, value, expected) => {
    const { drift, unusable } = assess(Card, value);
    expect(unusable).toEqual([]);
    expect(kinds(drift)).toContain(expected);
  });

  test('says in words of its own what was expected', () => {
    const { drift } = assess(Card, { ...card, expMonth: '12' });
    expect(drift).toMatchObject([{ path: 'expMonth', message: 'expected a whole number' }]);
    const { unusable } = assess(Card, { ...card, fundingSources: 7 });
    expect(unusable).toMatchObject([{ message: 'expected a list, received a number' }]);
  });

  test('keeps a page readable when one item cannot be read', () => {
    const value = { data: [transaction, { id: 1 }], hasMore: false };
    const { drift, unusable } = assess(page(Transaction), value);
    expect(unusable).toEqual([]);
    expect(drift.length).toBeGreaterThan(0);
  });

  test('can hold a customer of a later type, a later kind of entity and an unusual address', () => {
    const { unusable } = assess(Customer, {
      id: 'Customer:1',
      platformCustomerId: 'x',
      customerType: 'BUSINESS',
      businessInfo: { entityType: 'COOPERATIVE', legalName: '', naicsCode: 'none' },
      address: { line1: '', country: 'Atlantis' },
    });
    expect(unusable).toEqual([]);
    const trust = { id: 'Customer:1', platformCustomerId: 'x', customerType: 'TRUST' };
    expect(assess(Customer, trust).unusable).toEqual([]);
  });
});

describe('a response that cannot be used', () => {
  test.each([
    ['without a required field', { ...card, id: undefined }],
    ['with null in a required field', { ...card, state: null }],
    ['that is not an object', 'a card'],
  ])('%s is an error that names the place', (_what, value) => {
    expect(assess(Card, value).unusable.length).toBeGreaterThan(0);
  });

  test('names the fields that a known variant lacks, and not the field that names the variant', () => {
    const { receivedAmount: _amount, customerId: _customer, ...less } = transaction;
    expect(kinds(assess(Transaction, less).unusable).sort()).toEqual([
      'mismatch customerId',
      'mismatch receivedAmount',
    ]);
  });

  test('is an error that shows no value', () => {
    const secret = 'secret-value';
    const text = JSON.stringify(assess(Card, { ...card, id: { secret }, state: [secret] }));
    expect(text).not.toContain(secret);
  });
});
