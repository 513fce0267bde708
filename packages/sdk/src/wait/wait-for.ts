import {
  type AgentAction,
  type AgentActionStatus,
  agentActionMachine,
  type Card,
  type CardState,
  canReach,
  cardMachine,
  issuedCardStates,
  type Open,
  type OperationName,
  type Quote,
  type QuoteStatus,
  quoteMachine,
  type StateMachine,
  settledAgentActionStatuses,
  settledQuoteStatuses,
  settledTransactionStatuses,
  settledVerificationStatuses,
  type Transaction,
  type TransactionStatus,
  transactionMachine,
  type Verification,
  type VerificationStatus,
  verificationMachine,
} from '@org/payments-contract';
import { wait } from '@org/payments-contract/internal';
import { uncached } from '../call/call.ts';
import type { ClientContext } from '../call/context.ts';
import { execute } from '../call/execute.ts';
import type { CallOptions } from '../call/options.ts';
import { AbortedError, InvalidRequestError, WaitError } from '../errors/caller-errors.ts';
import { isPaymentsError } from '../errors/payments-error.ts';

/** A kind of resource that can be waited for. */
export interface Kind {
  readonly read: OperationName;
  /** The input field of its id. */
  readonly input: string;
  /** The field that holds its state. */
  readonly field: string;
  readonly machine: StateMachine<string>;
  /** The states that are waited for if the caller names none. */
  readonly settled: readonly string[];
}

/** Kinds by the name of the target's id. */
export type Kinds = Readonly<Record<string, Kind>>;

function transactions(read: OperationName): Kind {
  const settled = settledTransactionStatuses;
  return { read, input: 'transactionId', field: 'status', machine: transactionMachine, settled };
}

function quotes(read: OperationName): Kind {
  const settled = settledQuoteStatuses;
  return { read, input: 'quoteId', field: 'status', machine: quoteMachine, settled };
}

/** What a platform's client can wait for. */
const platformKinds: Kinds = {
  transactionId: transactions('transactions.get'),
  quoteId: quotes('quotes.get'),
  verificationId: {
    read: 'verifications.get',
    input: 'verificationId',
    field: 'verificationStatus',
    machine: verificationMachine,
    settled: settledVerificationStatuses,
  },
  cardId: {
    read: 'cards.get',
    input: 'id',
    field: 'state',
    machine: cardMachine,
    settled: issuedCardStates,
  },
};

/** What an agent's client can wait for. */
const agentKinds: Kinds = {
  actionId: {
    read: 'agent.actions.get',
    input: 'actionId',
    field: 'status',
    machine: agentActionMachine,
    settled: settledAgentActionStatuses,
  },
  transactionId: transactions('agent.transactions.get'),
  quoteId: quotes('agent.quotes.get'),
};

const DEFAULT_DEADLINE = 600_000;
const DEFAULT_INTERVAL = 1_000;
const MAX_INTERVAL = 15_000;
const GROWTH = 1.5;

type Target = Readonly<Record<string, unknown>> & { readonly until?: readonly string[] };

function kindOf(kinds: Kinds, target: Target): { readonly kind: Kind; readonly id: unknown } {
  for (const [name, kind] of Object.entries(kinds)) {
    if (Object.hasOwn(target ?? {}, name)) return { kind, id: target[name] };
  }
  const message = `expected one of ${Object.keys(kinds).join(', ')}`;
  throw new InvalidRequestError([{ path: '', message }]);
}

type Resource = Readonly<Record<string, unknown>>;

/** Reads the resource once, within what is left of the wait. */
async function readResource(
  context: ClientContext,
  kind: Kind,
  id: unknown,
  options: CallOptions,
): Promise<Resource | undefined> {
  const operation = context.operation(kind.read);
  if (operation === undefined) {
    const issue = { path: '', message: `the contract has no ${kind.read}` };
    throw new InvalidRequestError([issue]);
  }
  try {
    return (await execute(context, operation, { [kind.input]: id }, options)) as Resource;
  } catch (error) {
    // A read that failed temporarily is repeated after the next pause.
    if (isPaymentsError(error) && error.retryable) return undefined;
    throw error;
  }
}

function checkTimes({ waitDeadline, interval }: WaitOptions): void {
  const issues = Object.entries({ waitDeadline, interval })
    .filter(([, value]) => value !== undefined && !(typeof value === 'number' && value > 0))
    .map(([name]) => ({ path: `options.${name}`, message: 'expected a number above 0' }));
  if (issues.length > 0) throw new InvalidRequestError(issues);
}

