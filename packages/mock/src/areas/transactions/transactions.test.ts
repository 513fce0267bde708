import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, expectRefused, openLab } from '../../../test/lab/lab.ts';

const rejectPath = (id: string) => `/transactions/${id}/reject`;

rules('transactions', (door) => {
  test('rule 71: a pending payment is rejected, with or without a reason', async () => {
    const lab = await openLab(door);
    for (const body of [{ reason: 'duplicate' }, {}, undefined]) {
      const { id } = lab.mock.add.transaction();
      const reply = await lab.send('POST', rejectPath(id), body);
      expect(reply).toMatchObject({ status: 200, body: { id, status: 'REJECTED' } });
    }
  });

  test('rule 71: a reason of another type is 400, an unknown transaction 404', async () => {
    const lab = await openLab(door);
    const { id } = lab.mock.add.transaction();
    expectInvalid(await lab.send('POST', rejectPath(id), { reason: 7 }), 'reason');
    const missing = await lab.send('POST', rejectPath('Transaction:none'));
    expectRefused(missing, 404, 'TRANSACTION_NOT_FOUND');
  });

  test('rule 71: a second rejection is 409', async () => {
    const code = 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL';
    const lab = await openLab(door);
    const { id } = lab.mock.add.transaction();
    await lab.send('POST', rejectPath(id));
    expectRefused(await lab.send('POST', rejectPath(id)), 409, code);
    const done = lab.mock.add.transaction({ status: 'COMPLETED' });
    expectRefused(await lab.send('POST', rejectPath(done.id)), 409, code);
  });

  test('rule 72: reconciliation, agent and fees', async () => {
    const lab = await openLab(door);
    const read = async (id: string) => (await lab.send('GET', `/transactions/${id}`)).body;
    const created = lab.mock.add.transaction({ status: 'CREATED' });
    expect(await read(created.id)).not.toHaveProperty('reconciliationInstructions');
    const pending = lab.mock.add.transaction({ type: 'OUTGOING' });
    const { fees, ...rest } = await read(pending.id);
    expect(rest).toHaveProperty('reconciliationInstructions.reference');
    expect(rest).not.toHaveProperty('agentId');
    expect(fees).toBe(0);
    const { agent } = lab.mock.add.agent();
    const byAgent = lab.mock.add.transaction({ agentId: agent.id });
    expect(await read(byAgent.id)).toMatchObject({ agentId: agent.id });
  });
});
