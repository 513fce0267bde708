import { area } from '../../engine/area.ts';
import { withFieldChecks } from '../../engine/behaviour.ts';
import type { Recipe } from '../../world.ts';
import { accountChecks, createForCustomer, createForPlatform } from './create.ts';
import { externalAccounts } from './external-accounts.ts';
import { externalAccountFixture } from './fixture.ts';
import { ownedOperations } from './owned.ts';
import { ownershipOperations } from './ownership.ts';

const ofCustomers = { ...ownedOperations('customers'), ...ownershipOperations('customers') };
const ofPlatform = { ...ownedOperations('platform'), ...ownershipOperations('platform') };

const externalAccount: Recipe = (scene) => externalAccountFixture.add(scene);
export const externalAccountsArea = area({
  resources: [externalAccounts],
  operations: {
    'externalAccounts.list': ofCustomers.list,
    'externalAccounts.create': withFieldChecks(createForCustomer, accountChecks),
    'externalAccounts.get': ofCustomers.get,
    'externalAccounts.delete': ofCustomers.delete,
    'externalAccounts.challengeOwnership': ofCustomers.challengeOwnership,
    'externalAccounts.verifyOwnership': ofCustomers.verifyOwnership,
    'platformAccounts.list': ofPlatform.list,
    'platformAccounts.create': withFieldChecks(createForPlatform, accountChecks),
    'platformAccounts.get': ofPlatform.get,
    'platformAccounts.delete': ofPlatform.delete,
    'platformAccounts.challengeOwnership': ofPlatform.challengeOwnership,
    'platformAccounts.verifyOwnership': ofPlatform.verifyOwnership,
  },
  fixtures: {
    /** Adds a bank account in USD outside the service. Without `customerId`, a customer is added too. */
    externalAccount: externalAccountFixture,
  },
  recipes: { EXTERNAL_ACCOUNT: externalAccount },
});
