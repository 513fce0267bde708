import { createHash } from 'node:crypto';
import type { Fields } from '@org/payments-contract';
import { canonicalJson } from '@org/payments-contract/internal';

/** Names a call: the same for two calls exactly if operation and arguments are equal. */
export function digestOf(operation: string, input: Fields): string {
  const text = `${operation} ${canonicalJson(input)}`;
  return createHash('sha256').update(text).digest('base64url');
}

export function keyOf({ idempotencyKey }: Fields): string | undefined {
  return typeof idempotencyKey === 'string' ? idempotencyKey : undefined;
}
