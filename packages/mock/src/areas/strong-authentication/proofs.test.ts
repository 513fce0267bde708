import { expect, test } from 'vitest';
import { expectInvalid, expectRefused, type Reply } from '../../../test/support/open-mock.ts';
import {
  code,
  number,
  type ShownChallenge,
  scaScene,
} from '../../../test/support/strong-authentication.ts';

test.each([
  ['SMS_OTP', 'challengeId expiresAt'],
  ['TOTP', ''],
  ['PASSKEY', 'passkeyOptions allowedOrigins relyingPartyId'],
])(
  'rule 141: a login by %s begins with what it needs, and returns its status and its end',
  async (factor, material) => {
    const { api, begin, complete, enrollApp, enrollPasskey, sign } = await scaScene({}, number);
    const id = await enrollPasskey();
    await enrollApp();
    const sent = api.mock.outbox.length;
    const { challenge, ...begun } = await begin(factor);
    expect(Object.keys(begun).join(' ')).toBe(`factor ${material}`.trim());
    const message = { channel: 'sms', to: number.phoneNumber, code };
    expect(api.mock.outbox.slice(sent)).toMatchObject(factor === 'SMS_OTP' ? [message] : []);
    if (factor === 'PASSKEY') {
      expect(begun).toMatchObject({
        passkeyOptions: { allowCredentials: [{ type: 'public-key', id }] },
        allowedOrigins: ['http://localhost:*', 'https://localhost:*'],
        relyingPartyId: 'localhost',
      });
    }
    const { challengeId } = begun;
    const proof = factor === 'PASSKEY' ? await sign(challenge) : { code, challengeId };
    const done = await complete(factor, proof);
    expect(done.body).toEqual({ status: 'SUCCESS', sessionExpiresAt: '2026-01-05T09:15:00.000Z' });
  },
);

test('rule 141: a login is completed with the challenge of its customer and its factor, whatever was begun later', async () => {
  const { api, begin, complete, enrollApp, enrollPasskey, sign } = await scaScene({}, number);
  const other = api.mock.add.customer({ region: 'DE' }).id;
  await enrollApp();
  await enrollApp(other);
  await enrollPasskey();
  const { challenge } = await begin('PASSKEY');
  await begin('TOTP');
  expect((await complete('PASSKEY', await sign(challenge))).status).toBe(200);
  await begin('TOTP', other);
  expect((await complete('TOTP', { code })).status).toBe(200);
  await begin('SMS_OTP');
  expectInvalid(await complete('SMS_OTP', { code }), 'challengeId');
  const unknown = { code, challengeId: 'ScaChallenge:none' };
  expectInvalid(await complete('SMS_OTP', unknown), 'challengeId');
});

test('rule 141: the code of an app counts half a minute longer and earlier, and each recovery code once', async () => {
  const { codeOf, enrollApp, logIn } = await scaScene({ strict: true });
  const { secret, recoveryCodes } = await enrollApp();
  expect(recoveryCodes).toHaveLength(8);
  const [first, second] = recoveryCodes;
  const cases = [
    ...[-60, -30, 30, 60].map((seconds) => [codeOf(secret, seconds), Math.abs(seconds) === 30]),
    ...[
      [first, true],
      [code, false],
      [second, true],
      [first, false],
    ],
  ] as const;
  for (const [given, isValid] of cases) {
    const reply = await logIn('TOTP', { code: given });
    if (isValid) expect(reply.status).toBe(200);
    else expectInvalid(reply, 'code');
  }
});

test.each([[false], [true]])(
  'rule 142: a passkey signs with a higher counter each time, under its own id; strict mode: %s',
  async (strict) => {
    const { begin, complete, enrollPasskey, sign } = await scaScene({ strict });
    await enrollPasskey();
    const logIn = async (counter: number, more?: object) =>
      complete('PASSKEY', await sign((await begin('PASSKEY')).challenge, { counter }, more));
    expect((await logIn(9)).status).toBe(200);
    expectInvalid(await logIn(9), 'passkeyAssertion');
    expect((await logIn(10)).status).toBe(200);
    const { challenge } = await begin('PASSKEY');
    const { passkeyAssertion, ...proof } = await sign(challenge, { counter: 11 });
    const renamed = { ...proof, passkeyAssertion: { ...passkeyAssertion, id: 'AQID' } };
    expectInvalid(await complete('PASSKEY', renamed), 'passkeyAssertion');
    const literal = await logIn(12, { signature: 'sandbox-valid-passkey-signature' });
    if (strict) expectInvalid(literal, 'passkeyAssertion');
    else expect(literal.status).toBe(200);
  },
);

