import {
  type Card,
  canReach,
  cardMachine,
  issuedCardStates,
  type Open,
  type OperationName,
  type StateMachine,
  settledTransactionStatuses,
  settledVerificationStatuses,
  type Transaction,
  transactionMachine,
  type Verification,
  verificationMachine,
} from '@org/payments-contract';
import { execute } from '../call/execute.ts';
import { wait } from '../config/clock.ts';
import type { ClientContext } from '../config/context.ts';
import type { CallOptions } from '../config/options.ts';
import { AbortedError, InvalidRequestError } from '../errors/caller-errors.ts';
import { isPaymentsError } from '../errors/payments-error.ts';
import { WaitError } from '../errors/wait-error.ts';

/** How long and how often to look. */
export interface WaitOptions extends CallOptions {
  /** Milliseconds to wait in all. Default 600,000. */
  readonly waitDeadline?: number;
  /** Milliseconds before the second look; later ones grow by half, up to 15,000. Default 1,000. */
  readonly interval?: number;
}

/** Waits for a resource to reach a state. */
export interface WaitFor {
  /** Until the transaction is settled, or in one of the statuses of `until`. */
  (
    target: {
      readonly transactionId: string;
      readonly until?: readonly Open<Transaction['status']>[];
    },
    options?: WaitOptions,
  ): Promise<Transaction>;
  /** Until the verification is decided or asks for data, or is in one of the statuses of `until`. */
  (
    target: { readonly verificationId: string; readonly until?: readonly string[] },
    options?: WaitOptions,
  ): Promise<Verification>;
  /** Until the card is issued or refused, or in one of the states of `until`. */
  (
    target: { readonly cardId: string; readonly until?: readonly string[] },
    options?: WaitOptions,
  ): Promise<Card>;
}

const DEFAULT_DEADLINE = 600_000;
const DEFAULT_INTERVAL = 1_000;
const MAX_INTERVAL = 15_000;
const GROWTH = 1.5;

interface Kind {
  readonly read: OperationName;
  readonly input: string;
  readonly field: string;
  readonly machine: StateMachine<string>;
  readonly settled: readonly string[];
}

const kinds: Readonly<Record<string, Kind>> = {
  transactionId: {
    read: 'transactions.get',
    input: 'transactionId',
    field: 'status',
    machine: transactionMachine,
    settled: settledTransactionStatuses,
  },
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

type Target = Readonly<Record<string, unknown>> & { readonly until?: readonly string[] };

function kindOf(target: Target): { readonly kind: Kind; readonly id: unknown } {
  for (const [name, kind] of Object.entries(kinds)) {
    if (Object.hasOwn(target ?? {}, name)) return { kind, id: target[name] };
  }
  const message = `expected one of ${Object.keys(kinds).join(', ')}`;
  throw new InvalidRequestError([{ path: '', message }]);
}

type Resource = Readonly<Record<string, unknown>>;

/** Reads the resource once, within what is left of the wait. */
async function look(
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
    // A read that failed for the moment is made again after the next pause.
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

async function waitForState(context: ClientContext, target: Target, options: WaitOptions) {
  const { waitDeadline = DEFAULT_DEADLINE, interval = DEFAULT_INTERVAL, ...callOptions } = options;
  checkTimes(options);
  const { kind, id } = kindOf(target);
  const { clock, signal, deadline } = context.settings(callOptions);
  const until = target.until ?? kind.settled;
  const end = clock.now() + waitDeadline;
  let last: Resource | undefined;
  for (let delay = interval; ; delay = Math.min(MAX_INTERVAL, delay * GROWTH)) {
    const left = end - clock.now();
    if (left > 0) {
      const limits = { ...callOptions, deadline: Math.min(deadline, left) };
      last = (await look(context, kind, id, limits)) ?? last;
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

/** Makes the `waitFor` of a client. */
export function createWaitFor(context: ClientContext): WaitFor {
  const waitFor = (target: Target, options: WaitOptions = {}) =>
    waitForState(context, target, options);
  return waitFor as unknown as WaitFor;
}
