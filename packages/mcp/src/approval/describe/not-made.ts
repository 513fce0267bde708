import {
  agentActionMachine,
  canReach,
  type Fields,
  findOperation,
  type NamedOperation,
  type OperationRow,
  quoteMachine,
  riskOf,
  type StateMachine,
  stablecoinOperationMachine,
  transactionMachine,
} from '@org/payments-contract';
import { type AnyClient, methodOf } from '../../tools/method.ts';

/** What a payment makes, by the kind of its id: its states, the one that is wanted, and its read. */
const goals = new Map<string, readonly [StateMachine<string>, wanted: string, read: string]>([
  ['Transaction', [transactionMachine, 'COMPLETED', 'transactions.get']],
  ['Quote', [quoteMachine, 'COMPLETED', 'quotes.get']],
  ['AgentAction', [agentActionMachine, 'APPROVED', 'actions.get']],
  ['StablecoinOperation', [stablecoinOperationMachine, 'COMPLETED', 'stablecoins.getOperation']],
]);

const goalOf = (id: unknown) => goals.get(String(id).split(':', 1)[0] ?? '');

/** The read of what a payment made, for the same client; undefined of what has none. */
function readOf({ auth }: OperationRow, id: unknown): NamedOperation | undefined {
  return findOperation(`${auth === 'agent' ? 'agent.' : ''}${goalOf(id)?.[2]}`);
}

/** What a payment has become, by a read; undefined where none shows it, or the read fails. */
export async function presentOf(
  client: AnyClient,
  row: OperationRow,
  id: unknown,
  signal?: AbortSignal,
): Promise<Fields | undefined> {
  const read = readOf(row, id);
  if (read === undefined) return undefined;
  const [parameter = ''] = Object.keys(read.row.params?.shape ?? {});
  const method = methodOf(client, read.name);
  const reading = Promise.resolve(method({ [parameter]: id }, { signal, retry: 0 }));
  return (await reading.catch(() => undefined)) as Fields | undefined;
}

/** Whom a payment waits for in a state, before anything is paid. */
const deciders: Readonly<Record<string, string>> = {
  PENDING_APPROVAL: 'the platform approves it',
  PENDING_AUTHORIZATION: 'its customer authorizes it',
};

const PAY_ANEW = 'Do not send the same key or quote again: pay with a new one.';
/** Of what an agent asked for, to the platform that approved it. */
const AGENT_PAYS_ANEW = 'To be paid, the agent asks for it anew, with another key or quote.';
const ASK_WHY =
  'A person or the platform may have decided so: ask why, and pay it with no other key or quote unless they agree.';

const UNLESS_DECIDED =
  'With a `failureReason`, pay with a new quote, after its `refund`, if it has one, is COMPLETED; without one, ask first if somebody decided so.';
const NOT_CARRIED_OUT = 'policy did not allow it, money was missing, an account could not pay';
const ASK_ANEW = 'once that is mended, the agent asks anew, with another';

/** What became of an accepted payment: it is lost, waits for somebody, or can still fail. */
export interface Fate {
  readonly is: 'lost' | 'waiting' | 'open';
  readonly text: string;
  /** The part of it that says what has happened, without what a caller can do. */
  readonly why: string;
}

/** Whether nothing is paid by a resource any more, and was not; false of another kind. */
export function isLost(id: unknown, state: unknown): boolean {
  const [machine, wanted = ''] = goalOf(id) ?? [];
  return machine !== undefined && !canReach(machine, String(state), [wanted]);
}

