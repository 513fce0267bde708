import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, expectRefused, openLab } from '../../../test/lab/lab.ts';

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
});
