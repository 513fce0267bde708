import type { Customer } from '@org/payments-contract';
import { resource } from '../../engine/resource/resource.ts';
import { recordOf } from '../../store/table-handle.ts';

/** A customer, with the fields of both kinds that the mock reads without asking for the kind. */
export type CustomerRecord = Customer & {
  readonly kycStatus?: string | undefined;
  readonly kybStatus?: string | undefined;
};

/** The kind of event that a verification status emits; `UNVERIFIED` and `HOLD` emit none. */
function statusEvent(check: 'KYC' | 'KYB', status: string | undefined): string | undefined {
  const isKnown = status === 'APPROVED' || status === 'REJECTED' || status === 'PENDING';
  return isKnown ? `CUSTOMER.${check}_${status}` : undefined;
}

/** Customers: people and businesses. */
export const customers = resource({
  name: 'customers',
  record: recordOf<CustomerRecord>(),
  id: 'Customer',
  notFound: 'USER_NOT_FOUND',
  softDelete: { field: 'isDeleted', code: 'CUSTOMER_DELETED' },
  emits: {
    changed: {
      kycStatus: ({ kycStatus }) => statusEvent('KYC', kycStatus),
      kybStatus: ({ kybStatus }) => statusEvent('KYB', kybStatus),
    },
  },
});
