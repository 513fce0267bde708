import { type Fields, operations } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { afterAll, describe, expect, test } from 'vitest';
import { listenOn } from '../../test/servers.ts';
import { createAgentClient } from '../client/agent-client.ts';
import { createPaymentsClient } from '../client/payments-client.ts';
import { ContractError, OutcomeUnknownError } from '../errors/network-errors.ts';
import type { Outcome } from './observations.ts';
import { listShows, type ReadSubject, readShows, showsEarlier } from './read-rules.ts';

const SENT = Date.parse('2026-01-05T09:00:00Z');
const BEFORE = '2026-01-05T08:59:59.999Z';
/** Before the change by more than clocks differ. */
const LONG_BEFORE = '2026-01-05T08:54:59.999Z';
const AT = '2026-01-05T09:00:00Z';
const AFTER = '2026-01-05T09:00:01Z';

function subject(method: ReadSubject['method'], earliest = SENT): ReadSubject {
  return { method, change: { wanted: 'x' }, earliest, isDated: true };
}

interface Item {
  readonly value?: string;
  readonly createdAt?: unknown;
  readonly updatedAt?: unknown;
  readonly isDeleted?: boolean;
}

describe('a resource', () => {
  const rule = (canBeHidden = false) => ({
    by: 'read' as const,
    read: 'cards.get',
    input: () => ({}),
    isApplied: ({ wanted }: { wanted?: unknown }, found: Item | undefined) => {
      if (found?.value === 'throw') throw new TypeError('the resource differs from the contract');
      return found?.value === 'none' ? undefined : found === undefined || found.value === wanted;
    },
    canBeHidden,
  });
  const shows = (method: ReadSubject['method'], found: Item | undefined, canBeHidden?: boolean) =>
    readShows(rule(canBeHidden), subject(method), found as Record<string, unknown> | undefined);

  test.each<[Item | undefined, Outcome]>([
    [{ value: 'x', updatedAt: AFTER }, 'applied'],
    [{ value: 'x', updatedAt: AT }, 'applied'],
    [{ value: 'x' }, 'applied'],
    [{ value: 'x', updatedAt: 7 }, 'applied'],
    [{ value: 'x', updatedAt: BEFORE }, 'unknown'],
    [{ value: 'x', isDeleted: true, updatedAt: AFTER }, 'unknown'],
    [{ value: 'x', isDeleted: false }, 'applied'],
    [{ value: 'y' }, 'not-applied'],
    [{ value: 'y', isDeleted: true, updatedAt: AFTER }, 'not-applied'],
    [{ value: 'none' }, 'unknown'],
    [{ value: 'throw' }, 'unknown'],
    [undefined, 'applied'],
  ])('%j shows of a change: %s', (found, outcome) => {
    expect(shows('PATCH', found)).toBe(outcome);
  });

  test.each<[Item | undefined, Outcome]>([
    [undefined, 'applied'],
    [{ value: 'x', isDeleted: true, updatedAt: BEFORE }, 'applied'],
    [{ value: 'y' }, 'not-applied'],
  ])('%j shows of a deletion: %s', (found, outcome) => {
    expect(shows('DELETE', found)).toBe(outcome);
  });

  test('shows nothing of a change if it is not known when that was sent', () => {
    const found = { value: 'x', updatedAt: BEFORE };
    expect(readShows(rule(), subject('PATCH', Number.NaN), found)).toBe('unknown');
  });

  test.each<[Item, Outcome]>([
    [{ value: 'y', updatedAt: LONG_BEFORE }, 'not-applied'],
    [{ value: 'y', updatedAt: '2026-01-05T08:55:00Z' }, 'unknown'],
    [{ value: 'y', updatedAt: BEFORE }, 'unknown'],
    [{ value: 'y', updatedAt: AT }, 'unknown'],
    [{ value: 'y', updatedAt: AFTER }, 'unknown'],
    [{ value: 'y' }, 'unknown'],
  ])('%j shows of a change that a later one may hide: %s', (found, outcome) => {
    expect(shows('PATCH', found, true)).toBe(outcome);
  });
});

