import { counted } from '@org/payments-contract/internal';
import {
  type ApiError,
  isPaymentsError,
  OutcomeUnknownError,
  type PaymentsError,
} from '@org/payments-sdk';
import { causeOfUnread } from '../approval/describe/lookup.ts';
import { ToolError } from '../errors/mcp-errors.ts';
import { actionForModel, operatorText } from '../errors/operator-words.ts';
import type { McpSettings } from '../options.ts';
import { CHECK_OUTCOME } from '../tools/search-tools.ts';
import type { Evidence, KeyStanding } from './sent-writes.ts';

/** What is known of a failed call besides its error. */
export interface Known {
  /** The calls that were sent with the same idempotency key and are applied, or may be. */
  readonly earlier?: KeyStanding | undefined;
  /** What a read shows of the change. */
  readonly evidence?: Evidence | undefined;
  /** The reference by which a later read can settle the outcome. */
  readonly reference?: string | undefined;
  /** Whether the call ended before the client was called. */
  readonly isUnsent?: boolean;
  /** Whether the call is a change that had no effect. */
  readonly isKept?: boolean;
  /** What to do if it shows that the change was applied. */
  readonly applied?: string | undefined;
  /** How the model asks for that read. */
  readonly check?: string | undefined;
  /** That a repeat can no longer carry the change out. */
  readonly spent?: string | undefined;
  /** How long a repeat can. */
  readonly until?: string | undefined;
}

/** The call that a model makes to find out an outcome, as text. */
export function checkCall({ surface }: McpSettings, reference: string): string {
  return surface === 'all'
    ? `\`${CHECK_OUTCOME}\` with \`${JSON.stringify({ reference })}\``
    : `\`call_operation\` with \`${JSON.stringify({ operation: CHECK_OUTCOME, arguments: { reference } })}\``;
}

/**
 * The error of a call that was refused, or never left, although an earlier call with its key may have
 * been applied: what happened to this call shows nothing of that one.
 */
export function withEarlier(
  error: PaymentsError,
  earlier: Pick<KeyStanding, 'outcome' | 'sentAt'> | undefined,
  idempotencyKey: string | undefined,
  operation = error.operation,
): PaymentsError {
  // A read that failed before the call was made has no outcome.
  const isUnsent = error.outcome === 'not-applied' || error.operation !== operation;
  if (earlier?.outcome !== 'unknown' || !isUnsent || ToolError.isFinal(error)) return error;
  // No call with the key was applied whose key belongs to another one, and it may not be repeated.
  if (error.code === 'IDEMPOTENCY_KEY_REUSED') return error;
  const { sentAt } = earlier;
  return new OutcomeUnknownError({ sentAt, idempotencyKey, operation, cause: error });
}

const EARLIER_UNKNOWN =
  'An earlier call with this `idempotencyKey` was sent, and it is unknown whether it was applied.';
const EARLIER_APPLIED =
  'An earlier call with this `idempotencyKey` was applied: do not make the change again with another key unless a read shows that it failed.';
const LOST = 'The response of this call was lost.';

/** What a model can do where the advice of the SDK names something that only a program can call. */
const forModels: Readonly<Record<string, string>> = {
  SIGNATURE_REQUIRED:
    'Nothing was changed. The customer has to sign this, and this server has nowhere to ask for it: tell the person.',
  FORBIDDEN_BY_SERVICE:
    'Do not try another way. Tell the person: the credentials of the server lack a permission, or the agent is paused.',
  CREDENTIALS_FAILED:
    'This call has sent nothing. The server cannot get its credentials: tell the person.',
  CONTRACT_ACCEPTED:
    'The service accepted the change: do not repeat it. Read the resource to see its result.',
};

/** What to do about a change whose outcome is unknown, and that a repeat cannot carry out. */
export const spentAdvice = (spent: string, check: string) =>
  `${spent}: do not repeat it. Call ${check} until it shows the outcome. Only if it was not applied, begin anew, such as with a new quote.`;

/** What to do first where a repeat was refused: without it the next one is refused as well. */
function causeText({ cause }: PaymentsError, isKeyed: boolean): string {
  if (!isPaymentsError(cause) || cause.outcome !== 'not-applied') return '';
  return `First: ${adviceOn(cause, {}, isKeyed).action} `;
}

