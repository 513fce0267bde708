import type { ExternalAccount } from '@org/payments-contract';
import { plain } from '../engine/behaviour.ts';
import { invalidInput, refuse } from '../engine/refusal.ts';
import { outcomeOf } from '../outcomes.ts';
import { freshId, requireRecord } from './shared.ts';

/** Fields of `accountInfo` that can be the primary identifier, the first one found counts. */
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
  const values = identifierFields.map(
    (name) => (accountInfo as Readonly<Record<string, unknown>>)[name],
  );
  return values.find((value): value is string => typeof value === 'string') ?? '';
}

/** An account outside the service; whether its holder's name matches follows from its identifier. */
export const createExternalAccount = plain<'externalAccounts.create'>({
  answer(call) {
    const { world, write, input } = call;
    if (input.customerId === undefined) {
      throw invalidInput([{ field: 'customerId', message: 'is required' }]);
    }
    const { id: customerId } = requireRecord(call, 'customers', input.customerId);
    const { beneficiaryName } = world.settings.outcomes;
    const beneficiaryVerificationStatus = outcomeOf(beneficiaryName, identifierOf(input));
    if (beneficiaryVerificationStatus === 'INVALID') {
      throw refuse('INVALID_BANK_ACCOUNT', 'The bank account is not valid');
    }
    const { currency, platformAccountId, accountInfo } = input;
    const account = write.insert('externalAccounts', {
      id: freshId(world, 'ExternalAccount'),
      customerId,
      status: 'ACTIVE',
      currency,
      ...(platformAccountId === undefined ? {} : { platformAccountId }),
      beneficiaryVerificationStatus,
      accountInfo,
    });
    return { body: account };
  },
});

export const getExternalAccount = plain<'externalAccounts.get'>({
  answer: (call) => ({
    body: requireRecord(call, 'externalAccounts', call.input.externalAccountId),
  }),
});
