import { findOperation } from '@org/payments-contract';
import type { Begun, PaymentsClient, PendingStep, PendingStepJSON } from '@org/payments-sdk';
import type { CallBody } from '../checks/bodies.ts';
import type { BeginResponse, RelayCall, SigningStep } from '../protocol/index.ts';
import { afterAccepted } from '../refusals/error-refusals.ts';
import { RelayRefusal } from '../refusals/refusal.ts';
import type { Lineage } from './lineage.ts';
import { bindingOf, iso, type RelayContext, type RelayRequest } from './relay-context.ts';

type CompleteBody = CallBody<'actionComplete'>;

/** The maximum lifetime of a ticket, independent of the service. Milliseconds. */
const MAX_TICKET_AGE = 600_000;

/** A signed change between its legs. */
export interface PendingContent {
  readonly accountId: string;
  /** Leg 1 with its exact bytes. */
  readonly step: PendingStepJSON;
  /** The platform's action, if the change is one. */
  readonly action?: string | undefined;
  /** The lineage of the session that a refresh will open, or that a sign-out ends. */
  readonly lineage?: Lineage | undefined;
}

/** The earlier of two expiry times; the relay's own if the clocks differ too much to compare. */
export function ticketEnd(now: number, expiresAt: string): number {
  const latest = now + MAX_TICKET_AGE;
  const end = Date.parse(expiresAt);
  return end > now ? Math.min(end, latest) : latest;
}

/** How a change continues after a leg. */
interface Ticketed {
  /** The call that accepts the ticket. */
  readonly call: RelayCall;
  readonly accountId: string;
  readonly action?: string;
  readonly lineage?: Lineage | undefined;
}

/** How a change continues, and what the browser sees of its result. */
export interface Continuation<Result, View> extends Ticketed {
  readonly view: (result: Result) => View | Promise<View>;
}

/** What to stamp, and the ticket that carries the change. */
export async function respondToChallenge(
  { tickets, settings }: RelayContext,
  request: RelayRequest,
  begun: PendingStep,
  next: Ticketed,
): Promise<SigningStep> {
  const { payloadToSign } = begun;
  const now = settings.now();
  const end = ticketEnd(now, begun.expiresAt);
  const { accountId, action, lineage, call } = next;
  const step = begun.toJSON();
  // A payload from a resource is identified by the resource, so that the wallet stamps it once.
  const requestId = begun.requestId ?? step.path;
  const content: PendingContent = { accountId, step, action, lineage };
  const ticket = await tickets.seal({ ...bindingOf(request, call), content, expiresAt: end });
  const [expiresAt, issuedAt] = [iso(end), iso(now)];
  return { status: 'challenge', ticket, payloadToSign, requestId, expiresAt, issuedAt };
}

/** The response to leg 1: the result, or what to stamp and the ticket that carries leg 1. */
export async function respondToBegin<Result, View>(
  relay: RelayContext,
  request: RelayRequest,
  begun: Begun<Result>,
  next: Continuation<Result, View>,
): Promise<BeginResponse<View>> {
  if (begun.status === 'challenge') return respondToChallenge(relay, request, begun, next);
  return { status: 'done', result: await afterAccepted(() => next.view(begun.result)) };
}

interface Completing {
  complete?: (step: PendingStepJSON, stamp: string) => Promise<unknown>;
}

function completing(payments: PaymentsClient, operation: string): Completing['complete'] {
  const [resource = '', verb = ''] = operation.split('.');
  if (!Object.hasOwn(payments, resource)) return undefined;
  const methods = (payments as unknown as Record<string, Record<string, Completing>>)[resource];
  return methods && Object.hasOwn(methods, verb) ? methods[verb]?.complete : undefined;
}

/**
 * Opens the ticket of a change that was begun for the same call, and checks that the account still
 * belongs to the user.
 */
export async function openPending(
  { tickets, ownership }: RelayContext,
  request: RelayRequest<CompleteBody>,
  call: RelayCall,
): Promise<PendingContent> {
  const { ticket } = request.body;
  const content = await tickets.open<PendingContent>(ticket, bindingOf(request, call));
  await ownership.requireAccount(request, content.accountId);
  return content;
}

/** Sends a later leg: the bytes of leg 1 with the browser's stamp. */
export async function completePending(
  { payments, ownership }: RelayContext,
  { body }: RelayRequest<CompleteBody>,
  { step, accountId }: PendingContent,
): Promise<Begun<unknown>> {
  const complete = completing(payments, step.operation);
  if (complete === undefined) {
    throw new RelayRefusal(400, 'TICKET_INVALID', {
      message: 'The ticket names an unknown operation.',
    });
  }
  try {
    const end = await complete(step, body.stamp);
    const isTwice = findOperation(step.operation)?.row.legs !== undefined;
    return isTwice ? (end as Begun<unknown>) : { status: 'done', result: end };
  } finally {
    ownership.forget(accountId);
  }
}

/** Sends leg 2 of a change that takes one signature. */
export async function completeLast(
  relay: RelayContext,
  request: RelayRequest<CompleteBody>,
  pending: PendingContent,
): Promise<unknown> {
  const end = await completePending(relay, request, pending);
  if (end.status === 'done') return end.result;
  throw new Error(`${pending.step.operation} takes two signatures, and only actions can.`);
}
