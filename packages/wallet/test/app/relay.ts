import type { PaymentsClient } from '@org/payments-sdk';
import { createWalletRelay, type WalletRelay } from '@org/payments-sdk/relay';
import * as z from 'zod';

/** The settings of the relay in a test's world. */
export interface TestRelayOptions {
  readonly payments: PaymentsClient;
  readonly customerId: string;
  /** The origin of the tests' pages. */
  readonly origin: string;
  /** The origins of pages that may frame the tests' pages for a ceremony. */
  readonly topOrigins?: readonly string[] | undefined;
  /** The service's time. */
  readonly now: () => number;
  readonly maxRefreshes?: number | undefined;
  readonly maxSessionAge?: number | undefined;
}

const card = z.object({ cardId: z.string() });

/** The SDK's relay, for one person who is always logged in and has one account. */
export function createTestRelay(options: TestRelayOptions): Pick<WalletRelay, 'fetch'> {
  const { payments, customerId, origin, topOrigins, now, maxRefreshes, maxSessionAge } = options;
  return createWalletRelay(payments, {
    secret: crypto.randomUUID() + crypto.randomUUID(),
    origins: [origin],
    passkey: { topOrigins },
    authenticate: () => ({ id: 'ada', customerId }),
    cacheLifetime: 0,
    clock: { now },
    maxRefreshes,
    maxSessionAge,
    actions: {
      freezeCard: {
        input: card,
        run: ({ input }) => payments.cards.update.begin({ id: input.cardId, state: 'FROZEN' }),
      },
      unfreezeCard: {
        input: card,
        run: ({ input }) => payments.cards.update.begin({ id: input.cardId, state: 'ACTIVE' }),
      },
    },
  });
}
