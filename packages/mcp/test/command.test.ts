import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listenOn } from '../../sdk/test/servers.ts';
import { nextWords } from '../src/bin/payments/completion.ts';
import { flagsOf } from '../src/bin/payments/flags.ts';
import { usableOperations, wordsOf } from '../src/bin/payments/operations.ts';
import { commonNames } from '../src/bin/payments/options.ts';
import { toolOf } from '../src/tools/tool.ts';
import { desk, expectEnd } from './desk.ts';
import { addFailing, addFrida } from './stage.ts';

test('a period of transactions is a CSV by one command, over all pages', async () => {
  const { run, mock, payments, transfer, customerId } = await desk();
  const payAt = (time: string, amount: number) => {
    mock.clock.set(time);
    return payments.transfers.createOut({ ...transfer, amount, idempotencyKey: `of-${amount}` });
  };
  for (let count = 0; count < 45; count += 1) await payAt('2026-10-31T23:00:00Z', 100 + count);
  await payAt('2026-11-01T00:00:00Z', 1);
  const october = 'transactions list --from 2026-10-01 --to 2026-10-31 --csv'.split(' ');
  const { code, out, errors } = await run([...october, '--limit', '10']);
  expect([code, errors]).toEqual([0, '']);
  const [header = '', ...lines] = out.split('\n').slice(0, -1);
  expect(lines.filter((line) => line.includes('Transaction:'))).toHaveLength(45);
  const columns = header.split(',');
  for (const name of ['id', 'status', 'createdAt', 'customerId']) expect(columns).toContain(name);
  expect(new Set(lines.map((line) => line.split(',')[columns.indexOf('id')])).size).toBe(45);
  expect(out).toContain(customerId);
  const two = await run([...october, '--first', '2', '--columns', 'id,status']);
  expect(two.out.split('\n')).toHaveLength(4);
  expect(two.out).toMatch(/^id,status\nTransaction:/);
});

test('a table of payments says why one has failed, and shows no part of a rate', async () => {
  const { run, mock, payments, customerId, transfer, quoteOf } = await desk();
  const destination = { accountId: addFailing(mock, customerId) };
  await payments.transfers.createOut({ ...transfer, destination, amount: 5_00 });
  const quote = quoteOf(5_00, addFrida(mock, customerId));
  const { id: quoteId } = await payments.quotes.create(quote);
  await payments.quotes.execute({ quoteId });
  const { out } = await run(['transactions', 'list']);
  expect(out).toMatch(/^id +status +type +failureReason .*sentAmount\.amount +createdAt/);
  expect(out).toMatch(/ FAILED +OUTGOING +QUOTE_EXECUTION_FAILED /);
  expect(out).not.toContain('rateDetails');
});

test('names of strangers run no formula in a spreadsheet and hide nothing in a terminal', async () => {
  const { run, mock } = await desk();
  mock.add.customer({ fullName: '=HYPERLINK("http://evil.example.com","Pay")' });
  const grace = { fullName: 'Ada\u202E\u001B[2J, \nGrace' };
  mock.add.customer(grace);
  mock.add.customer({ fullName: 'Invoice 7;=1+1' });
  const csv = await run(['customers', 'list', '--csv']);
  expect(csv.out).toContain('"\'=HYPERLINK(""http://evil.example.com"",""Pay"")"');
  expect(csv.out).toContain("Invoice 7;'=1+1");
  expect(csv.out).toContain('"Ada[U+202E][U+001B][2J, [U+000A]Grace"');
  const table = await run(['customers', 'list', '--columns', 'id,fullName']);
  const json = await run(['customers', 'list', '--json']);
  for (const { out } of [table, json, csv]) {
    expect(out).not.toContain('\u202E');
    expect(out).not.toContain('\u001B');
  }
  expect(JSON.parse(json.out)).toContainEqual(expect.objectContaining(grace));
});

test('a payment is shown with its payee, and sent only after yes', async () => {
  const { run, pay, balance } = await desk(['no', 'yes']);
  const refused = await run(pay);
  expectEnd(refused, 4, 'Grace Hopper');
  expect(refused.errors).toContain('10.00 USD');
  expect(await balance()).toBe(1_000_00);
  const paid = await run([...pay, '--json']);
  expect(paid.code).toBe(0);
  expect(JSON.parse(paid.out)).toMatchObject({ id: expect.stringContaining('Transaction:') });
  expect(paid.errors).toMatch(/idempotency key: [\da-f-]{36}/);
  expect(await balance()).toBe(990_00);
});

