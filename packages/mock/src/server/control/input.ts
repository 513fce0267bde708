import { type Fields, isFields, operations } from '@org/payments-contract';
import { parseForeignJson } from '@org/payments-contract/internal';
import * as z from 'zod/mini';
import type { MockClock } from '../../clock.ts';
import { checked, MockUsageError, onlyFields } from '../../usage-error.ts';

/** Returns the JSON object in a request; an empty one for a request without a body. @throws MockUsageError */
export async function readJson(request: Request): Promise<Fields> {
  const text = await request.text();
  if (text === '') return {};
  let value: unknown;
  try {
    value = parseForeignJson(text);
  } catch {
    throw new MockUsageError('The body is not valid JSON, or is nested too deeply', []);
  }
  if (!isFields(value)) throw new MockUsageError('The body must be a JSON object', []);
  return value;
}

const units = ['days', 'hours', 'minutes', 'seconds', 'milliseconds'] as const;
const duration = z.strictObject(
  Object.fromEntries(units.map((unit) => [unit, z.optional(z.number('must be a number'))])),
  { error: (issue) => onlyFields(units)(issue) ?? 'must be a duration such as { "minutes": 5 }' },
);
const clockMove = z.strictObject(
  {
    advance: z.optional(duration),
    set: z.optional(z.union([z.string(), z.number()], { error: 'must be a point in time' })),
  },
  { error: onlyFields(['advance', 'set']) },
);

const logQuery = z.strictObject(
  {
    after: z.optional(z.coerce.number('must be the number of a request').check(z.int(), z.gte(0))),
    operation: z.optional(
      z.string().check(z.refine(isOperation, 'is not an operation of the contract')),
    ),
  },
  { error: onlyFields(['after', 'operation']) },
);

function isOperation(name: string): boolean {
  return operations().some((operation) => operation.name === name);
}

/** @throws MockUsageError for an unknown operation or parameter */
export function checkedLogQuery(query: Fields): z.infer<typeof logQuery> {
  return checked('The log cannot be searched', logQuery, query);
}

/** Moves a clock by `{ advance }`, or to `{ set }`. @throws MockUsageError for another form or unit */
export function moveClock(clock: MockClock, body: Fields): void {
  const what = 'The clock cannot be moved';
  const { advance, set } = checked(what, clockMove, body);
  if (set !== undefined && advance === undefined) clock.set(set);
  else if (advance !== undefined && set === undefined) clock.advance(advance);
  else {
    const message = 'expected { "advance": { "minutes": 5 } } or { "set": "<time>" }';
    throw new MockUsageError(what, [{ path: '', message }]);
  }
}
