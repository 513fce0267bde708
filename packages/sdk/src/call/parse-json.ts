/** Sixteen digits in a row: the shortest integer a number may not hold. */
const longInteger = /\d{16}/;

interface Source {
  readonly source?: string;
}

/** An integer of an answer is larger than a number holds exactly. */
export class UnsafeIntegerError extends Error {
  override readonly name = 'UnsafeIntegerError';
}

function refuseUnsafe(_key: string, value: unknown, context: Source): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  if (/^-?\d+$/.test(context.source ?? String(value))) {
    throw new UnsafeIntegerError('An integer is beyond 2^53-1 and would have been rounded.');
  }
  return value;
}

type Reviver = (key: string, value: unknown, context: Source) => unknown;

/**
 * Parses JSON without ever rounding an integer.
 *
 * @throws SyntaxError when it is no JSON
 * @throws UnsafeIntegerError for an integer beyond 2^53-1
 */
export function parseJson(text: string): unknown {
  if (!longInteger.test(text)) return JSON.parse(text);
  const reviver: Reviver = refuseUnsafe;
  return JSON.parse(text, reviver as (key: string, value: unknown) => unknown);
}
