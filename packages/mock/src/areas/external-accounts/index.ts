import { ExternalAccount } from '@org/payments-contract';
import { area } from '../../engine/area.ts';
import { fixture } from '../../engine/resource/fixture.ts';
import { outcomeOf } from '../../outcomes.ts';
import type { Scene } from '../../world.ts';
import { addCustomer } from '../customers/fixture.ts';
import { externalAccounts } from './external-accounts.ts';

/** Fields of an external account to set, and its account number in short. */
export interface ExternalAccountFields extends Partial<ExternalAccount> {
  /** Account number; outcomes follow from its last three digits. */
  readonly accountNumber?: string;
}

function addExternalAccount(scene: Scene, fields: ExternalAccountFields = {}): ExternalAccount {
  const { accountNumber = '000123456', ...rest } = fields;
  const { beneficiaryName } = scene.world.settings.outcomes;
  const account = externalAccounts.add(scene, {
    status: 'ACTIVE',
    currency: 'USD',
    beneficiaryVerificationStatus: outcomeOf(beneficiaryName, accountNumber),
    accountInfo: { accountType: 'USD_ACCOUNT', accountNumber },
    ...rest,
    customerId: fields.customerId ?? addCustomer(scene).id,
  });
  return externalAccounts.view(account, scene.world);
}

/** Bank accounts and wallets outside the service. */
export const externalAccountsArea = area({
  resources: [externalAccounts],
  fixtures: {
    /** Adds a bank account in USD outside the service. Without `customerId`, a customer is added too. */
    externalAccount: fixture({
      schema: ExternalAccount,
      short: { accountNumber: 'string' },
      add: addExternalAccount,
    }),
  },
});