export function isLater(id: unknown, before: unknown, now: unknown): boolean {
  const machine = goalOf(id)?.[0];
  return (
    machine !== undefined && now !== before && canReach(machine, String(before), [String(now)])
  );
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

/** What comes before another payment of the same, where the money has left and is not back. */
export function beforeAnew({ refund }: Fields): string {
  const { status: back = 'COMPLETED' } = Object(refund) as Fields;
  if (back === 'COMPLETED') return '';
  return back === 'FAILED'
    ? 'It is neither with the payee nor back: a person asks the service first. '
    : 'First wait until the refund is COMPLETED. ';
}

/** Whether somebody may have ended a payment on purpose: what fails by itself has a reason. */
export const mayBeDecided = ({ status, failureReason }: Fields): boolean =>
  status === 'REJECTED' || (status === 'FAILED' && !failureReason);

/** How a reader calls the operation that reads an id. */
type Written = (name: string, id: string) => string;

/** Why a payment is lost, and what to do, as far as what the service returned tells. */
function lossWithAdvice(row: OperationRow, value: Fields, written: Written): Omit<Fate, 'is'> {
  const { id, status, failureReason: own, transaction, quote, transactionId, refund } = value;
  const failureReason = own ?? (Object(transaction) as Fields).failureReason;
  const why = lossText({ id, status, failureReason, refund }) ?? '';
  const withAdvice = (advice: string) => ({ why, text: `${why} ${beforeAnew(value)}${advice}` });
  if (status === 'REJECTED') return withAdvice(ASK_WHY);
  const isOfAgent = goalOf(id)?.[1] === 'APPROVED' && row.auth !== 'agent';
  if (!mayBeDecided({ status, failureReason }))
    return withAdvice(isOfAgent ? AGENT_PAYS_ANEW : PAY_ANEW);
  const read = (what: unknown) => written(readOf(row, what)?.name ?? '', String(what));
  if (goalOf(id)?.[1] === 'APPROVED' && !transaction) {
    const { id: quoteId } = Object(quote) as Fields;
    const causes =
      quoteId === undefined
        ? `Its ${NOT_CARRIED_OUT}, or its customer could not: ${ASK_ANEW} key.`
        : `${read(quoteId)} shows if its quote was paid. If not, its ${NOT_CARRIED_OUT}, or the quote had expired: ${ASK_ANEW} quote.`;
    const failed = `${id} is FAILED: it was not carried out.`;
    return { why: failed, text: `${failed} ${causes}` };
  }
  // A payment that the platform rejects or its customer cancels has failed without a reason, and a quote has none.
  if (!String(id).startsWith('Quote:') || !transactionId) return withAdvice(ASK_WHY);
  return withAdvice(
    `Its transaction is ${transactionId}: ${read(transactionId)} says why. ${UNLESS_DECIDED}`,
  );
}

/**
 * What became of a payment that the service accepted; undefined if it was made, or if its end was the
 * wish.
 *
 * @param value what the service returned, or the id alone
 * @param written how the reader calls the operation that reads an id
 */
export function fateOf(
  row: OperationRow,
  input: Fields,
  value: unknown,
  written: Written = (name) => `\`${name}\``,
): Fate | undefined {
  const { id, status, transaction, quote } = Object(value) as Fields;
  const wanted = goalOf(id)?.[1];
  const isWish = row.moves && 'to' in row.moves && row.moves.to.every((one) => isLost(id, one));
  if (id === undefined || isWish || riskOf(row, input) !== 'moves-money') return undefined;
  if (isLost(id, status))
    return { is: 'lost', ...lossWithAdvice(row, Object(value) as Fields, written) };
  const paid = fateOf(row, input, transaction, written);
  // What waits for its customer is told by the quote, until something is paid.
  const isBegun = /^(?!CREATED$|PENDING$)/.test(String(Object(transaction).status ?? 'PENDING'));
  const quoted = isBegun ? undefined : fateOf(row, input, quote, written);
  const inner = quoted === undefined || quoted.is === 'open' ? paid : quoted;
  if (inner?.is === 'lost' || wanted === undefined || status === wanted) return inner;
  const decider = deciders[String(status)];
  const wait = decider === undefined ? 'it can still fail' : `nothing is paid before ${decider}`;
  const why = status === undefined ? '' : `${String(id)} is ${String(status)}: ${wait}.`;
  const read = readOf(row, id);
  const look =
    read === undefined ? '' : `${written(read.name, String(id))} shows what became of it.`;
  return { is: decider === undefined ? 'open' : 'waiting', why, text: `${why} ${look}`.trim() };
}
