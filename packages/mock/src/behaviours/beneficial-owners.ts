import { iso } from '../clock.ts';
import { plain } from '../engine/behaviour.ts';
import { invalidInput } from '../engine/refusal.ts';
import { freshId, requireRecord } from './shared.ts';

/** A person who owns or controls a business; checked when the business is. */
export const createBeneficialOwner = plain<'beneficialOwners.create'>({
  answer(call) {
    const { world, write, input } = call;
    const customer = requireRecord(call, 'customers', input.customerId);
    if (customer.customerType !== 'BUSINESS') {
      throw invalidInput([{ field: 'customerId', message: 'is not a business' }]);
    }
    const now = iso(world.clock.now());
    const owner = write.insert('beneficialOwners', {
      id: freshId(world, 'BeneficialOwner'),
      customerId: customer.id,
      roles: input.roles,
      ownershipPercentage: input.ownershipPercentage,
      personalInfo: input.personalInfo,
      kycStatus: 'UNVERIFIED',
      createdAt: now,
      updatedAt: now,
    });
    return { body: owner };
  },
});
