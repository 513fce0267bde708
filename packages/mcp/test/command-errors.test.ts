import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { errorCodes, type OperationName } from '@org/payments-contract';
import { expect, onTestFinished, test } from 'vitest';
import { readArguments } from '../src/bin/mcp/arguments.ts';
import { jsonLogger, makeMcp } from '../src/bin/mcp/make-mcp.ts';
import { command, inPlaceOf } from '../src/bin/payments/operations.ts';
import { actionInTerminal } from '../src/bin/payments/terminal-words.ts';
import { desk, expectEnd, recorded } from './desk.ts';
import { HEAD } from './payroll.ts';
import { stateFolder } from './shared-journal.ts';
import { accept, call, connectInMemory, euroAccount } from './stage.ts';

/** What only a program has: names of code, and advice to call or pass something. */
const ofPrograms = /\bpool\b|`(?!openssl)[^`]*`|\bcall again\b|\bPass\b|\w\(\)|\w Check PAYMENTS/;

/** The base URL of a port where nothing listens, or something that is not the service. */
async function place(greeting = '') {
  const server = createServer((socket) => socket.end(greeting));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${Object(server.address()).port}/2025-10-13`;
  if (greeting === '') await new Promise((resolve) => server.close(resolve));
  else onTestFinished(() => void server.close());
  return { PAYMENTS_BASE_URL: url };
}

const down = { ...recorded('/'), PAYMENTS_JOURNAL: 'postgres://ada@127.0.0.1:9/writes' };
const secret = (text: string) => ({ ...recorded(stateFolder()), PAYMENTS_JOURNAL_SECRET: text });

test.each([
  ['nothing listens', () => place(), 'host and port of PAYMENTS_BASE_URL'],
  ['no HTTP', () => place('hello\n'), 'port of PAYMENTS_BASE_URL'],
  ['a page', () => place('HTTP/1.1 200 OK\r\n\r\n<p>'), 'Check PAYMENTS_BASE_URL'],
  ['a wrong key', () => ({ PAYMENTS_CLIENT_SECRET: 'a' }), 'PAYMENTS_CLIENT_SECRET'],
  ['a journal without secret', () => secret(''), 'Set PAYMENTS_JOURNAL_SECRET'],
  ['a weak secret', () => secret('a'.repeat(40)), 'openssl rand'],
  ['a database that is down', () => down, 'correct host, port and ssl; then run'],
  ['a folder that is missing', () => recorded('/none'), 'another file with --journal'],
])('%s: the error says what to do in a terminal', async (_, own, todo) => {
  const { run, pay, balance } = await desk();
  const { code, errors } = await run([...pay, '--yes', '--idempotency-key', 'a'], await own());
  expect(code).toBeGreaterThan(0);
  expect(errors).toContain(todo);
  expect(errors).not.toMatch(ofPrograms);
  expect(errors).toMatch(/nothing/);
  // A person is asked only for what can be sent and recorded.
  const minor = [...pay.slice(0, -2), '--amount-minor', '1000'];
  const asked = await run(minor, await own(), { canAsk: true });
  expect(asked.code).toBeGreaterThan(0);
  expect(asked.errors).toContain(todo);
  expect(asked.errors).not.toContain('Type yes');
  expect(asked.errors).toMatch(/nothing/);
  expect(await balance()).toBe(1_000_00);
  const checked = await run(['check'], await own());
  expectEnd(checked, 1, todo, 'out');
  expect(checked.out).not.toMatch(ofPrograms);
});

test('an agent that may not read whom it pays is told so, not that it may not pay', async () => {
  const { run, pay, agentId, payments } = await desk(['yes']);
  const permissions = ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS'] as const;
  await payments.agents.updatePolicy({ agentId, permissions: [...permissions] });
  const { code, errors } = await run(['agent', ...pay], { PAYMENTS_TOKEN_ID: '' });
  expectEnd(
    { code, errors },
    1,
    /^payments: REFERENCE_UNRESOLVED: .+ permission MANAGE_EXTERNAL_ACCOUNTS/,
  );
  expect(errors).toMatch(/Nothing was sent/);
});

test('a journal that cannot be kept is named to an assistant, with the reason', async () => {
  const { environment, transfer } = await desk();
  const args = readArguments(['platform', '--allow-writes', '--tools', 'all']);
  const own = { ...environment, XDG_STATE_HOME: '/dev/null' };
  const mcp = makeMcp(args, own, jsonLogger('off', String));
  const client = await connectInMemory(mcp, accept);
  const { text } = await call(client, 'transfers_create_out', { ...transfer, amount: 1_00 });
  expect(text).toMatch(/JOURNAL_FAILED: The journal \/dev\/null\S+ cannot be used: ENOTDIR/);
});

