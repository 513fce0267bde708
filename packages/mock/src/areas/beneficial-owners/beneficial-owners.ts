import { BeneficialOwner, ownerPersonalInfoIssues } from '@org/payments-contract';
import type { CallOf } from '../../engine/behaviour.ts';
import { invalidField, invalidInput } from '../../engine/refusal.ts';
import { fixture } from '../../engine/resource/fixture.ts';
import { resource } from '../../engine/resource/resource.ts';
import { recordOf } from '../../store/table-handle.ts';
import type { Scene } from '../../world.ts';
import { addCustomer, requireCustomer } from '../customers/customers.ts';

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

export const beneficialOwnerFixture = fixture({
  schema: BeneficialOwner,
  short: { lastName: 'string' },
  add: addBeneficialOwner,
});

type PersonalInfo = BeneficialOwner['personalInfo'];
type Changes = NonNullable<CallOf<'beneficialOwners.update'>['input']['personalInfo']>;

/**
 * Merges changed personal details, which must be valid for a new owner (rule 114). A stored detail that
 * no longer fits is the fault of the changed `idType`. @throws Refusal 400
 */
function mergedInfo(before: PersonalInfo, changes: Changes): PersonalInfo {
  const merged = { ...before, ...changes } as PersonalInfo;
  const issues = ownerPersonalInfoIssues(merged);
  if (issues.length === 0) return merged;
  throw invalidInput(
    issues.map(({ path, message }) => {
      const isStored = !Object.hasOwn(changes, path) && Object.hasOwn(before, path);
      return { field: `personalInfo.${isStored ? 'idType' : path}`, message };
    }),
  );
}

/** People who own or control a business; checked when the business is. */
export const beneficialOwners = resource({
  name: 'beneficialOwners',
  record: recordOf<BeneficialOwner>(),
  id: 'BeneficialOwner',
  indexes: ['customerId'],
  create(call: CallOf<'beneficialOwners.create'>) {
    const customer = requireCustomer(call, call.input.customerId);
    if (customer.customerType !== 'BUSINESS') {
      throw invalidField('customerId', 'is not a business');
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
  update({ customerId, personalInfo }, call: CallOf<'beneficialOwners.update'>) {
    requireCustomer(call, customerId);
    const { roles, ownershipPercentage, personalInfo: changed } = call.input;
    return {
      ...(roles === undefined ? {} : { roles }),
      ...(ownershipPercentage === undefined ? {} : { ownershipPercentage }),
      ...(changed === undefined ? {} : { personalInfo: mergedInfo(personalInfo, changed) }),
    };
  },
});
