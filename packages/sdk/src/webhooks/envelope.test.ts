import { describe, expect, test } from 'vitest';
import { checkAge, readEnvelope } from './envelope.ts';
import type { WebhookEvent } from './event.ts';

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
    [2 * DAY - SECOND, SECOND, 'The event is 172799 seconds old; the limit is 1 seconds.'],
    [2 * DAY, SECOND, 'The event is 2.0 days old; the limit is 1 seconds.'],
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
