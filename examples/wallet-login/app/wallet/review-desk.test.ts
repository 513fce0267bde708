import type { ReviewedAction } from '@org/payments-wallet';
import { expect, test } from 'vitest';
import { createReviewDesk } from './review-desk.ts';

const sessionId = 'Session:1';
const payloadOf = (operation: string, more: object = {}) =>
  JSON.stringify({ operation, resource: `/auth/sessions/${sessionId}`, ...more });
const ended = { kind: 'action', action: 'endSession', input: { sessionId } } as const;

/** What the desk decides without asking: true or false; a promise if it asks. */
const decided = (payload: string, action: ReviewedAction) =>
  createReviewDesk().review(payload, action);

test('the end of a session is signed without a dialog', () => {
  expect(decided(payloadOf('sessions.revoke'), { ...ended, isBound: true })).toBe(true);
});

test.each([
  ['another change that mentions the session', payloadOf('quotes.execute'), true],
  ['a change that does not have its id', '{"operation":"sessions.revoke"}', false],
  ['a payload that cannot be read', `end ${sessionId}`, false],
  ['a payload that is not an object', 'null', true],
])('in its place %s is refused, without a dialog', (_what, payload, isBound) => {
  expect(decided(payload, { ...ended, isBound })).toBe(false);
});

test.each<ReviewedAction>([
  { kind: 'refresh', sessionId, isBound: false },
  { kind: 'revoke', sessionId, isBound: false },
  { kind: 'add_passkey', nickname: 'Laptop', isBound: false },
  { kind: 'remove_credential', credentialId: 'AuthMethod:1', isBound: false },
])(
  'a payload in which the wallet did not find the $kind is refused, and one in which it did is not',
  (action) => {
    // Unreadable, and it mentions the session.
    expect(decided(`pay somebody ${sessionId}`, action)).toBe(false);
    expect(decided(payloadOf('anything'), { ...action, isBound: true })).toBe(true);
  },
);

test('a payload without a request of the page is not signed', async () => {
  const desk = createReviewDesk();
  const review = desk.review('anything', { kind: 'stamp', isBound: false });
  desk.current()?.decide(true);
  expect(await review).toBe(false);
});
