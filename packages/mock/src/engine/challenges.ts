import { type OperationRow, REQUEST_ID_HEADER, SIGNATURE_HEADER } from '@org/payments-contract';
import { canonicalJson } from '@org/payments-contract/internal';
import { iso } from '../clock.ts';
import { digest } from '../digest.ts';
import type { Entity, Table } from '../store/table.ts';
import type { World } from '../world.ts';
import type { Call, Plan } from './behaviour.ts';
import { payloadToSign } from './payload-forms.ts';
import { unauthorized } from './refusal.ts';
import { type ChallengeRecord, challenges } from './tables.ts';

const MINUTE = 60_000;
/** How long an ended challenge is kept, so that a late answer is refused with the right reason. */
const KEPT_FOR = 60 * MINUTE;

export function signatureHeaders(headers: Headers) {
  return { stamp: headers.get(SIGNATURE_HEADER), requestId: headers.get(REQUEST_ID_HEADER) };
}

export type SignatureHeaders = ReturnType<typeof signatureHeaders>;

/** Returns the leg of the signed retry that a request's headers indicate. */
export function legOf(world: World, row: OperationRow, headers: Headers): 1 | 2 | 3 | undefined {
  if (row.signing === 'never' || row.signing === 'inline') return undefined;
  const { stamp, requestId } = signatureHeaders(headers);
  if (stamp === null && requestId === null) return 1;
  return challenges.in(world).get(requestId ?? '')?.answeredBy ?? 2;
}

function bodyText(call: Call): string {
  return canonicalJson(call.body);
}

/** Makes room for one more challenge: removes stale ones, and the oldest ones beyond the limit. */
export function evictChallenges<Challenge extends Entity & { readonly expiresAt: number }>(
  world: World,
  table: Table<Challenge, string>,
): void {
  for (let oldest = table.oldest(); oldest !== undefined; oldest = table.oldest()) {
    const isStale = oldest.expiresAt + KEPT_FOR <= world.clock.now();
    if (!isStale && table.size < world.settings.challengeLimit) return;
    table.delete(oldest.id);
  }
}

/** Creates a challenge, which leg 2 answers unless another one is named. */
export function issueChallenge(
  call: Call,
  plan: Pick<Plan, 'activity' | 'binds' | 'payload'>,
  answeredBy?: 3,
): ChallengeRecord {
  const { world, write } = call;
  const { choices } = world.settings;
  evictChallenges(world, challenges.in(world));
  const issuedAt = world.clock.now();
  const id = `Request:${world.random.uuid('challenge')}`;
  return write.insert(challenges, {
    id,
    operation: call.operation.name,
    path: call.path,
    body: digest(bodyText(call)),
    payloadToSign:
      plan.payload ??
      payloadToSign(world, {
        operation: call.operation.name,
        resource: call.path,
        requestId: id,
        fields: call.body,
        binds: plan.binds ?? {},
        time: issuedAt,
        activity: plan.activity,
      }),
    binds: plan.binds ?? {},
    issuedAt,
    expiresAt: issuedAt + choices.challengeLifetime,
    ...(answeredBy && { answeredBy }),
  });
}

export function challengeView(challenge: ChallengeRecord, plan: Plan): Record<string, unknown> {
  return {
    ...plan.challengeFields,
    payloadToSign: challenge.payloadToSign,
    requestId: challenge.id,
    expiresAt: iso(challenge.expiresAt),
  };
}

export function isFor(challenge: ChallengeRecord, call: Call): boolean {
  return isOfResource(challenge, call) && challenge.body === digest(bodyText(call));
}

function isOfResource({ operation, path }: ChallengeRecord, call: Call): boolean {
  return operation === call.operation.name && path === call.path;
}

/** Checks that the challenge has not been answered in the meantime. @throws Refusal 401 */
export function requirePending(challenge: ChallengeRecord, { world }: Call): void {
  const current = challenges.in(world).get(challenge.id);
  if (current === undefined) throw unauthorized('unknownRequestId', 'The challenge was withdrawn.');
  if (current.consumedAt === undefined) return;
  const explanation = `${challenge.id} was answered at ${iso(current.consumedAt)}. Start with leg 1.`;
  throw unauthorized('usedRequestId', explanation);
}

/** Returns the pending challenge that a stamped leg answers. @throws Refusal 401 */
export function requireChallenge(call: Call, { stamp, requestId }: SignatureHeaders) {
  if (requestId === null) {
    throw unauthorized('missingRequestId', `Expected ${REQUEST_ID_HEADER} next to the stamp.`);
  }
  if (stamp === null) {
    const explanation = `Expected ${SIGNATURE_HEADER} next to ${REQUEST_ID_HEADER}.`;
    throw unauthorized('missingSignature', explanation);
  }
  const challenge = challenges.in(call.world).get(requestId);
  if (challenge === undefined) {
    throw unauthorized('unknownRequestId', `No challenge ${requestId} was issued.`);
  }
  if (!isOfResource(challenge, call)) {
    const given = `${challenge.operation} on ${challenge.path}`;
    const explanation = `${requestId} was issued for ${given}, not ${call.operation.name} on ${call.path}.`;
    throw unauthorized('foreignRequestId', explanation);
  }
  requirePending(challenge, call);
  if (call.world.clock.now() >= challenge.expiresAt) {
    const now = iso(call.world.clock.now());
    throw unauthorized(
      'challengeExpired',
      `It expired at ${iso(challenge.expiresAt)}; it is now ${now}.`,
    );
  }
  if (!isFor(challenge, call)) {
    const received = digest(bodyText(call)).slice(0, 16);
    const expected = challenge.body.slice(0, 16);
    const explanation = `Expected the body of leg 1 (SHA-256 ${expected}…); received another (${received}…).`;
    throw unauthorized('bodyChanged', explanation);
  }
  return { challenge, stamp };
}