async function waitForState(
  context: ClientContext,
  kinds: Kinds,
  target: Target,
  options: WaitOptions,
) {
  const { waitDeadline = DEFAULT_DEADLINE, interval = DEFAULT_INTERVAL, ...callOptions } = options;
  checkTimes(options);
  const { kind, id } = kindOf(kinds, target);
  const { clock, signal, deadline } = context.settings(callOptions);
  const until = target.until ?? kind.settled;
  const end = clock.now() + waitDeadline;
  let last: Resource | undefined;
  for (let delay = interval; ; delay = Math.min(MAX_INTERVAL, delay * GROWTH)) {
    const left = end - clock.now();
    if (left > 0) {
      const limits = uncached({ ...callOptions, deadline: Math.min(deadline, left) });
      last = (await readResource(context, kind, id, limits)) ?? last;
    }
    const state = typeof last?.[kind.field] === 'string' ? String(last[kind.field]) : undefined;
    const facts = { operation: kind.read, state, last };
    if (state !== undefined && until.includes(state)) return last;
    if (state !== undefined && !canReach(kind.machine, state, until)) {
      throw new WaitError('unreachable', facts);
    }
    const jittered = delay * (0.75 + context.random() / 4);
    if (left <= 0 || clock.now() + jittered >= end) throw new WaitError('deadline', facts);
    await wait(clock, jittered, signal).catch((cause: unknown) => {
      throw new AbortedError({ operation: kind.read, cause });
    });
  }
}

type AnyWait = (target: Target, options?: WaitOptions) => Promise<unknown>;

/** A function that waits for each of the kinds, with a member for each, named without `Id`. */
function waitForKinds(context: ClientContext, kinds: Kinds): AnyWait {
  const waitFor =
    (known: Kinds): AnyWait =>
    (target, options = {}) =>
      waitForState(context, known, target, options);
  const members = Object.entries(kinds).map(([name, kind]) => [
    name.replace(/Id$/, ''),
    waitFor({ [name]: kind }),
  ]);
  return Object.assign(waitFor(kinds), Object.fromEntries(members));
}

/** Creates the `waitFor` of a platform's client. */
export function createWaitFor(context: ClientContext): WaitFor {
  return waitForKinds(context, platformKinds) as unknown as WaitFor;
}

/** Creates the `waitFor` of an agent's client. */
export function createAgentWaitFor(context: ClientContext): AgentWaitFor {
  return waitForKinds(context, agentKinds) as unknown as AgentWaitFor;
}

/** The time limit and the interval of a wait. */
export interface WaitOptions extends CallOptions {
  /** Milliseconds to wait in all. Default 600,000. */
  readonly waitDeadline?: number | undefined;
  /** Milliseconds before the second read; later intervals grow by half, up to 15,000. Default 1,000. */
  readonly interval?: number | undefined;
}

interface Until<State extends string> {
  /** The states to wait for; defaults to the settled states of the kind. */
  readonly until?: readonly Open<State>[];
}

type Wait<Target, Resource> = (target: Target, options?: WaitOptions) => Promise<Resource>;

/** A transaction to wait for. */
export interface TransactionTarget extends Until<TransactionStatus> {
  /** Id of the transaction, `Transaction:...`. */
  readonly transactionId: string;
}

/** A quote to wait for. */
export interface QuoteTarget extends Until<QuoteStatus> {
  /** Id of the quote, `Quote:...`. */
  readonly quoteId: string;
}

/** A verification to wait for. */
export interface VerificationTarget extends Until<VerificationStatus> {
  /** Id of the verification, `Verification:...`. */
  readonly verificationId: string;
}

/** A card to wait for. */
export interface CardTarget extends Until<CardState> {
  /** Id of the card, `Card:...`. */
  readonly cardId: string;
}

/** An action of an agent to wait for. */
export interface AgentActionTarget extends Until<AgentActionStatus> {
  /** Id of the action, `AgentAction:...`. */
  readonly actionId: string;
}

/** Waits until a transaction or a quote is settled, or in one of the states of `until`. */
interface WaitForPayment {
  (target: TransactionTarget, options?: WaitOptions): Promise<Transaction>;
  (target: QuoteTarget, options?: WaitOptions): Promise<Quote>;
  /** Until the transaction is settled, or in one of the statuses of `until`. */
  readonly transaction: Wait<TransactionTarget, Transaction>;
  /** Until the quote is carried out, failed or expired, or in one of the statuses of `until`. */
  readonly quote: Wait<QuoteTarget, Quote>;
}

/** Waits for a resource to reach a state. */
export interface WaitFor extends WaitForPayment {
  (target: VerificationTarget, options?: WaitOptions): Promise<Verification>;
  (target: CardTarget, options?: WaitOptions): Promise<Card>;
  /** Until the verification is decided or needs data, or is in one of the statuses of `until`. */
  readonly verification: Wait<VerificationTarget, Verification>;
  /** Until the card is issued or refused, or in one of the states of `until`. */
  readonly card: Wait<CardTarget, Card>;
}

/** Waits for a resource of an agent to reach a state. */
export interface AgentWaitFor extends WaitForPayment {
  (target: AgentActionTarget, options?: WaitOptions): Promise<AgentAction>;
  /**
   * Until the platform has decided the action: it is approved, rejected or failed, or in one of the
   * statuses of `until`. A rejected action does not reject the promise: read its `status`.
   */
  readonly action: Wait<AgentActionTarget, AgentAction>;
}
