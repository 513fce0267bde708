import { execFile } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_VERSION } from '@org/payments-contract';
import { createMock, type Mock } from '@org/payments-mock';
import {
  type Clock,
  createPaymentsClient,
  type ErrorReport,
  isPaymentsError,
  type PaymentsClient,
  type PaymentsError,
  type Stamper,
} from '@org/payments-sdk';
import { expect, type TestContext, test } from 'vitest';

/** A service's responses to the requests of a call, in order. */
type Script = readonly ((request: IncomingMessage, response: ServerResponse) => void)[];

type Handler = Script[number];

/** A world in which the calls below would succeed. */
interface World {
  readonly mock: Mock;
  readonly agentId: `Agent:${string}`;
  readonly cardId: `Card:${string}`;
  readonly customerId: `Customer:${string}`;
  readonly stamper: Stamper;
}

async function makeWorld(): Promise<World> {
  const mock = createMock();
  const { account } = mock.add.wallet();
  const card = mock.add.card({ fundingSources: [account.id] });
  const { sessionKey } = await mock.add.session({ accountId: account.id });
  const { agent } = mock.add.agent();
  return {
    mock,
    agentId: agent.id as World['agentId'],
    cardId: card.id as World['cardId'],
    customerId: card.cardholderId as World['customerId'],
    stamper: sessionKey,
  };
}

const json =
  (status: number, body: object, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

const refuse = (status: number, code: string, headers?: Record<string, string>) =>
  json(status, { status, code, message: `${code}.` }, headers);

const reset: Handler = ({ socket }) => void socket.resetAndDestroy();
const hang: Handler = () => undefined;
const gateway: Handler = (_request, response) =>
  void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');

/** The status and a part of the body, then what `end` does. */
const partly =
  (end: (response: ServerResponse) => void): Handler =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
    response.write('{"kycUrl":', () => end(response));
  };
const cut = partly((response) => void response.socket?.resetAndDestroy());
const stall = partly(() => undefined);

const challenge = json(202, {
  payloadToSign: '{"a":1}',
  requestId: 'Request:0f8fad5b-d9cb-469f-a165-70867728950e',
  expiresAt: new Date(Date.now() + 300_000).toISOString(),
});

type OnTestFinished = TestContext['onTestFinished'];

