import { expect } from 'vitest';
import { test } from '../../../test/support/api-test.ts';
import { agentScene } from '../../../test/support/payers.ts';

const policy = { approvalThresholds: { currency: 'USD', amount: 10 } };

test('rule 98: an action whose external account is gone by its approval has failed', async (api) => {
  const { out, decide, external } = agentScene(api, { policy });
  const { id } = (await out(11)).body;
  expect((await api.send('DELETE', `/customers/external-accounts/${external.id}`)).status).toBe(
    204,
  );
  const { status, body } = await decide(id, 'approve');
  expect([status, body.status, body.transaction]).toEqual([200, 'FAILED', undefined]);
  expect(api.mock.ledger.balances()).toMatchObject([{ balances: 1_000_00, moneyOut: 0 }]);
});

test('rule 174: the held actions of a deleted customer are rejected', async (api) => {
  const { out, customerId, path } = agentScene(api, { policy });
  const { id } = (await out(11)).body;
  expect((await api.send('DELETE', `/customers/${customerId}`)).status).toBe(200);
  expect((await api.send('GET', '/agents/approvals')).body.data).toEqual([]);
  const approval = await api.send('POST', `${path}/actions/${id}/approve`);
  expect([approval.status, approval.body.message]).toEqual([409, 'The action is REJECTED']);
});
