import { describe, expect, it, test } from 'vitest';
import { challenge, json } from '../../../sdk/test/scripted-service.ts';
import { CLIENT_KEY, callRelay, testRelay } from '../../test/call-relay.ts';
import type { Answers } from '../../test/fake-platform.ts';

interface Opened {
  readonly id: string;
  readonly lineage: string;
  readonly siblings?: readonly string[];
}

const stamp = 'c3RhbXA';

/** A service that opens and ends sessions, and a relay in front of it. */
function relayOfFamilies(options: object = {}) {
  let count = 0;
  const session = () => {
    count += 1;
    const opened = {
      id: `Session:${count}`,
      accountId: 'InternalAccount:ada',
      type: 'EMAIL_OTP',
      nickname: 'ada@example.com',
      createdAt: '2026-01-05T09:00:00Z',
      updatedAt: '2026-01-05T09:00:00Z',
      expiresAt: '2026-01-05T09:15:00Z',
    };
    setup.data.sessions.push(opened as (typeof setup.data.sessions)[number]);
    return { ...opened, encryptedSessionSigningKey: 'sealed' };
  };
  const isSigned = ({ headers }: { headers: Headers }) => headers.has('service-wallet-signature');
  const end = (id: string) => {
    const { sessions } = setup.data;
    sessions.splice(
      sessions.findIndex((other) => other.id === id),
      1,
    );
    return new Response(null, { status: 204 });
  };
  const answers: Answers = {
    'POST /auth/credentials/AuthMethod:ada-otp/verify': () => json(200, session()),
    ...Object.fromEntries(
      ['1', '2', '3', '4'].flatMap((name) => [
        [
          `POST /auth/sessions/Session:${name}/refresh`,
          (request: { headers: Headers }) =>
            isSigned(request) ? json(201, session()) : json(202, challenge),
        ],
        [
          `DELETE /auth/sessions/Session:${name}`,
          (request: { headers: Headers }) =>
            isSigned(request) ? end(`Session:${name}`) : json(202, challenge),
        ],
      ]),
    ),
  };
  const setup = testRelay(answers, { cacheLifetime: 0, ...options });
  const { relay } = setup;
  const verify = async (attempt?: string) => {
    const request = { type: 'EMAIL_OTP', id: 'AuthMethod:ada-otp', otp: '1' };
    const sent = { ...request, clientPublicKey: CLIENT_KEY, attempt };
    return (await callRelay<Opened>(relay, 'verify', sent)).body;
  };
  const complete = async <Result>(begin: 'refresh' | 'revoke', request: object) => {
    const begun = await callRelay<{ ticket: string }>(relay, `${begin}Begin`, request);
    if (begun.status !== 200) return begun.body as unknown as Result;
    const { ticket } = begun.body;
    const done = await callRelay<{ result: Result }>(relay, `${begin}Complete`, { ticket, stamp });
    return done.body.result;
  };
  const refreshed = ({ id, lineage }: Opened) => ({ id, lineage, clientPublicKey: CLIENT_KEY });
  const refresh = (opened: Opened) => complete<Opened>('refresh', refreshed(opened));
  const revoke = (id: string, lineage?: string) => complete<null>('revoke', { id, lineage });
  /** The others of its sign-in, as the start of a sign-out with a lineage names them. */
  const siblings = async ({ id }: Opened, lineage?: string) =>
    (await callRelay(relay, 'revokeBegin', { id, lineage })).body.siblings;
  /** Begins a refresh, and returns what completes it. */
  const beginRefresh = async (opened: Opened) => {
    const begun = await callRelay<{ ticket: string }>(relay, 'refreshBegin', refreshed(opened));
    const { ticket } = begun.body;
    return () => callRelay<{ code: string }>(relay, 'refreshComplete', { ticket, stamp });
  };
  return { ...setup, verify, refresh, beginRefresh, revoke, siblings };
}

