import type { InputOf } from '@org/payments-contract';
import type { Call, RowOf } from '../../engine/behaviour.ts';
import { checkAll } from '../../engine/refusal.ts';
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

type Input = InputOf<RowOf<'customers.create'>>;

/** The checks of the fields of a new customer, of which any may be left out. */
export const newCustomerChecks = (call: Call<unknown>, input: Input) => [
  () => requireCurrencies({ ...call, input }),
  () => requireFreeCustomerId(call, input.platformCustomerId),
  () => requireFreeUmaAddress(call, input.umaAddress),
  () => requireWalletEmail(call.world, input, 'email'),
  () => void newContactState(input),
];

/** Creates a customer, not verified yet, and its accounts (rule 121). @throws Refusal, before it writes */
export function createCustomer(call: Call<unknown>, input: Input): CustomerRecord {
  const { world } = call;
  checkAll(...newCustomerChecks(call, input));
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
