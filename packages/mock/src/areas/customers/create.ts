import type { InputOf } from '@org/payments-contract';
import type { Call, RowOf } from '../../engine/behaviour.ts';
import { configOf } from '../config/config.ts';
import {
  openCustomerAccounts,
  openedCurrencies,
  requireWalletEmail,
} from '../internal-accounts/opening.ts';
import { type CustomerRecord, customers } from './customers.ts';
import {
  newContactState,
  requireCurrencies,
  requireFreeCustomerId,
  requireFreeUmaAddress,
} from './requirements.ts';

/**
 * Creates a customer, not verified yet, and its internal accounts (rule 121).
 *
 * @throws Refusal 400 or 409, before anything is written
 */
export function createCustomer(
  call: Call<unknown>,
  input: InputOf<RowOf<'customers.create'>>,
): CustomerRecord {
  const { world } = call;
  requireCurrencies({ ...call, input });
  requireFreeCustomerId(call, input.platformCustomerId);
  requireFreeUmaAddress(call, input.umaAddress);
  requireWalletEmail(world, input, 'email');
  const id = `Customer:${world.random.uuid('Customer')}` as const;
  const status =
    input.customerType === 'BUSINESS' ? { kybStatus: 'UNVERIFIED' } : { kycStatus: 'UNVERIFIED' };
  const contactVerification = newContactState(input);
  const customer = customers.add(call, {
    id,
    platformCustomerId: id.slice('Customer:'.length),
    umaAddress: `$${world.random.hex('uma-address', 5)}@${configOf(world).umaDomain}`,
    region: 'US',
    currencies: openedCurrencies(world, input),
    ...status,
    ...input,
    contactVerification,
    isDeleted: false,
  } as CustomerRecord);
  openCustomerAccounts(call, customer);
  return customer;
}
