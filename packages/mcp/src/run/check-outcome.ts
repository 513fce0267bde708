import type { Fields } from '@org/payments-contract';
import { InvalidRequestError } from '@org/payments-sdk';
import { mcpErrorCodes } from '../errors/mcp-codes.ts';
import { ToolError } from '../errors/mcp-errors.ts';
import { logLine } from '../log-line.ts';
import { CHECK_OUTCOME, checkOutcomeTool, issuesIn } from '../tools/search-tools.ts';
import { checkCall } from './advice.ts';
import type { Evidence } from './evidence.ts';
import { failureOf, successOf, type ToolResult } from './results.ts';
import type { RunContext } from './run-context.ts';

/** What to do after a check. */
function actionAfter({ outcome, askAgainAt, code }: Evidence, check: string, isKeyed: boolean) {
  if (outcome === 'applied') return 'The change was applied: do not repeat it.';
  if (outcome === 'not-applied') return 'The change was not applied: the call may be repeated.';
  const repeat = isKeyed
    ? 'The call may be repeated with the same `idempotencyKey` only.'
    : 'Do not repeat the change.';
  return askAgainAt !== undefined || code !== undefined
    ? `It is not known yet. ${repeat} Call ${check} again.`
    : `Reads do not show whether the change was applied. ${repeat} Tell the person.`;
}

/** Reads whether a write was applied whose response was lost. */
export async function checkOutcome(
  { lostWrites, settings, asking, log }: RunContext,
  given: Fields,
  fields: readonly string[] | undefined,
): Promise<ToolResult> {
  const issues = issuesIn(checkOutcomeTool, given);
  if (issues.length > 0) return failureOf(checkOutcomeTool, given, new InvalidRequestError(issues));
  const reference = String(given.reference);
  const write = lostWrites.named(reference);
  if (write === undefined) {
    const error = new ToolError('UNKNOWN_REFERENCE', mcpErrorCodes.UNKNOWN_REFERENCE.meaning);
    return failureOf(checkOutcomeTool, given, error);
  }
  const evidence = await lostWrites.askInTime(write, asking);
  const { call, row } = write;
  const { operation, idempotencyKey } = call;
  const action = actionAfter(
    evidence,
    checkCall(settings, reference),
    idempotencyKey !== undefined,
  );
  const facts = { tool: CHECK_OUTCOME, operation, outcome: evidence.outcome };
  log('info', facts);
  logLine(settings.logger, 'info', `payments-mcp: ${CHECK_OUTCOME} ${evidence.outcome}`, facts);
  return successOf(row, { operation, ...evidence, action }, idempotencyKey, fields);
}
