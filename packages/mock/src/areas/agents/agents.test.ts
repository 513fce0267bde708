import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import {
  expectInvalid,
  expectRefused,
  expectUnauthorized,
  openLab,
} from '../../../test/lab/lab.ts';
import { agentScene } from '../../../test/support/agents.ts';
import { idsOf } from '../../../test/support/pages.ts';

const held = { approvalThresholds: { amount: 10 } };

rules('agents', (door) => {
  test('rule 76: agents are listed by customer, state and time', async () => {
    const lab = await openLab(door);
    const { agent: first } = lab.mock.add.agent({ isConnected: false });
    lab.mock.clock.advance({ hours: 1 });
    const { agent: second } = lab.mock.add.agent({ isPaused: true });
    const list = async (query: string) => idsOf(await lab.send('GET', `/agents?${query}`));
    expect(await list('')).toEqual([first.id, second.id]);
    expect(await list(`customerId=${second.customerId}`)).toEqual([second.id]);
    expect(await list('isPaused=true')).toEqual([second.id]);
    expect(await list('isConnected=false')).toEqual([first.id]);
    const time = encodeURIComponent(second.createdAt);
    expect(await list(`createdAfter=${time}`)).toEqual([second.id]);
    expect(await list(`createdBefore=${encodeURIComponent(first.createdAt)}`)).toEqual([first.id]);
    await lab.send('PATCH', `/agents/${first.id}`, { name: 'Clerk' });
    expect(await list(`updatedAfter=${time}`)).toEqual([first.id, second.id]);
    expect(await list(`updatedBefore=${encodeURIComponent(first.createdAt)}`)).toEqual([]);
    expectInvalid(await lab.send('GET', '/agents?createdAfter=yesterday'), 'createdAfter');
  });

  test('rule 76: an agent is renamed, paused and resumed', async () => {
    const lab = await openLab(door);
    const { agent } = lab.mock.add.agent();
    const path = `/agents/${agent.id}`;
    expectInvalid(await lab.send('PATCH', path, {}), 'body');
    expectInvalid(await lab.send('PATCH', path, { isPaused: 1, name: 2 }), 'isPaused', 'name');
    lab.mock.clock.advance({ minutes: 1 });
    const paused = await lab.send('PATCH', path, { isPaused: true });
    const updatedAt = new Date(lab.mock.clock.now()).toISOString();
    expect(paused.body).toEqual({ ...agent, isPaused: true, updatedAt });
    const resumed = await lab.send('PATCH', path, { isPaused: false, name: 'Clerk' });
    expect(resumed.body).toMatchObject({ isPaused: false, name: 'Clerk', isConnected: true });
    const missing = await lab.send('PATCH', '/agents/Agent:none', { isPaused: true });
    expectRefused(missing, 404, 'NOT_FOUND');
  });

  test('rule 76: a deleted agent stops at once, with its token, codes and held payments', async () => {
    const lab = await openLab(door);
    const { asAgent, out, path, agent } = agentScene(lab, { policy: held });
    await out(11);
    const unused = lab.mock.add.agent({ isConnected: false }).agent;
    const { code } = (await lab.send('POST', `/agents/${unused.id}/device-codes`)).body;
    expect((await lab.send('DELETE', path)).status).toBe(204);
    expect((await lab.send('DELETE', `/agents/${unused.id}`)).status).toBe(204);
    expectUnauthorized(await asAgent('GET', ''), 'invalidAccessToken');
    expectRefused(await lab.send('GET', path), 404, 'NOT_FOUND');
    expectRefused(await lab.send('DELETE', path), 404, 'NOT_FOUND');
    const redeemed = await lab.send('POST', `/agents/device-codes/${code}/redeem`);
    expectRefused(redeemed, 404, 'NOT_FOUND');
    const approvals = await lab.send('GET', `/agents/approvals?agentId=${agent.id}`);
    expect(idsOf(approvals)).toEqual([]);
    expect(lab.mock.ledger.balances()).toMatchObject([{ balances: 1_000_00, moneyOut: 0 }]);
  });
});
