import { describe, expect, test } from 'vitest';
import { challenge, json } from '../../../sdk/test/scripted-service.ts';
import { assertionOf, registrationOf } from '../../test/attestation.ts';
import { CLIENT_KEY, callRelay, testRelay } from '../../test/call-relay.ts';
import { type Answers, twoLegs } from '../../test/fake-platform.ts';
import type { RelayCall } from '../protocol/index.ts';

type Setup = ReturnType<typeof testRelay>;
type Relay = Setup['relay'];
type Lie = Answers[string];
type RequestOf = (relay: Relay) => object | Promise<object>;

/** The client refuses all others by the same rule, which its own tests prove for each. */
const lies: readonly (readonly [what: string, lie: Lie])[] = [
  ['a success of its own', () => json(200, { success: true, id: 'Elsewhere:1' })],
  ['nothing', () => new Response(null, { status: 200 })],
];

const stamp = 'c3RhbXA';
const otp = 'AuthMethod:ada-otp';
const passkey = 'AuthMethod:ada-key';
const SESSION = 'Session:ada-1';
const unlimited = {
  maxRefreshes: Number.POSITIVE_INFINITY,
  maxSessionAge: Number.POSITIVE_INFINITY,
};

async function assertion(relay: Relay) {
  const request = { id: passkey, clientPublicKey: CLIENT_KEY };
  const { body } = await callRelay<{ ticket: string }>(relay, 'challenge', request);
  return { type: 'PASSKEY', id: passkey, ticket: body.ticket, assertion: assertionOf() };
}

const freeze = ['actionBegin', { action: 'freezeCard', input: { cardId: 'Card:ada' } }] as const;
const refresh = ['refreshBegin', { id: SESSION, clientPublicKey: CLIENT_KEY }] as const;
const signOut = ['revokeBegin', { id: SESSION }] as const;
const remove = ['revokeBegin', { id: passkey }] as const;
const code = ['challenge', { id: otp }] as const;

/** Each signed change: its two calls, the request that it sends, and the input of the first call. */
const changes: readonly (readonly [RelayCall, RelayCall, string, RequestOf])[] = [
  ['actionBegin', 'actionComplete', 'PATCH /cards/Card:ada', () => freeze[1]],
  ['refreshBegin', 'refreshComplete', `POST /auth/sessions/${SESSION}/refresh`, () => refresh[1]],
  ['revokeBegin', 'revokeComplete', `DELETE /auth/sessions/${SESSION}`, () => signOut[1]],
  ['revokeBegin', 'revokeComplete', `DELETE /auth/credentials/${passkey}`, () => remove[1]],
  ['passkeyBegin', 'passkeyComplete', 'POST /auth/credentials', registrationOf],
];

/** Each call that sends a write of one leg, and the request that it sends. */
const writes: readonly (readonly [RelayCall, string, RequestOf])[] = [
  ['challenge', `POST /auth/credentials/${otp}/challenge`, () => code[1]],
  [
    'challenge',
    `POST /auth/credentials/${passkey}/challenge`,
    () => ({ id: passkey, clientPublicKey: CLIENT_KEY }),
  ],
  [
    'verify',
    `POST /auth/credentials/${otp}/verify`,
    () => ({ type: 'EMAIL_OTP', id: otp, otp: '1', clientPublicKey: CLIENT_KEY }),
  ],
  ['verify', `POST /auth/credentials/${passkey}/verify`, assertion],
];

/** Each read of the ownership checks, and the calls that need it. */
const reads: readonly (readonly [string, readonly (readonly [RelayCall, object])[]])[] = [
  ['GET /customers/internal-accounts', [freeze, refresh, signOut, remove, code]],
  ['GET /auth/sessions', [refresh, signOut]],
  ['GET /auth/credentials', [remove, code]],
  ['GET /cards/Card:ada', [freeze]],
];

/** A relay whose platform is honest but for one request. */
function relayWith(path: string, lie: Lie): Setup {
  const issued = { ...challenge, id: passkey, challenge: 'Y2hhbGxlbmdl' };
  const honest = { [`POST /auth/credentials/${passkey}/challenge`]: () => json(200, issued) };
  return testRelay({ ...honest, [path]: lie }, unlimited);
}

/** What a refusal may say; anything else would mean that something was done, sent or opened. */
const refusalFields = ['code', 'docs', 'message', 'requestId', 'retryAfter'];

function expectRefusal({ status, body }: { readonly status: number; readonly body: object }) {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(refusalFields).toEqual(expect.arrayContaining(Object.keys(body)));
}

