import { findOperation, riskOf, type SignedOperationName } from '@org/payments-contract';
import { factsOf, signedFields } from '@org/payments-contract/internal';
import type { RelayDescription } from '@org/payments-relay/protocol';
import { expect, it } from 'vitest';
import type { ReviewedAction } from '../signing/review.ts';
import { factsOfAction, isFinal } from './facts-of-action.ts';

type Action = Extract<ReviewedAction, { readonly kind: 'action' }>;

const freeze: Action = {
  kind: 'action',
  action: 'freezeCard',
  input: { cardId: 'Card:1', memo: 'words of the page' },
  change: { operation: 'cards.update', input: { id: 'Card:1', state: 'FROZEN' } },
  strength: 'shown',
};
const { change: _, ...undeclared } = freeze;

/** Heading, and the label and origin of each row. */
function shown(payload: object | string, action: ReviewedAction, resource?: RelayDescription) {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const { heading, rows } = factsOfAction(text, action, resource);
  return [heading, ...rows.map(({ label, origin }) => `${label} ${origin}`)];
}

const head = { organizationId: 'org', timestampMs: '1' };
const described = (fields: object) => ({
  ...{ operation: 'cards.update', resource: '/cards/Card:1', requestId: 'r', timestampMs: '1' },
  fields,
});

it('says of each field whether the text to sign has it', () => {
  expect(shown(described({ state: 'FROZEN' }), freeze)).toEqual([
    'card.FROZEN',
    'id payload',
    'state payload',
  ]);
  const digest = { ...head, type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2' };
  const parameters = { payload: 'ab', signWith: 'k', encoding: 'e', hashFunction: 'h' };
  expect(shown({ ...digest, parameters }, freeze)).toEqual([
    'card.FROZEN',
    'id request',
    'state request',
  ]);
  const end = { ...described({}), operation: 'sessions.revoke', resource: '/auth/sessions/S' };
  const revoke = { kind: 'revoke', sessionId: 'S', strength: 'shown' } as const;
  expect(shown(end, revoke)).toEqual(['sessions.revoke', 'id payload']);
  expect(shown('opaque', freeze)).toEqual(['card.FROZEN', 'id request', 'state request']);
});

it('shows what the text to sign says of a change that is not declared', () => {
  const parameters = { targetPublicKey: '04ab', walletId: 'w' };
  const payload = { ...head, type: 'ACTIVITY_TYPE_EXPORT_WALLET', parameters };
  const called = ['called request', 'sent request', 'sent request'];
  expect(shown(payload, undeclared)).toEqual([
    'internalAccounts.export',
    'clientPublicKey payload',
    ...called,
  ]);
  expect(shown(described({ state: 'CLOSED' }), undeclared)).toEqual([
    'card.CLOSED',
    'id payload',
    'state payload',
    ...called,
  ]);
  expect(shown({ type: 'ANOTHER', to: 'Eve' }, undeclared)).toEqual([
    'unknown',
    ...called,
    'signed payload',
    'signed payload',
  ]);
  expect(shown('opaque', { kind: 'stamp', strength: 'unreadable' })).toEqual([
    'unknown',
    'signed payload',
  ]);
});

it.each([
  ['the text to sign', described({ state: 'FROZEN', owner: 'Eve' }), freeze],
  [
    'the request',
    'opaque',
    { ...freeze, change: { operation: 'cards.update', input: { owner: 'Eve' } } },
  ],
] as const)('refuses a field of %s that it cannot show', (_what, payload, action) => {
  expect(() => shown(payload, action as ReviewedAction)).toThrow(
    expect.objectContaining({
      code: 'UNSHOWN_FIELD',
      message: expect.stringContaining('owner'),
    }),
  );
});

it('tells two passkeys of one name apart, and shows words in place of a date as a text', () => {
  const remove = {
    kind: 'remove_credential',
    credentialId: 'AuthMethod:1',
    strength: 'kind',
  } as const;
  const passkey = { id: 'AuthMethod:1', kind: 'credential', type: 'PASSKEY' } as const;
  const named = { ...passkey, nickname: 'Phone', createdAt: '2026-01-05T09:00:00Z' };
  const { rows } = factsOfAction('opaque', remove, named);
  expect(rows.map(({ value }) => value)).toEqual([
    { kind: 'text', text: 'Phone' },
    { kind: 'word', word: 'PASSKEY' },
    { kind: 'date', date: '2026-01-05T09:00:00Z' },
    { kind: 'text', text: 'AuthMethod:1' },
  ]);
  const lie = factsOfAction('opaque', remove, { ...named, createdAt: 'no money moves' });
  expect(lie.rows[2]?.value).toEqual({ kind: 'text', text: 'no money moves' });
});

const operations = Object.keys(signedFields) as SignedOperationName[];
const states = ['ACTIVE', 'FROZEN', 'CLOSED'].map((state) => ({ state }));
const cardChanges = [...states, ...states.map((one) => ({ ...one, fundingSources: [] }))];

it.each(
  operations.flatMap((name) =>
    (name === 'cards.update' ? cardChanges : [{}]).map((input) => [name, input] as const),
  ),
)('says how grave %s of %j is, as the contract does', (operation, input) => {
  const found = findOperation(operation);
  const risk = found && riskOf(found.row, input);
  const facts = factsOf({ operation, input, signed: {} });
  expect(isFinal(facts)).toBe(risk === 'irreversible' || operation === 'internalAccounts.export');
});

it('names the account once', () => {
  const amount = { amount: '150.00', currency: 'USD' };
  const payment = {
    ...({ id: 'Quote:1', kind: 'payment', sends: amount, receives: amount, fees: amount } as const),
    ...{ receiver: { isOwn: true }, from: 'InternalAccount:1' },
  };
  const change = { operation: 'quotes.execute', input: { quoteId: 'Quote:1' } } as const;
  const pay = { ...freeze, change, accountId: 'InternalAccount:1' };
  expect(shown('opaque', pay, payment)).toEqual([
    'quotes.execute',
    'sends service',
    'ownAccount service',
    'fees service',
    'from service',
    'quoteId request',
  ]);
  expect(shown('opaque', { ...pay, accountId: 'InternalAccount:2' }, payment)).toContain(
    'account request',
  );
});

it('takes a text to sign of more than 64 levels for one that only the service can read', () => {
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  expect(shown(deep, freeze)).toEqual(shown('opaque', freeze));
});
