import type { FieldError } from '@org/payments-contract';
import { appendEvent } from '../../engine/events.ts';
import { APPROVAL_EVENT } from '../../webhooks/decision.ts';
import type { Scene } from '../../world.ts';
import type { TransactionRecord } from './record.ts';
import { transactions } from './transactions.ts';

type Facts = Readonly<Record<string, unknown>>;

/** The information the sandbox's senders supply on request. */
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
 * Asks a payment's sender for more information (rule 94). The sender's information is added to the
 * payment, and the platform is asked to decide again. Without new information the payment keeps
 * waiting.
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

/**
 * Returns the problems of an approval: the facts that the sender's provider requires and the
 * request lacks.
 */
export function missingInformation(
  { requestedReceiverCustomerInfoFields: requested = [] }: TransactionRecord,
  given: Facts,
): FieldError[] {
  return requested
    .filter(({ name, mandatory }) => mandatory && (given[name] ?? '') === '')
    .map(({ name }) => ({
      field: `receiverCustomerInfo.${name}`,
      message: "is required by the sender's provider",
    }));
}
