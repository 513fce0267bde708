import {
  type Card,
  canReach,
  cardMachine,
  findOperation,
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
import { systemClock, wait } from '../client/clock.ts';
import type { ClientContext } from '../client/context.ts';
import type { CallOptions } from '../client/options.ts';
import { AbortedError } from '../errors/caller-errors.ts';
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
    if (name in target) return { kind, id: target[name] };
  }
  throw new TypeError('waitFor takes transactionId, verificationId or cardId.');
}

async function look(context: ClientContext, kind: Kind, id: unknown, options: CallOptions) {
  const operation = findOperation(kind.read);
  if (operation === undefined) throw new TypeError(`There is no ${kind.read}.`);
  try {
    const resource = await execute(context, operation, { [kind.input]: id }, options);
    return resource as Readonly<Record<string, unknown>>;
  } catch (error) {
    // A look that failed for the moment is made again at the next turn.
    if (isPaymentsError(error) && error.retryable) return undefined;
    throw error;
  }
}

async function waitForState(context: ClientContext, target: Target, options: WaitOptions) {
  const { waitDeadline = DEFAULT_DEADLINE, interval = DEFAULT_INTERVAL, ...callOptions } = options;
  const { kind, id } = kindOf(target);
  const clock = options.clock ?? context.options.clock ?? systemClock;
  const signal = options.signal ?? new AbortController().signal;
  const until = target.until ?? kind.settled;
  const end = clock.now() + waitDeadline;
  let last: Readonly<Record<string, unknown>> | undefined;
  for (let delay = interval; ; delay = Math.min(MAX_INTERVAL, delay * GROWTH)) {
    last = (await look(context, kind, id, callOptions)) ?? last;
    const state = typeof last?.[kind.field] === 'string' ? String(last[kind.field]) : undefined;
    const facts = { operation: kind.read, state, last };
    if (state !== undefined && until.includes(state)) return last;
    if (state !== undefined && !canReach(kind.machine, state, until)) {
      throw new WaitError('unreachable', facts);
    }
    const jittered = delay * (0.75 + context.random() / 4);
    if (clock.now() + jittered > end) throw new WaitError('deadline', facts);
    await wait(clock, jittered, signal).catch((cause: unknown) => {
      throw new AbortedError({ operation: kind.read, cause });
    });
  }
}

/** The `waitFor` of a client. */
export function createWaitFor(context: ClientContext): WaitFor {
  const waitFor = (target: Target, options: WaitOptions = {}) =>
    waitForState(context, target, options);
  return waitFor as unknown as WaitFor;
}
