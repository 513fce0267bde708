import type { Mock } from '../../mock.ts';

/**
 * Adds a customer with a funded wallet, two cards and an agent, unless the mock already has
 * customers.
 */
export function addDemo(mock: Mock): void {
  if (mock.snapshot().tables.customers.rows.length > 0) return;
  const customer = mock.add.customer({ email: 'ada@example.com' });
  const { account } = mock.add.wallet({ customerId: customer.id, available: 125_000, held: 2_500 });
  mock.add.card({ fundingSources: [account.id] });
  mock.add.card({ fundingSources: [account.id], state: 'FROZEN' });
  mock.add.agent({ customerId: customer.id });
}
