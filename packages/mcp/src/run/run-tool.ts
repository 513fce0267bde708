import { randomUUID } from 'node:crypto';
import { type AgentClient, InvalidRequestError } from '@org/payments-sdk';
import { type Confirmations, confirm } from '../confirm/confirm.ts';
import { summaryOf } from '../confirm/summary.ts';
import type { McpSettings } from '../options.ts';
import { checkPolicy } from '../policy/check-policy.ts';
import { canMoveMoney, isRead, type PaymentsTool } from '../tools/tool.ts';
import { maskedInput } from './masks.ts';
import { type AnyClient, methodOf } from './method.ts';
import { failureOf, resultOf, successOf, type ToolResult } from './results.ts';
import type { SentKeys } from './sent-keys.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a call of a tool needs of its connection. */
export interface RunContext {
  readonly client: AnyClient;
  /** The client again if it is an agent's: its policy is then checked first. */
  readonly agent: AgentClient | undefined;
  readonly settings: McpSettings;
  readonly confirmations: Confirmations;
  /** The calls that the server has sent with a key. */
  readonly sentKeys: SentKeys;
  readonly signal: AbortSignal;
}

/** Whether this very call moves money: a quote does so only if it is executed at once. */
function movesMoney({ operation, inputSchema }: PaymentsTool, input: Fields): boolean {
  if (!canMoveMoney(operation.row)) return false;
  return !('immediatelyExecute' in inputSchema.properties) || input.immediatelyExecute === true;
}

function withKey({ operation }: PaymentsTool, input: Fields, prepared: unknown): Fields {
  if (operation.row.retry !== 'keyed') return input;
  const { idempotencyKey = prepared ?? randomUUID() } = input;
  return { ...input, idempotencyKey };
}

/** @throws InvalidRequestError for a payment without an amount, which the operation itself allows */
function requireAmount({ inputSchema, operation }: PaymentsTool, input: Fields): void {
  if (!inputSchema.required.includes('amount') || input.amount !== undefined) return;
  const issue = { path: 'amount', message: 'is required: a person confirms a known amount' };
  throw new InvalidRequestError([issue], { operation: operation.name });
}

/** Sends the call once it is within the policy and confirmed. */
async function carryOut(
  context: RunContext,
  tool: PaymentsTool,
  input: Fields,
  isConfirmed: boolean,
): Promise<ToolResult> {
  const { client, agent, settings, confirmations, sentKeys, signal } = context;
  const { operation } = tool;
  const method = methodOf(client, operation);
  method.dryRun(input);
  requireAmount(tool, input);
  const moves = movesMoney(tool, input);
  const isRepeat = sentKeys.has(tool.name, input);
  const allowed = agent && (await checkPolicy(agent, { operation, input, moves, isRepeat }));
  const asks = moves || (settings.confirmWrites && !isRead(operation.row));
  if (asks && !isConfirmed) {
    const call = { tool: tool.name, input };
    const required = await confirm(confirmations, call, summaryOf(tool, input, allowed));
    if (required !== undefined) {
      const { idempotencyKey } = input;
      return resultOf(idempotencyKey === undefined ? required : { ...required, idempotencyKey });
    }
  }
  sentKeys.add(tool.name, input);
  const value = await method(input, { signal });
  return successOf(operation.row, value, input.idempotencyKey);
}

function log({ settings }: RunContext, tool: PaymentsTool, input: Fields, result: ToolResult) {
  const { error, status } = result.structuredContent as {
    readonly error?: { readonly code: string };
    readonly status?: string;
  };
  const outcome = error?.code ?? (status === 'confirmation_required' ? status : 'ok');
  const level = error === undefined ? 'info' : 'warn';
  settings.logger?.[level](`payments-mcp: ${tool.name} ${outcome}`, {
    tool: tool.name,
    operation: tool.operation.name,
    outcome,
    arguments: maskedInput(tool.operation.row, input),
  });
}

/**
 * Calls a tool: checks the arguments, the agent's policy, the confirmation, and only then sends the
 * request. Whatever goes wrong comes back as a result, with a code and an action.
 */
export async function runTool(
  context: RunContext,
  tool: PaymentsTool,
  { confirmationId, ...given }: Fields,
): Promise<ToolResult> {
  const { ask, prepared } = context.confirmations;
  let input = withKey(tool, given, undefined);
  let result: ToolResult;
  try {
    const isConfirmed = confirmationId !== undefined && ask === undefined;
    if (isConfirmed) {
      input = withKey(
        tool,
        given,
        prepared.take(confirmationId, { tool: tool.name, input: given }),
      );
    }
    result = await carryOut(context, tool, input, isConfirmed);
  } catch (error) {
    result = await failureOf(tool.operation.row, input, error);
  }
  log(context, tool, input, result);
  return result;
}
