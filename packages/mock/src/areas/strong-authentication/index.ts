import { iso } from '../../clock.ts';
import { area } from '../../engine/area.ts';
import { plain } from '../../engine/behaviour.ts';
import { invalidInput } from '../../engine/refusal.ts';
import {
  challengeFor,
  issueScaChallenge,
  passkeyOptions,
  requireScaProof,
  scaChallenges,
} from './challenges.ts';
import { confirmEnrollment, deleteFactor, listFactors, startEnrollment } from './enrollment.ts';
import {
  countFailure,
  factors,
  lockOf,
  logIn,
  requireScaCustomer,
  requireUnlocked,
  scaStates,
  setScaState,
} from './factors.ts';
import { completeReset, getReset, resets, startReset } from './resets.ts';
import { trustedAccounts, trustOperations } from './trust.ts';

/** Starts a login with a factor of the customer. */
const startLogin = plain<'scaLogin.start'>({
  run(call) {
    const { world, input } = call;
    const customer = requireScaCustomer(call, input.customerId);
    const { factor } = input;
    const challenge = issueScaChallenge(call, customer, {
      subject: `login ${customer.id}`,
      purpose: 'LOGIN',
      factor,
    });
    const passkey = factor === 'PASSKEY' ? passkeyOptions(world, challenge) : undefined;
    const sent =
      factor === 'SMS_OTP'
        ? { challengeId: challenge.id, expiresAt: iso(challenge.expiresAt) }
        : {};
    return {
      body: {
        factor,
        ...sent,
        ...(passkey === undefined
          ? {}
          : {
              passkeyOptions: passkey.options,
              allowedOrigins: passkey.allowedOrigins,
              relyingPartyId: passkey.relyingPartyId,
            }),
      },
    };
  },
});

/** Completes a login. Wrong codes in a row lock the customer. */
const completeLogin = plain<'scaLogin.complete'>({
  async run(call) {
    const { challengeId, customerId, factor, ...proof } = call.input;
    const customer = requireScaCustomer(call, customerId);
    requireUnlocked(call, customer.id);
    const subject = `login ${customer.id}`;
    if (factor === 'SMS_OTP' && (challengeId ?? undefined) === undefined) {
      const message = 'is required: the one that the start of the login returned';
      throw invalidInput([{ field: 'challengeId', message }]);
    }
    const id = challengeId ?? challengeFor(call.world, subject, factor) ?? '';
    const expected = { id, subject };
    await requireScaProof(call, customer, expected, proof);
    const sessionExpiresAt = iso(logIn(call, customer.id));
    return { body: { status: 'SUCCESS', sessionExpiresAt } };
  },
});

/** Records what happened at the platform's own login. */
const recordEvent = plain<'scaLogin.recordEvent'>({
  run(call) {
    const { eventType, customerId } = call.input;
    const { id } = requireScaCustomer(call, customerId);
    if (eventType === 'RESET_PASSWORD_COMPLETED') {
      const unlocked = { failedAttempts: 0, lockedUntil: 0, isSuspended: false };
      setScaState(call, id, { ...unlocked, loggedInUntil: 0 });
    } else {
      requireUnlocked(call, id);
      countFailure(call, id);
    }
    return { body: { eventType, ...lockOf(call.world, id) } };
  },
});

/** Strong authentication of customers, where their region requires it. */
export const strongAuthenticationArea = area({
  resources: [factors, resets],
  tables: [scaStates, scaChallenges, trustedAccounts],
  operations: {
    'scaFactors.list': listFactors,
    'scaFactors.startEnrollment': startEnrollment,
    'scaFactors.confirmEnrollment': confirmEnrollment,
    'scaFactors.delete': deleteFactor,
    'scaFactors.startReset': startReset,
    'scaFactors.getReset': getReset,
    'scaFactors.completeReset': completeReset,
    'scaLogin.start': startLogin,
    'scaLogin.complete': completeLogin,
    'scaLogin.recordEvent': recordEvent,
    ...trustOperations,
  },
});
