import { readFileSync } from 'node:fs';
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
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { fixturesSchema } from '../../scripts/fixtures-schema.ts';
import * as areas from '../../src/areas/index.ts';
import type { Area } from '../../src/engine/area.ts';
import { createMock, type FixtureSet, type Mock } from '../../src/index.ts';

const accepts = new Ajv({ strict: false, allErrors: true }).compile(fixturesSchema());

const page = readFileSync(
  new URL('../../../../docs/guides/fixtures-files.md', import.meta.url),
  'utf8',
);
const examples = [...page.matchAll(/^```(?:yaml|json)\n(.+?)^```/gms)].map(
  ([, text = '']) => parse(text) as FixtureSet,
);

test('the documented examples are loaded, and the schema for editors accepts them', async () => {
  expect(examples).toHaveLength(2);
  for (const example of examples) {
    accepts(example);
    expect(accepts.errors).toBeNull();
    const loaded = await createMock().load(example);
    const { $schema: _, ...kinds } = example;
    expect(Object.keys(loaded).sort()).toEqual(Object.keys(kinds).sort());
  }
});

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

const returned =
  'customer internalAccount externalAccount card document beneficialOwner delegatedKey transaction';
const repeatable = new Set([...returned.split(' '), 'agent', 'stablecoin', 'umaProvider']);

test('the schema has every fixture', () => {
  const { properties } = fixturesSchema() as { properties: object };
  const names = declared.map(([name]) => name);
  expect(Object.keys(properties).sort()).toEqual(['$schema', ...names].sort());
});

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
      if (!repeatable.has(name)) continue;
      accepts(JSON.parse(JSON.stringify({ [name]: { one: resource } })));
      expect(accepts.errors).toBeNull();
    }
  },
);

const wrong: readonly object[] = [
  { custmer: {} },
  { customer: [] },
  { customer: { 'ada lovelace': {} } },
  { customer: { ada: { emial: 'ada@example.com' } } },
  { customer: { ada: { customerType: 'PERSON' } } },
  { card: { one: { state: 'FROZE' } } },
  { card: { one: { fundingSources: 'InternalAccount:1' } } },
  { wallet: { main: { available: '125000' } } },
  { wallet: { main: { customerId: { ref: 'ada lovelace' } } } },
  {
    customer: {
      ada: { address: { line1: '1 Main St', postalCode: '94105', country: 'US', ctiy: 'y' } },
    },
  },
  { credential: { mail: {} } },
];

test.each(wrong)('neither the schema nor the mock accepts %j', async (set) => {
  expect(accepts(set)).toBe(false);
  await expect(createMock().load(set as FixtureSet)).rejects.toThrow();
});

test('the comments of fixtures and fields are what editors show', () => {
  const fields = [
    { path: 'type', comment: 'The kind of account.' },
    { path: 'balance.amount', comment: 'In the smallest unit.' },
    { path: 'fundingPaymentInstructions[].instructionsNotes', comment: 'What to write.' },
  ];
  const { properties, definitions } = fixturesSchema({
    wallet: { comment: 'Adds a wallet.', fields },
  });
  expect(properties).toMatchObject({ wallet: { description: 'Adds a wallet.' } });
  expect(definitions).toMatchObject({
    wallet: {
      properties: {
        type: { description: 'The kind of account.' },
        balance: { properties: { amount: { description: 'In the smallest unit.' } } },
        fundingPaymentInstructions: {
          items: { properties: { instructionsNotes: { description: 'What to write.' } } },
        },
      },
    },
  });
});
