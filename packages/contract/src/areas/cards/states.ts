import { machine, type StateMachine } from '../../format/state-machine.ts';

export const cardStates = ['PENDING_KYC', 'PENDING_ISSUE', 'ACTIVE', 'FROZEN', 'CLOSED'] as const;
/** States that a card update may request. */
export const requestableCardStates = ['ACTIVE', 'FROZEN', 'CLOSED'] as const;

export type CardState = (typeof cardStates)[number];

/** All transitions of a card's state, whatever causes them. */
export const cardMachine: StateMachine<CardState> = machine<CardState>({
  PENDING_KYC: ['PENDING_ISSUE', 'CLOSED'],
  PENDING_ISSUE: ['ACTIVE', 'CLOSED'],
  ACTIVE: ['FROZEN', 'CLOSED'],
  FROZEN: ['ACTIVE', 'CLOSED'],
  CLOSED: [],
});

/**
 * The transitions that a card update may request; any other is refused with 409
 * `INVALID_STATE_TRANSITION`.
 */
export const cardUpdateMachine: StateMachine<CardState> = machine<CardState>({
  PENDING_KYC: [],
  PENDING_ISSUE: [],
  ACTIVE: ['FROZEN', 'CLOSED'],
  FROZEN: ['ACTIVE', 'CLOSED'],
  CLOSED: [],
});

/** The transitions of a card transaction. */
export const cardTransactionMachine: StateMachine<string> = machine<string>({
  AUTHORIZED: ['PARTIALLY_SETTLED', 'SETTLED', 'REFUNDED', 'EXCEPTION'],
  PARTIALLY_SETTLED: ['SETTLED', 'EXCEPTION', 'REFUNDED'],
  SETTLED: ['REFUNDED'],
  REFUNDED: ['SETTLED'],
  EXCEPTION: ['REFUNDED', 'SETTLED'],
});

/** States of a card after provisioning. */
export const issuedCardStates: readonly CardState[] = ['ACTIVE', 'FROZEN', 'CLOSED'];
