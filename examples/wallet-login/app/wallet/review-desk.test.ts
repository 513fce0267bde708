import type { PayloadStrength, ReviewedAction } from '@org/payments-wallet';
import { expect, test } from 'vitest';
import { createReviewDesk } from './review-desk.ts';

const sessionId = 'Session:1';
const strengths: readonly PayloadStrength[] = ['shown', 'kind', 'unreadable'];

const nothing = async () => undefined;

/** What the desk decides without asking: true or false; a promise if it asks. */
const decided = (action: ReviewedAction) => createReviewDesk().review('payload', action, nothing);

test.each([
  { kind: 'action', action: 'endSession', input: { sessionId } },
  { kind: 'refresh', sessionId },
  { kind: 'revoke', sessionId },
  { kind: 'add_passkey', nickname: 'Laptop' },
  { kind: 'remove_credential', credentialId: 'AuthMethod:1' },
] as const)('a $kind is signed without a dialog, unless the text cannot be read', (action) => {
  const decisions = strengths.map((strength) => decided({ ...action, strength }));
  expect(decisions).toEqual([true, true, false]);
});

test('a payload without a request of the page is not signed', async () => {
  const desk = createReviewDesk();
  const review = desk.review('anything', { kind: 'stamp', strength: 'unreadable' }, nothing);
  desk.current()?.decide(true);
  expect(await review).toBe(false);
});
