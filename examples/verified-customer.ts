import type { Mock } from '@org/payments-mock';
import type { PaymentsClient } from '@org/payments-sdk';

/** A customer of the sandbox with money in an account. */
export interface VerifiedCustomer {
  readonly customerId: string;
  readonly accountId: string;
}

/**
 * Creates a person as a platform does, over the API: the person is verified a minute later, and
 * their account in the currency receives money. Only the sandbox has that last operation.
 *
 * @param amount in the smallest unit of the currency
 */
export async function verifiedCustomer(
  payments: PaymentsClient,
  clock: Mock['clock'],
  currency: 'USD' | 'USDB',
  amount: number,
  contact: { readonly region?: string; readonly phoneNumber?: string } = {},
): Promise<VerifiedCustomer> {
  const { id: customerId, contactVerification } = await payments.customers.create({
    customerType: 'INDIVIDUAL',
    email: 'ada@example.com',
    currencies: [currency],
    fullName: 'Ada Byron',
    birthDate: '1990-12-10',
    nationality: 'US',
    address: { line1: '1 Main Street', postalCode: '10001', country: 'US' },
    region: contact.region,
    phoneNumber: contact.phoneNumber,
  });
  if (contactVerification !== undefined) {
    // Customers of some regions prove that both contacts are theirs, in the sandbox with this code.
    const confirmed = { customerId, code: '123456' };
    await payments.contactVerification.sendEmailCode({ customerId });
    await payments.contactVerification.confirmEmail(confirmed);
    await payments.contactVerification.sendPhoneCode({ customerId });
    await payments.contactVerification.confirmPhone(confirmed);
  }
  await payments.verifications.create({ customerId });
  clock.advance({ minutes: 1 });
  const { data } = await payments.internalAccounts.list({ customerId, currency });
  const [account] = data;
  if (account === undefined) throw new Error(`${customerId} has no account in ${currency}.`);
  await payments.sandbox.fundInternalAccount({ accountId: account.id, amount });
  return { customerId, accountId: account.id };
}
