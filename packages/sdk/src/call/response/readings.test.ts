import { findOperation } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { describe, expect, test } from 'vitest';
import { card, challenge } from '../../../test/scripted-service.ts';
import type { Sending } from '../../outcome/verdict.ts';
import type { Call } from '../call.ts';
import type { CalledOperation } from '../context.ts';
import { observationOf } from '../send/outcome-error.ts';
import { readResponse } from './read-response.ts';

interface Given {
  readonly name?: string;
  readonly path?: string;
  readonly leg?: 1 | 2;
  readonly validate?: 'strict' | 'warn' | 'off';
  readonly onDrift?: () => void;
  readonly status?: number;
  readonly type?: string | null;
  readonly age?: string;
  /** The body of the request. */
  readonly sent?: object;
}

const raw = { name: 'request', row: { retry: 'never', signing: 'never', path: '', responses: {} } };
const rawRead = { ...raw, row: { ...raw.row, retry: 'safe' } };
const rawOperations = new Map([
  ['request', raw],
  ['raw read', rawRead],
]);

/** Reads a body as the response of an operation: of `cards.update`, unless a test names another. */
function read(body: unknown, given: Given = {}) {
  const { name = 'cards.update', path = '/cards/Card:1', leg = 2, validate = 'strict' } = given;
  const { status = 200, type = 'application/json', onDrift, age = null, sent } = given;
  const operation = (rawOperations.get(name) ?? findOperation(name)) as CalledOperation;
  const { retry: rule, signing } = operation.row;
  const isPreparing = signing === 'required' && leg === 1;
  const sending: Sending = { rule, leg, isPreparing, hasKey: false };
  const call = { operation, settings: { validate, onDrift } } as unknown as Call;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const fields: Readonly<Record<string, string | null>> = { 'content-type': type, age };
  const header = (field: string) => fields[field] ?? null;
  const request = { operation, path, search: '', headers: {}, body: JSON.stringify(sent) };
  return readResponse(
    call,
    { sending, request, isCallersKey: false },
    { status, text, header, headers: () => [] },
  );
}

const refused = { status: 409, code: 'CONFLICT', message: 'no' };
const documents = { name: 'documents.list', path: '/documents' };
const removed = { name: 'agents.delete', path: '/agents/Agent:1', status: 204 };

describe('the response to a first leg', () => {
  const always = { leg: 1 } as const;
  const sometimes = { name: 'customers.update', path: '/customers/Customer:1', leg: 1 } as const;
  const customer = exampleOf('customers.update').result;

  test.each<[number, unknown]>([
    [200, card],
    [204, ''],
    [202, ' '],
    [200, challenge],
    [202, { ...challenge, payloadToSign: undefined }],
    [200, '<h1>Welcome</h1>'],
  ])('that always needs a signature is a challenge, and not %i %j', (status, body) => {
    expect(read(body, { ...always, status })).toMatchObject({
      kind: 'foreign',
      message: expect.stringContaining('A challenge was expected'),
    });
  });

  test('that always needs a signature is not text that is not JSON', () => {
    const page = read('<h1>Welcome</h1>', { ...always, status: 202 });
    expect(page).toMatchObject({ kind: 'foreign', message: expect.stringContaining('not valid') });
  });

  test('is a challenge, or the result where a signature is not always needed', () => {
    expect(read(challenge, { ...always, status: 202 })).toMatchObject({ kind: 'challenge' });
    expect(read(challenge, { ...sometimes, status: 202 })).toMatchObject({ kind: 'challenge' });
    const id = (customer as { readonly id: string }).id;
    const found = read(customer, { ...sometimes, path: `/customers/${id}` });
    expect(found).toMatchObject({ kind: 'value' });
  });
});

