import { isPaymentsError } from '@org/payments-sdk';
import type { AuditRecord } from '../audit-log.ts';
import { ToolError } from '../errors/mcp-errors.ts';
import {
  type ApprovableCall,
  type Approvals,
  type Asking,
  recordCall,
  telling,
} from './approvals.ts';
import { decisionOf, NOBODY, throughClient, throughPage, unavailable } from './ask-person.ts';
import { SAME } from './describe/brief.ts';
import { type CallDescription, descriptionText } from './describe/describe-call.ts';
import { changedSince, changedText, isSecond } from './describe/same-description.ts';

/** Describes the call by what the service says at that time. */
export type DescribeNow = () => Promise<CallDescription>;

/** What the model shows its person before it may call again. */
export interface ConfirmationRequired {
  readonly status: 'confirmation_required';
  readonly confirmationId: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly summary: string;
  readonly action: string;
}

const SECOND_CALL =
  'Nothing was sent. Show the summary to the person; once they agree, call again with the same arguments and this `confirmationId`, beside `operation` if there is one.';

const APPROVED = 'It is approved, and under way.';

/**
 * Ends a call that was approved if what the person was shown has changed, or cannot be read or is not
 * allowed any more.
 *
 * @param changes returns the labels of what has changed
 */
async function checkCurrent(
  approvals: Approvals,
  facts: Pick<AuditRecord, 'callId' | 'operation' | 'idempotencyKey'>,
  changes: () => Promise<readonly string[]>,
): Promise<void> {
  try {
    const changed = await changes();
    if (changed.length === 0) return;
    throw new ToolError('CONFIRMATION_OUTDATED', changedText('the person was', changed));
  } catch (error) {
    const code = isPaymentsError(error) ? error.code : undefined;
    await recordCall(approvals, { ...facts, event: 'failed', code });
    throw error;
  }
}

/**
 * Has a call approved by a person: on the page or through the client, and only if both are missing,
 * and the server allows it, by a second call of the model.
 *
 * @param send sends it: of two equal payments, the second is looked at again when the first has ended
 * @returns what to show if the call was only prepared, or else what `send` returns
 * @throws ToolError if it was refused, is locked, cannot be approved or cannot be recorded
 */
export async function approve<Sent>(
  approvals: Approvals,
  call: ApprovableCall,
  describe: (isTwin: boolean) => Promise<CallDescription>,
  asking: Asking,
  send: () => Promise<Sent>,
): Promise<{ readonly required: ConfirmationRequired } | { readonly sent: Sent }> {
  const { operation, callId, idempotencyKey } = call;
  const { waiting, turns } = approvals;
  const key = idempotencyKey && `${operation} ${idempotencyKey}`;
  const facts = { callId, operation, idempotencyKey };
  const [decision, again] = await waiting.withKey(key, async (isTwin) => {
    const now = () => turns.described(() => describe(isTwin));
    return [await decided(approvals, call, now, asking), now] as const;
  });
  if ('required' in decision) return decision;
  const { shown } = decision;
  const check = () =>
    checkCurrent(approvals, facts, async () => {
      const now = await again();
      const changed = changedSince(shown, now);
      const isPaid = turns.hasSame(shown) && !isSecond(shown, now);
      return [...new Set([...(isPaid ? [SAME] : []), ...changed])];
    });
  return { sent: await telling(asking, APPROVED, () => turns.take(shown, check, send)) };
}

/** What a person has approved, or is to be shown by the model. */
type Decided = { readonly required: ConfirmationRequired } | { readonly shown: CallDescription };

async function decided(
  approvals: Approvals,
  call: ApprovableCall,
  describe: DescribeNow,
  asking: Asking,
): Promise<Decided> {
  const { operation, digest, contentDigest, callId, idempotencyKey, confirmationId } = call;
  approvals.lock.check(operation, contentDigest);
  const facts = { callId, operation, idempotencyKey };
  const { pageOnly, announce, secondCall, waiting, lock } = approvals;
  const usesPage = announce !== undefined && (pageOnly || asking.ask === undefined);
  const ask = pageOnly ? undefined : asking.ask;
  if (!usesPage && ask === undefined) {
    if (!secondCall || pageOnly) throw unavailable(NOBODY);
    if (confirmationId !== undefined) {
      const shown = waiting.useUp(confirmationId, digest);
      await recordCall(approvals, { ...facts, event: 'approved', channel: 'second-call' });
      return { shown };
    }
    const description = await describe();
    const { id, expiresAt } = waiting.add(digest, description);
    await recordCall(approvals, {
      ...facts,
      event: 'asked',
      channel: 'second-call',
      shown: description,
    });
    const required = {
      status: 'confirmation_required',
      confirmationId: id,
      expiresAt: new Date(expiresAt).toISOString(),
      summary: descriptionText(description, 'dialog'),
      action: SECOND_CALL,
    } as const;
    return { required };
  }
  const description = await describe();
  const channel = usesPage ? 'page' : 'client';
  await recordCall(approvals, { ...facts, event: 'asked', channel, shown: description });
  const question = lock.open(operation, contentDigest);
  const decision = await decisionOf(asking, question, (signal) =>
    usesPage || ask === undefined
      ? throughPage(approvals, asking.open, call, description, signal)
      : throughClient(ask, approvals, description, signal),
  ).catch(async (error: unknown) => {
    // The question has an end in the log, whatever it was.
    const { code } = Object(error) as { readonly code?: string };
    await recordCall(approvals, { ...facts, event: 'failed', code }).catch(() => undefined);
    throw error;
  });
  const { isApproved, ...made } = decision;
  lock.record(operation, contentDigest, isApproved);
  await recordCall(approvals, {
    ...facts,
    event: isApproved ? 'approved' : 'declined',
    ...made,
  });
  if (!isApproved) throw new ToolError('CONFIRMATION_DECLINED', 'The person refused the call.');
  return { shown: description };
}
