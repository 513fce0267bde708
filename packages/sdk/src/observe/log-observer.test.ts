import type { IncomingMessage, ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { callOrWarn } from '@org/payments-contract/internal';
import pino from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import winston from 'winston';
import { card, challenge, json, scriptedClient } from '../../test/scripted-service.ts';
import { listenOn } from '../../test/servers.ts';
import { Call } from '../call/call.ts';
import type { SharedOptions } from '../call/options.ts';
import { createPaymentsClient } from '../client/payments-client.ts';
import { ConfigurationError } from '../errors/caller-errors.ts';
import type { Logger } from './log-observer.ts';

type Line = Readonly<Record<string, unknown>>;
type Write = (line: string) => void;

const fromPino = (write: Write) => pino({ level: 'debug' }, { write });
function stream(write: Write): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      write(String(chunk));
      done();
    },
  });
}

function fromWinston(write: Write): Logger {
  const transports = [new winston.transports.Stream({ stream: stream(write) })];
  return winston.createLogger({ level: 'debug', format: winston.format.json(), transports });
}

/** One that takes the message first, as `console` does. */
function plain(write: Write): Logger {
  const at = (level: string) => (message: string, fields: object) =>
    write(JSON.stringify({ level, message, ...fields }));
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}

const loggers: readonly (readonly [string, (write: Write) => Logger])[] = [
  ['pino', fromPino],
  ['a child of pino', (write) => fromPino(write).child({ part: 'payments' })],
  ['winston', fromWinston],
  ['a child of winston', (write) => (fromWinston(write) as winston.Logger).child({ part: 'p' })],
  ['a logger like the console', plain],
];

const secrets = ['client-secret-value', 'stamp-value', 'ada@example.org', 'PIN-4711'];

const expiresAt = new Date(Date.now() + 300_000).toISOString();
const refusal = { status: 404, code: 'NOT_FOUND', message: 'PIN-4711' };

/** The service: a signed change, a read that is refused with a secret in it, and a lost reply. */
function respond(request: IncomingMessage, response: ServerResponse): void {
  const { url = '', method, headers } = request;
  const json = (status: number, body: object, fields = {}) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...fields })
      .end(JSON.stringify(body));
  if (url.includes('/customers/')) request.socket.destroy();
  else if (method === 'GET') json(404, refusal, { 'request-id': 'Request:9' });
  else if (headers['service-wallet-signature'] === undefined)
    json(202, { ...challenge, expiresAt });
  else json(200, card);
}

const server = await listenOn((request, response) => {
  request.resume().once('end', () => respond(request, response));
});
afterAll(() => server.close());

async function linesOf(create: (write: Write) => Logger): Promise<readonly Line[]> {
  const lines: Line[] = [];
  const payments = createPaymentsClient({
    baseUrl: `${server.url}/2025-10-13`,
    tokenId: 'token',
    clientSecret: 'client-secret-value',
    stamper: { stamp: async () => 'stamp-value' },
    logger: create((line) => void lines.push(JSON.parse(line))),
    logLevel: 'debug',
    retry: 0,
  });
  await payments.cards.update({ id: 'Card:1', state: 'FROZEN' });
  await payments.cards.get({ id: 'Card:1' }).catch(() => undefined);
  const change = { customerId: 'Customer:1', email: 'ada@example.org' };
  await payments.customers.update(change).catch(() => undefined);
  // Streams of loggers write after a turn.
  await new Promise((resolve) => setImmediate(resolve));
  return lines;
}

const attempt = ['attempt.start', 'attempt.end'];

test.each(loggers)('%s writes every event with its fields, and no secret', async (_name, of) => {
  const lines = await linesOf(of);
  const named = lines.map(({ msg, message = msg, requestId }) => `${message} ${requestId}`);
  const signed = ['sign.start', 'sign.end', ...attempt, 'call.end'];
  expect(named).toEqual([
    ...['call.start', 'attempt.start'].map((type) => `payments: cards.update ${type} undefined`),
    ...['attempt.end', ...signed].map(
      (type) => `payments: cards.update ${type} ${challenge.requestId}`,
    ),
    ...['call.start', 'attempt.start'].map((type) => `payments: cards.get ${type} undefined`),
    ...['attempt.end', 'call.end'].map((type) => `payments: cards.get ${type} Request:9`),
    ...['call.start', ...attempt, 'call.end'].map(
      (type) => `payments: customers.update ${type} undefined`,
    ),
  ]);
  expect(new Set(lines.map(({ call }) => call)).size).toBe(3);
  expect(lines.at(-1)).toMatchObject({
    operation: 'customers.update',
    error: 'OUTCOME_UNKNOWN',
    durationMs: expect.any(Number),
  });
  expect(lines.filter((line) => 'idempotencyKey' in line)).toHaveLength(0);
  const written = JSON.stringify(lines);
  for (const secret of secrets) expect(written).not.toContain(secret);
});

