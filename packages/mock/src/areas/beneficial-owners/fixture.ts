import { BeneficialOwner } from '@org/payments-contract';
import { fixture } from '../../engine/resource/fixture.ts';
import type { Scene } from '../../world.ts';
import { addCustomer } from '../customers/fixture.ts';
import { beneficialOwners } from './beneficial-owners.ts';

/** Fields of a beneficial owner to set; `lastName` is a short form. */
export interface BeneficialOwnerFields extends Partial<BeneficialOwner> {
  /** The outcome of the check follows from its last three characters. */
  readonly lastName?: string;
}

function addBeneficialOwner(scene: Scene, fields: BeneficialOwnerFields = {}): BeneficialOwner {
  const { lastName = 'Byron', ...rest } = fields;
  return beneficialOwners.add(scene, {
    roles: ['CONTROL_PERSON', 'UBO'],
    ownershipPercentage: 100,
    personalInfo: {
      firstName: 'Ada',
      lastName,
      birthDate: '1990-12-10',
      nationality: 'US',
      address: { line1: '1 Main Street', postalCode: '10001', country: 'US' },
      idType: 'SSN',
      identifier: '123-45-6789',
    },
    kycStatus: 'UNVERIFIED',
    ...rest,
    customerId: fields.customerId ?? addCustomer(scene, { customerType: 'BUSINESS' }).id,
  });
}

/** The fixture behind `mock.add.beneficialOwner`. */
export const beneficialOwnerFixture = fixture({
  schema: BeneficialOwner,
  short: { lastName: 'string' },
  add: addBeneficialOwner,
});
