import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ArgumentError } from '@org/payments-contract/internal';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { readArguments } from './arguments.ts';
import { firstOfMany, requireNodeVersion } from './machine.ts';
import { main } from './main.ts';
import { type Environment, jsonLogger, makeMcp } from './make-mcp.ts';

const baseUrl = 'https://api.example.com/2025-10-13';
const agent = { PAYMENTS_BASE_URL: baseUrl, PAYMENTS_ACCESS_TOKEN: 'agent-token' };
const platform = {
  PAYMENTS_BASE_URL: baseUrl,
  PAYMENTS_TOKEN_ID: 'id',
  PAYMENTS_CLIENT_SECRET: 'secret',
};
const emptied = join(mkdtempSync(join(tmpdir(), 'payments-')), 'writes.db');
writeFileSync(emptied, '');
afterAll(() => rmSync(dirname(emptied), { recursive: true }));
const quiet = jsonLogger('off', () => undefined);

function make(line: string, environment: Environment) {
  return makeMcp(readArguments(line.split(' ').filter(Boolean)), environment, quiet);
}

test('the credentials in the environment decide whose tools are served', async () => {
  const [first] = await make('', agent).tools();
  expect(first?.name).toMatch(/^agent_/);
  expect(() => make('', platform)).not.toThrow();
  expect(() => make('', { ...agent, ...platform })).toThrow('pass agent or platform');
  expect(() => make('', { PAYMENTS_BASE_URL: baseUrl })).toThrow('set PAYMENTS_ACCESS_TOKEN');
  expect(() => make('agent', platform)).toThrow('PAYMENTS_ACCESS_TOKEN is not set');
});

test('an older Node.js is refused by its version', () => {
  expect(() => requireNodeVersion('20.20.2')).toThrow('Node.js 20.20.2 is too old; use 22.12');
  expect(() => requireNodeVersion('22.11.0')).toThrow(ArgumentError);
  for (const version of ['22.12.0', '24.1.0']) {
    expect(() => requireNodeVersion(version)).not.toThrow();
  }
});

test('of calls that are made together only the first one opens a window', () => {
  const opened: number[] = [];
  let now = 0;
  const open = firstOfMany(
    (address) => opened.push(Number(address)),
    () => now,
  );
  for (const [at, waiting] of [
    [0, 1],
    [1_000, 2],
    [2_000, 3],
    [6_000, 4],
    // The others are decided.
    [8_000, 1],
  ] as const) {
    now = at;
    open(String(at), waiting);
  }
  expect(opened).toEqual([0, 6_000, 8_000]);
});

test('writes are for a platform, and named as the contract names them', () => {
  expect(() => make('--allow-writes', agent)).toThrow("an agent's policy decides");
  expect(() => make('--allow-write cards.update', platform)).toThrow(
    'not a write that can be offered',
  );
  expect(() => make('--allow-write transfers.createOut', platform)).not.toThrow();
  // In this dialect nobody signs for a card.
  const newer = { ...platform, PAYMENTS_DIALECT: '2026-08' };
  expect(() => make('--allow-write cards.update', newer)).not.toThrow();
  expect(() => make('', { ...platform, PAYMENTS_DIALECT: '2027' })).toThrow('dialect');
});

test('log lines are JSON, down to the level that is set', () => {
  const lines: string[] = [];
  const logger = jsonLogger('warn', (line) => lines.push(line));
  logger.info('one', {});
  logger.warn('two', { tool: 'x' });
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 'warn', message: 'two', tool: 'x' },
  ]);
  expect(() => make('', { ...agent, PAYMENTS_LOG: 'loud' })).toThrow('PAYMENTS_LOG is loud');
});

const http = { ...platform, PAYMENTS_MCP_TOKEN: 'a'.repeat(32) };
const open = 'https://ada:secret@example.com';

