import {
  agentActionMachine,
  canReach,
  cardMachine,
  issuedCardStates,
  type OperationName,
  quoteMachine,
  type StateMachine,
  settledAgentActionStatuses,
  settledQuoteStatuses,
  settledTransactionStatuses,
  settledVerificationStatuses,
  transactionMachine,
  verificationMachine,
} from '@org/payments-contract';
import { wait } from '@org/payments-contract/internal';
import { uncached } from '../call/call.ts';
import type { ClientContext } from '../call/context.ts';
import { execute } from '../call/execute.ts';
import type { CallOptions } from '../call/options.ts';
import { AbortedError, InvalidRequestError, WaitError } from '../errors/caller-errors.ts';
import { isPaymentsError } from '../errors/payments-error.ts';
import type { AgentWaitFor, WaitFor, WaitOptions } from './wait-types.ts';

/** A kind of resource that can be waited for. */
export interface Kind {
  /** The operation that reads it. */
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