test('rule 142: what a passkey signed logs in once, also if it is sent twice at once', async () => {
  const { begin, complete, enrollPasskey, sign } = await scaScene();
  await enrollPasskey();
  const proof = { ...(await sign((await begin('PASSKEY')).challenge)), code: null };
  const replies = await Promise.all([1, 2].map(() => complete('PASSKEY', proof)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  expectInvalid(await complete('PASSKEY', proof), 'challengeId');
});

test('rule 143: what logs a customer in does not end a lock that came meanwhile', async () => {
  const { begin, complete, enrollPasskey, send, sign } = await scaScene();
  await enrollPasskey();
  const fail = () => send('POST', 'record-event', { eventType: 'FAILED_LOGIN_ATTEMPT' });
  for (const _time of [1, 2, 3, 4]) await fail();
  const proof = await sign((await begin('PASSKEY')).challenge);
  const [login, failed] = await Promise.all([complete('PASSKEY', proof), fail()]);
  // In either order.
  const outcome = `${login.status}, ${failed.body.failedAttempts} failed`;
  expect(['200, 1 failed', '423, 5 failed']).toContain(outcome);
});

test('rule 145: a payment is authorized until just before the end of the login', async () => {
  const { api, logIn, quote } = await scaScene({}, number);
  await logIn();
  api.mock.clock.advance({ minutes: 14 });
  const now = { immediatelyExecute: true };
  const [first, second] = [await quote(now), await quote(now)];
  const authorize = ({ id }: Reply['body']) =>
    api.send('POST', `/quotes/${id}/authorize`, { code });
  api.mock.clock.advance({ milliseconds: 59_999 });
  expect((await authorize(first)).status).toBe(200);
  api.mock.clock.advance({ milliseconds: 1 });
  expectRefused(await authorize(second), 409, 'SCA_SESSION_REQUIRED');
});

test('rule 145: a payment that its customer cannot authorize is refused, and not prepared', async () => {
  const { api, customer, quote } = await scaScene();
  const source = { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId: customer.id };
  for (const more of [{ immediatelyExecute: true }, { source }]) {
    expect(await quote(more)).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
  }
  expect((await api.send('GET', '/transactions')).body).toMatchObject({ totalCount: 0 });
});

test('rule 148: trust is given and taken with the factor that the customer has, for what the challenge says', async () => {
  const { api, changeTrust, enrollPasskey, payee, send, sign } = await scaScene();
  expect((await send('GET', 'factors')).body).toEqual({ factors: [] });
  expectInvalid(await send('POST', 'login/start', { factor: 'SMS_OTP' }), 'factor');
  expectInvalid((await changeTrust(payee, 'trust')).reply, 'customerId');
  const id = await enrollPasskey();
  const platform = api.mock.add.externalAccount({ isPlatformAccount: true });
  expectRefused((await changeTrust(platform.id, 'trust')).reply, 404, 'NOT_FOUND');
  for (const verb of ['trust', 'untrust']) {
    const { confirm, scaChallenge } = await changeTrust(payee, verb);
    const { challenge } = scaChallenge.passkeyAssertionOptions;
    expect(scaChallenge).toEqual({
      ...{ id: scaChallenge.id, expiresAt: '2026-01-05T09:05:00.000Z' },
      ...{ factor: 'PASSKEY', availableFactors: ['PASSKEY'] },
      purpose: `${verb.toUpperCase()}_BENEFICIARY`,
      passkeyAssertionOptions: {
        ...{ challenge, rpId: 'localhost', allowCredentials: [{ type: 'public-key', id }] },
      },
      passkeyAllowedOrigins: ['http://localhost:*', 'https://localhost:*'],
    });
    const proof = await sign(challenge);
    expectInvalid(await confirm({ ...proof, challengeId: null }), 'challengeId');
    expectInvalid(await confirm({ ...proof, origin: undefined }), 'code');
    expectInvalid(await confirm({ ...proof, origin: 'http://localhost:1' }), 'origin');
    expect((await confirm(proof)).body).toEqual({ trusted: verb === 'trust' });
  }
});

test('rule 143: any proof that is accepted ends the row of failed attempts, and the proof of a locked customer trusts nobody', async () => {
  const { changeTrust, payee, send } = await scaScene({}, number);
  const fail = async () =>
    (await send('POST', 'record-event', { eventType: 'FAILED_LOGIN_ATTEMPT' })).body.failedAttempts;
  for (const count of [1, 2, 3]) expect(await fail()).toBe(count);
  const trust = await changeTrust(payee, 'trust');
  expectInvalid(await trust.confirm({ code: '000001' }), 'code');
  expect((await trust.confirm()).body).toEqual({ trusted: true });
  const { confirm } = await changeTrust(payee, 'untrust');
  for (const count of [1, 2, 3, 4]) expect(await fail()).toBe(count);
  expectInvalid(await confirm({ code: '000001' }), 'code');
  expectInvalid(await confirm({ code: '000001' }), 'code');
  expectInvalid(await confirm(), 'code');
});

test('rule 147: a challenge answers for its customer and its payee alone', async () => {
  const { api, begin, changeTrust, customer, payee, send } = await scaScene({}, number);
  const other = api.mock.add.customer({ region: 'DE', ...number }).id;
  const { challengeId } = await begin('SMS_OTP');
  const login = { factor: 'SMS_OTP', code, endUserIpAddress: '203.0.113.7', challengeId };
  const complete = (id: string) => send('POST', 'login/complete', login, id);
  expectInvalid(await complete(other), 'challengeId');
  expect((await complete(customer.id)).status).toBe(200);
  const { confirm, scaChallenge } = await changeTrust(payee, 'trust');
  for (const customerId of [customer.id, other]) {
    const { id } = api.mock.add.externalAccount({ customerId });
    const proof = { code, challengeId: scaChallenge.id };
    expectInvalid(await (await changeTrust(id, 'trust')).confirm(proof), 'challengeId');
  }
  expect((await confirm()).status).toBe(200);
});

test.each([['login'], ['trust'], ['payment']])(
  'rule 147: the challenge of a %s is answered before its end, and not from then on',
  async (kind) => {
    const scene = await scaScene({}, number);
    const { api, changeTrust, complete, logIn, payee, quote } = scene;
    const begin = async () => {
      if (kind === 'login') {
        const { challengeId } = await scene.begin('SMS_OTP');
        return () => complete('SMS_OTP', { challengeId, code });
      }
      await logIn();
      if (kind === 'trust') return (await changeTrust(payee, kind)).confirm;
      const { id } = await quote({ immediatelyExecute: true });
      return () => api.send('POST', `/quotes/${id}/authorize`, { code });
    };
    const late = await begin();
    api.mock.clock.advance({ minutes: 5 });
    // The challenge of a payment ends with its quote.
    if (kind === 'payment') expectRefused(await late(), 409, 'CONFLICT');
    else expectInvalid(await late(), 'challengeId');
    const early = await begin();
    api.mock.clock.advance({ milliseconds: 299_999 });
    expect((await early()).status).toBe(200);
  },
);

test.each([
  ['SMS_OTP', 'SMS_OTP', 'code'],
  ['SMS_OTP', 'TOTP', 'challengeId'],
  ['PASSKEY', 'PASSKEY', 'code'],
])(
  'rule 147: a login begun by %s and completed as %s is not answered by the code of an app',
  async (begun, factor, field) => {
    const { begin, codeOf, complete, enrollApp, enrollPasskey } = await scaScene({}, number);
    await enrollPasskey();
    const { secret } = await enrollApp();
    const { challengeId } = await begin(begun);
    const proof = { challengeId, code: codeOf(secret) };
    expectInvalid(await complete(factor, proof), field);
    await begin('TOTP');
    expect((await complete('TOTP', { code: codeOf(secret) })).status).toBe(200);
  },
);

test('rule 147: a login begun by an app is not answered by a passkey', async () => {
  const { begin, complete, enrollApp, enrollPasskey, sign } = await scaScene();
  await enrollApp();
  await enrollPasskey();
  const { challenge } = await begin('PASSKEY');
  await begin('TOTP');
  const proof = await sign(challenge, {}, { signature: 'sandbox-valid-passkey-signature' });
  expectInvalid(await complete('TOTP', proof), 'passkeyAssertion');
});

test('a change of trust is answered by each factor that its challenge shows, and a payment by no app', async () => {
  const { api, changeTrust, codeOf, enrollApp, logIn, payee, quote } = await scaScene({}, number);
  const { secret } = await enrollApp();
  await logIn();
  const { id, scaChallenge: asked } = await quote({ immediatelyExecute: true });
  expect(asked).toMatchObject({ factor: 'SMS_OTP', availableFactors: ['SMS_OTP'] });
  const ofApp = { code: codeOf(secret) };
  expectInvalid(await api.send('POST', `/quotes/${id}/authorize`, ofApp), 'code');
  const { confirm, scaChallenge } = await changeTrust(payee, 'trust');
  expect(scaChallenge).toMatchObject({ factor: 'SMS_OTP', availableFactors: ['SMS_OTP', 'TOTP'] });
  expect((await confirm(ofApp)).body).toEqual({ trusted: true });
  const undone = await changeTrust(payee, 'untrust');
  expect(undone.scaChallenge).toMatchObject({ availableFactors: ['SMS_OTP', 'TOTP'] });
});

test('rule 145: a payment whose money left while its passkey was checked keeps its challenge', async () => {
  const scene = await scaScene();
  const { api, begin, complete, enrollPasskey, payee, quote, sign, source } = scene;
  await enrollPasskey();
  await complete('PASSKEY', await sign((await begin('PASSKEY')).challenge));
  const { id, scaChallenge } = await quote({ immediatelyExecute: true });
  const { challenge } = (scaChallenge as ShownChallenge).passkeyAssertionOptions;
  const proofs = [await sign(challenge), await sign(challenge)];
  const [first, second] = proofs.map(
    (proof) => () => api.send('POST', `/quotes/${id}/authorize`, proof),
  );
  const ends = { source: { accountId: source }, destination: { accountId: payee } };
  const [refused, left] = await Promise.all([
    first?.(),
    api.send('POST', '/transfer-out', { ...ends, amount: 60_01 }),
  ]);
  expect(left.status).toBe(201);
  expectRefused(refused as Reply, 400, 'AMOUNT_OUT_OF_RANGE');
  const waiting = { status: 'PENDING_AUTHORIZATION', scaChallenge };
  expect((await api.send('GET', `/quotes/${id}`)).body).toMatchObject(waiting);
  await api.send('POST', `/sandbox/internal-accounts/${source}/fund`, { amount: 60_01 });
  expect((await second?.())?.body).toMatchObject({ status: 'PROCESSING' });
});

test('rule 148: an account that was deleted while a passkey was checked is not trusted', async () => {
  const { api, changeTrust, enrollPasskey, payee, sign, source } = await scaScene();
  await enrollPasskey();
  const { confirm, scaChallenge } = await changeTrust(payee, 'trust');
  const proof = await sign(scaChallenge.passkeyAssertionOptions.challenge);
  // Once another body was read, the passkey is being checked.
  const read = api.send('POST', `/sandbox/internal-accounts/${source}/fund`, { amount: 1 });
  const path = `/customers/external-accounts/${payee}`;
  const deleting = read.then(() => api.send('DELETE', path));
  const [confirmed, deleted] = await Promise.all([confirm(proof), deleting]);
  expect(deleted.status).toBe(204);
  expectRefused(confirmed, 404, 'NOT_FOUND');
});
