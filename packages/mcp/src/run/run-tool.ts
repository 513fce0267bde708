import { randomUUID } from 'node:crypto';
import type { Fields, OperationRow } from '@org/payments-contract';
import { isPaymentsError, type OutcomeUnknownError, type PaymentsError } from '@org/payments-sdk';
import { type ApprovableCall, recordCall } from '../approval/approvals.ts';
import { approve } from '../approval/approve.ts';
import { describeCall } from '../approval/describe/describe-call.ts';
import { Lookup } from '../approval/describe/lookup.ts';
import { fateOf, presentOf } from '../approval/describe/not-made.ts';
import { describeAllowed } from '../approval/describe/standing.ts';
import type { CallEnd } from '../approval/waiting-calls.ts';
import { logLine } from '../log-line.ts';
import type { McpSettings } from '../options.ts';
import { checkPolicy } from '../policy/check-policy.ts';
import { maskedInput } from '../tools/masks.ts';
import { methodOf } from '../tools/method.ts';
import { needsPerson } from '../tools/offered.ts';
import type { PaymentsTool } from '../tools/tool.ts';
import { digestOf, keyOf } from './digest.ts';
import { documentFile } from './document-file.ts';
import { oldKeyText } from './key-age.ts';
import { knownOf } from './known-of.ts';
import { repeated, timed } from './repeated.ts';
import { requireForApproval } from './required-fields.ts';
import {
  failureOf,
  resourceIdOf,
  resultOf,
  SignatureLink,
  successOf,
  type ToolResult,
} from './results.ts';
import type { RunContext } from './run-context.ts';
import { appliedId, earlierCalls, type KeyStanding, requireJournal } from './sent-writes.ts';

/** A call with the name of its records. */
interface NamedCall {
  readonly callId: string;
  readonly input: Fields;
  /** Whether the client has been called with it. */
  isBegun: boolean;
  /** When it was made, by the clock of the service; NaN if that is not known. */
  calledAt: number;
  /** What became of it, once it was sent and did not fail. */
  became?: CallEnd;
  /** Why it did not do what was wanted, or waits. */
  why?: string | undefined;
}

function become(call: NamedCall, { is, why }: { is: CallEnd; why?: string }) {
  call.became = is;
  // That a payment takes its time needs no reason.
  if (is === 'lost' || is === 'waiting') call.why = why;
}

/** What the audit log records of a call that failed: the verdict on it, as its error carries it. */
function failureFacts(error: unknown) {
  if (!isPaymentsError(error)) return { event: 'failed' } as const;
  const { code, outcome, resourceId } = error as PaymentsError & { readonly resourceId?: string };
  const isKnown = outcome === undefined || outcome === 'not-applied';
  return { event: isKnown ? 'failed' : outcome, code, resourceId } as const;
}

/** The arguments with the file of a document in place of its path. @throws ToolError */
async function withFile(row: OperationRow, input: Fields, { documentFolders }: McpSettings) {
  if (row.media === undefined || input.file === undefined) return input;
  return { ...input, file: await documentFile(documentFolders, input.file) };
}

/** What a call says besides the arguments of its operation. */
export interface CallExtras {
  readonly confirmationId: unknown;
  /** Fields of the result to return. */
  readonly fields: readonly string[] | undefined;
}

/**
 * Sends a call; of a signed operation the first leg, if the customer can sign elsewhere. A change is not
 * ended by a client that goes away: its outcome is recorded.
 */
async function perform(
  { client, settings: { signingLink }, asking }: RunContext,
  { name, row }: PaymentsTool['operation'],
  input: Fields,
  named: NamedCall,
): Promise<unknown> {
  const method = methodOf(client, name);
  const signal = row.risk === 'reads' ? asking.signal : undefined;
  if (row.signing === 'never' || signingLink === undefined) {
    if (row.retry !== 'keyed') return method(input, { signal });
    const [value, calledAt] = await timed(method(input, { signal }));
    named.calledAt = calledAt;
    return value;
  }
  const step = await method.begin(input, { signal });
  if (step.status === 'done') return step.result;
  const url = await signingLink({ operation: name, step: step.toJSON() });
  return new SignatureLink(url, step.expiresAt);
}

/** Sends a call between two records of the audit log. */
async function send(
  context: RunContext,
  { operation }: PaymentsTool,
  named: NamedCall,
  sendable: Fields,
  digest: string,
): Promise<unknown> {
  const { approvals, writes } = context;
  const { callId, input } = named;
  const { name, row } = operation;
  const idempotencyKey = keyOf(input);
  if (row.risk === 'reads') return perform(context, operation, sendable, named);
  const account = await writes.account();
  const facts = { callId, operation: name, idempotencyKey, account };
  const shown = maskedInput(row, input);
  const keyed = idempotencyKey !== undefined && { digest };
  await recordCall(approvals, { ...facts, event: 'sent', shown, ...keyed });
  named.isBegun = true;
  // What the service did reaches the model even if it can no longer be recorded.
  const finish = (entry: Parameters<typeof recordCall>[1]) =>
    recordCall(approvals, entry).catch(() => undefined);
  try {
    const value = await perform(context, operation, sendable, named);
    const event = value instanceof SignatureLink ? 'signature-requested' : 'applied';
    await finish({ ...facts, event, resourceId: resourceIdOf(value) });
    return value;
  } catch (error) {
    const { event, code, resourceId } = failureFacts(error);
    const { entryId } = Object(error) as Partial<OutcomeUnknownError>;
    if (entryId !== undefined) writes.name(entryId, callId);
    // A refusal of one call shows nothing of another one that the service takes for the same.
    const earlier = await writes.standing(name, sendable);
    const outcome = {
      event: earlier?.outcome ?? event,
      resourceId: earlier?.resourceId ?? resourceId,
    };
    await finish({ ...facts, ...outcome, code });
    throw error;
  }
}

