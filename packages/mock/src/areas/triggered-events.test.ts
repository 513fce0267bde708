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

const use = (status: string, pulled: number, settled: number, refunded: number) => {
  const [pullSummary, settlementSummary, refundSummary] = [pulled, settled, refunded].map(
    (totalAmount) => ({ totalAmount, count: Math.sign(totalAmount) }),
  );
  const data = { status, pullSummary, settlementSummary, refundSummary };
  return [`CARD_TRANSACTION.${status}`, data] as const;
};
const source = expect.stringMatching(/^InternalAccount:/);

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
  ['AGENT_ACTION.PENDING_APPROVAL', { status: 'PENDING_APPROVAL', type: 'TRANSFER_OUT' }],
  [
    'INVITATION.CLAIMED',
    { status: 'CLAIMED', firstName: 'Ada', inviteeUma: '$grace@wallet.example.com' },
  ],
  ['CARD.STATE_CHANGE', { state: 'FROZEN', fundingSources: [source] }],
  ['CARD.FUNDING_SOURCE_CHANGE', { state: 'ACTIVE', fundingSources: [source, source] }],
  use('AUTHORIZED', 125_00, 0, 0),
  use('PARTIALLY_SETTLED', 125_00, 124_00, 0),
  use('SETTLED', 125_00, 125_00, 0),
  use('REFUNDED', 125_00, 125_00, 125_00),
  use('EXCEPTION', 0, 0, 0),
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
    CARD: '/cards',
    CUSTOMER: '/customers',
    VERIFICATION: '/verifications',
    EXTERNAL_ACCOUNT: '/customers/external-accounts',
    BULK_UPLOAD: '/customers/bulk/jobs',
  };
  for (const [type, data] of told) {
    const before = api.mock.events.length;
    const event = api.mock.webhooks.trigger(type);
    expect(event).toMatchObject({ type, data });
    const path = paths[type.split('.')[0] ?? ''];
    const { id, ...more } = event.data as { readonly id: string };
    // Every account that it names belongs to its customer.
    const { cardholderId, customerId = cardholderId } = more as Readonly<Record<string, string>>;
    const named = JSON.stringify(more).match(/InternalAccount:[0-9a-f-]+/g) ?? [];
    for (const account of customerId === undefined ? [] : named) {
      const { rows } = api.mock.snapshot().tables.accounts;
      expect(
        rows.map(([, row]) => row),
        type,
      ).toContainEqual(expect.objectContaining({ id: account, customerId }));
    }
    if (path !== undefined)
      expect((await api.send('GET', `${path}/${id}`)).body).toEqual(event.data);
    expect(api.mock.events.slice(before).filter((each) => each.type === type)).toHaveLength(1);
  }
});
