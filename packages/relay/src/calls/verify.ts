import type { OpenedSession } from '@org/payments-contract';
import type { CallBody } from '../checks/bodies.ts';
import { checkAssertionPlace } from '../checks/check-registration.ts';
import type { RelayOpenedSession } from '../protocol/index.ts';
import { afterAccepted } from '../refusals/error-refusals.ts';
import { invalidInput, RelayRefusal } from '../refusals/refusal.ts';
import type { AssertionContent, CodeContent } from './challenge.ts';
import { requireMatchingSession } from './from-service.ts';
import { newLineage, openedSession } from './lineage.ts';
import {
  bindingOf,
  type CallHandler,
  type RelayContext,
  type RelayRequest,
} from './relay-context.ts';

type VerifyBody = CallBody<'verify'>;
type PasskeyBody = Extract<VerifyBody, { type: 'PASSKEY' }>;

/** Opens the ticket of a passkey sign-in; nothing is sent before all of the input was checked. */
async function preparePasskey(
  { tickets, settings }: RelayContext,
  request: RelayRequest,
  { id, ticket, assertion }: PasskeyBody,
) {
  const { topOrigins } = settings;
  checkAssertionPlace(assertion.clientDataJson, { origin: request.origin, topOrigins });
  const content = await tickets.open<AssertionContent>(ticket, bindingOf(request, 'verify'));
  if (content.id !== id) {
    throw new RelayRefusal(400, 'TICKET_INVALID', {
      message: 'The ticket belongs to another credential.',
    });
  }
  const { requestId } = content;
  const { userHandle, ...parts } = assertion;
  const given = { ...parts, ...(typeof userHandle === 'string' && { userHandle }) };
  return { id, requestId, type: 'PASSKEY', assertion: given } as const;
}

function prepare(relay: RelayContext, request: RelayRequest, body: VerifyBody) {
  if (body.type === 'PASSKEY') return preparePasskey(relay, request, body);
  const { id, clientPublicKey } = body;
  return body.type === 'EMAIL_OTP'
    ? { id, type: body.type, clientPublicKey, otp: body.otp }
    : { id, type: body.type, clientPublicKey, oidcToken: body.oidcToken };
}

/** The credential in the ticket of a code; undefined unless it is for this user and this credential. */
async function codeCredential(
  { tickets }: RelayContext,
  request: RelayRequest,
  body: VerifyBody,
): Promise<CodeContent | undefined> {
  if (body.type !== 'EMAIL_OTP' || body.ticket === undefined) return undefined;
  try {
    const content = await tickets.open<CodeContent>(body.ticket, bindingOf(request, 'verify'));
    const { accountId = content.accountId } = body;
    const isIt = content.id === body.id && content.accountId === accountId;
    return isIt ? content : undefined;
  } catch {
    // A ticket that has expired, or of another user or secret, counts as missing.
    return undefined;
  }
}

/**
 * The family of a sign-in. A device that lost the response sends the same attempt again: the
 * session it does not know is a sibling of the next one, which ends it.
 */
function familyOf(userId: string, attempt: string | undefined): string {
  return `${userId}/${attempt ?? crypto.randomUUID()}`;
}

/**
 * The credential of a sign-in.
 *
 * @throws RelayRefusal 400 for one of another type, 403 for one of somebody else
 */
export async function signInCredential(
  relay: RelayContext,
  request: RelayRequest<VerifyBody>,
): Promise<CodeContent> {
  const { body } = request;
  const credential =
    (await codeCredential(relay, request, body)) ??
    (await relay.ownership.credential(request, body.id, body.accountId));
  if (credential.type === body.type) return credential;
  throw invalidInput('type: the credential is of another type');
}

/** Counts an attempt to sign in. @throws RelayRefusal 429 */
export async function countAttempt(
  { limits }: RelayContext,
  { user, address }: RelayRequest,
  { id }: Pick<CodeContent, 'id'>,
): Promise<void> {
  await limits.countAll([
    ['verifications', id],
    ['verificationsPerUser', user.id],
    ['verificationsPerAddress', address],
  ]);
}

/** The session that a sign-in opened, as the browser receives it. @throws ContractError */
export function signedIn(
  relay: RelayContext,
  request: RelayRequest<{ readonly attempt?: string | undefined }>,
  session: OpenedSession,
  accountId: string,
): Promise<RelayOpenedSession> {
  return afterAccepted(() => {
    requireMatchingSession('credentials.verify', session, accountId, request);
    const family = familyOf(request.user.id, request.body.attempt);
    return openedSession(relay, request, session, newLineage(relay.settings.now(), family));
  });
}

/** Ends a sign-in: opens a session for the credential. */
export const verify: CallHandler<'verify'> = async (relay, request) => {
  const credential = await signInCredential(relay, request);
  const input = await prepare(relay, request, request.body);
  await countAttempt(relay, request, credential);
  const session: OpenedSession = await relay.payments.credentials.verify(input);
  relay.ownership.forget(credential.accountId);
  return signedIn(relay, request, session, credential.accountId);
};
