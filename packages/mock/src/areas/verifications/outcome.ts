import type { BusinessCustomer, Customer, VerificationStatus } from '@org/payments-contract';
import { type CheckOutcome, outcomeOf } from '../../outcomes.ts';
import type { World } from '../../world.ts';
import { beneficialOwners } from '../beneficial-owners/beneficial-owners.ts';

/** The result of checking a complete customer. */
export interface Findings {
  /** The status the verification ends in; undefined if it stays in progress. */
  readonly ends: VerificationStatus | undefined;
  readonly owners?: Readonly<Record<string, CheckOutcome>>;
}

function ownersOf(customer: BusinessCustomer, world: World): Record<string, CheckOutcome> {
  const table = world.settings.outcomes.beneficialOwner;
  const owners = beneficialOwners.in(world).find('customerId', customer.id);
  return Object.fromEntries(
    owners.map(({ id, personalInfo }) => [id, outcomeOf(table, personalInfo.lastName)]),
  );
}

function combined(outcomes: readonly CheckOutcome[]): CheckOutcome {
  if (outcomes.includes('REJECTED')) return 'REJECTED';
  return outcomes.includes('PENDING') ? 'PENDING' : 'APPROVED';
}

/** Decides a customer by the tables of outcomes, owners included (rule 81). */
export function findingsOf(customer: Customer, world: World): Findings {
  const { business, individual } = world.settings.outcomes;
  if (customer.customerType === 'INDIVIDUAL') {
    const outcome = outcomeOf(individual, customer.fullName);
    return { ends: outcome === 'PENDING' ? 'PENDING_MANUAL_REVIEW' : outcome };
  }
  const owners = ownersOf(customer, world);
  const own = outcomeOf(business, customer.businessInfo?.registrationNumber);
  const outcome = combined([own, ...Object.values(owners)]);
  return { ends: outcome === 'PENDING' ? undefined : outcome, owners };
}
