import type { EventType } from '@org/payments-contract';
import { eventRows } from '@org/payments-contract/events';
import { createMock } from '@org/payments-mock';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { oneStepChanges } from '../../../../contract/test/one-step-changes.ts';
import { keys, payment, sign } from '../../../test/webhooks/samples.ts';
import type { WebhookEvent } from '../event.ts';
import { generateWebhookKeys, type TestEvent } from '../testing/index.ts';
import { WebhookError } from '../webhook-error.ts';
import { checkAge, readEnvelope } from './envelope.ts';
import { readSignature, type WebhookHeaders } from './signature-header.ts';
import { type UnwrapOptions, unwrap } from './unwrap.ts';

const types = eventRows().flatMap((row) => row.types as readonly EventType[]);

/** An event of each type, as the service sends it. */
function eventOf(type: EventType): TestEvent {
  const mock = createMock();
  mock.webhooks.trigger(type);
  const event = mock.eventsOf(type).at(-1);
  if (event === undefined) throw new Error(`The mock does not emit ${type}.`);
  return structuredClone(event) as unknown as TestEvent;
}

function optionsFor({ timestamp }: TestEvent): UnwrapOptions {
  return { publicKeys: keys.publicKey, clock: { now: () => Date.parse(String(timestamp)) } };
}

/** The end of a delivery: its event, or the code of the refusal. */
async function endOf(delivery: Promise<unknown>): Promise<unknown> {
  try {
    return { event: await delivery };
  } catch (error) {
    if (error instanceof WebhookError) return error.code;
    throw error;
  }
}

const MISMATCH = 'WEBHOOK_SIGNATURE_MISMATCH';
const MALFORMED = 'WEBHOOK_SIGNATURE_MALFORMED';

test.each(types)('%s: no text but the signed one is accepted', async (type) => {
  const event = eventOf(type);
  const options = optionsFor(event);
  const { body, headers } = await sign(event);
  expect(await endOf(unwrap(body, headers, options))).toEqual({ event });
  // What is signed is the text, whatever it says.
  if (type !== 'OUTGOING_PAYMENT.COMPLETED') return;
  const steps = oneStepChanges(event);
  expect(new Set(steps.map(({ kind }) => kind)).size).toBeGreaterThan(6);
  for (const { name, text } of steps) {
    expect([name, await endOf(unwrap(text, headers, options))]).toEqual([name, MISMATCH]);
  }
});

const NAME = 'x-service-signature';
const { headers } = await sign(payment, { header: 'bare' });
const signature = headers[NAME] ?? '';
const raw = readSignature(headers);

const refusal = (code: string, message: string) =>
  expect.objectContaining({
    code: `WEBHOOK_SIGNATURE_${code}`,
    message: expect.stringContaining(message),
  });

const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const hex = (value: bigint) => value.toString(16).padStart(64, '0');
const [r, s] = [raw.raw.subarray(0, 32), raw.raw.subarray(32)].map((half) =>
  BigInt(`0x${Buffer.from(half).toString('hex')}`),
) as [bigint, bigint];
/** An INTEGER of DER; `before` are bytes that do not belong in front of it. */
const integer = (value: bigint, before = '') => {
  const digits = hex(value).replace(/^(?:00)+(?=..)/, '');
  const content = before + (digits >= '8' ? `00${digits}` : digits);
  return `02${(content.length / 2).toString(16).padStart(2, '0')}${content}`;
};
const sequence = (content: string, length = (content.length / 2).toString(16)) =>
  Buffer.from(`30${length}${content}`, 'hex').toString('base64');
const good = integer(r) + integer(s);
const other = await generateWebhookKeys();
const offCurve = keys.publicKey.replace(/[\w+/]{6}==\n/, 'AAAAAA==\n');

