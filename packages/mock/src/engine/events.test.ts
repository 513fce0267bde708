import { expect, test } from 'vitest';
import { rules } from '../../test/lab/doors.ts';
import { openLab } from '../../test/lab/lab.ts';
import { payer } from '../../test/support/payers.ts';

interface PaymentData {
  readonly id: string;
  readonly status: string;
  readonly settledAt?: string;
  readonly refund?: { readonly status: string };
}
interface AccountData {
  readonly id: string;
  readonly totalBalance: { readonly amount: number };
}

rules('the time of an event', (door) => {
  test("rule 93: a payment's failure emits its event before its refund begins", async () => {
    const lab = await openLab(door);
    const { quote, execute } = payer(lab, 'DE000004');
    const { id } = await quote();
    await execute(id);
    lab.mock.clock.advance({ minutes: 5 });
    await lab.send('GET', '/documents');
    const payments = lab.mock.events
      .filter(({ type }) => type.startsWith('OUTGOING_PAYMENT.'))
      .map(({ type, data }) => {
        const { status, refund } = data as PaymentData;
        return [type.slice('OUTGOING_PAYMENT.'.length), status, refund?.status];
      });
    expect(payments).toEqual([
      ['PENDING', 'PENDING', undefined],
      ['PROCESSING', 'PROCESSING', undefined],
      ['FAILED', 'FAILED', undefined],
      ['REFUND_PENDING', 'FAILED', 'PENDING'],
      ['REFUND_COMPLETED', 'FAILED', 'COMPLETED'],
    ]);
  });

  test('rule 93: each posting of a completion emits an event with the balance after it', async () => {
    const lab = await openLab(door);
    const { quote, execute, account } = payer(lab);
    const { id, totalSendingAmount, feesIncluded } = await quote();
    await execute(id);
    await lab.send('GET', '/documents');
    const totals = lab.mock.events
      .filter(({ type }) => type === 'INTERNAL_ACCOUNT.BALANCE_UPDATED')
      .map(({ data }) => data as AccountData)
      .filter((data) => data.id === account.id)
      .map(({ totalBalance }) => totalBalance.amount);
    // Funded by the fixture, held, charged the fee, paid out.
    const after = [100_000 - feesIncluded, 100_000 - totalSendingAmount];
    expect(totals).toEqual([100_000, 100_000, ...after]);
    const completed = lab.mock.events.find(({ type }) => type === 'OUTGOING_PAYMENT.COMPLETED');
    expect(completed?.data).toMatchObject({ settledAt: expect.any(String) });
  });
});
