import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { fixturesSchema } from '../../scripts/fixtures-schema.ts';
import { createMock, type FixtureSet } from '../../src/index.ts';

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

test('the schema has every fixture, and accepts an entry of each with its own result', async () => {
  const { add } = createMock();
  const { properties } = fixturesSchema() as { properties: object };
  expect(Object.keys(properties).sort()).toEqual(['$schema', ...Object.keys(add)].sort());
  const results = {
    customer: { person: add.customer(), company: add.customer({ customerType: 'BUSINESS' }) },
    internalAccount: { one: add.internalAccount() },
    externalAccount: { one: add.externalAccount() },
    card: { one: add.card() },
    document: { one: add.document() },
    agent: { one: add.agent().agent },
    transaction: {
      in: { ...add.transaction(), requestedReceiverCustomerInfoFields: [] },
      out: add.transaction({ type: 'OUTGOING' }),
    },
    beneficialOwner: { one: add.beneficialOwner() },
    delegatedKey: { one: add.delegatedKey() },
    stablecoin: { one: add.stablecoin() },
    umaProvider: { one: add.umaProvider() },
  };
  accepts(JSON.parse(JSON.stringify(results)));
  expect(accepts.errors).toBeNull();
});

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
