import {
  Agent,
  AuthMethod,
  AuthSession,
  assess,
  Customer,
  ExternalAccount,
  InternalAccount,
  operations,
  Transaction,
} from '@org/payments-contract';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import * as areas from '../../src/areas/index.ts';
import type { Area } from '../../src/engine/area.ts';
import { createMock, type Mock } from '../../src/index.ts';

type Made = readonly [schema: z.ZodMiniType, resource: unknown];

/** The fixtures that return something other than one resource of their schema, or need fields. */
const special: Readonly<Partial<Record<string, (mock: Mock) => Made[] | Promise<Made[]>>>> = {
  agent: ({ add }) => [[Agent, add.agent().agent]],
  credential({ add }) {
    const { account } = add.wallet();
    return [[AuthMethod, add.credential({ accountId: account.id, type: 'PASSKEY' })]];
  },
  customer: ({ add }) => [
    [Customer, add.customer()],
    [Customer, add.customer({ customerType: 'BUSINESS' })],
  ],
  externalAccount({ add }) {
    const iban = 'DE89370400440532013000';
    expect(() => add.externalAccount({ currency: 'NGN' })).toThrow('accountInfo');
    return [
      [ExternalAccount, add.externalAccount()],
      [ExternalAccount, add.externalAccount({ currency: 'EUR' })],
      [ExternalAccount, add.externalAccount({ accountInfo: { accountType: 'EUR_ACCOUNT', iban } })],
    ];
  },
  async session({ add }) {
    const { session } = await add.session({ accountId: add.wallet().account.id });
    return [[AuthSession, session]];
  },
  token({ add }) {
    const { row } = operations().find(({ name }) => name === 'tokens.create') ?? {};
    return [[row?.responses[201] as z.ZodMiniType, add.token()]];
  },
  transaction: ({ add }) => [
    [Transaction, add.transaction()],
    [Transaction, add.transaction({ type: 'OUTGOING' })],
  ],
  wallet({ add }) {
    const { account, credential } = add.wallet();
    return [
      [InternalAccount, account],
      [AuthMethod, credential],
    ];
  },
};

const declared = Object.values(areas).flatMap(({ fixtures = {} }: Area) =>
  Object.entries(fixtures),
);

test.each(declared)(
  'rule 110: the fixture %s has no field that its row does not name, and no value outside an enum',
  async (name, { schema }) => {
    const mock = createMock();
    const functions = mock.add as unknown as Readonly<Record<string, () => unknown>>;
    const made = (await special[name]?.(mock)) ?? [
      [z.instanceof(z.ZodMiniType).parse(schema), functions[name]?.()],
    ];
    for (const [expected, resource] of made) {
      expect(assess(expected, resource)).toEqual({ drift: [], unusable: [] });
    }
  },
);
