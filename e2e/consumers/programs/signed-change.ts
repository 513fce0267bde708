import { generateClientKey, openSealedKey } from '@org/payments-crypto';
import { createMock } from '@org/payments-mock';
import { createPaymentsClient, isPaymentsError } from '@org/payments-sdk';

/** Signs in at a mock and turns wallet privacy on. */
export async function signedChange(): Promise<void> {
  const mock = createMock({ seed: 'consumer' });
  const customer = mock.add.customer();
  const { account, credential } = mock.add.wallet({ customerId: customer.id });
  const payments = createPaymentsClient({ ...mock.connection, fetch: mock.fetch });

  const clientKey = await generateClientKey();
  await payments.credentials.challenge({ id: credential.id });
  const session = await payments.credentials.verify({
    id: credential.id,
    type: 'EMAIL_OTP',
    otp: '000000',
    clientPublicKey: clientKey.publicKey,
  });
  const stamper = await openSealedKey(session.encryptedSessionSigningKey, clientKey);

  const change = { id: account.id, privateEnabled: true };
  const changed = await payments.internalAccounts.update(change, { stamper });
  const isPrivate: boolean | undefined = changed.privateEnabled;
  if (isPrivate !== true) throw new Error('the change was not applied');

  const refusal: unknown = await payments.cards
    .update({ id: 'Card:unknown', state: 'FROZEN' }, { stamper })
    .catch((error: unknown) => error);
  if (!isPaymentsError(refusal)) throw new Error('an unknown card was not refused');
}
