import type { BeneficialOwner } from '@org/payments-contract';
import type { CallOf } from '../../engine/behaviour.ts';
import { invalidInput } from '../../engine/refusal.ts';
import { resource } from '../../engine/resource/resource.ts';
import { recordOf } from '../../store/table-handle.ts';
import { customers } from '../customers/customers.ts';

/** People who own or control a business; checked when the business is. */
export const beneficialOwners = resource({
  name: 'beneficialOwners',
  record: recordOf<BeneficialOwner>(),
  id: 'BeneficialOwner',
  indexes: ['customerId'],
  create(call: CallOf<'beneficialOwners.create'>) {
    const customer = customers.require(call, call.input.customerId);
    if (customer.customerType !== 'BUSINESS') {
      throw invalidInput([{ field: 'customerId', message: 'is not a business' }]);
    }
    const { roles, ownershipPercentage, personalInfo } = call.input;
    return {
      customerId: customer.id,
      roles,
      ownershipPercentage,
      personalInfo,
      kycStatus: 'UNVERIFIED',
    };
  },
});