function onUnknown(error: PaymentsError, known: Known, isKeyed: boolean): string {
  const { evidence, check, spent, applied, until = '' } = known;
  if (evidence?.outcome === 'applied') {
    return `A read shows that ${applied}`;
  }
  if (evidence?.outcome === 'not-applied') {
    return spent === undefined
      ? 'A read shows that the change was not applied: the call may be repeated.'
      : `A read shows that the change was not applied. ${spent}: begin anew, such as with a new quote.`;
  }
  if (check !== undefined && spent !== undefined) return spentAdvice(spent, check);
  const first = causeText(error, isKeyed);
  if (check === undefined) return `${first}${actionForModel(error.action)}${until}`;
  return error.retryable
    ? `${first}${error.action} To find out, call ${check}.${until}`
    : `Do not repeat the change before ${check} has shown whether it was applied.`;
}

interface Advice {
  readonly message: string;
  readonly action: string;
}

/** What a wrapped refusal shows: of this call, and not of the earlier one. */
function refusalText({ cause }: { readonly cause?: unknown }): string {
  if (!isPaymentsError(cause)) return '';
  const { code, message } = cause;
  return ` This call ended with ${code} (${message.replace(/\.$/, '')}), which shows nothing of an earlier one with its key.`;
}

/** The message and the advice of a failure for a model, which can only call tools. */
export function adviceOn(error: PaymentsError, known: Known, isKeyed = false): Advice {
  const { message, action: said } = onFailure(error, known, isKeyed);
  const { retryAfter, status } = Object(error) as Partial<ApiError>;
  const wait =
    retryAfter === undefined ? 'a while' : counted(Math.ceil(retryAfter / 1000), 'second');
  const again = `Wait ${wait}, then call again${isKeyed ? ', with the same `idempotencyKey`' : ''}.`;
  const action = said.replace(/Try again later(?:; the client does so[^.]+)?\./, again);
  // The words of the service are not ours.
  const own = status === undefined ? `${message} ${action}` : action;
  const isTold = /Nothing was \w+\b|was not sent|(?:sent|changed) nothing/.test(own);
  if (isTold || !(known.isUnsent || known.isKept)) return { message, action };
  const fact = `This call has ${known.isUnsent ? 'sent' : 'changed'} nothing.`;
  return { message, action: `${action} ${fact}` };
}

function onFailure(error: PaymentsError, known: Known, isKeyed: boolean): Advice {
  const { code, outcome } = error;
  const { status } = error as Partial<ApiError>;
  const message = status === undefined ? operatorText(error.message) : error.message;
  if (code === 'IDEMPOTENCY_KEY_REUSED') return { message, action: error.action };
  const { earlier } = known;
  const isApplied = earlier?.outcome === 'applied';
  if (outcome === 'unknown' && !isApplied) {
    const refusal = earlier === undefined ? '' : refusalText(error);
    const isShown = (known.evidence?.outcome ?? 'unknown') !== 'unknown';
    return {
      message: isShown ? LOST : `${message}${refusal}`,
      action: onUnknown(error, known, isKeyed),
    };
  }
  const unread = code === 'REFERENCE_UNRESOLVED' ? causeOfUnread(error) : undefined;
  const isAccepted = code === 'CONTRACT' && outcome === 'applied';
  const ofService = code === 'FORBIDDEN' && status !== undefined ? 'FORBIDDEN_BY_SERVICE' : code;
  const advice =
    unread === undefined
      ? (forModels[isAccepted ? 'CONTRACT_ACCEPTED' : ofService] ??
        actionForModel(error.action.replace(/, or raise `\w+`/, '')))
      : `Nothing was sent. ${adviceOn(unread, {}).action.replace(/^This call has \w+ nothing\. /, '')}`;
  if (earlier === undefined) return { message, action: advice };
  if (!isApplied && known.spent !== undefined)
    return { message, action: onUnknown(error, known, isKeyed) };
  // The earlier call was sent.
  const action = advice.replace(/^Nothing was (sent|changed)\./, 'This call has $1 nothing.');
  if (!isApplied) return { message, action: `${action} ${EARLIER_UNKNOWN}` };
  // The advice on a refusal is to send the call again, which an applied change does not need.
  if (outcome === undefined) return { message, action: `${action} ${EARLIER_APPLIED}` };
  return { message: outcome === 'unknown' ? LOST : message, action: EARLIER_APPLIED };
}
