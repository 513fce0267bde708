import { findOperation, operations, riskOf, risks } from '@org/payments-contract';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isSecret, unwrap, visitSchema } from './introspect.ts';
import { withMeta } from './meta.ts';

const named = (risk: string) =>
  operations()
    .filter(({ row }) => row.risk === risk)
    .map(({ name }) => name)
    .sort();

test('a read changes nothing, and everything else has a risk', () => {
  for (const { row } of operations()) {
    expect(risks).toContain(row.risk);
    if (row.method === 'GET') expect(row.risk).toBe('reads');
    if (row.method === 'DELETE') expect(row.risk).toBe('irreversible');
    if (row.permission === 'TRANSACT') expect(row.risk).toBe('moves-money');
  }
});

test('what moves money or raises authority is listed, so that an addition is a decision', () => {
  expect(named('moves-money')).toEqual([
    'agent.quotes.create',
    'agent.quotes.execute',
    'agent.transfers.createIn',
    'agent.transfers.createOut',
    'agents.approveAction',
    'agents.rejectAction',
    'invitations.claim',
    'invitations.create',
    'quotes.authorize',
    'quotes.create',
    'quotes.execute',
    'stablecoins.burn',
    'stablecoins.mint',
    'transactions.approve',
    'transactions.cancel',
    'transactions.reject',
    'transfers.createIn',
    'transfers.createOut',
  ]);
  expect(named('raises-authority')).toEqual([
    'agent.externalAccounts.create',
    'agents.create',
    'agents.createDeviceCode',
    'agents.redeemDeviceCode',
    'agents.update',
    'agents.updatePolicy',
    'cards.create',
    'cards.reveal',
    'config.update',
    'credentials.create',
    'credentials.verify',
    'customers.create',
    'customers.update',
    'delegatedKeys.create',
    'externalAccounts.confirmTrust',
    'externalAccounts.create',
    'internalAccounts.export',
    'platformAccounts.create',
    'scaFactors.completeReset',
    'scaFactors.confirmEnrollment',
    'scaLogin.complete',
    'scaLogin.recordEvent',
    'sessions.refresh',
    'stablecoinProviderAccounts.link',
    'tokens.create',
  ]);
});

test.each([
  ['quotes.create', { immediatelyExecute: true }, 'moves-money'],
  ['quotes.create', {}, 'adds'],
  ['invitations.create', { amountToSend: 1 }, 'moves-money'],
  ['invitations.create', {}, 'adds'],
  ['agents.update', { isPaused: false }, 'raises-authority'],
  ['agents.update', { isPaused: true, name: 'x' }, 'changes'],
  ['cards.update', { state: 'CLOSED' }, 'irreversible'],
  ['cards.update', { state: 'FROZEN' }, 'changes'],
  ['cards.update', { state: 'ACTIVE' }, 'raises-authority'],
  ['cards.update', { fundingSources: ['InternalAccount:1'] }, 'raises-authority'],
  ['customers.update', { phoneNumber: '+14155550199' }, 'raises-authority'],
  ['customers.update', { email: 'ada@example.com' }, 'raises-authority'],
  ['customers.update', { umaAddress: '$ada@example.com' }, 'raises-authority'],
  ['customers.update', { kycStatus: 'APPROVED' }, 'raises-authority'],
  ['customers.update', { kybStatus: 'REJECTED', fullName: 'Ada' }, 'changes'],
  ['customers.create', { kycStatus: 'APPROVED' }, 'raises-authority'],
  ['customers.create', { umaAddress: '$ada@example.com' }, 'adds'],
])('the risk of %s with %j is %s', (name, input, risk) => {
  const operation = findOperation(name);
  expect(operation && riskOf(operation.row, input)).toBe(risk);
});

test('what a lazy schema stands for is made once, however often it is walked', () => {
  let made = 0;
  const lazy = z.lazy(() => {
    made += 1;
    return z.object({ code: withMeta(z.string(), { secret: true }) });
  });
  const schema = z.object({ inner: z.optional(lazy) });
  for (const _time of [1, 2, 3]) {
    const found: (string | undefined)[] = [];
    visitSchema(schema, (child, field) => {
      if (isSecret(child)) found.push(field);
    });
    expect(found).toEqual(['code']);
    expect(unwrap(lazy)).toBe(unwrap(schema.shape.inner));
  }
  expect(made).toBe(1);
});
