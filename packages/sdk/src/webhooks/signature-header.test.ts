import { describe, expect, test } from 'vitest';
import { payment, sign } from '../../test/webhooks/samples.ts';
import { readSignature, type WebhookHeaders } from './signature-header.ts';

const NAME = 'x-service-signature';
const { headers } = await sign(payment, { header: 'bare' });
const signature = headers[NAME] ?? '';
const raw = readSignature(headers);

const refusal = (code: string, message: string) =>
  expect.objectContaining({
    code: `WEBHOOK_SIGNATURE_${code}`,
    message: expect.stringContaining(message),
  });

describe('the header of a signature', () => {
  test.each([
    ['bare', signature],
    ['between spaces', `  ${signature} `],
    ['JSON', JSON.stringify({ v: '1', s: signature })],
    ['JSON between spaces', ` ${JSON.stringify({ s: signature })} `],
  ])('may be %s', (_what, value) => {
    expect(readSignature({ [NAME]: value })).toEqual(raw);
  });

  test('may be among headers without a value', () => {
    expect(readSignature({ cookie: undefined, [NAME]: signature })).toEqual(raw);
    expect(() => readSignature({ [NAME]: undefined })).toThrow(refusal('MISSING', ''));
  });

  test.each([undefined, null, 'text', 7])('is missing where the headers are %j', (given) => {
    const message = 'The headers are not a Headers object or a record.';
    expect(() => readSignature(given as unknown as WebhookHeaders)).toThrow(
      refusal('MISSING', message),
    );
  });

  test.each([
    ['twice', [signature, signature], 'header was sent 2 times.'],
    ['three times', [signature, signature, signature], 'header was sent 3 times.'],
    ['broken JSON', '{"s":', 'starts like JSON, but is not JSON.'],
    ['JSON without s', '{"v":"1"}', 'is JSON without a string `s`.'],
    ['JSON with a number', '{"s":7}', 'is JSON without a string `s`.'],
    ['not base64', 'sha256=abc', 'The signature is not base64.'],
    ['not DER', 'aGVsbG8=', 'The signature is not a DER ECDSA signature for P-256.'],
  ])('is malformed: %s', (_what, value, message) => {
    expect(() => readSignature({ [NAME]: value })).toThrow(refusal('MALFORMED', message));
  });

  test('that is malformed has the cause of what reads it', () => {
    expect(() => readSignature({ [NAME]: 'aGVsbG8=' })).toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ code: 'INVALID_SIGNATURE' }) }),
    );
  });
});