test('a script pays with --yes and a key, once', async () => {
  const { run, pay, balance } = await desk();
  const [unasked, unkeyed] = [await run(pay), await run([...pay, '--yes'])];
  expect([unasked.code, unkeyed.code]).toEqual([2, 2]);
  expect(unasked.errors).toContain('nobody can be asked');
  expect(unkeyed.errors).toContain('--yes needs --idempotency-key');
  const keyed = [...pay, '--yes', '--idempotency-key', 'invoice-7'];
  for (const _ of [1, 2]) expect((await run(keyed)).code).toBe(0);
  expect(await balance()).toBe(990_00);
});

test('a lost payment stays unknown if its repeat is refused', async () => {
  const { run, pay, failAll, own } = await desk();
  const operation = 'transfers.createOut';
  const keyed = [...pay, '--yes', '--idempotency-key', 'invoice-8'];
  const lose = failAll(operation);
  expect((await run(keyed, own)).code).toBe(3);
  lose();
  failAll(operation, { kind: 'answer', status: 409, code: 'CONFLICT' });
  const refused = await run(keyed, own);
  expectEnd(refused, 3, 'CONFLICT');
  expect(refused.errors).toContain('it may have been carried out');
  expect(refused.errors).toContain('--idempotency-key invoice-8');
  // Another key is another payment.
  const other = [...pay, '--yes', '--idempotency-key', 'invoice-9'];
  expect((await run(other, own)).code).toBe(1);
});

test('without a journal, a refusal of a key that the person chose does not hide an earlier payment', async () => {
  const { run, pay, failAll } = await desk();
  failAll('transfers.createOut', { kind: 'answer', status: 409, code: 'CONFLICT' });
  expectEnd(
    await run([...pay, '--yes', '--idempotency-key', 'invoice-8']),
    1,
    'If a payment with this key was sent before',
  );
});

test('no advice of the command names what only a program can call', async () => {
  const { run, mock } = await desk();
  const forPrograms = /\w\(\)|`stamper`|`\.\w+`/;
  const create = ['customers', 'create', '--customer-type', 'INDIVIDUAL', '--full-name', 'Ada'];
  mock.faults.add({ operation: 'customers.create', effect: { kind: 'lose-reply' } });
  const lost = await run([...create, '--platform-customer-id', 'ada-1']);
  expect(lost.code).toBe(3);
  expect(lost.errors).not.toContain('payments journal recover');
  expect(lost.errors).not.toMatch(forPrograms);
});

test('--dry-run shows the request without the secret, and sends nothing', async () => {
  const { run, pay, mock, service } = await desk();
  const before = mock.requests.length;
  const { code, out, errors } = await run([...pay, '--dry-run']);
  expectEnd({ code, errors }, 0, 'note: this request has no idempotency key');
  expect(out).toContain("curl -X POST 'http://127.0.0.1:");
  expect(out).not.toContain(service.connection.clientSecret);
  expect(mock.requests.length).toBe(before);
});

test.each([
  [['--is-paused', 'false'], false],
  [['--is-paused=false'], false],
  [['--is-paused'], true],
])('an agent is updated with %j: paused is %j', async (options, isPaused) => {
  const { run } = await desk();
  const update = ['agents', 'update', '--agent-id', 'Agent:1', ...options, '--dry-run'];
  const { out, errors } = await run(update);
  expect(out).toContain(`"isPaused":${isPaused}`);
  expect(errors).toBe('');
});

