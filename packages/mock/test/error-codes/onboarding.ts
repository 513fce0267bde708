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
