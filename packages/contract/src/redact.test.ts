import { describe, expect, test } from 'vitest';
import { findOperation, REDACTED, redact } from './index.ts';
import { redactPath, responseSchemas, secretsOf } from './internal-schema.ts';

function rowOf(name: string) {
  const found = findOperation(name);
  if (found === undefined) throw new Error(`no operation ${name}`);
  return found.row;
}

describe('with a schema', () => {
  test('a code that verifies a contact is masked, an error code is not', () => {
    const { body } = rowOf('contactVerification.confirmEmail');
    if (body === undefined) throw new Error('no body');
    expect(redact({ code: '123456' }, body)).toEqual({ code: REDACTED });
    expect(redact({ status: 400, code: 'INVALID_INPUT' })).toEqual({
      status: 400,
      code: 'INVALID_INPUT',
    });
  });

  test('a device code is masked in a body and in a path', () => {
    const row = rowOf('agents.redeemDeviceCode');
    expect(redactPath(row, '/agents/device-codes/WXYZ-1234/redeem')).toBe(
      `/agents/device-codes/${REDACTED}/redeem`,
    );
    const created = responseSchemas(rowOf('agents.create'));
    const body = { agent: { id: 'Agent:1' }, deviceCode: { code: 'WXYZ-1234', redeemed: false } };
    expect(redact(body, ...created)).toMatchObject({ deviceCode: { code: REDACTED } });
  });

  test("secrets inside a union's variants and a list's items are masked", () => {
    const { body } = rowOf('credentials.verify');
    if (body === undefined) throw new Error('no body');
    expect(redact({ type: 'EMAIL_OTP', otp: '000000' }, body)).toEqual({
      type: 'EMAIL_OTP',
      otp: REDACTED,
    });
    const list = responseSchemas(rowOf('cards.list'));
    expect(redact({ data: [{ panEmbedUrl: 'https://x' }] }, ...list)).toEqual({
      data: [{ panEmbedUrl: REDACTED }],
    });
  });

  test('a secret of a beneficial owner is masked inside personalInfo', () => {
    const schemas = responseSchemas(rowOf('beneficialOwners.create'));
    expect(redact({ personalInfo: { identifier: '123-45-6789' } }, ...schemas)).toEqual({
      personalInfo: { identifier: REDACTED },
    });
  });

  test('a field the schema does not have is masked by its name', () => {
    const schemas = responseSchemas(rowOf('cards.get'));
    expect(redact({ clientSecret: 's', color: 'red' }, ...schemas)).toEqual({
      clientSecret: REDACTED,
      color: 'red',
    });
  });
});

describe('without a schema', () => {
  test('a value of any depth is copied without a stack overflow', () => {
    let value: unknown = 'deep';
    for (let depth = 0; depth < 100_000; depth += 1) value = [value];
    expect(() => redact(value)).not.toThrow();
    expect(() => secretsOf(value)).not.toThrow();
  });

  test('null and missing secrets stay unchanged, and own names such as __proto__ are data', () => {
    const value = JSON.parse('{"otp": null, "__proto__": {"otp": "1"}, "constructor": 2}');
    expect(JSON.stringify(redact(value))).toBe(
      `{"otp":null,"__proto__":{"otp":"${REDACTED}"},"constructor":2}`,
    );
  });

  test('the values of secrets are collected', () => {
    expect(secretsOf({ otp: '1', data: [{ token: '2' }], code: '3' })).toEqual(['1', '2']);
  });
});
