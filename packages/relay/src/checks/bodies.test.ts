import { expect, test } from 'vitest';
import { CLIENT_KEY } from '../../test/call-relay.ts';
import { parseBody } from './bodies.ts';

const id = 'AuthMethod:ada-otp';

test.each([
  ['０００-٠٠٠\u200b ', '000000'],
  ['123 456', '123456'],
])('a code typed as %j is %j', (otp, read) => {
  const body = { type: 'EMAIL_OTP', id, otp, clientPublicKey: CLIENT_KEY };
  expect(parseBody('verify', body)).toMatchObject({ otp: read });
});

test.each(['', ' \u200b', 'é', '1'.repeat(65)])('%j is not a code', (otp) => {
  const body = { type: 'EMAIL_OTP', id, otp, clientPublicKey: CLIENT_KEY };
  expect(() => parseBody('verify', body)).toThrow('otp');
});

test.each(['', null, undefined, 'dXNlcg'])(
  'the user handle of an assertion may be %j',
  (userHandle) => {
    const part = 'QQ';
    const signed = { clientDataJson: part, authenticatorData: part, signature: part };
    const assertion = { credentialId: part, ...signed, userHandle };
    const body = { type: 'PASSKEY', id, ticket: 'a.b.c.d.e', assertion };
    expect(parseBody('verify', body)).toMatchObject({ assertion: { userHandle } });
  },
);
