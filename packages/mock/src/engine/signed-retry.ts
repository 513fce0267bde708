import type { Call, Plan, Result, Signers } from './behaviour.ts';
import {
  challengeView,
  isFor,
  issueChallenge,
  legOf,
  requireChallenge,
  requirePending,
  type SignatureHeaders,
  signatureHeaders,
} from './challenges.ts';
import { checkStamp, requireSigner } from './check-stamp.ts';
import { unauthorized } from './refusal.ts';
import { challenges } from './tables.ts';

/** The result of a signed operation: the change, or the challenge that asks for a stamp. */
export interface SignedOutcome {
  readonly result: Result;
  readonly requestId?: string;
}

type PlanOf = (call: Call) => Plan;

/**
 * Returns whether the signature headers count. If signing depends on the input, they count only if
 * they name this request's challenge; otherwise a replay of an applied change would pass as a
 * change that needs no signature.
 */
function namesOwnChallenge(call: Call, { requestId }: SignatureHeaders): boolean {
  const challenge = challenges.in(call.world).get(requestId ?? '');
  return challenge !== undefined && isFor(challenge, call);
}

async function beginLeg1(call: Call, first: Plan, planOf: PlanOf): Promise<SignedOutcome> {
  first.check?.();
  const plan = first.prove === undefined ? first : planOf({ ...call, proved: await first.prove() });
  if (plan !== first) plan.check?.();
  const challenge = issueChallenge(call, plan);
  const result = { status: 202, body: challengeView(challenge, plan) };
  return { result, requestId: challenge.id };
}

function signersOf({ signers }: Plan): Signers {
  if (signers !== 'none') return signers;
  throw unauthorized(
    'unknownRequestId',
    'The change this challenge was issued for no longer needs a signature.',
  );
}

/**
 * Checks the stamp, and goes on. The change is planned again after that: from the plan to its end nothing
 * is awaited, so that no other request comes between.
 */
async function answerChallenge(
  call: Call,
  planOf: PlanOf,
  headers: SignatureHeaders,
): Promise<SignedOutcome> {
  const { challenge, stamp } = requireChallenge(call, headers);
  const again: Call = { ...call, bound: challenge.binds };
  const first = planOf(again);
  signersOf(first);
  const publicKey = await checkStamp(stamp, challenge, call);
  const plan = planOf({ ...again, proved: await first.prove?.() });
  requireSigner(publicKey, signersOf(plan), call);
  plan.check?.();
  requirePending(challenge, call);
  const consumedAt = call.world.clock.now();
  const consumed = call.write.update(challenges, challenge, { consumedAt });
  const isLast = challenge.answeredBy === call.operation.row.legs;
  try {
    if (isLast || plan.prepare === undefined) {
      return { result: await plan.apply(), requestId: challenge.id };
    }
    const next = issueChallenge(call, plan.prepare(), 3);
    return { result: { status: 202, body: challengeView(next, plan) }, requestId: challenge.id };
  } catch (error) {
    const { consumedAt: _undone, ...pending } = consumed;
    challenges.in(call.world).replace(pending);
    throw error;
  }
}

/** Runs one leg of a signed operation: issues a challenge, or checks the stamp and goes on. */
export async function runSigned(call: Call, planOf: PlanOf): Promise<SignedOutcome> {
  const headers = signatureHeaders(call.headers);
  const { row } = call.operation;
  const isRetry = legOf(call.world, row, call.headers) !== 1;
  if (isRetry && row.signing === 'required') return answerChallenge(call, planOf, headers);
  const plan = planOf(call);
  if (plan.signers === 'none' && !namesOwnChallenge(call, headers)) {
    plan.check?.();
    return { result: await plan.apply() };
  }
  return isRetry ? answerChallenge(call, planOf, headers) : beginLeg1(call, plan, planOf);
}
