import { counted } from '@org/payments-contract/internal';
import { parseJson, withTexts } from '../../call/response/parse-json.ts';
import { APPROVAL_REQUEST, isEventType, type WebhookEvent } from '../event.ts';
import { WebhookError } from '../webhook-error.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * How old an event may be by default: 8 days in milliseconds. The service repeats a delivery for up
 * to 7 days with the same `timestamp`, so a lower limit loses events after an outage.
 */
export const DEFAULT_MAX_AGE = 8 * DAY;

/** How far an event may be ahead of the local clock, in milliseconds. */
export const CLOCK_TOLERANCE = 5 * MINUTE;

/** How old a request for approval may be, in milliseconds: the service sends it once. */
export const APPROVAL_MAX_AGE = 5 * MINUTE;

const decoder = new TextDecoder('utf-8', { fatal: true });

const MAX_ID_LENGTH = 255;
/** The one type of the contract whose events carry no resource. */
const WITHOUT_DATA = 'TEST';
// Stryker disable next-line Regex: `Date.parse` refuses whatever follows the zone
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;

function invalid(message: string): WebhookError {
  return new WebhookError('WEBHOOK_ENVELOPE_INVALID', { message });
}

function parse(bytes: Uint8Array): unknown {
  try {
    const { value, unsafe } = parseJson(decoder.decode(bytes));
    // A number that would be rounded keeps its text: an amount is never another one.
    // Stryker disable next-line ConditionalExpression: `withTexts` changes nothing but integers that are not safe
    return unsafe === 0 ? value : withTexts(value);
  } catch {
    // The parser's own message holds a part of the body.
    throw new WebhookError('WEBHOOK_BODY_NOT_JSON');
  }
}

function isText(value: unknown, maxLength = Number.POSITIVE_INFINITY): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxLength;
}

/**
 * Reads the envelope of an event from verified bytes.
 *
 * @throws WebhookError `WEBHOOK_BODY_NOT_JSON`, `WEBHOOK_ENVELOPE_INVALID`
 */
export function readEnvelope(bytes: Uint8Array): WebhookEvent {
  const value = parse(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('The body is not a JSON object.');
  }
  const { id, type, timestamp, data } = value as Readonly<Record<string, unknown>>;
  if (!isText(id, MAX_ID_LENGTH)) {
    throw invalid(`\`id\` is not a string of 1 to ${MAX_ID_LENGTH} characters.`);
  }
  if (!isText(type)) throw invalid('`type` is not a string.');
  if (!isText(timestamp) || !dateTime.test(timestamp) || Number.isNaN(Date.parse(timestamp))) {
    throw invalid('`timestamp` is not an ISO 8601 date-time.');
  }
  const isFields = typeof data === 'object' && data !== null && !Array.isArray(data);
  if (isEventType(type) && type !== WITHOUT_DATA && !isFields) {
    throw invalid('`data` is not an object, as every event of this type has.');
  }
  return value as WebhookEvent;
}

function ageText(milliseconds: number): string {
  return milliseconds < 2 * DAY
    ? counted(Math.round(milliseconds / 1000), 'second')
    : `${(milliseconds / DAY).toFixed(1)} days`;
}

/**
 * Refuses an event that is too old or too far ahead. The time comes from the envelope, because the
 * signature covers no header with a time.
 *
 * @param maxAge milliseconds; for a request for approval at most {@link APPROVAL_MAX_AGE}
 * @throws WebhookError `WEBHOOK_EVENT_TOO_OLD`, `WEBHOOK_EVENT_FROM_FUTURE`
 */
export function checkAge({ type, timestamp }: WebhookEvent, maxAge: number, now: number): void {
  const age = now - Date.parse(timestamp);
  if (age < -CLOCK_TOLERANCE) {
    const message = `The event is dated ${ageText(-age)} ahead of the local clock.`;
    throw new WebhookError('WEBHOOK_EVENT_FROM_FUTURE', { message });
  }
  const limit = type === APPROVAL_REQUEST ? Math.min(maxAge, APPROVAL_MAX_AGE) : maxAge;
  if (age > limit) {
    const message = `The event is ${ageText(age)} old; the limit is ${ageText(limit)}.`;
    throw new WebhookError('WEBHOOK_EVENT_TOO_OLD', { message });
  }
}
