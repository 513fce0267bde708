import { ExternalAccount } from '@org/payments-contract';
import { area } from '../../engine/area.ts';
import { fixture } from '../../engine/resource/fixture.ts';
import { outcomeOf } from '../../outcomes.ts';
import type { Scene } from '../../world.ts';
import { addCustomer } from '../customers/fixture.ts';
import { createForCustomer, createForPlatform, storedInfo } from './create.ts';
import { externalAccounts } from './external-accounts.ts';
import { ownedOperations } from './owned.ts';
import { ownershipOperations } from './ownership.ts';

/** Fields of an external account to set; `accountNumber` is a short form. */
export interface ExternalAccountFields extends Partial<ExternalAccount> {
  /** Account number; its last three digits decide the outcomes. */
  readonly accountNumber?: string;
  /** True adds an account of the platform itself; `customerId` is then left out. */
  readonly isPlatformAccount?: boolean;
}

function addExternalAccount(scene: Scene, fields: ExternalAccountFields = {}): ExternalAccount {
  const { accountNumber = '000123456', isPlatformAccount = false, ...rest } = fields;
  const { customerId, accountInfo, ...others } = rest;
  const { beneficiaryName } = scene.world.settings.outcomes;
  const account = externalAccounts.add(scene, {
    status: 'ACTIVE',
    currency: 'USD',
    beneficiaryVerificationStatus: outcomeOf(beneficiaryName, accountNumber),
    accountInfo: accountInfo ?? storedInfo({ accountType: 'USD_ACCOUNT', accountNumber }),
    ...others,
    ...(isPlatformAccount ? {} : { customerId: customerId ?? addCustomer(scene).id }),
  });
  return externalAccounts.view(account, scene.world);
}

const ofCustomers = { ...ownedOperations('customers'), ...ownershipOperations('customers') };
const ofPlatform = { ...ownedOperations('platform'), ...ownershipOperations('platform') };

/** Bank accounts and wallets outside the service. */
export const externalAccountsArea = area({
  resources: [externalAccounts],
  operations: {
    'externalAccounts.list': ofCustomers.list,
    'externalAccounts.create': createForCustomer,
    'externalAccounts.get': ofCustomers.get,
    'externalAccounts.delete': ofCustomers.delete,
    'externalAccounts.challengeOwnership': ofCustomers.challengeOwnership,
    'externalAccounts.verifyOwnership': ofCustomers.verifyOwnership,
    'platformAccounts.list': ofPlatform.list,
    'platformAccounts.create': createForPlatform,
    'platformAccounts.get': ofPlatform.get,
    'platformAccounts.delete': ofPlatform.delete,
    'platformAccounts.challengeOwnership': ofPlatform.challengeOwnership,
    'platformAccounts.verifyOwnership': ofPlatform.verifyOwnership,
  },
  fixtures: {
    /**
     * Adds a bank account in USD outside the service. Without `customerId`, a customer is added
     * too.
     */
    externalAccount: fixture({
      schema: ExternalAccount,
      short: { accountNumber: 'string', isPlatformAccount: 'boolean' },
      add: addExternalAccount,
    }),
  },
});