describe('a list', () => {
  const rule = (canBeHidden = false, whenAbsent: Outcome = 'not-applied') => ({
    by: 'list' as const,
    read: 'cards.list',
    input: () => ({}),
    matches: (_change: object, { value }: Item, sentAt: string) => {
      if (value === 'throw') throw new TypeError('the item differs from the contract');
      if (value === 'sentAt')
        return sentAt === '2026-01-05T09:00:00.000Z' ? 'not-applied' : 'applied';
      return value as Outcome | undefined;
    },
    whenAbsent,
    canBeHidden,
  });
  const shows = (
    items: readonly Item[],
    method: ReadSubject['method'] = 'POST',
    { canBeHidden = false, isWhole = true, earliest = SENT } = {},
  ) =>
    listShows(
      rule(canBeHidden),
      subject(method, earliest),
      items as readonly Record<string, unknown>[],
      isWhole,
    );

  test.each<[readonly Item[], Outcome]>([
    [[{ value: 'applied', createdAt: AT }], 'applied'],
    [[{ value: 'applied', createdAt: AFTER }], 'applied'],
    [[{ value: 'applied', createdAt: BEFORE }], 'unknown'],
    [[{ value: 'applied', createdAt: BEFORE, updatedAt: AFTER }], 'unknown'],
    [[{ value: 'applied' }], 'unknown'],
    [[{ value: 'applied', createdAt: AFTER, isDeleted: true }], 'unknown'],
    [[{ value: 'applied', createdAt: AFTER, isDeleted: false }], 'applied'],
    [[{ value: 'not-applied' }, { value: 'applied', createdAt: AT }], 'applied'],
    [[{ value: 'unknown' }, { value: 'not-applied' }], 'not-applied'],
    [[{ value: 'not-applied', updatedAt: AFTER }], 'not-applied'],
    [[{ value: 'unknown' }, {}], 'unknown'],
    [[{ value: 'throw' }], 'not-applied'],
    [[{ value: 'sentAt' }], 'not-applied'],
    [[{}], 'not-applied'],
    [[], 'not-applied'],
  ])('of %j shows of a creation: %s', (items, outcome) => {
    expect(shows(items)).toBe(outcome);
  });

  test.each<[Item, Outcome]>([
    [{ value: 'applied', createdAt: BEFORE, updatedAt: AFTER }, 'applied'],
    [{ value: 'applied', createdAt: AFTER, updatedAt: BEFORE }, 'unknown'],
    [{ value: 'applied', createdAt: AFTER }, 'applied'],
  ])('of %j shows of a change: %s', (item, outcome) => {
    expect(shows([item], 'PATCH')).toBe(outcome);
  });

  test.each<[Item, Outcome]>([
    [{ value: 'not-applied', updatedAt: LONG_BEFORE }, 'not-applied'],
    [{ value: 'not-applied', updatedAt: BEFORE }, 'unknown'],
    [{ value: 'not-applied', updatedAt: AT }, 'unknown'],
    [{ value: 'not-applied' }, 'unknown'],
    [{ value: 'unknown', updatedAt: BEFORE }, 'unknown'],
    [{ value: undefined, updatedAt: AFTER }, 'not-applied'] as unknown as [Item, Outcome],
  ])('of %j shows of a change that a later one may hide: %s', (item, outcome) => {
    expect(shows([item], 'PATCH', { canBeHidden: true })).toBe(outcome);
  });

  test('that was not read to its end does not show that the change is missing', () => {
    expect(shows([], 'POST', { isWhole: false })).toBe('unknown');
    expect(shows([{ value: 'applied', createdAt: AT }], 'POST', { isWhole: false })).toBe(
      'applied',
    );
  });

  test('shows nothing if it is not known when the change was sent', () => {
    const items = [{ value: 'applied', createdAt: AFTER }];
    expect(shows(items, 'POST', { earliest: Number.NaN })).toBe('unknown');
  });
});

describe('the result of a change', () => {
  const earliest = Date.parse('2026-01-05T09:00:00Z');
  const rule = {
    by: 'read',
    read: 'cards.get',
    input: () => ({}),
    isApplied: (change: Fields, found: Fields | undefined) => change.state === found?.state,
  } as const;
  const update = { method: 'PATCH', change: { state: 'FROZEN' } } as const;
  const before = { state: 'ACTIVE', updatedAt: LONG_BEFORE };

  test.each([
    [true, update, before],
    [false, update, { ...before, state: 'FROZEN' }],
    [false, update, { ...before, updatedAt: '2026-01-05T09:00:00Z' }],
    [false, update, { ...before, updatedAt: BEFORE }],
    [false, update, { state: 'ACTIVE' }],
    [false, { ...update, method: 'DELETE' as const }, before],
    [false, { ...update, method: 'DELETE' as const }, { ...before, isDeleted: true }],
    [true, { ...update, method: 'DELETE' as const }, { ...before, isDeleted: false }],
  ])('shows the resource as it was before: %s, %j of %j', (shows, change, found) => {
    expect(showsEarlier(rule, change, found, () => earliest)).toBe(shows);
  });

  test('shows nothing earlier by a rule that cannot interpret it', () => {
    for (const isApplied of [
      () => undefined,
      () => {
        throw new Error('not interpreted');
      },
    ]) {
      expect(showsEarlier({ ...rule, isApplied }, update, before, () => earliest)).toBe(false);
    }
  });
});

