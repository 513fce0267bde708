import type { Fields } from '@org/payments-contract';
import { expect } from 'vitest';
import { sampleInfo } from '../../../test/support/account-samples.ts';
import { open, test } from '../../../test/support/api-test.ts';
import { payer } from '../../../test/support/payers.ts';

const platformFixedFee = { amount: 150, currency: 'USD' };
const fee = { platformFeeOverride: { platformFixedFee, platformVariableFeeBps: 0 } };

test.rows([
  [0, 0, 0],
  [1_000, 0, 1_000],
  [0, 100, 0],
])(
  'rule 162: the fee of the platform, which had %i and spent %i, goes back with a refund: %i are left',
  async (api, had, spent, left) => {
    const { quote, execute, transaction, funds } = payer(api, 'DE8937040044053201005');
    const list = await api.send('GET', '/platform/internal-accounts?currency=USD');
    const [{ id = '' } = {}] = list.body.data as { id?: string }[];
    const amount = () => api.mock.ledger.accounts().find((each) => each.id === id)?.amount;
    const put = (more: number) =>
      api.send('POST', `/sandbox/internal-accounts/${id}/fund`, { amount: more });
    if (had > 0) await put(had);
    const made = await quote(fee);
    await execute(made.id);
    await transaction(made.transactionId);
    expect(amount()).toBe(had + 150);
    if (spent > 0) {
      const account = { currency: 'USD', accountInfo: sampleInfo('USD_ACCOUNT') };
      const to = await api.send('POST', '/platform/external-accounts', account);
      const parties = { source: { accountId: id }, destination: { accountId: to.body.id } };
      const sent = await api.send('POST', '/transfer-out', { ...parties, amount: spent });
      expect(sent.body).toMatchObject({ customerId: 'Customer:platform' });
    }
    api.mock.clock.advance({ minutes: 2 });
    expect(await transaction(made.transactionId)).toMatchObject({
      refund: { status: 'COMPLETED' },
    });
    expect([await funds(), amount()]).toEqual([[100_000, 100_000], left]);
  },
);

test('rule 162: without an account of the platform in its currency, only a payment with a fee fails', async () => {
  const api = await open({ supportedCurrencies: ['EUR'] });
  const { quote, execute, transaction, customerId, funds } = payer(api);
  const { id: accountId } = api.mock.add.externalAccount({ customerId });
  const pay = async (more: Fields) => {
    const { id, transactionId } = await quote(more);
    await execute(id);
    const { failureReason, refund } = await transaction(transactionId);
    api.mock.clock.advance({ minutes: 1 });
    return [failureReason, Object(refund).reason, (await funds())[1]];
  };
  const failureReason = 'QUOTE_EXECUTION_FAILED';
  expect(await pay({})).toEqual([undefined, undefined, 90_000]);
  expect(await pay(fee)).toEqual([failureReason, 'TRANSACTION_FAILED', 90_000]);
  // Nothing was collected.
  const collected = { ...fee, source: { sourceType: 'ACCOUNT', accountId } };
  expect(await pay(collected)).toEqual([failureReason, undefined, 90_000]);
});
