import type { Call, InlineBehaviour, InlineSignature, Result } from './behaviour.ts';
import { signatureHeaders } from './challenges.ts';
import { checkStamp } from './check-stamp.ts';
import { storedResult, withIdempotency } from './idempotency.ts';
import { unauthorized } from './refusal.ts';

async function requireStamp(call: Call, due: InlineSignature): Promise<void> {
  const { stamp } = signatureHeaders(call.headers);
  if (stamp === null) {
    throw unauthorized('missingSignature', 'Expected a stamp over the payload of the resource.');
  }
  await checkStamp(stamp, due, due.signers, call);
}

/**
 * Runs an operation that is signed inline: one request, whose stamp covers a payload that another
 * resource carries. A repeated idempotency key gets the first response, before anything is checked.
 *
 * @throws Refusal 401 for a missing or wrong stamp, if one is required
 */
export async function runInline(call: Call, behaviour: InlineBehaviour<never>): Promise<Result> {
  const stored = storedResult(call);
  if (stored !== undefined) return stored;
  const plan = behaviour.plan(call as never);
  plan.check();
  if (plan.signature !== undefined) await requireStamp(call, plan.signature);
  // During the check of the stamp, another request may have been applied.
  return withIdempotency(call, () => {
    const now = behaviour.plan(call as never);
    now.check();
    return now.apply();
  });
}
