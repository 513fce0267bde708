import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { card, challenge, json, refusal } from '../../../sdk/test/scripted-service.ts';
import { registrationOf } from '../../test/attestation.ts';
import {
  type CallOptions,
  CLIENT_KEY,
  callRelay,
  SECRET,
  testRelay,
} from '../../test/call-relay.ts';
import type { RelayCall } from '../protocol/index.ts';

type Setup = ReturnType<typeof testRelay>;
type RequestOf = (setup: Setup) => object | Promise<object>;

const passkey = 'AuthMethod:ada-key';
const session = 'Session:ada-1';
const stamp = 'c3RhbXA';
const code = { type: 'EMAIL_OTP', id: 'AuthMethod:ada-otp', otp: 'one-time-code' };
const freeze = { action: 'freezeCard', input: { cardId: 'Card:ada' } };

/** What nobody but the relay and the service may see, in whatever form. */
const secrets = [SECRET, 'upstream-client-secret', btoa('token:upstream-client-secret'), code.otp];
/** Text of the service, which is not for browsers. */
const leak = 'Basic upstream-text';

const registration = ({ relay }: Setup) => registrationOf(relay);

const completes =
  (begin: RelayCall, requestOf: RequestOf): RequestOf =>
  async (setup) => {
    const begun = await callRelay<{ ticket: string }>(setup.relay, begin, await requestOf(setup));
    return { ticket: begun.body.ticket, stamp };
  };

const refresh = () => ({ id: session, clientPublicKey: CLIENT_KEY });
const revoke = () => ({ id: session });

const requests: Readonly<Record<RelayCall, RequestOf>> = {
  account: () => ({ accountId: 'InternalAccount:ada' }),
  describe: () => ({ id: 'Card:ada' }),
  challenge: () => ({ id: passkey, clientPublicKey: CLIENT_KEY }),
  verify: () => ({ ...code, clientPublicKey: CLIENT_KEY }),
  passkeyOptions: () => ({ nickname: 'Phone', accountId: 'InternalAccount:ada' }),
  passkeyBegin: registration,
  passkeyComplete: completes('passkeyBegin', registration),
  refreshBegin: refresh,
  refreshComplete: completes('refreshBegin', refresh),
  revokeBegin: revoke,
  revokeComplete: completes('revokeBegin', revoke),
  actionBegin: () => freeze,
  actionComplete: completes('actionBegin', () => freeze),
};
const calls = Object.entries(requests) as [RelayCall, RequestOf][];

const writes = [
  `POST /auth/credentials/${passkey}/challenge`,
  `POST /auth/credentials/${code.id}/verify`,
  'POST /auth/credentials',
  `POST /auth/sessions/${session}/refresh`,
  `DELETE /auth/sessions/${session}`,
  'PATCH /cards/Card:ada',
];

/** A service that asks for a stamp and refuses it, and whose refusals say too much. */
function refusingRelay() {
  const refused = () => refusal(409, 'CONFLICT', { message: leak, details: { reason: leak } });
  const answer = ({ headers, method, url }: { headers: Headers; method: string; url: string }) =>
    headers.has('service-wallet-signature') || /(challenge|verify)$/.test(`${method} ${url}`)
      ? refused()
      : json(202, challenge);
  return testRelay(Object.fromEntries(writes.map((path) => [path, answer])), {
    maxRefreshes: Number.POSITIVE_INFINITY,
    maxSessionAge: Number.POSITIVE_INFINITY,
  });
}

const logged: unknown[] = [];
beforeEach(() => {
  logged.length = 0;
  for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((...parts) => void logged.push(...parts));
  }
});
afterEach(() => vi.restoreAllMocks());

type Response = Awaited<ReturnType<typeof callRelay<object>>>;