test('levels are those of the events', async () => {
  const lines = await linesOf(plain);
  expect(lines.filter(({ level }) => level !== 'debug')).toMatchObject([
    { level: 'info', message: 'payments: cards.update call.end' },
    { level: 'error', message: 'payments: cards.get call.end' },
    { level: 'error', message: 'payments: customers.update call.end' },
  ]);
});

describe('PAYMENTS_LOG', () => {
  const get = { id: 'Card:1' };
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  test('logs to the console at its level, with the request id of the service', async () => {
    vi.stubEnv('PAYMENTS_LOG', 'DEBUG');
    const debug = vi.spyOn(console, 'debug').mockImplementation(() => {});
    vi.spyOn(console, 'info').mockImplementation(() => {});
    const { payments } = scriptedClient([json(200, card, { 'request-id': 'Request:9' })]);
    await payments.cards.get(get);
    expect(debug).toHaveBeenCalledWith(
      'payments: cards.get attempt.end',
      expect.objectContaining({ status: 200, requestId: 'Request:9' }),
    );
  });

  test('does not replace a level of the options, and logs nothing when it is not set', async () => {
    const logger = { error: vi.fn(), warn: vi.fn(), info: vi.fn(), debug: vi.fn() };
    const log = vi.spyOn(console, 'info').mockImplementation(() => {});
    await scriptedClient([json(200, card)]).payments.cards.get(get);
    expect(log).not.toHaveBeenCalled();
    vi.stubEnv('PAYMENTS_LOG', 'debug');
    await scriptedClient([json(200, card)], { logger, logLevel: 'info' }).payments.cards.get(get);
    expect([logger.info.mock.calls.length, logger.debug.mock.calls.length]).toEqual([1, 0]);
  });

  test('must be a level', async () => {
    vi.stubEnv('PAYMENTS_LOG', 'verbose');
    const { payments, received } = scriptedClient([]);
    await expect(payments.cards.get(get)).rejects.toThrow(ConfigurationError);
    expect(received).toEqual([]);
  });

  test('never shows a request id that holds other text', async () => {
    const seen: unknown[] = [];
    const { payments } = scriptedClient([json(200, card, { 'request-id': 'a b' })], {
      observers: [(event) => event.type === 'attempt.end' && seen.push(event.requestId)],
    });
    await payments.cards.get(get);
    expect(seen).toEqual([undefined]);
  });
});

const thrower = () => {
  throw new Error('hidden-value');
};
const rejecter = () => Promise.reject(new Error('hidden-value'));

let warnings: unknown[][] = [];
beforeEach(() => {
  warnings = [];
  vi.spyOn(process, 'emitWarning').mockImplementation((...warning: unknown[]) => {
    warnings.push(warning);
  });
});
afterEach(() => vi.restoreAllMocks());

function optionsWith(fail: () => void): Readonly<Record<string, () => SharedOptions>> {
  const own = () => fail();
  const logger = { error: own, warn: own, info: own, debug: own };
  return {
    observer: () => ({ observers: [own] }),
    logger: () => ({ logger, logLevel: 'debug' }),
    onDrift: () => ({ onDrift: own }),
  };
}

describe.each([
  ['throws', thrower],
  ['rejects', rejecter as unknown as () => void],
])('a user function that %s', (_how, fail) => {
  test.each(['observer', 'logger', 'onDrift'])('%s: does not affect the call', async (name) => {
    const options = optionsWith(fail)[name]?.() ?? {};
    const drifted = { ...card, later: 1 };
    const { payments, received } = scriptedClient(
      [json(200, drifted), json(200, drifted)],
      options,
    );
    await expect(payments.cards.get({ id: 'Card:1' })).resolves.toEqual(drifted);
    await expect(payments.cards.get({ id: 'Card:1' })).resolves.toEqual(drifted);
    await new Promise((resolve) => setImmediate(resolve));
    expect(received).toHaveLength(2);
    // Reported once, whatever it does later, and without the text of the error.
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings)).not.toContain('hidden-value');
  });
});

test('a value that is not a function is reported once', () => {
  for (const value of ['text', true, 'other']) callOrWarn('A value', value as never, card);
  expect(warnings).toHaveLength(1);
});

test('events are created only for observers', async () => {
  const emit = vi.spyOn(Call.prototype, 'emit');
  const alone = scriptedClient([json(200, card)]);
  await alone.payments.cards.get({ id: 'Card:1' });
  expect(emit).not.toHaveBeenCalled();
  const observed = scriptedClient([json(200, card)], { observers: [() => {}] });
  await observed.payments.cards.get({ id: 'Card:1' });
  const expected = ['call.start', 'attempt.start', 'attempt.end', 'call.end'];
  expect(emit.mock.calls.map(([{ type }]) => type)).toEqual(expected);
});
