import { readdirSync, readFileSync } from 'node:fs';
import {
  ApiError,
  ConnectionError,
  ContractError,
  IdempotencyKeyReusedError,
  InvalidRequestError,
  OutcomeUnknownError,
  TimeoutError,
  UnauthorizedError,
} from '@org/payments-sdk';
import { describe, expect, it } from 'vitest';
import { refusalOf } from './error-refusals.ts';
import { RelayRefusal } from './refusal.ts';
import { relayErrorCodes } from './relay-codes.ts';

const LEAK = 'upstream-client-secret';
const api = (status: number, code: string, more: { reason?: string; retryAfter?: number } = {}) => {
  const { reason, retryAfter } = more;
  const body = { status, code, message: LEAK, ...(reason && { reason }) };
  return new (status === 401 ? UnauthorizedError : ApiError)(body, { retryAfter });
};
/** An error with the outcome of its write, as the client attaches it. */
const withOutcome = (error: Error, outcome: string) =>
  Object.defineProperty(error, 'outcome', { value: outcome });
const sentAt = '2026-01-05T09:00:00Z';
const usedKey = (by: 'result' | 'refusal') =>
  new IdempotencyKeyReusedError({ by, operation: 'cards.update', idempotencyKey: LEAK });

describe('refusalOf', () => {
  it.each<[string, unknown, object]>([
    [
      'a rate limit',
      api(429, 'RATE_LIMITED', { retryAfter: 1_200 }),
      { status: 429, code: 'RATE_LIMITED', retryAfter: 1_200 },
    ],
    [
      'a code of the contract',
      api(400, 'PASSKEY_CREDENTIAL_ALREADY_EXISTS'),
      { status: 400, code: 'PASSKEY_CREDENTIAL_ALREADY_EXISTS' },
    ],
    ['a later code', api(422, 'SOMETHING_NEW'), { status: 422, code: 'SOMETHING_NEW' }],
    ['text that is not a code', api(422, `no ${LEAK}`), { status: 422, code: 'SERVICE_REFUSED' }],
    [
      'a wrong code',
      api(401, 'UNAUTHORIZED', { reason: 'Invalid OTP code' }),
      { status: 401, code: 'UNAUTHORIZED', reason: 'wrong_otp' },
    ],
    [
      'an unknown check',
      api(401, 'UNAUTHORIZED', { reason: LEAK }),
      { status: 401, code: 'UNAUTHORIZED', reason: 'unknown' },
    ],
    [
      'a late leg 2',
      api(401, 'UNAUTHORIZED', { reason: 'Challenge expired' }),
      { status: 400, code: 'TICKET_EXPIRED' },
    ],
    [
      "the relay's own credentials",
      api(401, 'UNAUTHORIZED', { reason: 'Missing API credentials' }),
      { status: 500, code: 'INTERNAL_ERROR' },
    ],
    ['a failing service', api(500, 'INTERNAL_ERROR'), { status: 500, code: 'INTERNAL_ERROR' }],
    [
      'an unavailable service',
      api(503, 'SERVICE_UNAVAILABLE', { retryAfter: 9_000 }),
      { status: 503, code: 'SERVICE_UNAVAILABLE', retryAfter: 9_000 },
    ],
    ['no connection', new ConnectionError(LEAK), { status: 503, code: 'SERVICE_UNAVAILABLE' }],
    [
      'no response in time',
      new TimeoutError('timeout', 1),
      { status: 503, code: 'SERVICE_UNAVAILABLE' },
    ],
    [
      'a lost response',
      new OutcomeUnknownError({ requestId: 'Request:1', sentAt }),
      { status: 502, code: 'OUTCOME_UNKNOWN', requestId: 'Request:1' },
    ],
    [
      'a key that the service refuses',
      withOutcome(usedKey('refusal'), 'not-applied'),
      { status: 409, code: 'IDEMPOTENCY_KEY_REUSED' },
    ],
    [
      'the result of another request',
      withOutcome(usedKey('result'), 'unknown'),
      { status: 502, code: 'OUTCOME_UNKNOWN' },
    ],
    [
      'an unreadable response to a change',
      withOutcome(new ContractError(LEAK, { status: 200 }), 'applied'),
      { status: 502, code: 'OUTCOME_UNKNOWN' },
    ],
    [
      'an unreadable response to a read',
      withOutcome(new ContractError(LEAK, { status: 200 }), 'not-applied'),
      { status: 500, code: 'INTERNAL_ERROR' },
    ],
    [
      'an error whose verdict is not known, whatever its class',
      withOutcome(new ConnectionError(LEAK), 'unknown'),
      { status: 502, code: 'OUTCOME_UNKNOWN' },
    ],
    [
      'any other unexpected response',
      new ContractError(LEAK),
      { status: 500, code: 'INTERNAL_ERROR' },
    ],
    [
      'an input the SDK refuses',
      new InvalidRequestError([{ path: LEAK, message: LEAK }]),
      { status: 400, code: 'INVALID_INPUT' },
    ],
    ['a bug', new TypeError(LEAK), { status: 500, code: 'INTERNAL_ERROR' }],
    ['something thrown', LEAK, { status: 500, code: 'INTERNAL_ERROR' }],
    ['its own', new RelayRefusal(403, 'FORBIDDEN'), { status: 403, code: 'FORBIDDEN' }],
  ])('responds to %s', (_name, error, expected) => {
    const refusal = refusalOf(error);
    expect(refusal).toMatchObject(expected);
    expect(JSON.stringify(refusal)).not.toContain(LEAK);
  });
});

const codes = Object.keys(relayErrorCodes).sort();
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const unique = (found: Iterable<RegExpMatchArray>) =>
  [...new Set([...found].map(([, code = '']) => code))].sort();

it('lists each code that the relay refuses with, and no other', () => {
  const sources = readdirSync(new URL('..', import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => read(`../${name}`))
    .join('\n');
  expect(unique(sources.matchAll(/new RelayRefusal\(\d{3}, '(\w+)'/g))).toEqual(codes);
});

it('is in step with the table of the protocol and that of the documentation', () => {
  const protocol = read('../protocol/index.ts');
  expect(unique(protocol.matchAll(/^ \* \| \d{3} \| `(\w+)`/gm))).toEqual(codes);
  for (const [, status, code] of protocol.matchAll(/^ \* \| (\d{3}) \| `(\w+)`/gm)) {
    expect(relayErrorCodes[code as 'FORBIDDEN'].status).toBe(Number(status));
  }
  const [, table = ''] = read('../../../../docs/relay.md').split('## Refusals');
  const rows = [...table.matchAll(/^\| [\d, ]+ \| (.+?) \|/gm)].map(([, cell]) => cell).join(' ');
  expect(unique(rows.matchAll(/`(\w+)`/g))).toEqual(codes);
});

it('leads to the page of a code of the relay or the service, and of no other', () => {
  const page = 'https://org.github.io/payments-sdk/errors/TICKET_EXPIRED';
  const refusal = new RelayRefusal(400, 'TICKET_EXPIRED');
  expect(refusal.docs).toBe(page);
  expect(refusal.toJSON()).toEqual({ code: 'TICKET_EXPIRED', docs: page });
  expect(new RelayRefusal(409, 'CARD_NOT_MUTABLE').docs).toContain('/errors/CARD_NOT_MUTABLE');
  expect(new RelayRefusal(409, 'TOO_MANY_SOURCES').toJSON()).toEqual({ code: 'TOO_MANY_SOURCES' });
  expect(new RelayRefusal(409, 'constructor').docs).toBeUndefined();
});
