import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, expectRefused, openLab } from '../../../test/lab/lab.ts';
import { payer } from '../../../test/support/payers.ts';

rules('funds for a quote from outside', (door) => {
  test('the payment begins when the funds arrive, and not by execution', async () => {
    const lab = await openLab(door);
    const { quote, customerId, execute, transaction } = payer(lab);
    const found = await quote({
      source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId },
    });
    expectRefused(await execute(found.id), 409, 'CONFLICT');
    const send = (more: object = {}) =>
      lab.send('POST', '/sandbox/send', { quoteId: found.id, currencyCode: 'USD', ...more });
    expectInvalid(await send({ currencyCode: 'EUR' }), 'currencyCode');
    expect(await send()).toMatchObject({ status: 200, body: { status: 'PROCESSING' } });
    expectRefused(await send(), 409, 'CONFLICT');
    const paymentRail = 'ACH';
    expect(await transaction(found.transactionId)).toMatchObject({
      status: 'COMPLETED',
      source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', paymentRail },
    });
    const dollars = lab.mock.ledger.balances().find(({ currency }) => currency === 'USD');
    expect(dollars).toMatchObject({
      moneyIn: 100_000 + found.totalSendingAmount,
      moneyOut: found.totalSendingAmount - found.feesIncluded,
      fees: found.feesIncluded,
    });
  });

  test('funds of another amount fail the payment and go back', async () => {
    const lab = await openLab(door);
    const { quote, customerId, transaction, funds } = payer(lab);
    const found = await quote({
      source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId },
    });
    const body = { quoteId: found.id, currencyCode: 'USD', currencyAmount: 9_999 };
    await lab.send('POST', '/sandbox/send', body);
    lab.mock.clock.advance({ seconds: 30 });
    expect(await transaction(found.transactionId)).toMatchObject({
      status: 'FAILED',
      failureReason: 'FUNDING_AMOUNT_MISMATCH',
      refund: { status: 'COMPLETED' },
    });
    expect(await funds()).toEqual([100_000, 100_000]);
  });

  test('funds for a quote that an account pays for are refused', async () => {
    const lab = await openLab(door);
    const { quote } = payer(lab);
    const { id } = await quote();
    const sent = await lab.send('POST', '/sandbox/send', { quoteId: id, currencyCode: 'USD' });
    expectRefused(sent, 409, 'CONFLICT');
    const none = { quoteId: 'Quote:none', currencyCode: 'USD' };
    expectRefused(await lab.send('POST', '/sandbox/send', none), 404, 'QUOTE_NOT_FOUND');
  });
});
