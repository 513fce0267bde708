import { errorAddress } from '@org/payments-contract/internal';
import { describe, expect, it } from 'vitest';
import { json, refusal } from '../../../sdk/test/scripted-service.ts';
import { assertionOf } from '../../test/attestation.ts';
import { CLIENT_KEY, callRelay, PERSON, testRelay } from '../../test/call-relay.ts';
import { openedSession } from '../../test/fake-platform.ts';

const opened = { ...openedSession, internalNote: 'not for browsers' };
const challenged = {
  challenge: 'Y2hhbGxlbmdl',
  requestId: 'Request:1',
  expiresAt: '2026-01-05T09:05:00Z',
};
const assertion = assertionOf();
const passkeyChallenge = {
  'POST /auth/credentials/AuthMethod:ada-key/challenge': () => json(200, challenged),
};

describe('account', () => {
  it("returns the user's credentials and sessions, with the relay's time", async () => {
    const { relay, data } = testRelay();
    const { body } = await callRelay(relay, 'account', {});
    expect(body).toEqual({
      accountId: 'InternalAccount:ada',
      credentials: data.credentials.filter(({ accountId }) => accountId === 'InternalAccount:ada'),
      sessions: data.sessions.slice(0, 1),
      issuedAt: '2026-01-05T09:00:00.000Z',
      person: PERSON,
    });
  });

  it('requires an accountId where the user has several accounts, and refuses a user without one', async () => {
    const { relay, data } = testRelay();
    const [first] = data.accounts;
    if (first === undefined) throw new Error('No account.');
    data.accounts.push({ ...first, id: 'InternalAccount:second' });
    const several = await callRelay(relay, 'account', {});
    expect([several.status, several.body.code]).toEqual([400, 'INVALID_INPUT']);
    const named = await callRelay(relay, 'account', { accountId: 'InternalAccount:second' });
    expect(named.status).toBe(200);
    const none = testRelay({}, { accounts: () => [] });
    const { status, body } = await callRelay(none.relay, 'account', {});
    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('challenge', () => {
  it('sends a code to the address of the credential', async () => {
    const sent = { ...opened, id: 'AuthMethod:ada-otp' };
    const { relay, writes } = testRelay({
      'POST /auth/credentials/AuthMethod:ada-otp/challenge': () => json(200, sent),
    });
    const { body } = await callRelay(relay, 'challenge', { id: 'AuthMethod:ada-otp' });
    expect(body).toEqual({
      type: 'EMAIL_OTP',
      id: 'AuthMethod:ada-otp',
      nickname: 'a•••@example.com',
      ticket: expect.any(String),
    });
    expect(writes().map((request) => request.body)).toEqual(['']);
  });

  it.each([
    ['base64url', 'Y2hhbGxlbmdl'],
    ['utf8', 'WTJoaGJHeGxibWRs'],
  ] as const)(
    'issues the challenge of a passkey, encoded as %s',
    async (challengeEncoding, text) => {
      const { relay, writes } = testRelay(passkeyChallenge, { passkey: { challengeEncoding } });
      const request = { id: 'AuthMethod:ada-key', clientPublicKey: CLIENT_KEY };
      const { body } = await callRelay(relay, 'challenge', request);
      expect(body).toEqual({
        type: 'PASSKEY',
        options: {
          challenge: text,
          rpId: 'app.example.com',
          allowCredentials: [{ type: 'public-key', id: 'a2V5' }],
          userVerification: 'required',
          timeout: 300_000,
        },
        ticket: expect.any(String),
        expiresAt: '2026-01-05T09:05:00.000Z',
        issuedAt: '2026-01-05T09:00:00.000Z',
      });
      expect(writes().map((sent) => JSON.parse(sent.body))).toEqual([
        { clientPublicKey: CLIENT_KEY },
      ]);
    },
  );

  it('issues the challenge of the RP ID to a page of a related origin', async () => {
    const related = 'https://app.example.de';
    const { relay } = testRelay(passkeyChallenge, { relatedOrigins: [related] });
    const request = { id: 'AuthMethod:ada-key', clientPublicKey: CLIENT_KEY };
    const { status, body } = await callRelay(relay, 'challenge', request, {
      headers: { origin: related },
    });
    expect([status, body]).toMatchObject([200, { options: { rpId: 'app.example.com' } }]);
    const elsewhere = { headers: { origin: 'https://app.example.fr' } };
    expect((await callRelay(relay, 'challenge', request, elsewhere)).status).toBe(403);
  });

  it.each([
    ['a@b.example', 'a•••@b.example'],
    ['"x@y"@example.com', '"•••@example.com'],
    ['+491701234567', '+•••'],
  ])('masks the address %s as %s', async (nickname, masked) => {
    const id = 'AuthMethod:ada-otp';
    const { relay, data } = testRelay({
      [`POST /auth/credentials/${id}/challenge`]: () => json(200, { ...opened, id }),
    });
    const index = data.credentials.findIndex((credential) => credential.id === id);
    const [credential] = data.credentials.splice(index, 1);
    if (credential === undefined) throw new Error('No credential.');
    data.credentials.push({ ...credential, nickname });
    const { body } = await callRelay(relay, 'challenge', { id });
    expect(body.nickname).toBe(masked);
  });

  it('refuses a passkey without a client key, and a credential type that has no challenge', async () => {
    const { relay, writes } = testRelay(passkeyChallenge);
    for (const id of ['AuthMethod:ada-key', 'AuthMethod:ada-oidc']) {
      const { status, body } = await callRelay(relay, 'challenge', { id });
      expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    }
    expect(writes()).toEqual([]);
  });
});

describe('a sign-in by code without the id of a credential', () => {
  const id = 'AuthMethod:newest';
  const sendCode = `POST /auth/credentials/${id}/challenge`;

  /** A user whose newest address is not the first that the service lists. */
  function withNewest() {
    const sent = { ...opened, id };
    const setup = testRelay({
      [sendCode]: () => json(200, sent),
      [`POST /auth/credentials/${id}/verify`]: () => json(200, opened),
    });
    const first = setup.data.credentials.find(({ type }) => type === 'EMAIL_OTP');
    if (first === undefined) throw new Error('No credential.');
    setup.data.credentials.push({ ...first, id, createdAt: '2026-01-05T09:30:00Z' });
    return setup;
  }

  it('is for the newest address of the account, and of no other user', async () => {
    const { relay, data } = withNewest();
    expect((await callRelay(relay, 'challenge', {})).body.id).toBe(id);
    const foreign = await callRelay(relay, 'challenge', { accountId: 'InternalAccount:eve' });
    expect(foreign.status).toBe(403);
    data.credentials.length = 0;
    const { status, body } = await callRelay(relay, 'challenge', {});
    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
  });

  it.each([
    ['of its user and credential spares the reads', {}, {}, [200, 0]],
    ['is read again by another user', { user: 'eve' }, {}, [403, 2]],
    ['is read again for another credential', {}, { id: 'AuthMethod:eve-otp' }, [403, 2]],
    ['is read again for another account', {}, { accountId: 'InternalAccount:eve' }, [403, 1]],
    ['is read again once it has expired', { minutes: 6 }, {}, [200, 2]],
    ['is read again when it is another text', {}, { ticket: 'a.b.c.d.e' }, [200, 2]],
  ] as const)('whose ticket %s', async (_what, caller, changed, expected) => {
    const { relay, received, clock } = withNewest();
    const { ticket } = (await callRelay(relay, 'challenge', {})).body;
    const { user, minutes = 1 } = caller as { user?: 'eve'; minutes?: number };
    await clock.advance(minutes * 60_000);
    received.length = 0;
    const code = { type: 'EMAIL_OTP', id, otp: '123456', clientPublicKey: CLIENT_KEY, ticket };
    const request = { ...code, ...changed };
    const { status } = await callRelay(relay, 'verify', request, user && { user });
    const reads = received.filter(({ method }) => method === 'GET').length;
    expect([status, reads]).toEqual(expected);
  });
});

describe('verify', () => {
  const path = 'POST /auth/credentials/AuthMethod:ada-otp/verify';
  const code = { type: 'EMAIL_OTP', id: 'AuthMethod:ada-otp', otp: '123456' };

  it('opens a session, and returns only the fields of the protocol', async () => {
    const { relay, writes } = testRelay({ [path]: () => json(200, opened) });
    const request = { ...code, clientPublicKey: CLIENT_KEY, extra: 'ignored' };
    const { body } = await callRelay(relay, 'verify', request);
    const { internalNote: _hidden, ...shown } = opened;
    expect(body).toEqual({
      ...shown,
      issuedAt: '2026-01-05T09:00:00.000Z',
      lineage: expect.any(String),
      siblings: [],
      person: PERSON,
    });
    expect(writes().map((sent) => JSON.parse(sent.body))).toEqual([
      { type: 'EMAIL_OTP', otp: '123456', clientPublicKey: CLIENT_KEY },
    ]);
  });

  it('returns the failed check by its protocol name', async () => {
    const { relay } = testRelay({
      [path]: () => refusal(401, 'UNAUTHORIZED', { reason: 'Invalid OTP code' }),
    });
    const request = { ...code, clientPublicKey: CLIENT_KEY };
    const { status, body } = await callRelay(relay, 'verify', request);
    expect([status, body]).toEqual([
      401,
      {
        code: 'UNAUTHORIZED',
        message: 'The service refused the request.',
        reason: 'wrong_otp',
        docs: errorAddress('UNAUTHORIZED'),
      },
    ]);
  });

  it('sends the request id of the challenge with the assertion of a passkey', async () => {
    const { relay, writes } = testRelay({
      ...passkeyChallenge,
      'POST /auth/credentials/AuthMethod:ada-key/verify': () => json(200, opened),
    });
    const id = 'AuthMethod:ada-key';
    const asked = await callRelay(relay, 'challenge', { id, clientPublicKey: CLIENT_KEY });
    const { ticket } = asked.body;
    const response = await callRelay(relay, 'verify', { type: 'PASSKEY', id, ticket, assertion });
    expect(response.status).toBe(200);
    const [, sent] = writes();
    expect(sent?.headers.get('request-id')).toBe('Request:1');
    expect(JSON.parse(sent?.body ?? '')).toEqual({ type: 'PASSKEY', assertion });
  });

  it('accepts a ticket only with its own credential, and before it expires', async () => {
    const { relay, clock, writes, data } = testRelay(passkeyChallenge);
    const [, passkey] = data.credentials;
    if (passkey === undefined) throw new Error('No passkey.');
    data.credentials.push({ ...passkey, id: 'AuthMethod:ada-key-2' });
    const id = 'AuthMethod:ada-key';
    const asked = await callRelay(relay, 'challenge', { id, clientPublicKey: CLIENT_KEY });
    const { ticket } = asked.body;
    const request = { type: 'PASSKEY', id, ticket, assertion };
    const other = await callRelay(relay, 'verify', { ...request, id: 'AuthMethod:ada-key-2' });
    expect([other.status, other.body.code]).toEqual([400, 'TICKET_INVALID']);
    clock.advance(300_000);
    const late = await callRelay(relay, 'verify', request);
    expect([late.status, late.body.code]).toEqual([400, 'TICKET_EXPIRED']);
    expect(writes()).toHaveLength(1);
  });

  it('sends nothing for a credential of another type', async () => {
    const { relay, writes } = testRelay({ [path]: () => json(200, opened) });
    const request = { ...code, type: 'OAUTH', oidcToken: 'a.b.c', clientPublicKey: CLIENT_KEY };
    const { status, body } = await callRelay(relay, 'verify', request);
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    expect(writes()).toEqual([]);
  });
});
