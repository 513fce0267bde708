import { ExternalAccount } from '@org/payments-contract';
import { fixture } from '../../engine/resource/fixture.ts';
import { outcomeOf } from '../../outcomes.ts';
import type { Scene } from '../../world.ts';
import { addCustomer } from '../customers/fixture.ts';
import { storedInfo } from './create.ts';
import { externalAccounts } from './external-accounts.ts';

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

/** The fixture behind `mock.add.externalAccount`. */
export const externalAccountFixture = fixture({
  schema: ExternalAccount,
  short: { accountNumber: 'string', isPlatformAccount: 'boolean' },
  add: addExternalAccount,
});
