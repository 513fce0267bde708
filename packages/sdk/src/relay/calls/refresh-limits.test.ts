import { describe, expect, it } from 'vitest';
import { CLIENT_KEY, callRelay, testRelay } from '../../../test/relay/call-relay.ts';
import type { Answers } from '../../../test/relay/fake-platform.ts';
import { challenge, json } from '../../../test/scripted-service.ts';

interface Opened {
  readonly id: string;
  readonly lineage?: string;
}

const stamp = 'c3RhbXA';
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
  const signIn = async () => (await callRelay<Opened>(setup.relay, 'verify', verifyRequest)).body;
  const begin = (id: string, lineage: unknown) => {
    const request = { id, clientPublicKey: CLIENT_KEY, lineage };
    return callRelay<{ ticket: string }>(setup.relay, 'refreshBegin', request);
  };
  const refresh = async ({ id, lineage }: Opened) => {
    const { status, body } = await begin(id, lineage);
    if (status !== 200) return { status, code: body.code };
    const ended = await callRelay<{ result: Opened }>(setup.relay, 'refreshComplete', {
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
    const second = await refresh(first.opened as Opened);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await refresh(second.opened as Opened)).toEqual(signInRequired);
    expect((await refresh(await signIn())).status).toBe(200);
  });

  it('are refused `maxSessionAge` after the sign-in, whatever their number', async () => {
    const { signIn, refresh, clock } = relayOfSessions({ maxSessionAge: 1_200_000 });
    const opened = await signIn();
    clock.advance(1_199_999);
    const first = await refresh(opened);
    expect(first.status).toBe(200);
    clock.advance(1);
    expect(await refresh(first.opened as Opened)).toEqual(signInRequired);
  });

  it('are refused where the time of the sign-in is not known', async () => {
    const { signIn, begin, refresh, writes } = relayOfSessions({ maxRefreshes: 5 });
    const one = await signIn();
    const other = await signIn();
    const { opened } = await refresh(one);
    const before = writes().length;
    const other2 = other.lineage ?? '';
    for (const lineage of [undefined, 'a.b.c.d.e', other2, `${one.lineage?.slice(0, -4)}AAAA`]) {
      const { status, body } = await begin((opened as Opened).id, lineage);
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
    expect(await late.refresh(last.opened as Opened)).toEqual(signInRequired);
    const often = relayOfSessions({});
    let session = await often.signIn();
    for (let count = 0; count < 100; count += 1) {
      session = (await often.refresh(session)).opened as Opened;
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
