import type { Fields } from '@org/payments-contract';
import { isPaymentsError, type OutcomeUnknownError } from '@org/payments-sdk';
import type { PaymentsTool } from '../tools/tool.ts';
import { checkCall, type Known } from './advice.ts';
import type { RunContext } from './run-context.ts';
import { digestOf, keyOf } from './sent-keys.ts';

/** A call with the name of its records. */
export interface NamedCall {
  readonly callId: string;
  readonly input: Fields;
}

const NO_READ = { outcome: 'unknown', because: 'No read can determine the outcome.' } as const;

/**
 * Finds out what is known of a call that failed besides its error: by the earlier calls with its key,
 * and by a read of what it would change.
 */
export async function knownOf(
  { sentKeys, lostWrites, settings }: RunContext,
  { operation: { name, row } }: PaymentsTool,
  { callId, input }: NamedCall,
  error: unknown,
): Promise<Known> {
  const { outcome } = isPaymentsError(error) ? error : { outcome: undefined };
  if (outcome === 'applied') return {};
  const digest = digestOf(name, input);
  const call = { callId, operation: name, idempotencyKey: keyOf(input), digest };
  const earlier = sentKeys.standing(call);
  if (earlier?.outcome === 'applied') return { earlier };
  const askBy = async (reference: string | undefined): Promise<Known> => {
    const write = lostWrites.named(reference);
    if (reference === undefined || write === undefined) return {};
    const evidence = await lostWrites.ask(write);
    return { evidence, reference, check: checkCall(settings, reference) };
  };
  if (outcome !== 'unknown') {
    return { earlier, ...(await askBy(lostWrites.referenceOf(earlier?.callIds ?? []))) };
  }
  const { reconcile } = error as OutcomeUnknownError;
  if (reconcile === undefined) return { evidence: NO_READ };
  return askBy(lostWrites.remember({ call, row, reconcile }));
}
