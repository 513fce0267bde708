import { createWalletRelay } from '@org/payments-relay';
import type { PaymentsClient } from '@org/payments-sdk';
import * as z from 'zod';
import type { Login } from './login.ts';

/** Where the relay is mounted. */
export const RELAY_MOUNT = '/api/wallet';

/** The dependencies of this platform's relay. */
export interface PlatformRelayOptions {
  readonly payments: PaymentsClient;
  readonly login: Login;
  /** Seals tickets; the same in every instance. */
  readonly secret: string;
  /** The origin of the signer, the only one that the relay serves. */
  readonly origin: string;
}

const card = z.object({ cardId: z.string() });
const quote = z.object({ quoteId: z.string() });

/**
 * The relay, with the changes a customer signs here. Each action is leg 1 of one operation; the
 * relay checks that the ids are the user's own, and the browser's types follow from the schemas.
 */
export function createPlatformRelay({ payments, login, secret, origin }: PlatformRelayOptions) {
  return createWalletRelay(payments, {
    secret,
    origins: [origin],
    mount: RELAY_MOUNT,
    rpName: 'Larch',
    authenticate: (request) => login.userOf(request),
    actions: {
      freezeCard: {
        input: card,
        run: ({ input }) => payments.cards.update.begin({ id: input.cardId, state: 'FROZEN' }),
      },
      unfreezeCard: {
        input: card,
        run: ({ input }) => payments.cards.update.begin({ id: input.cardId, state: 'ACTIVE' }),
      },
      pay: {
        input: quote,
        run: ({ input }) => payments.quotes.execute.begin({ quoteId: input.quoteId }),
      },
    },
  });
}

/** For `import type` in the browser: `createWallet<RelayActions<PlatformRelay>>`. */
export type PlatformRelay = ReturnType<typeof createPlatformRelay>;