test('a set-up that works is said part by part, without a secret', async () => {
  const { run, folder, environment } = await desk(undefined, '', { now: Date.now });
  const platform = await run(['check'], recorded(folder));
  expect(platform.out).toMatch(
    /^settings +ok: http:.+the API token token-.+ from the environment\.$/m,
  );
  expect(platform.out).toMatch(/^journal +ok: .+writes\.db, which did not exist before: An entry/m);
  expect(platform.errors).toBe('');
  const { errors } = await run(['check'], { ...recorded(folder), PAYMENTS_JOURNAL_SECRT: 'a' });
  expect(errors).toMatch(/^warning: PAYMENTS_JOURNAL_SECRT .+ mean PAYMENTS_JOURNAL_SECRET\?$/m);
  const agent = await run(['check', '--json'], { PAYMENTS_TOKEN_ID: '' });
  const settings = { of: 'settings', because: expect.stringContaining("agent's access token") };
  expect(JSON.parse(agent.out)).toMatchObject([settings, ...Array(4).fill({ ok: true })]);
  for (const { code, out } of [platform, agent]) {
    expect(code).toBe(0);
    expect(out).not.toContain(environment.PAYMENTS_CLIENT_SECRET);
    expect(out).not.toContain(environment.PAYMENTS_ACCESS_TOKEN);
  }
});

test('what a refused payment did, and how a value begins with a dash, is said', async () => {
  const { run, pay } = await desk();
  const much = await run([...pay.slice(0, -1), '9999.00USD', '--yes', '--idempotency-key', 'a']);
  expect(much.errors).toMatch(
    /: Only .+\nThis call has changed nothing\. Add funds, .* Ask before you pay another/,
  );
  expect((await run([...pay.slice(0, -1), '-9.00USD'])).errors).toContain('write --amount=<value>');
});

test('a help and an error say of each operation what is so', async () => {
  const { run, pay } = await desk(['yes'], '{"idempotencyKey":"a"}');
  const help = async (words: string) => (await run([...words.split(' '), '--help'])).out;
  expect(await help('transfers create-out')).toMatch(/^Asks before it is sent\.$/m);
  expect(await help('agents update')).toMatch(/^Asks before it is sent if it raises authority\.$/m);
  expect(await help('transactions approve')).toMatch(
    /transactions approve <transaction-id> \[options\][\s\S]+not ask; an operation that takes --idempotency-key/,
  );
  const keyed = await run(['transactions', 'approve', 'Transaction:1', '--yes', '--input', '-']);
  expect(keyed.errors).toContain('--idempotency-key: is not a field of this operation\n');
  const { id } = JSON.parse((await run([...pay, '--json'])).out);
  const { errors } = await run(['transactions', 'approve', id]);
  expect(errors).toContain(`COMPLETED already: do not do it again, and read ${id}.`);
});

test('cells of wide characters and of marks fit the width, and no character is halved', async () => {
  const { run, mock } = await desk();
  const names = ['\u5c71'.repeat(30), 'e\u0301'.repeat(12), '\u{1f600}'.repeat(30)];
  for (const fullName of names) mock.add.customer({ fullName });
  const { out } = await run(['customers', 'list'], {}, { width: 80 });
  const drawn = out.replaceAll(/\u5c71|\u{1f600}/gu, '##').replaceAll('\u0301', '');
  expect(drawn.match(/^Customer:.{60} {2}APPROVED$/gm)).toHaveLength(4);
  expect(new Set(drawn.match(/^.*(?=APPROVED$)/gm)?.map((row) => row.length)).size).toBe(1);
  expect(out.isWellFormed()).toBe(true);
  // Where nothing fits beside an id, all that tells rows apart is below it.
  const narrow = await run(['customers', 'list'], {}, { width: 40 });
  for (const line of [/^ +Customer:\S+$/gm, /^kycStatus +APPROVED$/gm])
    expect(narrow.out.match(line)).toHaveLength(4);
});

test('no code of the service has advice that only a program can follow', async () => {
  for (const [code, { action }] of Object.entries(errorCodes)) {
    const shown = actionInTerminal(action, ['stablecoin-provider-account-id']);
    expect(shown.replace('Pass --', ''), code).not.toMatch(ofPrograms);
  }
  const { run, pay, mock } = await desk();
  const headers = { 'retry-after': '1' };
  const effect = { kind: 'answer', status: 429, code: 'RATE_LIMITED', headers } as const;
  const remove = mock.faults.add({ times: 'always', effect });
  expect((await run(['customers', 'list'])).errors).toContain('Wait for 1 second, then try again.');
  remove();
  mock.faults.add({ operation: 'transfers.createOut', times: 'always', effect });
  const refused = await run([...pay, '--yes', '--idempotency-key', 'a']);
  expect(refused.errors).toContain('then try again, with the same --idempotency-key.');
});

