import type { PaymentsClient } from '@org/payments-sdk';

type Quote = Awaited<ReturnType<PaymentsClient['quotes']['execute']>>;
type Challenge = NonNullable<Quote['scaChallenge']>;

/** A payment as your server knows it: the accounts belong to the customer of the session. */
export interface Payment {
  readonly accountId: string;
  readonly payeeId: string;
  /** In the smallest unit of the account's currency. */
  readonly amount: number;
  readonly scaFactor?: 'SMS_OTP' | 'PASSKEY';
}

/**
 * What the payer's device sends to your server: a code, or what a passkey signed and where. It may hold
 * more, such as the id of another quote: take these three fields of it, and ids from your session.
 */
export interface Proof {
  readonly code?: string;
  readonly passkeyAssertion?: Record<string, unknown>;
  readonly origin?: string;
}

/** Asks the payer for a proof: your page shows the challenge and returns what the person enters. */
export type Ask = (challenge: Challenge) => Promise<Proof>;

/**
 * Executes a payment, and lets the payer authorize it if the service requires that. Returns the
 * quote as it is then, `PROCESSING` or `COMPLETED`. Called again with the same attempt, such as by
 * a process that starts after one that was killed, it continues: the money is moved once. Throws if the
 * quote expired meanwhile, or failed.
 *
 * @param attempt your id of the order and of the attempt; a new one once this one has failed
 */
export async function payWithAuthorization(
  payments: PaymentsClient,
  attempt: string,
  payment: Payment,
  payer: { readonly ask: Ask; readonly endUserIpAddress: string },
): Promise<Quote> {
  const { accountId, payeeId, amount, scaFactor } = payment;
  const { id: quoteId } = await payments.quotes.create(
    {
      source: { sourceType: 'ACCOUNT', accountId },
      destination: { destinationType: 'ACCOUNT', accountId: payeeId },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: amount,
      scaFactor,
    },
    { idempotencyKey: `quote ${attempt}` },
  );
  await payments.quotes.execute({ quoteId }, { idempotencyKey: `pay ${attempt}` });
  // Under a key that was used the first response is repeated: how the quote is now, only a read shows.
  let quote = await payments.quotes.get({ quoteId });
  const { endUserIpAddress } = payer;
  // A payment can ask more than once, such as for the exchange and then for the payout.
  while (quote.status === 'PENDING_AUTHORIZATION' && quote.scaChallenge !== undefined) {
    const { code, passkeyAssertion, origin } = await payer.ask(quote.scaChallenge);
    quote = await payments.quotes.authorize({
      quoteId,
      endUserIpAddress,
      code,
      passkeyAssertion,
      origin,
    });
  }
  if (!['PROCESSING', 'COMPLETED'].includes(quote.status)) {
    throw new Error(`The payment of ${attempt} is ${quote.status}: nothing was paid.`);
  }
  return quote;
}

/** Logs a customer in with a code by text message: without it, nothing is authorized. */
export async function logIn(
  payments: PaymentsClient,
  customerId: string,
  payer: { readonly readCode: () => string; readonly endUserIpAddress: string },
): Promise<void> {
  const factor = 'SMS_OTP';
  const { challengeId } = await payments.scaLogin.start({ customerId, factor });
  const { readCode, endUserIpAddress } = payer;
  const code = readCode();
  await payments.scaLogin.complete({ customerId, factor, challengeId, code, endUserIpAddress });
}

/** Adds a passkey. `create` runs in the browser, with the options of this enrollment. */
export async function addPasskey(
  payments: PaymentsClient,
  customerId: string,
  create: (options: Record<string, unknown>) => Promise<Record<string, unknown>>,
  origin: string,
): Promise<void> {
  const started = await payments.scaFactors.startEnrollment({ customerId, type: 'PASSKEY' });
  if (started.type !== 'PASSKEY') throw new Error(`Expected a passkey, received ${started.type}.`);
  const credential = await create(started.options);
  const type = 'PASSKEY';
  await payments.scaFactors.confirmEnrollment({ customerId, type, origin, credential });
}

/** Makes a payee trusted: payments to it need no authorization from then on. */
export async function trustPayee(payments: PaymentsClient, externalAccountId: string, ask: Ask) {
  const { scaChallenge } = await payments.externalAccounts.startTrust({ externalAccountId });
  if (scaChallenge === undefined) throw new Error('The service asked for no proof.');
  const { code, passkeyAssertion, origin } = await ask(scaChallenge);
  return payments.externalAccounts.confirmTrust({
    externalAccountId,
    challengeId: scaChallenge.id,
    code,
    passkeyAssertion,
    origin,
  });
}