/** What is accepted, and the code of what is refused, whatever verifies. */
const signatures: readonly (readonly [string, string, string | undefined])[] = [
  ['as it was signed', signature, undefined],
  ['without padding', signature.replace(/=+$/, ''), undefined],
  ['with n - s instead of s', sequence(integer(r) + integer(ORDER - s)), undefined],
  ['with r and s exchanged', sequence(integer(s) + integer(r)), MISMATCH],
  ['with another s', sequence(integer(r) + integer((s + 1n) % ORDER)), MISMATCH],
  ['with r of zero', sequence(integer(0n) + integer(s)), MALFORMED],
  ['with s of zero', sequence(integer(r) + integer(0n)), MALFORMED],
  ['with s of n', sequence(integer(r) + integer(ORDER)), MALFORMED],
  ['with r of n', sequence(integer(ORDER) + integer(s)), MALFORMED],
  ['with a zero in front of r', sequence(integer(r, '00') + integer(s)), MALFORMED],
  ['with a negative s', sequence(`${integer(r)}0201ff`), MALFORMED],
  ['with an empty s', sequence(`${integer(r)}0200`), MALFORMED],
  ['with a length in two bytes', sequence(good, `81${(good.length / 2).toString(16)}`), MALFORMED],
  ['with a byte behind it', sequence(`${good}00`, (good.length / 2).toString(16)), MALFORMED],
  ['with a third number', sequence(`${good}020101`), MALFORMED],
  ['cut off', sequence(good.slice(0, -2)), MALFORMED],
  ['as r and s of 32 bytes', Buffer.from(raw.raw).toString('base64'), MALFORMED],
  ['with a line break in its base64', `${signature.slice(0, 9)}\n${signature.slice(9)}`, MALFORMED],
  ['in the alphabet of URLs', `${signature.slice(0, 9)}-_${signature.slice(11)}`, MALFORMED],
  ['in hexadecimal', Buffer.from(raw.der).toString('hex'), MALFORMED],
];

const rotations: readonly (readonly [string, string | readonly string[], string | undefined])[] = [
  ['the second of two keys', [other.publicKey, keys.publicKey], undefined],
  ['the second block of one text', `${other.publicKey}${keys.publicKey}`, undefined],
  ['none of two keys', [other.publicKey, other.publicKey], MISMATCH],
  ['a key before one off the curve', [keys.publicKey, offCurve], undefined],
  ['a key behind one off the curve', [offCurve, keys.publicKey], 'WEBHOOK_PUBLIC_KEY_INVALID'],
];