describe('a status', () => {
  test.each([199, 300, 302, 304, 399, 100])('of %i is foreign, whatever the body', (status) => {
    const reading = read(card, { status });
    expect(reading).toMatchObject({ kind: 'foreign', drift: [] });
    expect(reading).toHaveProperty('message', expect.stringContaining(String(status)));
    const expected = { kind: 'foreign-response', at: 5, response: 'foreign', isTransient: false };
    expect(observationOf(reading, 5)).toEqual(expected);
  });

  test.each([200, 201, 299])('of %i is a success', (status) => {
    expect(read(card, { status })).toEqual({ kind: 'value', value: card, drift: [] });
  });

  test.each([
    [409, refused, 'service', 'refused', false],
    [400, { ...refused, status: 400, code: 'NOT_LISTED' }, 'service', 'refused', false],
    [400, { code: 'NOT_LISTED' }, 'foreign', 'unclear', false],
    [403, { ...refused, status: 403, code: 'Forbidden' }, 'foreign', 'unclear', false],
    [403, { status: 403, code: 'FORBIDDEN' }, 'foreign', 'unclear', false],
    [404, { error: { ...refused, status: 404 } }, 'foreign', 'unclear', false],
    [409, { ...refused, status: 404 }, 'foreign', 'unclear', false],
    [503, { ...refused, status: '503' }, 'foreign', 'unclear', false],
    [500, { ...refused, status: 500, code: 'NOT_LISTED' }, 'service', 'unclear', false],
    [503, { ...refused, status: 503, code: 'NOT_LISTED' }, 'service', 'refused', true],
    [429, { ...refused, status: 429, code: 'NOT_LISTED' }, 'service', 'refused', true],
    [504, { ...refused, status: 504, code: 'NOT_LISTED' }, 'service', 'unclear', true],
    [429, '<html>', 'foreign', 'unclear', true],
  ])('of %i with %j is a %s response: %s', (status, body, origin, kind, isTransient) => {
    const reading = read(body, { status });
    expect(reading).toMatchObject({ kind, isTransient });
    const seen = { kind: `${origin}-response`, at: 7, response: kind, isTransient };
    expect(observationOf(reading, 7)).toEqual(seen);
  });
});

describe('a content type', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/problem+json',
    'application/vnd.api+json;v=1',
  ])('of %s is JSON', (type) => {
    const expected = { kind: 'value', drift: [] };
    expect(read({ data: [], hasMore: false }, { ...documents, type })).toMatchObject(expected);
  });

  test.each([
    'text/html',
    'text/json',
    'application/jsonx',
    'application/+json',
    'application/a b+json',
    'xapplication/json',
    'text/plain',
    null,
    '',
  ])('of %s is not, for a read', (type) => {
    const reading = read({ data: [], hasMore: false }, { ...documents, type });
    expect(reading).toMatchObject({ kind: 'foreign', drift: [] });
  });

  test.each(['text/plain', 'text/plain; charset=utf-8', 'application/octet-stream', null, ''])(
    'of %s may be that of an accepted write, and is reported',
    (type) => {
      const [first] = (read(card, { type }) as { readonly drift: readonly object[] }).drift;
      expect(first).toMatchObject({ kind: 'mismatch', path: '' });
      const foreign = read({}, { type });
      expect(foreign).toMatchObject({ kind: 'foreign', drift: [] });
    },
  );

  test.each(['text/html', 'text/plainx', 'image/png'])('of %s is not that of a write', (type) => {
    expect(read(card, { type })).toMatchObject({ kind: 'foreign' });
  });
});

describe('a challenge', () => {
  const first = { status: 202, leg: 1 } as const;

  test('is for the first leg alone', () => {
    expect(read(challenge, first)).toEqual({ kind: 'challenge', challenge });
    expect(read(challenge, { ...first, leg: 2 })).toMatchObject({ kind: 'foreign', drift: [] });
  });

  test('names the fields in which it differs', () => {
    const reading = read({ ...challenge, payloadToSign: 7, expiresAt: 8 }, first);
    expect(reading).toMatchObject({
      kind: 'foreign',
      message: 'The challenge differs from the contract at payloadToSign, expiresAt.',
      drift: [{ path: 'payloadToSign' }, { path: 'expiresAt' }],
    });
  });

  test.each(['', 'a\r\nb', 'é\u0100'])('cannot have the request id %j', (requestId) => {
    const reading = read({ ...challenge, requestId }, first);
    expect(reading).toMatchObject({
      kind: 'foreign',
      message: 'The challenge differs from the contract at requestId.',
    });
  });
});

