import { canReach, type Fields, isFields, type OperationRow } from '@org/payments-contract';
import { ToolError } from '../../errors/mcp-errors.ts';
import { fateOf } from './not-made.ts';

/**
 * Describes a call within the agent's policy. Of one that the policy refuses, the state is judged first:
 * what is paid already is told as paid, and not as beyond a limit.
 *
 * @throws what `describe` throws, or the refusal
 */
export async function describeAllowed<Allowed, Shown>(
  checked: Promise<Allowed>,
  describe: (allowed?: Allowed) => Promise<Shown>,
): Promise<Shown> {
  const allowed = await checked.catch(async (refusal: unknown) => {
    if (refusal instanceof ToolError) {
      await describe().catch((error: unknown) => {
        if (error instanceof ToolError && error.code === 'CONFLICT') throw error;
      });
    }
    throw refusal;
  });
  return describe(allowed);
}

/** What to do about a resource that is in none of the states from which an operation moves it. */
export function stateAdvice(row: OperationRow, state: string, resource: Fields): string {
  const { moves } = row;
  if (moves === undefined || !('from' in moves)) return '';
  const { machine, from, to } = moves;
  const { id, transactionId = id } = resource;
  const fate = fateOf(row, {}, resource);
  if (fate?.is === 'lost') return fate.text;
  if (to.includes(state)) {
    const next = fate === undefined ? `, and read ${transactionId}.` : `. ${fate.text}`;
    return `It is ${state} already: do not do it again${next}`;
  }
  if (canReach(machine, state, from)) return 'It is not ready for this yet: read it later.';
  return `It is ${state}, and this can no longer be done.`;
}

/** That a repeat of a change can no longer carry it out, in the state that a read shows; or undefined. */
export function spentText({ moves }: OperationRow, resource: unknown): string | undefined {
  if (moves === undefined || !('from' in moves) || !isFields(resource)) return undefined;
  const { machine, from, to, field } = moves;
  const state = resource[field];
  if (typeof state !== 'string' || to.includes(state) || from.includes(state)) return undefined;
  if (canReach(machine, state, from)) return undefined;
  return `${String(resource.id)} is ${state}, and a repeat can no longer carry the change out`;
}

/** What a read shows of a change that was applied, and what to do: it may not have been made. */
export function appliedText(row: OperationRow, resource: unknown): string {
  const fate = fateOf(row, {}, resource);
  if (fate?.is === 'lost') return `the change was applied, and ${fate.text}`;
  return `the change was applied: do not repeat it.${fate === undefined ? '' : ` ${fate.text}`}`;
}

/** How long the repeat of a payment by quote can pay, and the read that shows afterwards if it was. */
export function whilePending({ payload }: OperationRow, written: (name: string) => string): string {
  if (payload === undefined) return '';
  return ` A repeat pays only before the quote expires. After that, ${written(payload.read)} shows its status: EXPIRED was not paid and needs a new quote; FAILED was not paid, perhaps because somebody decided so: ask first; PENDING may be repeated; PENDING_AUTHORIZATION waits for its customer; any other was executed and needs none.`;
}
