import type { DialectName } from '@org/payments-contract';
import { createWalletRelay, type WalletRelay } from '@org/payments-relay';
import type { PaymentsClient } from '@org/payments-sdk';
import * as z from 'zod';

/** The settings of the relay in a test's world. */
export interface TestRelayOptions {
  readonly payments: PaymentsClient;
  readonly dialect?: DialectName | undefined;
  readonly customerId: string;
  /** The origin of the tests' pages. */
  readonly origin: string;
  /** The origins of pages that may frame the tests' pages for a ceremony. */
  readonly topOrigins?: readonly string[] | undefined;
  /** The relying party of passkeys; by default the host of the origin. */
  readonly rpId?: string | undefined;
  /** Origins of other domains that share its passkeys. */
  readonly relatedOrigins?: readonly string[] | undefined;
  /** Who is logged in at the platform; Ada by default. */
  readonly login?: (() => string) | undefined;
  /** The service's time. */
  readonly now: () => number;
  readonly maxRefreshes?: number | undefined;
  readonly maxSessionAge?: number | undefined;
}

const card = z.object({ cardId: z.string() });

/** The SDK's relay, for one customer with one account. */
export function createTestRelay(options: TestRelayOptions): Pick<WalletRelay, 'fetch'> {
  const { payments, customerId, origin, topOrigins, now, login, ...more } = options;
  return createWalletRelay(payments, {
    secret: crypto.randomUUID() + crypto.randomUUID(),
    origins: [origin],
    passkey: { topOrigins },
    authenticate: () => ({ id: login?.() ?? 'ada', customerId }),
    cacheLifetime: 0,
    clock: { now },
    ...more,
    actions: {
      freezeCard: {
        input: card,
        run: ({ input }) => payments.cards.update.begin({ id: input.cardId, state: 'FROZEN' }),
      },
      unfreezeCard: {
        input: card,
        run: ({ input }) => payments.cards.update.begin({ id: input.cardId, state: 'ACTIVE' }),
      },
      delegateKey: {
        input: card,
        run: ({ input: { cardId }, accountId }) =>
          payments.delegatedKeys.create.begin({
            cardId,
            internalAccountId: accountId,
            nickname: 'Card payments',
          }),
      },
      setPrivacy: {
        input: z.object({ privateEnabled: z.boolean() }),
        run: ({ input: { privateEnabled }, accountId }) =>
          payments.internalAccounts.update.begin({ id: accountId, privateEnabled }),
      },
      changeEmail: {
        input: z.object({ email: z.string() }),
        run: ({ input: { email } }) => payments.customers.update.begin({ customerId, email }),
      },
      exportWallet: {
        input: z.object({ clientPublicKey: z.string() }),
        run: ({ input: { clientPublicKey }, accountId }) =>
          payments.internalAccounts.export.begin({ id: accountId, clientPublicKey }),
      },
      endSession: {
        input: z.object({ sessionId: z.string() }),
        run: ({ input }) => payments.sessions.revoke.begin({ id: input.sessionId }),
      },
      pay: {
        input: z.object({ quoteId: z.string() }),
        run: ({ input }) => payments.quotes.execute.begin({ quoteId: input.quoteId }),
      },
    },
  });
}