test.each([
  [['cusomers', 'list'], 'did you mean: payments customers list'],
  [['cards'], 'did you mean: payments cards '],
  [['tokens'], 'did you mean: payments tokens list, payments tokens get, payments tokens delete\n'],
  [['trasnactions'], 'did you mean: payments transactions '],
  [['foo', 'bar'], '"foo bar" is not an operation; see payments --help'],
  [['rnu', 'file.csv'], '"rnu file.csv" is not an operation; did you mean: payments run\n'],
  [['jornal', 'stauts'], 'did you mean: payments journal status\n'],
  [['jornal'], 'did you mean: payments journal status, payments journal recover, payments journal'],
  [['recover'], 'did you mean: payments journal recover\n'],
  [['repaly', 'report.json'], 'did you mean: payments replay\n'],
  [['repaly', 'report.json', '--profile', 'live'], 'did you mean: payments replay\n'],
  [['hlep'], 'did you mean: payments help\n'],
  [['chekc', '--help'], 'did you mean: payments check\n'],
  [['profile', 'live'], 'did you mean: the option --profile\n'],
  [['transactions', 'get'], '\n  --transaction-id: is missing\n'],
  [['cards', 'list', '--cardholdr-id', 'x'], 'did you mean --cardholder-id'],
  [['transactions', 'list', '--from', '2026-02-31'], '--from takes a day'],
  [
    ['transactions', 'list', '--from', '2026-02-01', '--start-date', '2026-01-01T00:00:00Z'],
    '--from and --start-date exclude each other',
  ],
  [
    ['transactions', 'list', '--to', '2026-02-01', '--end-date', '2026-01-01T00:00:00Z'],
    '--to and --end-date exclude each other',
  ],
  [['cards', 'list', '--from', '2026-02-01'], '--from and --to are for lists with a period'],
  [['transactions', 'list', '--columns', 'stauts'], 'stauts is not a column; did you mean status'],
  [['transactions', 'get', 'Transaction:1', '--columns', 'id'], '--columns is for lists'],
  [['transactions', 'list', '--from', '2026-11-01', '--to', '2026-10-31'], '--from is after --to'],
  [['transfers', 'create-out', '--source.account-id', '--amount', '1USD'], 'has no value'],
  [['cards', 'freeze', 'Card:1'], 'did you mean: payments cards update, payments '],
  [['me'], 'did you mean: payments agent me get'],
  [['help', 'freeze'], 'did you mean: payments cards update, payments '],
  [['refund'], 'transactions reject, payments transactions get, '],
  [['external-accounts', 'create', '--account-info', '{}'], 'such as --account-info.account-type'],
  [
    ['external-accounts', 'create'],
    '--account-info.account-type, and what it asks for: is missing',
  ],
  [
    ['transfers', 'create-out', '--source.account-id', 'x'],
    '\n  --source.account-id: expected an id',
  ],
  [['quotes', 'create'], '--locked-currency-amount takes an amount with its currency'],
  [['transactions', 'list', '--csv', '--json'], 'exclude each other'],
  [['transactions', 'list', '--first', '0'], '--first takes a number'],
  [['tokens', 'create', '--name', 'x'], 'hands out a secret'],
  [['customers', 'get', '--customer-id', 'nobody'], '--customer-id'],
  [['customers', 'list', '--input', '-'], '--input is not JSON'],
  [['customers', 'list', '--journal', ''], '--journal has no value: is a variable empty?'],
  [['customers', 'list', '--journal', ':memory:'], 'gone when the command ends: name a file'],
])('%j is refused before anything is sent', async (args, message) => {
  const { run, mock } = await desk();
  const before = mock.requests.length;
  const { code, errors } = await run(args);
  expect(errors).toContain(message);
  expect(code).toBe(2);
  expect(mock.requests.length).toBe(before);
});

test('a field that JSON has twice is refused, because a reader may have seen the other', async () => {
  const { run, pay } = await desk(undefined, '{"amount":100,"amount":200}');
  const { code, errors } = await run([...pay.slice(0, -2), '--input', '-', '--yes']);
  expectEnd({ code, errors }, 2, /field twice/);
});

test('each field that the service refuses is printed with its reason', async () => {
  const { run, mock } = await desk();
  const errors = [{ field: 'customerId', message: 'belongs to another platform' }];
  const body = { status: 400, code: 'INVALID_INPUT', message: 'Refused.', details: { errors } };
  mock.faults.add({ effect: { kind: 'answer', status: 400, body } });
  const refused = await run(['customers', 'list']);
  expect(refused.code).toBe(1);
  expect(refused.errors).not.toContain('issues');
  expect(refused.errors).toContain('\n  --customer-id: belongs to another platform\n');
});

test('input comes from a file, and options override it', async () => {
  const { run, folder, pay, balance, transfer } = await desk(undefined, '{"amount":');
  const file = join(folder, 'payment.json');
  writeFileSync(file, JSON.stringify({ ...transfer, amount: 5_00, idempotencyKey: 'invoice-9' }));
  const paid = await run([...pay.slice(0, 2), '--input', file, '--amount-minor', '700', '--yes']);
  expectEnd(paid, 0, /^note: .+\n$/);
  expect(await balance()).toBe(993_00);
});

