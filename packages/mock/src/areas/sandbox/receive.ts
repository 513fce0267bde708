import type { Customer } from '@org/payments-contract';
import { money } from '../../currencies.ts';
import { type CallOf, plain } from '../../engine/behaviour.ts';
import { invalidInput, notFound } from '../../engine/refusal.ts';
import { holderOfAddress, requireCustomer } from '../customers/customers.ts';
import { accounts } from '../internal-accounts/internal-accounts.ts';
import { requireUmaForm, umaOutcome } from '../quotes/uma.ts';
import type { TransactionRecord } from '../transactions/record.ts';
import { transactions } from '../transactions/transactions.ts';

type ReceiveCall = CallOf<'sandbox.receive'>;

/** How a payment from one of the sandbox's addresses continues after its approval. */
const afterApproval = {
  success: { to: 'COMPLETED', after: 0 },
  pending: { to: 'COMPLETED', after: 360_000 },
  failure: { to: 'FAILED', after: 0 },
} as const;

/**
 * Returns the customer who receives. @throws Refusal 404 for an unknown one, 400 for two different
 * ones
 */
function receiverOf(call: ReceiveCall): Customer {
  const { receiverUmaAddress: address, customerId } = call.input;
  if (customerId !== undefined) {
    const customer = requireCustomer(call, customerId);
    if (address === undefined || customer.umaAddress === address) return customer;
    throw invalidInput([{ field: 'receiverUmaAddress', message: `is not that of ${customerId}` }]);
  }
  requireUmaForm(address ?? '');
  const holder = holderOfAddress(call.world, address ?? '');
  if (holder !== undefined) return holder;
  throw notFound('Customer', address ?? 'the address', 'USER_NOT_FOUND');
}

/**
 * Returns the account a payment is posted to: an active account of the customer in the payment's
 * currency.
 */
function accountOf({ world }: ReceiveCall, { id }: Customer, code: string): string {
  const own = accounts.in(world).find('customerId', id);
  const account = own.find(
    ({ status, balance }) => status === 'ACTIVE' && balance.currency.code === code,
  );
  if (account !== undefined) return account.id;
  const message = `is ${code}; the customer has no active account in it`;
  throw invalidInput([{ field: 'receivingCurrencyCode', message }]);
}

/**
 * Simulates an incoming payment, which waits for the platform to approve or reject it (rule 94).
 */
export const receivePayment = plain<'sandbox.receive'>({
  run(call) {
    const { world, input } = call;
    const { senderUmaAddress, receivingCurrencyCode, receivingCurrencyAmount } = input;
    requireUmaForm(senderUmaAddress);
    const customer = receiverOf(call);
    const accountId = accountOf(call, customer, receivingCurrencyCode);
    const outcome = umaOutcome(senderUmaAddress) ?? 'success';
    const transaction = transactions.add(call, {
      type: 'INCOMING',
      status: 'PENDING',
      customerId: customer.id,
      platformCustomerId: customer.platformCustomerId,
      source: { sourceType: 'UMA_ADDRESS', umaAddress: senderUmaAddress },
      destination: { destinationType: 'ACCOUNT', accountId, currency: receivingCurrencyCode },
      receivedAmount: money(receivingCurrencyAmount, receivingCurrencyCode),
      fees: 0,
      counterpartyInformation: { FULL_NAME: 'Sandbox Sender' },
      reconciliationInstructions: { reference: `REF-${world.random.hex('reference', 4)}` },
      postsTo: accountId,
      onApproval: afterApproval[outcome],
    } as unknown as TransactionRecord);
    return { body: transactions.view(transaction, world) };
  },
});
