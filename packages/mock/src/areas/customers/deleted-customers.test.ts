import { expect } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectRefused, expectUnauthorized, type Lab } from '../../../test/lab/lab.ts';
import { sampleInfo } from '../../../test/support/account-samples.ts';
import { payer } from '../../../test/support/payers.ts';

const address = '$ada@platform.example.com';

async function deleteCustomer(lab: Lab, customerId: string): Promise<void> {
  expect((await lab.send('DELETE', `/customers/${customerId}`)).status).toBe(200);
}

/** Prepares a customer with every kind of resource, and deletes the customer. */
async function deleted(lab: Lab) {
  const made = payer(lab);
  const { customerId, account, external } = made;
  const quote = await made.quote();
  const fromOutside = await made.quote({
    source: { sourceType: 'REALTIME_FUNDING', customerId, currency: 'USD' },
  });
  const dollars = lab.mock.add.externalAccount({ customerId });
  const { agent, accessToken } = lab.mock.add.agent({
    customerId,
    policy: {
      permissions: ['CREATE_TRANSFERS'],
      approvalThresholds: { currency: 'USD', amount: 0 },
    },
  });
  const bearer = { authorization: `Bearer ${accessToken}` };
  const transfer = {
    source: { accountId: account.id },
    destination: { accountId: dollars.id },
    amount: 100,
  };
  const held = await lab.send('POST', '/agents/me/transfer-out', transfer, bearer);
  const wallet = await lab.signIn(made.customer);
  const card = lab.mock.add.card({ fundingSources: [wallet.account.id, account.id] });
  await deleteCustomer(lab, customerId);
  return {
    ...{ customerId, account, external, quote, fromOutside, dollars, agent, bearer, transfer },
    ...{ heldId: held.body.id, wallet, card, ask: made.ask },
  };
}

rules('deleted customers', (test) => {
  test('for a deleted customer payments and new accounts are refused', async (lab) => {
    const { customerId, account, quote, fromOutside, dollars, transfer, agent, heldId, ask } =
      await deleted(lab);
    const back = { ...transfer, source: transfer.destination, destination: transfer.source };
    const requests: readonly (readonly [path: string, body?: object])[] = [
      [
        '/customers/external-accounts',
        { customerId, currency: 'USD', accountInfo: sampleInfo('USD_ACCOUNT') },
      ],
      [`/quotes/${quote.id}/execute`],
      ['/sandbox/send', { quoteId: fromOutside.id, currencyCode: 'USD' }],
      ['/transfer-out', transfer],
      ['/transfer-in', back],
      ['/agents', { name: 'A', customerId, policy: agent.policy }],
      [`/agents/${agent.id}/actions/${heldId}/approve`],
      [
        '/sandbox/uma/receive',
        {
          senderUmaAddress: '$success.usd@sandbox.example.com',
          receiverUmaAddress: address,
          receivingCurrencyCode: 'USD',
          receivingCurrencyAmount: 100,
        },
      ],
      [
        '/sandbox/uma/receive',
        {
          senderUmaAddress: '$success.usd@sandbox.example.com',
          customerId,
          receivingCurrencyCode: 'USD',
          receivingCurrencyAmount: 100,
        },
      ],
      ['/cards', { cardholderId: customerId, form: 'VIRTUAL', fundingSources: [account.id] }],
      ['/verifications', { customerId }],
    ];
    expectRefused(await ask(), 404, 'USER_NOT_FOUND');
    for (const [path, body] of requests) {
      const reply = await lab.send('POST', path, body);
      expect(reply.body, path).toMatchObject({ status: 404, code: 'USER_NOT_FOUND' });
    }
    const lookup = `/receiver/external-account/${dollars.id}?customerId=${customerId}`;
    expectRefused(await lab.send('GET', lookup), 404, 'USER_NOT_FOUND');
  });

  test('a deleted customer is not found by UMA address, which is free again', async (lab) => {
    const { customerId } = await deleted(lab);
    const { id } = lab.mock.add.customer();
    const lookup = `/receiver/uma/${encodeURIComponent(address)}?customerId=${id}`;
    expectRefused(await lab.send('GET', lookup), 404, 'UMA_NOT_FOUND');
    const conflict = await lab.send('PATCH', `/customers/${id}`, { umaAddress: address });
    expect(conflict.status).toBe(200);
    const { body } = await lab.send('GET', `/customers/${customerId}`);
    expect(body).toMatchObject({ id: customerId, isDeleted: true });
  });

  test("a deleted customer's agents, sessions and credentials stop working at once", async (lab) => {
    const { bearer, transfer, wallet } = await deleted(lab);
    const { account, credential, sessionId, sessionKey } = wallet;
    const { status } = await lab.send('POST', '/agents/me/transfer-out', transfer, bearer);
    expect(status).toBe(401);
    expect((await lab.send('GET', '/agents/me', undefined, bearer)).status).toBe(401);
    const body = { privateEnabled: true };
    const path = `/internal-accounts/${account.id}`;
    expectRefused(await lab.send('PATCH', path, body), 404, 'NOT_FOUND');
    const challenge = `/auth/credentials/${credential.id}/challenge`;
    expectRefused(await lab.send('POST', challenge), 404, 'NOT_FOUND');
    const removal = await lab.challenge('DELETE', `/auth/sessions/${sessionId}`);
    const signed = await lab.answer(
      'DELETE',
      `/auth/sessions/${sessionId}`,
      undefined,
      removal,
      sessionKey,
    );
    expectUnauthorized(signed, 'unknownSessionKey');
  });

  test("a deleted customer's card declines, and documents cannot be replaced", async (lab) => {
    const { card, customerId } = await deleted(lab);
    const use = { amount: 5, currency: { code: 'USD' }, merchant: { descriptor: 'SHOP' } };
    const path = `/sandbox/cards/${card.id}/simulate/authorization`;
    const { body } = await lab.send('POST', path, use);
    expect(body).toMatchObject({ status: 'EXCEPTION', declineReason: 'CARD_CLOSED' });
    const owner = lab.mock.add.beneficialOwner();
    await deleteCustomer(lab, owner.customerId);
    const change = { ownershipPercentage: 30 };
    const update = await lab.send('PATCH', `/beneficial-owners/${owner.id}`, change);
    expect(update.body).toMatchObject({ status: 404 });
    expect(customerId).toMatch(/^Customer:/);
  });
});
