import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, expectRefused, openLab } from '../../../test/lab/lab.ts';

rules('withdrawal fees', (door) => {
  test("a withdrawal costs the network's fee and the service's", async () => {
    const lab = await openLab(door);
    const { id } = lab.mock.add.internalAccount({ currency: 'USDC', available: 1 });
    const estimate = (more: object = {}) =>
      lab.send('POST', '/crypto/estimate-withdrawal-fee', {
        internalAccountId: id,
        currency: 'USDC',
        cryptoNetwork: 'SOLANA',
        amount: 25_000_000,
        destinationAddress: 'x',
        ...more,
      });
    const { body } = await estimate();
    expect(body).toEqual({
      networkFee: 5_000,
      networkFeeAsset: 'USDC',
      applicationFee: 25_000,
      totalFee: 30_000,
      netAmount: 24_970_000,
    });
    for (const cryptoNetwork of ['BITCOIN', 'LATER', 'constructor'])
      expectInvalid(await estimate({ cryptoNetwork }), 'cryptoNetwork');
    expectInvalid(await estimate({ amount: 5_000 }), 'amount');
    expectRefused(await estimate({ currency: 'BTC' }), 400, 'INVALID_CURRENCY');
    const nowhere = { internalAccountId: 'InternalAccount:none' };
    expectRefused(await estimate(nowhere), 404, 'NOT_FOUND');
  });
});
