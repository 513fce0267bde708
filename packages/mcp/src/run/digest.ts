import { createHash } from 'node:crypto';
import type { Fields } from '@org/payments-contract';

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, child]) => [name, sorted(child)]));
}

/** Names a call: the same for two calls exactly if operation and arguments are equal. */
export function digestOf(operation: string, input: Fields): string {
  const text = `${operation} ${JSON.stringify(sorted(input))}`;
  return createHash('sha256').update(text).digest('base64url');
}

/** The idempotency key of a call. */
export function keyOf({ idempotencyKey }: Fields): string | undefined {
  return typeof idempotencyKey === 'string' ? idempotencyKey : undefined;
}