test.each([
  ['agent platform', agent, 'expected agent or platform'],
  ['--port 70000', agent, '--port takes a number'],
  ['--token secret', agent, '--token is not an option'],
  ['', { ...agent, PAYMENTS_BASE_URL: '' }, 'PAYMENTS_BASE_URL is not set'],
  ['', { ...platform, PAYMENTS_TOKEN_ID: '' }, 'PAYMENTS_TOKEN_ID is not set'],
  ['platform', { ...platform, PAYMENTS_CLIENT_SECRET: '' }, 'PAYMENTS_CLIENT_SECRET is not set'],
  ['--http', platform, 'PAYMENTS_MCP_TOKEN is not set'],
  ['--http', { ...http, PAYMENTS_MCP_TOKEN: 'short' }, 'PAYMENTS_MCP_TOKEN is shorter than 32'],
  ['--http --require-passkey', http, 'PAYMENTS_MCP_APPROVAL_CODES is not set'],
  ['--http --approve-on-page', http, 'PAYMENTS_MCP_APPROVAL_CODES is not set'],
  ['--http', { ...http, PAYMENTS_MCP_APPROVAL_CODES: 'ada=short' }, 'of ada in PAYMENTS_MCP_APPR'],
  ['--http', { ...http, PAYMENTS_MCP_APPROVAL_CODES: `ada=${'a'.repeat(32)}` }, 'approve its own'],
  ['--http', { ...http, PAYMENTS_MCP_APPROVAL_CODES: 'ada=a-code, eve=another' }, 'by spaces'],
  ['--http', { ...http, PAYMENTS_MCP_APPROVAL_CODES: 'ada=a-code,eve=another' }, 'by spaces'],
  ['--http', { ...http, PAYMENTS_MCP_APPROVAL_CODES: 'ada=a-code;eve=another' }, 'by spaces'],
  ['--http', { ...http, PAYMENTS_MCP_APPROVAL_CODES: 'ada=a-code&eve=another' }, 'by spaces'],
  ['--http', { ...http, PAYMENTS_MCP_APPROVAL_CODES: 'ada=a-code& eve=another' }, 'by spaces'],
  ['--http', { ...http, PAYMENTS_MCP_APPROVAL_CODES: 'R&D=a-code eve=other' }, 'code of R&D in'],
  ['--journal a.db --audit-log ./a.db', agent, '--audit-log and --journal need a file each'],
  [`--journal ${emptied}`, agent, `--journal: ${emptied} is empty: if it had records`],
  ['', { ...agent, XDG_STATE_HOME: 'a' }, 'XDG_STATE_HOME is not an absolute path'],
  ['--http --host=', http, 'Correct --host.'],
  ['--http --public-origin=https://a.example/', http, 'Correct --public-origin.'],
  ['--http --allow-origin zzz', http, 'Correct --allow-origin.'],
  ['--http --allow-host a/b', http, 'Correct --allow-host.'],
  ['--documents /nowhere', platform, '--documents: /nowhere is not a folder'],
  ['--tool x', agent, '--tool names x'],
  ['--allow-write x', platform, '--allow-write names x'],
  ['', { ...platform, PAYMENTS_BASE_URL: open }, 'Pass them as PAYMENTS_TOKEN_ID and PAYMENTS_CL'],
  ['', { ...platform, PAYMENTS_CLIENT_SECRET: 'a\n' }, 'PAYMENTS_CLIENT_SECRET has a line break'],
  ['', { ...agent, PAYMENTS_ACCESS_TOKEN: 'a\n' }, 'PAYMENTS_ACCESS_TOKEN has a line break'],
])('"%s" does not start, and says which option or variable to set', async (line, own, todo) => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  expect(await main(line.split(' ').filter(Boolean), own)).toBe(2);
  const [said] = /^payments-mcp: .*/m.exec(write.mock.calls.join('\n')) ?? [];
  expect(said).toContain(todo);
  expect(said).not.toMatch(/`\w+`|listenHttp/);
});
