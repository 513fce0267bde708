import { canReach, type Fields, type Moves } from '@org/payments-contract';
import { isLost } from './not-made.ts';

/** What to do about a resource that is in none of the states from which an operation moves it. */
export function stateAdvice(
  { machine, from, to }: Extract<Moves, { readonly from: unknown }>,
  state: string,
  { id, transactionId = 'it' }: Fields,
): string {
  const isQuote = String(id).startsWith('Quote:');
  const next = isQuote ? ': create a new quote' : '';
  const isDone = to.includes(state) && !(isQuote && isLost(id, state));
  if (isDone) return `It was done before: do not do it again, and read ${transactionId}.`;
  if (canReach(machine, state, from)) return 'It is not ready for this yet: read it later.';
  return `It is ${state}, and this can no longer be done${next}.`;
}