test('a command asks for nothing that it does not use', async () => {
  const { run, folder, pay, environment, failAll, own } = await desk();
  failAll('transfers.createOut');
  expect((await run([...pay, '--yes', '--idempotency-key', 'invoice-1'], own)).code).toBe(3);
  const nothing = Object.fromEntries(Object.keys(environment).map((name) => [name, '']));
  const { PAYMENTS_JOURNAL } = own;
  const open = { code: 3, errors: '', out: expect.stringContaining('invoice-1') };
  // What is open is in the file; whose it is, the secret and the service show.
  expect(await run(['journal', 'status'], { ...own, ...nothing })).toMatchObject(open);
  expect(await run(['journal', 'status'], { PAYMENTS_JOURNAL })).toMatchObject(open);
  // What is not sent has no secret, and is not recorded.
  const journal = ['--journal', join(folder, 'none', 'writes.db')];
  const url = { PAYMENTS_BASE_URL: 'https://api.example.com/2025-10-13' };
  const dry = await run([...pay, '--dry-run', ...journal], { ...nothing, ...url });
  expectEnd(dry, 0, /^(note: .+\n){2}$/);
  for (const args of [
    ['journal', 'recover', '--dry-run'],
    ['replay', 'report.json', '--yes'],
  ]) {
    const refused = {
      code: 2,
      errors: expect.stringContaining('is not an option of this command'),
    };
    expect(await run(args, own)).toMatchObject(refused);
  }
});

/** Commands of a profile, in the environment of another service. */
async function atProfile() {
  const [setting, other] = [await desk([]), await desk()];
  const { folder, environment, accountId, customerId, mock, run } = setting;
  mkdirSync(join(folder, 'payments'));
  const { PAYMENTS_CLIENT_SECRET: SECRET, PAYMENTS_ACCESS_TOKEN: AGENT, ...own } = environment;
  const print = '[ $PAYMENTS_ACCOUNT = agent ] && echo $AGENT || echo $SECRET';
  const text = JSON.stringify({ 'own one': { ...own, PAYMENTS_CREDENTIALS_COMMAND: print } });
  writeFileSync(join(folder, 'payments', 'profiles.json'), text, { mode: 0o600 });
  const shared = { ...recorded(folder), XDG_CONFIG_HOME: folder, SECRET, AGENT };
  const at = (args: readonly string[]) => run(args, { ...other.environment, ...shared });
  const file = join(folder, 'payouts.csv');
  writeFileSync(file, `${HEAD}o-1,000123456789,9.00,USD,\no-2,a,9.00,USD,\n`);
  const pay = [...setting.pay, '--yes', '--idempotency-key', 'a'];
  const { id: inEuro } = mock.add.externalAccount({ customerId, ...euroAccount });
  return { ...setting, at, pay, inEuro, file, payFile: ['run', file, '--from', accountId] };
}
type Given = Awaited<ReturnType<typeof atProfile>>;

const customer = ['customers', 'create', '--customer-type', 'INDIVIDUAL', '--full-name', 'Ada'];

test.each<[string, (given: Given) => readonly string[], lost?: OperationName]>([
  ['transactions list', ({ pay }) => pay, 'transfers.createOut'],
  ['agent actions list', ({ pay }) => ['agent', ...pay], 'agent.transfers.createOut'],
  ['journal recover', () => customer, 'customers.create'],
  ['transactions get Transaction:', ({ pay }) => pay],
  ['quotes create', ({ pay }) => pay.map((one) => one.replace('10.00USD', '10JPY'))],
  [
    'agent quotes create',
    ({ pay, payTo, inEuro }) =>
      ['agent', ...pay.slice(0, -3)].map((one) => (one === payTo ? inEuro : one)),
  ],
  ['transactions list', () => ['transactions', 'lists']],
  ['journal recover', () => ['jornal', 'recover']],
  ['quotes get --help', () => ['quotes', 'get', 'a']],
  ['external-accounts create', ({ payFile }) => [...payFile, '--check']],
  ['internal-accounts list', ({ file }) => ['run', file, '--check']],
])(
  '%s is printed with the profile, and where it is needed the journal',
  async (words, line, lost) => {
    const given = await atProfile();
    const { mock, at, folder } = given;
    if (lost) mock.faults.add({ operation: lost, times: 'always', effect: { kind: 'lose-reply' } });
    const place = ['--profile', 'own one', '--journal', join(folder, 'writes')];
    const { out, errors } = await at([...line(given), ...place]);
    const commands = `${out}${errors}`.match(/\bpayments [a-z][^;,)\n]*/g) ?? [];
    expect(commands.join()).toContain(`payments ${words}`);
    for (const one of commands) {
      expect(one).toContain(" --profile 'own one'");
      expect(one.includes(place.slice(2).join(' '))).toBe(/journal |create/.test(one));
    }
  },
);

test.each([
  'ada~:x~@db.example.com/writes?sslmode=require&~password=y~',
  'ada~:s3cret#1~@h/db?~password=y&~sslmode=no',
  ...['ada~:s3/cret~@h/db', 'ada~:12/c@ret~@h/db', 'ada~:12#c~@h/db', 'ada~:s3?c~@h/db', 'h:1/db'],
  ...['ada@srv~:x/y~@h/db', 'ada~:x~@/db?host=/run', 'h:5432/db?user=ada@srv', 'ada@[::1]:1/db'],
])('a command to be typed next names the database %s, without the password between ~', (text) => {
  const given = `postgres://${text}`;
  const typed = inPlaceOf([`--journal=${given.replaceAll('~', '')}`], () =>
    command('journal.recover'),
  );
  const shown = given.replaceAll(/~.*?~/g, '');
  expect(typed.replaceAll("'", '')).toBe(`payments journal recover --journal ${shown}`);
});
