import type { Agent } from '@org/payments-contract';
import { expect, test } from 'vitest';
import { paymentRefusals } from './refusals.ts';

const held = { count: 0, amount: 0 };
const usd = { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 };
const payment = {
  amount: 500,
  currency: usd,
  internalAccountIds: ['InternalAccount:1'],
  externalAccountIds: ['ExternalAccount:1'],
};

function agentWith(policy: Partial<Agent['policy']>): Agent {
  const at = '2026-01-05T09:00:00.000Z';
  return {
    id: 'Agent:1',
    name: 'Bookkeeper',
    customerId: 'Customer:1',
    isPaused: false,
    isConnected: true,
    policy: {
      permissions: [],
      defaultExecutionMode: 'AUTO',
      spendingLimits: { currency: 'USD', perTransactionLimit: 1000 },
      ...policy,
    },
    usage: { dailyTransactionCount: 0, dailySpend: 0, monthlySpend: 800 },
    createdAt: at,
    updatedAt: at,
  };
}

const messages = (agent: Agent, waiting = held) =>
  paymentRefusals(agent, payment, waiting).map(({ message }) => message);

test('the monthly limit counts what was spent and what waits', () => {
  const spendingLimits = { currency: 'USD', perTransactionLimit: 1000, monthlyLimit: 1300 };
  const agent = agentWith({ spendingLimits });
  expect(messages(agent)).toEqual([]);
  expect(messages(agent, { count: 1, amount: 1 })).toEqual([
    'monthlyLimit is 1300 in the smallest unit of USD; 800 spent, 1 held for approval and 500 for this payment make 1301.',
  ]);
});

test("an account's own limit applies where the payment uses the account", () => {
  const rule = { perTransactionLimit: 499 };
  const limited = (accountId: string) =>
    agentWith({ accountRestrictions: { accountRules: [{ accountId, ...rule }] } });
  expect(messages(limited('ExternalAccount:2'))).toEqual([]);
  expect(messages(limited('ExternalAccount:1'))).toEqual([
    'perTransactionLimit of ExternalAccount:1 is 499 in the smallest unit of USD; this payment is 500.',
  ]);
});
