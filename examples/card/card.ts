import { generateClientKey, openSealedKey } from '@org/payments-crypto';
import type { PaymentsClient, Stamper } from '@org/payments-sdk';

/**
 * Issues a virtual card that is paid from a customer's wallet. It becomes active without a further
 * call.
 */
export async function issueCard(payments: PaymentsClient, cardholderId: string, walletId: string) {
  return payments.cards.create({ cardholderId, form: 'VIRTUAL', fundingSources: [walletId] });
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
