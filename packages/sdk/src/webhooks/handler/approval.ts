import { finish } from '../../options/returned-work.ts';
import { type ApprovalDecision, decisionResponse, postpone } from '../decision.ts';
import type { ApprovalRequest } from '../event.ts';
import { asWebhookError, WebhookError } from '../webhook-error.ts';
import type { Delivery } from './delivery.ts';
import { DeliveryWork } from './delivery-work.ts';
import type { HandlerContext } from './handlers.ts';
import { contextOf } from './latest.ts';
import { LATE, orLate } from './time-limit.ts';

/** A decision with its response, built together so that an invalid decision is found. */
interface Decided {
  readonly decision: ApprovalDecision;
  readonly response: Response;
}

/** The decision of the platform's handler; postponed if no handler is registered. */
async function decide(
  { handlers }: Delivery,
  event: ApprovalRequest,
  context: HandlerContext,
): Promise<Decided> {
  const handler = handlers.ofType(event);
  const decision = handler === undefined ? postpone() : await handler(event, context);
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
    await finish('`onLateDecision`', onLateDecision?.(decision, event));
  } catch (cause) {
    report(asWebhookError(cause), 202);
  }
}

/** Calls the handler of all events, and waits for what both handlers began. */
async function tellEvery(
  { handlers, report }: Delivery,
  event: ApprovalRequest,
  context: HandlerContext,
  work: DeliveryWork,
  decided: Promise<Decided>,
): Promise<void> {
  try {
    await finish('The handler', handlers.every?.(event, context));
    await decided.catch(() => undefined);
    await work.settle();
  } catch (cause) {
    report(asWebhookError(cause), 200);
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
  const work = new DeliveryWork(delivery.report);
  const context = contextOf(delivery, event, work, limit.signal);
  const deciding = decide(delivery, event, context);
  const left = delivery.arrivedAt + approvalTimeout - clock.now();
  let decided: Decided | typeof LATE;
  try {
    decided = await orLate(clock, left, deciding);
  } catch (cause) {
    throw asWebhookError(cause);
  }
  delivery.waitUntil(tellEvery(delivery, event, context, work, deciding));
  if (decided !== LATE) return decided.response;
  delivery.waitUntil(tellLate(delivery, event, deciding));
  limit.abort(new WebhookError('WEBHOOK_DECISION_LATE'));
  return decisionResponse(postpone());
}