describe.each(['node:crypto', 'WebCrypto'])('verified by %s', (engine) => {
  const body = JSON.stringify(payment);
  const now = () => Date.parse(String(payment.timestamp));
  /** Keys are kept by their text: each has another one, so that the engine imports it. */
  const keysOf = (text: string) => `${text}${crypto.randomUUID()}`;
  const verify = async (value: string, publicKeys: string | readonly string[]) => {
    const texts = [publicKeys].flat().map(keysOf);
    const end = await endOf(unwrap(body, { [NAME]: value }, { publicKeys: texts, clock: { now } }));
    return typeof end === 'string' ? end : undefined;
  };
  beforeEach(() => {
    if (engine === 'WebCrypto') vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('it is that which verifies, also where a runtime has a part of the other', async () => {
    const subtle = vi.spyOn(crypto.subtle, 'verify');
    expect(await verify(signature, keys.publicKey)).toBeUndefined();
    expect(subtle.mock.calls.length > 0).toBe(engine === 'WebCrypto');
    const parts = [undefined, {}, { KeyObject: {} }, { KeyObject: { prototype: {} } }];
    for (const part of parts) {
      vi.spyOn(process, 'getBuiltinModule').mockReturnValue(part as never);
      expect(await verify(signature, keys.publicKey)).toBeUndefined();
    }
    expect(subtle.mock.calls.length).toBeGreaterThanOrEqual(parts.length);
  });

  test.each(signatures)('a signature %s', async (_what, value, code) => {
    expect(await verify(value, keys.publicKey)).toBe(code);
  });

  test.each(rotations)('a signature of %s', async (_what, publicKeys, code) => {
    expect(await verify(signature, publicKeys)).toBe(code);
  });
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

  test.each([undefined, null, 'text', 7])('is missing where the headers are %j', (given) => {
    const message = 'The headers are not a Headers object or a record.';
    expect(() => readSignature(given as unknown as WebhookHeaders)).toThrow(
      refusal('MISSING', message),
    );
  });

  test.each([
    ['twice', [signature, signature], 'header was sent 2 times.'],
    ['broken JSON', '{"s":', 'starts like JSON, but is not JSON.'],
    ['JSON without s', '{"v":"1"}', 'is JSON without a string `s`.'],
    ['JSON with a number', '{"s":7}', 'is JSON without a string `s`.'],
    ['not base64', 'sha256=abc', 'The signature is not base64.'],
    ['not DER', 'aGVsbG8=', 'The signature is not a DER ECDSA signature for P-256.'],
  ])('is malformed: %s', (_what, value, message) => {
    expect(() => readSignature({ [NAME]: value })).toThrow(refusal('MALFORMED', message));
  });

  test('is malformed where another one is beside it', () => {
    const two: readonly WebhookHeaders[] = [
      { [NAME]: signature, [NAME.toUpperCase()]: signature },
      new Headers([
        [NAME, signature],
        [NAME, signature],
      ]),
    ];
    for (const given of two) expect(() => readSignature(given)).toThrow(refusal('MALFORMED', ''));
  });
});

const START = '2026-01-05T09:00:00Z';
const now = Date.parse(START);
const SECOND = 1000;
const DAY = 86_400 * SECOND;
const event = { id: 'Webhook:1', type: 'TEST', timestamp: START };

const read = (value: unknown) => readEnvelope(new TextEncoder().encode(JSON.stringify(value)));
const invalid = (message: string) =>
  expect.objectContaining({ code: 'WEBHOOK_ENVELOPE_INVALID', message });

describe('an envelope', () => {
  test.each([null, 7, 'text', true, [event]])('is not %j', (value) => {
    expect(() => read(value)).toThrow(invalid('The body is not a JSON object.'));
  });

  test('has an id of up to 255 characters', () => {
    expect(read({ ...event, id: 'x'.repeat(255) })).toMatchObject({ type: 'TEST' });
    for (const id of ['x'.repeat(256), '', 7, null]) {
      const expected = invalid('`id` is not a string of 1 to 255 characters.');
      expect(() => read({ ...event, id })).toThrow(expected);
    }
  });

  test.each(['', 7, null])('has a type that is not %j', (type) => {
    expect(() => read({ ...event, type })).toThrow(invalid('`type` is not a string.'));
  });

  test.each([
    '2026-01-05T09:00Z',
    '2026-01-05T09:00:00.123456Z',
    '2026-01-05T10:30:00+01:30',
    '2026-01-05T10:30:00+0130',
    '2026-01-05T06:00:00-03:00',
  ])('has a time such as %s', (timestamp) => {
    expect(read({ ...event, timestamp })).toEqual({ ...event, timestamp });
  });

  test.each([
    '2026-01-05',
    '2026-01-05T09:00:00',
    '2026-13-05T09:00:00Z',
    '2026-01-05T25:00:00Z',
    `${START} (UTC)`,
    ` ${START}`,
    `x${START}`,
    `+00${START}`,
    `${START}x`,
    'Mon, 05 Jan 2026 09:00:00 GMT',
    '',
    now,
  ])('has a time that is not %j', (timestamp) => {
    const expected = invalid('`timestamp` is not an ISO 8601 date-time.');
    expect(() => read({ ...event, timestamp })).toThrow(expected);
  });
});

describe('the age of an event', () => {
  const check = (age: number, maxAge: number) => () =>
    checkAge(event as WebhookEvent, maxAge, now + age);

  test.each([
    [61 * SECOND, 60 * SECOND, 'The event is 61 seconds old; the limit is 60 seconds.'],
    [2 * DAY - SECOND, SECOND, 'The event is 172799 seconds old; the limit is 1 second.'],
    [2 * DAY, SECOND, 'The event is 2.0 days old; the limit is 1 second.'],
    [8.5 * DAY, 8 * DAY, 'The event is 8.5 days old; the limit is 8.0 days.'],
  ])('of %i ms is refused with both times', (age, maxAge, message) => {
    const expected = expect.objectContaining({ code: 'WEBHOOK_EVENT_TOO_OLD', message });
    expect(check(age, maxAge)).toThrow(expected);
  });

  test('ahead of the clock is refused with the time', () => {
    const message = 'The event is dated 301 seconds ahead of the local clock.';
    const expected = expect.objectContaining({ code: 'WEBHOOK_EVENT_FROM_FUTURE', message });
    expect(check(-301 * SECOND, DAY)).toThrow(expected);
    expect(check(-300 * SECOND, DAY)).not.toThrow();
  });
});
