import { canTransition } from '@org/payments-contract';
import { ConflictError } from '../../errors/api-error.ts';
import type { CalledOperation } from '../context.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Refuses a transition that is forbidden from the resource's state, as the caller last read it.
 *
 * @throws ConflictError with the code the service would respond with, `INVALID_STATE_TRANSITION`
 */
export function refuseForbiddenMove(
  { row, name: operation }: CalledOperation,
  input: unknown,
  current: object | undefined,
): void {
  if (row.moves === undefined || current === undefined) return;
  const { field, machine } = row.moves;
  const from = (current as Fields)[field];
  const to = (input as Fields)[field];
  if (typeof from !== 'string' || typeof to !== 'string') return;
  if (!Object.hasOwn(machine.transitions, from) || canTransition(machine, from, to)) return;
  const message = `A resource in the state ${from} cannot change to ${to}. Nothing was sent.`;
  throw new ConflictError(
    { status: 409, code: 'INVALID_STATE_TRANSITION', message },
    { operation },
  );
}
