import type { ExternalAccount } from '@org/payments-contract';
import type { CallOf } from '../../engine/behaviour.ts';
import { invalidInput, refuse } from '../../engine/refusal.ts';
import { resource } from '../../engine/resource/resource.ts';
import { outcomeOf } from '../../outcomes.ts';
import { recordOf } from '../../store/table-handle.ts';
import { customers } from '../customers/customers.ts';

/** Fields of `accountInfo` that can be the primary identifier; the first one found counts. */
const identifierFields = [
  'iban',
  'accountNumber',
  'clabeNumber',
  'pixKey',
  'vpa',
  'umaAddress',
  'address',
  'phoneNumber',
];

/** The primary identifier of an account: the one its outcomes follow from (rule 81). */
export function identifierOf({ accountInfo }: Pick<ExternalAccount, 'accountInfo'>): string {
  const fields = new Map<string, unknown>(Object.entries(accountInfo));
  const values = identifierFields.map((name) => fields.get(name));
  return values.find((value): value is string => typeof value === 'string') ?? '';
}

/** An external account, and when it was added. */
export interface ExternalAccountRecord extends ExternalAccount {
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

/** Accounts outside the service; whether the holder's name matches follows from the identifier. */
export const externalAccounts = resource({
  name: 'externalAccounts',
  record: recordOf<ExternalAccountRecord>(),
  id: 'ExternalAccount',
  indexes: ['customerId'],
  emits: { changed: { status: 'EXTERNAL_ACCOUNT.STATUS_UPDATED' } },
  view: ({ createdAt: _created, updatedAt: _updated, ...account }): ExternalAccount => account,
  create(call: CallOf<'externalAccounts.create'>) {
    const { world, input } = call;
    if (input.customerId === undefined) {
      throw invalidInput([{ field: 'customerId', message: 'is required' }]);
    }
    const { id: customerId } = customers.require(call, input.customerId);
    const { beneficiaryName } = world.settings.outcomes;
    const beneficiaryVerificationStatus = outcomeOf(beneficiaryName, identifierOf(input));
    if (beneficiaryVerificationStatus === 'INVALID') {
      throw refuse('INVALID_BANK_ACCOUNT', 'The bank account is not valid');
    }
    const { currency, platformAccountId, accountInfo } = input;
    return {
      customerId,
      status: 'ACTIVE',
      currency,
      ...(platformAccountId === undefined ? {} : { platformAccountId }),
      beneficiaryVerificationStatus,
      accountInfo,
    };
  },
});
