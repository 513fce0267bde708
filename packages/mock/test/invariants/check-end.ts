import { expect } from 'vitest';
import { agentActions } from '../../src/areas/agents/actions.ts';
import { cardTransactions } from '../../src/areas/cards/cards.ts';
import { stablecoinOperations } from '../../src/areas/stablecoins/stablecoins.ts';
import { transactions } from '../../src/areas/transactions/transactions.ts';
import { ledgerAccounts, postings } from '../../src/ledger/tables.ts';
import type { Scene } from './scene.ts';

const waiting: ReadonlySet<string> = new Set([
  'CREATED',
  'PENDING',
  'PENDING_FUNDING',
  'PROCESSING',
]);

/** Returns the amounts each purpose moved, by the kind of ledger account they moved to. */
function flows({ world }: Scene): Map<string, Record<string, number>> {
  const kindOf = (side: string) => (/^(?:outside\/(?:in|out)|fees|hold)/.exec(side) ?? ['own'])[0];
  const found = new Map<string, Record<string, number>>();
  for (const { from, to, amount, purpose } of postings.in(world()).all()) {
    const flow = found.get(purpose) ?? {};
    found.set(purpose, flow);
    flow[kindOf(from)] = (flow[kindOf(from)] ?? 0) - amount;
    flow[kindOf(to)] = (flow[kindOf(to)] ?? 0) + amount;
  }
  return found;
}

/**
 * Checks that each hold belongs to a pending payment or card use, and that all others paid their
 * money out or back.
 */
function checkHolds({ world }: Scene): void {
  const live = new Set<string>();
  for (const { id, status } of transactions.in(world()).all()) {
    if (waiting.has(status)) live.add(id);
  }
  for (const { id, status } of cardTransactions.in(world()).all()) {
    if (status === 'AUTHORIZED' || status === 'PARTIALLY_SETTLED') live.add(id);
  }
  for (const { id, status } of agentActions.in(world()).all()) {
    if (status === 'PENDING_APPROVAL') live.add(id);
  }
  for (const { id, status } of stablecoinOperations.in(world()).all()) {
    if (waiting.has(status)) live.add(id);
  }
  for (const { kind, purpose = '' } of ledgerAccounts.in(world()).all()) {
    if (kind === 'hold') expect([...live]).toContain(purpose);
  }
}

/**
 * Checks that each payment moved its amount: all of it if completed, and nothing if it had no
 * effect.
 */
function checkPayments(scene: Scene): void {
  const moved = flows(scene);
  for (const payment of transactions.in(scene.world()).all()) {
    const { id, status } = payment;
    const flow = moved.get(id) ?? {};
    const paidOut = (flow['outside/out'] ?? 0) + (flow.fees ?? 0);
    if (status === 'REJECTED' || status === 'EXPIRED') expect([id, paidOut]).toEqual([id, 0]);
    if (status !== 'COMPLETED') continue;
    if (payment.type === 'OUTGOING') {
      expect([id, paidOut]).toEqual([id, payment.sentAmount.amount]);
    } else expect([id, flow.own]).toEqual([id, payment.receivedAmount?.amount]);
  }
}

/**
 * Checks that each mint brought in what it issued, that each burn of held stablecoins took them out,
 * and that those without success moved nothing.
 */
function checkIssuance(scene: Scene): void {
  const moved = flows(scene);
  for (const operation of stablecoinOperations.in(scene.world()).all()) {
    const { id, status, operationType, source, amount } = operation;
    const isDone = status === 'COMPLETED';
    const isHeld = source?.type === 'SERVICE_INTERNAL_ACCOUNT';
    const units = Number(amount);
    const minted = isDone && operationType === 'MINT' ? units : 0;
    const cost = operationType === 'MINT' ? units / 10_000 : units;
    const paidOut = isDone && isHeld ? cost : 0;
    const flow = moved.get(id) ?? {};
    const found = [flow['outside/in'] ?? 0, flow['outside/out'] ?? 0];
    expect([id, ...found]).toEqual([id, 0 - minted, paidOut]);
  }
}

/** Checks what must hold once everything that was due has happened. */
export function checkEnd(scene: Scene): void {
  for (const { moneyIn, moneyOut, balances, holds, fees } of scene.mock.ledger.balances()) {
    expect(moneyIn - moneyOut).toBe(balances + holds + fees);
  }
  checkHolds(scene);
  checkPayments(scene);
  checkIssuance(scene);
}
