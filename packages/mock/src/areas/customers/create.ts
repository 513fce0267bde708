import { plain } from '../../engine/behaviour.ts';
import { newContactState } from './contacts.ts';
import { type CustomerRecord, customers } from './customers.ts';
import { requireCurrencies, requireFreeUmaAddress } from './requirements.ts';

/** Creates a customer, not verified yet. */
export const createCustomer = plain<'customers.create'>({
  run(call) {
    const { world, input } = call;
    requireCurrencies(call);
    requireFreeUmaAddress(call, input.umaAddress);
    const id = `Customer:${world.random.uuid('Customer')}` as const;
    const status =
      input.customerType === 'BUSINESS' ? { kybStatus: 'UNVERIFIED' } : { kycStatus: 'UNVERIFIED' };
    const platformCustomerId = id.slice('Customer:'.length);
    const record = {
      id,
      platformCustomerId,
      ...status,
      ...input,
      contactVerification: newContactState(input),
      isDeleted: false,
    };
    return { body: customers.add(call, record as CustomerRecord) };
  },
});
