import { expect } from 'vitest';
import { test } from '../../test/support/api-test.ts';

const verification = (verificationStatus: string) =>
  [`VERIFICATION.${verificationStatus}`, { verificationStatus, errors: [] }] as const;
const business = { customerType: 'BUSINESS', businessInfo: { legalName: 'Acme' } };
const account = { status: 'ACTIVE', balance: { amount: 125_00, currency: { code: 'USD' } } };
const dollars = {
  accountOrWalletInfo: { accountType: 'USD_ACCOUNT', accountNumber: '000123456789' },
};
const completedAt = '2026-01-05T09:00:00.000Z';

/** What an event tells that is triggered, instead of caused. */
const told: readonly (readonly [type: string, data: object])[] = [
  ...['PENDING', 'APPROVED', 'REJECTED'].flatMap((status) => [
    [`CUSTOMER.KYC_${status}`, { customerType: 'INDIVIDUAL', kycStatus: status }] as const,
    [`CUSTOMER.KYB_${status}`, { ...business, kybStatus: status }] as const,
  ]),
  ...['IN_PROGRESS', 'PENDING_MANUAL_REVIEW', 'APPROVED', 'READY_FOR_VERIFICATION'].map(
    verification,
  ),
  ['VERIFICATION.RESOLVE_ERRORS', { errors: [{ type: 'MISSING_FIELD', field: 'address' }] }],
  ['VERIFICATION.REJECTED', { errors: [{ type: 'APPLICANT_REJECTED' }] }],
  ['EXTERNAL_ACCOUNT.STATUS_UPDATED', { status: 'ACTIVE', currency: 'USD' }],
  ['INTERNAL_ACCOUNT.BALANCE_UPDATED', { ...account, totalBalance: account.balance }],
  ['INTERNAL_ACCOUNT.STATUS_UPDATED', { ...account, status: 'FROZEN' }],
  [
    'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED',
    { ...account, fundingPaymentInstructions: [dollars] },
  ],
  [
    'BULK_UPLOAD.COMPLETED',
    { completedAt, progress: { total: 20, processed: 20, successful: 19, failed: 1 } },
  ],
  [
    'BULK_UPLOAD.FAILED',
    { completedAt, progress: { total: 20, processed: 20, successful: 0, failed: 20 } },
  ],
];

test('rule 93: a triggered event tells what its type says, of a resource that is there', async (api) => {
  const paths: Readonly<Record<string, string>> = {
    CUSTOMER: '/customers',
    VERIFICATION: '/verifications',
    EXTERNAL_ACCOUNT: '/customers/external-accounts',
    BULK_UPLOAD: '/customers/bulk/jobs',
  };
  for (const [type, data] of told) {
    const event = api.mock.webhooks.trigger(type);
    expect(event).toMatchObject({ type, data });
    const path = paths[type.split('.')[0] ?? ''];
    const { id } = event.data as { readonly id: string };
    if (path !== undefined)
      expect((await api.send('GET', `${path}/${id}`)).body).toEqual(event.data);
    expect(api.mock.eventsOf(type as 'CUSTOMER').filter((each) => each.type === type)).toHaveLength(
      1,
    );
  }
});
