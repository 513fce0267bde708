import type { OpenedSession } from '@org/payments-contract';
import type { PaymentsClient } from '@org/payments-sdk';
import * as z from 'zod/mini';
import {
  accountId,
  attempt,
  bodiesWithKey,
  credentialId,
  formed,
  stamp,
  ticket,
  verifyByPasskey,
} from '../checks/bodies.ts';
import type { VerifyResponse } from '../protocol/index.ts';
import { RelayRefusal } from '../refusals/refusal.ts';
import { foreign } from './from-service.ts';
import { completeLast, openPending, respondToChallenge } from './pending.ts';
import type { CallHandler, RelayContext, RelayDialect, RelayRequest } from './relay-context.ts';
import { countAttempt, signedIn, signInCredential, verify } from './verify.ts';

const MAX_SEALED_CODE = 4_096;

const heldKey = formed(66, /^0[23][0-9a-fA-F]{64}$/);
const { challenge, refreshBegin, verifyByOAuth } = bodiesWithKey(heldKey);

const verifyByCode = z.object({
  type: z.literal('EMAIL_OTP'),
  id: credentialId,
  encryptedOtpBundle: formed(MAX_SEALED_CODE, /^\{[^{}]+\}$/),
  ticket: z.optional(ticket),
  accountId,
  attempt,
});
/** The second leg of a sign-in with a code. */
const verifyByStamp = z.object({ type: z.literal('STAMP'), ticket, stamp, attempt });

/** Leg 1: the service checks the sealed code, and the browser stamps what it asks for. */
async function begin(relay: RelayContext, request: RelayRequest<z.output<typeof verifyByCode>>) {
  const credential = await signInCredential(relay, request as never);
  await countAttempt(relay, request, credential);
  const payments = relay.payments as unknown as PaymentsClient<boolean, '2026-08'>;
  const { type, encryptedOtpBundle } = request.body;
  const { id, accountId: account } = credential;
  const begun = await payments.credentials.verify.begin({ id, type, encryptedOtpBundle });
  if (begun.status === 'done') {
    return signedIn(relay, request, begun.result as OpenedSession, account);
  }
  return respondToChallenge(relay, request, begun, { call: 'verify', accountId: account });
}

/** Leg 2: the session of the key that was sealed with the code. */
async function complete(
  relay: RelayContext,
  request: RelayRequest<z.output<typeof verifyByStamp>>,
) {
  const pending = await openPending(relay, request, 'verify');
  if (pending.step?.operation !== 'credentials.verify') {
    const message = 'The ticket is not the one of a sealed code.';
    throw new RelayRefusal(400, 'TICKET_INVALID', { message });
  }
  const session = (await completeLast(relay, request, pending)) as OpenedSession;
  return signedIn(relay, request, session, pending.accountId);
}

const verifyInLegs: CallHandler<'verify'> = async (relay, request) => {
  const { type } = request.body as { readonly type: string };
  if (type === 'STAMP') return complete(relay, request as never);
  if (type !== 'EMAIL_OTP') return verify(relay, request);
  return (await begin(relay, request as never)) as VerifyResponse;
};

/** What the relay does differently in the dialect `2026-08`. */
export const dialect: RelayDialect = {
  name: '2026-08',
  bodies: {
    challenge,
    refreshBegin,
    verify: z.discriminatedUnion('type', [
      verifyByCode,
      verifyByStamp,
      verifyByOAuth,
      verifyByPasskey,
    ]),
  },
  verify: verifyInLegs,
  codeFields(sent) {
    const { otpEncryptionTargetBundle: target } = sent as Record<string, unknown>;
    if (typeof target === 'string') return { otpEncryptionTargetBundle: target };
    throw foreign(
      'credentials.challenge',
      'it has no key to seal the code to, as a service of the dialect 2026-08 sends',
    );
  },
};
