import type { Card } from '@org/payments-contract';
import { createPaymentsClient } from '@org/payments-sdk';
import { expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { createWalletRelay, type RelayActions, type RelayUser } from './index.ts';

interface User extends RelayUser {
  readonly plan: 'free' | 'paid';
}

const payments = createPaymentsClient();
const shared = { secret: '', origins: [] };
const authenticate = async (_request: Request): Promise<User | null> => null;

it('types the input and the result of every action in the browser', () => {
  const relay = createWalletRelay(payments, {
    ...shared,
    authenticate,
    actions: {
      freezeCard: {
        input: z.object({ cardId: z.string() }),
        run({ input, user, accountId }) {
          expectTypeOf(input).toEqualTypeOf<{ cardId: string }>();
          expectTypeOf(user).toEqualTypeOf<User>();
          expectTypeOf(accountId).toEqualTypeOf<string>();
          return payments.cards.update.begin({ id: input.cardId, state: 'FROZEN' });
        },
      },
      limit: {
        input: z.object({ amount: z.string().transform(Number) }),
        run: async ({ input }) => ({ status: 'done', result: { limit: input.amount } }) as const,
      },
      signOut: {
        input: z.object({ id: z.string() }),
        run: ({ input }) => payments.sessions.revoke.begin(input),
      },
    },
  });
  type Actions = RelayActions<typeof relay>;
  expectTypeOf<keyof Actions>().toEqualTypeOf<'freezeCard' | 'limit' | 'signOut'>();
  expectTypeOf<Actions['freezeCard']['input']>().toEqualTypeOf<{ cardId: string }>();
  expectTypeOf<Actions['freezeCard']['result']>().toEqualTypeOf<Card>();
  expectTypeOf<Actions['limit']['input']>().toEqualTypeOf<{ amount: string }>();
  expectTypeOf<Actions['limit']['result']>().toEqualTypeOf<{ readonly limit: number }>();
  expectTypeOf<Actions['signOut']['result']>().toEqualTypeOf<null>();
});

it('has no actions where none are configured', () => {
  const relay = createWalletRelay(payments, { ...shared, authenticate });
  expectTypeOf<keyof RelayActions<typeof relay>>().toEqualTypeOf<never>();
});

it('requires a user with an id and a customer', () => {
  // @ts-expect-error customerId is missing
  createWalletRelay(payments, { ...shared, authenticate: () => ({ id: 'ada' }) });
  // @ts-expect-error authenticate is missing
  createWalletRelay(payments, shared);
});
