import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, expectRefused, openLab } from '../../../test/lab/lab.ts';
import { arrival } from '../../../test/support/payers.ts';

rules('a payment that arrives', (door) => {
  test('a payment arrives by address or customer, and needs an account in its currency', async () => {
    const lab = await openLab(door);
    const { receive, customer } = await arrival(lab);
    const { umaAddress } = customer;
    const byAddress = { customerId: undefined, receiverUmaAddress: umaAddress };
    expect((await receive(byAddress)).body.customerId).toBe(customer.id);
    expectInvalid(await receive({ receiverUmaAddress: '$eve@example.com' }), 'receiverUmaAddress');
    expectInvalid(await receive({ receivingCurrencyCode: 'EUR' }), 'receivingCurrencyCode');
    expectRefused(await receive({ senderUmaAddress: 'ada' }), 400, 'INVALID_UMA_ADDRESS');
    const nobody = { customerId: undefined, receiverUmaAddress: '$none@example.com' };
    expectRefused(await receive(nobody), 404, 'USER_NOT_FOUND');
    expectRefused(await receive({ customerId: 'Customer:none' }), 404, 'USER_NOT_FOUND');
  });
});
