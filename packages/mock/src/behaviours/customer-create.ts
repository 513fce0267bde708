import type { Customer } from '@org/payments-contract';
import { iso } from '../clock.ts';
import { plain } from '../engine/behaviour.ts';
import { requireCurrencies } from './customers.ts';
import { freshId } from './shared.ts';

/** A new customer, not verified yet. */
export const createCustomer = plain<'customers.create'>({
  answer(call) {
    const { world, write, input } = call;
    requireCurrencies(call);
    const id = freshId(world, 'Customer');
    const now = iso(world.clock.now());
    const status =
      input.customerType === 'BUSINESS' ? { kybStatus: 'UNVERIFIED' } : { kycStatus: 'UNVERIFIED' };
    const customer = {
      id,
      platformCustomerId: id.slice('Customer:'.length),
      ...status,
      ...input,
      createdAt: now,
      updatedAt: now,
      isDeleted: false,
    } as Customer;
    return { body: write.insert('customers', customer) };
  },
});
