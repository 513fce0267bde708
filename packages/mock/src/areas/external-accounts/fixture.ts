import { type AccountInfo, ExternalAccount } from '@org/payments-contract';
import { FixtureError, fixture } from '../../engine/resource/fixture.ts';
import { outcomeOf } from '../../options/outcomes.ts';
import type { Scene } from '../../world.ts';
import { addCustomer } from '../customers/customers.ts';
import { currencyOf, dropDefault, storedInfo } from './create.ts';
import { externalAccounts } from './external-accounts.ts';

/** Fields of an external account to set; `accountNumber` is a short form. */
export interface ExternalAccountFields extends Partial<ExternalAccount> {
  /** Account number; its last three digits decide the outcomes. */
  readonly accountNumber?: string;
  /** True adds an account of the platform itself; `customerId` is then left out. */
  readonly isPlatformAccount?: boolean;
}

const person = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' };

/** The required fields of the types of account that a fixture has without being told them. */
const usualInfo: Readonly<Record<string, (accountNumber: string) => object>> = {
  USD_ACCOUNT: (accountNumber) => ({
    accountNumber,
    routingNumber: '021000021',
    beneficiary: person,
  }),
  EUR_ACCOUNT: (accountNumber) => ({
    iban: `DE89370400440${accountNumber}`,
    beneficiary: { ...person, countryOfResidence: 'DE' },
  }),
};

/**
 * Returns the details of an account, with the required ones of its type (rule 110).
 *
 * @throws FixtureError for a currency whose type of account needs details that only a test knows
 */
function infoOf(currency: string, accountNumber: string, given: object = {}): AccountInfo {
  const { accountType = `${currency}_ACCOUNT` } = given as { readonly accountType?: string };
  const usual = Object.hasOwn(usualInfo, accountType) ? usualInfo[accountType] : undefined;
  if (usual === undefined && !('accountType' in given)) {
    throw new FixtureError(
      `externalAccount in ${currency} needs its accountInfo; without it, the currency is USD or EUR.`,
    );
  }
  return storedInfo({ accountType, ...usual?.(accountNumber), ...given });
}

function addExternalAccount(scene: Scene, fields: ExternalAccountFields = {}): ExternalAccount {
  const { accountNumber = '000123456', isPlatformAccount = false, ...rest } = fields;
  const { customerId, accountInfo, ...others } = rest;
  const { currency = currencyOf(accountInfo?.accountType ?? 'USD_ACCOUNT') ?? 'USD' } = others;
  const { beneficiaryName } = scene.world.settings.outcomes;
  if (others.defaultUmaDepositAccount === true) dropDefault(scene, customerId ?? '');
  const account = externalAccounts.add(scene, {
    status: 'ACTIVE',
    currency,
    beneficiaryVerificationStatus: outcomeOf(beneficiaryName, accountNumber),
    accountInfo: infoOf(currency, accountNumber, accountInfo),
    ...others,
    ...(isPlatformAccount ? {} : { customerId: customerId ?? addCustomer(scene).id }),
  });
  return externalAccounts.view(account, scene.world);
}

export const externalAccountFixture = fixture({
  schema: ExternalAccount,
  short: { accountNumber: 'string', isPlatformAccount: 'boolean' },
  add: addExternalAccount,
});