let lie: (typeof foreignResponses)[number];

const gateway = await listenOn((request, response) => {
  request.resume().once('end', () => {
    // The real service requests the signatures; the gateway lies about the change itself.
    const { 'x-legs': legs = '1', 'request-id': answered = 'Request:0' } = request.headers;
    const leg = Number(String(answered).split(':')[1]) + 1;
    if (leg < Number(legs)) {
      const requestId = `Request:${leg}`;
      const expiresAt = new Date(Date.now() + 300_000).toISOString();
      response.writeHead(202, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ payloadToSign: 'x', requestId, expiresAt }));
      return;
    }
    const [status, body] = lie;
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'Request:gw' });
    response.end(body);
  });
});
afterAll(() => gateway.close());

type Method = (input: unknown, options?: object) => Promise<unknown>;

const stamper = { stamp: async () => 'stamp' };
const options = { baseUrl: `${gateway.url}/2025-10-13`, retry: 0 };
const platform = createPaymentsClient({
  ...options,
  tokenId: 'id',
  clientSecret: 'secret',
  stamper,
});
const agent = createAgentClient({ ...options, accessToken: 'token' });

/** Calls an operation by its name, over HTTP, with a stamper. */
async function failureOf(name: string): Promise<unknown> {
  const [verb = '', resource = '', prefix] = name.split('.').reverse();
  const client = prefix === undefined ? platform : agent;
  const method = (client as unknown as Record<string, Record<string, Method>>)[resource]?.[verb];
  const row = operations().find((one) => one.name === name)?.row;
  const headers = row?.signing === 'required' ? { 'x-legs': String(row.legs ?? 2) } : {};
  return method?.(exampleOf(name as never).input, { headers }).then(
    () => 'resolved',
    (error: unknown) => error,
  );
}

// An inline signature needs a read before it, which fails first.
const rows = operations().filter(({ row }) => row.signing !== 'inline');
const writes = rows.filter(({ row }) => row.retry !== 'safe').map(({ name }) => name);
const reads = rows.filter(({ row }) => row.retry === 'safe').map(({ name }) => name);

/** Responses of a gateway in front of the service, which did not act. */
const foreignResponses: readonly (readonly [status: number, body: string])[] = [
  [200, '{"success":false}'],
  [200, '{"message":"Request blocked"}'],
  [201, '{"errors":[{"message":"Request blocked"}]}'],
  [201, '{}'],
  [200, '[]'],
  [200, '{"id":"Other:1"}'],
  [200, ''],
  [202, '{"state":"queued"}'],
  [302, ''],
  [403, '{"message":"Forbidden"}'],
  [403, '{"status":403,"code":"Forbidden","message":"Request blocked"}'],
  [403, '{"status":403,"code":"FORBIDDEN"}'],
  [404, '{"code":"NOT_FOUND"}'],
  [404, '{"error":{"status":404,"code":"NOT_FOUND","message":"no such route"}}'],
  [409, '{"status":404,"code":"CONFLICT","message":"no"}'],
  [429, '{"code":"RATE_LIMITED","message":"slow down"}'],
  [503, '{"status":"503","code":"SERVICE_UNAVAILABLE","message":"no"}'],
  [404, '<html>not here</html>'],
];

describe.each(foreignResponses)('a gateway that responds with %d %s', (...given) => {
  test.each(writes)('has not carried out %s', async (name) => {
    lie = given;
    const error = await failureOf(name);
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error).toMatchObject({ status: given[0] });
    expect((error as OutcomeUnknownError).rawText()).toBe(given[1]);
  });

  test('has not responded to a read either', async () => {
    lie = given;
    for (const name of reads) {
      const error = await failureOf(name);
      if (given[0] < 400) expect(error, name).toBeInstanceOf(ContractError);
      else expect(error, name).toMatchObject({ name: expect.stringMatching(/Error$/) });
    }
  });
});

test('a foreign response carries what the service can be asked by', async () => {
  lie = [201, '{}'];
  const error = await failureOf('transfers.createOut');
  expect(error).toMatchObject({
    idempotencyKey: expect.any(String),
    requestId: 'Request:gw',
    status: 201,
  });
});