const unknown = { status: 502, body: { code: 'OUTCOME_UNKNOWN' } };

const complete = async (setup: Setup, [begin, end, , requestOf]: (typeof changes)[number]) => {
  const input = await requestOf(setup.relay);
  const begun = await callRelay<{ ticket: string }>(setup.relay, begin, input);
  expect(begun.body).toMatchObject({ status: 'challenge' });
  const { ticket } = begun.body;
  return callRelay<object>(setup.relay, end, { ticket, stamp });
};

describe.each(lies)('a gateway that responds with %s', (_what, lie) => {
  test.each(changes)('to the first leg of %s', async (call, _complete, path, requestOf) => {
    const setup = relayWith(path, lie);
    const response = await callRelay<object>(setup.relay, call, await requestOf(setup.relay));
    expect(setup.writes().map(({ url }) => url)).toHaveLength(1);
    expectRefusal(response);
  });

  test.each(changes)('to the second leg of %s leaves its outcome unknown', async (...change) => {
    const setup = relayWith(change[2], twoLegs(lie));
    const response = await complete(setup, change);
    expect(setup.writes()).toHaveLength(2);
    expect(response).toMatchObject(unknown);
    expectRefusal(response);
  });

  test.each(writes)('to %s by %s leaves its outcome unknown', async (call, path, requestOf) => {
    const setup = relayWith(path, lie);
    const response = await callRelay<object>(setup.relay, call, await requestOf(setup.relay));
    expect(setup.writes().at(-1)?.url).toContain(path.split(' ')[1]);
    expect(response).toMatchObject(unknown);
    expectRefusal(response);
  });

  test.each(reads)(
    "to %s, which shows what is the user's, lets no write through",
    async (...read) => {
      const [path, calls] = read;
      for (const [call, input] of calls) {
        const setup = relayWith(path, lie);
        expectRefusal(await callRelay<object>(setup.relay, call, input));
        expect(setup.writes()).toEqual([]);
      }
    },
  );
});

const opened = {
  id: 'Session:9',
  accountId: 'InternalAccount:ada',
  encryptedSessionSigningKey: 'k',
};

test.each([
  ['without an id', { ...opened, id: undefined }],
  ['with the id of another kind', { ...opened, id: 'AuthMethod:1' }],
  ['of another account', { ...opened, accountId: 'InternalAccount:eve' }],
  ['that names no account', { ...opened, accountId: undefined }],
  ['without its sealed key', { ...opened, encryptedSessionSigningKey: undefined }],
  ['with an empty sealed key', { ...opened, encryptedSessionSigningKey: '' }],
  ['whose sealed key is not text', { ...opened, encryptedSessionSigningKey: { key: 'k' } }],
])('a session %s is not opened, and gets no lineage', async (_what, body) => {
  const lie = () => json(200, body);
  for (const change of changes.filter(([call]) => call === 'refreshBegin')) {
    const response = await complete(relayWith(change[2], twoLegs(lie)), change);
    expect(response).toMatchObject(unknown);
    expectRefusal(response);
  }
  for (const [call, path, requestOf] of writes.filter(([name]) => name === 'verify')) {
    const { relay } = relayWith(path, lie);
    const response = await callRelay<object>(relay, call, await requestOf(relay));
    expect(response).toMatchObject(unknown);
    expectRefusal(response);
  }
});

const at = '2026-01-05T09:00:00Z';
const sent = {
  id: otp,
  accountId: 'InternalAccount:ada',
  type: 'EMAIL_OTP',
  nickname: 'ada@example.com',
  createdAt: at,
  updatedAt: at,
};

test.each([
  ['a problem document', { id: otp, type: 'about:blank', title: 'Forbidden', status: 403 }],
  ['an error', { id: otp, status: 403, message: 'Forbidden' }],
  ['a type alone', { id: otp, type: 'error' }],
  ['a credential of another account', { ...sent, accountId: 'InternalAccount:eve' }],
  ['a credential of another kind', { ...sent, type: 'PASSKEY' }],
])('no code was sent if the service responds with %s', async (_what, body) => {
  const path = `POST /auth/credentials/${otp}/challenge`;
  const { relay } = relayWith(path, () => json(200, body));
  expect(await callRelay<object>(relay, ...code)).toMatchObject(unknown);
  const honest = relayWith(path, () => json(200, sent));
  expect((await callRelay<object>(honest.relay, ...code)).status).toBe(200);
});
