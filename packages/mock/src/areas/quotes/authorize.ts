import type { Customer } from '@org/payments-contract';
import type { CallOf, Operations } from '../../engine/behaviour.ts';
import { refuse } from '../../engine/refusal.ts';
import type { Scene } from '../../world.ts';
import { customers, requireCustomer } from '../customers/customers.ts';
import {
  issueScaChallenge,
  requireFactor,
  requireScaProof,
  scaChallenges,
  sendCode,
} from '../strong-authentication/challenges.ts';
import {
  factorTypesOf,
  needsStrongAuthentication,
  requireLogin,
} from '../strong-authentication/factors.ts';
import { isTrusted } from '../strong-authentication/trust.ts';
import type { TransactionRecord } from '../transactions/record.ts';
import { transactions } from '../transactions/transactions.ts';
import { executionPlan, requirePayable, requirePending, startPayment } from './execute.ts';
import { type QuoteRecord, quotes } from './quotes.ts';

/** Returns the customer who has to authorize a quote's payment; undefined if nobody has to. */
function authorizer(scene: Scene, quote: QuoteRecord): Customer | undefined {
  const customer = customers.in(scene.world).get(quote.source.customerId ?? '');
  const isNeeded =
    customer !== undefined &&
    needsStrongAuthentication(scene.world, customer) &&
    !isTrusted(scene.world, quote.destination.accountId);
  return isNeeded ? customer : undefined;
}

/** Checks that the authorizer of a quote, which is not written yet, has a factor for that. @throws Refusal 400 */
export function requireAuthorizer(scene: Scene, quote: QuoteRecord): void {
  const customer = authorizer(scene, quote);
  const choice = { factor: quote.scaFactor, field: 'scaFactor', purpose: 'PAYOUT' };
  if (customer !== undefined) requireFactor(scene.world, customer, choice);
}

const subjectOf = ({ id }: QuoteRecord) => `payment ${id}`;

const isFundedLater = ({ source }: QuoteRecord) => source.sourceType === 'REALTIME_FUNDING';

/** Asks for the authorization of a quote that is paid from outside, before it shows where to pay. */
export function askBeforeFunding(scene: Scene, quote: QuoteRecord): void {
  const customer = isFundedLater(quote) ? authorizer(scene, quote) : undefined;
  if (customer === undefined) return;
  const isExchanged = quote.sendingCurrency.code !== quote.receivingCurrency.code;
  ask(scene, quote, customer, isExchanged ? 'CURRENCY_CONVERSION' : 'PAYOUT');
}

/** Checks that a quote can be paid now, and does not wait for its customer. @throws Refusal */
export function requireExecutable(scene: Scene, quote: QuoteRecord): void {
  requirePayable(scene, quote);
  const { status } = quotes.view(quote, scene.world);
  if (status === 'PENDING') return;
  throw refuse('CONFLICT', `The quote is ${status}`, 'It was executed, and waits.');
}

export function startOrAsk(scene: Scene, quote: QuoteRecord): void {
  const customer = authorizer(scene, quote);
  if (customer === undefined) startPayment(scene, quote);
  else ask(scene, quote, customer, 'PAYOUT');
}

/** Asks for an authorization, which is possible as long as the quote holds. */
function ask(scene: Scene, quote: QuoteRecord, customer: Customer, purpose: string): void {
  const payment = requirePending(scene, quote);
  const types = factorTypesOf(scene.world, customer);
  const isLeft = types.some((each) => each !== 'TOTP' && each === quote.scaFactor);
  const { id } = issueScaChallenge(scene, customer, {
    subject: subjectOf(quote),
    purpose,
    factor: isLeft ? quote.scaFactor : undefined,
    expiresAt: Date.parse(quote.expiresAt),
  });
  quotes.change(scene, quote, { scaChallengeId: id });
  transactions.change(scene, payment, { awaitsAuthorization: id } as TransactionRecord);
}

type Waiting = CallOf<'quotes.authorize'> | CallOf<'quotes.resendAuthorizationCode'>;

/** Returns a quote that waits for its customer, and whom. @throws Refusal 404 or 409 */
function requireWaiting(call: Waiting) {
  const quote = quotes.require(call, call.input.quoteId);
  const { status } = quotes.view(quote, call.world);
  const { scaChallengeId: challengeId } = quote;
  if (status !== 'PENDING_AUTHORIZATION' || challengeId === undefined) {
    throw refuse('CONFLICT', 'The quote does not wait for authorization', `It is ${status}.`);
  }
  const { customerId } = transactions.require(call, quote.transactionId);
  return { quote, challengeId, customer: requireCustomer(call, customerId) };
}

export const executionOperations = {
  /** Executes a quote, once and before it expires (rule 95). */
  'quotes.execute'(call) {
    const quote = quotes.require(call, call.input.quoteId);
    return {
      ...executionPlan(call, quote),
      check() {
        requireExecutable(call, quote);
      },
      apply() {
        startOrAsk(call, quote);
        return { body: quotes.view(quotes.require(call, quote.id), call.world) };
      },
    };
  },

  /**
   * Starts the payment of a quote whose customer proves who they are, or shows where to pay if the money
   * comes from outside; then an exchange is authorized before the payout (rule 131).
   */
  async 'quotes.authorize'(call) {
    const { quoteId: _quote, endUserIpAddress: _address, ...proof } = call.input;
    const requireReady = () => {
      const waiting = requireWaiting(call);
      (isFundedLater(waiting.quote) ? requirePending : requirePayable)(call, waiting.quote);
      return waiting;
    };
    const { quote: found, challengeId, customer } = requireReady();
    requireLogin(call, customer.id);
    const expected = { id: challengeId, subject: subjectOf(found) };
    const asked = scaChallenges.in(call.world).get(challengeId)?.purpose;
    const proved = requireScaProof(call, customer, expected, proof);
    const useUp = proved instanceof Promise ? await proved : proved;
    const { quote } = requireReady();
    const payment = requirePending(call, quote);
    useUp();
    if (asked === 'CURRENCY_CONVERSION') {
      ask(call, quote, customer, 'PAYOUT');
      return { body: quotes.view(quotes.require(call, quote.id), call.world) };
    }
    transactions.change(call, payment, { awaitsAuthorization: undefined } as TransactionRecord);
    if (isFundedLater(quote)) quotes.change(call, quote, { scaChallengeId: undefined });
    else startPayment(call, quote);
    return { body: quotes.view(quotes.require(call, quote.id), call.world) };
  },

  /** Sends the code of a quote that waits again; only where it is sent as a text message. */
  'quotes.resendAuthorizationCode'(call) {
    const { challengeId, customer } = requireWaiting(call);
    const challenge = scaChallenges.in(call.world).get(challengeId);
    const isReached = factorTypesOf(call.world, customer).includes('SMS_OTP');
    if (challenge?.factor !== 'SMS_OTP' || !isReached) {
      const explanation = `The factor is ${challenge?.factor}, or the number is not verified.`;
      throw refuse('CONFLICT', 'No code can be sent', explanation);
    }
    sendCode(call, challenge, customer);
    return { body: undefined };
  },
} satisfies Operations;