/** Starts a service of a script, which reports when it is silent. */
async function serve(
  script: Script,
  onTestFinished: OnTestFinished,
  silence = new EventEmitter(),
): Promise<string> {
  // Nothing listens there, so the connection is refused.
  if (script.length === 0) return `http://127.0.0.1:1/${API_VERSION}`;
  const remainingHandlers = [...script];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const handler = remainingHandlers.shift() ?? reset;
      handler(request, response);
      if (handler === hang || handler === stall) silence.emit('silent');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/${API_VERSION}`;
}

type Called = (payments: PaymentsClient, world: World) => Promise<unknown>;

const rename: Called = (payments, { agentId }) => payments.agents.update({ agentId, name: 'New' });
const freeze: Called = (payments, { cardId: id, stamper }) =>
  payments.cards.update({ id, state: 'FROZEN' }, { stamper });
const read: Called = (payments, { cardId: id }) => payments.cards.get({ id });
const kycLink: Called = (payments, { customerId }) =>
  payments.customers.createKycLink({ customerId });

const cases: readonly (readonly [string, Called, Script, string, string])[] = [
  ['a refused connection', rename, [], 'ConnectionError', 'CONNECTION'],
  [
    'a lost response to an unkeyed write',
    rename,
    [reset],
    'OutcomeUnknownError',
    'OUTCOME_UNKNOWN',
  ],
  ['a lost leg 2', freeze, [challenge, reset], 'OutcomeUnknownError', 'OUTCOME_UNKNOWN'],
  ['silence', read, [hang, hang], 'TimeoutError', 'TIMEOUT'],
  ['silence after an unkeyed write', rename, [hang], 'OutcomeUnknownError', 'OUTCOME_UNKNOWN'],
  ['a refusal for good', freeze, [refuse(409, 'CONFLICT')], 'ConflictError', 'CONFLICT'],
  [
    'a refused leg 2',
    freeze,
    [challenge, refuse(401, 'UNAUTHORIZED')],
    'UnauthorizedError',
    'UNAUTHORIZED',
  ],
  [
    'a service that stays busy',
    read,
    [
      refuse(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '1' }),
      refuse(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '1' }),
    ],
    'ServiceError',
    'SERVICE_UNAVAILABLE',
  ],
  ['a gateway', read, [gateway, gateway], 'ServiceError', 'UNREADABLE_ERROR'],
  ['a body that breaks off', kycLink, [cut, cut], 'OutcomeUnknownError', 'OUTCOME_UNKNOWN'],
  ['a body that stalls', kycLink, [stall, stall], 'OutcomeUnknownError', 'OUTCOME_UNKNOWN'],
  [
    'a reset, then a refusal',
    freeze,
    [reset, refuse(404, 'NOT_FOUND')],
    'NotFoundError',
    'NOT_FOUND',
  ],
];

/** Long, so that a busy machine does not make a call time out when the script does not. */
const limits = { retry: 1, timeout: 60_000 };
/** For the scripts in which the service goes silent. */
const shortLimits = { retry: 1, timeout: 3000 };

/** Real milliseconds between the service's silence and the timeout, for what is on its way. */
const SETTLED = 500;

/**
 * Makes a clock on which an attempt reaches its timeout because the service is silent, and not
 * because a busy machine took long to deliver the request.
 */
function clockOf(silence: EventEmitter): Clock {
  let ahead = 0;
  const now = () => Date.now() + ahead;
  return {
    now,
    setTimeout(callback, milliseconds) {
      const end = now() + milliseconds;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const expire = () => {
        ahead += Math.max(0, end - now());
        callback();
      };
      const onSilence = () => {
        timer = setTimeout(expire, SETTLED);
      };
      if (milliseconds === shortLimits.timeout) silence.once('silent', onSilence);
      else timer = setTimeout(callback, milliseconds);
      return () => {
        silence.off('silent', onSilence);
        clearTimeout(timer);
      };
    },
  };
}

const limitsOf = (script: Script) =>
  script.includes(hang) || script.includes(stall) ? shortLimits : limits;

async function errorOf(call: Promise<unknown>): Promise<PaymentsError> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!isPaymentsError(error)) throw new Error('expected an error of the client', { cause: error });
  return error;
}

/** What a replay must reproduce: each attempt, except its times. */
function attemptsOf({ attempts }: ErrorReport) {
  return attempts.map(({ leg, phase, status, code, failure }) => ({
    leg,
    phase,
    status,
    code,
    failure,
  }));
}

// Side by side, because each waits for retries and time limits.
test.concurrent.for(cases)('%s is reproduced', async (reproduced, { onTestFinished }) => {
  const [, call, script, name, code] = reproduced;
  const silence = new EventEmitter();
  const baseUrl = await serve(script, onTestFinished, silence);
  const within = limitsOf(script);
  const clock = clockOf(silence);
  const options = { tokenId: 'token', clientSecret: 'secret', clock, ...within };
  const before = await makeWorld();
  const error = await errorOf(call(createPaymentsClient({ baseUrl, ...options }), before));
  expect(error).toMatchObject({ name, code });
  const report = JSON.parse(JSON.stringify(error.report())) as ErrorReport;

  const world = await makeWorld();
  const { mock } = world;
  mock.replay(report);
  const client = createPaymentsClient({ ...mock.connection, fetch: mock.fetch, ...within });
  const again = await errorOf(call(client, world));
  const facts = ({ name, code, operation, retryable, action }: PaymentsError) => ({
    name,
    code,
    operation,
    retryable,
    action,
  });
  // Over a given fetch no error proves that nothing was sent: there a refused change is not known,
  // and not repeated.
  const isProven = error.code !== 'CONNECTION' || call === read;
  if (!isProven) {
    expect(again).toMatchObject({ code: 'OUTCOME_UNKNOWN', operation: error.operation });
    expect(attemptsOf(again.report())).toMatchObject([{ phase: 'sent', failure: 'network' }]);
    return;
  }
  expect(facts(again)).toEqual(facts(error));
  expect(attemptsOf(again.report())).toEqual(attemptsOf(report));
  // Every fault was used once, so none is left.
  expect(mock.faults.armed.map(({ struck }) => struck)).toEqual(mock.faults.armed.map(() => 1));
});

test('payments-mock --replay reproduces an error', async ({ onTestFinished }) => {
  const baseUrl = await serve([refuse(409, 'CONFLICT')], onTestFinished);
  const world = await makeWorld();
  const options = { tokenId: 'token', clientSecret: 'secret', ...limits };
  const error = await errorOf(read(createPaymentsClient({ baseUrl, ...options }), world));
  const folder = mkdtempSync(join(tmpdir(), 'replay-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(error.report()));
  const program = new URL('../../packages/mock/src/server/cli.ts', import.meta.url).pathname;
  const flags = [
    '--conditions=source',
    program,
    '--port',
    '0',
    '--json',
    '--demo',
    '--replay',
    file,
  ];
  const child = execFile(process.execPath, flags);
  onTestFinished(() => void child.kill());
  const line = await new Promise<string>((resolve) => child.stdout?.once('data', resolve));
  const { baseUrl: there, tokenId, clientSecret } = JSON.parse(line) as Mock['connection'];
  const connection = { baseUrl: there, tokenId, clientSecret };
  const again = await errorOf(read(createPaymentsClient({ ...connection, ...limits }), world));
  expect(again).toMatchObject({ name: 'ConflictError', code: 'CONFLICT', status: 409 });
});