test('a refresh and the start of a sign-out name the other live sessions of the sign-in, a copied one among them', async () => {
  const { verify, refresh, siblings, revoke } = relayOfFamilies();
  const own = await verify();
  const foreign = await verify();
  const stolen = await refresh(own);
  expect(stolen.siblings).toEqual([own.id]);
  const next = await refresh(own);
  expect(next.siblings).toEqual([own.id, stolen.id]);
  expect(await siblings(next, next.lineage)).toEqual([own.id, stolen.id]);
  expect(await siblings(foreign, foreign.lineage)).toEqual([]);
  expect(await siblings(foreign, next.lineage)).toBeUndefined();
  await revoke(stolen.id);
  expect(await siblings(next, next.lineage)).toEqual([own.id]);
  expect(await siblings(next)).toBeUndefined();
});

test('after a sign-out no session of the sign-in is refreshed, a copied one included', async () => {
  const { verify, refresh, revoke } = relayOfFamilies();
  const own = await verify();
  const other = await verify();
  const stolen = await refresh(own);
  await revoke(own.id, own.lineage);
  expect(await refresh(stolen)).toMatchObject({ code: 'SIGN_IN_REQUIRED' });
  expect(await refresh(other)).toMatchObject({ id: expect.stringMatching(/^Session:/) });
});

test('a sign-out ends a refresh that began before it, and sends nothing of it', async () => {
  const { verify, refresh, beginRefresh, revoke, writes } = relayOfFamilies();
  const own = await verify();
  const stolen = await refresh(own);
  const complete = await beginRefresh(stolen);
  await revoke(own.id, own.lineage);
  const before = writes().length;
  expect(await complete()).toMatchObject({ status: 401, body: { code: 'SIGN_IN_REQUIRED' } });
  expect(writes()).toHaveLength(before);
});

test('the end of another session does not end the family of the one that signs it', async () => {
  const { verify, refresh, revoke } = relayOfFamilies();
  const own = await verify();
  const stolen = await refresh(own);
  // The lineage is of another session than the one to end.
  await revoke(stolen.id, own.lineage);
  expect(await refresh(own)).toMatchObject({ id: expect.stringMatching(/^Session:/) });
});

test('a sign-in whose response was lost is a sibling of the next attempt', async () => {
  const { verify } = relayOfFamilies();
  const lost = await verify('attempt-1');
  expect((await verify('attempt-1')).siblings).toEqual([lost.id]);
  expect((await verify('attempt-2')).siblings).toEqual([]);
  expect((await verify()).siblings).toEqual([]);
});

