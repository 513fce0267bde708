import { findEvent } from '@org/payments-contract/events';
import { schemaIssues } from '@org/payments-contract/internal/schema';
import type { PaymentDecision } from '../world.ts';

export const APPROVAL_EVENT = 'INCOMING_PAYMENT.PENDING';

type Body = Readonly<Record<string, unknown>>;

/** Returns the endpoint's body, or its problem by the contract. An empty body is valid. */
function read(status: number, text: string): { readonly body: Body; readonly problem?: string } {
  const schema = findEvent(APPROVAL_EVENT)?.responses?.[status];
  if (text === '' || schema === undefined || schema === null) return { body: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { body: {}, problem: `The body of the ${status} is not JSON; it is ignored.` };
  }
  const result = schema.safeParse(value);
  if (result.success) return { body: result.data as Body };
  const [issue] = schemaIssues(schema, value);
  const where = issue?.path.join('.') ?? '';
  return { body: {}, problem: `The body of the ${status} is ignored: ${where} ${issue?.message}.` };
}

function decided(status: number, body: Body): PaymentDecision {
  switch (status) {
    case 200:
      return { kind: 'approve', receiverCustomerInfo: (body.receiverCustomerInfo ?? {}) as Body };
    case 403:
      return { kind: 'reject', reason: (body.reason ?? body.message) as string | undefined };
    case 422:
      return { kind: 'ask', requiredFields: (body.requiredFields ?? []) as readonly string[] };
    default:
      return { kind: status < 300 ? 'postpone' : 'error' };
  }
}

/** Returns whether a response decides about a payment, so that it is not a failure of the delivery. */
export function isDecision(eventType: string, status: number): boolean {
  const responses = eventType === APPROVAL_EVENT ? findEvent(eventType)?.responses : undefined;
  return responses !== undefined && Object.hasOwn(responses, status);
}

/**
 * Returns an endpoint's decision about a payment (rule 94). Every status except 200, 403 and 422
 * postpones it, an error as the reason of its failure if nobody decides in time.
 */
export function decisionOf(
  status: number | undefined,
  text: string,
): { readonly decision: PaymentDecision; readonly problem?: string } {
  if (status === undefined) return { decision: { kind: 'postpone' } };
  const { body, problem } = read(status, text);
  const decision = decided(status, body);
  return problem === undefined ? { decision } : { decision, problem };
}
