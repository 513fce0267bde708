import { createMock } from '@org/payments-mock';
import { createPaymentsClient } from '@org/payments-sdk';
import { expect, test } from 'vitest';

test('a signed freeze is applied', async () => {
  const mock = createMock();
  const { account } = mock.add.wallet();
  const card = mock.add.card({ fundingSources: [account.id] });
  const { sessionKey: stamper } = await mock.add.session({ accountId: account.id });
  const payments = createPaymentsClient({
    ...mock.connection,
    fetch: mock.fetch,
    clock: mock.clock,
  });
  const frozen = await payments.cards.update({ id: card.id, state: 'FROZEN' }, { stamper });
  expect(frozen.state).toBe('FROZEN');
});
