import * as z from 'zod';
import type { MockClock } from '../../clock.ts';
import { checked, MockUsageError, onlyFields } from '../../usage-error.ts';

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON object in a request; an empty one where it has no body. @throws MockUsageError */
export async function readJson(request: Request): Promise<Fields> {
  const text = await request.text();
  if (text === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MockUsageError('The body is not valid JSON', []);
  }
  if (!isFields(value)) throw new MockUsageError('The body must be a JSON object', []);
  return value;
}

const expected = 'Expected { "advance": { "minutes": 5 } } or { "set": "<time>" }';
const closed = { error: onlyFields(['advance', 'set']) };
const clockMove = z.union(
  [
    z.strictObject({ advance: z.record(z.string(), z.number()) }, closed),
    z.strictObject({ set: z.union([z.string(), z.number()]) }, closed),
  ],
  { error: expected },
);

/**
 * Moves a clock by `{ advance: duration }`, or to `{ set: instant }`.
 *
 * @throws MockUsageError for another form, and for an unknown unit of time
 */
export function moveClock(clock: MockClock, body: Fields): void {
  const move = checked('The clock cannot be moved', clockMove, body);
  if ('set' in move) clock.set(move.set);
  else clock.advance(move.advance);
}
