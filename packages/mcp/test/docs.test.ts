import { readdirSync, readFileSync } from 'node:fs';
import { mcpErrorCodes } from '@org/payments-mcp';
import { expect, test } from 'vitest';
import { readArguments, usage } from '../src/bin/mcp/arguments.ts';
import { flagsOf } from '../src/bin/payments/flags.ts';
import { usableOperations } from '../src/bin/payments/operations.ts';
import { commonNames, ownNames } from '../src/bin/payments/options.ts';
import { runOptions } from '../src/bin/payments/run/options.ts';
import { usage as commandUsage } from '../src/bin/payments/usage.ts';
import { toolOf } from '../src/tools/tool.ts';
import { accept, call, connectInMemory, serverOf, stage } from './stage.ts';

const root = new URL('../../../', import.meta.url);
const guide = readFileSync(new URL('docs/mcp.md', root), 'utf8');
const readme = readFileSync(new URL('packages/mcp/README.md', root), 'utf8');

test('the guide links each code of a tool to its page', () => {
  for (const [code, { error }] of Object.entries(mcpErrorCodes)) {
    if (error === 'ToolError')
      expect(guide).toContain(`[\`${code}\`](https://org.github.io/payments-sdk/errors/${code})`);
  }
});

const optionName = /(?<![\w-])--[a-z][a-z.-]+/g;

test('each option and variable that the guide and the README name is in the help', () => {
  // The section on the other command has its own page, and its own test below.
  const own = readme.replace(/^## The command `payments`.+?(?=^## )/ms, '');
  const names = new Set([...`${guide}\n${own}`.matchAll(optionName)].map(([name]) => name));
  expect(names.size).toBeGreaterThan(5);
  for (const name of names) expect(usage).toContain(`${name} `);
  for (const [name] of readme.matchAll(/\bPAYMENTS_[A-Z_]+/g)) expect(usage).toContain(name);
  const line = 'platform --allow-write transfers.createOut --tool transactions';
  expect(() => readArguments(line.split(' '))).not.toThrow();
});

/** Matches a value that the guide shows; a string that ends in `…` is the beginning of it. */
function shown(value: unknown): unknown {
  if (typeof value === 'string' && value.endsWith('…')) {
    return expect.stringContaining(value.slice(0, -1));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shown(part)]));
}

test('each option and variable that the page of the command line names exists', () => {
  const page = readFileSync(new URL('docs/command-line.md', root), 'utf8');
  const flags = usableOperations().flatMap((one) => flagsOf(toolOf(one, false)));
  const common = [...commonNames, ...Object.keys(runOptions), ...Object.values(ownNames).flat()];
  const known = new Set([...flags.map(({ name }) => name), ...common]);
  // `secret-tool`, which keeps a secret on Linux, has an option of its own.
  const names = [...page.matchAll(optionName)].map(([name]) => name.slice(2));
  expect(names.length).toBeGreaterThan(10);
  for (const name of names.filter((one) => one !== 'label')) expect(known).toContain(name);
  for (const [name] of page.matchAll(/\bPAYMENTS_[A-Z_]+/g)) {
    expect(commandUsage()).toContain(name);
  }
});

test('a client that is set up as the README says asks for what it has to enter', () => {
  const page = readFileSync(new URL('packages/mcp/README.md', root), 'utf8');
  const blocks = [...page.matchAll(/^```json\n(.+?)^```/gms)].map(([, json = '']) => json);
  const idsIn = (json: string, pattern: RegExp) => [...json.matchAll(pattern)].map(([, id]) => id);
  const wanted = blocks.map((json) => idsIn(json, /\$\{input:([\w-]+)\}/g));
  expect(blocks.map((json) => idsIn(json, /"id": "(.+?)"/g))).toEqual(wanted);
});

test('the example of a refusal is what a tool returns', async () => {
  const [, json = ''] = /```json\n(.+?)```/s.exec(guide.slice(guide.indexOf('## Results'))) ?? [];
  const { agent, agentId, payments, transfer } = stage();
  await payments.agents.updatePolicy({
    agentId,
    spendingLimits: { dailyLimit: 100_00 },
    defaultExecutionMode: 'APPROVAL_REQUIRED',
  });
  const client = await connectInMemory(serverOf({ agent }), accept);
  const pay = (amount: number) =>
    call(client, 'agent_transfers_create_out', { ...transfer, amount });
  await pay(60_00);
  expect((await pay(50_00)).value).toMatchObject(shown(JSON.parse(json)) as object);
});

test('the defaults are those that the guide names', async () => {
  const { agent, transfer } = stage();
  const mcp = serverOf({ agent, clock: { now: () => 0 } });
  const client = await connectInMemory(mcp);
  const input = { ...transfer, amount: 1_00 };
  const { value } = await call(client, 'agent_transfers_create_out', input);
  expect(guide).toContain('by default for up to five minutes');
  expect(value.expiresAt).toBe('1970-01-01T00:05:00.000Z');
  expect(guide).toContain('A body may have 1,000,000 bytes');
});

const src = new URL('../src/', import.meta.url);
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  // The findings about the rows of a file have codes of their own.
  .filter((file) => !/mcp-codes\.ts$|payments\/run\//.test(file))
  .map((file) => readFileSync(new URL(file, src), 'utf8'));

test('each code that the sources write is in the table, and each code of the table is written', () => {
  const calls = /new (?:ToolError|HttpRefusal)\(\s*'([A-Z_]+)'|code: '([A-Z_]+)'/g;
  const written = new Set(
    sources.flatMap((text) => [...text.matchAll(calls)].map(([, one, other]) => one ?? other)),
  );
  expect([...written].sort()).toEqual(Object.keys(mcpErrorCodes).sort());
});