test('a secret on the command line is warned of, and never printed', async () => {
  const { run, customerId } = await desk();
  const secret = ['beneficial-owners', 'create', '--customer-id', customerId];
  const flags = ['--personal-info.identifier', '123-45-6789', '--dry-run'];
  const { out, errors } = await run([...secret, ...flags]);
  expect(errors).toContain('visible to other processes');
  expect(out + errors).not.toContain('123-45-6789');
});

test('the operations of an agent, and the mock as the target with one flag', async () => {
  const { run, service, agentId, pay } = await desk(['no']);
  const agent = await run(['agent', 'me', 'get', '--json']);
  expect(JSON.parse(agent.out)).toMatchObject({ id: agentId });
  const own = { PAYMENTS_BASE_URL: 'https://api.example.com/v', PAYMENTS_MOCK_URL: service.url };
  expect(await run(['config', 'get', '--mock'], own)).toMatchObject({ code: 0 });
  const asked = await run([...pay, '--mock'], own);
  expectEnd(asked, 4, /\n\nService: http:\/\/127\.0\.0\.1:\d+\/\S+, from the mock\n/);
  expect(await run(['config', 'get'], { PAYMENTS_BASE_URL: 'api' })).toMatchObject({ code: 2 });
  const nowhere = { PAYMENTS_MOCK_URL: 'http://127.0.0.1:9' };
  expectEnd(await run(['config', 'get', '--mock'], nowhere), 2, 'npx payments-mock');
});

test.each([
  [403, 'FORBIDDEN'],
  // One that a client would try again.
  [503, 'SERVICE_UNAVAILABLE'],
])(
  'a report of %i is replayed: the mock fails the next call in the same way',
  async (status, code) => {
    const { run, folder, service } = await desk();
    const file = join(folder, 'report.json');
    const attempt = { phase: 'response', status, code, durationMs: 12 };
    const report = { version: 1, operation: 'config.get', method: 'GET', path: '/config' };
    writeFileSync(file, JSON.stringify({ ...report, attempts: [attempt] }));
    const own = { PAYMENTS_MOCK_URL: service.url };
    const replayed = await run(['replay', file], own);
    expectEnd(replayed, 0, code, 'out');
    expect(replayed.errors).toContain('fails the next call of config get in this way');
    const failed = { code: 1, errors: expect.stringContaining(code) };
    expect(await run(['config', 'get'])).toMatchObject(failed);
    expect((await run(['config', 'get'])).code).toBe(0);
    // As a shell of Windows writes it.
    const utf16 = Buffer.from(
      `\ufeff${JSON.stringify({ ...report, attempts: [attempt] })}`,
      'utf16le',
    );
    writeFileSync(file, utf16);
    expect((await run(['replay', file], own)).code).toBe(0);
    expect(await run(['replay', file, file], own)).toMatchObject({ code: 2 });
    for (const attempts of ['[{}]', '[null]']) {
      writeFileSync(file, `{"attempts": ${attempts}}`);
      expect(await run(['replay', file], own)).toMatchObject({ code: 2 });
    }
  },
);

test('what is not a mock takes no report, and has no credentials', async () => {
  const { run, folder } = await desk();
  const page = await listenOn((_incoming, outgoing) => void outgoing.end('<html>'));
  onTestFinished(page.close);
  const file = join(folder, 'report.json');
  writeFileSync(file, '{"attempts": [{"phase": "request"}]}');
  for (const [url, problem] of [
    [page.url, /the mock refused|credentials of a mock/],
    ['localhost:4010', 'set an address such as http:'],
  ] as const) {
    for (const line of [
      ['replay', file],
      ['config', 'get', '--mock'],
    ]) {
      expectEnd(await run(line, { PAYMENTS_MOCK_URL: url }), 2, problem);
    }
  }
});

