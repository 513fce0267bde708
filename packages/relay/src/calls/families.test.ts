import { describe, expect, it, test } from 'vitest';
import { json } from '../../../sdk/test/scripted-service.ts';
import { registrationOf } from '../../test/attestation.ts';
import { CLIENT_KEY, callRelay, testRelay } from '../../test/call-relay.ts';
import { type Answers, openedSession, twoLegs } from '../../test/fake-platform.ts';

interface Opened {
  readonly id: string;
  readonly lineage: string;
  readonly siblings?: readonly string[];
  /** In place of a session, where the relay refused. */
  readonly code?: string;
}

const stamp = 'c3RhbXA';

/** A service that opens and ends sessions, and a relay in front of it. */
function relayOfFamilies(options: object = {}) {
  const names = Array.from({ length: 101 }, (_, index) => String(index + 1));
  let count = 0;
  const session = () => {
    count += 1;
    const { encryptedSessionSigningKey, ...listed } = openedSession;
    const opened = { ...listed, id: `Session:${count}` as const };
    setup.data.sessions.push(opened);
    return { ...opened, encryptedSessionSigningKey };
  };
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
      names.flatMap((name) => [
        [`POST /auth/sessions/Session:${name}/refresh`, twoLegs(() => json(201, session()))],
        [`DELETE /auth/sessions/Session:${name}`, twoLegs(() => end(`Session:${name}`))],
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

test('a registration belongs to the sign-in that asked for it, over its refreshes and until its sign-out', async () => {
  const { relay, verify, refresh, revoke } = relayOfFamilies();
  const own = await verify();
  const other = await verify();
  const next = await refresh(own);
  const begin = async (asked: string | undefined, lineage: string | undefined) => {
    const request = await registrationOf(relay, {}, asked);
    return (await callRelay(relay, 'passkeyBegin', { ...request, lineage })).body.code;
  };
  expect(await begin(own.lineage, own.lineage)).toBe('NOT_FOUND');
  expect(await begin(own.lineage, next.lineage)).toBe('NOT_FOUND');
  for (const foreign of [other.lineage, undefined]) {
    expect(await begin(own.lineage, foreign)).toBe('TICKET_INVALID');
    expect(await begin(foreign, own.lineage)).toBe('TICKET_INVALID');
  }
  await revoke(next.id, next.lineage);
  expect(await begin(undefined, own.lineage)).toBe('SIGN_IN_REQUIRED');
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

const signInRequired = { code: 'SIGN_IN_REQUIRED' };
const aSession = { id: expect.stringMatching(/^Session:/) };

describe('refreshes of one sign-in', () => {
  it('are limited to `maxRefreshes`; a new sign-in starts over', async () => {
    const { verify, refresh } = relayOfFamilies({ maxRefreshes: 2 });
    const second = await refresh(await refresh(await verify()));
    expect(second).toMatchObject(aSession);
    expect(await refresh(second)).toMatchObject(signInRequired);
    expect(await refresh(await verify())).toMatchObject(aSession);
  });

  it('are refused `maxSessionAge` after the sign-in, whatever their number', async () => {
    const { verify, refresh, clock } = relayOfFamilies({ maxSessionAge: 1_200_000 });
    const opened = await verify();
    clock.advance(1_199_999);
    const first = await refresh(opened);
    expect(first).toMatchObject(aSession);
    clock.advance(1);
    expect(await refresh(first)).toMatchObject(signInRequired);
  });

  it('are refused where the time of the sign-in is not known', async () => {
    const { verify, refresh, writes } = relayOfFamilies({ maxRefreshes: 5 });
    const one = await verify();
    const other = await verify();
    const opened = await refresh(one);
    const before = writes().length;
    for (const lineage of [
      undefined,
      'a.b.c.d.e',
      other.lineage,
      `${one.lineage.slice(0, -4)}AAAA`,
    ]) {
      expect(await refresh({ id: opened.id, lineage } as Opened)).toMatchObject(signInRequired);
    }
    expect(writes()).toHaveLength(before);
  });

  it('are limited to 12 hours and 100 refreshes by default', async () => {
    const late = relayOfFamilies();
    const opened = await late.verify();
    late.clock.advance(43_199_999);
    const last = await late.refresh(opened);
    expect(last).toMatchObject(aSession);
    late.clock.advance(1);
    expect(await late.refresh(last)).toMatchObject(signInRequired);
    const often = relayOfFamilies();
    let session = await often.verify();
    for (let count = 0; count < 100; count += 1) session = await often.refresh(session);
    expect(session).toMatchObject(aSession);
    expect(await often.refresh(session)).toMatchObject(signInRequired);
  });

  it('are not limited where the platform disables the limits, for any lineage', async () => {
    const { verify, refresh } = relayOfFamilies({
      maxRefreshes: Infinity,
      maxSessionAge: Infinity,
    });
    const { id, lineage } = await verify();
    expect(lineage).toEqual(expect.any(String));
    for (const given of [lineage, undefined, 'a.b.c.d.e']) {
      expect(await refresh({ id, lineage: given } as Opened)).toMatchObject(aSession);
    }
  });
});
