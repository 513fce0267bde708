import { iso } from '../../clock.ts';
import { area } from '../../engine/area.ts';
import { invalidField } from '../../engine/refusal.ts';
import {
  challengeFor,
  issueScaChallenge,
  passkeyOptions,
  requireScaProof,
  scaChallenges,
} from './challenges.ts';
import { factorOperations } from './enrollment.ts';
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
import { resetOperations, resets } from './resets.ts';
import { trustedAccounts, trustOperations } from './trust.ts';

export const strongAuthenticationArea = area({
  resources: [factors, resets],
  tables: [scaStates, scaChallenges, trustedAccounts],
  operations: {
    ...factorOperations,
    ...resetOperations,

    'scaLogin.start'(call) {
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

    /** Completes a login. Wrong codes in a row lock the customer. */
    async 'scaLogin.complete'(call) {
      const { challengeId, customerId, factor, ...proof } = call.input;
      const customer = requireScaCustomer(call, customerId);
      const subject = `login ${customer.id}`;
      if (factor === 'SMS_OTP' && (challengeId ?? undefined) === undefined) {
        const message = 'is required: the one that the start of the login returned';
        throw invalidField('challengeId', message);
      }
      const id = challengeId ?? challengeFor(call.world, subject, factor) ?? '';
      const proved = requireScaProof(call, customer, { id, subject, factor }, proof);
      const useUp = proved instanceof Promise ? await proved : proved;
      requireScaCustomer(call, customerId);
      useUp();
      const sessionExpiresAt = iso(logIn(call, customer.id));
      return { body: { status: 'SUCCESS', sessionExpiresAt } };
    },

    'scaLogin.recordEvent'(call) {
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

    ...trustOperations,
  },
});