test('help is given in both orders, of an operation and of a resource', async () => {
  const { run } = await desk();
  const paying = await run(['help', 'transfers', 'create-out']);
  expect(paying.out).toMatch(/--idempotency-key <text>\n.+ required with --yes\n/);
  const direct = await run(['transactions', 'list', '--help']);
  expect(await run(['help', 'transactions', 'list'])).toEqual(direct);
  expect((await run(['help'])).out).toBe((await run(['--help'])).out);
  const cards = await run(['help', 'cards']);
  expect(cards.out).toContain('cards list: List cards');
  expect(await run(['cards', '--help'])).toEqual(cards);
  expect(await run(['cards', 'help'])).toEqual(cards);
  for (const line of [
    ['run', 'help'],
    ['help', 'run', 'status'],
  ]) {
    expect((await run(line)).out).toContain('payments run <file.csv>');
  }
  for (const own of ['check', 'journal']) expect((await run([own, 'help'])).out).toMatch(/^Usage/);
  const refused = await run(['help', 'cards', 'update']);
  expect(refused).toMatchObject({ code: 0, errors: '' });
  expect(refused.out).toContain('does not send it: cards update needs a signature of the customer');
  expect(refused.out).toContain('--state <ACTIVE|FROZEN|CLOSED>');
  expect(await run(['cards', 'update', '--help'])).toEqual(refused);
  expect(cards.out).toContain(
    'cards update: Freeze, unfreeze or close a card (from a program only',
  );
  expect((await run(['journal', '--help'])).code).toBe(0);
  expect((await run(['run', 'payouts.csv', '-h'])).out).toContain('payments run <file.csv>');
});

test('a profile is a whole environment from a file of its owner, without secrets in it', async () => {
  const { run, folder, environment, pay, sent } = await desk();
  mkdirSync(join(folder, 'payments'));
  const file = join(folder, 'payments', 'profiles.json');
  const secret = environment.PAYMENTS_CLIENT_SECRET;
  const { PAYMENTS_BASE_URL, PAYMENTS_TOKEN_ID } = environment;
  const sandbox = { PAYMENTS_BASE_URL, PAYMENTS_TOKEN_ID };
  const keep = (profile: unknown, mode = 0o600) => {
    writeFileSync(file, JSON.stringify({ sandbox: profile }));
    chmodSync(file, mode);
  };
  const get = (name = 'sandbox', own = {}) =>
    run(['config', 'get', '--profile', name], {
      ...{ XDG_CONFIG_HOME: folder, SECRET: secret, ...own },
      PAYMENTS_BASE_URL: 'https://live.example.com/2025-10-13',
    });
  keep({ ...sandbox, PAYMENTS_CREDENTIALS_COMMAND: 'printf %s "$SECRET"' });
  expect(await get()).toMatchObject({ code: 0, errors: '' });
  // What it leaves behind may keep its output open.
  for (const print of ['echo "$SECRET"; echo more', 'printf %s "$SECRET"']) {
    keep({ ...sandbox, PAYMENTS_CREDENTIALS_COMMAND: `sleep 20 2>&- & ${print}` });
    expect(await get()).toMatchObject({ code: 0, errors: '' });
  }
  keep({ ...sandbox, PAYMENTS_CREDENTIALS_COMMAND: 'exec yes' });
  expect((await get()).errors).toContain('ended with SIGTERM');
  keep({ ...sandbox, PAYMENTS_CREDENTIALS_COMMAND: 'echo $PAYMENTS_CLIENT_SECRET' });
  vi.stubEnv('PAYMENTS_CLIENT_SECRET', secret);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect((await get()).errors).toContain('CREDENTIALS_COMMAND printed nothing');
  expect((await get('sandbx')).errors).toContain('did you mean sandbox');
  keep(sandbox);
  const user = vi.spyOn(process, 'getuid').mockReturnValue(1);
  expect((await get()).errors).toMatch(/yours alone: it is of another user, so put a copy of/);
  user.mockRestore();
  expect((await get('sandbox', { XDG_CONFIG_HOME: 'a' })).errors).toMatch(
    /XDG_CONFIG_HOME is not an absolute path, .+: set it to one/,
  );
  // The secret of the environment belongs to another service.
  expect((await get()).errors).toContain('"sandbox" has no secret: add PAYMENTS_CREDENTIALS_');
  for (const [profile, mode, problem] of [
    [sandbox, 0o644, 'chmod 600'],
    [{ ...sandbox, PAYMENTS_CLIENT_SECRET: secret }, 0o600, 'keep it in the keychain'],
    [{ ...sandbox, TOKEN: 'a' }, 0o600, 'sets TOKEN'],
    [{ PAYMENTS_JOURNAL: 'postgres://h/db?password=a' }, 0o600, 'in ~/.pgpass'],
    [{ PAYMENTS_BASE_URL: 'https://a:b@live.example.com' }, 0o600, 'in the keychain'],
    [[], 0o600, 'is not a JSON object'],
  ] as const) {
    keep(profile, mode);
    const { code, errors } = await get();
    expectEnd({ code, errors }, 2, problem);
    expect(errors).not.toContain(secret);
  }
  // What was paid stands in the records that the environment names.
  keep({ ...sandbox, PAYMENTS_CREDENTIALS_COMMAND: 'printf %s "$SECRET"' });
  const records = { PAYMENTS_JOURNAL: 'paid.db', PAYMENTS_RUN_STATE: 'runs.db' };
  for (const kept of [{}, { PAYMENTS_JOURNAL: '', PAYMENTS_RUN_STATE: '' }]) {
    keep({ ...sandbox, PAYMENTS_CREDENTIALS_COMMAND: 'printf %s "$SECRET"', ...kept });
    expect((await get('sandbox', records)).code).toBe(0);
    const own = { XDG_CONFIG_HOME: folder, SECRET: secret };
    expectEnd(
      await run(['check', '--profile', 'sandbox'], { ...own, ...records }),
      1,
      'with --journal, or',
      'out',
    );
    for (const [name, path] of Object.entries(records)) {
      const line =
        name === 'PAYMENTS_JOURNAL'
          ? [...pay, '--yes', '--idempotency-key', 'a']
          : ['run', 'status', '--id', 'a'];
      const changing = [...line, '--profile', 'sandbox'];
      expectEnd(await run(changing, { ...own, [name]: path }), 2, `${name} is set`);
    }
  }
  expect(sent('transfers.createOut')).toBe(0);
});

