import { generateClientKey, openSealedKey } from '@org/payments-crypto';
import type { PaymentsClient, Stamper } from '@org/payments-sdk';

/**
 * Resolves with true for one process, and with false for all others in the ten minutes after that: an
 * UPDATE of your table of orders, whose WHERE wants the time of the last claim to be empty or older.
 */
export type Claim = (orderId: string) => Promise<boolean>;

/** A card that a customer ordered from you. */
export interface CardOrder {
  /** Your id of the order, which the card carries. */
  readonly id: string;
  readonly cardholderId: string;
  readonly walletId: string;
}

/**
 * Issues a virtual card that is paid from a customer's wallet. It becomes active without a further
 * call. No key keeps a second request from issuing a second card. So one process at a time issues it,
 * and one that was killed, or lost the response, is followed by one that finds the card by the id of
 * the order. Throws while another process may still issue it: call again then.
 */
export async function issueCard(
  payments: PaymentsClient,
  claim: Claim,
  { id: platformCardId, cardholderId, walletId }: CardOrder,
) {
  const begun = Date.now();
  const isOurs = await claim(platformCardId);
  const [issued] = (await payments.cards.list({ cardholderId, platformCardId })).data;
  if (issued !== undefined) return issued;
  // A process that slept, such as on a laptop, may have lost its claim meanwhile.
  const isLate = Date.now() > begun + 5 * 60_000;
  if (!isOurs || isLate) {
    throw new Error(`The card of ${platformCardId} is being issued: call later.`);
  }
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
