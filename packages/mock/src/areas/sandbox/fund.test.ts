import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, expectRefused, openLab, stateOf } from '../../../test/lab/lab.ts';
import { payer } from '../../../test/support/payers.ts';

rules('funding an internal account', (door) => {
  test('rule 27: funding raises both balances', async () => {
    const lab = await openLab(door);
    const account = lab.mock.add.internalAccount({ available: 100, held: 50 });
    const path = (id: string) => `/sandbox/internal-accounts/${id}/fund`;
    const { status, body } = await lab.send('POST', path(account.id), { amount: 25 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ balance: { amount: 125 }, totalBalance: { amount: 175 } });
    const missing = await lab.send('POST', path('InternalAccount:none'), { amount: 1 });
    expectRefused(missing, 404, 'NOT_FOUND');
    expectInvalid(await lab.send('POST', path(account.id), { amount: 0 }), 'amount');
  });

  test.each(['PENDING', 'FROZEN', 'CLOSED'])(
    'rule 27: a %s account receives nothing',
    async (status) => {
      const lab = await openLab(door);
      const { customerId, account, body } = payer(lab);
      const other = lab.mock.add.internalAccount({ customerId, status });
      const before = stateOf(lab.mock);
      const fund = await lab.send('POST', `/sandbox/internal-accounts/${other.id}/fund`, {
        amount: 1,
      });
      expectInvalid(fund, 'accountId');
      const destination = { destinationType: 'ACCOUNT', accountId: other.id };
      const quote = await lab.send('POST', '/quotes', body({ destination }));
      expectInvalid(quote, 'destination.accountId');
      const card = { cardholderId: customerId, form: 'VIRTUAL' };
      const fundingSources = [account.id, other.id];
      expectInvalid(
        await lab.send('POST', '/cards', { ...card, fundingSources }),
        'fundingSources.1',
      );
      expect(stateOf(lab.mock)).toBe(before);
    },
  );
});
