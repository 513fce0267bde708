import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, expectRefused, openLab } from '../../../test/lab/lab.ts';

const spendingLimits = { currency: 'USD', perTransactionLimit: 500_00 };

rules('device codes of agents', (door) => {
  test('rule 76: an agent is connected once its device code is redeemed', async () => {
    const lab = await openLab(door);
    const { id: customerId } = lab.mock.add.customer();
    const body = {
      name: 'Clerk',
      customerId,
      policy: { permissions: ['VIEW_TRANSACTIONS'], spendingLimits },
    };
    const created = await lab.send('POST', '/agents', body);
    expect(created.status).toBe(201);
    const { agent, deviceCode } = created.body as {
      agent: { id: string };
      deviceCode: { code: string };
    };
    expect(created.body).toMatchObject({
      agent: { isConnected: false, isPaused: false, name: 'Clerk', customerId },
      deviceCode: { agentId: agent.id, redeemed: false },
    });
    const redeem = () =>
      lab.send('POST', `/agents/device-codes/${deviceCode.code}/redeem`, undefined, {
        authorization: '',
      });
    const redeemed = await redeem();
    expect(redeemed.status).toBe(200);
    expect(redeemed.body).toMatchObject({ agentId: agent.id, agentName: 'Clerk' });
    const { accessToken } = redeemed.body;
    expect(JSON.stringify(lab.mock.requests)).not.toContain(String(accessToken));
    const read = await lab.send('GET', `/agents/${agent.id}`);
    expect(read.body).toMatchObject({ isConnected: true });
    const authorization = `Bearer ${accessToken}`;
    const listed = await lab.send('GET', '/agents/me/transactions', undefined, { authorization });
    expect(listed.status).toBe(200);
    expectInvalid(await redeem(), 'code');
    const another = await lab.send('POST', `/agents/${agent.id}/device-codes`);
    expectRefused(another, 409, 'CONFLICT');
  });

  test('rule 76: a device code expires, and another one can be made', async () => {
    const lab = await openLab(door);
    const { agent } = lab.mock.add.agent({ isConnected: false });
    const path = `/agents/${agent.id}/device-codes`;
    const redeem = (code: unknown) => lab.send('POST', `/agents/device-codes/${code}/redeem`);
    const first = (await lab.send('POST', path)).body;
    lab.mock.clock.set(String(first.expiresAt));
    expectInvalid(await redeem(first.code), 'code');
    const second = (await lab.send('POST', path)).body;
    expect(second.code).not.toBe(first.code);
    expect((await redeem(second.code)).status).toBe(200);
    expectRefused(await redeem('NONE'), 404, 'NOT_FOUND');
  });

  test('rule 76: the status of a device code shows whether it was redeemed', async () => {
    const lab = await openLab(door);
    const { agent } = lab.mock.add.agent({ isConnected: false });
    const { code } = (await lab.send('POST', `/agents/${agent.id}/device-codes`)).body;
    const status = () => lab.send('GET', `/agents/device-codes/${code}/status`);
    expect((await status()).body).toEqual({ code, redeemed: false });
    await lab.send('POST', `/agents/device-codes/${code}/redeem`);
    expect((await status()).body).toEqual({ code, redeemed: true });
    const unknown = await lab.send('GET', '/agents/device-codes/NONE/status');
    expectRefused(unknown, 404, 'NOT_FOUND');
  });
});