/** Sends the call once it is within the policy and approved. */
async function carryOut(
  context: RunContext,
  tool: PaymentsTool,
  named: NamedCall,
  { confirmationId, fields }: CallExtras,
): Promise<ToolResult> {
  const { callId, input } = named;
  const { client, isAgent, settings, approvals, asking, writes } = context;
  const { name, row } = tool.operation;
  const sendable = await withFile(row, input, settings);
  methodOf(client, name).dryRun(sendable);
  requireForApproval(tool, input);
  const digest = digestOf(name, input);
  let earlier: KeyStanding | undefined;
  // Read again after the decision: a key may be too old by then, and the policy may have changed.
  const standing = async () => {
    earlier = await earlierCalls(client, name, sendable);
    const before = oldKeyText(earlier);
    const isRepeat = earlier !== undefined && before === undefined;
    const check = () => checkPolicy(client, { operation: tool.operation, input, isRepeat });
    return { check, isRepeat, applied: appliedId(earlier), before };
  };
  const call: ApprovableCall = {
    callId,
    operation: name,
    digest,
    contentDigest: digestOf(name, { ...input, idempotencyKey: undefined }),
    idempotencyKey: keyOf(input),
    confirmationId,
  };
  const begin = () => send(context, tool, named, sendable, digest);
  let sent: unknown;
  if (needsPerson(row, input, settings.confirmWrites)) {
    await requireJournal(client);
    const service = client.baseUrl();
    const describe = async (isTwin: boolean) => {
      const { check, ...known } = await standing();
      const lookup = new Lookup(client, isAgent, asking.signal);
      lookup.made = writes.made;
      const canSign = settings.signingLink !== undefined;
      return describeAllowed(check(), (allowed) =>
        describeCall(tool, input, lookup, { ...known, service, isTwin, allowed, canSign }),
      );
    };
    const approved = await approve(approvals, call, describe, asking, begin);
    if ('required' in approved) return resultOf({ ...approved.required });
    ({ sent } = approved);
  } else {
    await (await standing()).check();
    sent = await begin();
  }
  named.became = 'applied';
  if (sent instanceof SignatureLink) {
    named.became = 'signature';
    return resultOf(sent.toJSON());
  }
  const { value, repeat } = await repeated(client, tool.operation, sent, earlier, named.calledAt);
  if (writes.made.size >= 1_000) writes.made.clear();
  if (name.endsWith('quotes.create')) writes.made.set(resourceIdOf(value), maskedInput(row, input));
  const fate = fateOf(row, input, value);
  if (fate !== undefined) become(named, fate);
  if (repeat !== undefined && /^(?:applied|open)$/.test(named.became)) named.became = 'repeated';
  const told = fate && { [fate.is === 'lost' ? 'problem' : 'note']: fate.text };
  return successOf(row, value, input.idempotencyKey, fields, {
    ...told,
    ...(repeat && { repeat }),
  });
}

function logCall(
  { settings, log }: RunContext,
  tool: PaymentsTool,
  input: Fields,
  result: ToolResult,
) {
  const { error, status } = result.structuredContent as {
    readonly error?: { readonly code: string };
    readonly status?: string;
  };
  const outcome = error?.code ?? (status === 'confirmation_required' ? status : 'ok');
  const level = error === undefined ? 'info' : 'warn';
  const facts = { tool: tool.name, operation: tool.operation.name, outcome };
  log(error === undefined ? 'info' : 'warning', facts);
  logLine(settings.logger, level, `payments-mcp: ${tool.name} ${outcome}`, {
    ...facts,
    arguments: maskedInput(tool.operation.row, input),
  });
}

/**
 * Calls a tool: checks the arguments and the agent's policy, has a person approve what moves money,
 * raises authority or cannot be undone, and only then sends the request. Whatever goes wrong comes
 * back as a result, with a code and an action.
 */
export async function runTool(
  context: RunContext,
  tool: PaymentsTool,
  input: Fields,
  { confirmationId, fields }: CallExtras,
): Promise<ToolResult> {
  const call: NamedCall = { callId: randomUUID(), input, isBegun: false, calledAt: Number.NaN };
  let result: ToolResult;
  try {
    result = await carryOut(context, tool, call, { confirmationId, fields });
  } catch (error) {
    const isUnsent = !call.isBegun && tool.operation.row.risk !== 'reads';
    const known = await knownOf(context, tool, input, error);
    const { row } = tool.operation;
    const id = appliedId(known.earlier);
    const shown = known.evidence?.outcome === 'applied' ? known.evidence.resource : undefined;
    const resource = id ? ((await presentOf(context.client, row, id)) ?? { id }) : shown;
    if (resource !== undefined) become(call, fateOf(row, input, resource) ?? { is: 'applied' });
    result = failureOf(tool, input, error, { ...known, isUnsent });
  }
  const { outcome, error } = result.structuredContent as {
    readonly outcome?: CallEnd;
    readonly error?: { readonly code: string; readonly message: string };
  };
  const ended = call.became ?? outcome ?? (call.isBegun ? 'unknown' : 'not-applied');
  const refusal = ended === 'not-applied' && error ? `${error.code}: ${error.message}` : undefined;
  context.approvals.waiting.tell(call.callId, ended, call.why ?? refusal);
  logCall(context, tool, input, result);
  return result;
}
