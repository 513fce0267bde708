import { describe, expect, it, test } from 'vitest';
import { attestationOf, cborBytes, cborText, head } from '../../test/attestation.ts';
import { CLIENT_KEY } from '../../test/call-relay.ts';
import { parseBody } from './bodies.ts';
import { readAttestation } from './check-registration.ts';

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

test.each([{ toString: 1 }, ['04'], null])('%j is not a key', (clientPublicKey) => {
  const body = { type: 'EMAIL_OTP', id, otp: '000000', clientPublicKey };
  expect(() => parseBody('verify', body)).toThrow('clientPublicKey');
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

const fields = { challenge: 'Y2hhbGxlbmdl', origin: 'https://a.example', rpId: 'a.example' };
const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));

async function attestationObject(): Promise<Uint8Array> {
  const { attestationObject: text } = await attestationOf(fields);
  return new Uint8Array(Buffer.from(text, 'base64url'));
}

describe('readAttestation', () => {
  it('reads the data of an authenticator, also from the middle of a buffer', async () => {
    const object = await attestationObject();
    const shifted = new Uint8Array([9, 9, 9, ...object]).subarray(3);
    for (const bytes of [object, shifted]) {
      expect(readAttestation(bytes)).toEqual({
        rpIdHash: new Uint8Array(
          await crypto.subtle.digest('SHA-256', new TextEncoder().encode('a.example')),
        ),
        isUserPresent: true,
        isUserVerified: true,
        credentialId: new Uint8Array([1, 2, 3]),
      });
    }
  });

  it.each([
    ['nothing', ''],
    ['a number', '00'],
    ['text cut short', '6449'],
    ['a length beyond the end', '5a7fffffff00'],
    ['a length of 64 bits', '5b7fffffffffffffff00'],
    ['an indefinite length', '5f42010243030405ff'],
    ['a map cut short', 'a2010203'],
    ['a list of two billion', '9a7fffffff'],
    ['a map of two billion', 'ba7fffffff'],
    ['nesting without end', '81'.repeat(24_000)],
    ['tags without end', 'c0'.repeat(24_000)],
    ['a map without authenticator data', 'a0'],
    [
      'authenticator data that is text',
      `a1${Buffer.from([...cborText('authData'), 0x60]).toString('hex')}`,
    ],
  ])('refuses %s', (_name, hex) => {
    expect(() => readAttestation(bytesOf(hex))).toThrow();
  });

  it('refuses trailing bytes, duplicate keys and truncated data', async () => {
    const object = await attestationObject();
    const name = cborText('authData');
    const data = cborBytes(new Uint8Array(60));
    const twice = new Uint8Array([...head(5, 2), ...name, ...data, ...name, ...data]);
    const short = new Uint8Array([...head(5, 1), ...name, ...cborBytes(new Uint8Array(40))]);
    for (const bytes of [new Uint8Array([...object, 0]), object.subarray(0, -1), twice, short]) {
      expect(() => readAttestation(bytes)).toThrow();
    }
  });
});
