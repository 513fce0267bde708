import { type Examples, onePage } from '../../format/call-types.ts';
import type * as operations from './operations.ts';
import type { Customer } from './schemas.ts';

const customer: Customer = {
  id: 'Customer:91ab',
  platformCustomerId: 'ada',
  customerType: 'INDIVIDUAL',
  email: 'ada@example.com',
  fullName: 'Ada Byron',
  kycStatus: 'UNVERIFIED',
  createdAt: '2026-01-05T09:00:00Z',
  updatedAt: '2026-01-05T09:00:00Z',
};

/** One example for each operation of the area. */
export const examples: Examples<typeof operations> = {
  update: {
    input: { customerId: 'Customer:91ab', email: 'ada@example.org' },
    result: { ...customer, email: 'ada@example.org', updatedAt: '2026-01-06T09:00:00Z' },
  },
  createKycLink: {
    input: { customerId: 'Customer:91ab', redirectUri: 'https://example.com/done' },
    result: {
      kycUrl: 'https://verify.example.com/s/3f9c?redirect=https%3A%2F%2Fexample.com%2Fdone',
      expiresAt: '2026-01-05T10:00:00Z',
      provider: 'EXAMPLE',
    },
  },
  list: { input: { platformCustomerId: 'ada' }, result: onePage(customer) },
  delete: { input: { customerId: 'Customer:91ab' }, result: { ...customer, isDeleted: true } },
  get: { input: { customerId: 'Customer:91ab' }, result: customer },
  create: {
    input: {
      customerType: 'INDIVIDUAL',
      platformCustomerId: 'ada',
      email: 'ada@example.com',
      fullName: 'Ada Byron',
    },
    result: customer,
  },
  getEndUserTerms: {
    input: {},
    result: { version: '2026-01', url: 'https://example.com/terms/2026-01' },
  },
};
