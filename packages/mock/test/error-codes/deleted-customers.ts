import type { Scenarios, Stage } from './stage.ts';

/**
 * Prepares a customer who is deleted after the preparation; the last request needs the customer.
 */
function afterDeletion(
  prepare: (stage: Stage, customerId: `Customer:${string}`) => Promise<() => Promise<unknown>>,
) {
  return async (stage: Stage) => {
    const { id } = stage.mock.add.customer();
    const last = await prepare(stage, id);
    await stage.send('DELETE', `/customers/${id}`);
    await last();
  };
}

function transferOf({ mock }: Stage, customerId: `Customer:${string}`, isIn: boolean) {
  const inside = { accountId: mock.add.internalAccount({ customerId, available: 100 }).id };
  const outside = { accountId: mock.add.externalAccount({ customerId }).id };
  const [source, destination] = isIn ? [outside, inside] : [inside, outside];
  return { source, destination, amount: 1 };
}

/**
 * Scenarios that refuse a deleted customer, who is named in the request or owns a resource in it.
 */
export const deletedCustomerScenarios: Scenarios = {
  'transfers.createIn USER_NOT_FOUND': afterDeletion(async (stage, id) => {
    const body = transferOf(stage, id, true);
    return () => stage.send('POST', '/transfer-in', body);
  }),
  'transfers.createOut USER_NOT_FOUND': afterDeletion(async (stage, id) => {
    const body = transferOf(stage, id, false);
    return () => stage.send('POST', '/transfer-out', body);
  }),
  'quotes.execute USER_NOT_FOUND': afterDeletion(async (stage, id) => {
    const { amount: lockedCurrencyAmount, ...parties } = transferOf(stage, id, false);
    const quote = (await stage.send('POST', '/quotes', {
      source: { sourceType: 'ACCOUNT', ...parties.source },
      destination: { destinationType: 'ACCOUNT', ...parties.destination },
      lockedCurrencySide: 'RECEIVING',
      lockedCurrencyAmount,
    })) as { id: string };
    return () => stage.send('POST', `/quotes/${quote.id}/execute`);
  }),
  'sandbox.send USER_NOT_FOUND': afterDeletion(async (stage, customerId) => {
    const { destination } = transferOf(stage, customerId, false);
    const quote = (await stage.send('POST', '/quotes', {
      source: { sourceType: 'REALTIME_FUNDING', customerId, currency: 'USD' },
      destination: { destinationType: 'ACCOUNT', ...destination },
      lockedCurrencySide: 'RECEIVING',
      lockedCurrencyAmount: 1,
    })) as { id: string };
    const body = { quoteId: quote.id, currencyCode: 'USD' };
    return () => stage.send('POST', '/sandbox/send', body);
  }),
  'agents.approveAction USER_NOT_FOUND': afterDeletion(async (stage, customerId) => {
    const { agent, accessToken } = stage.mock.add.agent({
      customerId,
      policy: {
        permissions: ['CREATE_TRANSFERS'],
        approvalThresholds: { currency: 'USD', amount: 0 },
      },
    });
    const headers = { authorization: `Bearer ${accessToken}` };
    const body = transferOf(stage, customerId, false);
    const action = (await stage.send('POST', '/agents/me/transfer-out', body, headers)) as {
      id: string;
    };
    return () => stage.send('POST', `/agents/${agent.id}/actions/${action.id}/approve`);
  }),
  'beneficialOwners.update USER_NOT_FOUND': async (stage) => {
    const { id, customerId } = stage.mock.add.beneficialOwner();
    await stage.send('DELETE', `/customers/${customerId}`);
    await stage.send('PATCH', `/beneficial-owners/${id}`, { ownershipPercentage: 30 });
  },
  'beneficialOwners.update NOT_FOUND': (stage) =>
    stage.send('PATCH', '/beneficial-owners/BeneficialOwner:none', { ownershipPercentage: 30 }),
};
