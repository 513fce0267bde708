const { createMock } = require('@org/payments-mock');
const { ApiError, createPaymentsClient } = require('@org/payments-sdk');
const { createWebhookHandler } = require('@org/payments-sdk/webhooks');
const { generateWebhookKeys, signEvent } = require('@org/payments-sdk/webhooks/testing');

test('a signed freeze is applied', async () => {
  const mock = createMock();
  const { account } = mock.add.wallet();
  const card = mock.add.card({ fundingSources: [account.id] });
  const { sessionKey: stamper } = await mock.add.session({ accountId: account.id });
  const payments = createPaymentsClient({ ...mock.connection, fetch: mock.fetch });
  const frozen = await payments.cards.update({ id: card.id, state: 'FROZEN' }, { stamper });
  expect(frozen.state).toBe('FROZEN');
  await expect(payments.cards.get({ id: 'Card:unknown' })).rejects.toBeInstanceOf(ApiError);
});

test('a webhook is handled', async () => {
  const { publicKey, privateKey } = await generateWebhookKeys();
  const handled = jest.fn();
  const webhooks = createWebhookHandler({ publicKeys: publicKey }).on('TEST', handled);
  const { request } = await signEvent({ type: 'TEST' }, privateKey);
  expect((await webhooks.fetch(request())).status).toBe(200);
  expect(handled).toHaveBeenCalledTimes(1);
});
