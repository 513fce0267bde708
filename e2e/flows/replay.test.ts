import { execFile } from 'node:child_process';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createMock,
  type Fault,
  type Mock,
  type ErrorReport as ReplayedReport,
} from '@org/payments-mock';
import {
  createPaymentsClient,
  type ErrorReport,
  isPaymentsError,
  type PaymentsClient,
  type PaymentsError,
} from '@org/payments-sdk';
import { expect, expectTypeOf, inject, onTestFinished, test } from 'vitest';

/** A mock in which the calls below succeed; every one has the same ids and keys. */
async function makeWorld() {
  const mock = createMock();
  const { account } = mock.add.wallet();
  const { id } = mock.add.card({ fundingSources: [account.id] });
  const { sessionKey: stamper } = await mock.add.session({ accountId: account.id });
  const { agent } = mock.add.agent();
  const agentId = agent.id;
  const calls = {
    rename: ({ agents }: PaymentsClient) => agents.update({ agentId, name: 'New' }),
    freeze: ({ cards }: PaymentsClient) => cards.update({ id, state: 'FROZEN' }, { stamper }),
    read: ({ cards }: PaymentsClient) => cards.get({ id }),
  };
  const client = createPaymentsClient({ ...mock.connection, fetch: mock.fetch, retry: 1 });
  return { mock, calls, client };
}

async function errorOf(call: Promise<unknown>): Promise<PaymentsError> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!isPaymentsError(error)) throw new Error('expected an error of the client', { cause: error });
  return error;
}

/** What a replay must reproduce: the error, and each attempt except its times. */
function factsOf(error: PaymentsError) {
  const { name, code, operation, retryable, action } = error;
  const attempts = error.report().attempts.map(({ leg, phase, status, code, failure }) => ({
    ...{ leg, phase, status, code, failure },
  }));
  return { name, code, operation, retryable, action, attempts };
}

type Case = readonly [string, 'rename' | 'freeze' | 'read', Fault, string];

const cases: readonly Case[] = [
  ['a lost leg 2', 'freeze', { leg: 2, effect: { kind: 'lose-reply' } }, 'OUTCOME_UNKNOWN'],
  [
    'a gateway',
    'read',
    { times: 2, effect: { kind: 'answer', status: 502, html: '<h1>Bad gateway</h1>' } },
    'UNREADABLE_ERROR',
  ],
  [
    'a body that breaks off',
    'rename',
    { effect: { kind: 'truncate', bytes: 9 } },
    'OUTCOME_UNKNOWN',
  ],
];

test.each(cases)('%s is reproduced from its report', async (_name, call, fault, code) => {
  const before = await makeWorld();
  before.mock.faults.add(fault);
  const error = await errorOf(before.calls[call](before.client));
  expect(error.code).toBe(code);
  const { mock, calls, client } = await makeWorld();
  mock.replay(JSON.parse(JSON.stringify(error.report())));
  expect(factsOf(await errorOf(calls[call](client)))).toEqual(factsOf(error));
  // Every fault was used once, so none is left.
  expect(mock.faults.armed.map(({ struck }) => struck)).toEqual(mock.faults.armed.map(() => 1));
});

test('the mock takes every report that the client makes, and payments-mock --replay does', async () => {
  expectTypeOf<ErrorReport>().toExtend<ReplayedReport>();
  const { mock, calls, client } = await makeWorld();
  mock.faults.add({ effect: { kind: 'answer', status: 409, code: 'CONFLICT' } });
  const error = await errorOf(calls.read(client));
  using folder = mkdtempDisposableSync(join(tmpdir(), 'replay-'));
  const file = join(folder.path, 'report.json');
  writeFileSync(file, JSON.stringify(error.report()));
  const program = `${inject('programs')}/payments-mock.mjs`;
  const flags = ['--port', '0', '--json', '--demo', '--replay', file];
  const child = execFile(process.execPath, ['--conditions=source', program, ...flags]);
  onTestFinished(() => void child.kill());
  const line = await new Promise<string>((resolve) => child.stdout?.once('data', resolve));
  const { baseUrl, tokenId, clientSecret } = JSON.parse(line) as Mock['connection'];
  const there = createPaymentsClient({ baseUrl, tokenId, clientSecret });
  const again = await errorOf(calls.read(there));
  expect(again).toMatchObject({ name: 'ConflictError', code: 'CONFLICT', status: 409 });
});