describe('a body', () => {
  test.each(['', ' ', '\r\n'])('of %j is empty', (body) => {
    expect(read(body, removed)).toEqual({ kind: 'value', value: undefined, drift: [] });
    expect(read(body, { status: 200 })).toMatchObject({ kind: 'foreign', drift: [] });
  });

  test('that is empty, with another status than the declared one, is foreign', () => {
    const message = expect.stringContaining('its status is 200, which is not the declared one');
    expect(read('', { ...removed, status: 200 })).toMatchObject({ kind: 'foreign', message });
  });

  test.each(['7', 'null', JSON.stringify(refused)])('of %s is named as what it is', (body) => {
    expect(read(body)).toMatchObject({ message: expect.stringContaining('not an object') });
  });

  test('that is empty is the response of a raw request with status 204 only', () => {
    const empty = { kind: 'value', value: undefined, drift: [] };
    expect(read('', { name: 'request', status: 204 })).toEqual(empty);
    const expected = { kind: 'foreign', message: 'The response has no body.', drift: [] };
    expect(read('', { name: 'request', status: 200 })).toEqual(expected);
  });

  test.each([[[]], [[{ error: 'x' }]], [[card]]])('of %j is not that of a raw change', (value) => {
    const message = expect.stringContaining('it is not a JSON object');
    expect(read(value, { name: 'request' })).toMatchObject({ kind: 'foreign', message });
    expect(read(value, { name: 'raw read' })).toMatchObject({ kind: 'value', value });
  });

  test.each([{}, { id: 'Other:1' }, card])('of %j may be that of a raw request', (value) => {
    expect(read(value, { name: 'request' })).toEqual({ kind: 'value', value, drift: [] });
    const found = { kind: 'value', value, drift: [] };
    expect(read(value, { name: 'request', status: 202 })).toEqual(found);
  });
});

describe('a response to a change', () => {
  const update = { sent: { state: 'FROZEN' } };

  test.each([
    ['the id of the path', { id: 'Card:1' }],
    ['the id and what a gateway says', { id: 'Card:1', message: 'Request blocked' }],
    ['a copy of the request', { id: 'Card:1', state: 'FROZEN' }],
  ])('that is %s shows nothing', (_what, body) => {
    const message = expect.stringContaining('it has nothing that the request did not have');
    expect(read(body, update)).toMatchObject({ kind: 'foreign', message });
    expect(read({ ...body, form: 'VIRTUAL' }, update)).toMatchObject({ kind: 'value' });
  });

  test.each([200, 202])('that comes from a cache shows nothing, with the status %i', (status) => {
    const message = 'The response comes from a cache, where it has been for at least 7 s.';
    const given = { ...update, status, age: '7' };
    expect(read(card, given)).toMatchObject({ kind: 'foreign', message });
    expect(read(challenge, { ...given, leg: 1 })).toMatchObject({ kind: 'foreign', message });
    expect(read(card, { ...given, age: '0' })).toMatchObject({ kind: 'value' });
  });

  test('is not a refusal by the service if it comes from a cache', () => {
    const reading = read(refused, { status: 409, age: '7' });
    expect(reading).toMatchObject({ kind: 'unclear', isFromService: false });
    const found = { isFromService: true };
    expect(read(refused, { ...documents, status: 409, age: '7' })).toMatchObject(found);
  });
});

test.each([
  ['transactions.reject', '/transactions/Transaction:1/reject', { id: 'Transaction:1' }],
  ['cards.update', '/cards/Card:1', card],
  ['request', '/x', { id: 'Other:1' }],
  ['raw read', '/x', { id: 'Other:1' }],
  ['cards.get', '/cards/Card:1', card],
])('an error of the service beside an id is not the response of %s', (name, path, body) => {
  const value = { ...body, status: 403, code: 'FORBIDDEN', message: 'Request blocked' };
  expect(read(value, { name, path, sent: {} })).toMatchObject({ kind: 'foreign' });
});

test('a resource may have the fields of an error, with another status', () => {
  const value = { id: 'Delivery:1', status: 7, code: 'SENT', message: 'hello' };
  expect(read(value, { name: 'raw read' })).toMatchObject({ kind: 'value', value });
});

test('a response to a read may come from a cache', () => {
  const page = { data: [], hasMore: false, totalCount: 0 };
  expect(read(page, { ...documents, age: '7' })).toMatchObject({ kind: 'value', value: page });
});

test.each([
  { success: false },
  { success: 'false' },
  { ok: false },
  { errors: [{ message: 'no' }] },
  { status: 403, message: 'Forbidden' },
  { status: 'error' },
  { statusCode: 403 },
  challenge,
])('%j is not the response of a raw change, but may be that of a raw read', (body) => {
  expect(read(body, { name: 'request' })).toMatchObject({ kind: 'foreign' });
  expect(read(body, { name: 'raw read' })).toMatchObject({ kind: 'value', value: body });
});

