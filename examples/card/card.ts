import { generateClientKey, openSealedKey } from '@org/payments-crypto';
import type { PaymentsClient, Stamper } from '@org/payments-sdk';

/** A card that a customer ordered from you. */
export interface CardOrder {
  /** Your id of the order, which the card carries. */
  readonly id: string;
  readonly cardholderId: string;
  readonly walletId: string;
}

/**
 * Issues a virtual card that is paid from a customer's wallet. It becomes active without a further
 * call. No key keeps a second request from issuing a second card: a process that was killed, or lost
 * the response, finds the card by the id of the order.
 */
export async function issueCard(
  payments: PaymentsClient,
  { id: platformCardId, cardholderId, walletId }: CardOrder,
) {
  const { data } = await payments.cards.list({ cardholderId, platformCardId });
  const [issued] = data;
  if (issued !== undefined) return issued;
  const fundingSources = [walletId];
  return payments.cards.create({ cardholderId, platformCardId, form: 'VIRTUAL', fundingSources });
}

/** Returns the address of the card processor's page that shows the card's number, for a frame. */
export async function cardNumberPage(payments: PaymentsClient, id: string): Promise<string> {
  const { panEmbedUrl } = await payments.cards.reveal({ id });
  return panEmbedUrl;
}

/**
 * Signs the customer in with a code by e-mail. In a web application the wallet package does this in
 * the browser, and the key never reaches your server.
 */
export async function signIn(
  payments: PaymentsClient,
  credentialId: string,
  readCode: () => string,
): Promise<Stamper> {
  await payments.credentials.challenge({ id: credentialId });
  const clientKey = await generateClientKey();
  const { encryptedSessionSigningKey } = await payments.credentials.verify({
    id: credentialId,
    type: 'EMAIL_OTP',
    otp: readCode(),
    clientPublicKey: clientKey.publicKey,
  });
  return openSealedKey(encryptedSessionSigningKey, clientKey);
}

/** Freezes a card: only the customer's session can sign that. */
export async function freezeCard(payments: PaymentsClient, id: string, stamper: Stamper) {
  return payments.cards.update({ id, state: 'FROZEN' }, { stamper });
}
