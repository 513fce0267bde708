import { expect, test } from 'vitest';
import { agentTools, platformTools } from './offered.ts';
import type { PaymentsTool } from './tool.ts';

const everything = {
  permissions: new Set(['VIEW', 'TRANSACT', 'MANAGE'] as const),
  writes: true,
  confirmWrites: false,
  secondCall: true,
  signingLink: undefined,
  documentFolders: [],
} as const;
const all = [...agentTools(everything), ...platformTools(everything)];

function tool(name: string): PaymentsTool {
  const found = all.find((one) => one.operation.name === name);
  if (found === undefined) throw new Error(`${name} is not offered`);
  return found;
}

test('every tool and every field at the root of its input is described', () => {
  for (const { name, description, inputSchema } of all) {
    expect(description, name).toMatch(/^[A-Z].+\.$/s);
    expect(JSON.stringify(inputSchema)).not.toMatch(/"(?:secret|known|prefix|form|free)":(?!\{)/);
    for (const [field, schema] of Object.entries(inputSchema.properties)) {
      expect(schema.description, `${name} ${field}`).toEqual(expect.any(String));
    }
  }
});

test('a union of many kinds becomes one object whose description names what each kind requires', () => {
  const { accountInfo } = tool('agent.externalAccounts.create').inputSchema.properties;
  expect(accountInfo).toMatchObject({ type: 'object', required: ['accountType'] });
  expect(accountInfo?.description).toContain('USD_ACCOUNT: accountNumber, routingNumber, benef');
  expect(accountInfo?.properties).toMatchObject({
    accountType: { enum: expect.arrayContaining(['USD_ACCOUNT', 'SPARK_WALLET']) },
    beneficiary: {
      description: expect.stringContaining('INDIVIDUAL: fullName; BUSINESS: legalName.'),
    },
  });
});

test('a title names the task of the tool', () => {
  expect(tool('transactions.list').title).toBe('List the transactions of all customers');
  expect(tool('agents.update').title).toBe('Rename, pause or resume an agent');
  for (const { title, name } of all) {
    expect(title, name).toMatch(/^[A-Z][a-z]+(?<!s),? /);
    expect(title, name).not.toMatch(/ and (?:ends|opens|settles) | (?:a|and|of|or|the)$/);
  }
});

test.each([
  ['agent.transactions.list', true, false, true],
  ['quotes.estimateWithdrawalFee', true, false, true],
  ['agent.transfers.createOut', false, true, true],
  ['agent.externalAccounts.create', false, true, false],
  ['agent.externalAccounts.delete', false, true, true],
  ['agents.update', false, true, true],
  ['transactions.approve', false, true, true],
  ['customers.create', false, true, false],
  ['cardSimulations.simulateBalanceInquiry', false, false, false],
])('%s: reads %s, destroys %s, can be repeated %s', (name, reads, destroys, repeats) => {
  expect(tool(name).annotations).toMatchObject({
    readOnlyHint: reads,
    destructiveHint: destroys,
    idempotentHint: repeats,
  });
});

test('what moves money names the smallest unit, its key and its confirmation', () => {
  const { description, inputSchema } = tool('agent.transfers.createOut');
  expect(description).toContain('15000 is 150.00 USD');
  const ofCoins = tool('stablecoins.mint').description;
  expect(ofCoins).toContain('of a stablecoin with 6 decimals, "15000000" is 15');
  expect(ofCoins).not.toContain('USD');
  expect(description).toContain('A person approves it first: it moves money.');
  expect(inputSchema.required).toEqual(expect.arrayContaining(['amount', 'idempotencyKey']));
  expect(inputSchema.properties).toHaveProperty('confirmationId');
  expect(tool('agent.me.get').inputSchema.properties).toEqual({});
  const careful = agentTools({ ...everything, confirmWrites: true }).find(
    ({ name }) => name === 'agent_external_accounts_delete',
  );
  expect(careful?.inputSchema.properties).toHaveProperty('confirmationId');
});

test('the permission of an agent that a row declares is the one its description names', () => {
  for (const { description, operation } of agentTools(everything)) {
    const [, named] = /permission `(\w+)`/.exec(description) ?? [];
    expect(operation.row.agentPermission, operation.name).toBe(named);
  }
});
