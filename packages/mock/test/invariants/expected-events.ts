import type { Fields } from '@org/payments-contract';
import { eventRows } from '@org/payments-contract/events';
import type { Written } from './observed-mock.ts';

/** Only a payment from a UMA address asks for approval. */
function paymentKind(status: unknown, { type, source }: Fields): string {
  const isOwn = type === 'INCOMING' && (source as Fields).sourceType !== 'UMA_ADDRESS';
  if (isOwn && status === 'PENDING') return 'none';
  return `${type}_PAYMENT.${status === 'REJECTED' ? 'FAILED' : status}`;
}

const known = new Set(eventRows().flatMap(({ types }) => types as readonly string[]));

/** The field of each resource whose changes are announced, and the type of event that does so. */
const announced: readonly {
  readonly table: string;
  readonly read: (record: Fields) => unknown;
  readonly kindOf: (value: unknown, record: Fields) => string;
  /** Whether the first value is announced too: a payment, a verification or an action begins. */
  readonly atCreation?: true;
}[] = [
  {
    table: 'transactions',
    read: ({ status }) => status,
    kindOf: paymentKind,
    atCreation: true,
  },
  {
    table: 'transactions',
    read: ({ refund }) => (refund as Fields | undefined)?.status,
    kindOf: (status, { type }) => `${type}_PAYMENT.REFUND_${status}`,
  },
  {
    table: 'transactions',
    read: ({ awaitsAuthorization }) => awaitsAuthorization === true,
    kindOf: (waits, { type }) =>
      waits === true ? `${type}_PAYMENT.PENDING_AUTHORIZATION` : 'none',
  },
  { table: 'cards', read: ({ state }) => state, kindOf: () => 'CARD.STATE_CHANGE' },
  {
    table: 'cards',
    read: ({ fundingSources }) => String(fundingSources),
    kindOf: () => 'CARD.FUNDING_SOURCE_CHANGE',
  },
  {
    table: 'cardTransactions',
    read: ({ status }) => status,
    kindOf: (status, { declineReason }) =>
      declineReason === undefined ? `CARD_TRANSACTION.${status}` : 'none',
    atCreation: true,
  },
  {
    table: 'customers',
    read: ({ kycStatus }) => kycStatus,
    kindOf: (status) => `CUSTOMER.KYC_${status}`,
  },
  {
    table: 'customers',
    read: ({ kybStatus }) => kybStatus,
    kindOf: (status) => `CUSTOMER.KYB_${status}`,
  },
  {
    table: 'verifications',
    read: ({ verificationStatus }) => verificationStatus,
    kindOf: (status) => `VERIFICATION.${status}`,
    atCreation: true,
  },
  {
    table: 'invitations',
    read: ({ status }) => status,
    kindOf: (status) => `INVITATION.${status}`,
  },
  {
    table: 'agentActions',
    read: ({ status }) => status,
    kindOf: (status) => `AGENT_ACTION.${status}`,
    atCreation: true,
  },
  {
    table: 'externalAccounts',
    read: ({ status }) => status,
    kindOf: () => 'EXTERNAL_ACCOUNT.STATUS_UPDATED',
  },
  {
    table: 'accounts',
    read: ({ status }) => status,
    kindOf: () => 'INTERNAL_ACCOUNT.STATUS_UPDATED',
  },
  {
    table: 'accounts',
    read: ({ fundingPaymentInstructions }) => JSON.stringify(fundingPaymentInstructions),
    kindOf: () => 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED',
  },
  {
    table: 'accounts',
    read: ({ balance, totalBalance }) =>
      `${(balance as Fields).amount}/${(totalBalance as Fields).amount}`,
    kindOf: () => 'INTERNAL_ACCOUNT.BALANCE_UPDATED',
  },
];

const nameOf = ({ id, code }: Fields) => id ?? code;

/**
 * Returns the events that writes call for, as `<kind> <resource id>`: section 3.1 of the reference,
 * written down apart from the code that emits.
 */
export function expectedEvents(writes: readonly Written[]): string[] {
  return writes.flatMap(({ table, before, after }) => {
    if (after === undefined) return [];
    return announced.flatMap(({ table: of, read, kindOf, atCreation }) => {
      if (of !== table || (before === undefined && atCreation !== true)) return [];
      const value = read(after);
      if (before !== undefined && read(before) === value) return [];
      const kind = kindOf(value, after);
      return known.has(kind) ? [`${kind} ${nameOf(after)}`] : [];
    });
  });
}

/** Returns the events that were written, in the same form. */
export function emittedEvents(writes: readonly Written[]): string[] {
  return writes.flatMap(({ table, before, after }) =>
    table === 'events' && before === undefined && after !== undefined
      ? [`${after.type} ${nameOf(after.data as Fields)}`]
      : [],
  );
}
