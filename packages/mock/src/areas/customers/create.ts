import { plain } from '../../engine/behaviour.ts';
import { openCustomerAccounts, requireWalletEmail } from '../internal-accounts/opening.ts';
import { newContactState } from './contacts.ts';
import { type CustomerRecord, customers } from './customers.ts';
import { requireCurrencies, requireFreeUmaAddress } from './requirements.ts';

/** Creates a customer, not verified yet, and its internal accounts (rule 121). */
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
    requireWalletEmail(world, input, 'email');
    const customer = customers.add(call, record as CustomerRecord);
    openCustomerAccounts(call, customer);
    return { body: customer };
  },
});
