import { UnauthorizedError } from '@org/payments-sdk';
import { expect, test } from 'vitest';
import { signIn, startPlatform } from '../support/platform.ts';

async function begun() {
  const platform = await startPlatform();
  const { sessionKey } = await signIn(platform);
  const step = await platform.payments.cards.update.begin({ id: platform.card, state: 'FROZEN' });
  if (step.status !== 'challenge') throw new Error('expected a challenge');
  platform.wire.forget();
  return { ...platform, sessionKey, step };
}

test('a stamp over other bytes is refused without effect, and the correct stamp still works', async () => {
  const { payments, wire, step, sessionKey } = await begun();
  const wrong = payments.cards.update.complete(
    step,
    await sessionKey.stamp(`${step.payloadToSign}\n`),
  );
  const error = await wrong.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnauthorizedError);
  expect(error).toMatchObject({ failedCheck: 'stamp_mismatch', requestId: step.requestId });
  expect(wire.requests).toHaveLength(1);
  const right = await sessionKey.stamp(step.payloadToSign);
  await expect(payments.cards.update.complete(step, right)).resolves.toMatchObject({
    state: 'FROZEN',
  });
  await expect(payments.cards.update.complete(step, right)).rejects.toMatchObject({
    failedCheck: 'request_id',
  });
});

test('a challenge is refused from the millisecond it expires, and not earlier', async () => {
  const { payments, mock, step, sessionKey } = await begun();
  const stamp = await sessionKey.stamp(step.payloadToSign);
  mock.clock.set(step.expiresAt);
  const late = payments.cards.update.complete(step, stamp);
  await expect(late).rejects.toMatchObject({ failedCheck: 'challenge_expired' });
  mock.clock.advance({ milliseconds: -1 });
  await expect(payments.cards.update.complete(step, stamp)).resolves.toMatchObject({
    state: 'FROZEN',
  });
});

test('a change of state that the card does not allow is refused on leg 1, before anything is signed', async () => {
  const platform = await startPlatform();
  const { sessionKey } = await signIn(platform);
  const { payments, wire, card } = platform;
  const closed = await payments.cards.update(
    { id: card, state: 'CLOSED' },
    { stamper: sessionKey },
  );
  expect(closed).toMatchObject({ state: 'CLOSED', stateReason: 'CLOSED_BY_PLATFORM' });
  wire.forget();
  const stamper = { stamp: () => Promise.reject(new Error('must not be asked')) };
  const call = payments.cards.update({ id: card, state: 'ACTIVE' }, { stamper });
  await expect(call).rejects.toMatchObject({
    name: 'ConflictError',
    code: 'INVALID_STATE_TRANSITION',
    retryable: false,
  });
  expect(wire.requests).toHaveLength(1);
});
