import { type ApprovalDecision, decisionResponse, postpone } from '../decision.ts';
import type { ApprovalRequest } from '../event.ts';
import { WebhookError } from '../webhook-error.ts';
import { type Delivery, everyHandler } from './delivery.ts';
import { LATE, orLate } from './time-limit.ts';

/** A decision with its response, built together so that an invalid decision is found. */
interface Decided {
  readonly decision: ApprovalDecision;
  readonly response: Response;
}

function handlerFailed(cause: unknown): WebhookError {
  return cause instanceof WebhookError
    ? cause
    : new WebhookError('WEBHOOK_HANDLER_FAILED', { cause });
}

/** The decision of the platform's handler; postponed if no handler is registered. */
async function decide(
  { handlers }: Delivery,
  event: ApprovalRequest,
  signal: AbortSignal,
): Promise<Decided> {
  const handler = handlers.ofType(event);
  const decision = handler === undefined ? postpone() : await handler(event, { signal });
  return { response: decisionResponse(decision), decision: decision as ApprovalDecision };
}

/** Passes on a decision that came too late for the response. */
async function tellLate(
  { onLateDecision, report }: Delivery,
  event: ApprovalRequest,
  work: Promise<Decided>,
): Promise<void> {
  try {
    const { decision } = await work;
    if (decision.decision === 'postpone') return;
    if (onLateDecision === undefined) report(new WebhookError('WEBHOOK_DECISION_LATE'), 202);
    await onLateDecision?.(decision, event);
  } catch (cause) {
    report(handlerFailed(cause), 202);
  }
}

async function tellEvery(delivery: Delivery, event: ApprovalRequest, signal: AbortSignal) {
  try {
    await everyHandler(delivery, event, signal);
  } catch (cause) {
    delivery.report(handlerFailed(cause), 200);
  }
}

/**
 * Responds to a request for approval within the service's 5 seconds. Such an event is delivered
 * once and its response is the decision, so it does not pass through the store: a request that a
 * proxy repeats is decided again.
 *
 * @throws WebhookError when the handler threw or returned something other than a decision
 */
export async function handleApproval(
  delivery: Delivery,
  event: ApprovalRequest,
): Promise<Response> {
  const { clock, approvalTimeout } = delivery.settings;
  const limit = new AbortController();
  const { signal } = limit;
  const work = decide(delivery, event, signal);
  const left = delivery.arrivedAt + approvalTimeout - clock.now();
  let decided: Decided | typeof LATE;
  try {
    decided = await orLate(clock, left, work);
  } catch (cause) {
    throw handlerFailed(cause);
  }
  delivery.waitUntil(tellEvery(delivery, event, signal));
  if (decided !== LATE) return decided.response;
  delivery.waitUntil(tellLate(delivery, event, work));
  limit.abort(new WebhookError('WEBHOOK_DECISION_LATE'));
  return decisionResponse(postpone());
}
