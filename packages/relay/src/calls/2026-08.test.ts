import { generateHeldKey, heldSessionKey, sealCode } from '@org/payments-crypto';
import { createMock } from '@org/payments-mock';
import { createPaymentsClient } from '@org/payments-sdk';
import { describe, expect, it } from 'vitest';
import { CLIENT_KEY, callRelay, ORIGIN, SECRET, testRelay } from '../../test/call-relay.ts';
import { createWalletRelay } from '../create-wallet-relay.ts';

const dialect = '2026-08';
type Own = { readonly dialect?: typeof dialect };

function world(mock = createMock({ dialect, strict: true }), own: Own = { dialect }) {
  const { account, credential } = mock.add.wallet();
  const { connection, fetch } = mock;
  const relay = createWalletRelay(createPaymentsClient({ ...connection, fetch, ...own }), {
    secret: SECRET,
    origins: [ORIGIN],
    ...own,
    authenticate: () => ({ id: 'ada', customerId: account.customerId ?? '' }),
    clock: { now: () => mock.clock.now() },
  });
  return { mock, relay, id: credential.id };
}

type Texts = Record<string, string>;

describe('a relay of the dialect', () => {
  it('carries a sealed code, its stamp, and no key', async () => {
    const { mock, relay, id } = world();
    const { body: sent } = await callRelay<Texts>(relay, 'challenge', { id });
    const { otpEncryptionTargetBundle: target = '', ticket } = sent;
    const key = await generateHeldKey();
    const attempt = { code: '000000', publicKey: key.publicKey };
    const encryptedOtpBundle = await sealCode(target, attempt, { pinnedKey: mock.codeKey });
    const first = { type: 'EMAIL_OTP', id, ticket, encryptedOtpBundle };
    const { body: step } = await callRelay<Texts>(relay, 'verify', first);
    const stamp = await (await heldSessionKey(key)).stamp(step.payloadToSign ?? '');
    const second = { type: 'STAMP', ticket: step.ticket, stamp };
    const stolen = await callRelay(relay, 'verify', { ...second, ticket });
    expect(stolen.body.code).toMatch(/^(?:FORBIDDEN|TICKET_INVALID)$/);
    const { status, body: opened } = await callRelay<Texts>(relay, 'verify', second);
    expect([status, opened.type, opened.encryptedSessionSigningKey]).toEqual([
      200,
      'EMAIL_OTP',
      undefined,
    ]);
    expect(await callRelay(relay, 'verify', second)).toMatchObject({ status: 401 });
  });

  it('says so when the wallet or the service has another', async () => {
    const { relay, id } = world();
    const { body } = await callRelay(relay, 'challenge', { id, clientPublicKey: CLIENT_KEY });
    expect(body.message).toContain('The relay has the dialect 2026-08, and the wallet none');
    const older = world(createMock());
    const { status, body: end } = await callRelay(older.relay, 'challenge', { id: older.id });
    expect([status, end.code]).toEqual([502, 'OUTCOME_UNKNOWN']);
    const forNone = testRelay();
    const newer = { type: 'EMAIL_OTP', id: 'AuthMethod:ada-otp', encryptedOtpBundle: '{}' };
    const refused = await callRelay(forNone.relay, 'verify', newer);
    expect(refused.body.message).toContain('The relay has no dialect, and the wallet one');
    expect(forNone.writes()).toEqual([]);
  });

  it('says that client and relay lack the dialect of the service, or have one', async () => {
    const code = { type: 'EMAIL_OTP', otp: '000000', clientPublicKey: CLIENT_KEY };
    const sealed = { type: 'EMAIL_OTP', encryptedOtpBundle: '{"a":1}' };
    const [newer, older] = [world(createMock({ dialect }), {}), world(createMock())];
    const one = await callRelay(newer.relay, 'verify', { id: newer.id, ...code });
    const other = await callRelay(older.relay, 'verify', { id: older.id, ...sealed });
    const message = expect.stringContaining('give client, relay and wallet its `dialect`');
    expect([one.body, other.body]).toMatchObject([{ message }, { message }]);
  });

  it('is not created for a client of another', () => {
    expect(() => testRelay({}, { dialect })).toThrow('no dialect, and the relay the dialect 2026');
  });
});
