import type { Fields, NamedOperation } from '@org/payments-contract';
import { isPaymentsError, type OutcomeUnknownError } from '@org/payments-sdk';
import { appliedText, spentText } from '../approval/describe/standing.ts';
import { ToolError } from '../errors/mcp-errors.ts';
import type { PaymentsTool } from '../tools/tool.ts';
import { checkCall, type Known } from './advice.ts';
import { listOfMade } from './key-age.ts';
import type { RunContext } from './run-context.ts';
import type { KeyStanding } from './sent-writes.ts';

/** Evidence of an operation whose outcome nothing shows but, with a key, the call itself. */
function noRead(operation: NamedOperation, earlier?: KeyStanding): Known {
  const { retry } = operation.row;
  const list = listOfMade(operation)?.replace(/^.*$/, '`$&`') ?? 'a list';
  const old = earlier?.isDated
    ? `, and the key is too old for a repeat: look for it in ${list}`
    : ', and the age of the key is not known now. Call again later with the same key, and in no other way until then';
  const repeat = earlier?.isOld ? old : '; only a repeat with the same key does';
  const other = retry === 'keyed' ? repeat : '';
  return { evidence: { outcome: 'unknown', because: `No read shows the outcome${other}.` } };
}

/**
 * Finds out what is known of a call that failed besides its error: by the earlier calls with its key,
 * and by a read of what it would change.
 */
export async function knownOf(
  { writes, settings }: RunContext,
  { operation }: PaymentsTool,
  input: Fields,
  error: unknown,
): Promise<Known> {
  const { name, row } = operation;
  const { outcome, code } = isPaymentsError(error) ? error : {};
  const isUnread = /hand|repeat/.test(row.reconcile?.by ?? 'hand');
  if (outcome === 'applied' || code === 'IDEMPOTENCY_KEY_REUSED') return {};
  if (isUnread && ToolError.isFinal(error)) return {};
  const earlier = await writes.standing(name, input);
  if (earlier?.outcome === 'applied') return { earlier };
  const lookAt = async (reference: string | undefined): Promise<Known> => {
    if (reference !== undefined && isUnread) return noRead(operation, earlier);
    const evidence = reference === undefined ? undefined : await writes.look(reference);
    if (reference === undefined || evidence === undefined) return {};
    const spent = spentText(row, evidence.resource);
    const applied = appliedText(row, evidence.resource);
    return { evidence, reference, spent, applied, check: checkCall(settings, reference) };
  };
  if (outcome !== 'unknown') return { earlier, ...(await lookAt(earlier?.entryId)) };
  const { reconcile, entryId } = error as OutcomeUnknownError;
  // A key of the journal that cannot be read: a repeat ends in the same way.
  if (code === 'JOURNAL_FAILED') return {};
  return reconcile === undefined ? noRead(operation) : lookAt(entryId);
}
