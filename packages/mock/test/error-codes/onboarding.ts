import type { Scenarios, Stage } from './stage.ts';

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);

function upload(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('documentType', 'PASSPORT');
  form.set('country', 'GB');
  form.set('file', new Blob([png], { type: 'image/png' }), 'passport.png');
  return form;
}

/** The suffix of `documentNumber` behind each code of a rejected document. */
const rejections = {
  LOW_QUALITY: '002',
  DATA_MISMATCH: '003',
  EXPIRED: '004',
  SUSPECTED_FRAUD: '005',
  UNSUITABLE_DOCUMENT: '006',
  INCOMPLETE: '007',
};

const rejected = Object.entries(rejections).flatMap(([code, documentNumber]) => [
  [
    `documents.create ${code}`,
    (stage: Stage) => {
      const documentHolder = stage.mock.add.customer().id;
      return stage.send('POST', '/documents', upload({ documentHolder, documentNumber }));
    },
  ] as const,
  [
    `documents.replace ${code}`,
    (stage: Stage) => {
      const { id } = stage.mock.add.document();
      return stage.send('PUT', `/documents/${id}`, upload({ documentNumber }));
    },
  ] as const,
]);

/** Scenarios for the codes of customers, owners, documents, verification and card pages. */
export const onboardingScenarios: Scenarios = {
  ...Object.fromEntries(rejected),
  'beneficialOwners.create USER_NOT_FOUND': (stage) =>
    stage.send('POST', '/beneficial-owners', {
      customerId: 'Customer:none',
      roles: ['UBO'],
      ownershipPercentage: 30,
      personalInfo: {
        firstName: 'Ada',
        lastName: 'Byron',
        birthDate: '1990-12-10',
        nationality: 'US',
        address: { line1: '1 Main Street', postalCode: '10001', country: 'US' },
        idType: 'SSN',
        identifier: '123-45-6789',
      },
    }),
  'cards.reveal FORBIDDEN': (stage) => {
    const { id } = stage.mock.add.card({ state: 'CLOSED' });
    return stage.send('POST', `/cards/${id}/reveal`);
  },
  'customers.delete USER_NOT_FOUND': (stage) => stage.send('DELETE', '/customers/Customer:none'),
  'customers.delete CUSTOMER_DELETED': async (stage) => {
    const path = `/customers/${stage.mock.add.customer().id}`;
    await stage.send('DELETE', path);
    await stage.send('DELETE', path);
  },
  'documents.create NOT_FOUND': (stage) =>
    stage.send('POST', '/documents', upload({ documentHolder: 'Customer:none' })),
  'documents.delete CONFLICT': async (stage) => {
    const customer = stage.mock.add.customer();
    const { id } = stage.mock.add.document({ documentHolder: customer.id });
    await stage.send('POST', '/verifications', { customerId: customer.id });
    await stage.send('DELETE', `/documents/${id}`);
  },
};

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
