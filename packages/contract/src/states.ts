import type { cardStates } from './schemas/card.ts';
import type { transactionStatuses } from './schemas/transaction.ts';
import type { verificationStatuses } from './schemas/verification.ts';

/** Which states may follow which, and which are final. */
export interface StateMachine<State extends string> {
  readonly transitions: { readonly [From in State]: readonly State[] };
  readonly terminal: readonly State[];
}

function machine<State extends string>(
  transitions: StateMachine<State>['transitions'],
): StateMachine<State> {
  const states = Object.keys(transitions) as State[];
  return { transitions, terminal: states.filter((state) => transitions[state].length === 0) };
}

export type CardState = (typeof cardStates)[number];
export type TransactionStatus = (typeof transactionStatuses)[number];
export type VerificationStatus = (typeof verificationStatuses)[number];

/** All moves of a card, whoever causes them. */
export const cardMachine: StateMachine<CardState> = machine<CardState>({
  PENDING_KYC: ['PENDING_ISSUE', 'CLOSED'],
  PENDING_ISSUE: ['ACTIVE', 'CLOSED'],
  ACTIVE: ['FROZEN', 'CLOSED'],
  FROZEN: ['ACTIVE', 'CLOSED'],
  CLOSED: [],
});

/** The moves a card update may ask for; every other one is 409 `INVALID_STATE_TRANSITION`. */
export const cardUpdateMachine: StateMachine<CardState> = machine<CardState>({
  PENDING_KYC: [],
  PENDING_ISSUE: [],
  ACTIVE: ['FROZEN', 'CLOSED'],
  FROZEN: ['ACTIVE', 'CLOSED'],
  CLOSED: [],
});

/** A completed payment can still fail: a bank may send it back. */
export const transactionMachine: StateMachine<TransactionStatus> = machine<TransactionStatus>({
  CREATED: ['PENDING', 'PROCESSING', 'REJECTED', 'FAILED', 'EXPIRED'],
  PENDING: ['PROCESSING', 'COMPLETED', 'REJECTED', 'FAILED', 'EXPIRED'],
  PROCESSING: ['COMPLETED', 'REJECTED', 'FAILED', 'REFUNDED'],
  COMPLETED: ['FAILED', 'REFUNDED'],
  FAILED: ['REFUNDED'],
  REJECTED: [],
  REFUNDED: [],
  EXPIRED: [],
});

/** Submitting again after resolving errors starts the check anew. */
export const verificationMachine: StateMachine<VerificationStatus> = machine<VerificationStatus>({
  READY_FOR_VERIFICATION: [
    'RESOLVE_ERRORS',
    'IN_PROGRESS',
    'PENDING_MANUAL_REVIEW',
    'APPROVED',
    'REJECTED',
  ],
  RESOLVE_ERRORS: [
    'READY_FOR_VERIFICATION',
    'IN_PROGRESS',
    'PENDING_MANUAL_REVIEW',
    'APPROVED',
    'REJECTED',
  ],
  IN_PROGRESS: ['RESOLVE_ERRORS', 'PENDING_MANUAL_REVIEW', 'APPROVED', 'REJECTED'],
  PENDING_MANUAL_REVIEW: ['RESOLVE_ERRORS', 'APPROVED', 'REJECTED'],
  APPROVED: [],
  REJECTED: [],
});

/** Agents are paused and resumed; neither is final. */
export const agentMachine: StateMachine<'ACTIVE' | 'PAUSED'> = machine<'ACTIVE' | 'PAUSED'>({
  ACTIVE: ['PAUSED'],
  PAUSED: ['ACTIVE'],
});

/** Whether a machine lets `from` be followed by `to`. Unknown states allow nothing. */
export function canTransition(machine: StateMachine<string>, from: string, to: string): boolean {
  if (!Object.hasOwn(machine.transitions, from)) return false;
  return machine.transitions[from]?.includes(to) ?? false;
}

/** Statuses of a transaction on which nothing more is done; a bank may still send a completed one back. */
export const settledTransactionStatuses: readonly TransactionStatus[] = [
  'COMPLETED',
  'REJECTED',
  'FAILED',
  'REFUNDED',
  'EXPIRED',
];

/** Statuses of a verification that wait for nobody but the platform, or for nobody at all. */
export const settledVerificationStatuses: readonly VerificationStatus[] = [
  'APPROVED',
  'REJECTED',
  'RESOLVE_ERRORS',
];

/** States of a card after provisioning. */
export const issuedCardStates: readonly CardState[] = ['ACTIVE', 'FROZEN', 'CLOSED'];

/** Whether one of the states can still be reached from `from`, itself included. Unknown states can reach all. */
export function canReach(
  machine: StateMachine<string>,
  from: string,
  targets: readonly string[],
): boolean {
  if (!Object.hasOwn(machine.transitions, from)) return true;
  const reached = new Set<string>([from]);
  for (const state of reached) {
    if (targets.includes(state)) return true;
    for (const next of machine.transitions[state] ?? []) reached.add(next);
  }
  return false;
}
