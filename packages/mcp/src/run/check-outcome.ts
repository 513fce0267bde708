import type { Fields } from '@org/payments-contract';
import { InvalidRequestError } from '@org/payments-sdk';
import { telling } from '../approval/approvals.ts';
import { appliedText, spentText } from '../approval/describe/standing.ts';
import { mcpErrorCodes } from '../errors/mcp-codes.ts';
import { ToolError } from '../errors/mcp-errors.ts';
import { logLine } from '../log-line.ts';
import { CHECK_OUTCOME, checkOutcomeTool, issuesIn } from '../tools/search-tools.ts';
import { checkCall, spentAdvice } from './advice.ts';
import { has } from './bounded.ts';
import { IN_TIME } from './key-age.ts';
import { failureOf, successOf, type ToolResult } from './results.ts';
import type { RunContext } from './run-context.ts';
import { type Evidence, type FoundWrite, waitingList } from './sent-writes.ts';

/** Milliseconds that a check waits before it reads once more. */
const LONGEST_WAIT = 20_000;
const WAITS = 'A read cannot show yet whether the change was applied.';

async function pause(milliseconds: number, { signal }: RunContext['asking']): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      signal.throwIfAborted();
      timer = setTimeout(resolve, milliseconds);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Reads, and if that was too early waits for a while and reads again: a model has no clock. */
async function findInTime(
  { writes, settings, asking }: Pick<RunContext, 'writes' | 'settings' | 'asking'>,
  reference: string,
): Promise<FoundWrite | undefined> {
  const first = await writes.find(reference, asking.signal);
  const again = first?.evidence.askAgainAt;
  if (again === undefined) return first;
  const left = Date.parse(again) - settings.clock.now();
  const time = Math.min(Math.max(left, 1_000), LONGEST_WAIT);
  await telling(asking, WAITS, () => pause(time, asking));
  return writes.find(reference, asking.signal);
}

function actionAfter(
  { outcome, askAgainAt, code, resource }: Evidence,
  check: string,
  { row, idempotencyKey }: FoundWrite,
) {
  const isKeyed = idempotencyKey !== undefined;
  const spent = spentText(row, resource);
  if (outcome === 'applied') return appliedText(row, resource).replace(/^t/, 'T');
  if (outcome === 'not-applied') {
    return spent === undefined
      ? 'The change was not applied: the call may be repeated.'
      : `The change was not applied. ${spent}: begin anew, such as with a new quote.`;
  }
  if (spent !== undefined) return spentAdvice(spent, check);
  const repeat = isKeyed
    ? `Repeat the call with the same \`idempotencyKey\` ${IN_TIME}: the service carries it out once.`
    : 'Do not repeat the change.';
  if (askAgainAt !== undefined || code !== undefined)
    return `It is not known yet. ${repeat} Call ${check} again.`;
  const paid =
    waitingList(row) === undefined ? '' : ' What it has paid is among `transactions.list`.';
  return `Reads do not show whether the change was applied. ${repeat}${isKeyed ? '' : `${paid} Tell the person.`}`;
}

/** Reads whether a write was applied whose response was lost. */
export async function checkOutcome(
  context: RunContext,
  given: Fields,
  fields: readonly string[] | undefined,
): Promise<ToolResult> {
  const issues = issuesIn(checkOutcomeTool, given);
  const failed = (error: unknown) => failureOf(checkOutcomeTool, given, error);
  if (issues.length > 0) return failed(new InvalidRequestError(issues));
  const reference = String(given.reference);
  let write: FoundWrite | undefined;
  try {
    write = await findInTime(context, reference);
  } catch (error) {
    return failed(error);
  }
  if (write === undefined) {
    return failed(new ToolError('UNKNOWN_REFERENCE', mcpErrorCodes.UNKNOWN_REFERENCE.meaning));
  }
  const { evidence, operation, row, idempotencyKey } = write;
  const { settings, log } = context;
  const check = checkCall(settings, reference);
  const action = actionAfter(evidence, check, write);
  const facts = { tool: CHECK_OUTCOME, operation, outcome: evidence.outcome };
  log('info', facts);
  logLine(settings.logger, 'info', `payments-mcp: ${CHECK_OUTCOME} ${evidence.outcome}`, facts);
  const value = { operation, ...evidence, action };
  const own = ['resource.id', 'resource.status'].filter((path) => has(value, path.split('.')));
  return successOf(row, value, idempotencyKey, fields && [...fields, ...own]);
}
