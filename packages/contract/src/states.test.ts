import { describe, expect, test } from 'vitest';
import {
  canReach,
  canTransition,
  cardMachine,
  cardStates,
  cardUpdateMachine,
  requestableCardStates,
  transactionMachine,
  transactionStatuses,
  verificationMachine,
  verificationStatuses,
} from './index.ts';

test('four of the 15 transitions that a card update can request are allowed', () => {
  const allowed = cardStates.flatMap((from) =>
    requestableCardStates
      .filter((to) => canTransition(cardUpdateMachine, from, to))
      .map((to) => `${from} > ${to}`),
  );
  expect(allowed).toEqual([
    'ACTIVE > FROZEN',
    'ACTIVE > CLOSED',
    'FROZEN > ACTIVE',
    'FROZEN > CLOSED',
  ]);
});

test('a card update can request only transitions of the card machine', () => {
  for (const [from, targets] of Object.entries(cardUpdateMachine.transitions)) {
    for (const to of targets) expect(canTransition(cardMachine, from, to)).toBe(true);
  }
});

describe.each([
  ['card', cardMachine, cardStates],
  ['transaction', transactionMachine, transactionStatuses],
  ['verification', verificationMachine, verificationStatuses],
])('the %s machine', (_name, machine, states) => {
  test('has every state, and no transition from a final state', () => {
    expect(Object.keys(machine.transitions).sort()).toEqual([...states].sort());
    for (const state of machine.terminal) {
      expect(
        canReach(
          machine,
          state,
          states.filter((other) => other !== state),
        ),
      ).toBe(false);
    }
    expect(machine.terminal.length).toBeGreaterThan(0);
  });

  test('has no transition from a state to itself; from an unknown state every state may be reachable', () => {
    for (const state of states) expect(canTransition(machine, state, state)).toBe(false);
    expect(canTransition(machine, 'toString', 'ACTIVE')).toBe(false);
    expect(canReach(machine, 'SOMETHING_LATER', ['ACTIVE'])).toBe(true);
  });
});

test('a completed transaction can still fail, an expired one cannot complete', () => {
  expect(canReach(transactionMachine, 'COMPLETED', ['FAILED'])).toBe(true);
  expect(canReach(transactionMachine, 'EXPIRED', ['COMPLETED'])).toBe(false);
});
