import type { FieldError } from '@org/payments-contract';
import { appendEvent } from '../../engine/events.ts';
import { APPROVAL_EVENT } from '../../webhooks/decision.ts';
import type { Scene } from '../../world.ts';
import type { TransactionRecord } from './record.ts';
import { transactions } from './transactions.ts';

type Facts = Readonly<Record<string, unknown>>;

/** What the sandbox's senders tell about themselves when they are asked. */
const senderFacts: Facts = {
  FULL_NAME: 'Sandbox Sender',
  BIRTH_DATE: '1985-06-15',
  NATIONALITY: 'US',
  PHONE_NUMBER: '+14155550199',
  EMAIL: 'sender@sandbox.example.com',
  POSTAL_ADDRESS: '1 Sandbox Street, New York, NY 10001, US',
  TAX_ID: '000-00-0000',
  USER_TYPE: 'INDIVIDUAL',
  COUNTRY_OF_RESIDENCE: 'US',
  ACCOUNT_IDENTIFIER: '000199',
  PURPOSE_OF_PAYMENT: 'GIFT',
};

/**
 * Asks the sender of a payment for more information (rule 94): what the sender tells is added to the
 * payment, and the platform is asked to decide once more. Without news the payment just waits.
 */
export function askSender(
  scene: Scene,
  payment: TransactionRecord,
  requiredFields: readonly string[],
): void {
  const known: Facts = payment.counterpartyInformation ?? {};
  const news = requiredFields
    .filter((name) => Object.hasOwn(senderFacts, name) && !Object.hasOwn(known, name))
    .map((name) => [name, senderFacts[name]]);
  if (news.length === 0) return;
  const counterpartyInformation = { ...known, ...Object.fromEntries(news) };
  const told = transactions.change(scene, payment, { counterpartyInformation });
  appendEvent(scene, APPROVAL_EVENT, transactions.eventView(told, scene.world));
}

/** What the sender's provider asked for and an approval does not tell, by field of the request. */
export function missingInformation(
  { requestedReceiverCustomerInfoFields: requested = [] }: TransactionRecord,
  given: Facts,
): FieldError[] {
  return requested
    .filter(({ name, mandatory }) => mandatory && (given[name] ?? '') === '')
    .map(({ name }) => ({
      field: `receiverCustomerInfo.${name}`,
      message: "is required: the sender's provider asks for it",
    }));
}