describe('a number that would be rounded', () => {
  const big = '9007199254740993';
  const account = { name: 'internalAccounts.update', path: '/internal-accounts/InternalAccount:1' };
  const withField = (field: string) => `${JSON.stringify(card).slice(0, -1)},${field}}`;

  test.each([
    [`"later":${big}`, ['later']],
    [`"later":{"a":[${big}],"b":${big}}`, ['later.a.[]', 'later.b']],
  ])('is kept as text in unknown fields: %s', (field, paths) => {
    const reading = read(withField(field));
    expect(reading).toMatchObject({ kind: 'value' });
    const { value, drift } = reading as { value: object; drift: readonly { path: string }[] };
    expect(JSON.stringify(value)).toContain(`"${big}"`);
    expect(drift.map(({ path }) => path)).toEqual(paths);
  });

  test('is an error in any known field, beside an unknown one too', () => {
    const balance = `{"amount":${big},"currency":{"code":"USD"}}`;
    for (const more of ['', `,"later":${big}`, `,"balanceX":${big}`]) {
      const reading = read(`{"id":"InternalAccount:1","balance":${balance}${more}}`, account);
      expect(reading).toMatchObject({ kind: 'differs', message: expect.stringContaining('2^53') });
      const { drift, value } = reading as { drift: readonly object[]; value: object };
      expect(drift).toContainEqual(expect.objectContaining({ path: 'balance.amount' }));
      expect(JSON.stringify(value)).toContain(`"amount":"${big}"`);
    }
  });

  test('is an error in the place of a known value', () => {
    const frozen = `${JSON.stringify({ ...card, state: undefined }).slice(0, -1)},"state":${big}}`;
    expect(read(frozen)).toMatchObject({ kind: 'differs', drift: [{ path: 'state' }] });
    const expected = { kind: 'differs', drift: [{ path: 'state' }] };
    expect(read(frozen, { type: 'text/plain' })).toMatchObject(expected);
  });

  test('identifies a result by its type', () => {
    const fees = { networkFeeAsset: 'BTC', applicationFee: 1, totalFee: 1, netAmount: 1 };
    const body = `${JSON.stringify(fees).slice(0, -1)},"networkFee":${big}}`;
    const estimate = { name: 'quotes.estimateWithdrawalFee', path: '/quotes/estimate' };
    expect(read(body, estimate)).toMatchObject({ kind: 'differs' });
  });

  test('is kept as text everywhere where the contract has no schema', () => {
    const reading = read(`{"amount":${big}}`, { name: 'request' });
    expect(reading).toEqual({
      kind: 'value',
      value: { amount: big },
      drift: [expect.objectContaining({ path: 'amount', kind: 'unknown_value' })],
    });
  });

  test('does not identify a result', () => {
    expect(read(`{"id":${big}}`)).toMatchObject({ kind: 'foreign' });
  });
});

describe('a difference', () => {
  const later = { ...card, later: 1 };

  test('that loses nothing is reported to a listener', () => {
    expect(read(later)).toEqual({ kind: 'value', value: later, drift: [] });
    const expected = { kind: 'value', drift: [{ kind: 'unknown_field', path: 'later' }] };
    expect(read(later, { onDrift: () => undefined })).toMatchObject(expected);
  });

  test.each(['strict', 'warn'] as const)('in an accepted write is reported, %s', (validate) => {
    const { state: _state, ...less } = card;
    const reading = read(less, { validate });
    expect(reading).toMatchObject({ kind: 'value', value: less, drift: [{ path: 'state' }] });
    // A status that is not declared is read by the schema of the one that is.
    const created = read(less, { validate, status: 201 });
    expect(created).toMatchObject({ kind: 'value', drift: [{ path: 'state' }] });
  });

  test('of the status 202 is reported first', () => {
    const reading = read(card, { status: 202 });
    const found = { kind: 'value', drift: [{ path: '', message: 'The status is 202.' }] };
    expect(reading).toMatchObject(found);
  });

  test('is read by the schema of the status', () => {
    const request = { name: 'sessions.refresh', path: '/auth/sessions/Session:1/refresh' };
    const session = { id: 'Session:2', encryptedSessionSigningKey: 'sealed' };
    for (const status of [200, 201]) {
      expect(read(session, { ...request, status })).toMatchObject({ kind: 'value' });
    }
  });
});
