import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, openLab } from '../../../test/lab/lab.ts';

rules('transfers of the platform', (door) => {
  test("rule 90: money moves between the platform's accounts, without a customer", async () => {
    const lab = await openLab(door);
    const internal = lab.mock.add.internalAccount({ available: 500 });
    const external = lab.mock.add.externalAccount({ isPlatformAccount: true });
    const out = {
      source: { accountId: internal.id },
      destination: { accountId: external.id },
      amount: 200,
    };
    const back = { source: out.destination, destination: out.source, amount: 50 };
    const sent = await lab.send('POST', '/transfer-out', out);
    expect(sent.status).toBe(201);
    const owner = { customerId: 'Customer:platform', platformCustomerId: 'platform' };
    expect(sent.body).toMatchObject({ type: 'OUTGOING', status: 'COMPLETED', ...owner });
    const pulled = await lab.send('POST', '/transfer-in', back);
    expect(pulled.body).toMatchObject({ type: 'INCOMING', status: 'COMPLETED', ...owner });
    const { body } = await lab.send('GET', '/platform/internal-accounts');
    const found = (body.data as { id: string }[]).find(({ id }) => id === internal.id);
    expect(found).toMatchObject({ balance: { amount: 350 } });
    const own = await lab.send('GET', '/transactions?customerId=Customer:platform');
    expect(own.body.totalCount).toBe(2);
  });

  test("a transfer between a platform account and a customer's account is refused", async () => {
    const lab = await openLab(door);
    const internal = lab.mock.add.internalAccount({ available: 500 });
    const { id } = lab.mock.add.externalAccount();
    const accounts = { source: { accountId: internal.id }, destination: { accountId: id } };
    const reply = await lab.send('POST', '/transfer-out', { ...accounts, amount: 1 });
    expectInvalid(reply, 'destination.accountId');
  });
});
