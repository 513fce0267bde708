import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { card, json, networkError, refusal, scriptedClient } from '../../test/scripted-service.ts';
import type { ApiError } from './api-error.ts';
import { unauthorizedCause } from './unauthorized-reason.ts';

async function refusedWith(
  body: unknown,
  headers: Record<string, string> = {},
  status = 400,
): Promise<ApiError> {
  const { payments } = scriptedClient([json(status, body, headers)]);
  const error = await payments.documents.list().catch((thrown: unknown) => thrown);
  return error as ApiError;
}

const body = { status: 400, code: 'INVALID_INPUT', message: 'no' };

describe('an error body of any shape', () => {
  test.each([
    ['details of null', { details: null }],
    ['a reason of null', { reason: null }],
    ['details of text', { details: 'more' }],
    ['errors of null', { details: { errors: null } }],
    ['a status of text', { status: '400' }],
    ['no status', { status: undefined }],
    ['a message of null', { message: null }],
  ])('keeps its code with %s', async (_what, change) => {
    const error = await refusedWith({ ...body, ...change });
    expect(error).toMatchObject({ name: 'BadRequestError', code: 'INVALID_INPUT', status: 400 });
  });

  test.each([
    ['field and message', { field: 'a.b', message: 'is bad' }, { path: 'a.b', message: 'is bad' }],
    ['path and message', { path: 'a.b', message: 'is bad' }, { path: 'a.b', message: 'is bad' }],
    ['a path of segments', { path: ['a', 0, 'b'] }, { path: 'a.0.b', message: 'is not valid' }],
    ['a string', 'a.b is bad', { path: '', message: 'a.b is bad' }],
  ])('lists issues given as %s', async (_what, item, expected) => {
    const error = await refusedWith({ ...body, details: { errors: [item] } });
    expect(error.issues).toEqual([expected]);
  });

  test('prefers the top-level reason to the one in details', async () => {
    const both = { ...body, reason: 'on top', details: { reason: 'below' } };
    expect((await refusedWith(both)).reason).toBe('on top');
    expect((await refusedWith({ ...both, reason: null })).reason).toBe('below');
  });

  test('shows details and headers, without cookies', async () => {
    const details = { limit: 5, errors: [] };
    const headers = { 'x-region': 'eu', 'set-cookie': 'hidden=1', 'retry-after': '3' };
    const error = await refusedWith({ ...body, details }, headers);
    expect(error).toMatchObject({ details, retryAfter: 3_000, headers: { 'x-region': 'eu' } });
    expect(error.toJSON()).toMatchObject({ details });
    expect(inspect(error)).not.toContain('hidden');
  });

  test('of a gateway has no code and is classified by its status', async () => {
    const { payments } = scriptedClient([json(403, { message: 'Forbidden' })]);
    await expect(payments.documents.list()).rejects.toMatchObject({
      code: 'UNREADABLE_ERROR',
      status: 403,
      message: expect.stringContaining('Forbidden'),
    });
  });

  test('that cannot be parsed is kept unchanged, and not part of the message', async () => {
    const page = '<html>blocked, hidden id 77</html>';
    const response = new Response(page, { status: 403, headers: { 'content-type': 'text/html' } });
    const { payments } = scriptedClient([response]);
    const error = await payments.documents.list().catch((thrown) => thrown);
    expect(error.rawText()).toBe(page);
    expect(inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)).not.toContain(
      'hidden',
    );
    expect((await refusedWith(body)).rawText()).toBe(JSON.stringify(body));
  });

  test('of a gateway shows no secret of the request in its message', async () => {
    const secret = 'client-secret-value';
    const { payments } = scriptedClient([json(403, { message: `No such pair: token:${secret}` })]);
    const error = await payments.documents.list().catch((thrown) => thrown);
    expect(error.message).not.toContain(secret);
  });
});

describe('Retry-After', () => {
  test.each(['-5', '1, 2', 'soon', '', 'Mon, 05 Jan 2026 08:00:00 GMT'])(
    'of %j is not a valid wait: the backoff decides',
    async (value) => {
      const refused = refusal(429, 'RATE_LIMITED');
      const headers = { 'retry-after': value };
      const response = json(429, await refused.json(), headers);
      const { payments, clock } = scriptedClient([response, json(200, card)]);
      await payments.cards.get({ id: 'Card:1' });
      const waits = clock.delays.filter((delay) => delay < 10_000);
      expect(waits).toHaveLength(1);
      expect(waits[0]).toBeGreaterThan(0);
      expect(waits[0]).toBeLessThanOrEqual(500);
    },
  );
});

test.each([
  ["Somebody else's account", 'unknown'],
  ['Request stamped with the key of an expired session', 'session_inactive'],
  ['Request-Id expired', 'challenge_expired'],
  ['The body differs from the first request', 'body_changed'],
  ['Basically wrong', 'unknown'],
  ['An encounter of some kind', 'unknown'],
] as const)('the reason %j is about %s', (reason, expected) => {
  expect(unauthorizedCause('UNAUTHORIZED', reason)).toBe(expected);
});

test('the parser error of a broken response contains none of its bytes', async () => {
  const bytes = { data: '{"kycUrl":"https://hidden.example"}', rawPacket: Buffer.from('hidden') };
  const cause = Object.assign(new Error('Parse Error'), {
    code: 'HPE_INVALID_CHUNK_SIZE',
    ...bytes,
  });
  const failure = new TypeError('terminated', { cause });
  const { payments } = scriptedClient([failure], { retry: 0 });
  const error = await payments.cards.get({ id: 'Card:1' }).catch((thrown) => thrown);
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('hidden');
  expect(error.cause.cause).toMatchObject({ code: 'HPE_INVALID_CHUNK_SIZE' });
  expect(networkError('ECONNRESET').message).toBe('fetch failed');
});
