import { event, orderedBy } from '../../format/event.ts';
import { Customer } from './schemas.ts';

/** The status of a customer's verification changed. `data` is the customer. */
export const customerEvent = event({
  types: [
    'CUSTOMER.KYC_APPROVED',
    'CUSTOMER.KYC_REJECTED',
    'CUSTOMER.KYC_PENDING',
    'CUSTOMER.KYB_APPROVED',
    'CUSTOMER.KYB_REJECTED',
    'CUSTOMER.KYB_PENDING',
  ],
  data: Customer,
  order: orderedBy('id', {}),
  emittedBy: "a change of a customer's `kycStatus` or `kybStatus`",
});
