import {
  agentActionMachine,
  canReach,
  type Fields,
  type OperationRow,
  quoteMachine,
  riskOf,
  type StateMachine,
  stablecoinOperationMachine,
  transactionMachine,
} from '@org/payments-contract';

/** The states of what a payment makes, by the kind of its id, and the one that is wanted. */
const goals = new Map<string, readonly [StateMachine<string>, wanted: string]>([
  ['Transaction', [transactionMachine, 'COMPLETED']],
  ['Quote', [quoteMachine, 'COMPLETED']],
  ['AgentAction', [agentActionMachine, 'APPROVED']],
  ['StablecoinOperation', [stablecoinOperationMachine, 'COMPLETED']],
]);

/** Whether nothing is paid by a resource any more, and was not; false of another kind. */
export function isLost(id: unknown, state: unknown): boolean {
  const [machine, wanted = ''] = goals.get(String(id).split(':', 1)[0] ?? '') ?? [];
  return machine !== undefined && !canReach(machine, String(state), [wanted]);
}

/** Why a payment cannot be made any more, and where its money is; undefined of one that can, or was. */
export function lossText({ id, status, failureReason, refund }: Fields): string | undefined {
  if (!isLost(id, status)) return undefined;
  const reason = failureReason === undefined ? '' : ` (${String(failureReason)})`;
  const end = status === 'REFUNDED' ? 'its money was returned' : 'the payment was not made';
  const { status: back } = Object(refund) as Fields;
  const away =
    back === undefined || back === 'COMPLETED'
      ? ''
      : ` Its money has left the account, and its refund is ${String(back)}.`;
  return `${String(id)} is ${String(status)}${reason}: ${end}.${away}`;
}

/** What is said of an accepted payment that cannot be made any more; not if that was the wish. */
export function notMade(row: OperationRow, input: Fields, value: unknown): string | undefined {
  const { id, status, failureReason: own, transaction, refund } = Object(value) as Fields;
  const isWish = row.moves && 'to' in row.moves && row.moves.to.every((one) => isLost(id, one));
  if (id === undefined || isWish || riskOf(row, input) !== 'moves-money') return undefined;
  if (!isLost(id, status)) return notMade(row, input, transaction);
  const failureReason = own ?? (Object(transaction) as Fields).failureReason;
  const loss = lossText({ id, status, failureReason, refund });
  return `${loss} The same key or quote returns it again: mend the cause, then pay with a new one.`;
}