test('a list that breaks off is an error, and not a short list', async () => {
  const { mock, run } = await desk();
  for (let count = 0; count < 30; count += 1) mock.add.customer();
  let requests = 0;
  const { url, close } = await listenOn(async (incoming, outgoing) => {
    requests += 1;
    if (requests > 1) return void outgoing.writeHead(403).end('{}');
    const request = new Request(`${mock.connection.baseUrl}/customers?limit=10`, {
      headers: { authorization: String(incoming.headers.authorization) },
    });
    const response = await mock.fetch(request);
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(await response.text());
  });
  onTestFinished(close);
  const own = { PAYMENTS_BASE_URL: `${url}/2025-10-13` };
  expectEnd(
    await run(['customers', 'list', '--csv'], own),
    1,
    'items printed: 10; the list is not complete',
  );
});

test('every operation has a help, and completion knows its words and options', async () => {
  const { run } = await desk();
  const overview = (await run(['--help'])).out;
  for (const { name } of usableOperations()) {
    const words = wordsOf(name).split(' ');
    expect(overview).toContain(words.at(-1));
    const { code, out } = await run([...words, '--help']);
    expect([name, code]).toEqual([name, 0]);
    expect(out).toContain(`Usage: payments ${words.join(' ')}`);
    expect(nextWords([...words.slice(0, -1), ''])).toContain(words.at(-1));
  }
  expect(nextWords(['transa'])).toEqual(['transactions']);
  expect(nextWords(['cards', 'list', '--cardh'])).toEqual(['--cardholder-id']);
  expect(nextWords(['journal', ''])).toEqual(['recover', 'settle', 'status']);
  expect(nextWords(['cards', 'list', '--state', 'FR'])).toEqual(['FROZEN']);
  const sourceType = ['quotes', 'create', '--source.source-type', ''];
  expect(nextWords(sourceType)).toEqual(['ACCOUNT', 'REALTIME_FUNDING']);
  expect(nextWords(['journal', 'settle', 'k', '--as', ''])).toEqual(['applied', 'not-applied']);
  expect(nextWords(['he'])).toEqual(['help']);
  expect(nextWords(['help', 'cards', 'li'])).toEqual(['list']);
  // The shell completes the name of a file.
  expect(nextWords(['cards', 'list', '--cardholder-id', ''])).toEqual([]);
  expect(nextWords(['run', 'a.csv', '--report', ''])).toEqual([]);
  for (const shell of ['bash', 'zsh', 'fish']) {
    expect((await run(['completion', shell])).out).toContain('payments completion words --');
  }
});

test('no option of an operation has the name of a common one', () => {
  const collisions = usableOperations().flatMap((operation) =>
    flagsOf(toolOf(operation, false))
      .map(({ name }) => `${operation.name} --${name}`)
      .filter((option) => commonNames.some((name) => option.endsWith(` --${name}`))),
  );
  expect(collisions).toEqual([]);
});