test('a store that fails refuses a refresh, and withholds no session that was opened', async () => {
  const broken = { add: () => Promise.reject(new Error('down')), members: async () => [] };
  const { verify, refresh, data, writes } = relayOfFamilies({ families: broken });
  const own = await verify();
  expect(own.siblings).toBeUndefined();
  const before = writes().length;
  expect(await refresh(own)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(writes()).toHaveLength(before);
  expect(data.sessions.map(({ id }) => id)).toContain(own.id);
});

interface OpenedSession {
  readonly id: string;
  readonly lineage?: string;
}
const verifyRequest = {
  type: 'EMAIL_OTP',
  id: 'AuthMethod:ada-otp',
  otp: '1',
  clientPublicKey: CLIENT_KEY,
};

/** A service that opens `Session:1`, `Session:2`, and so on, and lists them. */
function relayOfSessions(options: object) {
  const names = Array.from({ length: 101 }, (_, index) => String(index + 1));
  let count = 0;
  const session = () => {
    count += 1;
    const opened = {
      id: `Session:${count}`,
      accountId: 'InternalAccount:ada',
      type: 'EMAIL_OTP',
      nickname: 'ada@example.com',
      createdAt: '2026-01-05T09:00:00Z',
      updatedAt: '2026-01-05T09:00:00Z',
      expiresAt: '2026-01-05T09:15:00Z',
    };
    setup.data.sessions.push(opened as (typeof setup.data.sessions)[number]);
    return { ...opened, encryptedSessionSigningKey: 'sealed' };
  };
  const answers: Answers = {
    'POST /auth/credentials/AuthMethod:ada-otp/verify': () => json(200, session()),
    ...Object.fromEntries(
      names.map((name) => [
        `POST /auth/sessions/Session:${name}/refresh`,
        ({ headers }: { headers: Headers }) =>
          headers.has('service-wallet-signature') ? json(201, session()) : json(202, challenge),
      ]),
    ),
  };
  const setup = testRelay(answers, { cacheLifetime: 0, ...options });
  const signIn = async () =>
    (await callRelay<OpenedSession>(setup.relay, 'verify', verifyRequest)).body;
  const begin = (id: string, lineage: unknown) => {
    const request = { id, clientPublicKey: CLIENT_KEY, lineage };
    return callRelay<{ ticket: string }>(setup.relay, 'refreshBegin', request);
  };
  const refresh = async ({ id, lineage }: OpenedSession) => {
    const { status, body } = await begin(id, lineage);
    if (status !== 200) return { status, code: body.code };
    const ended = await callRelay<{ result: OpenedSession }>(setup.relay, 'refreshComplete', {
      ticket: body.ticket,
      stamp,
    });
    return { status: ended.status, opened: ended.body.result };
  };
  return { ...setup, signIn, refresh, begin };
}

const signInRequired = { status: 401, code: 'SIGN_IN_REQUIRED' };

describe('refreshes of one sign-in', () => {
  it('are limited to `maxRefreshes`; a new sign-in starts over', async () => {
    const { signIn, refresh } = relayOfSessions({ maxRefreshes: 2 });
    const first = await refresh(await signIn());
    const second = await refresh(first.opened as OpenedSession);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await refresh(second.opened as OpenedSession)).toEqual(signInRequired);
    expect((await refresh(await signIn())).status).toBe(200);
  });

  it('are refused `maxSessionAge` after the sign-in, whatever their number', async () => {
    const { signIn, refresh, clock } = relayOfSessions({ maxSessionAge: 1_200_000 });
    const opened = await signIn();
    clock.advance(1_199_999);
    const first = await refresh(opened);
    expect(first.status).toBe(200);
    clock.advance(1);
    expect(await refresh(first.opened as OpenedSession)).toEqual(signInRequired);
  });

  it('are refused where the time of the sign-in is not known', async () => {
    const { signIn, begin, refresh, writes } = relayOfSessions({ maxRefreshes: 5 });
    const one = await signIn();
    const other = await signIn();
    const { opened } = await refresh(one);
    const before = writes().length;
    const other2 = other.lineage ?? '';
    for (const lineage of [undefined, 'a.b.c.d.e', other2, `${one.lineage?.slice(0, -4)}AAAA`]) {
      const { status, body } = await begin((opened as OpenedSession).id, lineage);
      expect([status, body.code]).toEqual([401, 'SIGN_IN_REQUIRED']);
    }
    expect(writes()).toHaveLength(before);
  });

  it('are limited to 12 hours and 100 refreshes by default', async () => {
    const late = relayOfSessions({});
    const opened = await late.signIn();
    late.clock.advance(43_199_999);
    const last = await late.refresh(opened);
    expect(last.status).toBe(200);
    late.clock.advance(1);
    expect(await late.refresh(last.opened as OpenedSession)).toEqual(signInRequired);
    const often = relayOfSessions({});
    let session = await often.signIn();
    for (let count = 0; count < 100; count += 1) {
      session = (await often.refresh(session)).opened as OpenedSession;
    }
    expect(await often.refresh(session)).toEqual(signInRequired);
  });

  it('are not limited where the platform disables the limits, for any lineage', async () => {
    const options = { maxRefreshes: Infinity, maxSessionAge: Infinity };
    const { signIn, refresh } = relayOfSessions(options);
    const { id, lineage } = await signIn();
    expect(lineage).toEqual(expect.any(String));
    for (const given of [lineage, undefined, 'a.b.c.d.e']) {
      const { status } = await refresh({ id, ...(given !== undefined && { lineage: given }) });
      expect(status).toBe(200);
    }
  });
});
