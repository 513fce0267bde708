import {
  Agent,
  AuthMethod,
  AuthSession,
  assess,
  BeneficialOwner,
  Card,
  Customer,
  ExternalAccount,
  InternalAccount,
  Invitation,
  operations,
  PaymentsDocument,
  Transaction,
  UmaProvider,
} from '@org/payments-contract';
import { expect, test } from 'vitest';
import type * as z from 'zod';
import { createMock, type Mock } from '../../src/index.ts';

type Made = readonly [schema: z.ZodType, resource: unknown];

/** Adds each fixture with its defaults, and names the schema of everything it returns. */
const fixtures: Readonly<Record<keyof Mock['add'], (mock: Mock) => Made[] | Promise<Made[]>>> = {
  agent: ({ add }) => [[Agent, add.agent().agent]],
  beneficialOwner: ({ add }) => [[BeneficialOwner, add.beneficialOwner()]],
  card: ({ add }) => [[Card, add.card()]],
  credential({ add }) {
    const { account } = add.wallet();
    return [[AuthMethod, add.credential({ accountId: account.id, type: 'PASSKEY' })]];
  },
  customer: ({ add }) => [
    [Customer, add.customer()],
    [Customer, add.customer({ customerType: 'BUSINESS' })],
  ],
  document: ({ add }) => [[PaymentsDocument, add.document()]],
  externalAccount: ({ add }) => [[ExternalAccount, add.externalAccount()]],
  internalAccount: ({ add }) => [[InternalAccount, add.internalAccount()]],
  invitation: ({ add }) => [[Invitation, add.invitation()]],
  async session({ add }) {
    const { session } = await add.session({ accountId: add.wallet().account.id });
    return [[AuthSession, session]];
  },
  token({ add }) {
    const { row } = operations().find(({ name }) => name === 'tokens.create') ?? {};
    return [[row?.responses[201] as z.ZodType, add.token()]];
  },
  transaction: ({ add }) => [
    [Transaction, add.transaction()],
    [Transaction, add.transaction({ type: 'OUTGOING' })],
  ],
  umaProvider: ({ add }) => [[UmaProvider, add.umaProvider()]],
  wallet({ add }) {
    const { account, credential } = add.wallet();
    return [
      [InternalAccount, account],
      [AuthMethod, credential],
    ];
  },
};

test('rule 110: a fixture has no field that its row does not name, and no value outside an enum', async () => {
  const mock = createMock();
  expect(Object.keys(fixtures).sort()).toEqual(Object.keys(mock.add).sort());
  for (const [name, add] of Object.entries(fixtures)) {
    for (const [schema, resource] of await add(mock)) {
      expect({ name, ...assess(schema, resource) }).toEqual({ name, drift: [], unusable: [] });
    }
  }
});