/** Neither the browser, nor the platform's log, learns what only the relay may know. */
function expectNoSecret({ errors }: Setup, { status, headers, body }: Response, request: object) {
  expect(status).toBeGreaterThanOrEqual(400);
  const said = JSON.stringify([body, [...headers]]);
  const kept = inspect([errors, logged], { depth: 9, showHidden: true });
  for (const secret of secrets) expect(`${said}${kept}`).not.toContain(secret);
  expect(said).not.toContain(leak);
  for (const given of Object.values(request)) {
    if (typeof given === 'string' && given.length > 40) expect(said).not.toContain(given);
  }
}

/** Each refusal of the relay itself: what is different about the request. */
type Row = readonly [what: string, status: number, options: CallOptions, changed: object];
const refusals: Row[] = [
  ['of nobody', 401, { user: 'nobody' }, {}],
  ['of another user', 403, { user: 'eve' }, {}],
  ['of another page', 403, { headers: { origin: 'https://evil.example' } }, {}],
  ['in another type', 415, { headers: { 'content-type': 'text/plain' } }, {}],
  ['below another path', 404, { mount: '/api//wallet' }, {}],
  ['that is too long', 413, { headers: { 'content-length': '9999999' } }, {}],
  [
    'with fields of another kind',
    400,
    {},
    { id: 7, ticket: 7, nickname: 7, action: 7, accountId: 7 },
  ],
];

describe.each(calls)('a refusal of %s', (call, requestOf) => {
  test.each(refusals)(
    '%s sends nothing, says no secret and uses nothing up',
    async (...row: Row) => {
      const [, status, options, changed] = row;
      const setup = refusingRelay();
      const request = await requestOf(setup);
      const before = setup.writes().length;
      const response = await callRelay<object>(
        setup.relay,
        call,
        { ...request, ...changed },
        options,
      );
      // A ticket is of its user alone, and the user of a ticket is not looked for in the service.
      const isTicket = 'ticket' in request && options.user === 'eve';
      expect(response.status).toBe(isTicket ? 400 : status);
      expectNoSecret(setup, response, request);
      expect(setup.writes()).toHaveLength(before);
      // The same request of its user is still carried out, or reaches the service.
      const honest = await callRelay<object>(setup.relay, call, request);
      const reached = setup.writes().length - before;
      expect(honest.status === 200 || reached === 1).toBe(true);
    },
  );

  test('by the service says no secret', async () => {
    const setup = refusingRelay();
    const request = await requestOf(setup);
    const response = await callRelay<object>(setup.relay, call, request);
    if (response.status !== 200) expectNoSecret(setup, response, request);
    else expect(call).toMatch(/account|describe|Options|Begin/);
  });
});

test('of ten parallel registrations with one challenge, exactly one reaches the service', async () => {
  const setup = refusingRelay();
  const request = await registration(setup);
  const begin = () => callRelay(setup.relay, 'passkeyBegin', request);
  const responses = await Promise.all(Array.from({ length: 10 }, begin));
  const statuses = responses.map(({ status }) => status).toSorted((one, other) => one - other);
  expect(statuses).toEqual([200, ...Array(9).fill(400)]);
  expect(setup.writes()).toHaveLength(1);
});

test('of ten parallel completions of one ticket, the service can carry out exactly one', async () => {
  const used = new Set<string | null>();
  const frozen = { ...card, id: 'Card:ada', state: 'FROZEN' };
  const setup = testRelay({
    'PATCH /cards/Card:ada': ({ headers }) => {
      if (!headers.has('service-wallet-signature')) return json(202, challenge);
      const id = headers.get('request-id');
      if (used.has(id))
        return refusal(401, 'UNAUTHORIZED', { reason: 'Request-Id was already used' });
      used.add(id);
      return json(200, frozen);
    },
  });
  const request = await requests.actionComplete(setup);
  const complete = () => callRelay(setup.relay, 'actionComplete', request);
  const responses = await Promise.all(Array.from({ length: 10 }, complete));
  const [done, ...others] = responses.toSorted((one, other) => one.status - other.status);
  expect([done?.status, ...others.map(({ body }) => body.reason)]).toEqual([
    200,
    ...Array(9).fill('request_id'),
  ]);
  expect(used.size).toBe(1);
  expect(new Set(setup.writes().map(({ body }) => body)).size).toBe(1);
});
