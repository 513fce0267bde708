import { createMock } from '@org/payments-mock';
import { createPaymentsClient } from '@org/payments-sdk';

test('a signed freeze is applied from an ES module', async () => {
  const mock = createMock();
  const { account } = mock.add.wallet();
  const card = mock.add.card({ fundingSources: [account.id] });
  const { sessionKey: stamper } = await mock.add.session({ accountId: account.id });
  const payments = createPaymentsClient({ ...mock.connection, fetch: mock.fetch });
  const frozen = await payments.cards.update({ id: card.id, state: 'FROZEN' }, { stamper });
  expect(frozen.state).toBe('FROZEN');
});
